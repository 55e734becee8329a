"""Several shots with one roll, and bursts: what each does, and how they are spread."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Character
from apps.rules.odds import percent
from tests.checks.conftest import full_sheet, score_sheet, words_of
from tests.combat.armed import (
    answers,
    armed,
    armored,
    cannot_defend,
    declares,
    in_actions,
    settled,
    shoots,
    steps,
)
from tests.combat.conftest import fighter, state_of_fight, with_life
from tests.combat.wounded import asks, does, undo
from tests.people import newest_event, open_a_table, sit_down

Dice = Callable[..., Any]
FACES = range(1, 11)


def level(total: int) -> int:
    """Success Levels, written out again."""
    return sum(total >= bound for bound in (9, 11, 13, 15, 17, 21, 24, 27, 30, 33))


def each(facts: dict[str, Any]) -> list[tuple[int, bool, int, int]]:
    return [(one["n"], one["hit"], one["levels"], one["damage"]) for one in facts["each"]]


def table_of(**switches: str) -> tuple[Any, Any, Any]:
    table = open_a_table(**switches)
    return table, sit_down(table, "Director", "gm", "gm"), sit_down(table, "Ines")


def gunner(table: Any, person: Any, bonus: int = 8) -> Character:
    """Somebody whose shots are made at d10 + `bonus`."""
    return with_life(full_sheet(table, "Gunner", person, dexterity=4, gun_fu=bonus - 4, drama=3), 40)


def target_of(table: Any, name: str = "Ox", combat: int = 5, life: int = 200, armor: int = 0) -> Character:
    return armored(with_life(score_sheet(table, name, muscle=9, combat=combat, brains=5), life), armor)


# the examples


@pytest.mark.played("dragonfly.multiple-shots")
def test_the_example_of_three_shots(gm: Any, ines: Any, table: Any, dice: Dice) -> None:
    """Bonus 7, an 8: 15, levels 4, 3, 2; base damage 8, armour 2, doubled: 20, 18, 16."""
    shooter, ox = gunner(table, ines, 7), target_of(table, armor=2)
    gun = armed(shooter, "Pistol", "pistol", 8, 6)
    in_actions(gm, shooter, ox)
    cannot_defend(ox)
    dice(8)
    shoots(ines, shooter, ox, gun, shots=3)
    facts = settled(table)
    assert (facts["attack"]["total"], facts["hits"], facts["damage"]) == (15, 3, 54)
    assert each(facts) == [(1, True, 4, 20), (2, True, 3, 18), (3, True, 2, 16)]
    assert steps(facts["each"][1]) == [8, 3, 11, 2, 9, 2, 18]
    assert sheet_of(ox).life_points == 200 - 54
    gun.refresh_from_db()
    assert gun.amount == 3
    assert "Three of three hit" in gm.log()


@pytest.mark.played("dragonfly.burst-fire")
def test_the_example_of_a_burst(gm: Any, ines: Any, table: Any, dice: Dice) -> None:
    """Bonus 8, a 6: 14, so three of four bullets; (15 - 6) x 3 x 2."""
    shooter, ox = gunner(table, ines), target_of(table, armor=6)
    gun = armed(shooter, "Machine gun", "automatic", 15, 30)
    in_actions(gm, shooter, ox)
    cannot_defend(ox)
    dice(6)
    shoots(ines, shooter, ox, gun, shots=4, burst="on")
    facts = settled(table)
    assert (facts["attack"]["total"], facts["hits"], facts["damage"]) == (14, 3, 54)
    assert steps(facts["each"][0]) == [15, 6, 9]
    assert steps(facts) == [27, 2, 54]
    assert "Three of four hit" in ines.log()
    assert "a burst of 4" in ines.log()
    gun.refresh_from_db()
    assert gun.amount == 26


@pytest.mark.played("dragonfly.multiple-shots", "dragonfly.burst-fire", "dragonfly.supporting-cast-damage")
def test_the_listed_damage_of_a_score(gm: Any, table: Any) -> None:
    """A later shot does one less before armour; a burst's bullets all do what is listed."""
    brute, ox = target_of(table, "Brute", combat=13), target_of(table, armor=3)
    gun = armed(brute, "Machine gun", "automatic", 10)
    in_actions(gm, brute, ox)
    cannot_defend(ox)
    declares(brute, extra=["attack"])
    shoots(gm, brute, ox, gun, shots=4)
    assert each(settled(table)) == [(1, True, 3, 14), (2, True, 2, 12), (3, True, 1, 10), (4, False, 0, 0)]
    shoots(gm, brute, ox, gun, shots=5, burst="on", anyway="on", modifier=2)
    facts = settled(table)
    assert (facts["attack"]["total"], facts["hits"], facts["damage"]) == (13, 3, 42)


