"""Six people at a table of Yarn, each at a window: Robin leads on a tablet, Ines plays Maud at a desk, Marek plays
Joss on a phone, Odile plays Adele without JavaScript, Noor plays Yssa on a tablet held upright, Tomas plays Corin at a
laptop.

    @pytest.fixture(scope="module")
    def scene(chromium, server):
        with yarn.evening(chromium, server, yarn.CAST, yarn.EPISODE) as evening:
            yield evening

They sit, and what is no subject of a test happens, through the server; `happens` does so later. Their calling order is
that of PEOPLE, the GM in the first place of it. With SHOTS set to a folder, `looked_at` leaves pictures there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, expect

from apps.table.demonstration import Stage
from apps.table.devices import COOKIE
from apps.table.doors.sitting import sit_down
from apps.table.games import game
from apps.table.hold import hold
from apps.table.ids import new_token, token_hash
from apps.table.models import Role, Table
from apps.table.switches import offered
from tests.browser.doing import at, at_once, picks, press, send
from tests.browser.evening import Evening
from tests.browser.screens import DESK, LAPTOP, PHONE, PLAIN, PORTRAIT, TABLET, Screen
from tests.people import open_a_table
from tests.servers import Server
from tests.yarn_evening import BESS, HALE, JOSS, MAUD

GM = "Robin"
SHAPES = {"Robin": TABLET, "Ines": DESK, "Marek": PHONE, "Odile": PLAIN, "Noor": PORTRAIT, "Tomas": LAPTOP}
PEOPLE = tuple(SHAPES)
ADELE: dict[str, Any] = {
    "name": "Adele Ferrin", "role": "main", "group_role": "heiress", "desire": "to belong", "pole_1": "daughter",
    "pole_2": "stranger", "hit_points": 18, "trait_1_name": "Pianist", "trait_1_place": "central",
    "trait_1_superior": "on", "trait_1_sign": "Counts under her breath", "trait_2_name": "Knows the law",
    "trait_2_place": "side1", "trait_3_name": "Runs", "trait_3_place": "side2", "flaw_1_name": "Lies when asked",
}  # fmt: skip
YSSA: dict[str, Any] = {
    "name": "Yssa Marr", "role": "main", "group_role": "doctor", "desire": "praise", "pole_1": "healer",
    "pole_2": "avenger", "hit_points": 20, "trait_1_name": "Surgeon", "trait_1_place": "central",
    "trait_1_sign": "Cold hands", "trait_2_name": "Listens", "trait_2_place": "side1", "trait_3_name": "Steady",
    "trait_3_place": "side2", "trait_3_tough": "on", "flaw_1_name": "Drinks alone",
}  # fmt: skip
CORIN: dict[str, Any] = {
    "name": "Corin Vale", "role": "main", "group_role": "lodger", "desire": "to be feared", "pole_1": "thief",
    "pole_2": "gentleman", "hit_points": 22, "trait_1_name": "Card sharp", "trait_1_place": "central",
    "trait_1_sign": "Never looks down", "trait_2_name": "Quick", "trait_2_place": "side1", "trait_3_name": "Climbs",
    "trait_3_place": "side2", "flaw_1_name": "Owes everybody",
}  # fmt: skip
MAINS = {"Ines": MAUD, "Marek": JOSS, "Odile": ADELE, "Noor": YSSA, "Tomas": CORIN}
OTHERS = (("yarn.make", BESS), ("yarn.quick-cast", HALE), ("yarn.make-place", {"name": "The lock", "text": "Dark."}))

Happening = tuple[str, str, dict[str, Any]]
"""Who does what. A value that begins with @ is the public id of the character, place or seat of that name; `dice` are
the faces that fall."""

CAST: tuple[Happening, ...] = (
    *((who, "yarn.make", sheet) for who, sheet in MAINS.items()),
    *((GM, "yarn.approve", {"character": f"@{sheet['name']}", "approved": "yes"}) for sheet in MAINS.values()),
    *((GM, act, given) for act, given in OTHERS),
)
"""Five main characters, approved; Old Bess, whom all know, Hale, who hides, and a place."""
FIGHTERS: dict[str, dict[str, Any]] = {
    "Ines": {
        "name": "Maud Ferrin", "role": "main", "experience": 2,
        "trait_1_name": "Innkeeper", "trait_1_place": "central", "trait_1_tough": "on",
        "trait_2_name": "Shoots what moves", "trait_2_place": "side1", "trait_2_superior": "on",
        "trait_2_combat": "on", "trait_3_name": "Strong as a drayman", "trait_3_place": "side2",
        "weapon_1_name": "Hunting rifle", "weapon_1_listed": "light-rifle", "weapon_1_firearm": "rifle",
        "weapon_1_left": 1, "weapon_1_clip": 5, "armour_1_name": "Waxed jacket", "armour_1_listed": "jacket",
    },
    "Marek": {
        "name": "Joss Amber", "role": "main", "experience": 1,
        "trait_1_name": "Ferryman", "trait_1_place": "central", "trait_1_tough": "on",
        "trait_2_name": "Brawler", "trait_2_place": "side1", "trait_2_superior": "on", "trait_2_combat": "on",
        "trait_3_name": "Never loses his temper", "trait_3_place": "side2",
        "weapon_1_name": "Boat hook", "weapon_1_listed": "sword",
    },
    "Odile": {
        "name": "Yssa Marr", "role": "main", "experience": 1,
        "trait_1_name": "Owns half the town", "trait_1_place": "central", "trait_1_tough": "on",
        "trait_2_name": "Rides and shoots", "trait_2_place": "side1", "trait_2_superior": "on",
        "trait_2_combat": "on", "trait_3_name": "Patient", "trait_3_place": "side2",
        "weapon_1_name": "Stalking rifle", "weapon_1_listed": "heavy-rifle", "weapon_1_firearm": "rifle",
        "weapon_1_left": 5, "weapon_1_clip": 5, "armour_1_name": "Old vest", "armour_1_listed": "vest",
    },
    "Robin": {
        "name": "Carver", "role": "recurring", "trait_1_name": "Gunman", "trait_1_score": 4,
        "trait_1_combat": "on", "weapon_1_name": "Grease gun", "weapon_1_listed": "light-smg",
        "weapon_1_firearm": "smg", "weapon_1_left": 30, "weapon_1_clip": 30,
        "armour_1_name": "Leather coat", "armour_1_listed": "jacket",
    },
}  # fmt: skip
"""Three who come armed, and one of the GM's; how much they can take is each test's."""

EPISODE: tuple[Happening, ...] = ((GM, "yarn.open-episode", {"title": "What we inherit"}),)


THERE = ["@Maud Ferrin", "@Joss Amber", "@Yssa Marr", "@Corin Vale", "@Old Bess"]


def called(
    caller: str, what: str, seeks: str = "@Maud Ferrin", of: str = "@Joss Amber", there: Sequence[str] = THERE
) -> tuple[Happening, ...]:
    """A dramatic scene of theirs at the lock, which begins."""
    call = {
        "cast": [*there], "mode": "dramatic", "situation": "Low tide.", "place": "@The lock", "time": "later",
        "seeks": seeks, "of": of, "what": what,
    }  # fmt: skip
    return (caller, "yarn.call", call), (GM, "yarn.start-anyway", {})


def holds(person: str, points: str, count: int) -> Happening:
    """So many tokens or bennies, by the GM's hand."""
    whose = "GM" if person == GM else f"@{person}"
    return (GM, "yarn.set-hand", {"who": whose, "points": points, "count": count})


