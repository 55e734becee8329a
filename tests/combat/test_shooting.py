"""Shots from the form to the card: who may shoot, what is added, who answers, what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.board.models import Board
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Character, Condition, Entry, Track, Trait
from apps.table.models import Ask, Event
from tests.checks.conftest import everything_shown_to, full_sheet, score_sheet, words_of
from tests.combat.armed import (
    answers,
    armed,
    armored,
    cannot_defend,
    declares,
    in_actions,
    parts,
    settled,
    shoots,
    steps,
    tallies,
    unlike_humans,
)
from tests.combat.conftest import acting_names, fighter, in_words, now, start, state_of_fight, with_life
from tests.combat.wounded import asks, does, told, undo
from tests.people import newest_event, open_a_table, sit_down

Dice = Callable[..., Any]


@pytest.fixture
def carbine(shannon: Character) -> Entry:
    return armed(shannon, "Carbine", "rifle", 10, 12)


# at whom


def test_whoever_stands_across_is_offered_first(
    gm: Any, shannon: Character, pell: Character, brute: Character, thugs: list[Character]
) -> None:
    """As in the form of blows, for both sides; so too where shots are spread."""
    armed(shannon, "Carbine", "rifle")
    in_actions(gm, pell, shannon, brute, *thugs)

    def offered(who: Character) -> list[str]:
        page = BeautifulSoup(gm.get("dragonfly.shoot", character=who.public_id).content, "lxml")
        return [str(one["value"]) for one in page.select("input[name=target]")]

    ids = [one.public_id for one in (brute, *thugs)]
    assert offered(shannon) == [*ids, pell.public_id]
    assert set(offered(brute)[:2]) == {shannon.public_id, pell.public_id}


# both sides


@pytest.mark.played("dragonfly.ranged-attack", "dragonfly.damage", "dragonfly.damage-types")
@pytest.mark.parametrize("act", ["attack", "shoot"])
def test_the_only_one_there_is_proposed_unless_a_friend(
    gm: Any, ines: Any, shannon: Character, pell: Character, brute: Character, act: str
) -> None:
    def proposed() -> list[str]:
        form = BeautifulSoup(ines.get(f"dragonfly.{act}", character=shannon.public_id).content, "lxml")
        return [str(one["value"]) for one in form.select("[name=target][checked]")]

    start(gm, shannon, pell)
    assert proposed() == []
    gm.does("dragonfly.end-fight")
    start(gm, shannon, brute)
    assert proposed() == [brute.public_id]


def test_the_die_is_sealed_until_the_target_has_answered(
    gm: Any, ines: Any, table: Any, shannon: Character, pell: Character, carbine: Entry, dice: Dice
) -> None:
    in_actions(gm, shannon, pell)
    dice(6)
    shoots(ines, shannon, pell, carbine, band="medium")
    waiting = asks(table, "dragonfly.attack")[0]
    assert (waiting.audience, waiting.subject) == ("character", pell.pk)
    assert "total" not in waiting.facts
    assert "face" not in str(told(table))
    answers(gm, table)
    facts = settled(table)
    assert (facts["attack"]["total"], facts["attack"]["face"], facts["result"], facts["levels"]) == (15, 6, "hit", 4)
    assert parts(facts["attack"]) == {"Dexterity": 7, "Gun Fu": 3, "Range: medium": -1}
    assert steps(facts) == [10, 4, 14, 0, 14, 2, 28]
    assert facts["life"]["life_points"] == [40, 12]


@pytest.mark.played("dragonfly.ranged-attack", "dragonfly.aiming", "dragonfly.range-bands")
def test_the_examples_of_an_aim_and_its_shot(gm: Any, table: Any, brute: Character, dice: Dice) -> None:
    """Perception 4 + Gun Fu 3, a 5: 12, so +2; then Dexterity 3 + Gun Fu 3 - 1 + 2, a 5: 12, two levels."""
    ann = with_life(full_sheet(table, "Ann", None, dexterity=3, perception=4, gun_fu=3), 30)
    pistol = armed(ann, "Pistol", "pistol")
    in_actions(gm, ann, brute)
    cannot_defend(brute)
    dice(5)
    does(gm, "dragonfly.aim", character=ann.public_id, maneuver=pistol.public_id)
    aimed = told(table, "dragonfly.aimed")
    assert (aimed["total"], aimed["bonus"], aimed["face"]) == (12, 2, 5)
    dice(5)
    shoots(gm, ann, brute, pistol, yards=12)
    facts = settled(table)
    assert parts(facts["attack"]) == {"Dexterity": 3, "Gun Fu": 3, "Range: medium": -1, "Aim": 2}
    assert (facts["attack"]["total"], facts["result"], facts["levels"]) == (12, "hit", 2)
    assert facts["range"] == "Medium, 12 yards"
    assert {"dragonfly.aiming", "dragonfly.range-bands"} <= set(facts["rules"])


@pytest.mark.played("dragonfly.aiming")
def test_the_example_of_an_aim_by_score(gm: Any, table: Any, brute: Character, thugs: list[Character]) -> None:
    marksman = with_life(score_sheet(table, "Marksman", muscle=9, combat=12, brains=13), 20)
    rifle = armed(marksman, "Rifle", "rifle")
    in_actions(gm, marksman, brute)
    does(gm, "dragonfly.aim", character=marksman.public_id, maneuver=rifle.public_id)
    aimed = told(table, "dragonfly.aimed")
    assert (aimed["total"], aimed["bonus"], aimed["face"]) == (13, 3, None)
    shoots(gm, marksman, brute, rifle)
    answers(gm, table)
    facts = settled(table)
    assert facts["attack"]["total"] == 15
    assert parts(facts["attack"]) == {"Combat": 12, "Aim": 3}


@pytest.mark.played("dragonfly.dodge", "dragonfly.attack-outcome", "dragonfly.defense-allowance")
def test_a_dodge_of_a_bullet_is_two_harder_and_no_parry_stops_it(
    gm: Any, ines: Any, marek: Any, table: Any, shannon: Character, pell: Character, carbine: Entry, dice: Dice
) -> None:
    in_actions(gm, shannon, pell)
    dice(4)
    shoots(ines, shannon, pell, carbine)
    waiting = asks(table)[0]
    page = words_of(marek.get("dragonfly.defend", ask=waiting.public_id))
    assert "Dodge" in page
    assert "Parry" not in page
    dice(10)
    answers(marek, table, "dodge")
    facts = settled(table)
    assert parts(facts["defense"]) == {"Dexterity": 3, "Against a missile": -2}
    assert (facts["attack"]["total"], facts["defense"]["total"], facts["result"]) == (14, 11, "hit")


@pytest.mark.played("dragonfly.dodge", "dragonfly.attack-outcome")
def test_a_dodge_as_high_as_the_shot_stops_it_and_the_series(
    gm: Any, ines: Any, marek: Any, table: Any, shannon: Character, pell: Character, carbine: Entry, dice: Dice
) -> None:
    in_actions(gm, shannon, pell)
    declares(shannon, extra=["attack", "attack"])
    dice(1)
    shoots(ines, shannon, pell, carbine)
    dice(10)
    answers(marek, table, "dodge")
    facts = settled(table)
    assert (facts["attack"]["total"], facts["defense"]["total"], facts["result"]) == (11, 11, "defended")
    assert sheet_of(pell).life_points == 40
    assert tallies(shannon)["stopped"] == 1
    assert "has acted already" in shoots(ines, shannon, pell, carbine, 422)
    assert "no more attacks in this Turn" in shoots(gm, shannon, pell, carbine, 422)


@pytest.mark.played("dragonfly.parry-limits", "dragonfly.parry")
@pytest.mark.parametrize(("weapon", "penalty"), [("thrown", -2), ("bow", -6), ("crossbow", -6)])
def test_what_flies_slowly_can_be_parried_with_a_weapon(
    gm: Any, ines: Any, table: Any, shannon: Character, brute: Character, weapon: str, penalty: int, dice: Dice
) -> None:
    club = armed(brute, "Club", "hand-weapon", 6, damage_type="bash")
    star = armed(shannon, "Missile", weapon, 6, skill="getting-medieval", damage_type="slash-stab")
    in_actions(gm, shannon, brute)
    dice(3)
    shoots(ines, shannon, brute, star)
    answers(gm, table, club.public_id)
    facts = settled(table)
    assert facts["defense"]["total"] == 13 + penalty
    assert facts["how"] == "parry"


@pytest.mark.played("dragonfly.attack-outcome", "dragonfly.ability-scores")
def test_two_of_the_supporting_cast_need_no_die(gm: Any, table: Any, brute: Character, thugs: list[Character]) -> None:
    rifle = armed(brute, "Rifle", "rifle", 9)
    in_actions(gm, brute, *thugs)
    shoots(gm, brute, thugs[0], rifle)
    assert asks(table)[0].facts["total"] == 13
    answers(gm, table, "dodge")
    facts = settled(table)
    assert (facts["attack"]["total"], facts["defense"]["total"], facts["result"]) == (13, 7, "hit")
    assert facts["attack"]["face"] is None
    assert steps(facts) == [9, 0, 9, 2, 18]
    assert sheet_of(thugs[0]).life_points == 2


@pytest.mark.played("dragonfly.supporting-cast-damage", "dragonfly.ranged-attack")
def test_one_of_the_supporting_cast_shoots_a_player_who_knows_the_total(
    gm: Any, marek: Any, table: Any, pell: Character, brute: Character, dice: Dice
) -> None:
    rifle = armed(brute, "Rifle", "rifle", 9)
    armored(pell, 3)
    in_actions(gm, brute, pell)
    shoots(gm, brute, pell, rifle, band="long")
    waiting = asks(table)[0]
    assert waiting.facts["total"] == 10
    assert "10" in marek.panel("asks")
    dice(1)
    answers(marek, table, "dodge")
    assert steps(settled(table)) == [9, 3, 6, 2, 12]


@pytest.mark.played("dragonfly.supporting-cast-damage")
def test_listed_damage_is_final_where_the_table_says_so(dice: Dice, db: None) -> None:
    table = open_a_table(listed_damage_is_final="on")
    gm = sit_down(table, "Director", "gm", "gm")
    brute = with_life(score_sheet(table, "Brute", muscle=9, combat=13, brains=6), 30)
    other = with_life(score_sheet(table, "Other", muscle=9, combat=9, brains=6), 30)
    rifle = armed(brute, "Rifle", "rifle", 9)
    in_actions(gm, brute, other)
    cannot_defend(other)
    shoots(gm, brute, other, rifle)
    assert settled(table)["damage"] == 9


# what is added


@pytest.mark.played("dragonfly.range-bands")
@pytest.mark.parametrize(
    ("weapon", "given", "words", "modifier"),
    [
        ("pistol", {"yards": 12}, "Medium, 12 yards", -1), ("rifle", {"yards": 150}, "Long, 150 yards", -3),
        ("pistol", {"yards": 4}, "Short, 4 yards", 0), ("pistol", {"yards": 5}, "Medium, 5 yards", -1),
        ("pistol", {"yards": 50}, "Long, 50 yards", -3), ("rifle", {"yards": 19}, "Short, 19 yards", 0),
        ("bow", {"band": "long"}, "Long", -3), ("automatic", {"yards": 30, "bands": "rifle"}, "Medium, 30 yards", -1),
    ],
)  # fmt: skip
def test_the_range_takes_something_off(
    gm: Any, ines: Any, table: Any, shannon: Character, brute: Character, weapon: str, given: dict[str, Any],
    words: str, modifier: int, dice: Dice,
) -> None:  # fmt: skip
    gun = armed(shannon, "Gun", weapon)
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    dice(5)
    shoots(ines, shannon, brute, gun, **given)
    facts = settled(table)
    assert facts["attack"]["total"] == 15 + modifier
    assert facts["range"] == words


@pytest.mark.played("dragonfly.range-bands")
def test_beyond_the_longest_range_nobody_shoots(
    gm: Any, ines: Any, shannon: Character, brute: Character, carbine: Entry
) -> None:
    in_actions(gm, shannon, brute)
    before = state_of_fight()
    assert "301 yards are too far" in shoots(ines, shannon, brute, carbine, 422, yards=301)
    assert "301 yards are too far" in shoots(gm, shannon, brute, carbine, 422, yards=301)
    assert state_of_fight() == before


@pytest.mark.played("dragonfly.range-bands")
def test_yards_need_bands(gm: Any, ines: Any, shannon: Character, brute: Character) -> None:
    bow = armed(shannon, "Bow", "bow")
    in_actions(gm, shannon, brute)
    assert "no yards of its own" in shoots(ines, shannon, brute, bow, 422, yards=30)


@pytest.fixture
def board(gm: Any, shannon: Character, brute: Character) -> Board:
    """Shannon on A1, the Brute ten cells of five yards from her."""
    gm.does("lay-board", grid="square", columns=12, rows=4, per_cell=5, free="on")
    gm.does("place", characters=[shannon.public_id], to="A1")
    gm.does("place", characters=[brute.public_id], to="K1")
    return Board.objects.get(table=gm.table)


@pytest.mark.played("dragonfly.range-bands")
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"band": "board"}, "Medium, 50 yards"),
        ({"band": "board", "yards": 120}, "Long, 120 yards"),
        ({"band": "short"}, "Short"),
    ],
)
def test_the_board_knows_the_range_and_a_typed_number_counts_before_it(
    gm: Any, ines: Any, table: Any, board: Board, shannon: Character, brute: Character, carbine: Entry,
    given: dict[str, Any], words: str, dice: Dice,
) -> None:  # fmt: skip
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    form = in_words(ines.get("dragonfly.shoot", character=shannon.public_id, target=brute.public_id))
    assert "By the board: 50 yards" in form
    dice(5)
    shoots(ines, shannon, brute, carbine, **given)
    assert settled(table)["range"] == words


def test_of_whom_the_board_lacks_the_range_is_named(
    gm: Any, ines: Any, board: Board, shannon: Character, brute: Character, pell: Character, carbine: Entry
) -> None:
    in_actions(gm, shannon, brute, pell)
    assert "Pell does not stand on the board" in shoots(ines, shannon, pell, carbine, 422, band="board")
    gm.does("clear-board")
    assert "By the board" not in in_words(ines.get("dragonfly.shoot", character=shannon.public_id))


@pytest.mark.played("dragonfly.range-bands", "dragonfly.combat-maneuvers")
def test_a_weapon_on_a_sheet_may_have_the_bands_of_a_rifle(
    gm: Any, ines: Any, table: Any, shannon: Character, brute: Character, dice: Dice
) -> None:
    gun = armed(shannon, "Machine gun", "automatic", bands="rifle")
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    dice(5)
    shoots(ines, shannon, brute, gun, yards=120)
    assert settled(table)["range"] == "Long, 120 yards"


@pytest.mark.played("dragonfly.panic-table")
@pytest.mark.parametrize(("panic", "status"), [("startled", 200), ("freak-out", 422)])
def test_whoever_freaks_out_does_not_shoot(
    gm: Any, ines: Any, shannon: Character, brute: Character, carbine: Entry, dice: Dice, panic: str, status: int
) -> None:
    in_actions(gm, shannon, brute)
    Trait.objects.create(character=shannon, key="panic", text=panic)
    dice(5)
    words = shoots(ines, shannon, brute, carbine, status)
    assert (status == 200) == ("cannot attack" not in words)


@pytest.mark.played("dragonfly.range-bands")
def test_shots_beyond_long_are_the_directors_to_allow(dice: Dice, db: None) -> None:
    table = open_a_table(shots_beyond_long="on")
    gm, ines = sit_down(table, "Director", "gm", "gm"), sit_down(table, "Ines")
    ann = with_life(full_sheet(table, "Ann", ines, dexterity=5, gun_fu=5), 30)
    brute = with_life(score_sheet(table, "Brute", combat=13), 30)
    rifle = armed(ann, "Rifle", "rifle")
    in_actions(gm, ann, brute)
    cannot_defend(brute)
    assert "The Director can allow it" in shoots(ines, ann, brute, rifle, 422, yards=400, beyond=0)
    dice(5)
    shoots(gm, ann, brute, rifle, yards=400, beyond=-5)
    assert parts(settled(table)["attack"])["Range: beyond long"] == -5


@pytest.mark.played("dragonfly.extra-action-penalty", "dragonfly.bows", "dragonfly.multiple-attacks")
def test_the_example_of_two_arrows(gm: Any, table: Any, brute: Character, thugs: list[Character], dice: Dice) -> None:
    """Bonus 9, a 5: 14 and 12, three levels and two, both hit."""
    archer = with_life(full_sheet(table, "Archer", None, dexterity=5, getting_medieval=4), 30)
    bow = armed(archer, "Bow", "bow", 4, 9, skill="getting-medieval", damage_type="slash-stab")
    in_actions(gm, archer, brute, *thugs)
    declares(archer, extra=["attack"])
    cannot_defend(brute)
    cannot_defend(thugs[0])
    dice(5)
    shoots(gm, archer, brute, bow)
    first = settled(table)
    dice()
    shoots(gm, archer, thugs[0], bow)
    second = settled(table)
    assert [(one["attack"]["total"], one["levels"], one["result"]) for one in (first, second)] == [
        (14, 3, "hit"), (12, 2, "hit")]  # fmt: skip
    assert parts(second["attack"])["Additional action"] == -2
    assert second["kept"]
    assert "dragonfly.bows" in second["rules"]
    bow.refresh_from_db()
    assert bow.amount == 7


@pytest.mark.played("dragonfly.bows")
def test_arrows_are_shot_one_by_one(gm: Any, ines: Any, shannon: Character, brute: Character) -> None:
    bow = armed(shannon, "Bow", "bow")
    in_actions(gm, shannon, brute)
    assert "Each shot here is an attack of its own" in shoots(ines, shannon, brute, bow, 422, shots=2)


@pytest.mark.played("dragonfly.full-offense", "dragonfly.full-defense", "dragonfly.intentions")
def test_stances(
    gm: Any, ines: Any, table: Any, shannon: Character, brute: Character, carbine: Entry, dice: Dice
) -> None:
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    stance = declares(shannon, stance="full-defense", action="other")
    assert "On Full Defense nobody attacks" in shoots(ines, shannon, brute, carbine, 422)
    assert "On Full Defense nobody attacks" in shoots(gm, shannon, brute, carbine, 422)
    stance.plan = {"stance": "full-offense"}
    stance.save()
    dice(5)
    shoots(ines, shannon, brute, carbine)
    assert parts(settled(table)["attack"])["Full Offense"] == 2


@pytest.mark.played("dragonfly.feeble-attacker", "dragonfly.full-offense")
def test_a_score_of_eight_lands_only_on_full_offense(
    gm: Any, table: Any, brute: Character, thugs: list[Character]
) -> None:
    weak = with_life(score_sheet(table, "Weakling", muscle=8, combat=8, brains=17), 20)
    rifle = armed(weak, "Rifle", "rifle")
    in_actions(gm, weak, brute)
    does(gm, "dragonfly.aim", character=weak.public_id, maneuver=rifle.public_id)
    shoots(gm, weak, brute, rifle)
    facts = settled(table)
    assert (facts["attack"]["total"], facts["result"], facts["counts"]) == (13, "missed", False)
    assert "dragonfly.feeble-attacker" in facts["rules"]
    declares(weak, stance="full-offense", extra=["attack"])
    shoots(gm, weak, brute, rifle, anyway="on")
    answers(gm, table)
    assert settled(table)["result"] == "hit"


@pytest.mark.played("dragonfly.feeble-attacker")
def test_the_feeble_land_by_arithmetic_where_the_table_says_so(dice: Dice, db: None) -> None:
    table = open_a_table(feeble_by_arithmetic="on")
    gm = sit_down(table, "Director", "gm", "gm")
    weak = with_life(score_sheet(table, "Weakling", combat=8, brains=8), 20)
    other = with_life(score_sheet(table, "Other", combat=8, brains=8), 20)
    rifle = armed(weak, "Rifle", "rifle", modifier=1)
    in_actions(gm, weak, other)
    cannot_defend(other)
    shoots(gm, weak, other, rifle)
    assert settled(table)["result"] == "hit"


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.righteous-fury", "dragonfly.injury-penalty")
def test_feat_injury_and_conditions_count(
    gm: Any, ines: Any, table: Any, shannon: Character, brute: Character, carbine: Entry, dice: Dice
) -> None:
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    declares(shannon, drama=["attack"])
    Track.objects.create(table=table, character=shannon, key="ordinary-damage", value=34)
    Condition.objects.create(character=shannon, name="Off balance", modifier=-1)
    dice(2)
    shoots(ines, shannon, brute, carbine, modifier=-2, modifier_name="Rain")
    facts = settled(table)
    assert parts(facts["attack"]) == {
        "Dexterity": 7, "Gun Fu": 3, "Injury": -2, "Heroic Feat": 10, "Off balance": -1, "Rain": -2}  # fmt: skip
    assert facts["attack"]["total"] == 17


@pytest.mark.played("dragonfly.heroic-feat-damage")
def test_a_feat_for_damage_goes_on_the_first_hit_of_the_turn(
    gm: Any, ines: Any, table: Any, shannon: Character, pell: Character, carbine: Entry, dice: Dice
) -> None:
    in_actions(gm, shannon, pell)
    cannot_defend(pell)
    declares(shannon, drama=["damage"], extra=["attack"])
    armored(pell, 6)
    dice(2)
    shoots(ines, shannon, pell, carbine)
    assert steps(settled(table)) == [10, 2, 10, 22, 6, 16, 2, 32]
    dice()
    shoots(ines, shannon, pell, carbine)
    assert settled(table)["attack"]["total"] == 10
    assert steps(settled(table)) == [10, 1, 11, 6, 5, 2, 10]


@pytest.mark.played("dragonfly.damage-types")
def test_whoever_is_no_normal_human_has_a_multiplier_of_their_own(
    gm: Any, table: Any, shannon: Character, brute: Character, carbine: Entry, dice: Dice
) -> None:
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    dice(2)
    shoots(gm, shannon, brute, carbine, multiplier=1)
    assert settled(table)["damage"] == 12


@pytest.mark.played("dragonfly.damage-types")
@pytest.mark.parametrize(("own", "said", "damage"), [(None, None, 24), (1, None, 12), (3, None, 36), (1, 2, 24)])
def test_the_targets_sheet_says_what_damage_is_multiplied_by(
    gm: Any, table: Any, shannon: Character, brute: Character, carbine: Entry, dice: Dice,
    own: int | None, said: int | None, damage: int,
) -> None:  # fmt: skip
    if own is not None:
        unlike_humans(brute, own)
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    dice(2)
    shoots(gm, shannon, brute, carbine, **({} if said is None else {"multiplier": said}))
    assert settled(table)["damage"] == damage


def test_the_odds_are_of_the_sheet_where_it_may_be_read(
    gm: Any, ines: Any, shannon: Character, pell: Character, carbine: Entry
) -> None:
    in_actions(gm, shannon, pell)
    given = {"character": shannon.public_id, "target": pell.public_id, "maneuver": carbine.public_id}
    mine, theirs = (words_of(one.get("dragonfly.shoot", **given)) for one in (ines, gm))
    unlike_humans(pell)
    assert words_of(ines.get("dragonfly.shoot", **given)) == mine
    assert words_of(gm.get("dragonfly.shoot", **given)) != theirs


# tasers


@pytest.mark.played("dragonfly.taser", "dragonfly.knockout")
def test_the_example_of_a_taser(gm: Any, ines: Any, marek: Any, table: Any, pell: Character, dice: Dice) -> None:
    """14 is three levels: -8; Constitution 3 twice and a 9 make 7, and the victim goes down."""
    ann = with_life(full_sheet(table, "Ann", ines, dexterity=4, gun_fu=4), 30)
    gun = armed(ann, "Taser", "other", 0, damage_type="taser")
    in_actions(gm, ann, pell)
    dice(6)
    shoots(ines, ann, pell, gun)
    answers(marek, table)
    facts = settled(table)
    assert (facts["attack"]["total"], facts["levels"], facts["resist"], facts["damage"]) == (14, 3, "taser", 0)
    waiting = Ask.objects.get(table=table, closed_at=None)
    dice(9)
    does(marek, "dragonfly.answer-test", ask=waiting.public_id)
    test = told(table, "dragonfly.tested")
    assert (test["total"], test["success"]) == (7, False)
    assert parts(test) == {
        "Constitution": 3, "the same again": 3, "Taser": -5, "Success Levels of the attack": -3}  # fmt: skip


@pytest.mark.played("dragonfly.taser")
def test_a_score_resists_a_taser_at_once(
    gm: Any, ines: Any, table: Any, shannon: Character, brute: Character, dice: Dice
) -> None:
    gun = armed(shannon, "Taser", "pistol", 0, damage_type="taser")
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    dice(9)
    shoots(ines, shannon, brute, gun)
    assert told(table, "dragonfly.tested")["total"] == 15 - 5 - 5
    assert fighter(brute).state == "out"


# ammunition, turns


@pytest.mark.played("dragonfly.combat-maneuvers")
def test_rounds_are_counted_down_where_the_sheet_counts_them(
    gm: Any, ines: Any, shannon: Character, brute: Character, dice: Dice
) -> None:
    counted, endless = armed(shannon, "Pistol", "pistol", 5, 1), armed(shannon, "Other", "rifle", 5)
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    declares(shannon, extra=["attack", "attack"])
    dice(1)
    shoots(ines, shannon, brute, counted)
    counted.refresh_from_db()
    assert counted.amount == 0
    assert "is empty" in shoots(ines, shannon, brute, counted, 422)
    dice()
    shoots(ines, shannon, brute, endless)
    endless.refresh_from_db()
    assert endless.amount is None


@pytest.mark.played("dragonfly.turn", "dragonfly.intentions")
def test_only_whoever_is_up_shoots_and_then_the_next_is_up(
    gm: Any, ines: Any, marek: Any, table: Any, acting: Any, shannon: Character, pell: Character, brute: Character,
    dice: Dice,
) -> None:  # fmt: skip
    mine, theirs = armed(shannon, "Carbine", "rifle", 1), armed(pell, "Pistol", "pistol", 1)
    assert acting_names(gm) == ["Shannon"]
    assert "not Pell’s move yet" in shoots(marek, pell, brute, theirs, 422)
    dice(1)
    shoots(ines, shannon, brute, mine)
    assert "still waits for its defense" in shoots(ines, shannon, brute, mine, 422)
    answers(gm, table)
    assert acting_names(gm) == ["Brute"]
    assert "has acted already" in shoots(ines, shannon, brute, mine, 422)


@pytest.mark.played("dragonfly.aiming", "dragonfly.initiative")
def test_whoever_takes_aim_shoots_after_everybody_else(
    gm: Any, ines: Any, table: Any, acting: Any, shannon: Character, pell: Character, brute: Character, dice: Dice
) -> None:
    assert "Take aim" not in ines.panel("my-fight")
    gun = armed(shannon, "Carbine", "rifle", 1)
    assert "Take aim" in ines.panel("my-fight")
    dice(9)
    does(ines, "dragonfly.aim", character=shannon.public_id, maneuver=gun.public_id)
    assert "Take aim" not in ines.panel("my-fight")
    assert "Aiming +5" in ines.panel("fight")
    assert acting_names(gm) == ["Brute"]
    assert told(table, "dragonfly.aimed")["now"] == ["Brute"]
    assert parts(told(table, "dragonfly.aimed")) == {"Perception": 6, "Gun Fu": 3}
    assert "taken aim already" in does(ines, "dragonfly.aim", 422, character=shannon.public_id, maneuver=gun.public_id)
    assert "not Shannon’s move yet" in shoots(ines, shannon, brute, gun, 422)
    for _ in range(4):
        gm.does("dragonfly.fight-next")
    assert (now(gm).phase, acting_names(gm)) == ("aimed-shots", ["Shannon"])
    cannot_defend(brute)
    dice(1)
    shoots(ines, shannon, brute, gun)
    assert parts(settled(table)["attack"])["Aim"] == 5


@pytest.mark.played("dragonfly.aiming", "dragonfly.heroic-feat", "dragonfly.drama-points")
def test_an_aim_takes_the_heroic_feat_that_was_announced_for_another_roll(
    gm: Any, ines: Any, table: Any, acting: Any, shannon: Character, brute: Character, dice: Dice
) -> None:
    """It is a use of a skill; in a fight no other is made for it."""
    gun = armed(shannon, "Carbine", "rifle", 1)
    given: dict[str, Any] = {"character": shannon.public_id, "maneuver": gun.public_id}
    assert "announced during Intentions only" in words_of(ines.get("dragonfly.aim", **given))
    assert "Intentions are over" in does(ines, "dragonfly.aim", 422, **given, heroic_feat="on")
    declares(shannon, aim=True, drama=["other"])
    assert "announced in Intentions" in words_of(ines.get("dragonfly.aim", **given))
    dice(1)
    does(ines, "dragonfly.aim", **given, heroic_feat="on")
    assert parts(told(table, "dragonfly.aimed")) == {"Perception": 6, "Gun Fu": 3, "Heroic Feat": 10}
    assert told(table, "dragonfly.aimed")["feat"]
    assert fighter(shannon).declarations.get().plan["other-feat-used"]


@pytest.mark.played("dragonfly.aiming")
def test_an_aim_helps_only_the_weapon_it_was_taken_with_and_a_failed_one_forbids_nothing(
    gm: Any, ines: Any, table: Any, shannon: Character, brute: Character, dice: Dice
) -> None:
    gun, other = armed(shannon, "Carbine", "rifle", 1), armed(shannon, "Pistol", "pistol", 1)
    in_actions(gm, shannon, brute)
    declares(shannon, aim=True, extra=["attack"])
    cannot_defend(brute)
    page = words_of(ines.get("dragonfly.shoot", character=shannon.public_id, target=brute.public_id))
    assert "meant to take aim" in page
    dice(5)
    does(ines, "dragonfly.aim", character=shannon.public_id, maneuver=gun.public_id, modifier=-9)
    assert told(table, "dragonfly.aimed")["bonus"] == 0
    dice(1)
    shoots(gm, shannon, brute, gun)
    assert "dragonfly.aiming" in settled(table)["rules"]
    dice()
    shoots(gm, shannon, brute, other)
    assert "dragonfly.aiming" not in settled(table)["rules"]


@pytest.mark.played("dragonfly.full-defense", "dragonfly.aiming")
def test_nobody_takes_aim_on_full_defense_or_after_the_first_attack(
    gm: Any, ines: Any, shannon: Character, brute: Character, carbine: Entry, dice: Dice
) -> None:
    in_actions(gm, shannon, brute)
    stance = declares(shannon, stance="full-defense", action="other")
    given = {"character": shannon.public_id, "maneuver": carbine.public_id}
    assert "On Full Defense nobody takes aim" in does(ines, "dragonfly.aim", 422, **given)
    stance.delete()
    cannot_defend(brute)
    dice(5)
    shoots(ines, shannon, brute, carbine)
    assert "first attack is made" in does(ines, "dragonfly.aim", 422, **given)


# the odds


def test_the_form_shows_the_exact_chances(
    gm: Any, ines: Any, shannon: Character, pell: Character, carbine: Entry
) -> None:
    in_actions(gm, shannon, pell)
    given = {"character": shannon.public_id, "target": pell.public_id, "maneuver": carbine.public_id, "band": "long"}
    mine = words_of(ines.get("dragonfly.shoot", **given))
    assert "90%" in mine  # d10 + 7: 9 needs a 2
    assert "Shoot: Roll d10 + 7" in mine
    assert "to hit against" not in mine
    theirs = words_of(gm.get("dragonfly.shoot", **given))
    lands = sum(a + 7 >= 9 and (d + 1 < 9 or a + 7 > d + 1) for a in range(1, 11) for d in range(1, 11))
    assert f"{lands}% to hit against: Dodge" in theirs
    falls = [0 if a == 1 else 2 * (10 + level(a + 7)) for a in range(1, 11)]
    assert f"{sum(falls) / 10:.1f}".removesuffix(".0") + " damage on average" in theirs


def level(total: int) -> int:
    """Success Levels, written out again."""
    bounds = (9, 11, 13, 15, 17, 21, 24, 27, 30, 33)
    return sum(total >= bound for bound in bounds)


# secrets


def rules_linked_for(person: Any) -> set[str]:
    """Those that this person's cards lead to."""
    return {one["href"].partition("=")[2] for one in person.soup().select("#log-cards .rule a")}


