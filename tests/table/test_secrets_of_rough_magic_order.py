"""Who hides in a fight of Rough Magic, and who is not aware of it, is looked for in every other seat's pages, frames,
forms and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acts_of_an_evening import Evening, Step, step, who
from tests.keeping_secrets import MARK, Secret, begun, one, told_in_forms, traces_of
from tests.rough_evening import beginning
from tests.rough_evening_order import INES, MAREK, all_of, landing, of_fight, outside

STARTED = step("gm", "rough_magic.start-fight", outside(INES, "Guard 1", MAREK, title="The lock gate"))
ASH = step("gm", "rough_magic.edit", who("Warden Ash", name=MARK, role="enemy", hidden="on"))
NOTED = step("gm", "note", text=MARK)


def falls() -> Step:
    return step("gm", "rough_magic.surroundings", who(MARK, what="falls", metres=10))


SECRETS = (
    one("somebody hidden comes, is put before another, and goes", "gm second",
        of_fight("fight-join", MARK, before="Guard 1"),
        step("gm", "rough_magic.place", lambda e: {"character": e.character(MARK), "before": e.character(MAREK)}),
        step("gm", "rough_magic.force", who(MARK, what="power", text=MARK)),
        step("gm", "rough_magic.fight-side", who(MARK, side="players")),
        step("gm", "rough_magic.fight-leave", who(MARK)), first=(ASH, STARTED)),
    one("somebody hidden is not aware, and notices", "gm second", of_fight("fight-join", MARK, unaware="on"),
        of_fight("notice", MARK), first=(ASH, STARTED)),
    one("somebody hidden falls", "gm second", falls(), step("gm", "rough_magic.surroundings-settle",
        lambda e: {"mover": landing_of(e), "levels": 1}), first=(ASH, STARTED, of_fight("fight-join", MARK))),
    one("who is not aware", "gm second", of_fight("fight-join", "Sel Marrow", unaware="on"), NOTED,
        first=(step("gm", "rough_magic.start-fight", all_of(INES, MAREK)),)),
    one("what the GM rolled for the order", "gm second", NOTED,
        first=(step("gm", "rough_magic.start-fight", all_of(INES, "Sel Marrow", how="roll"), dice=(6, 6)),)),
)  # fmt: skip


def landing_of(e: Evening) -> Any:
    return landing(MARK)(e)["mover"]


@pytest.fixture
def tonight(db: None, own_pictures: None) -> Evening:
    """A scene is open, Ines plays Jun, Marek Bramble; Warden Ash is hidden."""
    return begun("rough_magic", beginning())


@pytest.mark.parametrize("secret", SECRETS, ids=str)
def test_a_secret_leaves_no_trace_with_anybody_else(tonight: Evening, secret: Secret) -> None:
    traces_of(tonight, secret)


@pytest.mark.parametrize("name", ["ines", "watcher"])
def test_no_form_and_no_refusal_tells_of_a_secret(tonight: Evening, name: str) -> None:
    known = {"character": tonight.character(INES), "text": "x"}
    assert not told_in_forms(tonight, name, SECRETS[:1], known, ("event", "ask", "exchange", "before", "characters"))
