"""A roll of one against another that is no attack: both sides in one form, the spread of it, and the card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from django import forms

from apps.characters import rows
from apps.characters.access import known_to, of_public_id, sheet_open_to
from apps.characters.forms import CharacterChoice, OwnCharacterForm
from apps.characters.models import Character, Move, Track
from apps.characters.points import told_by
from apps.characters.rough_magic import lasting
from apps.characters.rough_magic.endurance import is_down
from apps.characters.rough_magic.sheet import RoughSheet, sheet_of
from apps.checks import versus
from apps.checks.modes import mode_field, mode_of, set_modes, tell_roll
from apps.checks.rough_magic import odds as of_checks
from apps.checks.rough_magic.buying import BOOST, SUCCESS, BuysForm, auto_of
from apps.checks.rough_magic.check import may_turn, spend_chips
from apps.checks.rough_magic.sides import TwoSides, Value, boxes_for_check, duel
from apps.checks.rough_magic.ways import Way
from apps.checks.thrown import Thrown
from apps.combat import tracking
from apps.combat.rough_magic.order import turns_of
from apps.combat.sides import first_foe, foes_first
from apps.rules.refusal import Refused
from apps.rules.rough_magic.roll import Boxes, Roll, rolled
from apps.rules.rough_magic.visibility import TARGET, visibility
from apps.table.audience import GMS
from apps.table.models import Event
from apps.table.turn import Turn
from apps.table.viewer import Viewer

Facts = dict[str, Any]
Made = TypeVar("Made", bound=Roll)
SEEN = "seen-"
"""Tracks of what everybody has seen of somebody, by the attribute."""


@dataclass(frozen=True)
class Number:
    """What a side rolls or stands with, in words and as a number: Will 5."""

    words: str
    value: int


def attribute(character: Character, id: str) -> Number:
    return Number(id.capitalize(), sheet_of(character).rank(id))


class ContestForm(BuysForm, TwoSides, OwnCharacterForm):
    """Who does it to whom. An act's own form says with which numbers."""

    target = CharacterChoice(
        label="Whom",
        empty_label=None,
        widget=forms.RadioSelect,
        error_messages={"required": "Say to whom.", "invalid_choice": "That one is not there."},
    )
    mode = mode_field("Who sees the roll")

    against = "Will"
    """What stands against it, as everybody may know."""
    close = False
    """Whether it counts as close combat (rough_magic.skill-modifiers)."""

    def setup(self) -> None:
        super().setup()
        set_modes(self, self.viewer)
        self.choose_other()
        own = self.own
        if own is not None:
            self.offer_boxes(boxes_for_check(sheet_of(own), close=self.close, options=self.viewer.options))
            self.offer_point(sheet_of(own), self.way_of)

    def choose_other(self) -> None:
        """Says to whom it may be done."""
        others = self.others()
        self.choose("target", others)
        self.start_with({"target": first_foe(self.own, others)})

    def choose_the_only_one(self) -> None:
        super().choose_the_only_one()
        if (first := on_turn(self.viewer, self.open_characters())) is not None:
            self.start_with({"character": first})

    def open_characters(self) -> list[Character]:
        return [one for one in super().open_characters() if one.present and not is_down(one)]

    @cached_property
    def own(self) -> Character | None:
        """Who does it so far."""
        named = self["character"].value()
        return of_public_id(self.open_characters(), getattr(named, "public_id", named))

    @property
    def roller(self) -> Character | None:
        return self.own

    def others(self) -> list[Character]:
        """To whom it may be done: everybody else in the scene of whom this seat knows, the other side first."""
        own = self.own
        there = [one for one in known_to(self.viewer) if one.present and one != own and not is_down(one)]
        return foes_first(own, there)

    def way_of(self, sheet: RoughSheet) -> Way:
        """What is rolled with, of such a sheet."""
        raise NotImplementedError

    def mine(self) -> Number:
        """The same of whoever does it, with what a point lifts; in a form that is right."""
        way = self.wanted_way(self.way_of(sheet_of(self.own or self.cleaned_data["character"])))
        helper = f" + {way.helper.name} {way.helper.rank}" if way.helper else ""
        return Number(f"{way.title}{helper}", way.number)

    def theirs(self) -> Number:
        """What stands against it."""
        raise NotImplementedError

    @property
    def at(self) -> Character:
        """To whom, in a form that is right."""
        found: Character = self.cleaned_data["target"]
        return found

    @property
    def counts(self) -> Boxes:
        """The boxes as the rules take them."""
        sides = self.sides
        return {
            "av_bonuses": sides.av_bonuses, "av_penalties": sides.av_penalties,
            "dv_bonuses": sides.dv_bonuses, "dv_penalties": sides.dv_penalties,
        }  # fmt: skip


def on_turn(viewer: Viewer, cast: Sequence[Character]) -> Character | None:
    """The one of them whose turn it is."""
    fight = tracking.fight_of(viewer.table)
    found = turns_of.on_turn(fight) if fight else None
    return found.character if found is not None and found.character in cast else None


