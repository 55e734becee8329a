"""Plot points, Assets, triggers, the place and Episodes, in the course of an evening of Crew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apps.characters.models import Entry
from tests.acts_of_an_evening import Data, Evening, Step, all_of, of_ask, step, who


def _entry(e: Evening, kind: str, name: str) -> Entry:
    return Entry.objects.filter(character__table=e.table, kind=kind, name=name).latest("pk")


def _this(kind: str, name: str, field: str = "", **more: Any) -> Data:
    """Data about something on a sheet."""
    return lambda e: {field or kind: _entry(e, kind, name).public_id, **more}


def _trigger(whom: str, kind: str, name: str, **more: Any) -> Data:
    """The first trigger of that Distinction or Signature Asset."""
    return lambda e: {"character": e.character(whom), "trigger": f"{_entry(e, kind, name).public_id}-0", **more}


def _called_back(whom: str, title: str, **more: Any) -> Data:
    return lambda e: {"character": e.character(whom), "callback": _entry(e, "episode", title).public_id, **more}


def _nominee(by: str, whom: str, why: str) -> Data:
    return lambda e: {"character": e.character(by), "nominee": e.character(whom), "why": why}


def drama() -> Iterator[Step]:
    yield step("gm", "crew.open-episode", title="Nine Moons, No Money")
    yield step("gm", "open-scene", title="The Gilded Anchor", text="A taproom under a landing pad.")
    yield from _points()
    yield from _nominations()
    yield from _assets()
    yield from _triggers()
    yield from _place()
    yield step("gm", "close-scene", note="with its Assets")
    yield step("gm", "crew.close-episode", lambda e: {"title": "", "absent": [e.character("Kit")]})
    yield step("gm", "crew.open-episode", title="The Long Way Home", players=3, note="the next")


def _points() -> Iterator[Step]:
    yield step("gm", "crew.award", lambda e: {"to": "some", "characters": all_of(e, "Wren"), "why": "That line"})
    yield step("gm", "crew.award", to="all", note="everybody")
    yield step("ines", "crew.spend", who("Wren", what="Not today"))
    yield step("ines", "crew.spend", _called_back("Wren", "The Harrow Heist", what="As on Harrow"), note="a callback")
    yield step("gm", "crew.spend", who("Kit", what="A friend in port"), note="for a player")
    yield step("gm", "crew.take-back", who("Kit", points=1, why="Counted twice"))
    yield step("gm", "crew.bank-set", points=6, why="A large crew")
    yield step("gm", "crew.bank-spend", what="The deputy gets up")


def _nominations() -> Iterator[Step]:
    yield step("marek", "crew.nominate", _nominee("Kit", "Wren", "The leap"))
    yield step("gm", "crew.make", lambda e: {
        "name": "Ash", "role": "crewmember", "mental": 6, "physical": 6, "social": 6}, note="a third")  # fmt: skip
    yield step("gm", "crew.second", lambda e: {"character": e.character("Ash"), "nomination": e.exchange()})
    yield step("gm", "crew.answer-nomination", of_ask(allow="yes", words="Well jumped"))
    yield step("ines", "crew.nominate", _nominee("Wren", "Kit", "The engine’s song"), note="again")
    yield step("second", "crew.answer-nomination", of_ask(allow="no"), note="no")


def _assets() -> Iterator[Step]:
    yield step("ines", "crew.asset", who("Wren", name="Smoke grenade", flashback="Bought last week"))
    yield step("gm", "crew.asset", lambda e: {
        "character": e.character("Kit"), "ship": e.character("The Long Lena"), "name": "Cold engines", "free": "on",
    }, note="the ship’s")  # fmt: skip
    yield step("gm", "crew.asset", who("Sniper", name="A good perch", free="on"), note="of somebody hidden")
    yield step("ines", "crew.asset-keep", lambda e: {
        "asset": _entry(e, "asset", "Smoke grenade").public_id, "character": e.character("Wren")})  # fmt: skip
    yield step("gm", "crew.asset-keep", _this("asset", "A good perch", free="on"), note="of somebody hidden")
    yield step("ines", "crew.asset-share", lambda e: {
        "asset": _entry(e, "asset", "Smoke grenade").public_id, "whom": e.character("Kit")})  # fmt: skip
    yield step("gm", "crew.asset-gone", _this("asset", "Cold engines"))


def _triggers() -> Iterator[Step]:
    yield step("gm", "crew.award", to="all", note="for what follows")
    yield step("ines", "crew.trigger", _trigger("Wren", "distinction", "Loyal to a fault"))
    yield step("ines", "crew.trigger", _trigger("Wren", "signature-asset", "Grandfather’s carbine"), note="that costs")
    yield step("marek", "crew.trigger", _trigger("Kit", "distinction", "Talks to machines"), note="that pays")
    yield step("gm", "crew.answer-trigger", of_ask(allow="no", words="It purrs"))
    yield step("marek", "crew.trigger", _trigger("Kit", "distinction", "Talks to machines"), note="again")
    yield step("gm", "crew.answer-trigger", of_ask(allow="yes"), note="yes")
    yield step("gm", "crew.trigger", _trigger("Marshal Tran", "distinction", "The law never sleeps"), note="the GM’s")


def _place() -> Iterator[Step]:
    yield step("gm", "crew.place-trait", name="Crowded taproom", size=8)
    yield step("gm", "crew.place-trait", name="A trapdoor", size=10, hidden="on", note="unseen")
    yield step("gm", "crew.place-trait", _this("trait", "Crowded taproom", size=10), note="larger")
    yield step("gm", "crew.place-trait", _this("trait", "A trapdoor", size=10), note="shown")
    yield step("gm", "crew.place-trait-gone", _this("trait", "A trapdoor"))
