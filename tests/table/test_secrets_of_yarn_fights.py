"""Every secret of Yarn's fights is looked for in every other seat's pages, frames, forms and refusals."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from apps.table.models import Exchange
from tests.acts_of_an_evening import Evening, Step, step, who
from tests.keeping_secrets import MARK, Secret, begun, one, told_in_forms, traces_of, undone
from tests.yarn_evening import HALE, asked, beginning
from tests.yarn_evening_attacks import at, seated
from tests.yarn_evening_rounds import begins

LURKS = step("gm", "yarn.quick-cast", **HALE | {"name": MARK})
JOINS = step("gm", "yarn.fight-join", lambda e: {"characters": [e.character("Hale")]})
STRIKES = step("gm", "yarn.attack", at("Hale", "Old Bess", what=MARK))
IN_ROUNDS = (
    one("somebody hidden comes in, and changes sides", "gm second", LURKS, step("gm", "yarn.fight-join", lambda e: {
        "characters": [e.character(MARK)]}), step("gm", "yarn.fight-side", who(MARK, side="players"))),
    one("what somebody hidden means to do", "gm second", JOINS, STRIKES, step("gm", "yarn.judge-attack", lambda e: {
        "exchange": exchange_of(e), "granted": ["another"]})),
    one("what holds for somebody hidden", "gm second",
        step("gm", "yarn.advantage", who("Hale", how_long="edge-next", why=MARK)),
        step("gm", "yarn.extra-actions", who("Hale", extra=2)), undone("yarn.extra-taken"), first=(JOINS,)),
    one("somebody hidden sets upon one", "gm second", step("gm", "yarn.gang-up", lambda e: {
        "target": e.character("Old Bess"), "attackers": [e.character("Hale")]}), first=(JOINS,), marked=False),
)  # fmt: skip
SUM = step("gm", "yarn.gestalt-sum", lambda e: {"count": 1, "dice": 2, "way": "simple addition", "total": 77})
IN_ONE_ROLL = (
    one("the GM’s sum", "gm second", SUM, marked=False),
    one("a fight that is turned", "gm second", step("gm", "yarn.gestalt-turn", lambda e: {
        "ask": asked(e, "gm").public_id, "winner": "gm", "why": MARK}), first=(SUM,)),
)  # fmt: skip


def exchange_of(e: Evening) -> str:
    return Exchange.objects.filter(table=e.table, closed_at=None, kind="yarn.attack-secret").latest("pk").public_id


def tonight_with(steps: Iterable[Step]) -> Evening:
    return begun("yarn", (*beginning(), *steps))


@pytest.fixture
def rounds(db: None, own_pictures: None) -> Evening:
    """A fight by rounds in which all act as they sit; Hale is hidden, and not in it yet."""
    return tonight_with(seated("Maud Ferrin", "Joss Amber", "Old Bess"))


@pytest.fixture
def one_roll(db: None, own_pictures: None) -> Evening:
    """A fight in one roll for which Maud's is in."""
    ask = step("ines", "yarn.gestalt-roll", lambda e: {"ask": e.ask("Maud Ferrin")}, dice=(3, 3))
    return tonight_with([begins("Maud Ferrin", "Old Bess", mode="gestalt"), ask])


@pytest.mark.parametrize("secret", IN_ROUNDS, ids=str)
def test_a_secret_of_rounds_leaves_no_trace(rounds: Evening, secret: Secret) -> None:
    traces_of(rounds, secret)


@pytest.mark.parametrize("secret", IN_ONE_ROLL, ids=str)
def test_a_secret_of_one_roll_leaves_no_trace(one_roll: Evening, secret: Secret) -> None:
    traces_of(one_roll, secret)


@pytest.mark.slow
def test_no_form_and_no_refusal_tells_of_them(rounds: Evening) -> None:
    """Equal bytes with somebody hidden in the fight and without."""
    known = {"character": rounds.character("Maud Ferrin"), "target": rounds.character("Old Bess"), "weapon": "hands"}
    more = ("event", "ask", "exchange", "seat", "trait", "characters", "attackers")
    assert not told_in_forms(rounds, "ines", IN_ROUNDS[:1], known, more)