# the odds


def drawn(viewer: Viewer, form: ContestForm) -> Facts:
    """Both sides and the chances, from what this seat may know of the other one."""
    known, mine, theirs = knows(viewer, form.at, form.theirs()), form.mine(), form.theirs()
    words = Value(f"{theirs.words} {theirs.value}", theirs.value) if known else Value(f"{form.against}, not known")
    sides = duel(form, Value(f"{mine.words} {mine.value}", mine.value), words)
    paid = " for 1 point" if form.buys else ""
    found: Facts = {"duel": sides, "own_footer": True, "button": f"Roll {sides.roll}{paid}"}
    bonus, auto = sides.bonus or 0, auto_of(sides.auto, form.buys)
    return found | {
        "odds": of_checks.drawn(bonus, sides.target, auto, boost=bool(form.lifts) and form.buys != BOOST),
        "glance": of_checks.glance(bonus, sides.target, auto),
        "spend": spend_chips(form, sides, sides.target),
    }


def knows(viewer: Viewer, character: Character, number: Number) -> bool:
    """Whether this seat knows what stands against it: of a sheet that it reads, and of what was seen once."""
    seen = viewer.desk.one(Track, character=character, key=f"{SEEN}{number.words.casefold()}")
    return sheet_open_to(viewer, character) or seen is not None


def _note_seen(turn: Turn, character: Character, number: Number) -> None:
    """An open roll shows the number that it has to reach (rough_magic.visibility)."""
    if not is_open(character):
        rows.set_track(turn, character, f"{SEEN}{number.words.casefold()}", 1)


# the roll


def fails(form: ContestForm) -> Roll:
    """The roll that is none, because it fails whatever would fall."""
    return rolled(None, form.theirs().value, form.sides, None, "fail")


def with_point(form: ContestForm, made: Made) -> Made:
    """The roll, which a point has made sure of if that was bought (rough_magic.automatic-success)."""
    return replace(made, auto="success") if form.buys == SUCCESS else made


def told(form: ContestForm, made: Roll, thrown: Thrown, rule: str) -> Facts:
    """The roll as the card has it."""
    facts = {"success": made.success, "auto": made.auto}
    return (
        form.told_boxes
        | form.told_point()
        | {
            "may_turn": form.own is not None and may_turn(facts, form.own, form.viewer.options),
            "what": form.mine().words,
            "av": form.mine().value,
            "dv": form.theirs().value,
            "against": form.against,
            "faces": [[face, "kept"] for face in made.faces],
            "total": made.total,
            "target": made.target,
            "margin": made.margin,
            "success": made.success,
            "extreme": made.extreme,
            "auto": made.auto,
            "typed": thrown.typed,
            "rule": rule,
        }
    )


OF_THEIRS = ("dv", "target", "margin", "extreme")
OF_MINE = ("what", "av", "boxes", "left_out")


def tell(turn: Turn, kind: str, form: ContestForm, facts: Facts, own: Character, paid: Move | None = None) -> Event:
    """The card, in the mode that was chosen, and what was paid for it; of the numbers of a GM's character everybody
    hears the totals alone."""
    event = _tell(turn, kind, form, facts, own)
    told_by(turn, event, paid)
    lasting.has_rolled(turn, own)
    return event


def _tell(turn: Turn, kind: str, form: ContestForm, facts: Facts, own: Character) -> Event:
    other, mode = form.at, mode_of(form)
    full = versus.names(own, other) | facts | {"mode": mode, "label": ""}
    shown = _shows_target(turn, other)
    hidden = [*_cut(own, OF_MINE), *_cut(other, ("dv",)), *(() if shown else OF_THEIRS)]
    if shown and mode == "everybody":
        _note_seen(turn, other, form.theirs())
    secret = hidden or own.hidden or other.hidden
    less = {name: None if name in hidden else value for name, value in full.items()}
    if not shown and less["boxes"]:
        less["boxes"] = [one for one in less["boxes"] if one["side"] != "DV"]
    if own.hidden and other.hidden:
        return turn.tell(kind, full, GMS)
    open_part = versus.masked(less, own, other) if secret else None
    return tell_roll(turn, kind, full, mode, turn.seat, open_part=open_part)


def _shows_target(turn: Turn, other: Character) -> bool:
    """Whether everybody hears the number that had to be reached: by the switch target-number-shown, and of the unseen
    never (rough_magic.visibility)."""
    return is_open(other) or (not other.hidden and visibility(viewer="player", item=TARGET, options=turn.options).shown)


def is_open(character: Character) -> bool:
    """Whether everybody may hear the numbers that a roll is made of: those of players' characters."""
    return bool(character.seat_id) and not character.hidden


def _cut(character: Character, names: Sequence[str]) -> Sequence[str]:
    return () if is_open(character) else names


def why_not(own: Character) -> Refused | None:
    """Why somebody does nothing of the kind now."""
    if is_down(own):
        return Refused("down", f"{own.name} is defeated and does nothing.", "character")
    return None
