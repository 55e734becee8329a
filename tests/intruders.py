"""Those who may not do an act, and requests that are none: they try what the right person is about to do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from apps.rules.dice import ScriptedDice
from apps.table import acts, door
from apps.table.models import Change, Table
from tests.acts_of_an_evening import Evening, Step, rewound, said
from tests.people import Person, open_a_table, sit_down

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
    wrong = []
    door.dice = ScriptedDice(step.dice)
    for who, answer, expected in intruders.answers(step, data):
        if answer.status_code not in expected:
            wrong.append(f"{step}, {who}: {answer.status_code} {said(answer)[:150]}")
        if answer.status_code in {403, 404, 422} and len(said(answer)) < 10:
            wrong.append(f"{step}, {who}: no words")
    return wrong
