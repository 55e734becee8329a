"""Every secret of grapples, taunts and explosions is looked for in every other seat's pages, frames and forms."""

from __future__ import annotations

import pytest

from tests.acts_of_an_evening import Evening, Step, step
from tests.keeping_secrets import (
    MARK,
    PLAYERS,
    Secret,
    begun,
    differing,
    in_each_world,
    one,
    told_in_forms,
    traces_of,
)
from tests.rough_evening import ASH, beginning
from tests.rough_evening_holds import at, grip, hits

ASH_NAME = "Warden Ash"
HIDDEN = step("gm", "rough_magic.make", **ASH | {"name": MARK})
AROUND = step("gm", "rough_magic.explode", lambda e: {
    "what": MARK, "rank": 12, f"far_{e.character(ASH_NAME)}": 1})  # fmt: skip
SECRETS = (
    one("an explosion around the hidden alone", "gm second", AROUND,
        step("gm", "rough_magic.answer-blast", lambda e: {"ask": e.ask(), "divers": [e.character(ASH_NAME)]})),
    one("the hidden taunts the hidden", "gm second", HIDDEN,
        step("gm", "rough_magic.taunt", at(MARK, ASH_NAME), dice=(6, 6))),
    one("the hidden distracts somebody in secret", "gm second", HIDDEN,
        step("gm", "rough_magic.distract", at(MARK, "Jun Vey", mode="gm"), dice=(1, 1))),
    one("the hidden holds the hidden", "gm second", HIDDEN,
        step("gm", "rough_magic.grapple", hits(MARK, ASH_NAME), dice=(6, 6)),
        step("gm", "rough_magic.answer-attack", lambda e: {"ask": e.ask(), "guard": "take"}),
        step("gm", "rough_magic.release", grip(MARK, ASH_NAME))),
)  # fmt: skip


@pytest.fixture
def tonight(db: None, own_pictures: None) -> Evening:
    """A scene is open, Ines plays Jun, Marek Bramble; Warden Ash is hidden."""
    return begun("rough_magic", beginning())


@pytest.mark.parametrize("secret", SECRETS, ids=str)
def test_a_secret_leaves_no_trace_with_anybody_else(tonight: Evening, secret: Secret) -> None:
    traces_of(tonight, secret)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ines", "watcher"])
def test_no_form_and_no_refusal_tells_of_a_secret(tonight: Evening, name: str) -> None:
    known = {"character": tonight.character("Jun Vey"), "target": tonight.character("Sel Marrow")}
    assert not told_in_forms(tonight, name, SECRETS[:3], known, ("ask", "exchange", "grip", "hold", "at", "cell"))


def test_the_numbers_of_an_enemy_are_nowhere(tonight: Evening) -> None:
    """Another Brawn, Agility and Will, and whoever may not know them is shown the same, also after an explosion."""
    worlds = [_with_numbers(n) for n in (1, 2)]
    assert differing(in_each_world(tonight, worlds, PLAYERS)) == []
    assert differing(in_each_world(tonight, worlds, ("gm",))) != []


def _with_numbers(n: int) -> tuple[Step, ...]:
    """An explosion of rank 3 costs one level, whether 2 or 1 are left of it."""
    return (
        step("gm", "rough_magic.make", name="Eel", role="enemy", agility=n, brawn=n, will=n),
        step("gm", "rough_magic.explode", lambda e: {"what": "A lamp", "rank": 3, f"far_{e.character('Eel')}": 1}),
        step("gm", "rough_magic.answer-blast", lambda e: {"ask": e.ask(), "divers": []}),
    )
