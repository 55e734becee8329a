"""One's own side of a roll: which trait, what helps and hinders, experience dice; as a form, and as plain values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from django import forms

from apps.characters.forms import number, one_line, some_lines
from apps.characters.models import Character, CharacterKey
from apps.characters.yarn.sheet import YarnSheet, sheet_for, whole_sheet
from apps.characters.yarn.written import FlawLine, TraitLine
from apps.checks.yarn import experience
from apps.checks.yarn.answers import answers_for, chosen
from apps.checks.yarn.pools import Built, Extra, Sought, built
from apps.checks.yarn.real_dice import RealDiceForm
from apps.rules.refusal import Refused
from apps.rules.yarn.checks import touching
from apps.rules.yarn.lists import KINDS
from apps.rules.yarn.magic.spells import TONGUES
from apps.rules.yarn.options import Options
from apps.rules.yarn.pool import AVERAGE
from apps.table.acts import ActForm
from apps.table.desk import Desk
from apps.table.sure import sure

MOST_DICE = 12
REACTION, ALONE = "reaction", " alone"
NO_TRAIT = ""
READ = {
    "botch": "All ones are a botch",
    "blow_top": "All sixes go on",
    "unstoppable_six": "A six gains something",
}
"""The optional rules that a table may play when the GM says so."""
ALTERNATE = {"alternate_damage": "Dice for damage"}
"""One more of them, for attacks."""
TECHNICAL = frozenset(one.id for one in KINDS if not one.average)
"""The kinds of traits without which nobody can try."""


def asked_each_time(options: Options, rules: Mapping[str, str] = READ) -> list[tuple[str, str]]:
    """Those of the rules that count only when the GM says so, with their words."""
    return [(name, title) for name, title in rules.items() if getattr(options, name) not in {"on", "off"}]


def with_the_word(options: Options, read: Collection[str], rules: Iterable[str] = READ) -> Options:
    """The switches with the GM's word on what is asked each time."""
    return options.answered(**{name: name in read for name in rules})


class ReadForm(ActForm):
    """What the GM says of rules that are asked each time; without any such rule nobody is asked."""

    read = forms.MultipleChoiceField(label="The GM says", required=False, widget=forms.CheckboxSelectMultiple)

    def offer_read(self, rules: Mapping[str, str] = READ, options: Options | None = None) -> None:
        """Those of the table's switches, or of the options that what is answered began with."""
        if found := asked_each_time(options or self.viewer.options, rules):
            self.offer("read", found)
        else:
            del self.fields["read"]

    @property
    def read_given(self) -> tuple[str, ...]:
        return tuple(self.cleaned_data.get("read") or ())


@dataclass(frozen=True)
class Given:
    """Bonus or penalty dice that the GM gives with what she asks for, and what they are for."""

    sort: Literal["bonus", "penalty"]
    count: int
    source: str

    @property
    def extra(self) -> Extra:
        return Extra(self.sort, self.count, self.source or self.sort.capitalize(), f"yarn.{self.sort}-dice")


@dataclass(frozen=True)
class Side:
    """What somebody throws, as it was put together. `trait` and `flaws` are ids of their sheet; one that only `touches`
    the task helps an average person's dice, of which a `technical` task has none. `aim` is what it is to bring about,
    where the rules name that. `reasons` are those of experience dice, one each, and `read` the optional rules that the
    GM has said are on; `given` are dice that she gives with what she asks for. `answer` is another way in which they
    react, whose dice count too, or `alone`."""

    character: CharacterKey
    trait: str = NO_TRAIT
    touches: bool = False
    technical: bool = False
    flaws: tuple[str, ...] = ()
    bonus: int = 0
    bonus_why: str = ""
    penalty: int = 0
    penalty_why: str = ""
    reasons: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    given: tuple[Given, ...] = ()
    aim: str = ""
    answer: str = ""
    alone: bool = False

    def who(self, desk: Desk) -> Character:
        return desk.get(Character, self.character)

    def line(self, desk: Desk) -> TraitLine | None:
        """The trait that gives the dice."""
        return whole_sheet(self.who(desk)).trait(self.trait) if self.trait else None

    def built(self, desk: Desk) -> Built:
        """The pool with dice of all sources."""
        who, line = self.who(desk), self.line(desk)
        base = 0 if self.technical or self.alone else AVERAGE
        whole = line is not None and not self.touches
        sought = Sought(who, trait=self.trait, aim=self.aim) if whole else Sought(who, base=base, aim=self.aim)
        return built(sought, self._extras(who, line if self.touches else None))

    def _extras(self, who: Character, touched: TraitLine | None) -> list[Extra]:
        found = [
            *(one.extra for one in self.given),
            *(_touching(touched) if touched else ()),
            *(_flawed(one) for one in whole_sheet(who).flaws if one.id in self.flaws),
            Given("bonus", self.bonus, self.bonus_why).extra,
            Given("penalty", self.penalty, self.penalty_why).extra,
            *(extra for reason in self.reasons for extra in experience.as_extra(who, 1, reason)),
            *(_reacting(who, self.answer) if self.answer else ()),
        ]
        return [one for one in found if one.count]

    def options(self, options: Options) -> Options:
        """The switches with the GM's word on what is asked each time."""
        return with_the_word(options, self.read)


