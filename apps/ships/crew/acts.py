"""Making and editing ships and vehicles, and who is aboard. Importing this module registers every act of theirs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters import rows
from apps.characters.access import knowers_of, played_by
from apps.characters.crew.access import OF_THE_CREW, is_of_the_crew
from apps.characters.forms import CharacterChoice, acting_for, named
from apps.characters.models import SHIP, Character
from apps.characters.naming import numbered
from apps.characters.sheets import changed
from apps.ships import posts
from apps.ships.access import crew_and_gms
from apps.ships.crew import vehicles, writing
from apps.ships.crew.access import ABOARD, posts_left_by, ships_to_board
from apps.ships.crew.sheet import ship_sheet_of
from apps.ships.crew.sheet_form import EditShipForm, MakeShipForm
from apps.ships.models import Post
from apps.table.acts import ActForm, act
from apps.table.audience import EVERYBODY, GMS, Audience, players_of
from apps.table.choices import OneRow
from apps.table.turn import Turn
from apps.table.viewer import Viewer

__all__ = ["vehicles"]
SHEET_TEMPLATE = "ships/crew/acts/ship.html"


@act("crew.make-ship", title="A new ship or vehicle", form=MakeShipForm, template=SHEET_TEMPLATE, button="Make it")
def make_ship(turn: Turn, form: MakeShipForm) -> None:
    """A ship, land vehicle or watercraft (crew.ship-sheet); a player's is the crew's."""
    data = form.cleaned_data
    hidden = data.get("hidden", False)
    (name,) = numbered(turn.desk, data["name"], 1, hidden=hidden)
    ship = rows.make_character(turn, name=name, sheet=SHIP, role=data["type"], hidden=hidden)
    writing.write_ship(turn, ship, form)
    if not turn.viewer.is_gm:
        rows.set_trait(turn, ship, OF_THE_CREW, "yes")
    sheet = ship_sheet_of(ship)
    who = named(ship) | {"type": sheet.type_title.lower(), "crews": sheet.of_the_crew}
    facts = who | {"dice": writing.dice_told(sheet)}
    turn.tell("crew.ship-made", facts, to=readers_of_ship(ship), also={} if ship.hidden else {knowers_of(ship): who})


def readers_of_ship(ship: Character) -> Audience:
    """Who reads its sheet: everybody where it is the crew's, else the GMs and whoever is aboard."""
    return EVERYBODY if is_of_the_crew(ship) and not ship.hidden else crew_and_gms(ship)


@act("crew.edit-ship", title="Edit the ship", form=EditShipForm, template=SHEET_TEMPLATE, button="Keep the ship")
def edit_ship(turn: Turn, form: EditShipForm) -> None:
    """Writes the whole sheet; the event says what changed."""
    ship: Character = form.cleaned_data["ship"]
    before = writing.lines(ship_sheet_of(ship))
    acting_for(turn, ship)
    turn.change(ship, name=form.cleaned_data["name"], role=form.cleaned_data["type"])
    writing.write_ship(turn, ship, form)
    facts = named(ship) | {"changes": changed(turn, before, writing.lines(ship_sheet_of(ship)))}
    turn.tell("crew.ship-edited", facts, to=readers_of_ship(ship))


class BoardForm(ActForm):
    """Who goes aboard what."""

    ship = CharacterChoice(label="Ship", error_messages={"invalid_choice": "That ship is not yours to board."})
    person = CharacterChoice()

    def setup(self) -> None:
        for name, cast in (("ship", ships_to_board(self.viewer)), ("person", played_by(self.viewer))):
            self.choose(name, cast)
            if len(cast) == 1:
                self.fields[name].initial = cast[0].public_id


@act("crew.board", title="Go aboard", form=BoardForm, button="Aboard")
def board(turn: Turn, form: BoardForm) -> None:
    """Somebody goes aboard, from another ship if need be; who is aboard rolls with its attributes."""
    ship, person = form.cleaned_data["ship"], form.cleaned_data["person"]
    acting_for(turn, person)
    left = next((one for one in turn.desk.all(Post, person=person, key=ABOARD) if one.ship_id != ship.pk), None)
    if left is not None:
        turn.delete(left)
    posts.take(turn, ship, ABOARD, person, MOST_ABOARD)
    # of the ship that is left only those hear who hear of this one: it may be one that nobody else knows
    facts = named(ship) | {"person": person.name, "person_id": person.public_id}
    more = {"left": left.ship.name if left and not left.ship.hidden else None}
    turn.tell("crew.boarded", facts | more, to=hearers_of(ship, person))


MOST_ABOARD = 200


def hearers_of(ship: Character, person: Character) -> Audience:
    """Who hears that somebody goes aboard or leaves: everybody, unless one of the two is hidden."""
    if person.hidden:
        return GMS | players_of(person.pk) if person.seat_id else GMS
    return crew_and_gms(ship) | players_of(person.pk) if ship.hidden else EVERYBODY


class LeaveForm(ActForm):
    post = OneRow(
        widget=forms.HiddenInput,
        label="Who",
        error_messages={"invalid_choice": "Nobody of yours is aboard there any more."},
    )

    def setup(self) -> None:
        self.choose("post", posts_left_by(self.viewer))


def who_leaves(viewer: Viewer, form: LeaveForm) -> Mapping[str, Any]:
    post: Post = form.cleaned_data["post"]
    return {"ship": post.ship, "person": post.person}


@act(
    "crew.leave-ship",
    title="Leave the ship",
    form=LeaveForm,
    button="Off the ship",
    preview=who_leaves,
    template="ships/crew/acts/leave.html",
)
def leave_ship(turn: Turn, form: LeaveForm) -> None:
    """Somebody is no longer aboard."""
    post: Post = form.cleaned_data["post"]
    facts = named(post.ship) | {"person": post.person.name, "person_id": post.person.public_id}
    audience = hearers_of(post.ship, post.person)
    acting_for(turn, post.person)
    turn.delete(post)
    turn.tell("crew.left-ship", facts, to=audience)
