"""Spells in a fight that is played blow by blow: who is paralysed, unseen, or in the dark."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character
from apps.magic.yarn import running
from apps.table.models import Ask
from tests.combat.yarn.standing import seated
from tests.magic.yarn.conftest import line, wizard
from tests.people import Person
from tests.yarn_world import asked, made, refused, told

HANDS = {"weapon": "hands", "trait": "", "what": "Low"}
PISTOL = {"weapon_1_name": "Pistol", "weapon_1_listed": "light-handgun", "weapon_1_firearm": "revolver"}


def casts(person: Person, who: Character, spell: str, **said: Any) -> None:
    person.does("yarn.cast", spell=line(who, spell), **said)


def odds(person: Person, act: str, **query: Any) -> str:
    """The words about the chances in the form."""
    found = BeautifulSoup(person.get(act, **query).content, "lxml").select_one("#odds")
    return " ".join(found.get_text(" ").split()) if found else ""


def shoots(who: Character, whom: Character, metres: int = 8) -> dict[str, Any]:
    pistol = who.entries.get(name="Pistol").public_id
    return {"character": who.public_id, "target": whom.public_id, "weapon": pistol, "metres": metres, "way": "single"}


@pytest.fixture
def joss(marek: Person) -> Character:
    """Marek's: knows every spell, and has a pistol."""
    return made(marek, **wizard("blessed-black", "grip-of-stone", "ring-of-gyges") | PISTOL)


@pytest.fixture
def stone(gm: Person, marek: Person, joss: Character, bess: Character, dice: Any) -> None:
    """Old Bess is paralysed, and a fight of the two runs."""
    casts(marek, joss, "grip-of-stone", target=bess.public_id, metres=3)
    dice(1, 2)
    gm.does("yarn.resist-power", ask=asked(gm), way="resist")
    seated(gm, joss, bess)


@pytest.mark.played("yarn.spell-grip-of-stone", "yarn.attack-roll")
def test_who_is_paralysed_has_no_defence_and_is_not_asked(
    gm: Person, marek: Person, table: Any, joss: Character, bess: Character, stone: None, dice: Any
) -> None:
    about = {"character": joss.public_id, "target": bess.public_id, **HANDS}
    assert "to hit, grip-of-stone 100%" in odds(marek, "yarn.attack", **about)
    assert "helpless: grip-of-stone" in marek.panel("yarn-fight")
    dice(2, 1)
    marek.does("yarn.attack", **about)
    facts = told(table, "yarn.attack-settled", "gms")
    assert (facts["met"], facts["difference"]) == ("helpless", 3)
    assert not Ask.objects.filter(table=table, closed_at=None)


@pytest.mark.played("yarn.spell-grip-of-stone", "yarn.ranged-attack")
def test_a_shot_at_who_is_paralysed_meets_the_circumstances_alone(
    marek: Person, table: Any, joss: Character, bess: Character, stone: None, dice: Any
) -> None:
    dice(6, 6, 1, 1)
    marek.does("yarn.shoot", **shoots(joss, bess), target_moving="on")
    facts = told(table, "yarn.attack-settled", "gms")
    assert (facts["defence"]["counted"], facts["met"]) == (2, "")


@pytest.mark.played("yarn.spell-grip-of-stone")
def test_who_is_paralysed_attacks_nobody_until_it_ends(
    gm: Person, ines: Person, table: Any, maud: Character, bess: Character, dice: Any
) -> None:
    witch = made(gm, **wizard("grip-of-stone") | {"name": "The witch", "role": "recurring"})
    casts(gm, witch, "grip-of-stone", target=maud.public_id, metres=3, shown="on")
    dice(1, 2)
    ines.does("yarn.resist-power", ask=Ask.objects.get(closed_at=None).public_id, way="resist")
    seated(gm, maud, bess)
    about = {"character": maud.public_id, "target": bess.public_id, **HANDS}
    assert "Maud Ferrin cannot attack: grip-of-stone" in refused(ines, "yarn.attack", **about)
    (row,) = running.running_on(Character.objects.get(pk=maud.pk))
    gm.does("yarn.end-power", running=row.public_id)
    ines.does("yarn.attack", **about)
    assert told(table, "yarn.attacked")["attacker"] == "Maud Ferrin"


@pytest.mark.played("yarn.spell-ring-of-gyges", "yarn.surprise")
def test_whom_nobody_sees_surprises_and_is_shot_at_in_the_dark(
    gm: Person, ines: Person, marek: Person, table: Any, joss: Character, bess: Character, dice: Any
) -> None:
    maud = made(ines, name="Ann", role="main", hit_points=20, **PISTOL)
    casts(marek, joss, "ring-of-gyges")
    seated(gm, joss, maud, bess)
    form = ines.get("yarn.shoot", **shoots(maud, joss)).content.decode()
    assert "ring-of-gyges: nobody sees Joss Amber" in form
    assert BeautifulSoup(form, "lxml").select("[name=darkness][value='2'][checked]")
    assert "nobody sees" not in ines.get("yarn.shoot", **shoots(maud, bess)).content.decode()
    gm.does("yarn.attack", character=joss.public_id, target=bess.public_id, **HANDS)
    dice(1, 5, 5, 1, 1)
    gm.does("yarn.defend", ask=asked(gm), way="")
    (source,) = told(table, "yarn.attack-settled", "gms")["attack"]["sources"]
    assert source["rule"] == "yarn.spell-ring-of-gyges"
    gm.does("yarn.time-passes", count=10, unit="minutes")
    assert "nobody sees" not in ines.get("yarn.shoot", **shoots(maud, joss)).content.decode()


@pytest.mark.played("yarn.spell-blessed-black", "yarn.ranged-defence-dice")
def test_around_the_caster_it_is_dark_as_far_as_it_reaches(
    gm: Person, ines: Person, marek: Person, joss: Character, bess: Character
) -> None:
    ann = made(ines, name="Ann", role="main", hit_points=20, **PISTOL)
    casts(marek, joss, "blessed-black")
    seated(gm, joss, ann, bess)
    assert "all lights around Joss Amber are out" in ines.get("yarn.shoot", **shoots(ann, bess)).content.decode()
    gm.does("yarn.shoot", **shoots(joss, bess, 11))
    assert "are out" not in ines.get("yarn.shoot", **shoots(ann, bess)).content.decode()
    assert "are out" in ines.get("yarn.shoot", **shoots(ann, joss)).content.decode()


@pytest.mark.played("yarn.spell-ring-of-gyges")
def test_what_the_gm_cast_in_secret_shows_in_nobody_elses_form(gm: Person, ines: Person, bess: Character) -> None:
    ann = made(ines, name="Ann", role="main", hit_points=20, **PISTOL)
    witch = made(gm, **wizard("ring-of-gyges", "grip-of-stone") | {"name": "The witch", "role": "recurring"})
    seated(gm, ann, witch, bess)
    before = ines.panel("yarn-fight"), ines.get("yarn.shoot", **shoots(ann, witch)).content
    casts(gm, witch, "ring-of-gyges")
    assert "unseen: ring-of-gyges" in gm.panel("yarn-fight")
    assert (ines.panel("yarn-fight"), ines.get("yarn.shoot", **shoots(ann, witch)).content) == before
