"""Whole turns through the door, played at random, against the book's own text of phases, worked out here once more and
by nothing of apps.rules.

The book: the different faces are the rounds with a phase. A phase may be used, waited with in Good, held or let go; a
defence takes that of this round, else the held one, else the nearest; anything else without a phase takes two later
ones that are named; a roll outside the category one more. Nobody acts twice in a round. A hold goes at the start of a
round with a phase that was not given up. The seed is fixed, so that what fails once fails again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from apps.characters.models import Character
from apps.combat.models import Combatant, Fight, Slot
from apps.table.models import Ask, Span
from tests.characters.dragon.conftest import made
from tests.combat.conftest import in_words
from tests.combat.dragon.picking import ask_of, started
from tests.people import Person, open_a_table, sit_down

Dice = Callable[..., Any]
PLAYS = range(3)
TURNS = 2
MOST_STEPS = 140
PARTS = ("good", "bad", "late")
OWN = {"good": ("good", "late"), "bad": ("bad",)}
SPEEDS = {"body": "P", "reflexes": "P", "mind": "M", "social": "M", "tao": "S"}
ROLLS = {"": "", "strength": "P", "wit": "M", "yang": "S"}
NUMBERS = {
    "strength": 4, "resistance": 15, "health": 7, "accuracy": 5, "dexterity": 6, "energy": 6, "intelligence": 5,
    "wit": 6, "resolve": 5, "charisma": 4, "grace": 4, "status": 4, "yang": 8, "yin": 8, "chi": 8,
}  # fmt: skip
COUNTS = {"body": 2, "reflexes": 3, "mind": 3, "social": 2, "tao": 4}
SKILLS = {"skill_1_name": "Blades", "skill_1_level": 2, "skill_1_melee": "on", "skill_2_name": "Dodge",
          "weapon_1_name": "Glaive", "weapon_1_skill": "Blades"}  # fmt: skip


# the book once more


@dataclass
class Mine:
    """One fighter's phases, and what is theirs in this round."""

    side: str
    speed: str = ""
    phases: dict[int, str] = field(default_factory=dict)
    kept: tuple[int, str, str, bool] | None = None
    """The round it comes from, its category, its trigger, and whether it is of the turn before."""
    acted: bool = False
    moved: bool = False
    waits: bool = False
    declined: bool = False
    share: bool = False

    def later(self, now: int) -> list[int]:
        return sorted(one for one, spent in self.phases.items() if spent == "open" and one > now)


@dataclass
class Price:
    """Who pays with what: `way` is phase, hold, next or trade; so many later phases are named."""

    way: str
    names: int