@pytest.mark.played("dragonfly.ranged-attack")
def test_a_hidden_shooter_is_somebody(
    gm: Any, ines: Any, marek: Any, table: Any, voss: Character, pell: Character, brute: Character, dice: Dice
) -> None:
    gun = armed(voss, "Silent needle", "rifle", 3, 7)
    in_actions(gm, voss, pell, brute)
    dice(6)
    shoots(gm, voss, pell, gun)
    assert "Somebody attacks Pell: from afar" in marek.panel("asks")
    dice(2)
    answers(marek, table, "dodge")
    for person in (ines, marek):
        shown = everything_shown_to(person)
        assert "Voss" not in shown
        assert voss.public_id not in shown
        assert "Silent needle" not in shown
        assert "Gun Fu" not in person.log()
        assert rules_linked_for(person) == {"dragonfly.ranged-attack", "dragonfly.attack-outcome", "dragonfly.dodge"}
    assert "dragonfly.damage" in rules_linked_for(gm)
    assert "Somebody shoots at Pell, from afar" in ines.log()
    assert parts(settled(table)["attack"]) == {"Dexterity": 5, "Gun Fu": 5}


def test_a_hidden_target_is_in_no_players_form_and_no_players_log(
    gm: Any, ines: Any, shannon: Character, voss: Character, brute: Character, carbine: Entry, dice: Dice
) -> None:
    in_actions(gm, shannon, brute)
    without = ines.get("dragonfly.shoot", character=shannon.public_id).content
    refused = shoots(ines, shannon, voss, carbine, 422)
    dice(4)
    does(gm, "dragonfly.fight-join", characters=[voss.public_id])
    assert ines.get("dragonfly.shoot", character=shannon.public_id).content == without
    assert shoots(ines, shannon, voss, carbine, 422) == refused
    before = ines.log()
    shoots(gm, brute, voss, armed(brute, "Gun", "rifle"), anyway="on")
    answers(gm, voss.table)
    assert ines.log() == before


