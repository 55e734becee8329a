"""The half hour after a conflict, and days that pass."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.rough_magic.endurance import may_rest, recent_of
from apps.characters.rough_magic.resting import days_counted
from tests.characters.rough_magic.test_harm import counts, heals, hurts
from tests.combat.conftest import in_words
from tests.people import state_of_play


def rests(gm: Any, *whom: Character, status: int = 200) -> str:
    answer = gm.post("rough_magic.rest", characters=[one.public_id for one in whom])
    assert answer.status_code == status, in_words(answer)
    return str(in_words(answer))


def passes(gm: Any, *whom: Character, days: int = 1, care: str = "yes", status: int = 200, **more: Any) -> str:
    sent = {"characters": [one.public_id for one in whom], "days": days, "care": care}
    answer = gm.post("rough_magic.time-passes", **sent | more)
    assert answer.status_code == status, in_words(answer)
    return str(in_words(answer))


@pytest.mark.played("rough_magic.stunning", "rough_magic.recovery")
@pytest.mark.parametrize(
    ("lost", "stun", "left"),
    [(1, 3, (0, 0, "Fresh")), (2, 2, (1, 0, "Winded")), (0, 2, (0, 0, "Fresh")), (4, 0, (3, 0, "Exhausted"))],
)
def test_half_an_hour_takes_all_stun_and_one_level(
    gm: Any, jun: Character, lost: int, stun: int, left: tuple[int, int, str]
) -> None:
    for levels, sort in ((lost, "lasting"), (stun, "stunning")):
        if levels:
            hurts(gm, jun, levels=levels, sort=sort)
    rests(gm, jun)
    assert counts(jun) == left


@pytest.mark.played("rough_magic.recovery")
def test_it_helps_once_and_again_after_new_losses(gm: Any, ines: Any, jun: Character, bramble: Character) -> None:
    hurts(gm, jun, levels=3)
    rests(gm, jun, bramble)
    assert "Jun Vey from Exhausted to Weakened (2 lost); Bramble Oke stays Fresh" in ines.log()
    assert (may_rest(jun), recent_of(jun)) == (False, 0)
    before = state_of_play(gm.table)
    assert "They have rested already" in rests(gm, jun, status=422)
    assert state_of_play(gm.table) == before
    hurts(gm, jun)
    rests(gm, jun)
    assert counts(jun) == (2, 0, "Weakened")


@pytest.mark.played("rough_magic.recovery")
def test_nobody_rests_while_a_fight_runs(gm: Any, jun: Character, sel: Character) -> None:
    hurts(gm, jun)
    gm.does("open-scene", title="The stair")
    gm.does("rough_magic.start-fight", order=[jun.public_id, sel.public_id])
    for answer in (rests(gm, jun, status=422), passes(gm, jun, status=422)):
        assert "A fight is running" in answer


@pytest.mark.played("rough_magic.recovery")
@pytest.mark.parametrize(
    ("lost", "half_hour", "days", "care", "left"),
    [(3, True, 1, "yes", 1), (4, True, 13, "no", 2), (2, False, 1, "no", 2), (2, False, 2, "yes", 0)],
)
def test_a_day_with_care_or_a_week_without_gives_a_level(
    gm: Any, jun: Character, lost: int, half_hour: bool, days: int, care: str, left: int
) -> None:
    hurts(gm, jun, levels=lost)
    first: dict[str, Any] = {"rest_first": "on"} if half_hour else {}
    passes(gm, jun, days=days, care=care, **first)
    assert counts(jun)[0] == left


@pytest.mark.played("rough_magic.recovery")
def test_days_without_care_add_up_to_a_week(gm: Any, ines: Any, jun: Character) -> None:
    hurts(gm, jun, levels=3)
    passes(gm, jun, days=6, care="no")
    assert (counts(jun)[0], days_counted(jun)) == (3, (0, 6))
    assert "lets 6 days pass without rest or care: Jun Vey stays Exhausted, day 6 of the week" in ines.log()
    hurts(gm, jun, sort="stunning")
    passes(gm, jun, days=1, care="no")
    assert (counts(jun)[:2], days_counted(jun)) == ((2, 1), (0, 0))


@pytest.mark.played("rough_magic.recovery")
def test_the_other_kind_begins_its_count_anew(gm: Any, jun: Character) -> None:
    hurts(gm, jun, levels=4)
    passes(gm, jun, days=6, care="no")
    passes(gm, jun, days=1, care="yes")
    assert (counts(jun)[0], days_counted(jun)) == (3, (1, 0))
    passes(gm, jun, days=6, care="no")
    assert (counts(jun)[0], days_counted(jun)) == (3, (0, 6))
    assert not may_rest(jun)


@pytest.mark.played("rough_magic.recovery")
def test_the_rest_of_another_leaves_the_days_that_count(gm: Any, ines: Any, jun: Character, bramble: Character) -> None:
    hurts(gm, jun, levels=3)
    passes(gm, jun, days=5, care="no")
    hurts(gm, bramble)
    rests(gm, jun, bramble)
    assert "Jun Vey stays Exhausted, day 5 of the week" in ines.log()
    assert days_counted(jun) == (0, 5)
    passes(gm, jun, days=2, care="no")
    assert counts(jun)[0] == 2


@pytest.mark.played("rough_magic.recovery")
@pytest.mark.parametrize("by_itself", [True, False])
def test_days_go_on_counting_through_the_half_hour_after_new_harm(gm: Any, jun: Character, by_itself: bool) -> None:
    """Whether it is taken by itself or as the days pass."""
    hurts(gm, jun, levels=3)
    passes(gm, jun, days=5, care="no")
    hurts(gm, jun)
    first: dict[str, Any] = {} if by_itself else {"rest_first": "on"}
    if by_itself:
        rests(gm, jun)
    passes(gm, jun, days=2, care="no", **first)
    assert (counts(jun)[0], days_counted(jun)) == (2, (0, 0))


@pytest.mark.played("rough_magic.recovery")
def test_whoever_lacks_nothing_any_more_has_no_days_to_count(gm: Any, ines: Any, jun: Character) -> None:
    hurts(gm, jun, levels=2)
    passes(gm, jun, days=6, care="no")
    heals(gm, jun, levels=2)
    assert days_counted(jun) == (0, 0)
    assert "of the week" not in ines.panel("rough_magic-sheet")
    hurts(gm, jun, levels=2)
    passes(gm, jun, days=1, care="no")
    assert counts(jun)[0] == 2


def test_the_form_begins_with_those_who_lack_levels(gm: Any, jun: Character, bramble: Character) -> None:
    hurts(gm, bramble, levels=2)
    form = gm.get("rough_magic.rest").content.decode()
    ticked = [line for line in form.split("<input") if "checked" in line]
    assert [bramble.public_id in line for line in ticked] == [True]
    assert form.index(bramble.public_id) < form.index(jun.public_id)
    words = in_words(gm.get("rough_magic.rest", characters=[bramble.public_id]))
    assert "Weakened to Winded Bramble Oke: 1 lost" in words


def test_whoever_was_healed_meanwhile_has_nothing_to_regain(
    gm: Any, ines: Any, jun: Character, bramble: Character
) -> None:
    hurts(gm, jun)
    hurts(gm, bramble)
    heals(gm, jun)
    form = gm.get("rough_magic.rest").content.decode()
    ticked = [line for line in form.split("<input") if "checked" in line]
    assert [bramble.public_id in line for line in ticked] == [True]
    assert "Half an hour of rest is open" not in ines.panel("rough_magic-sheet")


def test_of_an_enemy_the_word_alone_and_of_the_hidden_nothing(
    gm: Any, ines: Any, sel: Character, ash: Character
) -> None:
    hurts(gm, sel, ash, levels=3)
    passes(gm, sel, ash, days=1)
    assert "Sel Marrow is Weakened" in ines.log()
    assert "2 lost" not in ines.log()
    assert "Warden Ash" not in ines.page()
    passes(gm, sel, days=2, care="no")
    assert "of the week" not in ines.log()


def test_time_is_the_gm_s_and_can_be_taken_back(
    gm: Any, ines: Any, watcher: Any, stranger: Any, jun: Character
) -> None:
    hurts(gm, jun, levels=2)
    for person in (ines, watcher):
        passes(person, jun, status=403)
        rests(person, jun, status=403)
    passes(stranger.at(ines), jun, status=404)
    passes(gm, jun, days=3, care="no", rest_first="on")
    assert (counts(jun)[0], days_counted(jun), may_rest(jun)) == (1, (0, 3), False)
    gm.does("undo")
    assert (counts(jun)[0], days_counted(jun), may_rest(jun)) == (2, (0, 0), True)


@pytest.mark.parametrize("given", [{"days": 0}, {"days": 400}, {"care": "perhaps"}, {"characters": []}])
def test_what_cannot_be_is_refused(gm: Any, jun: Character, given: dict[str, Any]) -> None:
    before = state_of_play(gm.table)
    passes(gm, jun, status=422, **given)
    assert state_of_play(gm.table) == before
