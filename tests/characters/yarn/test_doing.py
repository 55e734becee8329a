"""What a sheet leads to: the acts of those who read it, where they may do them now."""

from __future__ import annotations

import pytest

from apps.characters.models import Character, Entry
from apps.characters.yarn.doing import leads_to
from apps.table import desk as desks
from tests.combat.yarn.standing import seated, switches
from tests.people import Person
from tests.yarn_evening import JOSS
from tests.yarn_world import starts


def links(person: Person, character: Character) -> set[str]:
    """The acts to which their sheet leads, with what the address fills in."""
    sheet = person.soup(sheet=character.public_id).find(id="panel-yarn-sheet")
    assert sheet is not None
    return {str(one["href"]) for one in sheet.find_all("a") if "yarn." in str(one.get("href"))}


def words(person: Person, character: Character) -> str:
    """What their sheet says."""
    sheet = person.soup(sheet=character.public_id).find(id="panel-yarn-sheet")
    assert sheet is not None
    return " ".join(sheet.get_text(" ").split())


def line(character: Character, name: str) -> str:
    return Entry.objects.get(character=character, name=name).public_id


def test_a_tap_on_a_trait_opens_its_roll_with_the_trait_chosen(ines: Person, maud: Character) -> None:
    trait = line(maud, "Hears what is not said")
    address = f"act/yarn.check?character={maud.public_id}&trait={trait}"
    assert address in links(ines, maud)
    form = ines.get("yarn.check", character=maud.public_id, trait=trait).content.decode()
    assert f'value="{trait}" checked' in form


def test_whoever_only_reads_a_sheet_is_led_to_nothing(gm: Person, ines: Person, marek: Person, maud: Character) -> None:
    gm.does("yarn.approve", character=maud.public_id, approved="yes")
    assert "Hears what is not said" in str(marek.soup(sheet=maud.public_id).find(id="panel-yarn-sheet"))
    assert links(marek, maud) == set()


def test_harm_and_recovery_are_the_gms(gm: Person, ines: Person, maud: Character) -> None:
    recovers, harm = (f"act/yarn.{one}?characters={maud.public_id}" for one in ("recover", "deal-harm"))
    assert harm in links(gm, maud)
    assert recovers not in links(gm, maud)
    gm.does("yarn.deal-harm", characters=[maud.public_id], how="points", count=5, like="unarmed")
    assert recovers in links(gm, maud)
    assert not {recovers, harm} & links(ines, maud)


def test_powers_lead_to_their_use_where_the_table_plays_them(gm: Person, marek: Person, joss: Character) -> None:
    address = f"act/yarn.use-power?power={line(joss, 'Feels the current')}"
    assert address in links(marek, joss)
    assert not any("yarn.cast" in one for one in links(marek, joss))
    gm.does("switches", **switches(gm, fringe_powers="off"))
    assert address not in links(marek, joss)


def test_weapons_lead_to_attacks_in_a_fight_alone(
    gm: Person, ines: Person, marek: Person, maud: Character, joss: Character, bess: Character
) -> None:
    shoot = f"act/yarn.shoot?character={joss.public_id}&weapon={line(joss, 'Old revolver')}"
    attack = f"act/yarn.attack?character={maud.public_id}&weapon={line(maud, 'Cellar mallet')}"
    assert shoot not in links(marek, joss)
    starts(gm)
    seated(gm, joss, bess)
    assert shoot in links(marek, joss)
    assert f"act/yarn.attack?weapon=hands&character={joss.public_id}" in links(marek, joss)
    assert attack not in links(ines, maud)


def test_a_word_has_one_condition() -> None:
    with pytest.raises(RuntimeError):
        leads_to("attack")(lambda viewer, character: True)


def test_a_weapon_without_a_round_leads_to_reloading(
    gm: Person, marek: Person, joss: Character, bess: Character
) -> None:
    seated(gm, joss, bess)
    revolver = line(joss, "Old revolver")
    shoot, reload = (f"act/yarn.{one}?character={joss.public_id}&weapon={revolver}" for one in ("shoot", "reload"))
    assert shoot in links(marek, joss)
    Entry.objects.filter(public_id=revolver).update(amount=0)
    desks.forget_all()
    assert "Shoot · no rounds left" in words(marek, joss)
    assert (shoot in links(marek, joss), reload in links(marek, joss)) == (False, True)
    gm.does("switches", **switches(gm, count_ammunition="off"))
    assert shoot in links(marek, joss)


def test_armour_says_what_it_is_worth(marek: Person, joss: Character) -> None:
    layers = {"armour_2_name": "Old leathers", "armour_2_listed": "leathers", "armour_3_name": "Trench armour",
              "armour_3_listed": "military"}  # fmt: skip
    marek.does("yarn.edit", character=joss.public_id, **JOSS | layers)
    shown = words(marek, joss)
    assert "Sea jacket takes off 1 die" in shown
    assert "Old leathers takes off 1 point" in shown
    assert "Trench armour takes off 3 dice, divides bullets by 2 dice, heavy" in shown
    assert "Armour: 3 penalty dice where agility matters" in shown