def _touching(trait: TraitLine) -> list[Extra]:
    extra, bonus = touching(trait.score)
    words, rule = f"{trait.name} touches it", "yarn.tangential-trait"
    return [Extra("extra", extra, words, rule), Extra("bonus", bonus, words, rule)]


def _reacting(who: Character, answer: str) -> list[Extra]:
    """What another way to react adds, and is paid with when it is thrown."""
    found = chosen(who, REACTION, answer)
    pay = found.pay
    used = (lambda turn: pay(turn, who)) if pay else None
    return [Extra("extra", found.dice, found.title, found.rule, used=used)]


def _flawed(flaw: FlawLine) -> Extra:
    return Extra("penalty", flaw.penalty, flaw.name, "yarn.flaw")


class SideForm(RealDiceForm):
    """Fields of one's own side. A form that rolls calls `offer_side` in its `setup`, when it is known whose roll it is,
    and takes out those that it has no use for."""

    trait = forms.ChoiceField(label="With", required=False, widget=forms.RadioSelect)
    touches = forms.BooleanField(label="It only touches the matter", required=False)
    technical = forms.BooleanField(label="Without training nobody can try this", required=False)
    aim = forms.ChoiceField(label="What it is to bring about", required=False, widget=forms.RadioSelect)
    flaws = forms.MultipleChoiceField(label="Flaws in the way", required=False, widget=forms.CheckboxSelectMultiple)
    bonus = number("Bonus dice", 0, MOST_DICE, required=False, initial=0)
    bonus_why = one_line("What helps", required=False)
    penalty = number("Penalty dice", 0, MOST_DICE, required=False, initial=0)
    penalty_why = one_line("What hinders", required=False)
    experience = forms.BooleanField(label="Experience die", required=False)
    reasons = one_line("Its reason: experience, will, wits or circumstances", 200, required=False)
    read = forms.MultipleChoiceField(label="The GM says", required=False, widget=forms.CheckboxSelectMultiple)

    sheet: YarnSheet | None = None
    purpose_told = True

    @property
    def given_dice(self) -> tuple[Given, ...]:
        """What the GM has given with what she asks for."""
        return ()

    def offer_side(self, character: Character) -> None:
        """Says what this one can roll with."""
        self.sheet = sheet_for(self.viewer, character)
        options = self.viewer.options
        traits = [(one.id, one.name) for one in self.sheet.traits]
        first = self.offer("trait", [*traits, (NO_TRAIT, "no trait")])
        first.initial = traits[0][0] if traits else NO_TRAIT
        self.offer("flaws", [(one.id, one.name) for one in self.sheet.flaws if one.effect == "penalty dice"])
        self.offer("read", asked_each_time(options))
        if aims := aims_of(character):
            self.offer("aim", [("", "Anything else"), *((one, f"To {one}") for one in aims)])
        else:
            del self.fields["aim"]
        if options.multiple_experience_dice:
            self.fields["experience"].label = "Experience dice"
            self.fields["reasons"] = some_lines("A reason in each line, and a die for each", 600, required=False)

    @property
    def experience_left(self) -> str:
        """1 of 2 left this episode."""
        who = self.sheet.character if self.sheet else None
        return f"{experience.left_of(who)} of {experience.pool_of(who)} left this episode" if who else ""

    @property
    def tiles(self) -> list[dict[str, Any]]:
        """A tile for each trait, and one for none, with its dice."""
        chosen = str(self["trait"].value() or NO_TRAIT)
        held = [(one.id, one.name, one.score) for one in self.sheet.traits] if self.sheet else []
        rows = [*held, (NO_TRAIT, "no trait", AVERAGE)]
        return [{"id": id, "name": name, "score": score, "on": id == chosen} for id, name, score in rows]

    @property
    def automatic(self) -> tuple[Extra, ...]:
        """What the table adds by itself."""
        given = tuple(one.extra for one in self.given_dice)
        return (*built(Sought(self.sheet.character)).extras, *given) if self.sheet else ()

    @cached_property
    def given_reasons(self) -> tuple[str, ...]:
        """Those of the experience dice that are wanted."""
        lines = str(self.cleaned_data.get("reasons") or "").splitlines()
        return tuple(line.strip() for line in lines if line.strip()) if self.cleaned_data.get("experience") else ()

    @property
    def side(self) -> Side:
        """What was put together, of a form that is right."""
        given: dict[str, Any] = self.cleaned_data
        return Side(
            character=sure(self.sheet).character.pk,
            trait=given.get("trait", ""),
            touches=bool(given.get("touches")) and bool(given.get("trait")),
            technical=bool(given.get("technical")),
            flaws=tuple(given.get("flaws", ())),
            bonus=given.get("bonus") or 0,
            bonus_why=given.get("bonus_why", ""),
            penalty=given.get("penalty") or 0,
            penalty_why=given.get("penalty_why", ""),
            reasons=self.given_reasons,
            read=tuple(given.get("read", ())),
            given=self.given_dice,
            aim=given.get("aim", ""),
        )

    @property
    def pool_found(self) -> Built:
        return self.side.built(self.viewer.desk)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if self.sheet is not None and given.get("experience"):
            self._check_experience(self.sheet.character)
        return given

    def _check_experience(self, who: Character) -> None:
        if not self.given_reasons:
            self.add_error("reasons", "An experience die takes a reason.")
            return
        no = experience.why_not(who, len(self.given_reasons), self.viewer.options, purpose_told=self.purpose_told)
        if no is not None:
            self.add_error("experience", no.text)


