"""What is once in a Turn, of somebody for whom a Turn of a fight and one of ships run at once."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.dragonfly.points import drama_points_of
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Character, Track
from apps.ships.models import Encounter
from tests.combat.conftest import in_words
from tests.combat.conftest import now as fight_now
from tests.people import state_of_play
from tests.ships.conftest import seated
from tests.ships.fleet import answer, asked, go_on, meet, said

KICK: dict[str, Any] = {"text": "Kicks", "action": "attack", "stance": "normal", "drama": "attack"}
FEAT_MADE, OK_USED = "already made in this Turn", "already used in this Turn"


@pytest.fixture
def aboard(gm: Any, ines: Any, kestrel: Character, ashfall: Character, shannon: Character) -> Encounter:
    """Shannon flies the Kestrel, which has met Ashfall."""
    seated(ines, kestrel, shannon)
    return meet(gm, kestrel, ashfall)


def fights(gm: Any, *people: Character) -> None:
    gm.does("dragonfly.start-fight", title="The gantry", characters=[one.public_id for one in people])


def to_the_next_turn_of_the_fight(gm: Any, dice: Any) -> None:
    before = fight_now(gm).turn
    while fight_now(gm).turn == before:
        dice(5, 5, 5)
        gm.does("dragonfly.fight-next")
    dice()


def ok(who: Any, character: Character) -> Any:
    return who.post("dragonfly.im-ok", live=True, character=character.public_id)


def hurt(gm: Any, character: Character) -> None:
    gm.does("dragonfly.adjust", character=character.public_id, track="ordinary-damage", set=32)


def damage(character: Character) -> int:
    return sheet_of(character).ordinary_damage


@pytest.mark.played("dragonfly.heroic-feat")
def test_a_feat_announced_in_the_fight_is_that_of_the_ships_turn_too(aboard, gm, ines, dice, shannon):
    fights(gm, shannon)
    ines.does("dragonfly.declare", character=shannon.public_id, **KICK)
    to_the_next_turn_of_the_fight(gm, dice)
    go_on(gm)
    before = state_of_play(gm.table)
    response = answer(ines, shannon, heroic_feat="on")
    assert response.status_code == 422
    assert FEAT_MADE in said(response)
    assert "one in this Turn already" in ines.panel("asks")
    assert state_of_play(gm.table) == before


@pytest.mark.played("dragonfly.heroic-feat")
def test_a_feat_made_aboard_is_that_of_a_fight_that_begins_in_its_turn(aboard, gm, ines, dice, shannon):
    go_on(gm)
    dice(5)
    assert answer(ines, shannon, heroic_feat="on").status_code == 200
    held = drama_points_of(shannon)
    fights(gm, shannon)
    response = ines.post("dragonfly.declare", character=shannon.public_id, **KICK)
    assert response.status_code == 422
    assert FEAT_MADE in said(response)
    assert drama_points_of(shannon) == held


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.intentions")
def test_a_roll_aboard_takes_what_was_announced_in_the_fight_and_no_other(aboard, gm, ines, dice, shannon):
    fights(gm, shannon)
    ines.does("dragonfly.declare", character=shannon.public_id, **KICK | {"drama": "other"})
    gm.does("dragonfly.fight-next")
    go_on(gm)
    held = drama_points_of(shannon)
    dice(5)
    assert answer(ines, shannon, heroic_feat="on").status_code == 200
    assert drama_points_of(shannon) == held


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.drama-points")
def test_in_mid_turn_of_a_fight_no_feat_is_made_aboard(aboard, gm, ines, dice, shannon):
    fights(gm, shannon)
    gm.does("dragonfly.fight-next")
    go_on(gm)
    assert "announced during Intentions only" in in_words(ines.get("dragonfly.answer-maneuver", ask=asked(shannon)))
    response = answer(ines, shannon, heroic_feat="on")
    assert response.status_code == 422
    assert "Intentions are over" in said(response)


@pytest.mark.played("dragonfly.i-think-im-ok")
def test_whoever_has_no_post_aboard_is_in_no_turn_of_ships(aboard, gm, marek, pell):
    hurt(gm, pell)
    for left in (16, 8):
        assert ok(marek, pell).status_code == 200
        assert damage(pell) == left
    fights(gm, pell)
    assert ok(marek, pell).status_code == 200
    assert OK_USED in said(ok(marek, pell))


@pytest.mark.played("dragonfly.i-think-im-ok")
def test_a_fight_of_others_brings_nobody_aboard_a_second_one(aboard, gm, ines, dice, shannon, pell):
    hurt(gm, shannon)
    fights(gm, pell)
    assert ok(ines, shannon).status_code == 200
    to_the_next_turn_of_the_fight(gm, dice)
    assert OK_USED in in_words(ines.get("dragonfly.im-ok", character=shannon.public_id))
    assert OK_USED in said(ok(ines, shannon))
    for _ in range(5):
        if go_on(gm).phase == "choose":
            break
    assert ok(ines, shannon).status_code == 200


@pytest.mark.played("dragonfly.i-think-im-ok")
def test_whoever_fights_aboard_has_one_in_each_turn_of_both(aboard, gm, ines, dice, shannon):
    hurt(gm, shannon)
    fights(gm, shannon)
    assert "I Think I’m OK: 32 to 16 damage" in ines.panel("my-ok")
    assert ok(ines, shannon).status_code == 200
    to_the_next_turn_of_the_fight(gm, dice)
    Track.objects.filter(character=shannon, key="ordinary-damage").update(value=32)
    assert "I Think I’m OK" not in ines.panel("my-ok")
    assert OK_USED in said(ok(ines, shannon))
