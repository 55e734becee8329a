"""Every secret is looked for in every other seat's pages, frames, news, exports, forms and refusals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction

from apps.rules.dice import ScriptedDice
from apps.table import acts, door
from apps.table.models import Ask, Event, Exchange
from tests.acts_of_an_evening import (
    ASKED,
    CHECK,
    PELL,
    SHANNON,
    VOSS,
    Evening,
    Step,
    evening,
    of_ask,
    step,
    who,
)
from tests.live_client import Page
from tests.open_table import Listener, Open, OpenTable
from tests.people import Person, newest_event

MARK = "kraken"
GMS = frozenset({"gm", "second"})
SEATS = ("gm", "second", "ines", "marek", "watcher")
PLAYERS = ("ines", "marek", "watcher")
NOBODY = "xAAAAAAAAAAAA"


@dataclass(frozen=True)
class Secret:
    """`known_to` may see something of it; nobody else may be shown anything at all. One that is not
    `marked` has no word of the tests' own in it; one that stands `alone` leaves nothing for those after it."""

    name: str
    known_to: frozenset[str]
    steps: tuple[Step, ...]
    first: tuple[Step, ...] = ()
    marked: bool = True
    alone: bool = False

    def __str__(self) -> str:
        return self.name


def one(name: str, known_to: str, *steps_: Step, first: tuple[Step, ...] = (), **about: bool) -> Secret:
    return Secret(name, frozenset(known_to.split()), steps_, first, **about)


def a_check(who_: str, name: str, mode: str, **more: Any) -> Step:
    return step(who_, "dragonfly.check", who(name, **CHECK | {"label": MARK, "mode": mode, **more}), dice=(6,))


def asked(name: str, **more: Any) -> Step:
    return step("gm", "dragonfly.ask-check", lambda e: {
        **ASKED, "label": MARK, "characters": [e.character(name)], **more})  # fmt: skip


def against(mover: str, other: str, mode: str, face: int = 6) -> Step:
    player = {"Shannon": "ines", "Pell": "marek"}.get(mover, "gm")
    return step(player, "dragonfly.resist", lambda e: {
        "character": e.character(mover), "opponent": e.character(other), "attribute": "dexterity", "skill": "kung-fu",
        "label": MARK, "mode": mode}, dice=(face,))  # fmt: skip


def undone(kind: str) -> Step:
    return step("gm", "undo", lambda e: {"event": e.event(kind)})


def rolled(who_: str, mode: str) -> Step:
    return step(who_, "roll", formula="1d20", label=MARK, mode=mode, dice=(13,))


