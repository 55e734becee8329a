"""The answer to an attack: its price, both throws, the damage, and who hears what of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.dragon.sheet import sheet_of
from apps.characters.models import Character
from apps.table.models import Ask, Telling
from tests.characters.dragon.conftest import made
from tests.combat.conftest import in_words
from tests.combat.dragon.conftest import fighter, in_round, newest, told_to_gms
from tests.combat.dragon.test_attack import attacks, line, sabre
from tests.people import open_a_table, sit_down, state_of_play

Dice = Callable[..., Any]
SORREL = {"name": "Captain Sorrel", "role": "enemy", "accuracy": 5, "dexterity": 4, "strength": 4, "resistance": 4,
          "skill_1_name": "Sabre", "skill_1_level": 2, "skill_1_melee": "on", "skill_2_name": "Dodge",
          "skill_2_level": 1, "weapon_1_name": "Sabre", "weapon_1_skill": "Sabre", "weapon_1_multiple": 3}  # fmt: skip


@pytest.fixture
def sorrel(gm: Any) -> Character:
    """An enemy who can dodge and parry."""
    return made(gm, **SORREL)


def defends(person: Any, ask: Ask, guard: str, **more: Any) -> dict[str, Any]:
    """All that the GMs are told of how it ends."""
    answer = person.post("dragon.defend", ask=ask.public_id, guard=guard, **more)
    assert answer.status_code == 200, in_words(answer)
    return told_to_gms(person, "attack-settled")


def refused(person: Any, ask: Ask, guard: str, **more: Any) -> str:
    """The words of an answer that is refused, and that changes nothing."""
    before = state_of_play(person.table)
    answer = person.post("dragon.defend", ask=ask.public_id, guard=guard, **more)
    assert (answer.status_code, state_of_play(person.table)) == (422, before)
    return in_words(answer)


def struck(gm: Any, dice: Dice, sorrel: Character, ana: Character, *faces: int, **more: Any) -> Ask:
    """Sorrel strikes Ana with his sabre, skill 2: five dice at 5."""
    dice(*(faces or (9, 9, 9, 9, 1)))
    with_it = {"weapon": line(sorrel, "weapon", "Sabre"), "skills": [line(sorrel, "skill", "Sabre")]}
    return attacks(gm, sorrel, ana, **with_it | more)


# what comes of it


@pytest.mark.played("dragon.attack", "dragon.damage", "dragon.opposed-roll", "dragon.hit-points")
def test_the_book_s_example(gm: Any, ines: Any, dice: Dice) -> None:
    """Sword 1 and Dodge 1, target 6 for both: 3 - 1 = 2 net, 2 x 3 + 4 - 3 = 7."""
    hero = made(ines, name="Bo", role="hero", accuracy=5, strength=4, skill_1_name="Sword", skill_1_level=1)
    thug = made(gm, name="Thug", role="enemy", dexterity=3, resistance=3, skill_1_name="Dodge", skill_1_level=1)
    in_round(gm, {hero: (1,), thug: (1,)}, (1, "Good"))
    dice(8, 6, 2, 10, 3)
    ask = attacks(ines, hero, thug, weapon="blade", skills=[line(hero, "skill", "Sword")])
    dice(7, 1, 4)
    facts = defends(gm, ask, "dodge")
    assert (facts["attack"]["target"], facts["attack"]["successes"], facts["defence"]["successes"]) == (6, 3, 1)
    assert (facts["net"], facts["hit"], facts["damage"]) == (2, True, 7)
    assert sheet_of(thug).taken == 7
    assert "Hit: 7 damage" in ines.log()


@pytest.mark.played("dragon.cover", "dragon.damage")
def test_cover_and_a_dodge_add_up_and_zero_net_is_no_hit(
    gm: Any, ines: Any, ana: Character, sorrel: Character, dice: Dice
) -> None:
    in_round(gm, {ana: (2,), sorrel: (2,)}, (2, "Bad"))
    ask = struck(gm, dice, sorrel, ana, 9, 9, 9, 9, 1, cover=2)
    dice(6, 6, 1)
    facts = defends(ines, ask, "dodge")
    assert (facts["net"], facts["hit"], facts["damage"]) == (0, False, 0)
    assert sheet_of(ana).taken == 0
    assert "It misses" in ines.log()
    assert "Strength" not in str(facts["steps"])


@pytest.mark.played("dragon.defences")
def test_a_shot_is_dodged_and_not_parried_without_a_shtick(
    gm: Any, ines: Any, marek: Any, ana: Character, sorrel: Character, dice: Dice
) -> None:
    bo = made(marek, name="Bo", role="hero", skill_1_name="Axe", skill_1_level=1, skill_1_melee="on")
    in_round(gm, {ana: (2,), bo: (2,), sorrel: (2,)}, (2, "Bad"))
    dice(*[9] * 5)
    ask = attacks(gm, sorrel, bo, weapon="bow", distance=5)
    assert "A ranged attack cannot be parried without a shtick for it." in refused(marek, ask, "parry")
    assert "A dodge needs the Dodge skill, and the sheet has none." in marek.panel("asks")
    assert "A ranged attack cannot be parried" in marek.panel("asks")
    assert "A defence costs" not in marek.panel("asks"), "where there is none"


def test_strength_is_no_part_of_a_shot(gm: Any, ines: Any, ana: Character, sorrel: Character, dice: Dice) -> None:
    in_round(gm, {ana: (2,), sorrel: (2,)}, (2, "Bad"))
    dice(9, 9, 1, 1, 1)
    facts = defends(ines, attacks(gm, sorrel, ana, weapon="bow", distance=5), "none")
    assert facts["damage"] == 2 * 3 - 3


@pytest.mark.played("dragon.falling", "dragon.death-check")
def test_whoever_is_struck_down_falls_and_is_asked_for_the_check(
    gm: Any, ines: Any, ana: Character, sorrel: Character, dice: Dice
) -> None:
    in_round(gm, {ana: (2, 5), sorrel: (2,)}, (2, "Good"))
    gm.does("dragon.set-damage", character=sorrel.public_id, set=29, why="A fall")
    dice(*[9] * 6)
    ask = attacks(ines, ana, sorrel, **sabre(ana))
    facts = defends(gm, ask, "none")
    assert (facts["damage"], facts["harm"]["fell"]) == (6 * 3 + 4 - 4, True)
    assert "Captain Sorrel falls." in ines.log()
    assert "hit points left" not in ines.log()
    assert fighter(gm, sorrel).down
    assert Ask.objects.get(table=gm.table, closed_at=None).exchange.kind.startswith("dragon.death-check")


# what it costs


@pytest.mark.played("dragon.abort")
def test_the_phase_of_the_round_is_the_next_one(
    gm: Any, ines: Any, ana: Character, sorrel: Character, dice: Dice
) -> None:
    in_round(gm, {ana: (2, 5), sorrel: (2,)}, (2, "Bad"))
    ask = struck(gm, dice, sorrel, ana)
    assert "A defence costs round 2." in ines.panel("asks")
    dice(1, 1, 1)
    defends(ines, ask, "dodge")
    assert (fighter(gm, ana).acted, fighter(gm, ana).later(2)) == (True, (5,))


@pytest.mark.played("dragon.abort")
def test_without_one_the_nearest_goes_and_another_for_another_category(
    gm: Any, ines: Any, ana: Character, sorrel: Character, dice: Dice
) -> None:
    in_round(gm, {ana: (5, 7, 9), sorrel: (2,)}, (2, "Bad"), {ana: "social"})
    ask = struck(gm, dice, sorrel, ana)
    words = ines.panel("asks")
    assert "A defence costs round 5, and one later phase. Dexterity is Physical, this turn is Mental:" in words
    assert "The phase of round 5 goes by itself: name another." in refused(ines, ask, "parry", pay=[5])
    dice(1, 1, 1)
    defends(ines, ask, "parry", pay=[7])
    assert fighter(gm, ana).later(2) == (9,)
    assert "Ana gives up 5 and 7 for it." in ines.log()


@pytest.mark.played("dragon.once-per-round")
def test_whoever_has_acted_can_do_nothing_against_it(
    gm: Any, ines: Any, ana: Character, sorrel: Character, dice: Dice
) -> None:
    in_round(gm, {ana: (2, 5), sorrel: (2,)}, (2, "Good"))
    dice(*[1] * 6)
    gm.does("dragon.defend", ask=attacks(ines, ana, sorrel).public_id, guard="none")
    ask = struck(gm, dice, sorrel, ana)
    assert "Nobody acts twice in a round" in refused(ines, ask, "dodge")
    assert "Nobody acts twice in a round" in ines.panel("asks")
    assert defends(ines, ask, "none")["damage"] == 4 * 3 + 4 - 3


# odds, and who hears what


@pytest.mark.played("dragon.visibility")
def test_the_player_sees_own_chances_and_the_gm_the_chance_to_be_hit(
    gm: Any, ines: Any, ana: Character, sorrel: Character, dice: Dice
) -> None:
    in_round(gm, {ana: (2,), sorrel: (2,)}, (2, "Bad"))
    struck(gm, dice, sorrel, ana)
    words = ines.panel("asks")
    assert "Dexterity with Sword: 3 dice, 5 or more 94% 1 or more 65% 2 or more" in words
    assert "to be hit" not in words
    assert "to be hurt" not in words
    assert "Strength on top, Resistance 3 off" in words
    form = in_words(gm.get("dragon.defend", ask=Ask.objects.get(closed_at=None).public_id, guard="parry"))
    assert "Chance to be hit" in form
    assert "to be hurt" in form
    assert "to fall by it" in form


@pytest.mark.played("dragon.visibility")
def test_an_enemy_s_numbers_are_the_gm_s(gm: Any, ines: Any, ana: Character, sorrel: Character, dice: Dice) -> None:
    in_round(gm, {ana: (2,), sorrel: (2,)}, (2, "Bad"))
    ask = struck(gm, dice, sorrel, ana)
    dice(1, 1, 1)
    full = defends(ines, ask, "dodge")
    known = Telling.objects.get(event=newest(gm, "attack-settled"), audience="everybody").facts
    assert set(known["attack"]) == {"faces", "successes", "target", "typed", "rule"}
    assert known["defence"] == full["defence"]
    assert known["damage"] == full["damage"] == 4 * 3 + 4 - 3
    assert "Strength" not in str(known["steps"])
    assert "Strength" in str(full["steps"])
    assert "Accuracy with Sabre" in gm.log()
    assert "Accuracy" not in ines.log()


def test_everybody_hears_whose_answer_is_waited_for(
    gm: Any, ines: Any, marek: Any, ana: Character, sorrel: Character, dice: Dice
) -> None:
    """Though the part is the GM's, and they alone know who goes in it."""
    in_round(gm, {ana: (2,), sorrel: (2,)}, (2, "Bad"))
    assert "Waiting for the GM" in marek.panel("dragon-rounds")
    struck(gm, dice, sorrel, ana)
    assert "Waiting for I Ines" in marek.panel("dragon-rounds")


