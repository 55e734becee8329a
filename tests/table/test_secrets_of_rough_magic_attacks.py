"""What is hidden in Rough Magic's attacks is looked for in every other seat's pages, frames, forms and refusals."""

from __future__ import annotations

import pytest

from tests.acts_of_an_evening import Evening, Step, of_ask, step
from tests.keeping_secrets import MARK, PLAYERS, Secret, begun, differing, in_each_world, one, traces_of
from tests.rough_evening import ASH, beginning
from tests.rough_evening_attacks import strikes

MADE = step("gm", "rough_magic.make", **ASH | {"name": MARK})
SECRETS = (
    one("an attack on the hidden", "gm second", MADE,
        step("gm", "rough_magic.attack", strikes("Sel Marrow", MARK, "Hook sword"), dice=(6, 6)),
        step("gm", "rough_magic.answer-attack", of_ask(guard="take"))),
    one("a miss at the hidden", "gm second", MADE,
        step("gm", "rough_magic.attack", strikes("Sel Marrow", MARK, "Hook sword"), dice=(1, 1))),
)  # fmt: skip


@pytest.fixture
def tonight(db: None, own_pictures: None) -> Evening:
    """A scene is open, Ines plays Jun, Marek Bramble; somebody else hides."""
    return begun("rough_magic", beginning())


@pytest.mark.parametrize("secret", SECRETS, ids=str)
def test_a_secret_leaves_no_trace_with_anybody_else(tonight: Evening, secret: Secret) -> None:
    traces_of(tonight, secret)


def test_with_what_somebody_unseen_strikes_is_nowhere(tonight: Evening) -> None:
    """Another weapon of the same kind: the players are shown the same, whoever is struck among them."""
    worlds = [_struck_with(name) for name in ("Needle gun", "Dart tube")]
    assert differing(in_each_world(tonight, worlds, PLAYERS)) == []
    assert differing(in_each_world(tonight, worlds, ("gm",))) != []


def _struck_with(weapon: str) -> tuple[Step, ...]:
    return (
        step("gm", "rough_magic.make", **ASH | {"name": "Eel", "gear_1_name": weapon}),
        step("gm", "rough_magic.attack", strikes("Eel", "Jun Vey", weapon, distance=8), dice=(6, 6)),
        step("gm", "rough_magic.answer-attack", of_ask(guard="take")),
    )
