"""Dice that are split between two acts of one phase (dragon.split-dice): attacks, rolls, and a defence for later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django import forms

from apps.characters.forms import acting_for, named, number, one_line
from apps.checks.dragon import checks
from apps.checks.dragon.pools import Chosen, told, usual
from apps.combat import tracking
from apps.combat.dragon import turns as stored
from apps.combat.dragon.attacks import arms, expecting, guards, opening
from apps.combat.dragon.attacks.attacking import MOST_HEXES, ArmedForm, first_foe
from apps.combat.dragon.attacks.strike import ACCURACY, Facts, Sides, Strike
from apps.combat.dragon.phases import acting, spending
from apps.combat.models import Combatant
from apps.rules.dragon.characters import ways
from apps.rules.dragon.checks import Rolled
from apps.rules.dragon.combat import turns as rules
from apps.rules.dragon.combat.defences import why_no_defence
from apps.rules.dragon.combat.prices import Price
from apps.rules.dragon.combat.split import SplitAction, dice_to_split, why_no_split
from apps.rules.dragon.combat.turns import Share
from apps.rules.dragon.lists import DEFENCES, Defence
from apps.rules.dragon.odds import at_least
from apps.rules.odds import percent
from apps.rules.refusal import Refused
from apps.table.acts import act
from apps.table.names import listed
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

SPLIT = "dragon.split"
STRIKE, KEEP, ROLL = "strike", "keep", "roll"
LEAST_WAYS, MOST_WAYS = 2, 4
LATER = "an attack of this round"


@dataclass(frozen=True)
class Deed:
    """One of the acts: a strike, a defence that is kept, or a roll of a substat in the player's `words`."""

    does: str
    chosen: Chosen
    aim: str = ""
    strike: Strike | None = None
    target: Combatant | None = None
    defence: Defence | None = None
    words: str = ""

    @property
    def title(self) -> str:
        if self.strike and self.target:
            return f"Strike {self.target.character.name}, {self.strike.arms.name}"
        return f"Keep a {self.defence}" if self.defence else self.words or f"Roll {self.chosen.title}"

    @property
    def action(self) -> SplitAction:
        """As the rules of splitting see it."""
        one = self.chosen
        hard = one.difficulty + one.far
        return SplitAction(one.substat, one.dice, one.level, self.aim, difficulty=hard, bonus=one.bonus)

    def with_dice(self, share: int, of: int) -> Deed:
        """With its part of the dice."""
        chosen = replace(self.chosen, dice=share)
        return replace(self, chosen=chosen, strike=replace(self.strike, chosen=chosen, of=of) if self.strike else None)


