"""Nothing tells of an attack at somebody hidden, nor of the numbers and phases of an enemy who strikes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acts_of_an_evening import Evening, Step, of_ask, step
from tests.dragon_evening import under_way
from tests.dragon_evening_attacks import PHASES, attacks_with, judged
from tests.keeping_secrets import PLAYERS, Secret, differing, in_each_world, one, told_by_ids, told_in_forms, traces_of
from tests.table.test_secrets_of_dragon import ID_FIELDS, tonight

__all__ = ["tonight"]

BEGUN = step("gm", "note", text="A fight", first=under_way(PHASES, (2, "Bad")))
AT_HIDDEN = step("gm", "dragon.attack", attacks_with("Tide warden 3", "Bell-witch", "Fist"), dice=(9, 9, 1))
SECRETS = (
    one("an attack at somebody hidden", "gm second", AT_HIDDEN, step("gm", "dragon.judge-attack", judged(cover=2)),
        step("gm", "dragon.defend", of_ask(guard="none")), first=(BEGUN,), marked=False),
)  # fmt: skip


@pytest.mark.parametrize("name", ["ines", "watcher"])
def test_the_id_of_a_hidden_fighter_is_as_good_as_none(tonight: Evening, name: str) -> None:
    tonight.do(BEGUN)
    witch = tonight.row("Bell-witch")
    fields = {field: kind for field, kind in ID_FIELDS.items() if kind == "hidden"}
    assert not told_by_ids(tonight, name, {"hidden": witch.public_id}, fields)


@pytest.mark.parametrize("secret", SECRETS, ids=str)
def test_an_attack_at_somebody_hidden_leaves_no_trace(tonight: Evening, secret: Secret) -> None:
    """Not even that whoever made it, of whom everybody knows, has acted."""
    traces_of(tonight, secret)


@pytest.mark.parametrize("name", ["ines", "watcher"])
def test_no_form_and_no_refusal_tells_of_a_secret(tonight: Evening, name: str) -> None:
    known: dict[str, Any] = {
        "character": tonight.character("Ketta Vane"),
        "target": tonight.character("Captain Sorrel"),
    }
    assert not told_in_forms(tonight, name, SECRETS, known, ("event", "ask", "exchange", "attack"))


def _struck_by_an_eel(n: int) -> tuple[Step, ...]:
    """Its Accuracy, and with it the dice, are the same in each world; what players may not know is not."""
    stats: dict[str, Any] = {"accuracy": 3, "resistance": n, "dexterity": n, "health": n}
    return (
        step("gm", "dragon.make", name="Eel", role="enemy", **stats),
        step("gm", "note", text="A fight", first=under_way({"Eel": (2, 3 + n), "Ketta Vane": (2, 5)}, (2, "Bad"))),
        step("gm", "dragon.attack", attacks_with("Eel", "Ketta Vane", "Bow", distance=3), dice=(9, 9, 1)),
        step("ines", "dragon.defend", of_ask(guard="none")),
    )


def test_the_weapon_of_somebody_unseen_is_nowhere(tonight: Evening) -> None:
    """Another weapon that strikes as hard: the players are shown the same, whoever is struck among them."""
    worlds = [_struck_unseen_with(weapon) for weapon in ("Rusty hook", "Table leg")]
    assert differing(in_each_world(tonight, worlds, PLAYERS)) == []
    assert differing(in_each_world(tonight, worlds, ("gm",))) != []


def _struck_unseen_with(weapon: str) -> tuple[Step, ...]:
    armed: dict[str, Any] = {"weapon_1_name": weapon, "weapon_1_multiple": 2}
    return (
        step("gm", "dragon.make", name="Eel", role="enemy", accuracy=3, hidden="on", **armed),
        step("gm", "note", text="A fight", first=under_way({"Eel": (2,), "Ketta Vane": (2, 5)}, (2, "Bad"))),
        step("gm", "dragon.attack", attacks_with("Eel", "Ketta Vane", weapon), dice=(9, 9, 1)),
        step("ines", "dragon.defend", of_ask(guard="none")),
    )


def test_what_an_enemy_strikes_with_is_nowhere(tonight: Evening) -> None:
    worlds = [_struck_by_an_eel(n) for n in (1, 4)]
    assert differing(in_each_world(tonight, worlds, PLAYERS)) == []
    assert differing(in_each_world(tonight, worlds, ("gm",))) != []