class Book:
    """The turn as the book has it."""

    def __init__(self, switches: dict[str, str], fighters: dict[str, Mine]) -> None:
        self.switches, self.all = switches, fighters
        self.round, self.part, self.over = 1, "good", False

    def on(self, switch: str) -> bool:
        return self.switches[switch] == "on"

    def price(self, one: Mine, rolls: set[str], how: str = "own") -> Price | None:
        """None: it cannot be done."""
        if one.acted or (how != "own" and one.moved):
            return None
        if how == "own" and self.part not in OWN[one.side]:
            return None
        kept = one.kept
        if kept and how == "own" and not kept[3] and kept[0] >= self.round:
            kept = None
        if how == "trigger" and not (kept and kept[2]):
            return None
        open_now = one.phases.get(self.round) == "open"
        way = "phase" if open_now else "hold" if kept else "next" if how == "defence" else "trade"
        category = kept[1] if way == "hold" and kept else SPEEDS[one.speed]
        free = how == "defence" and self.on("defence_ignores_category")
        more = int(bool(rolls - {category, ""}) and not free)
        if {"next": 1, "trade": 2}.get(way, 0) + more > len(one.later(self.round)):
            return None
        return Price(way, more + (2 if way == "trade" else 0))

    def pays(self, one: Mine, price: Price, named: list[int]) -> None:
        later = one.later(self.round)
        if price.way == "phase":
            one.phases[self.round] = "used"
        elif price.way == "hold":
            one.kept = None
        elif price.way == "next":
            one.phases[later[0]] = "aborted"
        for number in named:
            one.phases[number] = "traded"
        one.acted, one.waits = True, False

    def may_name(self, one: Mine, price: Price, named: list[int]) -> bool:
        later = one.later(self.round)
        free = later[1:] if price.way == "next" else later
        return len(named) == len(set(named)) == price.names and set(named) <= set(free)

    def keeps(self, one: Mine) -> bool:
        """Whether the phase of this round may be held or let go."""
        mine = self.part in OWN[one.side] and one.phases.get(self.round) == "open"
        return mine and not one.acted and not one.moved

    # how it goes on

    def is_due(self, one: Mine) -> bool:
        if self.part not in OWN[one.side] or one.acted or one.phases.get(self.round) != "open":
            return False
        return not (one.waits and self.part == "good")

    def could(self, one: Mine) -> bool:
        let_go = one.phases.get(self.round) in ("held", "lost")
        return not (one.waits or one.declined or let_go) and self.price(one, set()) is not None

    def goes_on(self) -> None:
        """Empty parts are skipped; with enemies' phases hidden theirs is closed by hand alone."""
        while not (self.over or self.is_held_up() or (self.part == "bad" and self.on("enemy_phases_hidden"))):
            if any(self.is_due(one) or self.could(one) for one in self.all.values()):
                return
            self.close()

    def is_held_up(self) -> bool:
        """Whether something else has to be answered first."""
        return False

    def close(self) -> None:
        for one in self.all.values():
            if one.moved and not one.acted and (price := self.price(one, set())):
                self.pays(one, price, one.later(self.round)[-price.names :] if price.names else [])
            one.declined = False
        if self.part != "late":
            self.part = PARTS[PARTS.index(self.part) + 1]
            return
        for one in self.all.values():
            self.round_ends(one)
        self.over = self.round == 10
        if not self.over:
            self.round, self.part = self.round + 1, "good"
            self.round_begins()

    def round_ends(self, one: Mine) -> None:
        if one.phases.get(self.round) == "open" and self.on("unused_phase_auto_hold"):
            self.hold(one)
        elif one.phases.get(self.round) == "open":
            one.phases[self.round] = "lost"
        one.acted = one.moved = one.waits = one.share = False

    def hold(self, one: Mine, trigger: str = "") -> None:
        one.phases[self.round] = "held"
        one.kept, one.waits = (self.round, SPEEDS[one.speed], trigger, False), False

    def round_begins(self) -> None:
        for one in self.all.values():
            if one.phases.get(self.round, "aborted") not in ("aborted", "traded"):
                one.kept = None

    def turn_begins(self, dealt: dict[str, tuple[str, set[int]]]) -> None:
        for name, one in self.all.items():
            one.speed, numbers = dealt[name]
            one.phases = dict.fromkeys(sorted(numbers), "open")
        self.round, self.part, self.over = 1, "good", False
        self.round_begins()
        self.goes_on()

    def turn_ends(self) -> None:
        for one in self.all.values():
            one.kept = (*one.kept[:3], True) if one.kept and self.on("hold_survives_turn") else None


# the people who play it


