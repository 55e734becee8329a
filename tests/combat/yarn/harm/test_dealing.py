"""Harm by the GM's hand: points, dice, and hits worked out through the eleven steps."""

from __future__ import annotations

from typing import Any

import lxml.html
import pytest

from apps.characters.models import Character
from apps.characters.yarn.levels import level_of
from apps.table.models import Switch
from tests.people import Person
from tests.yarn_evening import JOSS, MAUD
from tests.yarn_world import refused, told


def now(character: Character) -> int:
    return level_of(Character.objects.get(pk=character.pk)).now


def harms(gm: Person, *whom: Character, **more: Any) -> None:
    gm.does("yarn.deal-harm", characters=[one.public_id for one in whom], **{"armour": "on"} | more)


def hits(gm: Person, target: Character, weapon: str, attack: int, defence: int = 0, **more: Any) -> dict[str, Any]:
    gm.does("yarn.land-hit", target=target.public_id, weapon=weapon, attack=attack, defence=defence, **more)
    found: dict[str, Any] = told(gm.table, "yarn.hit-landed")["people"][0]
    return found


def switched(gm: Person, key: str, value: str) -> None:
    Switch.objects.filter(table=gm.table, key=key).update(value=value)


@pytest.mark.played("yarn.damage-without-attack", "yarn.armour-regular")
def test_one_throw_for_all_and_armour_takes_its_part(
    maud: Character, joss: Character, gm: Person, ines: Person, dice: Any
) -> None:
    dice(6, 5, 4, 3)
    harms(gm, maud, joss, how="dice", count=3, why="The boiler")
    assert (now(maud), now(joss)) == (6, 12)
    log = ines.log()
    assert "The boiler" in log
    assert "Sea jacket: 3" in log
    gm.does("undo")
    assert (now(maud), now(joss)) == (21, 24)


def test_or_one_for_each_and_without_armour(maud: Character, joss: Character, gm: Person, dice: Any) -> None:
    dice(6, 1)
    harms(gm, maud, joss, how="dice", count=1, each="on", armour="")
    assert (now(maud), now(joss)) == (15, 23)


@pytest.mark.parametrize("plain", [False, True])
def test_armour_that_is_taken_out_stays_out_of_what_is_worked_out(joss: Character, gm: Person, plain: bool) -> None:
    """A page sends its form as it is, where a box without a tick says nothing; the next one is drawn from that."""
    shown = form_in(gm.get("yarn.deal-harm", plain=plain, characters=[joss.public_id], how="dice", count=4))
    with_it = form_in(sent_so_far(gm, shown, plain))
    assert box_of(with_it).checked
    box_of(shown).checked = False
    without = form_in(sent_so_far(gm, shown, plain))
    assert not box_of(without).checked
    assert without.text_content() != with_it.text_content()


def form_in(answer: Any) -> Any:
    return lxml.html.document_fromstring(answer.content.decode()).xpath("//form[contains(@action, 'deal-harm')]")[0]


def box_of(form: Any) -> Any:
    return form.xpath(".//input[@type='checkbox'][@name='armour']")[0]


def sent_so_far(gm: Person, form: Any, plain: bool) -> Any:
    """What is worked out from the form: a script asks for that, without one a button does."""
    sent: dict[str, Any] = {}
    for name, value in form.form_values():
        sent.setdefault(name, []).append(value)
    sent.pop("csrfmiddlewaretoken", None)
    return gm.post("yarn.deal-harm", plain=True, look="1", **sent) if plain else gm.get("yarn.deal-harm", **sent)


@pytest.mark.played("yarn.messed-up", "yarn.down")
def test_points_by_hand_and_what_they_did(maud: Character, gm: Person, marek: Person) -> None:
    harms(gm, maud, how="points", count=11)
    assert "messed up" in marek.log()
    harms(gm, maud, how="points", count=12, like="knife")
    assert told(gm.table, "yarn.harm-dealt")["people"][0]["down_by"] == "knives"
    assert "down" in marek.panel("yarn-here")
    assert "At most 40 dice" in refused(gm, "yarn.deal-harm", characters=[maud.public_id], how="dice", count=41)
    assert marek.post("yarn.deal-harm", characters=[maud.public_id], count=1).status_code == 403