def test_a_blow_that_nobody_meets_is_told_so(gm: Any, ines: Any, ana: Character, sorrel: Character, dice: Dice) -> None:
    in_round(gm, {ana: (2,), sorrel: (2,)}, (2, "Bad"))
    defends(ines, struck(gm, dice, sorrel, ana), "none")
    assert "damage No defence, net 4" in ines.log()


def test_nobody_answers_for_others(
    gm: Any, ines: Any, marek: Any, watcher: Any, ana: Character, sorrel: Character, dice: Dice
) -> None:
    in_round(gm, {ana: (2,), sorrel: (2,)}, (2, "Bad"))
    ask = struck(gm, dice, sorrel, ana)
    assert "This is no longer open." in refused(marek, ask, "none")
    assert watcher.post("dragon.defend", ask=ask.public_id, guard="none").status_code == 403
    assert "That is no defence." in refused(ines, ask, "kept")
    gm.does("dragon.defend", ask=ask.public_id, guard="none")
    assert "for Ana" in gm.log() or "Hit" in gm.log()
    assert "This is no longer open." in refused(ines, ask, "none")


def test_an_answer_that_was_taken_back_falls_again(
    gm: Any, ines: Any, ana: Character, sorrel: Character, dice: Dice
) -> None:
    in_round(gm, {ana: (2,), sorrel: (2,)}, (2, "Bad"))
    ask = struck(gm, dice, sorrel, ana)
    dice(9, 9, 1)
    defends(ines, ask, "dodge")
    gm.does("undo", event=newest(gm, "attack-settled").public_id)
    assert sheet_of(ana).taken == 0
    assert fighter(gm, ana).has(2)
    dice()
    assert [face for face, _ in defends(ines, ask, "parry")["defence"]["faces"]] == [9, 9, 1]