HARM = step("gm", "dragonfly.adjust", who("Voss", track="life-points", by=-7, why=MARK))
SECRETS = (
    one("a roll to the GM", "gm second ines", a_check("ines", "Shannon", "gm")),
    one("a blind roll", "gm second ines", a_check("ines", "Shannon", "blind")),
    one("a roll to oneself", "ines", a_check("ines", "Shannon", "me")),
    one("a GM’s roll to the GMs", "gm second", a_check("gm", "Voss", "gm")),
    one("a GM’s roll to oneself", "gm", rolled("gm", "me")),
    one("free dice to the GM", "gm second marek", rolled("marek", "gm")),
    one("dice by word", "gm second ines", step("ines", "say", text=f"/gmr 1d6 # {MARK}", dice=(4,))),
    one("a whisper between players", "ines marek", step("ines", "say", text=f"/w Marek {MARK}")),
    one("a whisper to the GM", "gm second marek", step("marek", "say", text=f"/w gm {MARK}")),
    one("a whisper of a GM", "gm ines", step("gm", "say", text=f"/w Ines {MARK} [[1d6]]", dice=(2,))),
    one("a diary", "marek", step("marek", "say", text=MARK, mode="me")),
    one("a hidden character", "gm second", step("gm", "dragonfly.make", **VOSS | {"name": MARK})),
    one("hidden cast", "gm second", step("gm", "dragonfly.quick-cast", name=MARK, muscle=9, combat=9, brains=9,
                                         life_points=30, hidden="on", copies=2)),
    one("what befalls a hidden character", "gm second", HARM,
        step("gm", "condition-add", who("Voss", name=MARK, modifier=-3)),
        step("gm", "dragonfly.award", lambda e: {"characters": [e.character("Voss")], "points": 3, "why": MARK})),
    one("a hidden character is copied, changed and gone", "gm second",
        step("gm", "dragonfly.duplicate", who("Voss", copies=1)),
        step("gm", "dragonfly.edit", who("Voss", **VOSS | {"name": MARK, "dexterity": 9})),
        step("gm", "dragonfly.maneuver-add", lambda e: {
            "character": e.character(MARK), "name": MARK, "attribute": "dexterity", "skill": "", "base_damage": 3,
            **listed()}),
        step("gm", "delete-character", who(MARK)), alone=True),
    one("numbers of the supporting cast", "gm second",
        step("gm", "dragonfly.adjust", who("Dockhand", track="armor", set=17, why=MARK)),
        step("gm", "dragonfly.edit", who("Dockhand", name="Dockhand", role="supporting-cast", muscle=19, combat=3,
                                         brains=2, life_points=40, armor=17, seen_armor=17, notes=MARK))),
    one("a GM’s notes", "gm", step("gm", "note", text=MARK)),
    one("a secret ask and its answer", "gm second marek", asked("Pell", mode="gm"),
        step("gm", "remind", of_ask()), step("marek", "dragonfly.answer-check", of_ask(), dice=(3,))),
    one("a blind ask and its answer", "gm second marek", asked("Pell", mode="blind"),
        step("marek", "dragonfly.answer-check", of_ask(), dice=(3,))),
    one("an ask for a hidden character", "gm second", asked("Voss"), step("gm", "call-off", lambda e: {
        "exchange": e.exchange()})),
    one("a contest in secret", "gm second ines marek", against("Shannon", "Pell", "gm"),
        step("marek", "dragonfly.answer-resist", of_ask(attribute="dexterity", skill="kung-fu"), dice=(2,))),
    one("a contest of the hidden, in secret", "gm second", against("Voss", "Dockhand", "gm")),
    one("a secret roll that is overruled", "gm second ines", a_check("ines", "Shannon", "gm"),
        step("gm", "dragonfly.overrule", lambda e: {"event": e.event("dragonfly.check"), "total": 25})),
    one("a secret roll that is taken back", "gm second ines", a_check("ines", "Shannon", "gm"),
        undone("dragonfly.check"), undone("undo")),
    one("harm to the hidden that is taken back", "gm second", HARM, undone("dragonfly.adjusted")),
    one("a wish to take back", "gm second ines", step("ines", "undo", lambda e: {"event": e.event("dragonfly.check")}),
        step("second", "answer-undo", of_ask(allow="no")), first=(a_check("ines", "Shannon", "everybody"),),
        marked=False),
    one("a seat that is offered and kept", "gm second marek",
        step("gm", "give-seat", lambda e: {"seat": e.seat("marek"), "knock": "", "name": MARK}),
        step("marek", "answer-seat-offer", of_ask(allow="no")), marked=False),
    one("what happens at the door", "gm second",
        step("gm", "turn-away", lambda e: {"knock": e.knock()}, first=lambda e: e.knocks(MARK)),
        step("gm", "waiting-room", on="no"), step("gm", "gm-link"), step("gm", "renew-invite"),
        alone=True),
    one("a link that is shown", "gm second marek", step("gm", "show-link", lambda e: {"seat": e.seat("marek")}),
        step("marek", "renew-link", lambda e: {"seat": e.seat("marek")}), marked=False),
)  # fmt: skip


def listed() -> dict[str, str]:
    from apps.rules.dragonfly.lists import DAMAGE_TYPES, WEAPON_KINDS

    return {"damage_type": DAMAGE_TYPES[0].id, "weapon": WEAPON_KINDS[0].id}


