"""A power is used: what it costs, on whom, and what is said about it; whoever may resist is asked before any die."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from django import forms

from apps.characters import entries
from apps.characters.access import known_to, played_by
from apps.characters.forms import CharacterChoice, acting_for, number
from apps.characters.models import Character, Entry
from apps.characters.yarn.doing import leads_to
from apps.characters.yarn.lines import POWER
from apps.characters.yarn.people import player_of
from apps.checks import versus
from apps.checks.thrown import thrown_with
from apps.checks.typed import FacesField
from apps.checks.yarn.pools import Built
from apps.checks.yarn.real_dice import Hands, RealDiceForm, hand
from apps.checks.yarn.rolling_acts.side import ReadForm, with_the_word
from apps.magic.yarn import running, shots
from apps.magic.yarn.powers import chances
from apps.magic.yarn.powers.settling import (
    PUSHED,
    Resistance,
    about,
    power_pool,
    price_of,
    resistance_pool,
    settle,
    tell_both,
)
from apps.magic.yarn.powers.works import (
    ALWAYS,
    ASKED,
    DISEASE,
    LOST,
    NEVER,
    POWER_WORKS,
    READ,
    SEND,
    Using,
    Works,
    works_of,
)
from apps.rules.refusal import Refused
from apps.rules.yarn.magic.powers import AFFLICTIONS
from apps.rules.yarn.pool import AVERAGE, ready
from apps.table import exchanges
from apps.table.acts import act
from apps.table.choices import OneRow
from apps.table.models import Event
from apps.table.turn import Turn
from apps.table.viewer import Viewer

OPEN, QUIETLY = "yarn.power", "yarn.power-secret"
KINDS = (OPEN, QUIETLY)
MOST_DICE = 12
TYPED = "With spaces between them. Empty: the program throws these"
MOST_METRES = 1_000_000
UNITS = ("hours", "days", "weeks", "centuries")
WITHOUT = "This table plays without fringe powers."
GONE = "That power is not yours to use."
HEALS = ("healing-(wounds)", DISEASE)


class PowerChoice(OneRow):
    """A power by its name and whose it is."""

    def label_from_instance(self, row: Entry) -> str:
        return f"{row.name}, {row.character.name}"


class WorkingForm(ReadForm, RealDiceForm):
    """What powers and spells ask alike. Fields that the chosen one does not ask for are not there; what the GM says of
    rules asked each time is asked where dice fall."""

    target = CharacterChoice(label="On whom", required=False)
    metres = number("How far, in metres", 0, MOST_METRES, required=False)
    knows = forms.BooleanField(
        label="They know of it", required=False, help_text="Then they are asked; else they resist by nature"
    )
    base = number("Dice to resist with", 0, MOST_DICE, required=False, initial=AVERAGE)
    shown = forms.BooleanField(label="Show it to everybody", required=False)
    met_faces = FacesField(label="My dice against it, where nobody is asked", help_text=TYPED)

    line: str
    kind: str

    @cached_property
    def row(self) -> Entry | None:
        """The power or spell that the form is about so far."""
        found = str(self[self.line].value() or "")
        return next((one for one in self.lines_at_hand() if one.public_id == found), None)

    def lines_at_hand(self) -> list[Entry]:
        """Those of everybody for whom this seat acts."""
        return [row for who in played_by(self.viewer) for row in entries.read_by(self.viewer, who, self.kind)]

    @property
    def works(self) -> Works | None:
        raise NotImplementedError

    @property
    def typed_met(self) -> list[int]:
        given: list[int] = self.cleaned_data.get("met_faces") or []
        return given

    def own_pool(self, using: Using) -> Built:
        """What its user throws."""
        row: Entry = self.cleaned_data[self.line]
        return power_pool(row.character, using, row.amount or 1)

    def setup(self) -> None:
        self.choose(self.line, self.lines_at_hand())
        works = self.works
        must = works is not None and works.target == "must"
        self.choose("target", known_to(self.viewer), "Choose" if must else "Nobody")
        self.offer_read()
        if not self.viewer.is_gm:
            del self.fields["met_faces"]
        if works is None or self.row is None:
            return
        self.fields[self.line].widget = forms.HiddenInput()
        by_gms_own = self.viewer.is_gm and player_of(self.row.character).is_gm
        how = works.resisted(self.plain, self.viewer.options) if works.target != "no" else NEVER
        kept = {self.line, *works.asks, *self.always_asked}
        kept |= {"target"} if works.target != "no" else set()
        kept |= {"read"} if works.rolls or how != NEVER else set()
        kept |= {"knows"} if how == ALWAYS else set()
        kept |= {"base", "met_faces"} if how != NEVER and self.viewer.is_gm else set()
        kept |= {"faces"} if works.rolls else set()
        kept |= {"shown"} if by_gms_own and not self.row.character.hidden else set()
        for name in set(self.fields) - kept:
            del self.fields[name]
        if must:
            self.fields["target"].required = True

    always_asked: tuple[str, ...] = ()

    @property
    def plain(self) -> Using:
        """What is used before anything is said about it; on somebody, as far as that matters."""
        return Using(0, "", self.works.id if self.works else "", target=1)

    def said(self) -> dict[str, Any]:
        """What was said about it, for the state of its exchange."""
        data, row = self.cleaned_data, self.cleaned_data[self.line]
        names = ("push", "bonus", "penalty", "metres", "near", "known", "use", "unit", "affliction", "factor")
        found = {name: data[name] for name in names if data.get(name) not in {None, ""}}
        found |= {name: data[name] for name in ("sight", "contact") if name in data}
        secret = self.viewer.is_gm and player_of(row.character).is_gm and not data.get("shown")
        target = data.get("target")
        return found | {
            "user": row.character.pk, "power": row.public_id, "listed": row.facts["listed"], "secret": secret,
            "target": target.pk if target else 0, "read": self.read_given,
        }  # fmt: skip


@leads_to("use-power")
def plays_powers(viewer: Viewer, character: Character) -> bool:
    """Whether the table plays them at all."""
    return bool(viewer.options.fringe_powers)


class UseForm(WorkingForm):
    line = "power"
    kind = POWER.word
    always_asked = ("push", "bonus", "penalty")
    power = PowerChoice(label="Which power", error_messages={"invalid_choice": GONE})
    push = forms.BooleanField(label="Push it: 2 shots, twice the dice, the better half counts", required=False)
    use = forms.ChoiceField(label="To", choices=[(READ, "Read a mind"), (SEND, "Speak in a mind")], initial=READ,
                            required=False)  # fmt: skip
    near = forms.BooleanField(label="They are near: a bonus die", required=False)
    known = forms.BooleanField(label="They are known well, or spoken to", required=False)
    sight = forms.BooleanField(label="They are in sight", required=False, initial=True)
    contact = forms.BooleanField(label="Contact is kept for 30 seconds", required=False, initial=True)
    affliction = forms.ChoiceField(label="What ails them", choices=[(one.id, one.title) for one in AFFLICTIONS],
                                   required=False)  # fmt: skip
    unit = forms.ChoiceField(label="Counted in", choices=[(one, one.capitalize()) for one in UNITS], required=False)
    factor = number("Against what number, for a feat of strength", 0, 99, required=False)
    bonus = number("Bonus dice", 0, MOST_DICE, required=False, initial=0)
    penalty = number("Penalty dice", 0, MOST_DICE, required=False, initial=0)

    def lines_at_hand(self) -> list[Entry]:
        return super().lines_at_hand() if self.viewer.options.fringe_powers else []

    @property
    def works(self) -> Works | None:
        return POWER_WORKS[self.row.facts["listed"]] if self.row is not None else None

    def clean(self) -> dict[str, Any]:
        if not self.viewer.options.fringe_powers:
            self.add_error("power", WITHOUT)
        return self.cleaned_data

    @property
    def using(self) -> Using:
        return Using(**self.said())

    @property
    def heading(self) -> str:
        return f"{self.row.name}: {self.works.title}" if self.row is not None and self.works is not None else ""

    @property
    def button(self) -> str:
        """What it costs, before anything else is said."""
        pushed = str(self["push"].value() or "") not in {"", "False"}
        return f"Use it · {PUSHED} shots" if pushed else "Use it · 1 shot"

    @property
    def shots_left(self) -> str:
        """What it is paid from, before anything else is said."""
        if self.row is None:
            return ""
        return f"{shots.left_words(self.row.character)}: a use costs 1, pushed {PUSHED}."


def outlook(viewer: Viewer, form: UseForm) -> Mapping[str, Any]:
    """The dice, their exact odds, and what it costs."""
    using, row = form.using, form.cleaned_data["power"]
    price = price_of(using)
    found = form.own_pool(using)
    rolls = works_of(using).rolls
    return {
        "heading": form.heading,
        "subheading": f"{shots.left_words(row.character)}. It costs {price}, whatever comes of it.",
        "pool": found if rolls else None,
        "odds": chances.spread(found.pool, with_the_word(viewer.options, using.read)) if rolls else None,
        "rule": works_of(using).rule,
        "price": price,
        "button": f"Throw {chances.dice_words(found.pool.thrown)} · {price} {'shot' if price == 1 else 'shots'}"
        if rolls
        else "",
        "no": shots.why_not(row.character, price),
    }


@act(
    "yarn.use-power",
    title="Use a power",
    form=UseForm,
    button="Use it · 1 shot",
    preview=outlook,
    template="magic/yarn/powers/acts/use.html",
)
def use_power(turn: Turn, form: UseForm) -> None:
    """Pays the shots and uses it, or asks whoever may resist. Refuses what cannot be paid, a power without dice, and
    what its own rule refuses."""
    using, row = form.using, form.cleaned_data["power"]
    acting_for(turn, row.character)
    why = why_not(using, row)
    if why is not None:
        raise why
    shots.spend(turn, row.character, price_of(using))
    go(turn, form, using)


def why_not(using: Using, row: Entry) -> Refused | None:
    """Why it cannot be used, but for its price."""
    if using.listed in HEALS and running.one_on(row.character, LOST):
        return Refused("ill", f"{row.character.name} is ill, and cannot heal until that is cured.", "power")
    try:
        works_of(using).check(using)
        ready(power_pool(row.character, using, row.amount or 1).pool)
    except Refused as no:
        return no
    return None


# who is asked


def go(turn: Turn, form: WorkingForm, using: Using) -> None:
    """Asks whoever may resist and knows of it; for everybody else it is settled at once, and silently."""
    row, target = form.cleaned_data[form.line], form.cleaned_data.get("target")
    if target is None or not is_asked(turn, form, using, target):
        _at_once(turn, form, using, target)
        return
    hand("met_faces", form.typed_met, 0, turn.dice)
    using = replace(using, faces=form.lying(turn, form.own_pool(using).pool.thrown))
    facts = about(row.character, target, using, row.name)
    event = tell_both(turn, "yarn.power-turned", facts, using, row.character, target)
    _ask(turn, using, row, target, event)


def _at_once(turn: Turn, form: WorkingForm, using: Using, target: Character | None) -> None:
    """Nobody is asked: all dice fall now, typed or thrown by the program. Refuses what such a throw cannot show."""
    faces, met = form.typed_faces, form.typed_met
    resistance = Resistance(base=_base(form), typed=bool(met))
    count = resistance_pool(target, resistance, using).pool.thrown if target is not None and met else 0
    hand("faces", faces, form.own_pool(using).pool.thrown if faces else 0, turn.dice)
    hand("met_faces", met, count, turn.dice)
    hands = Hands(turn.dice, faces, met)
    with thrown_with(turn, hands):
        settle(turn, replace(using, faces=tuple(faces)), resistance, hands=hands)


def _base(form: WorkingForm) -> int:
    given = form.cleaned_data.get("base")
    return AVERAGE if given is None else int(given)


def is_asked(turn: Turn, form: WorkingForm, using: Using, target: Character) -> bool:
    """The GM for one of hers, unless it is she who uses it; a player who knows of it, or must be let in."""
    how = works_of(using).resisted(using, turn.options)
    if how == NEVER:
        return False
    if player_of(target).is_gm:
        return not turn.viewer.is_gm
    return how == ASKED or bool(form.cleaned_data.get("knows"))


def _ask(turn: Turn, using: Using, row: Entry, target: Character, event: Event) -> None:
    """Of a secret one the asked player learns neither whose it is nor what it is called."""
    exchange = exchanges.open_exchange(turn, QUIETLY if using.secret else OPEN, using, event)
    facts = {"who": target.name, "spell": bool(using.level)}
    facts |= {"from": "", "power": ""} if using.secret else {"from": row.character.name, "power": row.name}
    exchanges.ask(turn, exchange, versus.whom_to_ask(target), facts)
