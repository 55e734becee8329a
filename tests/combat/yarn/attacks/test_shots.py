"""Shots: the circumstances' dice, dodging, ways of firing, rounds, and what the switches make of them."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character, Entry
from apps.characters.yarn.levels import level_of
from apps.table import desk as desks
from apps.table.models import Ask
from tests.combat.yarn.standing import Dice, begins, seated, switches
from tests.people import Person
from tests.yarn_world import made, refused, told

GUNMAN: dict[str, Any] = {
    "name": "Corin", "role": "main", "hit_points": 20, "trait_1_name": "Shot", "trait_1_score": 4,
    "trait_1_combat": "on", "trait_2_name": "Fast", "trait_2_score": 4,
    "weapon_1_name": "Pistol", "weapon_1_listed": "light-handgun", "weapon_1_firearm": "automatic-pistol",
    "weapon_1_left": 6, "weapon_1_clip": 8,
    "weapon_2_name": "Grease gun", "weapon_2_listed": "light-smg", "weapon_2_firearm": "smg",
    "weapon_2_left": 20, "weapon_2_clip": 30,
    "weapon_3_name": "Scatter gun", "weapon_3_listed": "shotgun", "weapon_3_firearm": "shotgun",
    "weapon_4_name": "Stunner", "weapon_4_listed": "taser", "weapon_4_firearm": "taser",
}  # fmt: skip


@pytest.fixture
def corin(ines: Person) -> Character:
    """Ines's: shoots with 4 dice; an automatic pistol, a submachine gun, a shotgun, a taser."""
    return made(ines, **GUNMAN)


@pytest.fixture
def pike(gm: Person) -> Character:
    """The GM's: 22 hit points and a reinforced jacket."""
    return made(gm, name="Pike", role="minor", hit_points=22, armour_1_name="Jacket", armour_1_listed="jacket")


def line(character: Character, name: str) -> Entry:
    return Entry.objects.get(character=character, name=name)


def shot(who: Character, whom: Character, weapon: str = "Pistol", metres: int = 8, **more: Any) -> dict[str, Any]:
    return {
        "character": who.public_id, "target": whom.public_id, "weapon": line(who, weapon).public_id,
        "trait": line(who, "Shot").public_id, "metres": metres, "way": "single", **more,
    }  # fmt: skip


def defended(gm: Person, way: str = "stand", **more: Any) -> dict[str, Any]:
    """The newest attack is met by the GM; the card's facts."""
    ask = Ask.objects.filter(table=gm.table, closed_at=None).latest("pk").public_id
    gm.does("yarn.defend", ask=ask, way=way, **more)
    found: dict[str, Any] = told(gm.table, "yarn.attack-settled", "gms")
    return found


@pytest.mark.played("yarn.weapon-ranges")
def test_each_range_of_the_weapon_is_a_tap_away(gm: Person, ines: Person, corin: Character, pike: Character) -> None:
    seated(gm, corin, pike)

    def taps(weapon: str, metres: str, **how: Any) -> list[tuple[str, str, str]]:
        given: dict[str, Any] = {"weapon": line(corin, weapon).public_id, "metres": metres}
        soup: Any = BeautifulSoup(ines.get("yarn.shoot", character=corin.public_id, **given, **how).content, "lxml")
        chips = soup.select("[data-sets=metres] > [data-value]")
        return [(one.get_text(strip=True), one["data-value"], one["aria-pressed"]) for one in chips]

    assert taps("Pistol", "8") == [
        ("Point blank", "2", "false"), ("Short", "10", "true"), ("Medium", "20", "false"), ("Long", "40", "false"),
        ("Very long", "80", "false"),
    ]  # fmt: skip
    assert [value for _, value, _ in taps("Stunner", "")] == ["1", "2", "5"]
    assert taps("Pistol", "8", plain=True) == [], "without a script a tap there would do nothing"


@pytest.mark.played("yarn.ranged-attack", "yarn.ranged-defence-dice", "yarn.weapon-ranges", "yarn.example-gunfire")
def test_the_first_shot_of_the_book(gm: Person, ines: Person, corin: Character, pike: Character, dice: Dice) -> None:
    """16 against 6 from 8 m: 10 x 3, the jacket's 3 halved down: 29, from 22 to -7."""
    seated(gm, corin, pike)
    ines.does("yarn.shoot", **shot(corin, pike, bonus=1, because="Aims"))
    dice(5, 5, 4, 2, 1, 4, 2, 3)
    facts = defended(gm)
    assert (facts["attack"]["total"], facts["defence"]["total"], facts["band"]) == (16, 6, "short")
    assert facts["harm"]["suffered"] == 29
    assert level_of(Character.objects.get(pk=pike.pk)).now == -7


