"""Plot points as the GM moves them by hand: awarded and taken back (crew.award, crew.plot-point-uses)."""

from __future__ import annotations

from typing import Any

from apps.characters import rows
from apps.characters.access import knowers_of
from apps.characters.crew import points
from apps.characters.forms import acting_for, named, number, one_line
from apps.characters.models import Character
from apps.characters.points import MOST, move, told_by
from apps.drama.crew.forms import OwnCrewmemberForm, crew_known_to, players_crew
from apps.drama.many import ForSeveralForm, Line, tell_of_many
from apps.rules.refusal import Refused
from apps.table.acts import act, gms
from apps.table.turn import Turn
from apps.table.viewer import Viewer

AWARD = "crew.award"


class AwardForm(ForSeveralForm):
    word = "crewmember"
    why = one_line("What for", 120, required=False, help_text="Great play, a line that landed, a description")

    def open_characters(self) -> list[Character]:
        return crew_known_to(self.viewer)

    def of_players(self) -> list[Character]:
        return players_crew(self.viewer.table)


@act("crew.award", menu=52, title="Give a plot point", form=AwardForm, who=gms, button="Give it, from the pile")
def award(turn: Turn, form: AwardForm) -> None:
    """A plot point of the pile to one, several or every player's crewmember (crew.award). Refuses nobody at all."""
    receivers, why = form.receivers(), form.cleaned_data["why"]
    if not receivers:
        turn.refuse("nobody", "No player has a crewmember yet.", "characters")
    moves, lines = [], list[Line]()
    for character in receivers:
        moves.append(points.gain(turn, character, why or "A great moment", AWARD))
        lines.append((character, named(character) | {"left": points.held(character)}))
    tell_of_many(turn, "crew.awarded", {"why": why, "rule": AWARD}, lines, moves, knowers_of)


def purse(viewer: Viewer, form: Any) -> dict[str, Any]:
    """What whoever pays holds now."""
    character = form.cleaned_data["character"]
    return {"held": points.held(character), "payer": character}


def paid_facts(paid: points.Paid) -> dict[str, Any]:
    """How an event tells of a payment: what is left, and the Episode that was called back instead."""
    return {"left": paid.left, "callback": paid.callback, "paid": bool(paid.move)}


class TakeBackForm(OwnCrewmemberForm):
    points = number("Plot points", 1, MOST, initial=1)
    why = one_line("Why", 120, required=False)


@act(
    "crew.take-back",
    title="Take plot points back",
    form=TakeBackForm,
    who=gms,
    button="Take back",
    template="drama/crew/acts/pay.html",
    preview=purse,
)
def take_back(turn: Turn, form: TakeBackForm) -> None:
    """The GM takes plot points back to the pile. Refuses more than there are."""
    character, many, why = (form.cleaned_data[name] for name in ("character", "points", "why"))
    acting_for(turn, character)
    try:
        line = move(turn, rows.track(turn, character, points.POINTS), None, many, why, "crew.plot-point-uses")
    except Refused as no:
        raise Refused(no.code, no.text, "points") from no
    facts = named(character) | {"points": many, "why": why, "left": points.held(character)}
    told_by(turn, turn.tell("crew.taken-back", facts, to=knowers_of(character)), line)