# the switches


@pytest.mark.played("dragon.table-options")
def test_after_the_roll_the_chance_is_known(db: None, dice: Dice) -> None:
    table = open_a_table(game="dragon", defence_after_attack_roll="on")
    gm, ines = sit_down(table, "GM", "gm", "gm"), sit_down(table, "Ines")
    bo = made(ines, name="Bo", role="hero", skill_1_name="Dodge", skill_1_level=1)
    thug = made(gm, name="Thug", role="enemy", accuracy=4)
    in_round(gm, {bo: (2,), thug: (2,)}, (2, "Bad"))
    dice(7, 7, 1, 1)
    ask = attacks(gm, thug, bo)
    words = ines.panel("asks")
    assert "The attack makes two successes." in words
    assert "50% to be hit" in words
    assert "to be hurt" not in words  # what it does is not known
    assert "Thug attacks Bo: Fist, 2 successes" in ines.log()
    assert "Chance to be hit" in in_words(ines.get("dragon.defend", ask=ask.public_id, guard="dodge"))


@pytest.mark.played("dragon.table-options")
def test_zero_net_may_hit_and_a_defence_may_be_free_of_categories(db: None, dice: Dice) -> None:
    table = open_a_table(game="dragon", zero_net_hits="on", defence_ignores_category="on", parry_substat="Accuracy")
    gm, ines = sit_down(table, "GM", "gm", "gm"), sit_down(table, "Ines")
    bo = made(ines, name="Bo", role="hero", accuracy=2, skill_1_name="Axe", skill_1_level=1, skill_1_melee="on")
    thug = made(gm, name="Thug", role="enemy", accuracy=4, strength=6)
    in_round(gm, {bo: (2, 5), thug: (2,)}, (2, "Bad"), {bo: "social"})
    dice(7, 1, 1, 1)
    ask = attacks(gm, thug, bo)
    dice(6, 1)
    facts = defends(ines, ask, "parry")
    assert (facts["net"], facts["hit"], facts["damage"]) == (0, True, 3)
    assert fighter(gm, bo).later(2) == (5,)