class ReactingForm(SideForm):
    """One's own side of a roll that may be a reaction to something: whoever can react in another way than with a trait
    chooses that too (yarn.power-pre-reaction)."""

    answer = forms.ChoiceField(
        label="In reaction to something",
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "That is no way to react that they have now."},
    )

    def offer_side(self, character: Character) -> None:
        super().offer_side(character)
        found = [one for one in answers_for(character, REACTION) if one.why_not is None]
        if not found:
            del self.fields["answer"]
            return
        beside = [(one.word, f"{one.title} · {one.line}") for one in found]
        alone = [(f"{one.word}{ALONE}", f"{one.title} alone: no roll is due") for one in found if one.alone]
        self.offer("answer", [("", "Nothing more"), *beside, *alone])

    @property
    def side(self) -> Side:
        answer = str(self.cleaned_data.get("answer") or "")
        found = replace(super().side, answer=answer.removesuffix(ALONE))
        return replace(found, trait=NO_TRAIT, touches=False, alone=True) if answer.endswith(ALONE) else found


class ThrownSideForm(SideForm):
    """One's own side with which something is thrown: refused where no die of it is left to count."""

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        if self.sheet is not None and not self.errors and (no := why_not_thrown(self.pool_found)) is not None:
            self.add_error("trait", no.text)
        return given


def aims_of(who: Character) -> list[str]:
    """What changes their dice if the roll is for it (yarn.spell-serpents-tongue)."""
    plain = built(Sought(who)).extras
    return [one for one in TONGUES if built(Sought(who, aim=one)).extras != plain]


def why_not_thrown(found: Built) -> Refused | None:
    """Why nobody can throw this, or None."""
    if found.pool.counted:
        return None
    return Refused("no-dice", "No die is left to count: for them this is impossible.", "trait")


def unnoticed(found: Built) -> Built:
    """The same roll of the GM's in secret: it leaves no break behind, and uses nothing up that others would miss."""
    return replace(found, sought=None, extras=tuple(replace(one, used=None) for one in found.extras))