class Play:
    """A table at which everything is chosen at random, and done through the door."""

    def __init__(self, seed: int, dice: Dice) -> None:
        self.luck, self.dice = Random(seed), dice
        names = ("enemy_phases_hidden", "unused_phase_auto_hold", "hold_survives_turn", "defence_ignores_category")
        self.switches = {name: self.luck.choice(["on", "on", "off"]) for name in names}
        self.table = open_a_table(game="dragon", **self.switches)
        self.gm, self.ines = sit_down(self.table, "Robin", "gm"), sit_down(self.table, "Ines")
        self.cast = {name: self.joins(name) for name in ("Ana", "Bo", "Guard", "Archer")}
        self.book = Book(self.switches, {name: Mine(self.side(name)) for name in self.cast})
        started(self.gm, *self.cast.values())
        self.said: list[Any] = [self.switches]

    @staticmethod
    def side(name: str) -> str:
        return "good" if name in ("Ana", "Bo") else "bad"

    def joins(self, name: str) -> Character:
        mine = self.side(name) == "good"
        person = self.ines if mine else self.gm
        return made(person, name=name, role="hero" if mine else "enemy", **NUMBERS, **SKILLS)

    def does(self, person: Person, act: str, **data: Any) -> bool:
        """Whether it was done; else it was refused."""
        self.dice(*(self.luck.randint(1, 10) for _ in range(40)))
        answer = person.post(act, plain=True, **data)
        self.said.append((act, data, answer.status_code))
        assert answer.status_code in (302, 422), in_words(answer)
        return answer.status_code == 302

    def asks(self, *kinds: str) -> list[Ask]:
        found = Ask.objects.filter(table=self.table, closed_at=None, exchange__closed_at=None).order_by("pk")
        return [one for one in found if one.exchange.kind in kinds]

    # a turn's dice

    def deals(self) -> None:
        """Everybody picks, the dice fall, and those that are all equal are turned."""
        picked = {name: self.luck.choice(list(SPEEDS)) for name in self.cast}
        fell = {name: [self.face() for _ in range(COUNTS[speed])] for name, speed in picked.items()}
        for name in ("Ana", "Bo"):
            self.ines.does("dragon.pick", ask=ask_of(self.gm, self.cast[name]), speed=picked[name])
        fields = {f"speed-{self.fighter(name).public_id}": picked[name] for name in ("Guard", "Archer")}
        self.dice(*(face for faces in fell.values() for face in faces))
        self.gm.does("dragon.pick", ask=ask_of(self.gm), **fields)
        numbers = {name: set(faces) for name, faces in fell.items()}
        for ask in self.asks("dragon.turn-dice", "dragon.turn-dice-gm"):
            name = ask.facts["who"]
            numbers[name] = set(self.luck.sample(range(1, 11), len(fell[name])))
            assert len(set(fell[name])) == 1
            self.gm.does("dragon.turn-dice", ask=ask.public_id, chosen=sorted(numbers[name]))
        self.said.append(("dealt", picked, numbers))
        self.book.turn_begins({name: (picked[name], numbers[name]) for name in self.cast})

    def face(self) -> int:
        """Often a 2, so that dice are all equal now and then."""
        face: int = self.luck.choice([2, 2, 2, *range(1, 11)])
        return face

    def fighter(self, name: str) -> Combatant:
        return Combatant.objects.get(character=self.cast[name])

    # what is compared

    def stands(self) -> dict[str, Any]:
        """What the rows say, in the words of the book."""
        fight = Fight.objects.get(table=self.table)
        found: dict[str, Any] = {"part": fight.phase}
        if fight.phase in PARTS:
            found["round"] = Span.objects.get(kind="round", inside=fight.turn, closed_at=None).number
        for name in self.cast:
            slots = list(Slot.objects.filter(combatant=self.fighter(name)).order_by("number"))
            found[name] = (
                {one.number: one.state for one in slots if one.kind == "phase" and one.span_id == fight.turn_id},
                [(one.number, one.facts["category"][0], one.facts["trigger"]) for one in slots if one.kind == "kept"],
                any(one.kind == "share" for one in slots),
            )
        return found

    def should_stand(self) -> dict[str, Any]:
        book = self.book
        found: dict[str, Any] = {"part": "picks"} if book.over else {"part": book.part, "round": book.round}
        for name, one in book.all.items():
            phases = {} if book.over else dict(sorted(one.phases.items()))
            found[name] = (phases, [one.kept[:3]] if one.kept else [], one.share)
        return found

    def check(self) -> None:
        assert self.stands() == self.should_stand(), self.said[-8:]

    # what is done

    def step(self) -> None:
        name = self.luck.choice(list(self.cast))
        deeds: list[Callable[[str, Mine], Any]] = [
            self.acts, self.acts, self.moves, self.waits, self.holds, self.holds, self.passes, self.declines,
            self.strikes, self.strikes, self.splits, self.breaks_in, self.breaks_in, self.next, self.due_one,
        ]  # fmt: skip
        self.luck.choice(deeds)(name, self.book.all[name])
        if not self.book.over:
            self.book.goes_on()
        if self.book.over:
            self.book.turn_ends()
        self.check()

    def due_one(self, name: str, one: Mine) -> None:
        """Somebody who is waited for does something, so that the turn goes on."""
        for name, one in self.book.all.items():
            if self.book.is_due(one):
                deeds: list[Callable[[str, Mine], Any]] = [self.acts, self.strikes, self.holds]
                self.luck.choice(deeds)(name, one)
                return

    def named(self, one: Mine, price: Price | None) -> list[int]:
        """Phases to give up: mostly as many as are due, of those that may be."""
        later = one.later(self.book.round)
        free = later[1:] if price and price.way == "next" else later
        if price and self.luck.random() < 0.85 and price.names <= len(free):
            return self.luck.sample(free, price.names)
        return self.luck.sample(later, self.luck.randint(0, len(later)))

    def pays(self, one: Mine, rolls: set[str], how: str, act: str, **data: Any) -> bool:
        """An act that costs phases, and what comes of it in the book; returns whether it was done."""
        price = self.book.price(one, rolls, how)
        named = self.named(one, price)
        allowed = price is not None and self.book.may_name(one, price, named)
        assert self.does(self.gm, act, pay=named, **data) == allowed, (self.said[-4:], one, price)
        if allowed and price:
            self.book.pays(one, price, named)
        return allowed

    def acts(self, name: str, one: Mine) -> None:
        substat = self.luck.choice(list(ROLLS))
        words = "" if one.moved else "shuts the gate"
        if one.moved and not substat:
            substat = "wit"
        self.pays(one, {ROLLS[substat]}, "own", "dragon.act", character=self.id(name), words=words, substat=substat)

    def id(self, name: str) -> str:
        return self.cast[name].public_id

    def moves(self, name: str, one: Mine) -> None:
        """Something without dice, and the dice are still to come."""
        if one.moved:
            assert not self.does(self.gm, "dragon.act", character=self.id(name), words="runs", more="on")
            return
        allowed = self.book.price(one, set()) is not None
        assert self.does(self.gm, "dragon.act", character=self.id(name), words="runs", more="on") == allowed
        one.moved = allowed

    def waits(self, name: str, one: Mine) -> None:
        allowed = self.book.keeps(one) and one.side == "good" and self.book.part == "good"
        assert self.does(self.gm, "dragon.wait", character=self.id(name)) == allowed, self.said[-3:]
        one.waits = allowed or one.waits

    def holds(self, name: str, one: Mine) -> None:
        texts = self.luck.choice([{}, {"trigger": "somebody runs", "then": "shoot"}])
        allowed = self.book.keeps(one)
        assert self.does(self.gm, "dragon.hold", character=self.id(name), **texts) == allowed, self.said[-3:]
        if allowed:
            self.book.hold(one, texts.get("trigger", ""))

    def passes(self, name: str, one: Mine) -> None:
        if self.luck.random() < 0.5:
            return
        allowed = self.book.keeps(one)
        assert self.does(self.gm, "dragon.pass", character=self.id(name)) == allowed, self.said[-3:]
        if allowed:
            one.phases[self.book.round], one.waits = "lost", False

    def declines(self, name: str, one: Mine) -> None:
        """Only of their own part: nobody asks the others."""
        if self.book.part not in OWN[one.side] or one.acted:
            return
        allowed = not (self.book.is_due(one) or one.declined or one.moved)
        assert self.does(self.gm, "dragon.decline", character=self.id(name)) == allowed, self.said[-3:]
        one.declined = one.declined or allowed

    def next(self, name: str, one: Mine) -> None:
        if self.luck.random() < 0.6:
            return
        assert self.does(self.gm, "dragon.next-part")
        self.book.close()

    # attacks

    def foe(self, name: str, but: str = "") -> str:
        mine = self.book.all[name].side
        return self.luck.choice([key for key, one in self.book.all.items() if one.side != mine and key != but])

    def line(self, name: str, kind: str) -> str:
        found = self.cast[name].entries.filter(kind=kind).order_by("pk").first()
        assert found
        return found.public_id

    def strikes(self, name: str, one: Mine, how: str = "own") -> bool:
        foe = self.foe(name)
        given = {"target": self.id(foe), "weapon": self.line(name, "weapon"), "skills": [self.line(name, "skill")]}
        if not self.pays(one, {"P"}, how, "dragon.attack", character=self.id(name), **given):
            return False
        if how == "own" and self.luck.random() < 0.5:
            self.interrupts(name)
        self.answers()
        return True

    def splits(self, name: str, one: Mine) -> None:
        """Two strikes, or one and a dodge for later."""
        first = self.foe(name)
        weapon = self.line(name, "weapon")
        keeps = self.luck.random() < 0.5
        second = "keep dodge" if keeps else f"strike {self.id(self.foe(name, first))} {weapon}"
        acts = {"act_1": f"strike {self.id(first)} {weapon}", "act_2": second, "share_1": 2}
        if self.pays(one, {"P"}, "own", "dragon.split", character=self.id(name), **acts):
            one.share = keeps
            self.answers()

    def answers(self) -> None:
        """Whatever breaks in is answered before what it breaks into."""
        while asked := self.asks("dragon.attack", "dragon.attack-secret"):
            broken_into = {one.exchange.inside_id for one in asked}
            self.defends(self.luck.choice([one for one in asked if one.exchange_id not in broken_into]))

    def defends(self, ask: Ask) -> None:
        one = self.book.all[ask.facts["who"]]
        guard = self.luck.choice(["none", "dodge", "dodge", "parry", "kept"])
        if guard == "none":
            assert self.does(self.gm, "dragon.defend", ask=ask.public_id, guard=guard)
        elif guard == "kept":
            assert self.does(self.gm, "dragon.defend", ask=ask.public_id, guard=guard) == one.share
            one.share = False
        else:
            keep = {"keep": 2, "keep_for": "dodge"} if self.luck.random() < 0.3 else {}
            if self.pays(one, {"P"}, "defence", "dragon.defend", ask=ask.public_id, guard=guard, **keep):
                one.share = one.share or bool(keep)

    # triggers

    def breaks_in(self, name: str, one: Mine) -> None:
        """Claimed and confirmed: it is done in any part of the round, or left."""
        allowed = self.book.price(one, set(), "trigger") is not None
        assert self.does(self.gm, "dragon.claim-trigger", character=self.id(name)) == allowed, self.said[-3:]
        if allowed:
            self.carries_out(name, one)

    def carries_out(self, name: str, one: Mine) -> None:
        how = self.luck.choice(["leave", "act", "act", "strike"])
        ask = self.asks("dragon.break-in", "dragon.break-in-secret")[-1].public_id
        if how == "strike" and self.book.price(one, {"P"}, "trigger") and self.strikes(name, one, "trigger"):
            return
        substat = self.luck.choice(list(ROLLS))
        if how == "act" and self.pays(one, {ROLLS[substat]}, "trigger", "dragon.break-in", ask=ask, substat=substat):
            return
        assert self.does(self.gm, "dragon.break-in", ask=ask, leave="on")

    def interrupts(self, attacker: str) -> None:
        """Somebody breaks in before the attack is answered, and it waits for that."""
        for name, one in self.book.all.items():
            if name != attacker and self.book.price(one, set(), "trigger"):
                waiting = self.asks("dragon.attack")[0].public_id
                assert self.does(self.gm, "dragon.claim-trigger", character=self.id(name))
                assert not self.does(self.gm, "dragon.defend", ask=waiting, guard="none")
                self.carries_out(name, one)
                return


@pytest.mark.played("dragon.turn", "dragon.hold", "dragon.conditional-hold", "dragon.abort", "dragon.stacked-costs")
@pytest.mark.parametrize("seed", PLAYS)
def test_phases_of_two_turns(db: None, dice: Dice, seed: int) -> None:
    play = Play(seed, dice)
    for _ in range(TURNS):
        play.deals()
        play.check()
        for _ in range(MOST_STEPS):
            if play.book.over:
                break
            play.step()
        while not play.book.over:
            play.next("", play.book.all["Ana"])
            if not play.book.over:
                play.book.goes_on()
            if play.book.over:
                play.book.turn_ends()
            play.check()
