"""Making and editing ships, and who sits where. Importing this module registers every act of Dragonfly's ships."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters import rows
from apps.characters.access import of_public_id, played_by
from apps.characters.forms import CharacterChoice, acting_for, named
from apps.characters.models import SHIP, Character
from apps.characters.naming import numbered
from apps.characters.sheets import changed, lesser
from apps.rules.dragonfly.lists import POSTS, pick
from apps.ships import posts
from apps.ships.access import crew_and_gms, hearers_of, posts_run_by, ships_of, ships_to_board
from apps.ships.board import ships_unseen_by
from apps.ships.dragonfly import (
    chasing,
    clock,
    detecting,
    dogfight,
    fury,
    gunnery,
    handing_over,
    hiding,
    manning,
    repairs,
    searching,
    sensing,
    shots,
    writing,
)
from apps.ships.dragonfly.sheet import bonus_at, posts_to_take, ship_sheet_of
from apps.ships.dragonfly.sheet_form import EditShipForm, MakeShipForm
from apps.ships.models import Post
from apps.table.acts import ActForm, act, gms
from apps.table.choices import OneRow
from apps.table.turn import Turn
from apps.table.viewer import Viewer

__all__ = [
    "chasing",
    "clock",
    "detecting",
    "dogfight",
    "fury",
    "gunnery",
    "hiding",
    "manning",
    "repairs",
    "searching",
    "sensing",
]
SHEET_TEMPLATE = "ships/dragonfly/acts/ship.html"


@act(
    "dragonfly.make-ship",
    title="A new ship",
    form=MakeShipForm,
    who=gms,
    template=SHEET_TEMPLATE,
    button="Make this ship",
)
def make_ship(turn: Turn, form: MakeShipForm) -> None:
    """A new ship, unhurt (dragonfly.ship-sheet); a ready one that is no player's comes with its crew."""
    data = form.cleaned_data
    (name,) = numbered(turn.desk, data["name"], 1, hidden=data["hidden"])
    ship = rows.make_character(turn, name=name, sheet=SHIP, role=SHIP, seat=data["seat"], hidden=data["hidden"])
    writing.write_ship(turn, ship, form)
    writing.blank_tracks(turn, ship, data["cargo"] or 0, data["supplies"] or 0)
    facts = named(ship) | {"size": data["size"], "speed": data["speed"], "to": ship.seat.name if ship.seat else None}
    facts["crew"] = manning.come_aboard(turn, ship) if form.tapped else []
    turn.tell("dragonfly.ship-made", facts, to=crew_and_gms(ship), also=lesser(ship, named(ship)))


@act("dragonfly.edit-ship", title="Edit the ship", form=EditShipForm, template=SHEET_TEMPLATE, button="Keep the ship")
def edit_ship(turn: Turn, form: EditShipForm) -> None:
    """Writes the whole sheet; the event says what changed."""
    ship: Character = form.cleaned_data["ship"]
    before = writing.lines(ship_sheet_of(ship, turn.options))
    acting_for(turn, ship)
    turn.change(ship, name=form.cleaned_data["name"])
    writing.write_ship(turn, ship, form)
    writing.write_harm(turn, ship, form)
    facts = named(ship) | {"changes": changed(turn, before, writing.lines(ship_sheet_of(ship, turn.options)))}
    also = lesser(ship, named(ship)) if ship.seat_id else {}
    turn.tell("dragonfly.ship-edited", facts, to=crew_and_gms(ship), also=also)
    shots.count_hits_by_hand(turn, ship)


class TakePostForm(ActForm):
    """Who sits where."""

    ship = CharacterChoice(label="Ship", error_messages={"invalid_choice": "That ship is not yours to board."})
    person = CharacterChoice()
    post = forms.ChoiceField(label="Post", choices=[(row.id, row.title) for row in POSTS], widget=forms.RadioSelect)

    def setup(self) -> None:
        unseen = ships_unseen_by(self.viewer)
        ships = [one for one in ships_to_board(self.viewer) if one.pk not in unseen]
        for name, cast in (("ship", ships), ("person", played_by(self.viewer))):
            self.choose(name, cast)
            if len(cast) == 1:
                self.fields[name].initial = cast[0].public_id
        self.fields["post"].initial = self._proposed()
        self.fields["post"].help_text = ". ".join(f"{row.title}: {row.does}" for row in POSTS)

    def _proposed(self) -> str:
        """The post that is free aboard the ship that is proposed, as far as these eyes know, and fits whoever is
        proposed best; the helm, where nobody is."""
        ship = self._first_proposed("ship", ships_of(self.viewer.desk))
        person = self._first_proposed("person", played_by(self.viewer))
        free = posts_to_take(self.viewer, ship) if ship else POSTS
        best = max(free, key=lambda row: bonus_at(row, person, self.viewer.options)) if person else free[0]
        return best.id

    def _first_proposed(self, name: str, cast: list[Character]) -> Character | None:
        return of_public_id(cast, self.get_initial_for_field(self.fields[name], name))


@act("dragonfly.take-post", title="Take a post aboard", form=TakePostForm, button="Take the post")
def take_post(turn: Turn, form: TakePostForm) -> None:
    """Seats somebody at a post; whoever sits there rolls with their own numbers (dragonfly.ship-sheet), what was asked
    of the one before them too."""
    ship, person = form.cleaned_data["ship"], form.cleaned_data["person"]
    post = pick("post", form.cleaned_data["post"], POSTS)
    acting_for(turn, person)
    posts.take(turn, ship, post.id, person, posts.MOST_AT_A_POST if post.several else 1)
    turn.tell("dragonfly.post-taken", _of_post(ship, person, post.title), to=hearers_of(ship, person))
    handing_over.taken(turn, ship, post.id)


def _of_post(ship: Character, person: Character, title: str) -> dict[str, Any]:
    return named(ship) | {"person": person.name, "person_id": person.public_id, "post": title}


class LeavePostForm(ActForm):
    post = OneRow(
        widget=forms.HiddenInput,
        label="Post",
        error_messages={"invalid_choice": "Nobody of yours is at that post any more."},
    )

    def setup(self) -> None:
        self.choose("post", posts_run_by(self.viewer))


def whose_post(viewer: Viewer, form: LeavePostForm) -> Mapping[str, Any]:
    post: Post = form.cleaned_data["post"]
    return {"ship": post.ship, "person": post.person, "post": pick("post", post.key, POSTS)}


@act(
    "dragonfly.leave-post",
    title="Leave a post",
    form=LeavePostForm,
    button="Leave the post",
    preview=whose_post,
    template="ships/dragonfly/acts/leave_post.html",
)
def leave_post(turn: Turn, form: LeavePostForm) -> None:
    """Takes somebody off a post."""
    post: Post = form.cleaned_data["post"]
    facts = _of_post(post.ship, post.person, pick("post", post.key, POSTS).title)
    audience = hearers_of(post.ship, post.person)
    acting_for(turn, post.person)
    turn.delete(post)
    turn.tell("dragonfly.post-left", facts, to=audience)