# limits


@pytest.mark.played("dragonfly.multiple-shots", "dragonfly.burst-fire")
def test_what_cannot_be_fired(gm: Any, ines: Any, table: Any, shannon: Character, brute: Character) -> None:
    pistol, gun = armed(shannon, "Pistol", "pistol", 8, 2), armed(shannon, "Gun", "automatic", 8)
    in_actions(gm, shannon, brute)
    before = state_of_fight()
    assert "more than the 2 that are loaded" in shoots(ines, shannon, brute, pistol, 422, shots=3)
    assert "only automatic weapons fire bursts" in shoots(ines, shannon, brute, pistol, 422, shots=3, burst="on")
    assert "A burst has 3 bullets or more" in shoots(ines, shannon, brute, gun, 422, shots=2, burst="on")
    assert state_of_fight() == before


# one defense against all


@pytest.mark.played("dragonfly.multiple-shots", "dragonfly.attack-outcome")
def test_one_defense_stops_every_shot_or_none(
    gm: Any, ines: Any, marek: Any, table: Any, pell: Character, dice: Dice
) -> None:
    shooter = gunner(table, ines)
    gun = armed(shooter, "Pistol", "pistol", 1)
    in_actions(gm, shooter, pell)
    dice(6)
    shoots(ines, shooter, pell, gun, shots=3)
    assert "Pistol, 3 shots" in marek.panel("asks")
    dice(10)
    answers(marek, table, "dodge")
    facts = settled(table)
    assert (facts["attack"]["total"], facts["defense"]["total"], facts["hits"]) == (14, 11, 3)
    undo(gm, newest_event(table))
    answers(marek, table, "dodge", modifier=3)
    facts = settled(table)
    assert (facts["defense"]["total"], facts["result"], facts["hits"], facts["damage"]) == (14, "defended", 0, 0)


@pytest.mark.played("dragonfly.multiple-shots")
@pytest.mark.parametrize(("switch", "hits"), [("off", 3), ("on", 2)])
def test_later_shots_against_the_levels_of_the_defense(db: None, dice: Dice, switch: str, hits: int) -> None:
    """16 against 10: four levels, three, two; with the switch each later one must exceed the defense's one level."""
    table, gm, ines = table_of(volley_versus_defense_levels=switch)
    shooter, ox = gunner(table, ines, 6), target_of(table, combat=14)
    gun = armed(shooter, "Pistol", "pistol", 1)
    in_actions(gm, shooter, ox)
    dice(7)
    shoots(ines, shooter, ox, gun, shots=3)
    answers(gm, table, "dodge", modifier=-2)
    facts = settled(table)
    assert (facts["attack"]["total"], facts["defense"]["total"]) == (13, 10)
    assert facts["hits"] == hits


# the feat


@pytest.mark.played("dragonfly.heroic-feat-damage", "dragonfly.burst-fire", "dragonfly.multiple-shots")
@pytest.mark.parametrize(("switch", "volley", "burst"), [("off", 62, 50), ("on", 82, 70)])
def test_a_feat_for_damage_goes_on_one_bullet_or_on_each(
    db: None, dice: Dice, switch: str, volley: int, burst: int
) -> None:
    """Two shots with 11 (levels 2 and 1) of base damage 9, doubled; three bullets fired, two of which hit."""
    table, gm, ines = table_of(heroic_burst_per_bullet=switch)
    shooter, ox = gunner(table, ines), target_of(table)
    gun = armed(shooter, "Gun", "automatic", 9)
    in_actions(gm, shooter, ox)
    cannot_defend(ox)
    declares(shooter, drama=["damage"])
    dice(3)
    shoots(ines, shooter, ox, gun, shots=2)
    assert settled(table)["damage"] == volley
    undo(gm, newest_event(table))
    dice(3)
    shoots(ines, shooter, ox, gun, shots=3, burst="on")
    assert settled(table)["damage"] == burst + 6


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.multiple-shots")
def test_a_feat_on_the_attack_helps_the_whole_volley(gm: Any, ines: Any, table: Any, dice: Dice) -> None:
    shooter, ox = gunner(table, ines), target_of(table)
    gun = armed(shooter, "Pistol", "pistol", 5)
    in_actions(gm, shooter, ox)
    cannot_defend(ox)
    declares(shooter, drama=["attack"])
    dice(3)
    shoots(ines, shooter, ox, gun, shots=3)
    assert [one["levels"] for one in settled(table)["each"]] == [6, 5, 4]


