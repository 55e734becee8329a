"""Two who act at the same moment: both are rolled before either lands (yarn.delay-turn)."""

from __future__ import annotations

import pytest

from apps.characters.models import Character
from apps.characters.yarn.levels import level_of
from apps.combat import tracking
from apps.table.models import Ask, Exchange, Telling
from tests.combat.yarn.attacks.test_attacks import ann, asked, attacks
from tests.combat.yarn.standing import Dice, acting, seated
from tests.people import Person
from tests.yarn_world import made, refused, told

__all__ = ["ann"]


def points(character: Character) -> int:
    return level_of(Character.objects.get(pk=character.pk)).now


@pytest.fixture
def both(gm: Person, ines: Person, ann: Character, bess: Character) -> None:
    """Ann has held back, and acts at the same moment as Old Bess."""
    seated(gm, ann, bess)
    ines.does("yarn.hold-back", character=ann.public_id)
    assert "Together with Old Bess" in ines.panel("yarn-turn")
    ines.does("yarn.break-in", character=ann.public_id, when="together")
    assert acting(gm) == ["Ann", "Old Bess"]


@pytest.fixture
def rolled(both: None, gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice) -> None:
    """Ann has hit by 10: 20 points for Old Bess, who has 16."""
    attacks(ines, ann, bess, "Knife", "Knife fighter")
    dice(6, 5, 4, 3, 2)
    gm.does("yarn.defend", ask=asked(bess), way="")


@pytest.mark.played("yarn.delay-turn")
def test_both_are_rolled_before_either_lands(
    rolled: None, gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice
) -> None:
    assert points(bess) == 16
    assert "It lands when everybody of this moment has rolled." in ines.log()
    attacks(gm, bess, ann)
    assert points(bess) == 16
    dice(6, 6, 2, 2)
    ines.does("yarn.defend", ask=asked(ann), way="")
    facts = told(gm.table, "yarn.attack-settled", "gms")
    assert (facts["attack"]["total"], facts["attack"]["sources"]) == (12, []), "nobody is messed up yet"
    assert (points(ann), points(bess)) == (12, -4)
    assert told(gm.table, "yarn.blow-landed", "gms")["harm"]["suffered"] == 20
    assert not Exchange.objects.filter(table=gm.table, closed_at=None).exists()


def test_a_hit_waits_for_a_defence_that_is_still_asked(
    both: None, gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice
) -> None:
    attacks(ines, ann, bess, "Knife", "Knife fighter")
    first = asked(bess)
    attacks(gm, bess, ann)
    dice(6, 5, 4, 3, 2)
    gm.does("yarn.defend", ask=first, way="")
    assert points(bess) == 16
    dice(1, 1, 2, 2)
    ines.does("yarn.defend", ask=asked_of_ines(ines), way="")
    assert points(bess) == -4


def asked_of_ines(ines: Person) -> str:
    return Ask.objects.get(table=ines.table, closed_at=None, audience="character").public_id


def test_whoever_does_something_else_has_had_their_moment(
    rolled: None, gm: Person, ines: Person, bess: Character
) -> None:
    gm.does("yarn.do-something", character=bess.public_id, what="Runs")
    assert points(bess) == -4


def test_whoever_is_done_lets_it_land(rolled: None, gm: Person, ines: Person, bess: Character) -> None:
    ines.does("yarn.fight-next")
    assert points(bess) == 16, "Old Bess has still to act"
    gm.does("yarn.fight-next")
    assert points(bess) == -4


def test_whoever_leaves_lets_it_land(rolled: None, gm: Person, bess: Character) -> None:
    gm.does("yarn.fight-leave", character=bess.public_id)
    assert points(bess) == -4


def test_the_end_of_the_fight_lets_it_land(rolled: None, gm: Person, bess: Character) -> None:
    gm.does("yarn.end-fight")
    assert tracking.fight_of(gm.table) is None
    assert points(bess) == -4


def test_the_gm_does_not_have_to_wait(rolled: None, gm: Person, ines: Person, bess: Character) -> None:
    page = " ".join(gm.page().split())
    assert "Ann’s hit on Old Bess waits" in page
    assert "have rolled: Old Bess" in page
    assert "waits</h2>" not in ines.page()
    assert ines.post("yarn.land-blow", ask=asked(bess)).status_code == 403
    assert gm.post("yarn.land-blow", plain=True, ask=asked(bess)).status_code in (302, 303)
    assert points(bess) == -4


def test_armour_dice_fall_once(gm: Person, ines: Person, ann: Character, dice: Dice) -> None:
    pike = made(gm, name="Pike", role="minor", hit_points=22, armour_1_name="Jacket", armour_1_listed="jacket")
    seated(gm, ann, pike)
    ines.does("yarn.hold-back", character=ann.public_id)
    ines.does("yarn.break-in", character=ann.public_id, when="together")
    attacks(ines, ann, pike, "Knife", "Knife fighter")
    dice(6, 5, 4, 3, 2)
    gm.does("yarn.defend", ask=asked(pike), way="")
    dice(3)
    gm.does("yarn.land-blow", ask=asked(pike))
    assert points(pike) == 22 - 17
    gm.does("undo", event=Telling.objects.filter(event__kind="yarn.blow-landed").latest("pk").event.public_id)
    assert points(pike) == 22
    dice()
    gm.does("yarn.land-blow", ask=asked(pike))
    assert points(pike) == 22 - 17


def test_before_them_lands_at_once(gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice) -> None:
    seated(gm, ann, bess)
    ines.does("yarn.hold-back", character=ann.public_id)
    ines.does("yarn.break-in", character=ann.public_id, when="before")
    attacks(ines, ann, bess, "Knife", "Knife fighter")
    dice(6, 5, 4, 3, 2)
    gm.does("yarn.defend", ask=asked(bess), way="")
    assert points(bess) == -4


def test_each_of_a_moment_ends_their_own_turn(
    gm: Person, ines: Person, marek: Person, ann: Character, joss: Character
) -> None:
    seated(gm, ann, joss)
    ines.does("yarn.hold-back", character=ann.public_id)
    ines.does("yarn.break-in", character=ann.public_id, when="together")
    marek.does("yarn.fight-next")
    assert acting(gm) == ["Ann"]
    assert "not your turn" in refused(marek, "yarn.fight-next")


def test_nobody_acts_beside_somebody_hidden(gm: Person, ines: Person, ann: Character, hale: Character) -> None:
    seated(gm, ann, hale)
    ines.does("yarn.hold-back", character=ann.public_id)
    assert "Together with" not in ines.panel("yarn-turn")
    assert "At the same moment" not in ines.get("yarn.break-in", character=ann.public_id).content.decode()
