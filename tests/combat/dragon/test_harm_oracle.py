"""Fights in which people fall, at random through the door, against the book's own text of damage, Death Checks and what
the fallen lose, on top of the phases of test_phases_oracle.

The book: whoever has taken more than their hit points falls; phases and holds are void, but for the action that was due
in this very part, unless a trigger broke in. Then, and at each damage while down, Health dice at 7: successes times 5
against all damage past hit points; less is dying, by the larger gap. The switch lets damage wait for the part's end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from apps.characters.dragon.sheet import sheet_of
from apps.characters.dragon.states import state_of
from apps.characters.models import Character
from apps.table.models import Ask
from tests.characters.dragon.conftest import made
from tests.combat.conftest import in_words
from tests.combat.dragon import test_phases_oracle as phases
from tests.combat.dragon.picking import ask_of, started
from tests.combat.dragon.test_phases_oracle import COUNTS, SPEEDS, Book, Mine, Play, Price
from tests.people import Person, open_a_table, sit_down

Dice = Callable[..., Any]
PLAYS = range(2)
MOST_STEPS = 14
BLADES, DODGE, TIMES = 2, 1, 6
MOST = 20
NUMBERS = phases.NUMBERS | {"resistance": 3, "health": 3, "hit_points": MOST}
SKILLS = phases.SKILLS | {"skill_2_level": 1, "weapon_1_multiple": TIMES}
STANDS, FALLEN, UNCONSCIOUS, DYING, DEAD = range(5)


def successes(faces: list[int], skill: int = 0) -> int:
    return sum(face >= 7 - skill for face in faces)


# the book once more


@dataclass
class Body(Mine):
    """One fighter with the harm that they have taken; `due` are those who fell and still do what was due."""

    life: int = STANDS
    due: bool = False
    taken: int = 0
    pending: int = 0
    gap: int = 0

    @property
    def down(self) -> bool:
        return self.life != STANDS

    @property
    def past(self) -> int:
        return max(0, self.taken - MOST)


class HarmBook(Book):
    """The turn with those who fall in it."""

    all: dict[str, Body]  # type: ignore[assignment]
    checks: list[tuple[str, int]]
    """The Death Checks that are due, with the damage past hit points that called for each."""

    def price(self, one: Mine, rolls: set[str], how: str = "own") -> Price | None:
        assert isinstance(one, Body)
        return None if one.down and not one.due else super().price(one, rolls, how)

    def pays(self, one: Mine, price: Price, named: list[int]) -> None:
        super().pays(one, price, named)
        one.due = False  # type: ignore[attr-defined]

    def keeps(self, one: Mine) -> bool:
        """Nobody who has fallen keeps a phase for later."""
        return super().keeps(one) and not one.down  # type: ignore[attr-defined]

    def is_due(self, one: Mine) -> bool:
        return super().is_due(one) and (not one.down or one.due)  # type: ignore[attr-defined]

    # harm

    def struck(self, name: str, damage: int, interrupts: bool = False) -> None:
        if damage and self.on("damage_at_sub_round_end") and not interrupts and not self.over:
            self.all[name].pending += damage
        elif damage:
            self.takes(name, damage, interrupts)

    def takes(self, name: str, damage: int, interrupts: bool) -> None:
        one = self.all[name]
        one.taken += damage
        if one.past and not one.down:
            self.falls(one, interrupts)
            one.life = FALLEN
        if one.down and one.life != DEAD:
            self.checks.append((name, one.past))

    def falls(self, one: Body, interrupts: bool) -> None:
        one.due = self.is_due(one) and not interrupts
        for number, spent in one.phases.items():
            if spent == "open" and not (one.due and number == self.round):
                one.phases[number] = "lost"
        one.kept, one.share, one.life = None, False, FALLEN

    def check(self, name: str, past: int, faces: list[int]) -> None:
        """A Death Check; what was healed since counts no more."""
        one, total = self.all[name], 5 * successes(faces)
        past = min(past, one.past)
        short = past - total
        if short > 0 or (short == 0 and past and self.on_tie_dying):
            one.gap = max(one.gap, short) if one.life == DYING else short
            one.life = DYING
        elif one.life != DYING:
            one.life, one.gap = UNCONSCIOUS, 0

    @property
    def on_tie_dying(self) -> bool:
        return self.switches["death_check_tie"] == "dying"

    def heal(self, name: str, by: int) -> None:
        one = self.all[name]
        one.taken = max(0, one.taken - by)
        if one.life == DYING and not one.past:
            one.life, one.gap = UNCONSCIOUS, 0

    # how it goes on

    def is_held_up(self) -> bool:
        """By a Death Check that everybody knows of."""
        return any(self.all[name].side == "good" for name, _ in self.checks)

    def close(self) -> None:
        for one in self.all.values():
            if one.moved and not one.acted and (price := self.price(one, set())):
                self.pays(one, price, one.later(self.round)[-price.names :] if price.names else [])
            if one.due:
                one.phases = {number: "lost" if spent == "open" else spent for number, spent in one.phases.items()}
            one.declined = one.due = False
        self.part_ends()
        for name, one in self.all.items():
            damage, one.pending = one.pending, 0
            if damage:
                self.takes(name, damage, True)

    def part_ends(self) -> None:
        if self.part != "late":
            self.part = phases.PARTS[phases.PARTS.index(self.part) + 1]
            return
        for one in self.all.values():
            self.round_ends(one)
        self.over = self.round == 10
        if not self.over:
            self.round, self.part = self.round + 1, "good"
            self.round_begins()

    def turn_begins(self, dealt: dict[str, tuple[str, set[int]]]) -> None:
        """The fallen have no phases."""
        lie = {name: (one.speed, set[int]()) for name, one in self.all.items() if name not in dealt}
        super().turn_begins(dealt | lie)


# the people who play it


class HarmPlay(Play):
    """A table at which everybody strikes, and some fall."""

    book: HarmBook

    def __init__(self, seed: int, dice: Dice) -> None:
        self.luck, self.dice = Random(f"harm {seed}"), dice
        names = ("enemy_phases_hidden", "unused_phase_auto_hold", "hold_survives_turn", "defence_ignores_category")
        self.switches = {name: self.luck.choice(["on", "on", "off"]) for name in names}
        self.switches["damage_at_sub_round_end"] = self.luck.choice(["on", "off", "off"])
        self.switches["death_check_tie"] = self.luck.choice(["unconscious", "dying"])
        self.table = open_a_table(game="dragon", **self.switches)
        self.gm, self.ines = sit_down(self.table, "Robin", "gm"), sit_down(self.table, "Ines")
        self.cast = {name: self.joins(name) for name in ("Ana", "Bo", "Guard", "Archer")}
        self.book = HarmBook(self.switches, {})
        self.book.all, self.book.checks = {name: Body(self.side(name)) for name in self.cast}, []
        started(self.gm, *self.cast.values())
        self.said: list[Any] = [self.switches]
        self.fell: list[int] = []
        self.shares: dict[str, int] = {}
        self.blows: dict[int, tuple[str, str, int, bool]] = {}
        """The open attacks by their exchange: who, whom, successes, and whether it broke in."""

    def joins(self, name: str) -> Character:
        mine = self.side(name) == "good"
        person = self.ines if mine else self.gm
        return made(person, name=name, role="hero" if mine else "enemy", **NUMBERS, **SKILLS)

    def does(self, person: Person, act: str, **data: Any) -> bool:
        """With faces that are known."""
        self.fell = [self.luck.randint(1, 10) for _ in range(40)]
        self.dice(*self.fell)
        answer = person.post(act, plain=True, **data)
        self.said.append((act, data, answer.status_code))
        assert answer.status_code in (302, 422), (in_words(answer), self.said[-6:])
        return answer.status_code == 302

    def deals(self) -> None:
        """Whoever stands picks, and the dice fall."""
        able = [name for name, one in self.book.all.items() if not one.down]
        picked = {name: self.luck.choice(list(SPEEDS)) for name in able}
        fell = {name: self.luck.sample(range(1, 11), COUNTS[picked[name]]) for name in able}
        faces = [face for name in able for face in fell[name]]
        gms = [name for name in able if self.side(name) == "bad"]
        for name in [one for one in able if one not in gms]:
            self.dice(*faces)
            self.ines.post("dragon.pick", plain=True, ask=ask_of(self.gm, self.cast[name]), speed=picked[name])
        if gms:
            fields = {f"speed-{self.fighter(name).public_id}": picked[name] for name in gms}
            self.dice(*faces)
            self.gm.does("dragon.pick", ask=ask_of(self.gm), **fields)
        numbers = {name: set(rolled) for name, rolled in fell.items()}
        self.said.append(("dealt", picked, numbers))
        self.book.turn_begins({name: (picked[name], numbers[name]) for name in able})

    # what is compared

    def check(self) -> None:
        super().check()
        for name, one in self.book.all.items():
            row = Character.objects.get(pk=self.cast[name].pk)
            state = state_of(row)
            found = (sheet_of(row).taken, state.life, state.gap)
            assert found == (one.taken, one.life, one.gap), (name, self.said[-8:])

    # attacks

    def strikes(self, name: str, one: Mine, how: str = "own") -> bool:
        foe = self.foe(name)
        given = {"target": self.id(foe), "weapon": self.line(name, "weapon"), "skills": [self.line(name, "skill")]}
        if not self.pays(one, {"P"}, how, "dragon.attack", character=self.id(name), **given):
            return False
        self.opened(name, [(foe, self.fell[:5])], how == "trigger")
        if how == "own" and not self.book.all[foe].down and self.luck.random() < 0.5:
            self.interrupts(name)
        self.answers()
        return True

    def opened(self, name: str, blows: list[tuple[str, list[int]]], interrupts: bool) -> None:
        """Attacks wait for their answers; those on the fallen land at once."""
        waits = []
        for foe, faces in blows:
            hit = successes(faces, BLADES)
            if self.book.all[foe].down:
                self.lands(foe, hit, interrupts)
            else:
                waits.append((name, foe, hit, interrupts))
        new = [one.exchange_id for one in self.attacks() if one.exchange_id not in self.blows]
        assert len(new) == len(waits), self.said[-6:]
        self.blows |= dict(zip(new, waits, strict=True))

    def lands(self, foe: str, net: int, interrupts: bool) -> None:
        damage = net * TIMES + NUMBERS["strength"] - NUMBERS["resistance"] if net > 0 else 0
        self.book.struck(foe, max(0, damage), interrupts)

    def attacks(self) -> list[Ask]:
        return self.asks("dragon.attack", "dragon.attack-secret")

    def splits(self, name: str, one: Mine) -> None:
        """Two strikes, or one and a dodge for later."""
        first = self.foe(name)
        weapon, keeps = self.line(name, "weapon"), self.luck.random() < 0.5
        other = self.foe(name, first)
        second = "keep dodge" if keeps else f"strike {self.id(other)} {weapon}"
        acts = {"act_1": f"strike {self.id(first)} {weapon}", "act_2": second, "share_1": 2}
        if self.pays(one, {"P"}, "own", "dragon.split", character=self.id(name), **acts):
            one.share = keeps
            self.shares[name] = 3
            self.opened(name, [(first, self.fell[:2]), *([] if keeps else [(other, self.fell[2:5])])], False)
            self.answers()

    def answers(self) -> None:
        """Whatever breaks in is answered before what it breaks into."""
        while asked := self.attacks():
            broken_into = {one.exchange.inside_id for one in asked}
            self.defends(self.luck.choice([one for one in asked if one.exchange_id not in broken_into]))

    def passes(self, name: str, one: Mine) -> None:
        """The fallen, too, may let what was due be."""
        body = self.book.all[name]
        if not body.due:
            super().passes(name, one)
        elif not body.moved:
            assert self.does(self.gm, "dragon.pass", character=self.id(name)), self.said[-3:]
            one.phases[self.book.round], one.waits = "lost", False

    def defends(self, ask: Ask) -> None:
        _, name, hit, interrupts = self.blows[ask.exchange_id]
        one = self.book.all[name]
        guard = self.luck.choice(["none", "dodge", "parry", "kept"])
        met, keep = 0, {}
        if guard == "kept":
            done = self.does(self.gm, "dragon.defend", ask=ask.public_id, guard=guard)
            assert done == one.share, self.said[-4:]
            met, one.share = self.shares.get(name, 0), False
        elif guard == "none":
            done = self.does(self.gm, "dragon.defend", ask=ask.public_id, guard=guard)
            assert done
        else:
            keep = {"keep": 2, "keep_for": "dodge"} if self.luck.random() < 0.3 else {}
            done = self.pays(one, {"P"}, "defence", "dragon.defend", ask=ask.public_id, guard=guard, **keep)
            met = NUMBERS["dexterity"] - (2 if keep else 0)
        if not done:
            return
        if keep:
            one.share, self.shares[name] = True, 2
        off = successes(self.fell[:met], BLADES if guard == "parry" else DODGE)
        self.lands(name, hit - off, interrupts)
        if interrupts and one.down:
            self.loses(name)

    def loses(self, name: str) -> None:
        """Whoever fell by an attack that broke in attacks no more."""
        left = {one.exchange_id for one in self.attacks()}
        gone = [key for key, blow in self.blows.items() if blow[0] == name]
        assert not left & set(gone), self.said[-6:]

    # harm by hand, and what comes of it

    def hurts(self, name: str, one: Mine) -> None:
        whom = self.luck.sample(list(self.cast), self.luck.randint(1, 2))
        damage, resisted = self.luck.randint(1, 25), self.luck.random() < 0.5
        given = {"resisted": "on"} if resisted else {}
        assert self.does(self.gm, "dragon.hurt", characters=[self.id(one) for one in whom], damage=damage, **given)
        for one_name in [key for key in self.cast if key in whom]:
            self.book.struck(one_name, max(0, damage - (NUMBERS["resistance"] if resisted else 0)))

    def heals(self, name: str, one: Mine) -> None:
        body, by = self.book.all[name], self.luck.randint(1, 30)
        assert self.does(self.gm, "dragon.heal", character=self.id(name), by=by, why="Salve") == (body.taken > 0)
        self.book.heal(name, by)

    def wakes(self, name: str, one: Mine) -> None:
        """Only those who fell in this turn: others come in as somebody new does."""
        body = self.book.all[name]
        if not body.phases:
            return
        allowed = body.down and body.life != DEAD and not body.past
        assert self.does(self.gm, "dragon.wake", character=self.id(name)) == allowed, self.said[-4:]
        if allowed:
            body.life, body.gap, body.due = STANDS, 0, False

    def fate(self, name: str, one: Mine) -> None:
        body, word = self.book.all[name], self.luck.choice(["down", "saved", "alive", "alive", "dead"])
        if word == "dead" and self.luck.random() < 0.7:
            return
        allowed = {"down": not body.down, "saved": body.life == DYING, "alive": body.life == DEAD,
                   "dead": body.life != DEAD}[word]  # fmt: skip
        assert self.does(self.gm, "dragon.fate", character=self.id(name), word=word) == allowed, self.said[-4:]
        if not allowed:
            return
        if not body.down:
            self.book.falls(body, word == "dead")
        body.life, body.gap = DEAD if word == "dead" else UNCONSCIOUS, 0

    def rolls_checks(self) -> None:
        """Everybody's Death Checks, one after the other; the turn goes on with each."""
        while asked := self.asks("dragon.death-check", "dragon.death-check-secret"):
            found = [fell for ask in asked for fell in self.those(ask)]
            assert sorted(found) == sorted(self.book.checks), (self.said[-6:], found, self.book.checks)
            assert self.does(self.gm, "dragon.death-check", ask=asked[0].public_id)
            faces, health = list(self.fell), NUMBERS["health"]
            for name, past in self.those(asked[0]):
                self.book.check(name, past, faces[:health])
                self.book.checks.remove((name, past))
                faces = faces[health:]
            self.goes_on()
        assert not self.book.checks, self.said[-6:]

    def those(self, ask: Ask) -> list[tuple[str, int]]:
        return [(self.whose(fell["character"]), fell["past"]) for fell in ask.exchange.state["those"]]

    def whose(self, key: int) -> str:
        return next(name for name, one in self.cast.items() if one.pk == key)

    def step(self) -> None:
        """Mostly whoever is waited for, and mostly a strike: else hardly anybody would ever fall."""
        due = [name for name, one in self.book.all.items() if self.book.is_due(one)]
        name = self.luck.choice(due if due and self.luck.random() < 0.8 else list(self.cast))
        deeds: list[Callable[[str, Mine], Any]] = [
            self.waits, self.holds, self.passes, self.strikes, self.strikes, self.strikes, self.strikes, self.splits,
            self.splits, self.breaks_in, self.next, self.hurts, self.hurts, self.heals, self.wakes, self.fate,
        ]  # fmt: skip
        self.luck.choice(deeds)(name, self.book.all[name])
        self.settles()

    def goes_by(self) -> None:
        """The GM ends the part."""
        assert self.does(self.gm, "dragon.next-part")
        self.book.close()
        self.settles()

    def settles(self) -> None:
        """What has begun goes on, and whoever fell rolls."""
        self.goes_on()
        self.check()
        self.rolls_checks()
        self.check()

    def goes_on(self) -> None:
        if self.book.over:
            self.book.turn_ends()
        else:
            self.book.goes_on()
        if self.book.over:
            self.book.turn_ends()


@pytest.mark.played("dragon.falling", "dragon.death-check", "dragon.dying", "dragon.simultaneous", "dragon.split-dice")
@pytest.mark.parametrize("seed", PLAYS)
def test_who_falls_in_a_fight(db: None, dice: Dice, seed: int) -> None:
    play = HarmPlay(seed, dice)
    for _ in range(2):
        play.deals()
        play.check()
        for _ in range(MOST_STEPS):
            if play.book.over:
                break
            play.step()
        while not play.book.over:
            play.goes_by()
        if all(one.down for one in play.book.all.values()):
            break
