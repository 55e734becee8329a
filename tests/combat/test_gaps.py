"""A distance that was typed is remembered for the fight, from either side, and for nobody who may not know of both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.models import Character, Entry
from apps.combat.gaps import far_apart
from apps.combat.models import Tally
from apps.table.keys import rewrite
from tests.combat.armed import armed, cannot_defend, in_actions, settled, shoots
from tests.combat.conftest import in_words
from tests.combat.wounded import undo

Dice = Callable[..., Any]


@pytest.fixture
def shot(gm: Any, ines: Any, shannon: Character, brute: Character, dice: Dice) -> Entry:
    """Shannon has shot at the Brute from 120 yards."""
    carbine = armed(shannon, "Carbine", "rifle", 10, 12)
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    dice(5)
    shoots(ines, shannon, brute, carbine, yards=120)
    return carbine


def test_it_is_offered_again(ines: Any, table: Any, shot: Entry, shannon: Character, brute: Character) -> None:
    form = in_words(ines.get("dragonfly.shoot", character=shannon.public_id, target=brute.public_id))
    assert "As before: 120 yards" in form


def test_it_holds_from_either_side_and_is_taken_back_with_its_shot(
    gm: Any, ines: Any, shot: Entry, shannon: Character, brute: Character
) -> None:
    assert far_apart(ines.viewer, brute, shannon) == 120
    undo(gm)
    assert far_apart(ines.viewer, brute, shannon) is None


def test_it_counts_as_the_range_until_another_is_named(
    gm: Any, table: Any, shot: Entry, shannon: Character, brute: Character, dice: Dice
) -> None:
    dice(5)
    shoots(gm, brute, shannon, armed(brute, "Rifle", "rifle", 10, 12), band="board")
    assert "120 yards" in str(settled(table)["range"])


def test_the_fight_s_end_forgets_it(gm: Any, ines: Any, shot: Entry, shannon: Character, brute: Character) -> None:
    gm.does("dragonfly.end-fight")
    assert far_apart(ines.viewer, shannon, brute) is None


def test_of_somebody_hidden_nobody_else_hears(
    gm: Any, ines: Any, shot: Entry, shannon: Character, brute: Character
) -> None:
    brute.hidden = True
    brute.save(update_fields=["hidden"])
    assert far_apart(ines.viewer, shannon, brute) is None
    assert far_apart(gm.viewer, shannon, brute) == 120


def test_it_keeps_its_two_in_a_table_that_is_moved(shot: Entry) -> None:
    row = Tally.objects.get(key__startswith="gap-")
    fields = {"key": row.key}
    rewrite("combat.tally", fields, {"key": row.key}, lambda label, key: key + 1000)
    assert fields["key"] == f"gap-{int(row.key.removeprefix('gap-')) + 1000}"