def test_of_the_gm_s_people_the_others_hear_a_word_and_of_the_hidden_nothing(
    bess: Character, hale: Character, gm: Person, ines: Person
) -> None:
    harms(gm, bess, hale, how="points", count=9)
    assert "Old Bess: messed up" in ines.log()
    assert "Hale" not in ines.log()
    assert "16" not in ines.log()
    before = ines.log()
    harms(gm, hale, how="points", count=2, why="A fever")
    assert ines.log() == before


@pytest.mark.played("yarn.damage", "yarn.damage-order", "yarn.armour-vs-gunfire", "yarn.damage-rounding")
def test_a_hit_goes_through_the_steps(joss: Character, gm: Person, ines: Person, dice: Any) -> None:
    dice(5)
    found = hits(gm, joss, "light-handgun", 16, 6, why="Pike fires")
    assert (found["suffered"], now(joss)) == (28, -4)
    assert "10 × 3, armour 2: 28" in ines.log()
    assert "It misses" in refused(gm, "yarn.land-hit", target=joss.public_id, weapon="knife", attack=6, defence=6)


@pytest.mark.played("yarn.ammo-armour-piercing", "yarn.ammo-hollow-point", "yarn.armour-bullet-proof")
@pytest.mark.parametrize(
    ("ammunition", "faces", "suffered"), [("armour-piercing", (), 14), ("hollow point", (5, 4), 5)], ids=str
)
def test_ammunition_changes_what_armour_does(
    joss: Character, gm: Person, marek: Person, dice: Any, ammunition: str, faces: Any, suffered: int
) -> None:
    marek.does("yarn.edit", character=joss.public_id, **JOSS | {"armour_2_name": "Vest", "armour_2_listed": "vest"})
    if faces:
        dice(*faces)
    assert hits(gm, joss, "light-handgun", 10, ammunition=ammunition)["suffered"] == suffered


@pytest.mark.played("yarn.armour-both", "yarn.armour-stacking", "yarn.armour-very-light")
def test_layers_add_up_in_the_order_of_the_sheet(joss: Character, gm: Person, marek: Person, dice: Any) -> None:
    layers = {"armour_2_name": "Leathers", "armour_2_listed": "leathers", "armour_3_name": "Suit",
              "armour_3_listed": "suit"}  # fmt: skip
    marek.does("yarn.edit", character=joss.public_id, **JOSS | layers)
    dice(4, 2, 3)
    found = hits(gm, joss, "light-handgun", 10)
    assert [(one["name"], one["faces"], one["vest"]) for one in found["layers"]] == [
        ("Sea jacket", [4], []), ("Leathers", [], []), ("Suit", [], [2, 3])
    ]  # fmt: skip
    assert (found["armour"], found["divisor"], found["suffered"]) == (2, 5, 6)


@pytest.mark.parametrize(("value", "suffered"), [("no effect", 50), ("divide by 2", 25)])
@pytest.mark.played("yarn.ammo-hollow-point")
def test_a_vest_s_one_against_hollow_points(maud: Character, gm: Person, dice: Any, value: str, suffered: int) -> None:
    switched(gm, "vest-one-with-hollow-point", value)
    gm.does("yarn.edit", character=maud.public_id, **MAUD | {"armour_1_name": "Vest", "armour_1_listed": "vest"})
    dice(1)
    assert hits(gm, maud, "light-handgun", 10, ammunition="hollow point")["suffered"] == suffered


@pytest.mark.played("yarn.taser", "yarn.taser-armour")
def test_a_taser_does_all_or_nothing(joss: Character, gm: Person, ines: Person, dice: Any) -> None:
    dice(4)
    assert hits(gm, joss, "taser", 4, metres=3)["suffered"] == 0
    dice(4)
    found = hits(gm, joss, "taser", 5, metres=3)
    assert (found["suffered"], found["temporary"], now(joss)) == (25, True, -1)
    assert "that goes again" in ines.log() or "for a while" in ines.log()