@pytest.mark.played("dragonfly.taser", "dragonfly.multiple-shots")
def test_a_taser_that_lists_damage_does_it(gm: Any, ines: Any, table: Any, dice: Dice) -> None:
    shooter, ox = gunner(table, ines), target_of(table)
    gun = armed(shooter, "Taser", "pistol", 2, damage_type="taser")
    in_actions(gm, shooter, ox)
    cannot_defend(ox)
    dice(5)
    shoots(ines, shooter, ox, gun)
    assert settled(table)["damage"] == 5
    assert fighter(ox).state == "out"


# several targets


def test_shots_go_at_one_target_unless_the_table_says_otherwise(
    gm: Any, ines: Any, shannon: Character, brute: Character, thugs: list[Character]
) -> None:
    armed(shannon, "Pistol", "pistol")
    in_actions(gm, shannon, brute, *thugs)
    assert "besides" not in words_of(ines.get("dragonfly.shoot", character=shannon.public_id))


class Spread:
    """A table where shots may be spread: Ines shoots at Marek's Pell and at an Ox of the GM's."""

    def __init__(self, weapon: str = "automatic", damage: int = 5, **switches: str) -> None:
        self.table, self.gm, self.ines = table_of(spread_volley="on", **switches)
        self.marek = sit_down(self.table, "Marek")
        self.shooter = gunner(self.table, self.ines)
        self.pell = with_life(full_sheet(self.table, "Pell", self.marek, dexterity=5), 60)
        self.ox = target_of(self.table)
        self.gun = armed(self.shooter, "Gun", weapon, damage, 20)
        in_actions(self.gm, self.shooter, self.pell, self.ox)

    def fire(self, first: Character, shots: int, also: Character, others: int, **more: Any) -> str:
        given = {"shots": shots, f"also_{also.public_id}": others} | more
        return shoots(self.ines, self.shooter, first, self.gun, **given)

    def answer(self, person: Any, who: Character, how: str = "take") -> None:
        found = [one for one in asks(self.table) if one.facts["who"] == who.name]
        does(person, "dragonfly.defend", ask=found[0].public_id, how=how)


@pytest.mark.played("dragonfly.multiple-shots")
def test_spread_shots_are_shown_when_all_have_answered(db: None, dice: Dice) -> None:
    """14 is three levels: two shots at Pell with 3 and 2, the third at the Ox with 1."""
    spread = Spread()
    dice(6)
    spread.fire(spread.pell, 2, spread.ox, 1)
    assert len(asks(spread.table)) == 2
    spread.answer(spread.marek, spread.pell)
    assert sheet_of(spread.pell).life_points == 60
    assert "14" not in spread.ines.log()
    assert "Takes it" in spread.marek.log()
    assert "Takes it" not in spread.ines.log()
    spread.answer(spread.gm, spread.ox)
    assert sheet_of(spread.pell).life_points == 60 - 2 * (8 + 7)
    assert sheet_of(spread.ox).life_points == 200 - 2 * 6
    assert each(settled(spread.table)) == [(3, True, 1, 12)]
    spread.gun.refresh_from_db()
    assert spread.gun.amount == 17


@pytest.mark.played("dragonfly.multiple-shots", "dragonfly.range-bands")
def test_each_target_has_its_own_range_by_the_board(db: None, dice: Dice) -> None:
    """The die makes 13 at Pell, short by 3 yards, and 12 at the Ox, medium by 12: two levels, of which the third shot
    has none left."""
    spread = Spread("pistol")
    spread.gm.does("lay-board", grid="square", columns=16, rows=4, per_cell=1, free="on")
    for one, cell in ((spread.shooter, "A1"), (spread.pell, "D1"), (spread.ox, "M1")):
        spread.gm.does("place", characters=[one.public_id], to=cell)
    form = words_of(spread.ines.get("dragonfly.shoot", character=spread.shooter.public_id))
    assert "Shots at Ox besides, 12 yards away" in form
    dice(5)
    spread.fire(spread.pell, 2, spread.ox, 1, band="board")
    states = {one.facts["who"]: one.exchange.state for one in asks(spread.table)}
    assert {who: sum(line["value"] for line in one["lines"]) for who, one in states.items()} == {"Pell": 8, "Ox": 7}
    ranges = {who: one["more"]["range"] for who, one in states.items()}
    assert ranges == {"Pell": "Short, 3 yards", "Ox": "Medium, 12 yards"}
    spread.answer(spread.marek, spread.pell)
    spread.answer(spread.gm, spread.ox)
    assert sheet_of(spread.pell).life_points == 60 - 2 * (8 + 7)
    assert sheet_of(spread.ox).life_points == 200


