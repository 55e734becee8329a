"""What a player writes alone, buys or trains for is looked for in every other seat's pages, frames and forms."""

from __future__ import annotations

import pytest

from tests.acts_of_an_evening import Evening, step, who
from tests.keeping_secrets import MARK, Secret, begun, one, traces_of
from tests.yarn_evening import beginning
from tests.yarn_evening_creation import OWN
from tests.yarn_evening_growing import NEW, word

SIGNS = {
    "central_sign": "Knows your drink", "side1_sign": "Stops wiping the bar", "side1_visible": "at times",
    "side1_tough": "", "side2_sign": "Lifts barrels alone", "side2_tough": "on", "flaw_sign": "Writes everything down",
}  # fmt: skip
"""The signs that all have seen, and what makes the hit points that they may guess."""
GIVEN = step("gm", "yarn.adjust", who("Maud Ferrin", track="experience", by=9))
SECRETS = (
    one("own steps that are not approved", "gm second ines",
        step("ines", "yarn.own-steps", who("Maud Ferrin", **OWN | SIGNS | {"side2_name": MARK, "story": MARK}))),
    one("training before it is approved", "gm second ines",
        step("ines", "yarn.note-training", who("Maud Ferrin", text=MARK))),
    one("what somebody would buy", "gm second ines",
        step("ines", "yarn.new-trait", who("Maud Ferrin", **NEW | {"name": MARK})),
        word("gm", "yarn.judge-improvement", allow="no", remark=MARK)),
)  # fmt: skip


@pytest.fixture
def tonight(db: None, own_pictures: None) -> Evening:
    """A scene is open, Ines plays Maud, who has dice to spend, Marek Joss."""
    return begun("yarn", (*beginning(), GIVEN))


@pytest.mark.parametrize("secret", SECRETS, ids=str)
def test_a_secret_leaves_no_trace_with_anybody_else(tonight: Evening, secret: Secret) -> None:
    traces_of(tonight, secret)