# beside the server


def sit(people: Iterable[str]) -> dict[str, Any]:
    """A new table with these at it: its public id, and of each the seat's and the device's token."""
    table = open_a_table("Low Water", game="yarn")
    return {"table": table.public_id, "seats": come(table.public_id, people)}


def come(table: str, people: Iterable[str]) -> dict[str, list[str]]:
    """These sit down as well: of each the seat's public id and the device's token."""
    return {name: _seated(table, name) for name in people}


def _seated(table: str, name: str) -> list[str]:
    token = new_token()
    role = Role.GM if name == GM else Role.PLAYER
    with hold(table) as desk:
        seat = sit_down(desk, name, role, "", token_hash=token_hash(token))
    return [seat.public_id, token]


def do(table: str, happenings: Iterable[Happening]) -> None:
    """These acts, through the door. Cards are drawn as they lie: in the order in which people sit."""
    held = Table.objects.get(public_id=table)
    stage = Stage(held, {seat.name: seat for seat in held.seats.filter(removed_at=None)})
    for who, act, given in happenings:
        dice = given.pop("dice", _cards(stage, act))
        named = {key: _named(stage, value) for key, value in given.items()}
        stage.does(who, act, dice, **_held(stage, act) | named)


def _cards(stage: Stage, act: str) -> list[int]:
    return [1] * (len(stage.seats) - 2) if act == "yarn.open-episode" else []


def _held(stage: Stage, act: str) -> dict[str, str]:
    """The switches as they are, where some of them are set."""
    return dict(stage.table.switches.values_list("key", "value")) if act == "switches" else {}


def _named(stage: Stage, value: Any) -> Any:
    """What stands for it in a form, where a name is meant."""
    if isinstance(value, list):
        return [_named(stage, one) for one in value]
    if not str(value).startswith("@"):
        return value
    name = str(value)[1:]
    return stage.seats[name].public_id if name in stage.seats else stage.table.characters.get(name=name).public_id


# at the windows


