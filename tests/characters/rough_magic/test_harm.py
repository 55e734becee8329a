"""Levels lost and given back by the GM's hand."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character, Track
from apps.characters.rough_magic.endurance import is_down, may_rest, recent_of
from apps.characters.rough_magic.sheet import sheet_of
from tests.checks.conftest import everything_shown_to
from tests.combat.conftest import in_words
from tests.people import newest_event, open_a_table, sit_down, state_of_play


def hurts(gm: Any, *whom: Character, levels: int = 1, sort: str = "lasting", status: int = 200, **more: Any) -> str:
    sent = {"characters": [one.public_id for one in whom], "levels": levels, "sort": sort, "why": "The chain"} | more
    answer = gm.post("rough_magic.hurt", **sent)
    assert answer.status_code == status, in_words(answer)
    return str(in_words(answer))


def heals(gm: Any, one: Character, levels: int = 1, sort: str = "lasting", status: int = 200) -> str:
    answer = gm.post("rough_magic.heal", character=one.public_id, levels=levels, sort=sort, why="Salve")
    assert answer.status_code == status, in_words(answer)
    return str(in_words(answer))


def counts(one: Character) -> tuple[int, int, str]:
    """Lost, stunned, and what it is called."""
    sheet = sheet_of(Character.objects.get(pk=one.pk))
    return sheet.damage.lost, sheet.damage.stun, sheet.level


@pytest.mark.played("rough_magic.damage-record", "rough_magic.endurance-levels")
@pytest.mark.parametrize(
    ("blows", "left"),
    [
        ([(1, "lasting"), (2, "stunning")], (1, 2, "Exhausted")),
        ([(2, "lasting"), (3, "lasting")], (4, 0, "Defeated")),
        ([(1, "lasting"), (2, "stunning"), (2, "lasting")], (3, 1, "Defeated")),
        ([(1, "lasting")], (1, 0, "Winded")),
        ([(2, "stunning")], (0, 2, "Weakened")),
    ],
)
def test_both_counts_add_up_and_share_four_levels(
    gm: Any, jun: Character, blows: list[tuple[int, str]], left: tuple[int, int, str]
) -> None:
    assert counts(jun) == (0, 0, "Fresh")
    for levels, sort in blows:
        hurts(gm, jun, levels=levels, sort=sort)
    assert counts(jun) == left
    assert is_down(jun) == (left[2] == "Defeated")


def test_a_phone_is_to_tell_of_it_where_its_owner_looks(gm: Any, ines: Any, jun: Character) -> None:
    hurts(gm, jun)
    newest = BeautifulSoup(ines.page(), "lxml").select("#log-cards > li")[-1]
    assert "news" in newest["class"]


def test_the_card_tells_all_of_a_hero_and_a_word_of_an_enemy(
    gm: Any, ines: Any, jun: Character, sel: Character
) -> None:
    hurts(gm, jun, sel, levels=2)
    assert "Jun Vey from Fresh to Weakened (2 lost); Sel Marrow from Fresh to Weakened (2 lost). The chain" in gm.log()
    assert "Jun Vey from Fresh to Weakened (2 lost); Sel Marrow is Weakened. The chain" in ines.log()


def test_no_reason_has_to_be_told(gm: Any, ines: Any, jun: Character) -> None:
    """A tap too few would be refused: levels go and come without a word, and the form says before what they leave."""
    asked = {"characters": jun.public_id, "levels": 2, "sort": "lasting"}
    assert "Fresh to Weakened" in in_words(gm.get("rough_magic.hurt", **asked))
    hurts(gm, jun, levels=2, why="")
    assert counts(jun) == (2, 0, "Weakened")
    assert "Jun Vey from Fresh to Weakened (2 lost)." in ines.log()
    gm.does("rough_magic.heal", character=jun.public_id, levels=1, sort="lasting")
    assert counts(jun) == (1, 0, "Winded")


@pytest.mark.played("rough_magic.visibility", "rough_magic.table-options")
def test_with_the_words_of_enemies_off_their_name_is_all(db: None) -> None:
    table = open_a_table("Silent", game="rough_magic", enemy_levels_shown="off")
    gm, ines = sit_down(table, "Kai", "gm"), sit_down(table, "Ines")
    gm.does("rough_magic.make", name="Eel", role="enemy", brawn=3)
    hurts(gm, Character.objects.get(), levels=3)
    assert "Exhausted" in gm.log()
    assert "Eel" in ines.log()
    assert "xhausted" not in everything_shown_to(ines).split('id="log-cards"')[1]


def test_of_the_hidden_nobody_hears(gm: Any, ines: Any, jun: Character, ash: Character) -> None:
    hurts(gm, jun, ash)
    hurts(gm, ash, levels=2, why="Salt in her eyes")
    heals(gm, ash)
    shown = everything_shown_to(ines)
    assert "Warden Ash" not in shown
    assert "Salt in her eyes" not in shown
    assert counts(ash) == (2, 0, "Weakened")


@pytest.mark.played("rough_magic.unnamed")
@pytest.mark.parametrize("sort", ["lasting", "stunning"])
def test_any_level_defeats_whoever_has_no_name(gm: Any, ines: Any, guard: Character, sort: str) -> None:
    form = in_words(gm.get("rough_magic.hurt", characters=[guard.public_id], levels=1, sort=sort))
    assert "Fresh to Defeated Guard 1" in form
    hurts(gm, guard, levels=1, sort=sort)
    assert counts(guard)[2] == "Defeated"
    assert "Guard 1 is Defeated" in ines.log()


@pytest.mark.played("rough_magic.objects")
def test_a_thing_has_other_words_and_no_stun(gm: Any, ines: Any, door: Character) -> None:
    before = state_of_play(gm.table)
    assert "Nobody named loses anything" in hurts(gm, door, sort="stunning", status=422)
    assert state_of_play(gm.table) == before
    hurts(gm, door, levels=1)
    assert "Sluice door is Scuffed" in ines.log()
    heals(gm, door)
    hurts(gm, door, levels=4)
    assert counts(door)[2] == "Destroyed"
    assert "beyond repair" in heals(gm, door, status=422)
    assert not may_rest(door)


@pytest.mark.played("rough_magic.objects", "rough_magic.table-options")
def test_stun_breaks_things_where_the_table_wants_it(db: None) -> None:
    gm = sit_down(open_a_table("Hard", game="rough_magic", stun_hurts_objects="on"), "Kai", "gm")
    gm.does("rough_magic.make-thing", name="Crate", dv=3)
    hurts(gm, Character.objects.get(), levels=2, sort="stunning")
    assert counts(Character.objects.get()) == (2, 0, "Damaged")


@pytest.mark.parametrize(
    ("sort", "levels", "left"),
    [("lasting", 1, (1, 1)), ("stunning", 1, (2, 0)), ("stunning", 2, (1, 0)), ("lasting", 4, (0, 0))],
)
def test_levels_come_back_of_the_count_that_is_named_first(
    gm: Any, jun: Character, sort: str, levels: int, left: tuple[int, int]
) -> None:
    hurts(gm, jun, levels=2)
    hurts(gm, jun, sort="stunning")
    heals(gm, jun, levels, sort)
    assert counts(jun)[:2] == left


def test_nobody_gets_back_what_was_not_lost(gm: Any, jun: Character) -> None:
    before = state_of_play(gm.table)
    assert "Jun Vey has lost nothing" in heals(gm, jun, status=422)
    assert "has lost nothing" in in_words(gm.get("rough_magic.heal", character=jun.public_id, levels=1, why="x"))
    assert state_of_play(gm.table) == before


def test_the_form_says_what_would_be_left(gm: Any, jun: Character, sel: Character) -> None:
    form = gm.get("rough_magic.hurt", characters=[jun.public_id, sel.public_id], levels=3, sort="lasting", why="Fire")
    assert "Fresh to Exhausted Jun Vey: 3 lost" in in_words(form)


def test_new_losses_count_for_rally_and_rest(gm: Any, jun: Character) -> None:
    hurts(gm, jun, levels=2)
    assert (recent_of(jun), may_rest(jun)) == (2, True)


def test_it_is_the_gm_s_and_can_be_taken_back(gm: Any, ines: Any, watcher: Any, stranger: Any, jun: Character) -> None:
    for person in (ines, watcher):
        hurts(person, jun, status=403)
    hurts(stranger.at(ines), jun, status=404)
    tracks = list(Track.objects.values_list("character", "key", "value"))
    hurts(gm, jun, levels=3)
    gm.does("undo")
    assert counts(jun) == (0, 0, "Fresh")
    assert list(Track.objects.values_list("character", "key", "value")) == tracks


def test_older_healing_taken_back_pushes_later_stun_out(gm: Any, ines: Any, jun: Character) -> None:
    hurts(gm, jun, levels=2)
    heals(gm, jun, levels=2)
    healed = newest_event(gm.table)
    hurts(gm, jun, levels=4, sort="stunning")
    gm.does("undo", event=healed.public_id)
    assert counts(jun) == (2, 2, "Defeated")
    assert "Defeated" in ines.page()


@pytest.mark.parametrize("given", [{"levels": 0}, {"levels": 5}, {"sort": "deadly"}, {"characters": []}])
def test_what_cannot_be_is_refused(gm: Any, jun: Character, given: dict[str, Any]) -> None:
    before = state_of_play(gm.table)
    hurts(gm, jun, status=422, **given)
    assert state_of_play(gm.table) == before
