"""A roll that is turned afterwards, by a plot point or by the GM; and rolls by which somebody comes round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.models import Character, Move
from apps.checks.rough_magic import acting
from apps.table.models import Ask, Event, Switch, Telling
from tests.checks.rough_magic.conftest import has_points, is_in, loses, points_of, rolls
from tests.combat.conftest import in_words
from tests.people import newest_event

Dice = Callable[..., Any]


@pytest.fixture
def failed(ines: Any, jun: Character, dice: Dice) -> Event:
    """Jun failed: 9 against 14."""
    dice(1, 1)
    rolls(ines, jun, attribute="agility", grade="demanding")
    return newest_event(ines.table)


def buys(person: Any, roll: Event, status: int = 200) -> Any:
    answer = person.post("rough_magic.automatic-success", event=roll.public_id)
    assert answer.status_code == status, in_words(answer)
    return answer


def facts_of(roll: Event) -> dict[str, Any]:
    return dict(Telling.objects.filter(event=roll).latest("rank").facts)


@pytest.mark.played("rough_magic.automatic-success", "rough_magic.plot-point-spend")
def test_a_point_makes_a_success_of_a_roll_that_failed(ines: Any, gm: Any, marek: Any, failed: Event) -> None:
    has_points(ines, 1)
    assert "It succeeds, for 1 plot point" in ines.log()
    assert "It succeeds, for 1 plot point" not in marek.log()
    buys(ines, failed)
    assert (facts_of(failed)["success"], facts_of(failed)["extreme"], facts_of(failed)["total"]) == (True, False, 9)
    assert points_of(ines) == 0
    assert Move.objects.get(rule="rough_magic.automatic-success").points == 1
    assert "by a plot point" in marek.log()
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert facts_of(failed)["success"] is False
    assert points_of(ines) == 1


@pytest.mark.played("rough_magic.automatic-success", "rough_magic.table-options/auto-success-after-roll")
def test_what_a_point_cannot_turn(ines: Any, marek: Any, watcher: Any, bramble: Character, failed: Event) -> None:
    assert "none is left" in in_words(buys(ines, failed, 422))
    has_points(marek, 1)
    assert "somebody else’s roll" in in_words(buys(marek, failed, 422))
    buys(watcher, failed, 403)
    has_points(ines, 2)
    Switch.objects.filter(table=ines.table, key="auto-success-after-roll").update(value="off")
    assert "before the dice fall" in in_words(buys(ines, failed, 422))
    assert newest_event(ines.table) == failed


def test_a_success_is_not_bought_twice(ines: Any, failed: Event) -> None:
    has_points(ines, 2)
    buys(ines, failed)
    assert "a success already" in in_words(buys(ines, failed, 422))
    assert points_of(ines) == 1


def test_a_roll_that_fails_outright_is_not_turned(ines: Any, jun: Character) -> None:
    has_points(ines, 1)
    is_in(jun, "sprinting")
    rolls(ines, jun)
    assert "no point turns that" in in_words(buys(ines, newest_event(ines.table), 422))


def test_of_an_enemy_s_roll_nobody_buys_anything(gm: Any, sel: Character, dice: Dice) -> None:
    dice(1, 1)
    rolls(gm, sel, attribute="will", grade="frustrating")
    assert "No player’s plot points" in in_words(buys(gm, newest_event(gm.table), 422))


@pytest.mark.played("rough_magic.rules-are-examples")
def test_the_gm_overrules_a_total_and_the_card_tells_both(gm: Any, ines: Any, failed: Event) -> None:
    assert ines.post("rough_magic.overrule", event=failed.public_id, total=14).status_code == 403
    gm.does("rough_magic.overrule", event=failed.public_id, total=14)
    facts = facts_of(failed)
    assert (facts["total"], facts["by_the_rules"], facts["success"], facts["margin"]) == (14, 9, True, 0)
    assert "9 by the rules" in ines.log()
    assert gm.post("rough_magic.overrule", event=failed.public_id, total=14).status_code == 422


# coming round


def comes_round(person: Any, character: Character, status: int = 200, **more: Any) -> Any:
    answer = person.post("rough_magic.recover", character=character.public_id, **more)
    assert answer.status_code == status, in_words(answer)
    return answer


@pytest.mark.played("rough_magic.sensory", "rough_magic.conditions")
def test_perception_against_eleven_brings_the_senses_back(ines: Any, jun: Character, dice: Dice) -> None:
    is_in(jun, "blind and deaf")
    dice(4, 3)
    comes_round(ines, jun)
    assert jun.conditions.exists()
    assert not Ask.objects.exists(), "how the story goes on is asked of other failures"
    dice(4, 4)
    comes_round(ines, jun)
    assert facts_of(newest_event(ines.table))["target"] == 11
    assert not jun.conditions.exists()
    assert "no longer blind and deaf" in ines.log()


@pytest.mark.played("rough_magic.terrifying", "rough_magic.exhausted")
def test_will_ends_terror_whatever_the_gait_but_not_whatever_else(marek: Any, bramble: Character, dice: Dice) -> None:
    is_in(bramble, "fleeing")
    is_in(bramble, "running")
    loses(bramble, 3)
    dice(4, 4)
    comes_round(marek, bramble)
    facts = facts_of(newest_event(marek.table))
    assert (facts["av"], facts["total"], [one["id"] for one in facts["boxes"]]) == (5, 10, ["exhausted"])
    dice(5, 4)
    comes_round(marek, bramble)
    assert [one.name for one in bramble.conditions.all()] == ["running"]


def test_who_is_in_two_such_states_says_from_which(ines: Any, jun: Character, dice: Dice) -> None:
    is_in(jun, "blind and deaf")
    is_in(jun, "cowering")
    dice(6, 6)
    comes_round(ines, jun, state="cowering")
    assert [one.name for one in jun.conditions.all()] == ["blind and deaf"]


@pytest.mark.played("rough_magic.terrifying", "rough_magic.table-options/terror-recovery")
def test_coming_round_takes_the_task_or_of_terror_nothing(
    ines: Any, jun: Character, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[str] = []
    monkeypatch.setattr(acting, "_hooks", [lambda turn, character, kind: taken.append(kind)])
    is_in(jun, "cowering")
    is_in(jun, "blind and deaf")
    dice(1, 1, 1, 1, 1, 1)
    comes_round(ines, jun, state="cowering")
    Switch.objects.filter(table=ines.table, key="terror-recovery").update(value="free")
    comes_round(ines, jun, state="cowering")
    comes_round(ines, jun, state="blind and deaf")
    assert taken == ["task", "free", "task"]


def test_nobody_comes_round_from_nothing(ines: Any, marek: Any, jun: Character) -> None:
    comes_round(ines, jun, 422)
    is_in(jun, "cowering")
    comes_round(marek, jun, 422)
