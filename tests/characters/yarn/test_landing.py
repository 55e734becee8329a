"""A blow that lands: damage, armour, what else stops it, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.yarn import landing
from apps.characters.yarn.landing import Blow, Stopped
from apps.characters.yarn.levels import level_of
from apps.rules.refusal import Refused
from apps.rules.yarn.combat.damage import Done
from apps.table.models import Switch
from apps.table.turn import Turn
from tests.people import Person
from tests.yarn_world import in_a_turn


def lands(gm: Person, target: Character, blow: Blow) -> dict[str, Any]:
    found: dict[str, Any] = in_a_turn(
        gm, lambda turn: landing.facts_of(landing.land(turn, turn.desk.own(target), blow))
    )
    return found


def test_a_blow_is_worked_out_against_what_is_worn(joss: Character, gm: Person, dice: Any) -> None:
    dice(5)
    told = lands(gm, joss, Blow(5, "sword"))
    assert (told["factor"], told["gross"], told["armour_dice"], told["armour"]) == (3, 15, [5], 5)
    assert (told["suffered"], told["from"], told["to"], level_of(joss).now) == (10, 24, 14, 14)


def test_armour_stops_half_of_a_bullet(joss: Character, gm: Person, dice: Any) -> None:
    dice(5)
    told = lands(gm, joss, Blow(5, "medium-handgun", metres=8))
    assert (told["gross"], told["armour"], told["suffered"]) == (20, 2, 18)


def test_a_taser_leaves_harm_that_goes(maud: Character, gm: Person) -> None:
    told = lands(gm, maud, Blow(3, "taser", metres=2))
    assert (told["suffered"], level_of(maud).lasting, level_of(maud).temporary) == (15, 21, 15)


def test_what_else_stops_a_blow_is_taken_off_after_armour(
    maud: Character, gm: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(landing, "_stopping", [])
    landing.stops_harm(lambda turn, target, blow, done: [Stopped(7, "Skin of Iron", "yarn.power-skin-of-iron")])
    assert lands(gm, maud, Blow(5, "knife"))["suffered"] == 3
    assert lands(gm, maud, Blow(2, "knife"))["suffered"] == 0
    assert level_of(maud).now == 18


def test_what_else_stops_a_blow_is_told_what_armour_did(
    joss: Character, gm: Person, dice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of a blow that armour stops whole: it counts among those that a power takes."""
    monkeypatch.setattr(landing, "_stopping", [])
    seen: list[tuple[int, int]] = []

    def notes(turn: Turn, target: Character, blow: Blow, done: Done) -> list[Stopped]:
        seen.append((done.gross, done.suffered))
        return []

    landing.stops_harm(notes)
    dice(6)
    lands(gm, joss, Blow(1, "sword"))
    assert seen == [(3, 0)]


def test_damage_without_an_attack_meets_armour_too(joss: Character, gm: Person, dice: Any) -> None:
    dice(4)
    told = in_a_turn(gm, lambda turn: landing.facts_of(landing.land_damage(turn, turn.desk.own(joss), 9)))
    assert (told["gross"], told["armour_dice"], told["suffered"], level_of(joss).now) == (9, [4], 5, 19)


def test_a_blow_that_the_rules_refuse_changes_nothing(maud: Character, gm: Person) -> None:
    with pytest.raises(Refused, match="is not loaded"):
        lands(gm, maud, Blow(5, "knife", ammunition="hollow point"))
    assert level_of(maud).now == 21


def test_the_steps_and_the_dice_of_each_layer_are_told(joss: Character, gm: Person, dice: Any) -> None:
    dice(5)
    told = lands(gm, joss, Blow(5, "sword"))
    assert [(one["number"], one["word"], one["left"]) for one in told["steps"]] == [
        (1, "difference", 5), (2, "factor", 3), (3, "damage", 15), (7, "regular", 10)
    ]  # fmt: skip
    assert told["layers"] == [{"name": "Sea jacket", "faces": [5], "points": 0, "vest": []}]
    assert (told["word"], told["now"], told["down_by"]) == ("hurt", "", "")


def test_what_it_did_is_told_in_a_word_and_nothing_more_where_numbers_are_nobody_s_business(
    bess: Character, gm: Person
) -> None:
    landed = in_a_turn(gm, lambda turn: landing.land(turn, turn.desk.own(bess), Blow(9, "knife")))
    assert landing.facts_of(landed)["down_by"] == "knives"
    assert landing.facts_for_others(landed) == {
        "character": "Old Bess", "character_id": bess.public_id, "word": "down", "now": "down"
    }  # fmt: skip


@pytest.mark.played("yarn.taser")
def test_a_taser_kills_only_where_the_table_says_so(maud: Character, gm: Person) -> None:
    lands(gm, maud, Blow(9, "taser", metres=1))
    assert (level_of(maud).now, level_of(maud).dying) == (-24, False)
    Switch.objects.filter(table=gm.table, key="taser-can-kill").update(value="on")
    assert level_of(Character.objects.get(pk=maud.pk)).dying
