"""A ready crew for a ship of the GM's: somebody flies it, and somebody is at each turret (dragonfly.ship-sheet)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.dragonfly import writing
from apps.characters.dragonfly.ready import listed_cast
from apps.characters.forms import CharacterChoice, named
from apps.characters.models import Character
from apps.characters.naming import LONGEST, numbered
from apps.rules.dragonfly.lists import POSTS, pick
from apps.ships import posts
from apps.ships.access import crew_and_gms, ships_of
from apps.ships.dragonfly import handing_over
from apps.ships.dragonfly.crew import GUNNER, PILOT
from apps.ships.dragonfly.sheet import ship_sheet_of
from apps.ships.models import Post
from apps.table.acts import ActForm, act, gms
from apps.table.turn import Turn
from apps.table.viewer import Viewer

TURRET = "turret"


def wanting(viewer: Viewer, ship: Character) -> list[str]:
    """The posts for which a ready crew would come: the helm, and a turret each, where nobody sits; of a player's ship
    none."""
    if ship.seat_id is not None:
        return []
    held = Counter(one.key for one in ship.desk.all(Post, ship=ship))
    turrets = sum(one.mount == TURRET for one in ship_sheet_of(ship, viewer.options).weapons)
    return [PILOT] * (not held[PILOT]) + [GUNNER] * (turrets - held[GUNNER])


def come_aboard(turn: Turn, ship: Character) -> list[dict[str, str]]:
    """Makes whoever is wanting, known to as many as the ship is, and seats them: who came, for the event."""
    wanted = wanting(turn.viewer, ship)
    return [one for key in dict.fromkeys(wanted) for one in _seated(turn, ship, key, wanted.count(key))]


def _seated(turn: Turn, ship: Character, key: str, count: int) -> list[dict[str, str]]:
    title = pick("post", key, POSTS).title.lower()
    scores = next(row.values for row in listed_cast() if row.id == key)
    stem = f"{ship.name[: LONGEST - len(title)]} {title}"
    names = numbered(turn.desk, stem, count, hidden=ship.hidden)
    for name in names:
        person = writing.supporting_cast(turn, name, {**scores, "hidden": ship.hidden}, present=False)
        posts.take(turn, ship, key, person)
    return [{"person": name, "post": title} for name in names]


class ReadyCrewForm(ActForm):
    ship = CharacterChoice(widget=forms.HiddenInput)

    def setup(self) -> None:
        self.choose("ship", ships_of(self.viewer.desk))


def who_comes(viewer: Viewer, form: ReadyCrewForm) -> Mapping[str, Any]:
    """Aboard what, and at which posts."""
    ship: Character = form.cleaned_data["ship"]
    titles = [pick("post", key, POSTS).title.lower() for key in wanting(viewer, ship)]
    return {"subheading": f"{ship.name}: {', '.join(titles) or 'nobody is wanting'}"}


@act(
    "dragonfly.ready-crew",
    title="A ready crew",
    form=ReadyCrewForm,
    who=gms,
    button="They come aboard",
    preview=who_comes,
)
def ready_crew(turn: Turn, form: ReadyCrewForm) -> None:
    """A pilot, and a gunner for each turret, of the GM's cast, where nobody sits yet."""
    ship: Character = form.cleaned_data["ship"]
    came = come_aboard(turn, ship)
    if not came:
        turn.refuse("manned", f"Nobody is wanting aboard {ship.name}. Nothing was changed.", "ship")
    turn.tell("dragonfly.crew-came", named(ship) | {"crew": came}, to=crew_and_gms(ship))
    handing_over.taken(turn, ship, PILOT)