@pytest.mark.played("dragonfly.burst-fire")
def test_bullets_pass_whoever_defends(db: None, dice: Dice) -> None:
    """14 is three levels. Pell, first in line with three bullets, dodges: all three hits go on to the Ox."""
    spread = Spread(damage=5)
    dice(6)
    spread.fire(spread.pell, 3, spread.ox, 4, burst="on")
    spread.answer(spread.gm, spread.ox)
    dice(10)
    found = asks(spread.table)[0]
    does(spread.marek, "dragonfly.defend", ask=found.public_id, how="dodge", modifier=1)
    assert (settled(spread.table)["hits"], settled(spread.table)["damage"]) == (3, 30)
    assert sheet_of(spread.pell).life_points == 60


@pytest.mark.played("dragonfly.burst-fire", "dragonfly.heroic-feat-damage")
def test_the_first_hit_of_all_has_the_feat_and_undo_takes_back_both(db: None, dice: Dice) -> None:
    spread = Spread()
    declares(spread.shooter, drama=["damage"])
    cannot_defend(spread.pell)
    before = state_of_fight()
    dice(6)
    spread.fire(spread.pell, 2, spread.ox, 3, burst="on")
    fired = newest_event(spread.table)
    assert sheet_of(spread.pell).life_points == 60
    spread.answer(spread.gm, spread.ox)
    assert sheet_of(spread.pell).life_points == 60 - 2 * (15 + 5)
    assert sheet_of(spread.ox).life_points == 200 - 2 * 5
    undo(spread.gm, fired)
    assert (sheet_of(spread.pell).life_points, sheet_of(spread.ox).life_points) == (60, 200)
    assert state_of_fight() == before


def test_where_nobody_can_answer_all_land_at_once(db: None, dice: Dice) -> None:
    spread = Spread("pistol")
    cannot_defend(spread.pell)
    cannot_defend(spread.ox)
    dice(6)
    spread.fire(spread.ox, 1, spread.pell, 1)
    assert not asks(spread.table)
    assert sheet_of(spread.ox).life_points == 200 - 2 * 8
    assert sheet_of(spread.pell).life_points == 60 - 2 * 7


def test_nobody_waits_for_a_target_that_has_left_the_fight(db: None, dice: Dice) -> None:
    spread = Spread("pistol")
    dice(6)
    spread.fire(spread.pell, 1, spread.ox, 1)
    does(spread.gm, "dragonfly.fight-leave", character=spread.pell.public_id)
    spread.answer(spread.gm, spread.ox)
    assert not asks(spread.table)
    assert sheet_of(spread.pell).life_points == 60
    assert sheet_of(spread.ox).life_points == 200 - 2 * 7


# the odds


@pytest.mark.parametrize(("shots", "burst"), [(1, False), (3, False), (4, True)])
@pytest.mark.parametrize("bonus", [2, 8])
def test_the_form_shows_how_many_land(
    gm: Any, ines: Any, table: Any, dice: Dice, shots: int, burst: bool, bonus: int
) -> None:
    shooter, ox = gunner(table, ines, max(4, bonus)), target_of(table, armor=3)
    gun = armed(shooter, "Gun", "automatic", 6, modifier=bonus - max(4, bonus))
    in_actions(gm, shooter, ox)
    given: dict[str, Any] = {"shots": shots} | ({"burst": "on"} if burst else {})
    page = words_of(gm.get("dragonfly.shoot", character=shooter.public_id, target=ox.public_id,
                           maneuver=gun.public_id, **given))  # fmt: skip
    landing = [min(level(face + bonus), shots) for face in FACES]
    for n in set(landing):
        chance = percent(Fraction(landing.count(n), 10))
        assert shots == 1 or f"{n} {'hit' if n == 1 else 'hits'} {chance}" in page
    harm = [damage_of(face + bonus, shots, burst) for face in FACES]
    assert f"{sum(harm) / 10:.1f}".removesuffix(".0") + " damage on average" in page
    assert percent(Fraction(sum(one > 0 for one in landing), 10)) in page


def damage_of(total: int, shots: int, burst: bool) -> int:
    """What a gun of damage 6 does through armour 3, doubled."""
    if burst:
        return 2 * 3 * min(level(total), shots)
    return sum(2 * (6 + level(total) - n - 3) for n in range(shots) if level(total) > n)
