"""A fight is started, joined, left and ended; sides are taken and changed."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.dragon.sheet import sheet_of
from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.dragon.fight import picks
from apps.combat.models import Combatant, Fight
from apps.table.models import Ask
from tests.combat.conftest import in_words, refused
from tests.combat.dragon.conftest import in_round
from tests.combat.dragon.picking import extra, picked, rounds_of, speed_of, started
from tests.people import state_of_play


def side_of(character: Character) -> str:
    return Combatant.objects.get(character=character).side


@pytest.mark.played("dragon.turn", "dragon.sub-rounds")
def test_a_fight_begins_with_two_sides_and_everybody_is_asked_for_a_speed(
    gm: Any, ines: Any, marek: Any, ana: Character, guard: Character
) -> None:
    fight = started(gm, ana, guard)
    assert (fight.phase, side_of(ana), side_of(guard)) == (picks.PICKS, "good", "bad")
    asked = {(one.audience, one.subject) for one in Ask.objects.filter(closed_at=None)}
    assert asked == {("character", ana.pk), ("gms", 0)}
    words = "starts a fight: The Salt Stair. Good Guys: Ana. Bad Guys: Lantern guard. Turn 1: everybody picks a speed."
    assert words in marek.log()
    assert "The Salt Stair Turn 1 Picking speeds" in marek.panel("dragon-turn")
    assert "Ana: pick a speed, in secret" in ines.panel("asks")
    assert "pick a speed" not in marek.panel("asks")


def test_somebody_else_may_be_put_on_the_bad_side(gm: Any, ana: Character, guard: Character) -> None:
    started(gm, ana, guard, bad=[ana.public_id, guard.public_id])
    assert side_of(ana) == "bad"


def test_all_may_be_put_on_the_good_side(gm: Any, ana: Character, guard: Character) -> None:
    started(gm, ana, guard, sided="on")
    assert side_of(guard) == "good"


def test_the_form_has_those_who_are_there_and_the_enemies_on_the_bad_side(
    gm: Any, ana: Character, guard: Character
) -> None:
    ana.present = False
    ana.save(update_fields=["present"])
    page = gm.get("dragon.start-fight").content.decode()
    ticked = [line for line in page.split("<input") if "checked" in line.split(">")[0]]
    assert len(ticked) == 2
    assert all(guard.public_id in line for line in ticked)


def test_only_a_gm_starts_one_and_only_one(
    gm: Any, ines: Any, watcher: Any, stranger: Any, ana: Character, guard: Character
) -> None:
    for person in (ines, watcher):
        assert person.post("dragon.start-fight").status_code == 403
    assert stranger.at(gm).post("dragon.start-fight").status_code == 404
    started(gm, ana, guard)
    before = state_of_play(gm.table)
    refused(gm.post("dragon.start-fight"), "A fight is running already.")
    assert state_of_play(gm.table) == before


def test_it_is_taken_back_with_all_that_was_asked(gm: Any, ana: Character, guard: Character) -> None:
    started(gm, ana, guard)
    gm.does("undo")
    assert tracking.fight_of(gm.table) is None
    assert not Fight.objects.exists()
    assert not Ask.objects.filter(closed_at=None).exists()


def test_nobody_hears_of_whom_the_gm_hides(gm: Any, ines: Any, ana: Character, guard: Character) -> None:
    extra(gm, "Bell-witch", hidden=True)
    witch = Character.objects.get(name="Bell-witch")
    started(gm, ana, guard, witch)
    assert "Bell-witch" not in ines.page()
    assert "Bell-witch" in gm.log()


# joining


def test_newcomers_are_asked_while_speeds_are_picked(gm: Any, marek: Any, ana: Character, guard: Character) -> None:
    fight = started(gm, ana)
    gm.does("dragon.fight-join", characters=[guard.public_id])
    assert side_of(guard) == "bad"
    assert "brings into the fight, with the Bad Guys: Lantern guard." in marek.log()
    assert len(picks.waiting(Fight.objects.get(pk=fight.pk))) == 2
    picked(gm)
    assert speed_of(guard)["speed"] == "body"


def test_the_gm_is_not_asked_again_for_whoever_comes_after_his_picks(
    gm: Any, marek: Any, ana: Character, guard: Character
) -> None:
    started(gm, ana)
    picked(gm)
    before = marek.panel("awaited")
    gm.does("dragon.fight-join", characters=[guard.public_id])
    assert marek.panel("awaited") == before
    assert speed_of(guard) == {"speed": "body"}


@pytest.mark.played("dragon.turn")
def test_whoever_joins_in_mid_turn_has_phases_only_in_rounds_that_have_not_begun(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Any
) -> None:
    in_round(gm, {guard: (2, 6)}, (4, "Good"))
    gm.does("dragon.fight-join", characters=[ana.public_id])
    words = ines.panel("asks")
    assert "Round 4 has begun: of the numbers that fall, only those above 4 count." in words
    assert "always" not in words
    dice(3, 7)
    picked(ines, ana, "reflexes")
    assert rounds_of(ana) == [7]
    assert "New in Turn 1" in gm.log()
    assert "acts in 7" in ines.log()


@pytest.mark.played("dragon.turn")
def test_whoever_joins_in_mid_turn_may_be_left_without_a_round(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Any
) -> None:
    in_round(gm, {guard: (2, 9)}, (8, "Good"))
    gm.does("dragon.fight-join", characters=[ana.public_id])
    dice(3, 7)
    picked(ines, ana, "reflexes")
    assert rounds_of(ana) == []
    assert "no round of this turn is left for them" in ines.log()


def test_who_is_in_it_cannot_come_in_again(gm: Any, ines: Any, ana: Character, guard: Character) -> None:
    started(gm, ana, guard)
    before = state_of_play(gm.table)
    refused(gm.post("dragon.fight-join", characters=[ana.public_id]), "not yours to choose")
    assert ines.post("dragon.fight-join", characters=[ana.public_id]).status_code == 403
    assert state_of_play(gm.table) == before


@pytest.mark.parametrize("rounds", [False, True])
def test_without_a_script_who_comes_in_is_seen_where_the_fight_stands(
    gm: Any, ana: Character, guard: Character, rounds: bool
) -> None:
    """While speeds are picked there are no rounds."""
    if rounds:
        in_round(gm, {guard: (2, 6)}, (4, "Good"))
    else:
        started(gm, guard)
    came = gm.post("dragon.fight-join", plain=True, characters=[ana.public_id])
    assert came["Location"] == f"{gm.url}#panel-dragon-{'rounds' if rounds else 'turn'}"


# extras


@pytest.mark.played("dragon.sub-rounds")
def test_extras_of_a_kind_come_numbered_and_share_pick_and_dice(
    gm: Any, ines: Any, marek: Any, ana: Character, dice: Any
) -> None:
    started(gm, ana)
    gm.does("dragon.fight-extras", name="Tide warden", count=3, accuracy=5)
    wardens = list(Character.objects.filter(name__startswith="Tide warden").order_by("pk"))
    assert [one.name for one in wardens] == ["Tide warden 1", "Tide warden 2", "Tide warden 3"]
    assert "sends into the fight, with the Bad Guys: Tide warden 1, 2 and 3." in marek.log()
    picked(ines, ana, "body")
    dice(2, 5, 4, 9)
    picked(gm)
    assert rounds_of(ana) == [2, 5]
    assert [rounds_of(one) for one in wardens] == [[4, 9]] * 3
    assert "Tide warden 1, 2 and 3 Body Physical" in marek.log()


def test_one_more_of_a_kind_has_what_the_others_have(gm: Any, ines: Any, ana: Character, dice: Any) -> None:
    started(gm, ana)
    gm.does("dragon.fight-extras", name="Tide warden", count=2)
    picked(ines, ana, "body")
    dice(2, 5, 4, 9)
    picked(gm)
    before = ines.panel("awaited")
    gm.does("dragon.fight-extras", base=Character.objects.get(name="Tide warden 1").public_id, count=1)
    third = Character.objects.get(name="Tide warden 3")
    assert (speed_of(third)["faces"], rounds_of(third)) == ([4, 9], [4, 9])
    assert ines.panel("awaited") == before


def test_where_everybody_is_in_it_the_way_to_more_is_said(gm: Any, ana: Character) -> None:
    started(gm, ana)
    assert "With Cast you make somebody new" in in_words(gm.get("dragon.fight-join"))


def test_enemies_of_the_list_come_into_the_fight_with_one_tap(gm: Any, ines: Any, ana: Character) -> None:
    """With the form as it opens: three of that name, with its numbers, on the bad side."""
    started(gm, ana)
    assert "one tap brings 3 in" in gm.get("dragon.fight-extras").content.decode()
    gm.does("dragon.fight-extras", ready="guard", count=3, side="bad", base=ana.public_id, name="", accuracy=3)
    came = list(Character.objects.filter(name__startswith="Guard").order_by("pk"))
    assert [one.name for one in came] == ["Guard 1", "Guard 2", "Guard 3"]
    assert "sends into the fight, with the Bad Guys: Guard 1, 2 and 3." in ines.log()
    sheet = sheet_of(came[0])
    assert [(one.name, one.level) for one in sheet.skills] == [("Blade", 2), ("Dodge", 1)]
    assert {one.role for one in came} == {"enemy"}


def test_extras_need_a_name_or_somebody_to_copy(gm: Any, ines: Any, ana: Character) -> None:
    refused(gm.post("dragon.fight-extras", name="Tide warden", count=2), "No fight is running.")
    started(gm, ana)
    before = state_of_play(gm.table)
    refused(gm.post("dragon.fight-extras", count=2), "Without somebody to copy this is needed.")
    assert ines.post("dragon.fight-extras", name="Tide warden", count=2).status_code == 403
    assert state_of_play(gm.table) == before
    gm.does("dragon.fight-extras", name="Tide warden", count=2, hidden="on")
    assert "Tide warden" not in ines.page()


# leaving, sides, the end


def test_whoever_leaves_is_waited_for_no_longer(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Any
) -> None:
    started(gm, ana, guard)
    dice(4, 9)
    picked(gm)
    gm.does("dragon.fight-leave", character=ana.public_id)
    assert "takes Ana out of the fight." in ines.log()
    assert rounds_of(guard) == [4, 9]
    refused(gm.post("dragon.fight-leave", character=ana.public_id), "not yours, or not in the fight")
    assert ines.post("dragon.fight-leave", character=guard.public_id).status_code == 403


@pytest.mark.played("dragon.sub-rounds")
def test_sides_are_changed_by_the_gm(gm: Any, ines: Any, ana: Character, guard: Character) -> None:
    started(gm, ana, guard)
    gm.does("dragon.fight-side", character=guard.public_id, side="good")
    assert side_of(guard) == "good"
    assert "puts Lantern guard on the side of the Good Guys." in ines.log()
    before = state_of_play(gm.table)
    refused(
        gm.post("dragon.fight-side", character=guard.public_id, side="good"),
        "Lantern guard is on that side already.",
    )
    assert ines.post("dragon.fight-side", character=guard.public_id, side="bad").status_code == 403
    assert state_of_play(gm.table) == before
    gm.does("undo")
    assert side_of(guard) == "bad"


def test_with_the_fight_ends_all_that_was_asked(gm: Any, ines: Any, ana: Character, guard: Character) -> None:
    started(gm, ana, guard)
    assert ines.post("dragon.end-fight").status_code == 403
    gm.does("dragon.end-fight")
    assert tracking.fight_of(gm.table) is None
    assert not Ask.objects.filter(closed_at=None).exists()
    assert "ends the fight: The Salt Stair." in ines.log()
    refused(gm.post("dragon.end-fight"), "No fight is running.")
    gm.does("undo")
    assert Ask.objects.filter(closed_at=None).count() == 2


def test_the_end_of_the_scene_ends_it_too(gm: Any, ana: Character) -> None:
    gm.does("open-scene", title="The stair")
    started(gm, ana)
    gm.does("close-scene")
    assert tracking.fight_of(gm.table) is None
    assert not Ask.objects.filter(closed_at=None).exists()


def test_whoever_fights_is_not_deleted(gm: Any, ana: Character, guard: Character) -> None:
    started(gm, ana, guard)
    assert "First out of the fight" in in_words(gm.post("delete-character", character=guard.public_id))