class SplitForm(ArmedForm):
    """What is done with one phase, and how many dice each act gets; the last one has those that are left."""

    skills = forms.MultipleChoiceField(
        label="Other skills that apply to a roll", widget=forms.CheckboxSelectMultiple, required=False
    )

    def setup(self) -> None:
        named = "pay" in self.initial
        super().setup()
        for n in self.numbers:
            self._add_deed(n)
        if self.sheet is None:
            return
        self.offer("skills", [(one.id, f"{one.name} {one.level}") for one in self.sheet.skills])
        self.keep_possible(*(f"act_{n}" for n in self.numbers))
        self.start_with({f"act_{n}": value for n, value in self._first_acts().items()})
        self._start_with_shares()
        if not named:
            self.initial.pop("pay", None)  # before it was known what is rolled
        self.offer_phases()

    @cached_property
    def numbers(self) -> range:
        """Two acts, or as many as shticks allow."""
        most = ways(self.sheet.switches) if self.sheet else LEAST_WAYS
        return range(1, min(most, MOST_WAYS) + 1)

    def _add_deed(self, n: int) -> None:
        label = "Now" if n == 1 else "And" if n == LEAST_WAYS else "And besides"
        self.fields[f"act_{n}"] = forms.ChoiceField(
            label=label, choices=list(self._acts(n)), required=n <= LEAST_WAYS, error_messages={"invalid_choice": GONE}
        )
        self.fields[f"distance_{n}"] = number("Hexes away", 0, MOST_HEXES, required=False)
        self.fields[f"words_{n}"] = one_line("In words", 120, required=False)
        if n < self.numbers[-1]:
            self.fields[f"share_{n}"] = number(
                "Dice for this" if n > 1 else "Dice for the first", 0, 99, required=False
            )

    def _acts(self, n: int) -> Iterator[Any]:
        """What may be chosen: nothing is kept first, because something has to be done now."""
        if self.sheet is None:
            return
        if n > LEAST_WAYS:
            yield "", "Nothing more"
        own = [(key, one) for key, one in self.weapons.items() if one in self.sheet.weapons or one.name == "Fist"]
        strikes = [
            (f"{STRIKE} {target} {key}", f"Strike {self.named(one)}, {arms.labelled(weapon)}")
            for target, one in self.targets.items()
            for key, weapon in own
        ]
        yield "Strike", strikes
        if n > 1:
            yield "Keep for later in the round", [(f"{KEEP} {one}", f"A {one}") for one in self._defences()]
        yield "Roll", [(f"{ROLL} {one.key}", f"{one.title} {one.value}") for one in self.sheet.substats if one.value]

    def _defences(self) -> list[Defence]:
        return [one for one in DEFENCES if self._why_no(one) is None]

    def _why_no(self, defence: Defence) -> Refused | None:
        return why_no_defence(defence, attack="melee", **guards.known(sure(self.sheet)), options=self.options)

    def _first_acts(self) -> dict[int, str]:
        """A strike at the other side, or a roll where it has nobody; and a defence for later where there is one."""
        target, weapon = first_foe(sure(self.own), self.targets), next(iter(self.weapons))
        kept, roll = next(iter(self._defences()), None), f"{ROLL} {ACCURACY}"
        return {1: f"{STRIKE} {target} {weapon}" if target else roll, 2: f"{KEEP} {kept}" if kept else roll}

    def _start_with_shares(self) -> None:
        """Half of the dice each, the odd one for the first."""
        pool = self._pool_so_far()
        given = str(self.initial.get("share_1", ""))
        if given.isdigit() and not 0 < int(given) < pool:
            self.initial.pop("share_1")
        self.start_with({"share_1": (pool + 1) // 2})

    def _pool_so_far(self) -> int:
        """The dice there are to share, as the form stands."""
        stats = {self._substat(str(self[f"act_{n}"].value() or "")) for n in self.numbers} - {""}
        return min((sure(self.sheet).value(one) for one in stats), default=0)

    def _substat(self, value: str) -> str:
        """What one of the acts is rolled on; nothing where none is chosen."""
        does, _, what = value.partition(" ")
        if does == STRIKE:
            return ACCURACY
        if does == KEEP:
            found = next((one for one in self._defences() if one == what), None)
            return guards.chosen_for(sure(self.sheet), found, "melee", self.options).substat if found else ""
        return what if does == ROLL and what in {one.key for one in sure(self.sheet).substats} else ""

    def rolls(self) -> tuple[str, ...]:
        if self.own is None or "act_1" not in self.fields:
            return ()
        found = (self._substat(str(self[f"act_{n}"].value() or "")) for n in self.numbers)
        return tuple(one for one in found if one)

    # what was put together

    @cached_property
    def deeds(self) -> list[Deed]:
        """The acts with their parts of the dice. Refuses what cannot be done or split so."""
        found = [self._deed(n) for n in self.numbers if self.cleaned_data.get(f"act_{n}")]
        if sum(one.does == KEEP for one in found) > 1:
            raise Refused("one-kept", "The dice of one defence are kept in a round, not of two.", "act_2")
        shares = self._shares(found)
        actions = [one.action for one in found]
        if why := why_no_split(actions=actions, shares=shares, shticks=sure(self.sheet).switches):
            raise Refused(why.code, why.text, "share_1" if why.field == "shares" else "act_2")
        pool = dice_to_split(actions)
        return [one.with_dice(share, pool) for one, share in zip(found, shares, strict=True)]

    def _shares(self, found: Sequence[Deed]) -> list[int]:
        said = [self.cleaned_data.get(f"share_{n}") or 0 for n in range(1, len(found))]
        return [*said, dice_to_split([one.action for one in found]) - sum(said)]

    @property
    def pool(self) -> int:
        """The dice there are to share."""
        return sum(one.chosen.dice for one in self.deeds)

    def _deed(self, n: int) -> Deed:
        does, _, what = self.cleaned_data[f"act_{n}"].partition(" ")
        return {STRIKE: self._strike, KEEP: self._keep, ROLL: self._roll}[does](n, what)

    def _strike(self, n: int, what: str) -> Deed:
        target, weapon = (key for key in what.split(" "))
        at, armed, field = self.targets[target], self.weapons[weapon], f"distance_{n}"
        far = self.apart(armed, at, self.cleaned_data.get(field), field)
        found = self.strike(at, armed, arms.skills_with(sure(self.sheet), armed), distance=far)
        return Deed(STRIKE, found.chosen, at.public_id, found, at)

    def _keep(self, n: int, what: str) -> Deed:
        defence = next(one for one in DEFENCES if one == what)
        return Deed(KEEP, guards.chosen_for(sure(self.sheet), defence, "melee", self.options), LATER, defence=defence)

    def _roll(self, n: int, what: str) -> Deed:
        sheet, chosen = sure(self.sheet), set(self.cleaned_data["skills"])
        fitting = usual(sheet, what)
        skills = [one for one in sheet.skills if one in fitting or one.id in chosen]
        words = self.cleaned_data.get(f"words_{n}") or ""
        return Deed(ROLL, Chosen.of(sheet, what, skills), words, words=words)

    # what the template draws

    @property
    def parts(self) -> list[dict[str, Any]]:
        """The fields of each act."""
        names = ("act", "distance", "words", "share")
        return [
            {name: self[f"{name}_{n}"] for name in names if f"{name}_{n}" in self.fields}
            | {"n": n, "does": str(self[f"act_{n}"].value() or "").partition(" ")[0], "shot": self._is_shot(n)}
            for n in self.numbers
        ]

    def _is_shot(self, n: int) -> bool:
        """Whether an act needs a distance."""
        weapon = self.weapons.get(str(self[f"act_{n}"].value() or "").rpartition(" ")[2])
        return weapon is not None and weapon.attack == "ranged"


GONE = "That is not to be done here."


def split_outlook(viewer: Viewer, form: SplitForm) -> Mapping[str, Any]:
    """The odds of every act, those of each way to share the dice between two, and the price."""
    own, price = sure(form.own), form.price()
    found: Facts = {"heading": f"{own.character.name} splits the dice", "own_footer": True}
    if not isinstance(price, Price):
        return found | acting.priced(own, price, form.rolls(), "Split the dice")
    deeds = form.deeds
    does = listed([f"{_verb(one)} {one.chosen.dice}" for one in deeds]).capitalize()
    return found | {
        "subheading": f"{form.pool} dice to share, one phase for all",
        "deeds": [_drawn(one, form) for one in deeds],
        "shares": _all_shares(form, deeds) if len(deeds) == LEAST_WAYS else [],
        **acting.priced(own, price, form.rolls(), does),
    }


def _verb(one: Deed) -> str:
    return {STRIKE: "strike with", KEEP: "keep", ROLL: "roll"}[one.does]


def _drawn(one: Deed, form: SplitForm) -> Facts:
    says = expecting.TAKES_OFF if one.does == KEEP else "one success or more"
    found = expecting.part(one.title, one.chosen.what, one.chosen.pool(form.options), says)
    return found | {"assumed": _sides(sure(form.own), one).assumed if one.strike else ""}


def _all_shares(form: SplitForm, deeds: Sequence[Deed]) -> list[Facts]:
    """Every way to share the dice between two without losing one."""
    pool, first = form.pool, deeds[0].chosen.dice
    given = {name: value for name, value in form.data.items() if value not in ("", None)}
    return [
        {
            "shares": f"{n} | {pool - n}",
            "on": n == first,
            "chances": [_chance(one, share, form) for one, share in zip(deeds, (n, pool - n), strict=True)],
            "query": urlencode(given | {"share_1": n}, doseq=True),
        }
        for n in range(pool - 1, 0, -1)
    ]


def _chance(one: Deed, share: int, form: SplitForm) -> Facts:
    pool = replace(one.chosen, dice=share).pool(form.options)
    words = {STRIKE: "strikes", KEEP: f"{one.defence}s".replace("ys", "ies"), ROLL: "rolls"}[one.does]
    return {"percent": percent(at_least(pool)), "words": words}


@act(
    "dragon.split",
    menu=42,
    due=tracking.is_fighting,
    title="Split the dice",
    form=SplitForm,
    button="Split the dice",
    preview=split_outlook,
    template="combat/dragon/acts/split.html",
)
def split(turn: Turn, form: SplitForm) -> None:
    """Pays once for all; what is done now is thrown now, and a defence waits with its dice until the round ends."""
    fight, deeds = spending.running_turn(turn), form.deeds
    own = sure(form.own)
    acting_for(turn, own.character)
    paid = form.spend(turn, own)
    now = [one for one in deeds if one.does != KEEP]
    thrown, faces = form.dice(turn, *(one.chosen.pool(form.options) for one in now))
    thrown.settle()
    strikes = [_sides(own, one, fell, thrown.typed) for one, fell in zip(now, faces, strict=True) if one.strike]
    kept = _reserved(turn, form, deeds)
    more = {"of": form.pool, "paid": paid, "kept": kept, "rolls": [one.title for one in now if one.does == ROLL]}
    event = opening.tell_made(turn, own, strikes, more, SPLIT)
    for sides in strikes:
        opening.await_answer(turn, sides, event)
    for one, fell in zip(now, faces, strict=True):
        if one.does == ROLL:
            _tell_roll(turn, form, one, fell, thrown.typed)
    opening.then_goes_on(turn, fight)


def _sides(own: Combatant, one: Deed, faces: tuple[int, ...] = (), typed: bool = False) -> Sides:
    return Sides(replace(sure(one.strike), faces=faces, typed=typed), own, sure(one.target))


def _reserved(turn: Turn, form: SplitForm, deeds: Sequence[Deed]) -> Facts | None:
    """The dice that wait, as they were declared."""
    found = next((one for one in deeds if one.does == KEEP), None)
    if found is None or found.defence is None:
        return None
    own = sure(form.own)
    share = Share(found.defence, found.chosen.pool(form.options))
    stored.write(turn, own.fight, rules.reserve(stored.state_of(own.fight), own.public_id, share))
    return guards.told_share(share)


def _tell_roll(turn: Turn, form: SplitForm, one: Deed, faces: tuple[int, ...], typed: bool) -> None:
    """A roll of its own card: how many successes are needed is the GM's to say."""
    character, pool = sure(form.own).character, one.chosen.pool(form.options)
    facts = told(one.chosen, Rolled(faces, pool.target, pool.successes(faces)), typed, form.options)
    facts |= named(character) | checks.judged(facts, 1) | {"label": one.words}
    checks.tell(turn, character, facts, "everybody", turn.seat)
