"""Righteous Fury where ships meet (dragonfly.righteous-fury): it counts on every shot until the encounter ends."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from apps.characters.access import watchers_of
from apps.characters.dragonfly.points import drama_points_of, is_furious, why_late
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.forms import OwnCharacterForm, acting_for, named, one_line
from apps.characters.models import Character
from apps.checks.dragonfly import fury
from apps.rules.refusal import Refused
from apps.ships import board
from apps.ships.access import hearers_of
from apps.ships.dragonfly.crew import vessel_with
from apps.ships.dragonfly.gunnery import at_weapons
from apps.table.acts import act, gms
from apps.table.audience import Audience
from apps.table.models import Span
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = fury.fury_kind("dragonfly.fury-aboard", "dragonfly.answer-fury-aboard")


class FuryForm(OwnCharacterForm):
    """Whoever fires a ship's weapons, and what provoked them."""

    why = one_line("What provoked it", 200)

    def open_characters(self) -> list[Character]:
        return who_may_rage(self.viewer)

    @property
    def refused_now(self) -> str:
        """Why it is not possible now, before anybody types."""
        character = self.chosen()
        no = why_no_fury(self.viewer, character) if character else None
        return no.text if no else ""


def who_may_rage(viewer: Viewer) -> list[Character]:
    """Those of this seat at the weapons who roll; Ability Scores are as they are."""
    return [one for one in at_weapons(viewer) if sheet_of(one).is_full]


def why_no_fury(viewer: Viewer, character: Character) -> Refused | None:
    """Why it cannot be asked for: it lasts already or is asked for, the points, or a fight that is past Intentions."""
    if fury.is_asked(character, KIND):
        return Refused("asked", f"{character.name} has asked: the {viewer.game.gm} decides.")
    return _why_no_second(character) or fury.why_not(character) or why_late(viewer, character, "righteous-fury")


def _why_no_second(character: Character) -> Refused | None:
    """Why nothing is gained: that of a fight counts on shots too."""
    if not is_furious(character):
        return None
    why = f"{character.name} is in Righteous Fury already. It counts on every shot too, and it does not stack."
    return Refused("fury-running", why)


def fury_outlook(viewer: Viewer, form: FuryForm) -> Mapping[str, Any]:
    return {"held": drama_points_of(form.cleaned_data["character"])}


@act(
    "dragonfly.fury-aboard",
    title="Righteous Fury",
    form=FuryForm,
    button="Ask for it",
    template="ships/dragonfly/acts/fury.html",
    preview=fury_outlook,
)
def fury_aboard(turn: Turn, form: FuryForm) -> None:
    """Asks the GMs. Nothing is spent before their yes."""
    board.running(turn)
    character = form.cleaned_data["character"]
    if no := why_no_fury(turn.viewer, character):
        raise Refused(no.code, no.text, "character")
    acting_for(turn, character)
    why = form.cleaned_data["why"]
    told = turn.tell("dragonfly.fury-asked", named(character) | {"why": why}, to=_hearers(character))
    fury.ask_for(turn, KIND, character, why, told)


class FuryAnswerForm(fury.FuryAnswerForm):
    kinds = (KIND,)


@act(
    "dragonfly.answer-fury-aboard",
    title="Answer Righteous Fury",
    form=FuryAnswerForm,
    who=gms,
    button="Answer",
    template="checks/dragonfly/acts/answer-fury.html",
)
def answer_fury_aboard(turn: Turn, form: FuryAnswerForm) -> None:
    """The Director's word: with a yes two Drama Points are paid and it lasts until the encounter ends."""
    character = sure(form.character)
    no = _why_no_second(character) if form.allowed else None
    if no:
        raise Refused(no.code, f"{no.text} Answer no, or call the question off.", "allow")
    fury.answer(turn, form, board.running(turn).span, _hearers(character))


def _hearers(character: Character) -> Audience:
    vessel = vessel_with(character)
    return hearers_of(vessel.ship, character) if vessel else watchers_of(character)


@fury.is_heard_of_by
def hearers_aboard(character: Character, span: Span) -> Audience | None:
    """Whoever heard of it when it began."""
    return _hearers(character) if span.kind == board.KIND else None


def tell_what_ends(turn: Turn, span: Span) -> None:
    """Whose fury ends with the encounter, to those who heard of it; told once the act has told."""
    ending = [(character, _hearers(character)) for character in fury.raging_in(span)]
    turn.later(partial(_tell_ended, turn, ending))


def _tell_ended(turn: Turn, ending: list[tuple[Character, Audience]]) -> None:
    for character, hearers in ending:
        turn.tell("dragonfly.fury-ended", named(character), to=hearers)
