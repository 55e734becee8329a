"""Who may not do an act, and requests that are none: for every act nothing changes, and it is said why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from apps.rules.dice import ScriptedDice
from apps.table import acts, door
from apps.table.acts import act
from apps.table.models import Change, Table
from apps.table.shared.acts import Nothing
from apps.table.turn import Turn
from tests.acts_of_an_evening import Evening, Step, rewound, said
from tests.evenings import EVENINGS, own_acts, steps
from tests.people import Person, open_a_table, sit_down, state_of_play

PUBLIC_ID = re.compile(r"x[A-Za-z0-9]{12}")
Answer = tuple[str, Any, set[int]]


class Intruders:
    """Those who have no business with an act: each sends what the right person would send."""

    def __init__(self, tonight: Evening) -> None:
        self.tonight = tonight
        table = tonight.table
        self.stranger = Person(None, table)
        self.removed = sit_down(table, "Gone")
        assert self.removed.seat is not None
        self.removed.seat.removed_at = timezone.now()
        self.removed.seat.save(update_fields=["removed_at"])
        self.elsewhere = sit_down(open_a_table("Another", table.game), "Other", "gm", "gm")

    def answers(self, step: Step, data: Mapping[str, Any]) -> Iterator[Answer]:
        right = self.tonight.people[step.who]
        post = self.posting(step.act, data)
        yield "a stranger at this seat", post(self.stranger.at(right)), {404}
        yield "a removed seat", post(self.removed), {404}
        at_home = self.elsewhere.url
        yield "another table’s GM at this seat", post(self.elsewhere.at(right)), {404}
        self.elsewhere.url = at_home
        if any(PUBLIC_ID.fullmatch(str(one)) for one in data.values()):
            yield "another table’s GM with ids of this one", post(self.elsewhere), {422}
        for name in ("watcher", "ines"):
            person = self.tonight.people[name]
            if one_act(step.act).who(person.viewer):
                yield name, post(person), {403}
        yield from self.other_requests(step, data, right)

    def posting(self, name: str, data: Mapping[str, Any]) -> Callable[[Person], Any]:
        return lambda person: person.post(name, **rewound(data))

    def other_requests(self, step: Step, data: Mapping[str, Any], right: Person) -> Iterator[Answer]:
        address = f"{right.url}act/{step.act}"
        yield "no CSRF token", right.client.post(address, rewound(data), headers={"HX-Request": "true"}), {403}
        wrong = {"X-CSRFToken": "x" * 64, "HX-Request": "true"}
        yield "a wrong CSRF token", right.client.post(address, rewound(data), headers=wrong), {403}
        token = {"X-CSRFToken": right.client.cookies["csrftoken"].value}
        for method in ("put", "patch", "delete"):
            yield method, getattr(right.client, method)(address, headers=token), {405}
        yield "get", right.get(step.act, **of_text(data)), {200}
        yield "get, whole page", right.get(step.act, plain=True, **of_text(data)), {200}


def one_act(name: str) -> acts.Act:
    return next(one for one in acts.acts() if one.name == name)


def of_text(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if not hasattr(value, "seek")}


@pytest.mark.slow
@pytest.mark.parametrize("which", EVENINGS)
def test_nobody_else_does_it_and_no_other_request_does(tonight: Evening, which: str) -> None:
    """Before each act is done by the right person, all others try; and a player tries it while the table is paused,
    when all acts wait but those that are marked, and what is quiet."""
    intruders = Intruders(tonight)
    wrong: list[str] = []
    unmet, waiting = own_acts(which), own_acts(which)
    for step in steps(which):
        data = tonight.prepare(step)
        if step.act in unmet:
            unmet.remove(step.act)
            wrong += refused_to_all(tonight, intruders, step, data)
        if step.act in waiting and waits(tonight, step):
            waiting.remove(step.act)
            refused_while_paused(tonight, step, data)
        tonight.do(step, data)
    assert not wrong, "\n".join(wrong)


def waits(tonight: Evening, step: Step) -> bool:
    """Whether this is a player's act that a pause holds up."""
    one = one_act(step.act)
    return not (tonight.people[step.who].viewer.is_gm or one.paused or one.quiet)