@pytest.mark.played("yarn.dodge")
def test_a_target_that_moves_and_dodges(
    gm: Person, ines: Person, corin: Character, pike: Character, dice: Dice
) -> None:
    seated(gm, corin, pike)
    gm.does("yarn.shoot", **shot(corin, pike, target_moving="on") | {"cover": "1"})
    dice(6, 5, 4, 2, 2, 5, 1, 5, 5, 3)
    facts = defended(gm, "dodge:")
    assert facts["defence"]["counted"] == 4
    assert len(facts["defence"]["dice"]) == 6
    assert facts["met"] == "dodges"


def test_a_dodge_locks_its_trait_to_defence(
    gm: Person, ines: Person, corin: Character, pike: Character, dice: Dice
) -> None:
    gun = made(gm, **GUNMAN | {"name": "Carver", "role": "minor"})
    seated(gm, corin, gun)
    gm.does("yarn.shoot", **shot(gun, corin))
    ask = Ask.objects.filter(table=gm.table, closed_at=None).latest("pk").public_id
    dice(1, 1, 1, 1, 6, 6, 1, 1, 1, 1)
    ines.does("yarn.defend", ask=ask, way=f"dodge:{line(corin, 'Fast').public_id}")
    assert "Fast: defence" in ines.panel("yarn-fight")


@pytest.mark.played("yarn.recoil-second-shot", "yarn.clip")
def test_the_second_shot_is_part_of_the_attack_and_recoils(
    gm: Person, ines: Person, corin: Character, pike: Character, dice: Dice
) -> None:
    seated(gm, corin, pike)
    ines.does("yarn.shoot", **shot(corin, pike))
    dice(1, 1, 1, 1, 6, 6)
    defended(gm)
    ines.does("yarn.shoot", **shot(corin, pike))
    dice(2, 5, 4, 3, 6, 6, 6, 1)
    facts = defended(gm)
    assert (facts["shot"], facts["attack"]["total"]) == (2, 14)
    assert line(corin, "Pistol").amount == 4
    assert "has acted" in refused(ines, "yarn.shoot", **shot(corin, pike))


def test_a_second_shot_may_be_an_extra_action(
    gm: Person, ines: Person, corin: Character, pike: Character, dice: Dice
) -> None:
    gm.does("switches", **switches(gm, second_shot="extra action as well"))
    seated(gm, corin, pike)
    ines.does("yarn.shoot", **shot(corin, pike))
    dice(1, 1, 1, 1, 6, 6)
    defended(gm)
    ines.does("yarn.shoot", **shot(corin, pike))
    assert "1 extra: a penalty die" in ines.panel("yarn-fight")


def test_the_odds_of_a_second_shot_have_the_price_of_an_extra_action(
    gm: Person, ines: Person, corin: Character, pike: Character, dice: Dice
) -> None:
    """Recoil, and a penalty die that declaring it costs."""
    gm.does("switches", **switches(gm, second_shot="extra action as well"))
    seated(gm, corin, pike)
    ines.does("yarn.shoot", **shot(corin, pike))
    dice(1, 1, 1, 1, 6, 6)
    defended(gm)
    assert "Throw 6, keep the worst 4" in ines.get("yarn.shoot", **shot(corin, pike)).content.decode()
    ines.does("yarn.shoot", **shot(corin, pike))
    dice(1, 1, 1, 1, 6, 6, 6, 6)
    assert len(defended(gm)["attack"]["dice"]) == 6


@pytest.mark.played("yarn.gunfire-options")
@pytest.mark.parametrize("ways", [("burst", "single"), ("single", "burst"), ("full-auto", "burst"), ("burst", "burst")])
def test_a_weapon_is_fired_in_one_way_in_a_round(
    gm: Person, ines: Person, corin: Character, pike: Character, dice: Dice, ways: tuple[str, str]
) -> None:
    seated(gm, corin, pike)
    ines.does("yarn.extra-actions", character=corin.public_id, extra=2)
    ines.does("yarn.shoot", **shot(corin, pike, "Grease gun", way=ways[0]))
    dice(*[1] * 4, 6, 6)
    defended(gm)
    if ways[0] == ways[1]:
        ines.does("yarn.shoot", **shot(corin, pike, "Grease gun", way=ways[1]))
    else:
        assert "in one way alone" in refused(ines, "yarn.shoot", **shot(corin, pike, "Grease gun", way=ways[1]))


