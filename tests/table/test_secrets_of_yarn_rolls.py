"""Every secret of Yarn's rolls is looked for in every other seat's pages, frames, forms and refusals."""

from __future__ import annotations

import pytest

from tests.acts_of_an_evening import Evening, step
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
from tests.yarn_evening import beginning
from tests.yarn_evening_ground import calls
from tests.yarn_evening_procedural import of, throws
from tests.yarn_evening_rolls import asks, rolled
from tests.yarn_evening_together import begins
from tests.yarn_evening_together import of as of_theirs

SECRETS = (
    one("what the GM throws", "gm second",
        step("gm", "yarn.secret-roll", lambda e: {"dice": 3, "label": MARK}, dice=(6, 6, 6)),
        undone("yarn.secret-roll")),
    one("a roll of somebody hidden", "gm second",
        step("gm", "yarn.check", rolled("Hale", mode="gm", label=MARK), dice=(1, 1)), undone("yarn.check")),
    one("a roll for a player’s character who does not know", "gm second",
        step("gm", "yarn.check", rolled("Maud Ferrin", mode="gm", label=MARK), dice=(6, 6))),
    one("a roll that the GM alone shares", "gm second ines",
        step("ines", "yarn.check", rolled("Maud Ferrin", mode="gm", label=MARK), dice=(1, 1))),
    one("a roll that is asked in secret", "gm second ines", asks("Maud Ferrin", mode="gm", label=MARK),
        step("ines", "yarn.answer-check", lambda e: {"ask": e.ask("Maud Ferrin"), "trait": ""}, dice=(1, 1))),
    one("fate that the GM asks alone", "gm second", step("gm", "yarn.fate", label=MARK, mode="gm", dice=(3, 4))),
    one("what somebody hidden cannot do", "gm second",
        step("gm", "yarn.no-roll", rolled("Hale", label=MARK, how="impossible"))),
    one("a consequence that the GM and its player keep", "gm second ines", step("gm", "yarn.say-consequence", of(
        "Maud Ferrin", good=True, text=MARK, private="on")), first=(
            calls("The yard", "Maud Ferrin", mode="procedural"),
            step("ines", "yarn.check", rolled("Maud Ferrin"), dice=(6, 6)),
            calls("The attic", "Maud Ferrin", mode="procedural"), throws("ines", "Maud Ferrin", 6),
        ), alone=True),
)  # fmt: skip


@pytest.fixture
def tonight(db: None, own_pictures: None) -> Evening:
    """A scene is open, Ines plays Maud, Marek Joss; Hale is hidden."""
    return begun("yarn", beginning())


@pytest.mark.parametrize("secret", SECRETS, ids=str)
def test_a_secret_leaves_no_trace_with_anybody_else(tonight: Evening, secret: Secret) -> None:
    traces_of(tonight, secret)


@pytest.mark.slow
def test_no_form_and_no_refusal_tells_of_a_secret(tonight: Evening) -> None:
    """Each act's form and each refusal for this seat: equal bytes with all the secrets of the others and without."""
    known = {"character": tonight.character("Joss Amber"), "text": "x"}
    more = ("event", "ask", "exchange", "condition", "entry", "knock", "seat", "trait", "who")
    assert not told_in_forms(tonight, "marek", SECRETS, known, more)


def test_nobody_learns_who_alone_had_a_chance(tonight: Evening) -> None:
    """Both fail: everybody but the GMs is shown the same, whoever of them was picked."""
    begun = begins("either/or", "Maud Ferrin", "Joss Amber", factor=20)
    for one_ in (begun, of_theirs("yarn.throw-for-effort", "ines", "Maud Ferrin", 6, 5)):
        tonight.do(one_)
    worlds = [[of_theirs("yarn.throw-for-effort", "marek", "Joss Amber", 4, 4, picked)] for picked in (1, 6)]
    assert not differing(in_each_world(tonight, worlds, ("ines", "marek", "watcher")))
