"""What befalls the hidden, and what heals them, leaves no trace with anybody else."""

from __future__ import annotations

import pytest

from tests.acts_of_an_evening import Evening, step, who
from tests.keeping_secrets import MARK, Secret, begun, one, told_in_forms, traces_of, undone
from tests.yarn_evening import beginning
from tests.yarn_evening_harm import harms, hits, of_ask
from tests.yarn_evening_healing import days, recovers

HARMED = step("gm", "yarn.deal-harm", harms("Hale", count=12, why=MARK))
SECRETS = (
    one("the hidden is harmed", "gm second", HARMED, undone("yarn.harm-dealt")),
    one("the hidden is hit, dies and is judged", "gm second",
        step("gm", "yarn.land-hit", hits("Hale", "shotgun", 9, metres=3, why=MARK)),
        step("gm", "yarn.judge-death", of_ask("yarn.death-secret", allow="no", why=MARK))),
    one("the hidden has a serious wound", "gm second", step("gm", "yarn.serious-wound", who("Hale", note=MARK)),
        step("gm", "yarn.wound-outcome", who("Hale", outcome="mis-heals"))),
    one("the hidden recovers", "gm second", HARMED, step("gm", "yarn.recover", recovers("Hale", why=MARK))),
    one("the hidden is critical, and heals", "gm second", HARMED, step("gm", "yarn.critical", who(
        "Hale", critical="yes")), step("gm", "yarn.days-pass", days(Hale=(4, "medical care", 0))), alone=True),
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
    known = {"character": tonight.character("Joss Amber"), "text": "x"}
    assert not told_in_forms(
        tonight, "marek", [SECRETS[0], SECRETS[2]], known, ("ask", "character", "condition", "event")
    )
