"""What powers that run change in rolls, answers and blows."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Track
from apps.characters.yarn.landing import Blow, facts_of, land
from apps.characters.yarn.levels import level_of
from apps.checks.yarn.answers import answers_for, chosen
from apps.checks.yarn.pools import Sought, built
from apps.checks.yarn.rolling import rolled
from apps.magic.yarn import running
from apps.rules.refusal import Refused
from apps.rules.yarn.pool import Pool
from tests.magic.yarn.conftest import left, line, psychic, switched, uses, wizard
from tests.people import Person
from tests.yarn_world import in_a_turn, made, refused


def now(character: Character) -> Character:
    return Character.objects.get(pk=character.pk)


def lands(gm: Person, target: Character, blow: Blow) -> dict[str, Any]:
    found: dict[str, Any] = in_a_turn(gm, lambda turn: facts_of(land(turn, turn.desk.own(target), blow)))
    return found


def attacks(gm: Person, who: Character) -> None:
    in_a_turn(gm, lambda turn: rolled(turn, built(Sought(turn.desk.own(who), "attack", weapon="unarmed"))))


@pytest.mark.played("yarn.power-lightning-strike")
def test_lightning_counts_in_one_attack_with_hands(gm: Person, marek: Person, dice: Any) -> None:
    joss = made(marek, **psychic("lightning-strike", score=3))
    uses(marek, joss, "lightning-strike", push="on")
    assert built(Sought(now(joss), "attack", weapon="unarmed")).pool == Pool(5, net_bonus=3)
    assert built(Sought(now(joss), "attack", weapon="knife")).pool == Pool(2)
    assert built(Sought(now(joss))).pool == Pool(2)
    dice(*[3] * 8)
    attacks(gm, joss)
    assert built(Sought(now(joss), "attack")).pool == Pool(2)


@pytest.mark.played("yarn.power-lightning-strike")
def test_lightning_may_last_a_round(gm: Person, marek: Person, dice: Any) -> None:
    switched(gm, "lightning-strike-lasts", "one round")
    joss = made(marek, **psychic("lightning-strike"))
    uses(marek, joss, "lightning-strike")
    dice(*[3] * 4)
    attacks(gm, joss)
    assert built(Sought(now(joss), "attack")).pool == Pool(4)
    gm.does("yarn.time-passes", count=3, unit="seconds")
    assert built(Sought(now(joss), "attack")).pool == Pool(2)


@pytest.mark.played("yarn.power-hunches")
def test_who_has_hunches_is_easily_swayed(gm: Person, marek: Person) -> None:
    joss = made(marek, **psychic("hunches"))
    assert built(Sought(joss, "resistance")).pool == Pool(2, net_penalty=1)
    assert built(Sought(joss, "resistance", aim="spell")).pool == Pool(2)
    switched(gm, "hunches-vulnerable", "off")
    assert built(Sought(now(joss), "resistance")).pool == Pool(2)


@pytest.mark.played("yarn.power-pre-reaction")
def test_who_reacts_before_it_happens_pays_and_has_more_dice(gm: Person, marek: Person) -> None:
    joss = made(marek, **psychic("pre-reaction", shots=1))
    (answer,) = answers_for(joss, "attack")
    assert (answer.sort, answer.dice, answer.line) == ("extra", 2, "1 shot: 2 more dice count")
    in_a_turn(gm, lambda turn: answer.pay(turn, joss) if answer.pay else None)
    assert left(joss) == 0
    with pytest.raises(Refused, match="0 are left"):
        chosen(now(joss), "attack", "pre-reaction")


@pytest.mark.played("yarn.power-skin-of-iron")
def test_skin_of_iron_takes_as_much_off_as_many_blows(gm: Person, marek: Person, maud: Character, dice: Any) -> None:
    joss = made(marek, **psychic("skin-of-iron") | {"armour_1_name": ""})
    dice(2, 1)
    uses(marek, joss, "skin-of-iron")
    assert (lands(gm, joss, Blow(2, "sword"))["suffered"], level_of(now(joss)).now) == (3, 21)
    assert lands(gm, joss, Blow(4, "medium-handgun", metres=8))["suffered"] == 15
    assert lands(gm, joss, Blow(2, "sword"))["suffered"] == 6
    assert not running.running_on(now(joss))


@pytest.mark.played("yarn.power-skin-of-iron")
def test_a_second_roll_counts_only_if_it_is_better(marek: Person, gm: Person, dice: Any) -> None:
    joss = made(marek, **psychic("skin-of-iron"))
    for faces, total, blows in (((5, 2), 7, 5), ((4, 3), 7, 5), ((4, 4), 8, 4)):
        dice(*faces)
        uses(marek, joss, "skin-of-iron")
        (row,) = running.running_on(now(joss))
        assert (row.facts["total"], row.amount) == (total, blows)
    assert left(joss) == 3
    assert "10 minutes" in marek.panel("yarn-timers")
    gm.does("yarn.time-passes", count=10, unit="minutes")
    assert "no longer under skin-of-iron" in marek.log()


def test_a_power_that_ends_is_called_by_its_name(marek: Person, gm: Person, dice: Any) -> None:
    joss = made(marek, **psychic("skin-of-iron") | {"power_1_name": "The keel"})
    dice(5, 2)
    uses(marek, joss, "The keel")
    gm.does("yarn.time-passes", count=10, unit="minutes")
    assert "Joss Amber is no longer under The keel." in marek.log()


@pytest.mark.played("yarn.spell-seven-shields", "yarn.spell-cast")
def test_seven_shields_turn_every_weapon_but_what_the_gm_lets_through(gm: Person, marek: Person) -> None:
    joss = made(marek, **wizard("seven-shields") | {"armour_1_name": ""})
    marek.does("yarn.cast", spell=line(joss, "seven-shields"))
    assert lands(gm, joss, Blow(5, "sword"))["suffered"] == 0
    (row,) = running.running_on(now(joss))
    gm.does("yarn.alter-power", running=row.public_id, count=1, unit="hours", amount=1)
    assert lands(gm, joss, Blow(5, "sword"))["suffered"] == 15
    assert lands(gm, joss, Blow(5, "sword"))["suffered"] == 0


@pytest.mark.played("yarn.fringe-interpretation")
def test_the_gm_bends_what_runs_and_who_began_it_ends_it(gm: Person, ines: Person, marek: Person, dice: Any) -> None:
    joss = made(marek, **psychic("telekinesis"))
    dice(5, 4)
    uses(marek, joss, "telekinesis")
    (row,) = running.running_on(now(joss))
    gm.does("yarn.alter-power", running=row.public_id, count=5, unit="minutes", why="The story wants it")
    assert "5 minutes" in ines.panel("yarn-timers")
    assert "Nothing was changed" in refused(gm, "yarn.alter-power", running=row.public_id, count=5, unit="minutes")
    assert "does not run" in refused(ines, "yarn.end-power", running=row.public_id)
    marek.does("yarn.end-power", running=row.public_id)
    assert "telekinesis" not in marek.panel("yarn-timers")
    marek.does("undo")
    assert "5 minutes" in marek.panel("yarn-timers")


def test_a_secret_power_runs_for_the_gm_alone(gm: Person, ines: Person, dice: Any, table: Any) -> None:
    bess = made(gm, **psychic("skin-of-iron") | {"name": "Bess", "role": "recurring"})
    before = ines.panel("yarn-timers")
    dice(5, 4)
    uses(gm, bess, "skin-of-iron")
    assert "skin-of-iron" in gm.panel("yarn-timers")
    assert ines.panel("yarn-timers") == before
    gm.does("yarn.time-passes", count=10, unit="minutes")
    assert "skin-of-iron" not in ines.log()


@pytest.mark.played("yarn.fringe-pool-recovery")
def test_shots_come_back_by_the_clock(gm: Person, marek: Person, dice: Any) -> None:
    joss = made(marek, **psychic("telekinesis"))
    for _ in range(3):
        dice(1, 1)
        uses(marek, joss, "telekinesis")
    assert "next in 4 hours" in marek.panel("yarn-powers")
    gm.does("yarn.time-passes", count=5, unit="hours")
    assert left(joss) == 4
    assert "next in 3 hours" in marek.panel("yarn-powers")
    gm.does("yarn.time-passes", count=3, unit="hours")
    assert left(joss) == 5
    gm.does("yarn.shot-rate", character=joss.public_id, rate="200")
    assert "Nothing was changed" in refused(gm, "yarn.shot-rate", character=joss.public_id, rate="200")
    gm.does("yarn.time-passes", count=2, unit="hours")
    assert left(joss) == 6
    assert "1 shot is back" in marek.log()


@pytest.mark.played("yarn.fringe-pool-recovery")
@pytest.mark.parametrize("pool", [5, 7, 11])
def test_a_whole_pool_is_back_in_24_hours_in_whatever_steps_they_pass(gm: Person, marek: Person, pool: int) -> None:
    joss = made(marek, **psychic("telekinesis", shots=pool))
    Track.objects.filter(character=joss, key="shots").update(value=0)
    for _ in range(24):
        gm.does("yarn.time-passes", count=1, unit="hours")
    assert left(joss) == pool


@pytest.mark.played("yarn.fringe-pool-recovery")
def test_or_all_of_them_after_a_day(gm: Person, marek: Person, dice: Any) -> None:
    switched(gm, "psychic-recovery", "all after 24 hours")
    joss = made(marek, **psychic("telekinesis"))
    for _ in range(3):
        dice(1, 1)
        uses(marek, joss, "telekinesis")
    gm.does("yarn.time-passes", count=23, unit="hours")
    assert left(joss) == 3
    gm.does("yarn.time-passes", count=1, unit="hours")
    assert left(joss) == 6