def refused_while_paused(tonight: Evening, step: Step, data: Mapping[str, Any]) -> None:
    with transaction.atomic():
        Table.objects.filter(pk=tonight.table.pk).update(paused=True)
        before = Change.objects.count()
        answer = tonight.attempt(step, data)
        assert (answer.status_code, Change.objects.count()) == (403, before), step
        assert "paused" in said(answer)
        transaction.set_rollback(True)


def refused_to_all(tonight: Evening, intruders: Intruders, step: Step, data: Mapping[str, Any]) -> list[str]:
    state, wrong = state_of_play(tonight.table), []
    door.dice = ScriptedDice(step.dice)
    for who, answer, expected in intruders.answers(step, data):
        if answer.status_code not in expected:
            wrong.append(f"{step}, {who}: {answer.status_code} {said(answer)[:150]}")
        if answer.status_code in {403, 404, 422} and len(said(answer)) < 10:
            wrong.append(f"{step}, {who}: no words")
    if state_of_play(tonight.table) != state:
        wrong.append(f"{step}: something was changed")
    return wrong


@pytest.mark.parametrize("name", ["nothing", "dragonfly.nothing", "yarn.toy", "..", "<script>", "pause%00", "x" * 3000])
def test_acts_that_this_table_does_not_have(tonight: Evening, name: str) -> None:
    @act("yarn.toy", title="Toy", form=Nothing)
    def toy(turn: Turn, form: Nothing) -> None:
        turn.tell("pause", {})

    state = state_of_play(tonight.table)
    try:
        for person in tonight.people.values():
            assert person.post(name).status_code == 404
            assert person.get(name).status_code == 404
    finally:
        del acts._acts["yarn.toy"]
    assert state_of_play(tonight.table) == state


ADDRESSES = (
    "", "?sheet=", "as?seat=", "log?before=", "log?seat=", "log?group=", "log?q=", "rule?id=", "news?since=",
    "news?as=",
    "portrait?of=", "print?character=", "export?character=", "points?page=", "odds?character=", "device?seat=",
)  # fmt: skip
VALUES = ("%00", "a%00b", "%ff%fe", "%F0%9F%92%A9", "9" * 3000, "../../x", "<script>alert(1)")


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("name", ["gm", "ines", "watcher"])
def test_hostile_addresses_are_found_nowhere(tonight: Evening, name: str, value: str) -> None:
    person = tonight.people[name]
    for where in ADDRESSES:
        answer = person.client.get(f"{person.url}{where}{value}")
        assert answer.status_code in {200, 404}, where
        assert b"<script>alert" not in answer.content
        if "%00" in value:
            assert answer.status_code == 404, where


def test_too_much_at_once_is_refused_in_words(tonight: Evening) -> None:
    """More than 2 MB in a form, more than 1,000 fields."""
    gm = tonight.people["gm"]
    state = state_of_play(tonight.table)
    many: dict[str, Any] = {f"f{place}": "x" for place in range(1100)}
    for data in ({"text": "x" * 2_200_000}, many):
        answer = gm.post("note", **data)
        assert answer.status_code == 400
        assert "more than" in said(answer)
    assert state_of_play(tonight.table) == state


def test_a_removed_seat_is_refused_everything(tonight: Evening) -> None:
    """Its page, its log, its exports, its news and every act."""
    removed = Intruders(tonight).removed
    for address in ("", "log", "export-log", "news", "points", "book", "device", "switches"):
        assert removed.at_address(address).status_code == 404, address
    for one in acts.acts():
        assert removed.get(one.name).status_code == 404, one.name
