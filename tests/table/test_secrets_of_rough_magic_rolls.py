"""Every secret of Rough Magic's rolls is looked for in every other seat's pages, frames, forms and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acts_of_an_evening import Evening, Step, of_ask, step
from tests.keeping_secrets import (
    MARK,
    PLAYERS,
    Secret,
    begun,
    differing,
    in_each_world,
    one,
    told_by_ids,
    told_in_forms,
    traces_of,
)
from tests.rough_evening import beginning
from tests.rough_evening_checks import asked, rolled


def rolls(who: str, name: str, **more: Any) -> Step:
    return step(who, "rough_magic.check", rolled(name, label=MARK, **more), dice=(2, 2))


ASKED = step("gm", "rough_magic.ask-check", asked("Jun Vey", mode="gm", label=MARK))
ANSWERED = step("ines", "rough_magic.answer-check", of_ask("Jun Vey"), dice=(1, 1))
SECRETS = (
    one("a roll of the GM’s own", "gm second", rolls("gm", "Sel Marrow", mode="gm")),
    one("a roll of somebody hidden", "gm second", rolls("gm", "Warden Ash", mode="gm")),
    one("a roll that the GM alone shares", "gm second ines", rolls("ines", "Jun Vey", mode="gm")),
    one("a roll to oneself", "ines", rolls("ines", "Jun Vey", mode="me")),
    one("a roll that is asked in secret", "gm second ines", ASKED, ANSWERED),
    one("a total that the GM sets", "gm second", rolls("gm", "Sel Marrow", mode="gm"),
        step("gm", "rough_magic.overrule", lambda e: {"event": e.event("rough_magic.check"), "total": 30})),
)  # fmt: skip


@pytest.fixture
def tonight(db: None, own_pictures: None) -> Evening:
    """A scene is open, Ines plays Jun, Marek Bramble; Warden Ash is hidden."""
    return begun("rough_magic", beginning())


@pytest.mark.parametrize("secret", SECRETS, ids=str)
def test_a_secret_leaves_no_trace_with_anybody_else(tonight: Evening, secret: Secret) -> None:
    traces_of(tonight, secret)


@pytest.mark.parametrize("name", ["ines", "watcher"])
def test_no_form_and_no_refusal_tells_of_a_secret(tonight: Evening, name: str) -> None:
    """Each act's form and each refusal for this seat: equal bytes with all the secrets of the others and without."""
    known = {"character": tonight.character("Jun Vey"), "opponents": tonight.character("Sel Marrow"), "text": "x"}
    assert not told_in_forms(tonight, name, SECRETS, known, ("event", "ask", "exchange", "target"))


@pytest.mark.parametrize("name", ["ines", "watcher"])
def test_the_id_of_a_hidden_one_is_as_good_as_none(tonight: Evening, name: str) -> None:
    ids = {"hidden": tonight.row("Warden Ash").public_id}
    fields = dict.fromkeys(("character", "characters", "opponents", "target"), "hidden")
    assert not told_by_ids(tonight, name, ids, fields)


def against_an_eel(will: int, face: int, **more: Any) -> tuple[Step, ...]:
    """An enemy with that much Will, a roll of its own, and one asked against it."""
    return (
        step("gm", "rough_magic.make", name="Eel", role="enemy", will=will, agility=will),
        step("gm", "rough_magic.check", rolled("Eel", attribute="will", grade="", dv=30 - face), dice=(1, 1)),
        step("gm", "rough_magic.ask-check",
             lambda e: asked("Jun Vey", attribute="will", opponents=[e.character("Eel")], **more)(e)),
    )  # fmt: skip


def test_what_an_enemy_is_worth_is_nowhere_before_the_roll(tonight: Evening) -> None:
    """Two enemies of other Will, of whom one roll is asked: its form and its card are the same for both."""
    worlds = [against_an_eel(will, 0)[::2] for will in (2, 9)]
    assert differing(in_each_world(tonight, worlds, PLAYERS)) == []
    assert differing(in_each_world(tonight, worlds, ("gm",))) != []


def test_a_hidden_number_and_what_came_of_it_are_nowhere(tonight: Evening) -> None:
    """The same dice against two numbers, of which one is reached."""
    worlds = [
        (*against_an_eel(will, 0, hidden="hidden")[::2], step("ines", "rough_magic.answer-check", of_ask("Jun Vey"),
                                                              dice=(5, 4)))
        for will in (2, 9)
    ]  # fmt: skip
    assert differing(in_each_world(tonight, worlds, PLAYERS)) == []
    assert differing(in_each_world(tonight, worlds, ("gm",))) != []


def test_who_is_hidden_has_no_name_in_a_roll_against_them(tonight: Evening) -> None:
    tonight.do(step("gm", "rough_magic.check",
                    lambda e: rolled("Sel Marrow", opponents=[e.character("Warden Ash")])(e), dice=(6, 6)))  # fmt: skip
    page = tonight.people["ines"].page()
    assert "Warden Ash" not in page
    assert "Somebody: Agility" in page
