"""Awarding, spending and taking back Drama Points (dragonfly.drama-points)."""

from __future__ import annotations

from typing import Any

from apps.characters.access import watchers_of
from apps.characters.dragonfly.points import drama_points_of
from apps.characters.forms import OwnCharacterForm, acting_for, named, number, one_line
from apps.characters.models import Character
from apps.characters.points import MOST, move, told_by
from apps.characters.rows import track
from apps.drama.many import ForSeveralForm, tell_of_many
from apps.rules.refusal import Refused
from apps.table.acts import act, gms
from apps.table.turn import Turn

RULE = "dragonfly.drama-points"


class AwardForm(ForSeveralForm):
    points = number("Drama Points", 1, MOST, initial=1)
    why = one_line("Why", 120, required=False)


@act("dragonfly.award", menu=52, title="Award Drama Points", form=AwardForm, who=gms, button="Award")
def award(turn: Turn, form: AwardForm) -> None:
    """Points from the GM's supply to one, several or every player's character."""
    receivers = form.receivers()
    if not receivers:
        turn.refuse("nobody", "No player has a character yet.", "characters")
    points, why = form.cleaned_data["points"], form.cleaned_data["why"]
    lines, moves = [], []
    for character in receivers:
        moves.append(move(turn, None, track(turn, character, "drama-points"), points, why, RULE))
        lines.append((character, _line(character)))
    tell_of_many(turn, "dragonfly.awarded", {"points": points, "why": why}, lines, moves)


def _line(character: Character) -> dict[str, Any]:
    return named(character) | {"left": drama_points_of(character)}


class SpendForm(OwnCharacterForm):
    points = number("Drama Points", 1, MOST, initial=1)
    why = one_line("What for", 120, required=False)


@act(
    "dragonfly.spend",
    menu=50,
    title="Spend Drama Points",
    form=SpendForm,
    button="Spend",
    template="drama/dragonfly/acts/spend.html",
    preview=lambda viewer, form: {"held": drama_points_of(form.cleaned_data["character"])},
)
def spend(turn: Turn, form: SpendForm) -> None:
    """A free spend, for what the table agrees on."""
    _away(turn, form.cleaned_data, "dragonfly.spent")


@act(
    "dragonfly.take-back",
    title="Take Drama Points back",
    form=SpendForm,
    who=gms,
    button="Take back",
    template="drama/dragonfly/acts/spend.html",
    preview=lambda viewer, form: {"held": drama_points_of(form.cleaned_data["character"])},
)
def take_back(turn: Turn, form: SpendForm) -> None:
    """The GM takes points away again."""
    _away(turn, form.cleaned_data, "dragonfly.taken-back")


def _away(turn: Turn, data: dict[str, Any], kind: str) -> None:
    character = data["character"]
    acting_for(turn, character)
    try:
        moved = move(turn, track(turn, character, "drama-points"), None, data["points"], data["why"], RULE)
    except Refused as no:
        raise Refused(no.code, no.text, "points") from no
    facts = _line(character) | {"points": data["points"], "why": data["why"]}
    told = turn.tell(kind, facts, to=watchers_of(character))
    told_by(turn, told, moved)
