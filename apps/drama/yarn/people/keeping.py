"""The list of supporting characters: everybody reads it, the GM keeps it, or a player to whom she gives the job
(yarn.supporting-characters)."""

from __future__ import annotations

from typing import Any

from apps.characters import parts, rows
from apps.characters.access import people
from apps.characters.forms import CharacterChoice, named, one_line
from apps.characters.models import Character
from apps.characters.parts import Holder
from apps.characters.yarn.people import Participant, of_key, players
from apps.characters.yarn.sheet import MINOR, RECURRING
from apps.characters.yarn.spans import SERIES, open_now, series
from apps.drama.yarn.newcomers import LISTED, listed_as
from apps.table.acts import ActForm, act, gms
from apps.table.choices import OneRow
from apps.table.desk import Desk
from apps.table.models import Seat
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KEEPER = "list-keeper"


def keeper_of(desk: Desk) -> Participant | None:
    """The player who keeps the list; None where the GM does."""
    span = open_now(desk, SERIES)
    seats = parts.seats_in(desk, span, KEEPER) if span is not None else []
    return next((of_key(desk, one.public_id) for one in seats), None)


def keeps(viewer: Viewer) -> bool:
    """Whether this seat may edit the list."""
    keeper = keeper_of(viewer.desk)
    return viewer.is_gm or (keeper is not None and keeper.seat is not None and keeper.seat.pk == viewer.seat.pk)


def listed(desk: Desk) -> list[Character]:
    """All supporting characters of whom everybody knows, the recurring ones first."""
    cast = people(one for one in desk.all(Character) if not one.hidden and one.role in (MINOR, RECURRING))
    return sorted(cast, key=lambda one: one.role == MINOR)


class KeeperForm(ActForm):
    seat = OneRow(label="Who keeps the list", required=False, empty_label="The GM")

    def setup(self) -> None:
        self.fields["seat"].error_messages["invalid_choice"] = "Nobody of that name plays here."
        self.choose("seat", [one.seat for one in players(self.viewer.desk)], f"The {self.viewer.game.gm}")


@act("yarn.name-keeper", title="Who keeps the list", form=KeeperForm, who=gms, button="Theirs it is")
def name_keeper(turn: Turn, form: KeeperForm) -> None:
    """Gives the list of supporting characters to a player, or takes it back. Refuses what is so already (same)."""
    seat: Seat | None = form.cleaned_data["seat"]
    before = keeper_of(turn.desk)
    if (before.seat if before is not None else None) == seat:
        turn.refuse("same", "They keep it already.", "seat")
    parts.arrange(turn, series(turn), KEEPER, [Holder(seat)] if seat is not None else [])
    turn.tell("yarn.keeper-named", {"who": seat.name if seat is not None else ""})


def why_no_keeper(viewer: Viewer) -> str:
    """The list is for whoever keeps it."""
    return "" if keeps(viewer) else f"The {viewer.game.gm} keeps the list, or whom she gives it to."


class DescribeForm(ActForm):
    character = CharacterChoice(label="Whom")
    text = one_line("What the list says of them", 240, required=False)

    def setup(self) -> None:
        self.choose("character", listed(self.viewer.desk))
        chosen = str(self["character"].value() or "")
        found = next((one for one in listed(self.viewer.desk) if one.public_id == chosen), None)
        if found is not None:
            self.start_with({"text": listed_as(found)})


@act("yarn.describe-anew", title="What the list says", form=DescribeForm, who=why_no_keeper, button="Keep it")
def describe_anew(turn: Turn, form: DescribeForm) -> None:
    """Other words for a supporting character, which everybody reads. Refuses the same words (same)."""
    data: dict[str, Any] = form.cleaned_data
    who: Character = data["character"]
    if listed_as(who) == data["text"]:
        turn.refuse("same", "That is what it says already.", "text")
    rows.set_trait(turn, who, LISTED, data["text"])
    turn.tell("yarn.described-anew", named(who) | {"text": data["text"]})
