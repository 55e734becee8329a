"""What a sheet leads to: the acts of those who read it, where they may do them now."""

from __future__ import annotations

import pytest

from apps.characters.models import Character, Entry
from apps.characters.yarn.doing import leads_to
from tests.combat.yarn.standing import seated, switches
from tests.people import Person
from tests.yarn_world import starts


def links(person: Person, character: Character) -> set[str]:
    """The acts to which their sheet leads, with what the address fills in."""
    sheet = person.soup(sheet=character.public_id).find(id="panel-yarn-sheet")
    assert sheet is not None
    return {str(one["href"]) for one in sheet.find_all("a") if "yarn." in str(one.get("href"))}


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
