"""Ships that hide from each other, search and run, for the tests of hiding and chases."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bs4 import BeautifulSoup
from django.db import transaction

from apps.characters.models import Character
from apps.ships.models import Concealment, Encounter, Spent
from apps.table.models import Ask
from tests.ships.conftest import PERSON, seated, ship_made
from tests.ships.fleet import encounter, go_on, vessel

HIDER: dict[str, Any] = {"name": "The Heron", "size": 2, "gain": "normal"}
SEEKER: dict[str, Any] = {"name": "Magpie", "size": 3, "gain": "normal", "weapon_2_name": ""}


def person(player: Any, name: str, **numbers: Any) -> Character:
    player.does("dragonfly.make", name=name, **{**PERSON, **numbers})
    return Character.objects.get(table=player.table, name=name)


def players_ship(gm: Any, player: Any, pilot: Character, post: str = "pilot", **fields: Any) -> Character:
    """A ship of this player's, with that person aboard."""
    ship = ship_made(gm, seat=player.seat.public_id, **fields)
    assert seated(player, ship, pilot, post).status_code == 200
    return ship


def to_the_run(gm: Any) -> Encounter:
    """The Turn is in the step of chasing and hiding."""
    Encounter.objects.filter(pk=encounter(gm.table).pk).update(phase="run")
    return encounter(gm.table)


def next_turn(gm: Any) -> Encounter:
    """The step of running of the next Turn."""
    assert go_on(gm).phase == "choose"
    return to_the_run(gm)


def hide(who: Any, ship: Character, **given: Any) -> Any:
    return who.post("dragonfly.hide", live=True, ship=vessel(ship).public_id, **given)


def flee(who: Any, ship: Character, **given: Any) -> Any:
    return who.post("dragonfly.flee", live=True, ship=vessel(ship).public_id, **given)


def emerge(who: Any, ship: Character, **given: Any) -> Any:
    return who.post("dragonfly.emerge", live=True, ship=vessel(ship).public_id, **given)


def search(gm: Any, seeker: Character, hider: Character | None = None) -> Any:
    hidden = vessel(hider).public_id if hider else ""
    return gm.post("dragonfly.search", live=True, seeker=vessel(seeker).public_id, hider=hidden)


def asks_of(table: Any, kind: str) -> list[Ask]:
    found = Ask.objects.filter(table=table, closed_at=None, exchange__closed_at=None, exchange__kind=kind)
    return list(found.order_by("pk"))


def watch(who: Any, **given: Any) -> Any:
    """Answers the newest question at the sensors."""
    ask = asks_of(who.table, "dragonfly.detect")[-1]
    return who.post("dragonfly.detect", live=True, ask=ask.public_id, **given)


def race(who: Any, **given: Any) -> Any:
    """Answers the newest question of a chase."""
    ask = asks_of(who.table, "dragonfly.chase")[-1]
    return who.post("dragonfly.answer-chase", live=True, ask=ask.public_id, **given)


def concealment(hider: Character, seeker: Character) -> Concealment:
    return Concealment.objects.get(hider=vessel(hider), seeker=vessel(seeker))


def is_hidden(hider: Character, seeker: Character) -> bool:
    return Concealment.objects.filter(hider=vessel(hider), seeker=vessel(seeker)).exists()


def spent(who: Character, ship: Character, key: str) -> None:
    """As if this person had used that up in the Turn."""
    span = encounter(ship.table).turn
    assert span is not None
    Spent.objects.create(vessel=vessel(ship), person=who, span=span, key=key, value=1)


def out_of_sight(hider: Character, seeker: Character, total: int = 15, cover: str = "medium") -> Concealment:
    """As if the ship had hidden from the other one before."""
    return Concealment.objects.create(hider=vessel(hider), seeker=vessel(seeker), cover=cover, roll=total)


def moved_apart(gm: Any, one: Character, other: Character, by: int = 1) -> None:
    """The Director changes their range by one step."""
    given = {"one": vessel(one).public_id, "other": vessel(other).public_id, "by": str(by)}
    gm.does("dragonfly.dogfight-range", **given)


def switched(gm: Any, **changed: str) -> None:
    from apps.table.switches import offered, values_of

    now = values_of(gm.table.desk)
    held = {one.key: now[one.key] for one in offered(gm.viewer.game)}
    wanted = held | {key.replace("_", "-"): value for key, value in changed.items()}
    if wanted != held:
        gm.does("switches", **wanted)


# what a page shows


def beside_the_log(who: Any) -> str:
    """The words of the whole page but for the log and the list of the seat's own sheets."""
    soup = who.soup()
    for one in soup.select("#log, script"):
        one.decompose()
    return " ".join(soup.get_text(" ").split())


def shown(who: Any) -> str:
    """The whole page of this seat without what differs between any two evenings: ids, tokens, times."""
    return level(who.page() + who.at_address("export-log", **{"as": "json"}).content.decode())


def level(text: str) -> str:
    met: dict[str, str] = {}
    text = re.sub(r'"X-CSRFToken": "\w+"|name="(csrfmiddlewaretoken|nonce)" value="[\w-]+"', "", text)
    text = re.sub(r"\bx[A-Za-z0-9]{12}\b", lambda found: met.setdefault(found[0], f"id-{len(met)}"), text)
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00|\b\d\d:\d\d\b", "…", text)


@contextmanager
def passing() -> Iterator[None]:
    """What is done in here has not been done afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def in_each(worlds: list[Callable[[], Any]], look: Callable[[], Any]) -> list[Any]:
    """What there is to see after each way of doing something."""
    found = []
    for world in worlds:
        with passing():
            world()
            found.append(look())
    return found


def words(response: Any) -> str:
    """The words of an answer, spaces joined."""
    return " ".join(BeautifulSoup(response.content.decode(), "lxml").get_text(" ").split())


def choices(response: Any, name: str) -> set[str]:
    """The values that a form offers for a field."""
    soup = BeautifulSoup(response.content.decode(), "lxml")
    found = soup.select(f'select[name="{name}"] option[value], input[name="{name}"]')
    return {str(one["value"]) for one in found if one["value"]}
