"""Taking hold of somebody: Brawn against Brawn, no harm, and what being held does."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Condition
from tests.combat.conftest import in_words
from tests.combat.rough_magic.standing import fights, full, lost, made, states, the_ask, used
from tests.combat.wounded import does, undo
from tests.people import open_a_table, sit_down, state_of_play
from tests.rough_evening import BRAMBLE, SEL


def grapples(person: Any, who: Character, target: Character, status: int = 200, **more: Any) -> str:
    given = {"character": who.public_id, "target": target.public_id, "weapon": "hands", "mode": "everybody"}
    return does(person, "rough_magic.grapple", status, **(given | more))


def takes(person: Any, ask: str, guard: str = "take", status: int = 200) -> str:
    return does(person, "rough_magic.answer-attack", status, ask=ask, guard=guard)


@pytest.mark.played("rough_magic.grappling")
def test_brawn_against_brawn_restrains_and_harms_nobody(
    gm: Any, marek: Any, bramble: Character, sel: Character, dice: Any
) -> None:
    """6 and the dice against 8 and 5: her breastplate does not count."""
    fights(gm, bramble, sel)
    dice(3, 4)
    grapples(marek, bramble, sel)
    made_ = full(gm.table, "attacked")
    assert (made_["total"], made_["target_number"], used(bramble, "task")) == (13, 13, 1)
    card = gm.panel("asks")
    assert "Bramble Oke takes hold of Sel Marrow by 0" in card
    assert "Loses nothing Restrained: no normal movement; +3 for attacks on them, −3 on their own Costs no" in card
    assert card.count("Restrained") == 1
    assert "no harm that a block could lessen" in takes(gm, the_ask(gm.table), "block", 422)
    takes(gm, the_ask(gm.table))
    assert (lost(sel), states(sel)) == (0, ["restrained"])
    assert Condition.objects.get(character=sel).by == bramble
    assert "Restrained" in gm.log()


@pytest.mark.played("rough_magic.restrained")
def test_the_held_go_nowhere_and_are_easier_to_hit(
    gm: Any, ines: Any, jun: Character, sel: Character, dice: Any
) -> None:
    fights(gm, jun, sel)
    Condition.objects.create(character=jun, name="restrained", by=sel)
    assert "Movement Restrained: no normal movement" in ines.panel("rough_magic-turn")
    assert "is restrained" in does(ines, "rough_magic.move", 422, character=jun.public_id, how="walk")
    words = in_words(ines.get("rough_magic.attack", character=jun.public_id, target=sel.public_id))
    assert "Jun Vey is restrained" in words
    words = in_words(gm.get("rough_magic.attack", character=sel.public_id, target=jun.public_id))
    assert "Jun Vey is restrained" in words


def test_what_is_too_heavy_and_a_second_one_are_refused(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, guard: Character
) -> None:
    """Brawn 3 lifts 79 kg; Bramble weighs 110."""
    before = state_of_play(gm.table)
    assert "too heavy: 110 kg, and Guard 1 lifts 79 kg" in grapples(gm, guard, bramble, 422)
    assert state_of_play(gm.table) == before
    Condition.objects.create(character=sel, name="restrained", by=bramble)
    assert "holds Sel Marrow: one at a time" in grapples(marek, bramble, guard, 422)
    assert "holds Sel Marrow already" in grapples(marek, bramble, sel, 422)


def test_things_are_not_grappled(marek: Any, bramble: Character, door: Character) -> None:
    assert "not there" in grapples(marek, bramble, door, 422)


def test_by_the_switch_gear_counts_on_both_sides(db: None, dice: Any) -> None:
    table = open_a_table(game="rough_magic", grapple_uses_gear="on")
    gm, marek = sit_down(table, "GM", "gm", "gm"), sit_down(table, "Marek")
    bramble, sel = made(marek, **BRAMBLE), made(gm, **SEL)
    dice(2, 2)
    axe = bramble.entries.get(name="Boat axe").public_id
    grapples(marek, bramble, sel, weapon=axe)
    told = full(table, "attacked")
    assert (told["total"], told["target_number"]) == (12, 14)


def test_it_is_taken_back(gm: Any, marek: Any, bramble: Character, sel: Character, dice: Any) -> None:
    dice(6, 6)
    grapples(marek, bramble, sel)
    takes(gm, the_ask(gm.table))
    undo(gm)
    assert states(sel) == []