def test_the_numbers_of_the_supporting_cast_stay_the_directors(
    gm: Any, ines: Any, table: Any, shannon: Character, brute: Character, carbine: Entry, dice: Dice
) -> None:
    armored(brute, 4)
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    dice(3)
    shoots(ines, shannon, brute, carbine)
    mine, theirs = ines.log(), gm.log()
    assert "After armour" in theirs
    assert "18 damage, Life Points 30 to 12" in theirs
    assert "After armour" not in mine
    assert "18 damage" not in mine
    assert "Before armour" in mine


@pytest.mark.parametrize("who", ["marek", "watcher"])
def test_nobody_shoots_for_others(
    request: Any, gm: Any, shannon: Character, pell: Character, brute: Character, carbine: Entry, who: str
) -> None:
    person = request.getfixturevalue(who)
    in_actions(gm, shannon, brute, pell)
    before = Event.objects.count()
    given = {"character": shannon.public_id, "target": brute.public_id, "maneuver": carbine.public_id}
    assert person.post("dragonfly.shoot", **given).status_code in {403, 422}
    assert person.post("dragonfly.aim", **given).status_code in {403, 422}
    assert Event.objects.count() == before


# undo, and pages without a script


def test_a_shot_is_taken_back_with_all_that_it_did(
    gm: Any, ines: Any, table: Any, shannon: Character, brute: Character, carbine: Entry, dice: Dice
) -> None:
    in_actions(gm, shannon, brute)
    before = state_of_fight()
    dice(6)
    shoots(ines, shannon, brute, carbine)
    shot = newest_event(table)
    answers(gm, table)
    assert sheet_of(brute).life_points < 30
    undo(gm, shot)
    carbine.refresh_from_db()
    assert carbine.amount == 12
    assert sheet_of(brute).life_points == 30
    assert state_of_fight() == before
    assert not asks(table)


