"""Dice that are split between two acts of one phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.models import Character
from apps.rules.dragon.checks import Pool
from apps.rules.dragon.combat.turns import Share
from apps.table.models import Ask, Exchange, Telling
from tests.characters.dragon.conftest import made
from tests.combat.conftest import in_words
from tests.combat.dragon.conftest import fighter, in_round, newest, told_to_gms
from tests.combat.dragon.test_attack import line
from tests.people import state_of_play

Dice = Callable[..., Any]


@pytest.fixture
def bo(ines: Any) -> Character:
    """Accuracy 6, Dexterity 4, Dodge 2; a blade without a skill."""
    skills = {"skill_1_name": "Dodge", "skill_1_level": 2, "skill_2_name": "Courtly speech", "skill_2_level": 1}
    return made(ines, name="Bo", role="hero", accuracy=6, dexterity=4, charisma=5, weapon_1_name="Blade", **skills)


def at(bo: Character, target: Character) -> str:
    return f"strike {target.public_id} {line(bo, 'weapon', 'Blade')}"


def splits(person: Any, own: Character, first: str, second: str, share: int, **more: Any) -> None:
    given = {"character": own.public_id, "act_1": first, "act_2": second, "share_1": share} | more
    answer = person.post("dragon.split", **given)
    assert answer.status_code == 200, in_words(answer)


def refused(person: Any, own: Character, first: str, second: str, share: int, **more: Any) -> str:
    """The words of a split that is refused, and that changes nothing."""
    before = state_of_play(person.table)
    given = {"character": own.public_id, "act_1": first, "act_2": second, "share_1": share} | more
    answer = person.post("dragon.split", **given)
    assert (answer.status_code, state_of_play(person.table)) == (422, before)
    return in_words(answer)


def asks(gm: Any) -> list[Ask]:
    return list(Ask.objects.filter(table=gm.table, closed_at=None).order_by("pk"))


@pytest.mark.played("dragon.split-dice", "dragon.phase-action")
def test_the_book_s_three_to_strike_and_one_to_dodge(
    gm: Any, ines: Any, marek: Any, bo: Character, guard: Character, dice: Dice
) -> None:
    in_round(gm, {bo: (2, 5), guard: (2,)}, (2, "Good"))
    dice(8, 3, 2)
    splits(ines, bo, at(bo, guard), "keep dodge", 3)
    assert fighter(gm, bo).share == Share("dodge", Pool(1, 5))
    (ask,) = asks(gm)
    words = "Bo splits 4 dice: attacks Lantern guard: Blade, 3 dice, 1 kept for a dodge."
    assert words in marek.log()
    assert marek.soup().select("#log-cards [data-awaited]")
    gm.does("dragon.defend", ask=ask.public_id, guard="none")
    facts = told_to_gms(gm, "attack-settled")
    assert (facts["attack"]["target"], facts["attack"]["successes"], facts["of"]) == (7, 1, 4)


@pytest.mark.played("dragon.split-dice", "dragon.skill-effect")
def test_two_attacks_fall_at_once_each_with_its_target(
    gm: Any, ines: Any, bo: Character, guard: Character, dice: Dice
) -> None:
    other = made(gm, name="Second guard", role="enemy")
    in_round(gm, {bo: (2,), guard: (2,), other: (2,)}, (2, "Good"))
    dice(9, 4, 1, 10, 8, 1)
    splits(ines, bo, at(bo, guard), at(bo, other), 3)
    first, second = asks(gm)
    assert [Exchange.objects.get(pk=one.exchange_id).state["faces"] for one in (first, second)] == [
        [9, 4, 1],
        [10, 8, 1],
    ]
    gm.does("dragon.defend", ask=second.public_id, guard="none")
    assert told_to_gms(gm, "attack-settled")["attack"]["successes"] == 2


@pytest.mark.played("dragon.split-dice", "dragon.off-category")
def test_an_attack_and_a_word_cost_one_later_phase_for_both(
    gm: Any, ines: Any, bo: Character, guard: Character, dice: Dice
) -> None:
    in_round(gm, {bo: (2, 5, 9), guard: (2,)}, (2, "Good"))
    form = ines.get("dragon.split", act_2="roll charisma").content.decode()
    assert 'value="9" id="id_pay_1" checked' in form
    dice(7, 7, 6, 1, 1)
    speech = line(bo, "skill", "Courtly speech")
    splits(ines, bo, at(bo, guard), "roll charisma", 2, skills=[speech], words_2="Yield!", pay=[9])
    assert fighter(gm, bo).later(2) == (5,)
    assert "Charisma with Courtly speech, Yield!" in ines.log()
    assert "one of one needed" in ines.log()


@pytest.mark.played("dragon.split-dice")
@pytest.mark.parametrize(
    ("share", "words"), [(0, "Each action gets at least 1 die."), (4, "Each action gets at least 1 die."),
                         (7, "Each action gets at least 1 die.")],
)  # fmt: skip
def test_each_gets_a_die(gm: Any, ines: Any, bo: Character, guard: Character, share: int, words: str) -> None:
    in_round(gm, {bo: (2,), guard: (2,)}, (2, "Good"))
    assert words in refused(ines, bo, at(bo, guard), "keep dodge", share)


@pytest.mark.played("dragon.split-dice", "dragon.shticks")
def test_one_target_for_both_needs_a_shtick(
    gm: Any, ines: Any, marek: Any, bo: Character, guard: Character, dice: Dice
) -> None:
    able = made(marek, name="Kim", role="hero", accuracy=6, weapon_1_name="Blade", shtick_1_name="Twice",
                shtick_1_does_1="split-same-target", shtick_1_does_2="split-ways", shtick_1_by_2=3)  # fmt: skip
    in_round(gm, {bo: (2,), able: (2,), guard: (2,)}, (2, "Good"))
    words = "Split dice go against two targets, or meet two attacks."
    assert words in refused(ines, bo, at(bo, guard), at(bo, guard), 3)
    dice(*[1] * 6)
    splits(marek, able, at(able, guard), at(able, guard), 2, share_2=2, act_3=at(able, guard))
    assert len(asks(gm)) == 3
    assert "share_2" not in ines.get("dragon.split", character=bo.public_id).content.decode()


def test_what_is_refused(gm: Any, ines: Any, marek: Any, watcher: Any, bo: Character, guard: Character) -> None:
    in_round(gm, {bo: (3,), guard: (2,)}, (2, "Good"))
    assert "This costs 2 later phases, and only 1 is left" in refused(ines, bo, at(bo, guard), "keep dodge", 2)
    assert "That is not to be done here." in refused(ines, bo, "keep dodge", "keep dodge", 2)
    assert "That is not to be done here." in refused(ines, bo, at(bo, guard), "keep parry", 2)
    refused(marek, bo, at(bo, guard), "keep dodge", 2)
    assert watcher.post("dragon.split", character=bo.public_id).status_code == 403


@pytest.mark.played("dragon.visibility")
def test_an_enemy_s_kept_dice_are_the_gm_s(gm: Any, ines: Any, bo: Character, dice: Dice) -> None:
    thug = made(gm, name="Thug", role="enemy", skill_1_name="Dodge", weapon_1_name="Blade")
    in_round(gm, {bo: (2,), thug: (2,)}, (2, "Bad"))
    dice(1, 1)
    splits(gm, thug, at(thug, bo), "keep dodge", 2)
    assert "Thug splits 3 dice" in gm.log()
    assert "1 kept for a dodge" in gm.log()
    assert "Thug attacks Bo: Blade." in ines.log()
    known = Telling.objects.get(event=newest(gm, "split"), audience="everybody").facts
    assert (known["kept"], known["of"], known["paid"], known["strikes"][0]["dice"]) == (None, None, None, None)


def test_the_form_shows_every_way_to_share(gm: Any, ines: Any, bo: Character, guard: Character, dice: Dice) -> None:
    in_round(gm, {bo: (2,), guard: (2,)}, (2, "Good"))
    words = in_words(ines.get("dragon.split"))
    assert "4 dice to share" in words
    assert "2 | 2 64% strikes 84% dodges" in words
    words = in_words(ines.get("dragon.split", share_1=3))
    assert "Strike with 3 and keep 1 · costs round 2" in words


def test_taken_back_nothing_is_kept(gm: Any, ines: Any, bo: Character, guard: Character, dice: Dice) -> None:
    in_round(gm, {bo: (2,), guard: (2,)}, (2, "Good"))
    dice(8, 3, 2)
    splits(ines, bo, at(bo, guard), "keep dodge", 3)
    gm.does("undo", event=newest(gm, "split").public_id)
    assert (fighter(gm, bo).share, fighter(gm, bo).has(2), asks(gm)) == (None, True, [])


def test_the_card_says_which_dice_are_kept(gm: Any, ines: Any, bo: Character, guard: Character, dice: Dice) -> None:
    in_round(gm, {bo: (2, 5), guard: (2,)}, (2, "Good"))
    dice(8, 3, 2)
    splits(ines, bo, at(bo, guard), "keep dodge", 3)
    assert "is done in 2, keeps 1 die for a dodge" in ines.panel("dragon-my-phase")
