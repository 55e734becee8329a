"""Secrets are looked for in every other seat's pages, frames, news, exports, forms and refusals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from apps.rules.dice import ScriptedDice
from apps.table import acts, door, exchanges
from apps.table.models import Ask
from tests.acts_of_an_evening import Evening, Step, evening, step
from tests.open_table import Listener, Open, OpenTable
from tests.people import Person

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


def begun(game: str, steps: Iterable[Step]) -> Evening:
    """An evening of that game in which these were played, which only lead to what is looked at."""
    found = evening(game=game)
    found.goes_by(steps)
    return found


def undone(kind: str) -> Step:
    return step("gm", "undo", lambda e: {"event": e.event(kind)})


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
        seen_as = tonight.people["gm"].at_address(f"as/{tonight.seat(name)}/")
        found[name]["as seen by a GM"] = plainly(seen_as.content.decode())
    return found


def opened(tonight: Evening, kind: type[Open] = Listener) -> OpenTable:
    pages: dict[str, Open] = {name: kind(tonight.people[name]) for name in SEATS}
    for name in PLAYERS:
        pages[f"the GM as {name}"] = kind(tonight.people["gm"], through=tonight.people[name])
    return OpenTable(tonight.table, **pages)


def traces_of(tonight: Evening, secret: Secret) -> None:
    """Equal bytes on every page and in every export, no frame, no cursor moved; a GM who looks as them sees as much."""
    tonight.goes_by(secret.first)
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


def told_in_forms(
    tonight: Evening, name: str, secrets: Iterable[Secret], known: Mapping[str, Any], more: Iterable[str]
) -> list[str]:
    """Each act's form and each refusal for this seat, with all the secrets of the others and without: what differs."""
    more, secrets = list(more), list(secrets)
    for secret in secrets:
        tonight.goes_by(secret.first)
    before = forms_of(tonight, name, known, more)
    for secret in secrets:
        if name not in secret.known_to and not secret.alone:
            tonight.goes_by(secret.steps)
    after = forms_of(tonight, name, known, more)
    assert len(after) > 2 * len(own_acts(tonight))
    return [what for what in after if after[what] != before[what]]


def own_acts(tonight: Evening) -> list[acts.Act]:
    """The acts of the house and of this table's game."""
    return [one_ for one_ in acts.acts() if one_.game in {"", tonight.table.game}]


def forms_of(tonight: Evening, name: str, known: Mapping[str, Any], more: Iterable[str]) -> dict[str, str]:
    """What this seat is shown of each act: empty, begun, sent empty, sent half (as `known`), sent with ids that are
    nobody's, in these fields and in `more`."""
    person, found = tonight.people[name], {}
    strange: dict[str, Any] = dict.fromkeys((*known, *more), NOBODY)
    for one_ in own_acts(tonight):
        found[f"{one_.name}: form"] = plainly(person.get(one_.name).content.decode())
        found[f"{one_.name}: begun"] = plainly(person.get(one_.name, **known).content.decode())
        sent: dict[str, Mapping[str, Any]] = {"empty": {}, "half": known, "strange": strange}
        for what, data in sent.items():
            with passing():
                door.dice = ScriptedDice((5, 5))
                answer = person.post(one_.name, live=True, **data)
                if answer.status_code != 200:
                    found[f"{one_.name}: {what}"] = plainly(answer.content.decode())
    return found


@contextmanager
def passing() -> Iterator[None]:
    """What is done in here has not been done afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


ADDRESSES_WITH_IDS = (
    "portrait?of=",
    "print?character=",
    "export?character=",
    "?sheet=",
    "log?before=",
    "odds?character=",
)


def told_by_ids(tonight: Evening, name: str, ids: Mapping[str, str], fields: Mapping[str, str]) -> list[str]:
    """Acts and addresses that take the id of a secret thing otherwise than one that is nobody's. `fields` says under
    which name of `ids` each field of a form is tried; "hidden" is a character."""
    person, wrong = tonight.people[name], []
    secret, nobody = {field: ids[kind] for field, kind in fields.items()}, dict.fromkeys(fields, NOBODY)
    for one_ in own_acts(tonight):
        shown = [with_ids(person, one_.name, data) for data in (secret, nobody)]
        wrong += [one_.name] if shown[0] != shown[1] else []
    for address in ADDRESSES_WITH_IDS:
        found = [person.client.get(f"{person.url}{address}{id_}") for id_ in (ids["hidden"], NOBODY)]
        if found[0].status_code != found[1].status_code or without_ids(found[0]) != without_ids(found[1]):
            wrong.append(address)
    return wrong


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
    name = exchanges.kind_of(ask.exchange).answered_with(ask)
    wrong = person.post(name, ask=ask.public_id, modifier="9999", faces="none")
    assert wrong.status_code == 422
    return plainly(person.get(name, ask=ask.public_id).content.decode() + wrong.content.decode())


def level(text: str) -> str:
    """Without what differs between any two evenings: ids, by the order in which they come, and times."""
    met: dict[str, str] = {}
    text = re.sub(r"\bx[A-Za-z0-9]{12}\b", lambda found: met.setdefault(found[0], f"id-{len(met)}"), plainly(text))
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00|\b\d\d:\d\d\b", "…", text)


def differing(worlds: list[dict[str, str]]) -> list[str]:
    return [where for where in worlds[0] if any(world[where] != worlds[0][where] for world in worlds)]