def test_an_answer_taken_back_lands_with_the_same_faces(
    gm: Any, ines: Any, marek: Any, table: Any, shannon: Character, pell: Character, carbine: Entry, dice: Dice
) -> None:
    in_actions(gm, shannon, pell)
    dice(6)
    shoots(ines, shannon, pell, carbine)
    dice(10)
    answers(marek, table, "dodge")
    first = settled(table)
    undo(gm, newest_event(table))
    dice()
    answers(marek, table, "dodge")
    again = settled(table)
    assert (again["attack"]["total"], again["defense"]["face"]) == (first["attack"]["total"], 10)


def test_a_shot_without_a_script(
    gm: Any, ines: Any, table: Any, shannon: Character, brute: Character, carbine: Entry, dice: Dice
) -> None:
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    page = ines.get("dragonfly.shoot", plain=True, character=shannon.public_id, target=brute.public_id)
    assert "Carbine" in page.content.decode()
    given = {"character": shannon.public_id, "target": brute.public_id, "maneuver": carbine.public_id}
    answer = ines.post("dragonfly.shoot", plain=True, **given, face=0)
    assert answer.status_code == 302
    facts = settled(table)
    assert (facts["attack"]["face"], facts["attack"]["typed"], facts["attack"]["total"]) == (10, True, 20)