@pytest.mark.parametrize(
    ("weapon", "words"),
    [("Scatter gun", "Scatter gun fires 1 shot in a round."), ("Knife", "Knife is thrown once in a round.")],
)
def test_what_is_thrown_is_refused_a_second_time_in_words_of_a_throw(
    weapon: str, words: str, gm: Person, ines: Person, pike: Character, dice: Dice
) -> None:
    corin = made(ines, **GUNMAN | {"weapon_1_name": "Knife", "weapon_1_listed": "throwing-knife",
                                   "weapon_1_firearm": "", "weapon_1_left": "", "weapon_1_clip": ""})  # fmt: skip
    seated(gm, corin, pike)
    ines.does("yarn.extra-actions", character=corin.public_id, extra=2)
    ines.does("yarn.shoot", **shot(corin, pike, weapon))
    dice(*[3] * 12)
    defended(gm)
    assert words in refused(ines, "yarn.shoot", **shot(corin, pike, weapon))


def test_whoever_went_down_between_two_shots_fires_no_second_one(
    gm: Person, ines: Person, corin: Character, pike: Character, dice: Dice
) -> None:
    seated(gm, corin, pike)
    ines.does("yarn.shoot", **shot(corin, pike))
    dice(1, 1, 1, 1, 6, 6)
    defended(gm)
    gm.does("yarn.adjust", character=corin.public_id, track="hit-points", by=-20)
    assert "is down" in refused(ines, "yarn.shoot", **shot(corin, pike))


@pytest.mark.played("yarn.burst", "yarn.gunfire-options", "yarn.gunfire-tactics")
def test_a_burst_takes_three_rounds_and_hits_harder_at_short_range(
    gm: Person, ines: Person, corin: Character, pike: Character, dice: Dice
) -> None:
    seated(gm, corin, pike)
    assert refused(ines, "yarn.shoot", **shot(corin, pike, way="burst"))
    ines.does("yarn.shoot", **shot(corin, pike, "Grease gun", 20, way="burst"))
    dice(3, 3, 3, 1, 3, 5, 5, 2)
    facts = defended(gm)
    assert (facts["attack"]["total"], facts["harm"]["factor"]) == (12, 4)
    assert line(corin, "Grease gun").amount == 17


@pytest.mark.played("yarn.full-auto-single")
def test_full_auto_takes_ten(gm: Person, ines: Person, corin: Character, pike: Character, dice: Dice) -> None:
    seated(gm, corin, pike)
    ines.does("yarn.shoot", **shot(corin, pike, "Grease gun", 30, way="full-auto"))
    dice(3, 3, 3, 1, 3, 3, 3, 3, 2)
    assert defended(gm)["harm"]["factor"] == 4
    assert line(corin, "Grease gun").amount == 10


def test_with_the_whole_clip_nothing_is_left(gm: Person, ines: Person, corin: Character, pike: Character) -> None:
    gm.does("switches", **switches(gm, full_auto_ammo="whole clip"))
    seated(gm, corin, pike)
    ines.does("yarn.shoot", **shot(corin, pike, "Grease gun", 30, way="full-auto"))
    assert line(corin, "Grease gun").amount == 0


def test_too_few_rounds_refuse_it_unless_nobody_counts(
    gm: Person, ines: Person, corin: Character, pike: Character
) -> None:
    Entry.objects.filter(pk=line(corin, "Grease gun").pk).update(amount=9)
    seated(gm, corin, pike)
    auto = shot(corin, pike, "Grease gun", 30, way="full-auto")
    assert "9 rounds in the clip" in refused(ines, "yarn.shoot", **auto)
    gm.does("yarn.end-fight")
    gm.does("switches", **switches(gm, count_ammunition="off"))
    begins(gm, corin, pike)
    ines.does("yarn.shoot", **auto)
    assert line(corin, "Grease gun").amount == 9


@pytest.mark.played("yarn.full-auto-spread")
def test_a_spread_asks_everybody_in_the_line(
    gm: Person, ines: Person, marek: Person, corin: Character, pike: Character, joss: Character, dice: Dice
) -> None:
    seated(gm, corin, joss, pike)
    fields = shot(corin, pike, "Grease gun") | {"targets_hit": [joss.public_id, pike.public_id], "distances": "2, 100"}
    ines.does("yarn.spread", **fields)
    assert line(corin, "Grease gun").amount == 10
    assert Ask.objects.filter(table=gm.table, closed_at=None).count() == 2
    mine = Ask.objects.get(table=gm.table, closed_at=None, audience="character").public_id
    dice(1, 1, 1, 1, 1, 6, 6, 6, 6)
    marek.does("yarn.defend", ask=mine, way="stand")
    assert [one["sort"] for one in told(gm.table, "yarn.attack-settled", "gms")["attack"]["sources"]] == ["penalty"]
    dice(1, 1, 1, 1, 1, 6)
    facts = defended(gm)
    assert [one["sort"] for one in facts["attack"]["sources"]] == ["bonus"]


