"""Real dice in attacks: typed when they are asked for, one throw after the other."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.yarn.levels import level_of
from apps.table.models import Ask, Exchange, Telling
from tests.combat.yarn.attacks.test_attacks import ann, asked, attacks
from tests.combat.yarn.standing import Dice, seated, switches
from tests.people import Person
from tests.yarn_world import made, refused, told

__all__ = ["ann"]


def points(character: Character) -> int:
    return level_of(Character.objects.get(pk=character.pk)).now


def open_ask(person: Person) -> dict[str, Any]:
    """What is asked of the only one who is asked."""
    found: dict[str, Any] = Ask.objects.get(table=person.table, closed_at=None).facts
    return found


def types(person: Person, faces: str) -> None:
    person.does("yarn.type-throw", ask=Ask.objects.get(table=person.table, closed_at=None).public_id, faces=faces)


@pytest.fixture
def pike(gm: Person) -> Character:
    """The GM's: 22 hit points and a jacket of one die."""
    return made(gm, name="Pike", role="minor", hit_points=22, armour_1_name="Jacket", armour_1_listed="jacket")


@pytest.mark.played("yarn.attack-roll", "yarn.damage-order")
def test_both_sides_type_what_is_asked_step_by_step(
    gm: Person, ines: Person, ann: Character, pike: Character, dice: Dice
) -> None:
    seated(gm, ann, pike)
    attacks(ines, ann, pike, "Knife", "Knife fighter", real="on")
    dice()
    gm.does("yarn.defend", ask=asked(pike), way="", real="on")
    assert (open_ask(gm)["throw"], open_ask(gm)["count"]) == ("attack", 3)
    assert "Ann: throw 3 for the attack" in ines.page()
    assert "Ann: throw 3 for the attack" not in gm.page()
    assert "3 dice, and 2 faces are" in refused(ines, "yarn.type-throw", ask=asked(pike), faces="6 5")
    types(ines, "6 5 4")
    assert (open_ask(gm)["throw"], open_ask(gm)["count"]) == ("defence", 2)
    types(gm, "3, 2")
    assert (open_ask(gm)["throw"], open_ask(gm)["count"]) == ("armour", 1)
    assert points(pike) == 22
    types(gm, "3")
    facts = told(gm.table, "yarn.attack-settled", "gms")
    assert (facts["attack"]["total"], facts["difference"], facts["typed"]) == (15, 10, True)
    assert points(pike) == 22 - 17
    assert "Real dice" in ines.log()
    assert not Exchange.objects.filter(table=gm.table, closed_at=None).exists()


def test_who_has_no_real_dice_is_thrown_for(
    gm: Person, ines: Person, ann: Character, pike: Character, dice: Dice
) -> None:
    """The defence falls when the attack lies there; of the armour nobody is asked."""
    seated(gm, ann, pike)
    attacks(ines, ann, pike, "Knife", "Knife fighter", real="on")
    dice(3, 2, 3)
    gm.does("yarn.defend", ask=asked(pike), way="")
    types(ines, "6 5 4")
    assert points(pike) == 22 - 17


def test_a_miss_asks_for_nothing_more(gm: Person, ines: Person, ann: Character, pike: Character, dice: Dice) -> None:
    seated(gm, ann, pike)
    attacks(ines, ann, pike, "Knife", "Knife fighter")
    dice(1, 1, 1)
    gm.does("yarn.defend", ask=asked(pike), way="", real="on")
    types(gm, "6 6")
    assert told(gm.table, "yarn.attack-settled", "gms")["hit"] is False
    assert not Exchange.objects.filter(table=gm.table, closed_at=None).exists()


def test_dice_for_damage_and_further_sixes_are_asked_for_as_they_come(
    gm: Person, ines: Person, ann: Character, pike: Character, dice: Dice
) -> None:
    gm.does("switches", **switches(gm, alternate_damage="on", blow_top="on"))
    seated(gm, ann, pike)
    attacks(ines, ann, pike, "Knife", "Knife fighter", real="on")
    dice(3, 2, 1)
    gm.does("yarn.defend", ask=asked(pike), way="")
    types(ines, "6 6 6")
    assert (open_ask(gm)["throw"], open_ask(gm)["count"]) == ("attack", 1)
    types(ines, "2")
    assert (open_ask(gm)["throw"], open_ask(gm)["count"]) == ("damage", 2)
    types(ines, "4 5")
    facts = told(gm.table, "yarn.attack-settled", "gms")
    assert (facts["attack"]["total"], facts["harm"]["suffered"]) == (20, 2 * 9 - 1)


def test_what_was_typed_lies_there_when_it_is_taken_back(
    gm: Person, ines: Person, ann: Character, pike: Character, dice: Dice
) -> None:
    seated(gm, ann, pike)
    attacks(ines, ann, pike, "Knife", "Knife fighter", real="on")
    dice(3, 2, 3)
    gm.does("yarn.defend", ask=asked(pike), way="")
    types(ines, "6 5 4")
    gm.does("undo", event=Telling.objects.filter(event__kind="yarn.attack-settled").latest("pk").event.public_id)
    assert points(pike) == 22
    ask = Ask.objects.get(table=gm.table, closed_at=None).public_id
    assert "count again" in refused(ines, "yarn.type-throw", ask=ask, faces="6 6 6")
    dice()
    types(ines, "")
    assert points(pike) == 22 - 17


def test_of_a_hidden_attacker_nobody_reads_a_name(
    gm: Person, ines: Person, marek: Person, ann: Character, hale: Character, dice: Dice
) -> None:
    seated(gm, ann, hale)
    attacks(gm, hale, ann, real="on")
    dice()
    ines.does("yarn.defend", ask=asked(ann), way="", real="on")
    types(gm, "5 5")
    assert "Somebody attacks" in " ".join(ines.page().split())
    assert "Hale" not in ines.page() + marek.page()
    assert "lie there" not in marek.page()


def test_without_javascript_the_same(gm: Person, ines: Person, ann: Character, pike: Character, dice: Dice) -> None:
    seated(gm, ann, pike)
    attacks(ines, ann, pike, "Knife", "Knife fighter", real="on")
    dice(3, 2, 3)
    gm.does("yarn.defend", ask=asked(pike), way="")
    ask = asked(pike)
    assert "Ann: 3 for the attack" in ines.get("yarn.type-throw", ask=ask).content.decode()
    answer: Any = ines.post("yarn.type-throw", plain=True, ask=ask, faces="6 5 4")
    assert answer.status_code in (302, 303)
    assert points(pike) == 22 - 17


@pytest.mark.played("yarn.delay-turn", "yarn.damage-order")
def test_the_dice_of_a_hit_that_waits_are_typed_with_it(
    gm: Person, ines: Person, ann: Character, pike: Character, dice: Dice
) -> None:
    seated(gm, ann, pike)
    ines.does("yarn.hold-back", character=ann.public_id)
    ines.does("yarn.break-in", character=ann.public_id, when="together")
    attacks(ines, ann, pike, "Knife", "Knife fighter", real="on")
    dice()
    gm.does("yarn.defend", ask=asked(pike), way="", real="on")
    types(ines, "6 5 4")
    types(gm, "3 2")
    assert (open_ask(gm)["throw"], open_ask(gm)["count"]) == ("armour", 1)
    types(gm, "3")
    assert points(pike) == 22, "it waits for the others of its moment"
    for _ in range(2):
        gm.does("yarn.do-something", character=pike.public_id, what="Runs")
        assert points(pike) == 22 - 17
        assert told(gm.table, "yarn.blow-landed")["typed"]
        gm.does("undo")
        assert points(pike) == 22
