"""The GM says what counts in an attack that waits: cover, difficulty, range, skills; and what ends one unanswered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.dragon.attacks import opening
from apps.combat.dragon.attacks.strike import sides_of
from apps.combat.models import Fight
from apps.table import exchanges
from apps.table.models import Ask, Exchange, Telling
from apps.table.turn import Turn
from tests.combat.conftest import in_words
from tests.combat.dragon.conftest import in_round, newest, told_to_gms
from tests.combat.dragon.test_attack import attacks, line, sabre
from tests.combat.wounded import a_turn_of
from tests.people import state_of_play

Dice = Callable[..., Any]


@pytest.fixture
def ask(ines: Any, ana: Character, guard: Character, duel: Fight, dice: Dice) -> Ask:
    """Ana strikes the guard with her sabre, six dice at 5."""
    dice(5, 5, 6, 1, 1, 1)
    return attacks(ines, ana, guard, **sabre(ana))


@pytest.fixture
def of_the_attack(ask: Ask) -> str:
    return ask.exchange.public_id


def settled(gm: Any, ask: Ask) -> dict[str, Any]:
    gm.does("dragon.defend", ask=ask.public_id, guard="none")
    return told_to_gms(gm, "attack-settled")


@pytest.mark.played("dragon.cover")
def test_cover_is_one_tap_at_the_question(gm: Any, ines: Any, ask: Ask, of_the_attack: str) -> None:
    assert "Cover None 0 Light 1 Half 2 Heavy 3" in gm.panel("asks")
    gm.does("dragon.judge-attack", attack=of_the_attack, cover=2)
    assert "says what counts when Ana attacks Lantern guard: cover 2, difficulty 0." in ines.log()
    facts = settled(gm, ask)
    assert (facts["cover"], facts["net"]) == (2, 1)


@pytest.mark.played("dragon.target-number", "dragon.skill-effect")
def test_the_same_faces_are_judged_again(gm: Any, ask: Ask, of_the_attack: str) -> None:
    gm.does("dragon.judge-attack", attack=of_the_attack, difficulty=1)
    gm.does("dragon.judge-attack", attack=of_the_attack, struck=["Sword"])
    facts = settled(gm, ask)
    assert (facts["attack"]["target"], facts["attack"]["successes"]) == (8, 0)
    assert [face for face, _ in facts["attack"]["faces"]] == [5, 5, 6, 1, 1, 1]


@pytest.mark.played("dragon.range")
def test_a_distance_that_was_wrong_is_put_right(
    gm: Any, ines: Any, ana: Character, guard: Character, duel: Fight, dice: Dice
) -> None:
    dice(*[8] * 6)
    ask = attacks(ines, ana, guard, weapon="bow", distance=50)
    gm.does("dragon.judge-attack", attack=ask.exchange.public_id, distance=12)
    facts = settled(gm, ask)
    assert (facts["distance"], facts["attack"]["target"], facts["attack"]["successes"]) == (12, 8, 6)


def test_its_refusals_change_nothing(gm: Any, ines: Any, ask: Ask, of_the_attack: str) -> None:
    before = state_of_play(gm.table)
    answer = gm.post("dragon.judge-attack", attack=of_the_attack, cover=0)
    assert "That is how it counts already." in in_words(answer)
    assert ines.post("dragon.judge-attack", attack=of_the_attack, cover=1).status_code == 403
    assert state_of_play(gm.table) == before
    settled(gm, ask)
    words = in_words(gm.post("dragon.judge-attack", attack=of_the_attack, cover=1))
    assert "This attack is settled already, or was called off." in words


def test_of_an_enemy_nobody_hears_which_skill_is_struck(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    gm.does("dragon.edit", character=guard.public_id, name="Lantern guard", role="enemy", accuracy=4,
            skill_1_name="Club", skill_1_level=1)  # fmt: skip
    in_round(gm, {ana: (2,), guard: (2,)}, (2, "Bad"))
    dice(*[1] * 4)
    ask = attacks(gm, guard, ana, skills=[line(guard, "skill", "Club")])
    gm.does("dragon.judge-attack", attack=ask.exchange.public_id, struck=["Club"])
    assert "without Club" in gm.log()
    assert "without Club" not in ines.log()
    assert Telling.objects.get(event=newest(gm, "attack-judged"), audience="everybody").facts["struck"] == []


def test_taken_back_it_counts_as_before(gm: Any, ask: Ask, of_the_attack: str) -> None:
    gm.does("dragon.judge-attack", attack=of_the_attack, cover=2)
    gm.does("undo", event=newest(gm, "attack-judged").public_id)
    assert settled(gm, ask)["cover"] == 0


# what ends one without an answer


def open_ones(gm: Any) -> int:
    return Exchange.objects.filter(table=gm.table, closed_at=None, kind="dragon.attack").count()


def test_it_is_called_off(gm: Any, ines: Any, ask: Ask, of_the_attack: str) -> None:
    gm.does("call-off", exchange=of_the_attack)
    assert open_ones(gm) == 0
    assert "Ana attacks" not in gm.panel("asks")


def test_it_ends_with_the_fight(gm: Any, ask: Ask) -> None:
    a_turn_of(gm, lambda turn: tracking.end(turn, tracking.running(turn)))
    assert open_ones(gm) == 0


def test_whoever_has_left_is_not_struck(gm: Any, ines: Any, ask: Ask) -> None:
    def leaves(turn: Turn) -> None:
        fight = tracking.running(turn)
        turn.change(tracking.combatants_of(fight)[1], state="out")

    a_turn_of(gm, leaves)
    assert "One of the two is not in the fight any more." in gm.panel("asks")
    answer = gm.post("dragon.defend", ask=ask.public_id, guard="none")
    assert answer.status_code == 422


def test_the_fallen_are_asked_nothing(
    gm: Any, ines: Any, ana: Character, guard: Character, duel: Fight, dice: Dice
) -> None:
    from apps.combat.dragon import turns as stored
    from apps.rules.dragon.combat import turns as rules

    def falls(turn: Turn) -> None:
        fight = tracking.running(turn)
        target = tracking.combatant_of(fight, turn.desk.get(Character, guard.pk))
        assert target
        stored.write(turn, fight, rules.falls(stored.state_of(fight), target.public_id))

    a_turn_of(gm, falls)
    dice(*[8] * 6)
    ines.does("dragon.attack", character=ana.public_id, target=guard.public_id, weapon="fist")
    assert open_ones(gm) == 0
    assert "Has fallen" in ines.log()
    assert "Hit: " in ines.log()


@pytest.mark.played("dragon.conditional-hold")
def test_who_falls_by_what_was_held_for_them_attacks_no_more(gm: Any, ask: Ask, guard: Character) -> None:
    """The attack that broke in has struck down Ana, whose own one is still open."""
    from apps.combat.dragon import turns as stored
    from apps.rules.dragon.combat import turns as rules

    def breaks_in(turn: Turn) -> None:
        exchange = turn.desk.get(Exchange, ask.exchange_id)
        sides = sides_of(turn.desk, exchanges.state_of(exchange))
        assert sides
        stored.write(turn, sides.fight, rules.falls(stored.state_of(sides.fight), sides.attacker.public_id))
        back = replace(sides.strike, attacker=sides.target.pk, target=sides.attacker.pk, interrupts=True)
        answered = sides_of(turn.desk, back)
        assert answered
        opening.cut_off(turn, answered)

    a_turn_of(gm, breaks_in)
    assert open_ones(gm) == 0
    assert "Ana has fallen before the attack on Lantern guard is carried out: it does not happen." in gm.log()