@contextmanager
def evening(
    browser: Browser, server: Server, *happenings: Iterable[Happening], people: Iterable[str] = PEOPLE
) -> Iterator[Evening]:
    """Everybody at their window, after all that has happened."""
    made = Evening(browser, server)
    try:
        found = server.call("tests.browser.yarn:sit", people=[*people])
        made.table = found["table"]
        happens(made, *(one for each in happenings for one in each), home=False)
        take_places(made, found["seats"])
        yield made
    finally:
        made.close()


def take_places(made: Evening, seats: dict[str, list[str]]) -> None:
    """Each of these at a window of their own."""
    for name, (seat, token) in seats.items():
        screen = made.opens(
            name.lower(), Screen(made.browser, made.server.address(), SHAPES[name], cookies=_cookies(made, token))
        )
        screen.url = f"/t/{made.table}/s/{seat}/"
        screen.at("")


def _cookies(made: Evening, token: str) -> Any:
    where = {"domain": urlsplit(made.server.address()).hostname, "path": "/", "expires": -1}
    held = {"name": COOKIE, "value": token, "httpOnly": True, "secure": False, "sameSite": "Lax"}
    return {"cookies": [{**held, **where}], "origins": []}


def happens(made: Evening, *happenings: Happening, home: bool = True) -> None:
    """Something that is no subject of the test; then all are at the table, with nothing open."""
    if happenings:
        made.server.call("tests.browser.yarn:do", table=made.table, happenings=happenings)
    if home:
        made.home()


def joined(made: Evening, people: Iterable[str]) -> None:
    """These sit down later, with their characters, and with them come the GM's own."""
    seats = made.server.call("tests.browser.yarn:come", table=made.table, people=[*people])
    theirs = [one for one in CAST if is_of(one, people)]
    happens(made, *theirs, home=False)
    take_places(made, seats)


def is_of(one: Happening, people: Iterable[str]) -> bool:
    """Whether it is theirs, or the GM's own; who is approved is told by the name."""
    who, _, given = one
    names = {f"@{MAINS[each]['name']}" for each in people}
    return who in people or (who == GM and given.get("character", "") in {"", *names})


# scenes


def hands(evening: Evening, **counts: int) -> None:
    """The tokens of these people, on every screen."""
    for name in evening.people:
        screen = evening.fresh(name)
        rows = screen.page.locator("#panel-yarn-hands .purse-rows > li")
        for who, count in counts.items():
            row = rows.filter(has_text=who.title())
            expect(row.locator(".row .num"), f"{who} at {name}").to_have_text(str(count))


def told(evening: Evening, words: str) -> None:
    """The newest line of every log says so."""
    for name in evening.people:
        newest = evening.fresh(name).page.locator("#log-cards > li").last
        expect(newest, f"{words} at {name}").to_contain_text(words)


def petition(screen: Screen) -> Locator:
    return at(screen).page.locator("#panel-yarn-petition")


def over(screen: Screen) -> None:
    """One tap says that the scene is over."""
    at_once(screen, petition(screen).get_by_role("button", name="It is over"))


# fights


def armed(**points: int) -> tuple[Happening, ...]:
    """Those of FIGHTERS and two more of the GM's, with so many hit points each by the first name, in a scene on the
    quay; the table plays with desperate defence."""
    switches = {one.key: one.default for one in offered(game("yarn"))} | {"desperate-defence": "on"}
    made = [(who, sheet | {"hit_points": points[sheet["name"].split()[0].lower()]}) for who, sheet in FIGHTERS.items()]
    extras = [{"name": one, "role": "minor", "hit_points": points[one.lower()]} for one in ("Dunn", "Pike")]
    return (
        (GM, "switches", switches),
        *((who, "yarn.make", sheet) for who, sheet in made),
        *((GM, "yarn.make", sheet) for sheet in extras),
        *EPISODE,
        (GM, "yarn.set-scene", {"title": "The quay", "situation": "Night, low water.", "mode": "procedural"}),
    )


def fighting(**points: int) -> Any:
    """The fixture of a module: they are armed, with so many hit points each. Robin leads on a tablet, Ines plays Maud
    at a desk, Marek plays Joss on a phone, Odile plays Yssa without JavaScript."""

    @pytest.fixture(scope="module")
    def scene(chromium: Browser, server: Server) -> Iterator[Evening]:
        with evening(chromium, server, armed(**points), people=("Robin", "Ines", "Marek", "Odile")) as found:
            yield found

    return scene


def starts(robin: Screen, title: str, mode: str, *without: str) -> None:
    """Everybody of the scene is in it, unless the GM takes somebody out."""
    press(robin, robin.link("Start a fight"))
    robin.pane.get_by_label("What is it about").fill(title)
    picks(robin, "mode", mode)
    picks(robin, "characters", *without)
    send(robin, "Start the fight")


def fight(screen: Screen) -> Locator:
    return screen.page.locator("#panel-yarn-fight")


def row(screen: Screen, name: str) -> Locator:
    return fight(screen).locator(".fighter").filter(has=screen.page.locator(".fwho b", has_text=name))