@pytest.fixture
def tonight(db: None, settings: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A scene is open, Ines plays Shannon, Marek Pell; Dockhand is seen, Voss is hidden."""
    settings.MEDIA_ROOT = tmp_path
    monkeypatch.setattr(door, "dice", ScriptedDice([]))
    found = evening()
    for one_ in (
        step("gm", "open-session"), step("gm", "open-scene", title="A quay in the rain"),
        step("ines", "dragonfly.make", **SHANNON | {"name": "Shannon"}), step("marek", "dragonfly.make", **PELL),
        step("gm", "dragonfly.quick-cast", name="Dockhand", muscle=12, combat=10, brains=8, life_points=40),
        step("gm", "dragonfly.make", **VOSS),
    ):  # fmt: skip
        found.do(one_)
    return found


# what a seat is shown


def plainly(text: str) -> str:
    """Without what is new in each answer."""
    text = re.sub(r'"X-CSRFToken": "\w+"', "", text)
    return re.sub(r'name="(csrfmiddlewaretoken|nonce)" value="[\w-]+"', "", text)


EVERYWHERE = ("", f"log?q={MARK}", "export-log", "export-log?as=json", "points")
REST = ("news", "log", "switches")
IN_SHORT = ("", "export-log?as=json", "points")


def pages_of(person: Person, addresses: tuple[str, ...]) -> dict[str, str]:
    """What a seat can open, by address."""
    return {address: plainly(person.client.get(person.url + address).content.decode()) for address in addresses}


def look(tonight: Evening, names: Any, addresses: tuple[str, ...] = EVERYWHERE) -> dict[str, dict[str, str]]:
    found = {name: pages_of(tonight.people[name], addresses) for name in names}
    for name in set(names) - GMS:
        seen_as = tonight.people["gm"].at_address("as", seat=tonight.seat(name))
        found[name]["as seen by a GM"] = plainly(seen_as.content.decode())
    return found


def opened(tonight: Evening, kind: type[Open] = Listener) -> OpenTable:
    pages: dict[str, Open] = {name: kind(tonight.people[name]) for name in SEATS}
    for name in PLAYERS:
        pages[f"the GM as {name}"] = kind(tonight.people["gm"], through=tonight.people[name])
    return OpenTable(tonight.table, **pages)


@pytest.mark.parametrize("secret", SECRETS, ids=str)
def test_a_secret_leaves_no_trace_with_anybody_else(tonight: Evening, secret: Secret) -> None:
    """Equal bytes on every page and in every export, no frame, no cursor moved; a GM who looks as them sees as much."""
    for one_ in secret.first:
        tonight.do(one_)
    others = [name for name in SEATS if name not in secret.known_to]
    table = opened(tonight)
    before, rest = look(tonight, others), pages_of(tonight.people[others[-1]], REST)
    cursors = {name: table.pages[name].screen.last for name in others}
    answers = []
    for one_ in secret.steps:
        answers.append(tonight.do(one_).content.decode())
        table.settle()
    for name in others:
        assert table.pages[name].sent == [], name
        assert table.pages[name].screen.last == cursors[name], name
        if name not in GMS:
            assert table.pages[f"the GM as {name}"].sent == [], name
    after = look(tonight, others)
    for name in others:
        for address, text in after[name].items():
            assert text == before[name][address], f"{name}: {address}"
    assert pages_of(tonight.people[others[-1]], REST) == rest
    told = "".join(answers) + "".join("".join(table.pages[name].sent) for name in secret.known_to)
    assert (MARK in told) or not secret.marked, "the mark is nowhere, so that its absence says nothing"


@pytest.mark.parametrize("name", ["ines", "marek", "watcher", "second"])
def test_no_form_and_no_refusal_tells_of_a_secret(tonight: Evening, name: str) -> None:
    """Each act's form and each refusal for this seat: equal bytes with all the secrets of the others and without."""
    for secret in SECRETS:
        for one_ in secret.first:
            tonight.do(one_)
    before = forms_of(tonight, name)
    for secret in SECRETS:
        if name not in secret.known_to and not secret.alone:
            for one_ in secret.steps:
                tonight.do(one_)
    after = forms_of(tonight, name)
    wrong = [what for what in after if after[what] != before[what]]
    assert not wrong
    assert len(after) > 2 * len(acts.acts())


def forms_of(tonight: Evening, name: str) -> dict[str, str]:
    """What this seat is shown of each act: empty, begun, sent empty, sent half, sent with ids that are nobody's."""
    person, found = tonight.people[name], {}
    known: dict[str, Any] = {
        "character": tonight.character("Shannon"), "opponent": tonight.character("Dockhand"), "attribute": "dexterity",
        "doctor": tonight.character("Shannon"), "patient": tonight.character("Pell"), "skill": "", "text": "/w x y",
    }  # fmt: skip
    more = ("event", "ask", "exchange", "condition", "maneuver", "knock", "seat")
    strange: dict[str, Any] = dict.fromkeys((*known, *more), NOBODY)
    for one_ in acts.acts():
        found[f"{one_.name}: form"] = plainly(person.get(one_.name).content.decode())
        found[f"{one_.name}: begun"] = plainly(person.get(one_.name, **known).content.decode())
        sent: dict[str, dict[str, Any]] = {"empty": {}, "half": known, "strange": strange}
        for what, data in sent.items():
            with passing():
                door.dice = ScriptedDice((5, 5))
                answer = person.post(one_.name, **data)
                if answer.status_code != 200:
                    found[f"{one_.name}: {what}"] = plainly(answer.content.decode())
    return found


@contextmanager
def passing() -> Iterator[None]:
    """What is done in here has not been done afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


ID_FIELDS = {
    "character": "hidden", "characters": "hidden", "opponent": "hidden", "doctor": "hidden", "patient": "hidden",
    "event": "event", "ask": "ask", "exchange": "exchange", "condition": "condition",
}  # fmt: skip


@pytest.mark.parametrize("name", ["ines", "watcher"])
def test_the_id_of_a_secret_thing_is_as_good_as_none(tonight: Evening, name: str) -> None:
    """Hidden characters, secret cards, asks, exchanges and conditions: named by their ids they are as unknown."""
    for one_ in (
        a_check("gm", "Voss", "gm"),
        step("gm", "condition-add", who("Voss", name=MARK)),
        asked("Pell", mode="gm"),
    ):
        tonight.do(one_)
    ids = {
        "hidden": tonight.character("Voss"), "event": tonight.event("dragonfly.check"),
        "ask": Ask.objects.latest("pk").public_id, "exchange": Exchange.objects.latest("pk").public_id,
        "condition": tonight.row("Voss").conditions.get().public_id,
    }  # fmt: skip
    person = tonight.people[name]
    for one_act in acts.acts():
        secret, nobody = {field: ids[kind] for field, kind in ID_FIELDS.items()}, dict.fromkeys(ID_FIELDS, NOBODY)
        shown = [with_ids(person, one_act.name, data) for data in (secret, nobody)]
        assert shown[0] == shown[1], one_act.name
    for address in (
        "portrait?of=",
        "print?character=",
        "export?character=",
        "?sheet=",
        "log?before=",
        "odds?character=",
    ):
        found = [person.client.get(f"{person.url}{address}{id_}") for id_ in (ids["hidden"], NOBODY)]
        assert found[0].status_code == found[1].status_code, address
        assert without_ids(found[0]) == without_ids(found[1]), address


def with_ids(person: Person, act: str, data: dict[str, Any]) -> list[Any]:
    with passing():
        door.dice = ScriptedDice((5, 5))
        answers = [person.get(act, **data), person.post(act, **data, attribute="dexterity", skill="", text="x")]
    return [(answer.status_code, without_ids(answer)) for answer in answers]


def without_ids(answer: Any) -> str:
    return re.sub(r"\bx[A-Za-z0-9]{12}\b|\d\d:\d\d(:\d\d\.\d+)?", "…", plainly(answer.content.decode()))


# one thing in two ways: whoever may not know which is shown the same


def in_each_world(tonight: Evening, worlds: Any, names: tuple[str, ...], query: str = "") -> list[dict[str, str]]:
    """What these seats are shown after each way of doing something, on pages, in frames and in the open ask's form."""
    found = []
    for steps_ in worlds:
        with passing():
            table = opened(tonight)
            answers = [(one_.who, tonight.do(one_).content.decode()) for one_ in steps_]
            table.settle()
            shown: dict[str, str] = {}
            for name, pages in look(tonight, names, IN_SHORT).items():
                shown |= {f"{name}: {address}": level(text) for address, text in pages.items()}
                shown[f"{name}: frames"] = level("".join(table.pages[name].sent))
                own = [text for mover, text in answers if mover == name]
                shown[f"{name}: answers"] = level("".join(own))
                shown[f"{name}: ask"] = level(the_ask(tonight.people[name]))
                if query:
                    address = tonight.people[name].url + query.format(tonight.character("Dockhand"))
                    shown[f"{name}: form"] = level(tonight.people[name].client.get(address).content.decode())
            found.append(shown)
    return found


def the_ask(person: Person) -> str:
    """The form of the newest ask that stands on this seat's page, and what it says to a wrong answer."""
    ids = re.findall(r'data-ask="(\w+)"', person.page())
    if not ids:
        return ""
    ask = Ask.objects.select_related("exchange").get(public_id=ids[-1])
    name = "dragonfly.answer-resist" if "resist" in ask.exchange.kind else "dragonfly.answer-check"
    wrong = person.post(name, ask=ask.public_id, modifier="9999")
    assert wrong.status_code == 422
    return plainly(person.get(name, ask=ask.public_id).content.decode() + wrong.content.decode())


def level(text: str) -> str:
    """Without what differs between any two evenings: ids, by the order in which they come, and times."""
    met: dict[str, str] = {}
    text = re.sub(r"\bx[A-Za-z0-9]{12}\b", lambda found: met.setdefault(found[0], f"id-{len(met)}"), plainly(text))
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00|\b\d\d:\d\d\b", "…", text)


def differing(worlds: list[dict[str, str]]) -> list[str]:
    return [where for where in worlds[0] if any(world[where] != worlds[0][where] for world in worlds)]


def test_a_hidden_difficulty_is_nowhere(tonight: Evening) -> None:
    """Its number, its row and the levels that are needed: on the ask, in its odds, in its refusals and on the card."""
    hard = [{"difficulty": "difficult", "exact": -1, "required_levels": 1},
            {"difficulty": "very-difficult", "exact": -4, "required_levels": 2}]  # fmt: skip
    asking = [(asked("Shannon", hidden="hidden", **one_),) for one_ in hard]
    open_ = in_each_world(tonight, asking, PLAYERS)
    assert differing(open_) == []
    assert any("id-" in world["ines: ask"] for world in open_)
    answering = [(*ask, step("ines", "dragonfly.answer-check", of_ask(), dice=(10,))) for ask in asking]
    assert differing(in_each_world(tonight, answering, PLAYERS)) == []
    assert differing(in_each_world(tonight, asking, ("gm",))) != []


def test_hiding_the_card_of_a_hidden_difficulty_tells_whoever_rolled_no_more(tonight: Evening) -> None:
    worlds = [
        (asked("Shannon", hidden="hidden", difficulty="difficult", exact=number),
         step("ines", "dragonfly.answer-check", of_ask(), dice=(10,)),
         step("gm", "hide", lambda e: {"event": e.event("dragonfly.check")}))
        for number in (-1, -2)
    ]  # fmt: skip
    assert differing(in_each_world(tonight, worlds, PLAYERS)) == []


def test_a_sealed_die_is_shown_to_nobody_before_the_other_has_rolled(tonight: Evening) -> None:
    """Not to the GMs, and not to whoever threw it."""
    worlds = [(against("Shannon", "Pell", "everybody", face),) for face in (2, 9)]
    assert differing(in_each_world(tonight, worlds, SEATS)) == []
    answer = step("marek", "dragonfly.answer-resist", of_ask(attribute="dexterity"), dice=(5,))
    assert differing(in_each_world(tonight, [(*world, answer) for world in worlds], ("watcher",))) != []


def test_whoever_rolls_blind_learns_that_it_fell_and_no_more(tonight: Evening) -> None:
    worlds = [
        (step("ines", "dragonfly.check", who("Shannon", **CHECK, mode="blind"), dice=(face,)),
         step("ines", "say", text="/br 1d20 # luck", dice=(face,)))
        for face in (2, 9)
    ]  # fmt: skip
    assert differing(in_each_world(tonight, worlds, PLAYERS)) == []
    assert differing(in_each_world(tonight, worlds, ("gm",))) != []


def test_nothing_says_who_paused(tonight: Evening) -> None:
    """Also not where it is taken back, and not to whoever looks for it by seat."""
    worlds = [(step(name, "pause"),) for name in ("ines", "marek", "gm")]
    found = in_each_world(tonight, worlds, SEATS)
    for world in found:
        for name in SEATS:
            del world[f"{name}: answers"]
    assert differing(found) == []
    tonight.do(worlds[0][0])
    event = newest_event(tonight.table)
    assert (event.kind, event.seat) == ("pause", None)
    for name in SEATS:
        for seat in SEATS:
            assert (
                event.public_id not in tonight.people[name].at_address("log", seat=tonight.seat(seat)).content.decode()
            )
    tonight.do(step("gm", "go-on"))
    assert tonight.people["ines"].post("undo", event=event.public_id).status_code == 422


def test_the_numbers_of_the_supporting_cast_are_nowhere(tonight: Evening) -> None:
    """Scores, life, armor and notes: before an opponent has acted, nobody but the GMs knows them."""
    numbers: list[dict[str, Any]] = [
        {"muscle": 12, "combat": 10, "brains": 8, "life_points": 40, "armor": 3},
        {"muscle": 5, "combat": 21, "brains": 3, "life_points": 90, "armor": 9},
    ]
    sheet = {"name": "Dockhand", "role": "supporting-cast", "notes": MARK}
    worlds = [(step("gm", "dragonfly.edit", who("Dockhand", **sheet, **one_)),) for one_ in numbers]
    query = "act/dragonfly.resist?opponent={}&attribute=dexterity"
    assert differing(in_each_world(tonight, worlds, PLAYERS, query)) == []
    assert differing(in_each_world(tonight, worlds, ("gm",), query)) != []


# cards that are shown and hidden again


def test_what_was_revealed_and_hidden_again_is_gone_with_all_that_repeats_it(tonight: Evening) -> None:
    """The card, the line that revealed it, and the one that took it back."""
    tonight.do(rolled("gm", "gm"))
    card = newest_event(tonight.table).public_id
    chosen: Callable[[Evening], dict[str, str]] = lambda e: {"event": card}  # noqa: E731
    for one_ in (step("gm", "reveal", chosen), step("gm", "undo", chosen)):
        tonight.do(one_)
    assert all(MARK in "".join(pages.values()) for pages in look(tonight, PLAYERS).values())
    tonight.do(step("gm", "hide", chosen))
    for name, pages in look(tonight, PLAYERS).items():
        for address, text in pages.items():
            assert MARK not in text.replace(f"log?q={MARK}", "").replace(f'value="{MARK}"', ""), f"{name}: {address}"
            assert card not in text, f"{name}: {address}"


def test_a_reveal_that_is_taken_back_shows_nothing_any_more(tonight: Evening) -> None:
    tonight.do(rolled("gm", "gm"))
    card = newest_event(tonight.table).public_id
    tonight.do(step("gm", "reveal", lambda e: {"event": card}))
    table = opened(tonight, Open)
    tonight.do(step("gm", "undo", lambda e: {"event": e.event("revealed")}))
    table.settle()
    for name, pages in look(tonight, PLAYERS).items():
        assert f"card-{card}" not in dict(table.pages[name].page.cards)
        for address, text in pages.items():
            assert MARK not in text.replace(f'value="{MARK}"', ""), f"{name}: {address}"


@pytest.mark.parametrize("way", ["socket", "news"])
def test_a_card_hidden_while_somebody_was_away_is_gone_when_they_return(tonight: Evening, way: str) -> None:
    tonight.do(rolled("ines", "everybody"))
    card = newest_event(tonight.table).public_id
    tonight.do(step("gm", "say", text="Onwards"))
    table = opened(tonight, Open)
    away = {name: Page(table.pages[name].html()) for name in ("marek", "watcher")}
    tonight.do(step("gm", "hide", lambda e: {"event": card}))
    for name, page in away.items():
        assert f"card-{card}" in dict(page.cards)
        if way == "socket":
            table.come_back({name: page})
        else:
            table.pages[name].asks_for_news(page)
        assert f"card-{card}" not in dict(page.cards), name
        assert MARK not in "".join(text for _, text in page.cards)


def test_a_card_of_which_one_never_knew_is_not_named_when_it_changes(tonight: Evening) -> None:
    """A public event may be about a secret card; its id is sent to nobody who did not hear of it."""
    tonight.do(rolled("ines", "gm"))
    secret = Event.objects.get(public_id=newest_event(tonight.table).public_id)
    table = opened(tonight)
    tonight.do(step("ines", "rename-seat", name="Ines K."))
    table.settle()
    assert secret.public_id in "".join(table.pages["gm"].sent)
    for name in ("marek", "watcher"):
        assert secret.public_id not in "".join(table.pages[name].sent), name


def test_the_name_of_a_copy_tells_of_nobody_hidden(tonight: Evening) -> None:
    tonight.do(step("gm", "dragonfly.make", **VOSS | {"name": "Shannon 2"}))
    tonight.do(step("ines", "dragonfly.duplicate", who("Shannon", copies=1)))
    assert tonight.table.characters.latest("pk").name == "Shannon 2"
