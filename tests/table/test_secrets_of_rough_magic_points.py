"""What only some may know about plot points, and how the GM lets failures go on, is looked for with everybody else."""

from __future__ import annotations

import pytest

from tests.acts_of_an_evening import Evening, Step, of_ask, step, who
from tests.keeping_secrets import (
    MARK,
    Secret,
    begun,
    differing,
    in_each_world,
    one,
    told_in_forms,
    traces_of,
    undone,
)
from tests.rough_evening import JUN, beginning
from tests.rough_evening_points import KEY, entry, holds

FAILS = step("ines", "rough_magic.check", who("Jun Vey", **KEY), dice=(1, 1))
BEYOND = step("ines", "rough_magic.check", who("Jun Vey", **KEY), dice=(6, 6))


def goes_on(way: str) -> Step:
    return step("gm", "rough_magic.choose-way", of_ask(way=way, words=MARK))


SECRETS = (
    one("how a failure goes on", "gm second", goes_on("red-herring"), first=(FAILS,)),
    one("that the choice is taken back", "gm second", goes_on("own"), undone("rough_magic.way-chosen"), first=(FAILS,)),
    one("what a great success brings", "gm second", goes_on("own"), first=(BEYOND,)),
    one("what the hidden say", "gm second", step("gm", "rough_magic.roleplay", who("Warden Ash", text=MARK))),
)


@pytest.fixture
def tonight(db: None, own_pictures: None) -> Evening:
    """A scene is open; Ines plays Jun, Marek Bramble, and the Warden is hidden."""
    return begun("rough_magic", beginning())


@pytest.mark.parametrize("secret", SECRETS, ids=str)
def test_a_secret_leaves_no_trace_with_anybody_else(tonight: Evening, secret: Secret) -> None:
    traces_of(tonight, secret)


def test_no_form_and_no_refusal_tells_of_a_secret(tonight: Evening) -> None:
    known = {"character": tonight.character("Jun Vey"), "text": "x", "trait": "will", "seat": tonight.seat("ines")}
    of_one_roll = (SECRETS[0], SECRETS[-1])
    assert not told_in_forms(tonight, "marek", of_one_roll, known, ("event", "ask", "exchange", "to", "complication"))


def test_a_hint_for_one_player_is_theirs(tonight: Evening) -> None:
    tonight.do(step("ines", "rough_magic.hint", about="Who has the key", first=holds("ines", 1)))
    worlds = [(step("gm", "rough_magic.answer-wish", of_ask(allow="yes", words=words)),) for words in ("Salt", "Rust")]
    assert differing(in_each_world(tonight, worlds, ("marek", "watcher"))) == []
    assert differing(in_each_world(tonight, worlds, ("ines",))) != []


def test_what_a_sheet_calls_a_complication_is_its_readers(tonight: Evening) -> None:
    def earned(name: str) -> tuple[Step, ...]:
        return (
            step("ines", "rough_magic.edit", who("Jun Vey", **JUN | {"complication_1_name": name})),
            step("gm", "rough_magic.award", lambda e: {"complication": entry("Jun Vey", "complication")(e)}),
        )

    worlds = [earned(name) for name in ("Owes a life", "Owes a death")]
    assert differing(in_each_world(tonight, worlds, ("marek", "watcher"))) == []
    assert differing(in_each_world(tonight, worlds, ("gm", "ines"))) != []