@pytest.mark.played("yarn.shotgun")
def test_a_shotgun_is_divided_by_the_distance(
    gm: Person, ines: Person, corin: Character, pike: Character, dice: Dice
) -> None:
    seated(gm, corin, pike)
    ines.does("yarn.shoot", **shot(corin, pike, "Scatter gun", 10))
    dice(3, 3, 3, 2, 2, 2, 2, 2)
    assert defended(gm)["harm"]["suffered"] == 17 - 1


@pytest.mark.played("yarn.half-dice")
def test_half_dice_are_for_tables_that_play_them(
    gm: Person, ines: Person, corin: Character, pike: Character, dice: Dice
) -> None:
    seated(gm, corin, pike)
    assert 'name="distance_half"' not in ines.get("yarn.shoot").content.decode()
    gm.does("yarn.end-fight")
    gm.does("switches", **switches(gm, half_dice="on"))
    begins(gm, corin, pike)
    ines.does("yarn.shoot", **shot(corin, pike, metres=11, distance_half="on"))
    dice(1, 1, 1, 1, 6, 2, 3)
    facts = defended(gm)
    assert (facts["defence"]["counted"], facts["defence"]["total"]) == (2, 9)


def test_beyond_the_last_range_there_is_no_shot(gm: Person, ines: Person, corin: Character, pike: Character) -> None:
    seated(gm, corin, pike)
    assert "reaches 80 m" in refused(ines, "yarn.shoot", **shot(corin, pike, metres=81))
    gm.does("yarn.end-fight")
    gm.does("switches", **switches(gm, beyond_last_range="six dice"))
    begins(gm, corin, pike)
    assert "reaches 5 m" in refused(ines, "yarn.shoot", **shot(corin, pike, "Stunner", 6))
    ines.does("yarn.shoot", **shot(corin, pike, metres=81))


def test_whoever_stands_may_be_free_of_penalties(
    gm: Person, ines: Person, corin: Character, pike: Character, dice: Dice
) -> None:
    gm.does("switches", **switches(gm, penalties_on_ranged_defence="only when dodging"))
    gm.does("yarn.adjust", character=pike.public_id, track="hit-points", by=-12)
    seated(gm, corin, pike)
    ines.does("yarn.shoot", **shot(corin, pike))
    dice(1, 1, 1, 1, 6, 6)
    assert defended(gm)["defence"]["total"] == 12


@pytest.mark.played("yarn.clip")
def test_who_has_no_round_left_is_told_so_on_the_button(gm: Person, ines: Person, pike: Character) -> None:
    dry = made(ines, **{key: value for key, value in GUNMAN.items() if "_3_" not in key and "_4_" not in key},
               weapon_3_name="Knife", weapon_3_listed="knife")  # fmt: skip
    seated(gm, dry, pike)
    for name in ("Pistol", "Grease gun"):
        assert "no rounds left" not in ines.panel("yarn-turn")
        Entry.objects.filter(pk=line(dry, name).pk).update(amount=0)
        desks.forget_all()
    panel = ines.panel("yarn-turn")
    assert "Shoot · no rounds left: Pistol, Grease gun" in panel
    assert "Reload" in panel
    assert "Sweep several" not in panel


def test_reloading_is_an_action(gm: Person, ines: Person, corin: Character, pike: Character) -> None:
    seated(gm, corin, pike)
    ines.does("yarn.reload", character=corin.public_id, weapon=line(corin, "Pistol").public_id)
    assert line(corin, "Pistol").amount == 8
    assert "has acted" in refused(ines, "yarn.shoot", **shot(corin, pike))


def test_the_form_tells_the_odds_and_the_rounds(gm: Person, ines: Person, corin: Character, pike: Character) -> None:
    seated(gm, corin, pike)
    page = " ".join(ines.get("yarn.shoot", **shot(corin, pike)).content.decode().split())
    assert "if the target stands" in page
    assert "Short, 2 dice" in page
    assert "5 rounds left" in page


def test_a_sheet_offers_to_reload_as_long_as_there_is_an_action_for_it(
    gm: Person, ines: Person, corin: Character, pike: Character
) -> None:
    seated(gm, corin, pike)
    Entry.objects.filter(pk=line(corin, "Pistol").pk).update(amount=0)
    desks.forget_all()
    assert "Reload" in ines.panel("yarn-sheet")
    page = ines.get("yarn.reload", character=corin.public_id, weapon=line(corin, "Pistol").public_id).content.decode()
    assert "It is the action of the turn" in page
    ines.does("yarn.do-something", character=corin.public_id, what="Looks about")
    sheet = ines.panel("yarn-sheet")
    assert "Shoot · no rounds left" in sheet
    assert "Reload" not in sheet
    page = ines.get("yarn.reload", character=corin.public_id, weapon=line(corin, "Pistol").public_id).content.decode()
    assert "has acted in this round" in page