# dice that are split at once


@pytest.mark.parametrize(("keep", "words"), [(1, "1 die is kept for a parry."), (2, "2 dice are kept for a parry.")])
def test_the_card_says_how_many_dice_are_kept(
    gm: Any, ines: Any, ana: Character, sorrel: Character, dice: Dice, keep: int, words: str
) -> None:
    in_round(gm, {ana: (2,), sorrel: (2,)}, (2, "Bad"))
    ask = struck(gm, dice, sorrel, ana)
    dice(*[9] * 4)
    defends(ines, ask, "dodge", keep=keep, keep_for="parry")
    assert words in ines.log()


@pytest.mark.played("dragon.split-dice")
def test_a_share_is_kept_for_one_more_attack_of_the_round(
    gm: Any, ines: Any, ana: Character, sorrel: Character, guard: Character, dice: Dice
) -> None:
    in_round(gm, {ana: (2,), sorrel: (2,), guard: (2,)}, (2, "Bad"))
    first, second = struck(gm, dice, sorrel, ana), None
    dice(*[9] * 4)
    second = attacks(gm, guard, ana)
    dice(9)
    form = in_words(ines.get("dragon.defend", ask=first.public_id, guard="dodge", keep=2, keep_for="parry"))
    assert "Kept parry, for another attack Dexterity with Sword: 2 dice, 5 or more 84% takes one success off" in form
    assert "Kept parry" not in in_words(ines.get("dragon.defend", ask=first.public_id, guard="dodge"))
    assert defends(ines, first, "dodge", keep=2, keep_for="parry")["kept"] == {"defence": "parry", "dice": 2}
    assert "Kept parry free 2 dice, 5 or more" in ines.panel("asks")
    dice(5, 4)
    facts = defends(ines, second, "kept")
    assert (facts["defence"]["successes"], fighter(gm, ana).share) == (1, None)
    assert "Kept parry" in ines.log()


@pytest.mark.parametrize(
    ("more", "words"),
    [({"keep": 3}, "Each action gets at least 1 die."),
     ({"keep": 2, "guard": "none"}, "Dice are split between two defences")],
)  # fmt: skip
def test_what_cannot_be_split(
    gm: Any, ines: Any, ana: Character, sorrel: Character, dice: Dice, more: dict[str, Any], words: str
) -> None:
    in_round(gm, {ana: (2,), sorrel: (2,)}, (2, "Bad"))
    ask = struck(gm, dice, sorrel, ana)
    assert words in refused(ines, ask, **{"guard": "dodge"} | more)