@pytest.mark.parametrize(
    ("value", "asked", "suffered"), [("off", "", 14), ("on", "", 10), ("asked each time", "", 14),
                                     ("asked each time", "on", 10)]
)  # fmt: skip
@pytest.mark.played("yarn.alternate-damage")
def test_dice_for_damage_where_the_table_throws_them(
    maud: Character, gm: Person, dice: Any, value: str, asked: str, suffered: int
) -> None:
    switched(gm, "alternate-damage", value)
    if suffered == 10:
        dice(3, 2)
    assert hits(gm, maud, "knife", 14, 7, thrown=asked)["suffered"] == suffered


def test_shotguns_special_effects_and_typed_factors(maud: Character, gm: Person) -> None:
    assert hits(gm, maud, "shotgun", 3, metres=7, special_effect="on")["suffered"] == 8
    assert hits(gm, maud, "knife", 2, factor=4)["suffered"] == 8
    assert "How far is it?" in refused(gm, "yarn.land-hit", target=maud.public_id, weapon="shotgun", attack=3)


def test_the_odds_are_shown_before_the_dice(joss: Character, gm: Person) -> None:
    shown = gm.get("yarn.land-hit", target=joss.public_id, weapon="medium-handgun", attack=7).content.decode()
    assert "25 to 28" in shown
    assert "down 100%" in shown
    dealt = gm.get("yarn.deal-harm", characters=[joss.public_id], how="dice", count=2, armour="on").content.decode()
    assert "0 to 11" in dealt


def test_real_dice_are_typed_for_the_damage_and_for_armour(
    maud: Character, joss: Character, gm: Person, ines: Person
) -> None:
    harms(gm, maud, joss, how="dice", count=3, faces="6 5 4", armour_faces="3")
    assert (now(maud), now(joss)) == (6, 12)
    assert "Real dice" in ines.log()
    assert [one["dice"] for one in told(gm.table, "yarn.harm-dealt")["people"]] == [[], []]
    gm.does("undo")
    harms(gm, maud, joss, how="dice", count=1, each="on", faces="6 1", armour="")
    assert (now(maud), now(joss)) == (15, 23)


def test_what_is_not_typed_the_program_throws(joss: Character, gm: Person, dice: Any) -> None:
    dice(6, 5)
    harms(gm, joss, how="dice", count=2, armour_faces="4")
    assert now(joss) == 24 - 11 + 4


@pytest.mark.parametrize(
    ("typed", "why"),
    [({"faces": "6 5"}, "3 dice are thrown for this, and 2 are here."),
     ({"faces": "6 5 7"}, "7 is not on a d6"),
     ({"armour_faces": "2 2"}, "1 die is thrown for this, and 2 are here."),
     ({"armour": "", "armour_faces": "2"}, "No dice are thrown for this, and 1 is here.")],
    ids=str,
)  # fmt: skip
def test_other_dice_than_fall_are_refused_and_kept_in_the_field(
    joss: Character, gm: Person, typed: dict[str, str], why: str
) -> None:
    given = {"characters": [joss.public_id], "how": "dice", "count": 3, "armour": "on"} | typed
    said = refused(gm, "yarn.deal-harm", **given)
    assert why in said
    assert all(value in said for key, value in typed.items() if "faces" in key)
    assert now(joss) == 24


def test_a_hit_s_own_dice(joss: Character, gm: Person, ines: Person) -> None:
    switched(gm, "alternate-damage", "on")
    found = hits(gm, joss, "light-handgun", 16, 6, faces="6 6 6", armour_faces="5")
    assert (found["by_dice"], found["gross"], found["armour"]) == (True, 36, 2)
    assert "Real dice" in ines.log()
    said = refused(gm, "yarn.land-hit", target=joss.public_id, weapon="light-handgun", attack=9, defence=6, faces="6")
    assert "3 dice are thrown for this, and 1 is here." in said


def test_how_many_dice_will_fall_is_said(joss: Character, gm: Person) -> None:
    shown = gm.get("yarn.deal-harm", characters=[joss.public_id], how="dice", count=2, armour="on").content.decode()
    words = " ".join(shown.split())
    assert "2 dice fall for the damage" in words
    assert "1 die of the armour" in words