def test_a_kept_die_is_not_typed_over(
    gm: Any, ines: Any, shannon: Character, brute: Character, carbine: Entry, dice: Dice
) -> None:
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    declares(shannon, extra=["attack"])
    dice(4)
    shoots(ines, shannon, brute, carbine)
    assert "it shows 4" in shoots(ines, shannon, brute, carbine, 422, face=9)
    assert tallies(shannon)["attacks"] == 1


def test_whoever_has_nothing_that_shoots_is_told_so(gm: Any, ines: Any, shannon: Character, brute: Character) -> None:
    in_actions(gm, shannon, brute)
    answer = ines.post("dragonfly.shoot", character=shannon.public_id, target=brute.public_id)
    assert "Nothing on that sheet shoots" in words_of(answer)


@pytest.mark.played("dragonfly.aiming", "dragonfly.intentions")
def test_whoever_declared_something_else_does_not_take_aim_without_leave(
    gm: Any, ines: Any, shannon: Character, brute: Character, carbine: Entry, dice: Dice
) -> None:
    in_actions(gm, shannon, brute)
    declares(shannon, text="Runs")
    given: dict[str, Any] = {"character": shannon.public_id, "maneuver": carbine.public_id}
    assert "Something else was declared" in does(ines, "dragonfly.aim", 422, **given)
    dice(5)
    does(gm, "dragonfly.aim", **given)


@pytest.mark.played("dragonfly.aiming")
def test_an_aim_of_the_supporting_cast_is_seen_and_its_number_is_not(
    gm: Any, ines: Any, voss: Character, brute: Character, pell: Character, dice: Dice
) -> None:
    gun = armed(brute, "Rifle", "rifle")
    in_actions(gm, pell, brute, voss)
    before = ines.log()
    dice(7)
    does(gm, "dragonfly.aim", character=voss.public_id, maneuver=armed(voss, "Silent gun", "rifle").public_id)
    assert ines.log() == before
    assert "Aiming" not in ines.panel("fight")
    does(gm, "dragonfly.aim", character=brute.public_id, maneuver=gun.public_id, modifier=20)
    assert "Brute takes aim" in ines.log()
    assert "on the shot" not in ines.log()
    assert "Aiming" in ines.panel("fight")
    assert "Aiming +" not in ines.panel("fight")
