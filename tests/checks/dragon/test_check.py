"""A roll of one's own: what falls, what it is told as, what is refused, and a skill that the GM strikes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character, Entry
from apps.table.models import Event, Switch, Telling
from tests.checks.conftest import full_facts
from tests.combat.conftest import in_words
from tests.people import newest_event, state_of_play

Dice = Callable[..., Any]


def skill(character: Character, name: str) -> str:
    return Entry.objects.get(character=character, kind="skill", name=name).public_id


def rolls(person: Any, character: Character, status: int = 200, **more: Any) -> Any:
    answer = person.post("dragon.check", character=character.public_id, **more)
    assert answer.status_code == status, in_words(answer)
    return answer


@pytest.mark.played("dragon.dice-pool", "dragon.target-number", "dragon.skill-effect", "dragon.required-successes")
def test_dice_at_the_target_number_or_above_count(ines: Any, marek: Any, ana: Character, dice: Dice) -> None:
    dice(5, 4, 10, 1, 6, 7)
    rolls(ines, ana, substat="accuracy", skills=[skill(ana, "Sword")], required=3, label="Cuts the rope")
    facts = full_facts(ines.table)
    assert (facts["target"], facts["successes"], facts["success"], facts["surplus"]) == (5, 4, True, 1)
    assert facts["faces"] == [[5, True], [4, False], [10, True], [1, False], [6, True], [7, True]]
    assert [(one["label"], one["value"]) for one in facts["lines"]] == [
        ("Accuracy", 6), ("Every roll", 7), ("Sword", -2),
    ]  # fmt: skip
    assert "Accuracy with Sword, Cuts the rope" in marek.log()
    assert "four of three needed" in marek.log()


def test_where_no_die_counts_it_says_so(ines: Any, ana: Character, dice: Dice) -> None:
    dice(1, 1, 1, 1, 1, 1)
    rolls(ines, ana, substat="accuracy", required=1)
    assert "none of one needed" in ines.log()


@pytest.mark.played("dragon.substats", "dragon.skills")
def test_a_substat_that_is_not_on_the_sheet_has_three_dice_and_difficulty_makes_it_harder(
    ines: Any, ana: Character, dice: Dice
) -> None:
    dice(8, 9, 10)
    rolls(ines, ana, substat="wit", difficulty=2)
    facts = full_facts(ines.table)
    assert (len(facts["faces"]), facts["target"], facts["successes"]) == (3, 9, 2)


def test_the_form_shows_the_exact_chance(ines: Any, ana: Character) -> None:
    form = ines.get("dragon.check", character=ana.public_id, substat="health", required=3)
    hits = sum(sum(face >= 7 for face in faces) >= 3 for faces in product(range(1, 11), repeat=5))
    assert f"{round(100 * hits / 10**5)}%" in in_words(form)
    assert "5 dice, each with 7 or more" in in_words(form)
    assert "Roll 5 dice" in in_words(form)


def test_a_form_that_opens_shows_the_odds_of_what_one_is_best_at(ines: Any, ana: Character) -> None:
    """Ana's Accuracy; three substats stand there, the others behind More."""
    form = BeautifulSoup(ines.get("dragon.check").content.decode(), "html.parser")
    assert "6 dice, each with 7 or more" in form.get_text()
    assert [one["value"] for one in form.select("#field-substat [checked]")] == ["accuracy"]
    assert len(form.select("#field-substat > .chips > .chip")) == 3
    assert len(form.select("#field-substat details .chip")) == 12


@pytest.mark.parametrize("act", ["dragon.check", "dragon.oppose"])
def test_skills_are_ticked_for_a_substat_and_that_none_is_holds(ines: Any, ana: Character, act: str) -> None:
    """What the form says of itself comes back with what is ticked in it. For another substat those that go with it are
    ticked anew."""
    dodge, sword = skill(ana, "Dodge"), skill(ana, "Sword")
    first = drawn(ines, act, character=ana.public_id, substat="dexterity")
    assert ticked(first) == [dodge]
    now = {"character": ana.public_id, "skills_for": values(first, "[name=skills_for]")[0]}
    assert ticked(drawn(ines, act, **now, substat="dexterity")) == []
    assert ticked(drawn(ines, act, **now, substat="dexterity", skills=sword)) == [sword]
    assert ticked(drawn(ines, act, **now, substat="health", skills=dodge)) == []
    assert ticked(drawn(ines, act, **now | {"skills_for": ""}, substat="dexterity")) == [dodge]


def drawn(person: Any, act: str, **about: Any) -> BeautifulSoup:
    return BeautifulSoup(person.get(act, **about).content.decode(), "html.parser")


def ticked(form: BeautifulSoup) -> list[str]:
    return values(form, "[name=skills][checked]")


def values(form: BeautifulSoup, which: str) -> list[str]:
    return [str(one["value"]) for one in form.select(which)]


def test_real_dice_are_typed_in(ines: Any, ana: Character) -> None:
    rolls(ines, ana, substat="energy", faces="7 1 10")
    facts = full_facts(ines.table)
    assert (facts["successes"], facts["typed"]) == (2, True)
    assert "real dice, typed in" in ines.log()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"substat": "luck"}, "Nothing was changed"),
        ({"substat": "energy", "faces": "7 1"}, "The pool has 3 dice, and 2 faces are written here"),
        ({"substat": "energy", "faces": "7 1 11"}, "11 is not on a d10"),
        ({"substat": "energy", "faces": "seven"}, "Numbers with spaces between them"),
        ({"substat": "energy", "required": 0}, "Nothing was changed"),
        ({"substat": "energy", "skills": ["xAAAA"]}, "Nothing was changed"),
    ],
)
def test_what_cannot_be_rolled_is_refused_before_any_die(
    ines: Any, ana: Character, given: dict[str, Any], words: str
) -> None:
    before = state_of_play(ines.table)
    assert words in in_words(rolls(ines, ana, 422, **given))
    assert state_of_play(ines.table) == before


def test_nobody_rolls_for_others_or_without_a_seat(
    gm: Any, marek: Any, watcher: Any, stranger: Any, ines: Any, ana: Character, dice: Dice
) -> None:
    rolls(marek, ana, 422, substat="energy")
    rolls(watcher, ana, 403, substat="energy")
    rolls(stranger.at(ines), ana, 404, substat="energy")
    dice(1, 2, 3)
    rolls(gm, ana, substat="energy")
    assert newest_event(gm.table).by_gm


def test_who_sees_it_is_the_roller_s_to_say(gm: Any, ines: Any, marek: Any, ana: Character, dice: Dice) -> None:
    dice(9, 9, 9)
    rolls(ines, ana, substat="wit", mode="gm", label="Under the table")
    assert "Under the table" in gm.log()
    assert "Under the table" in ines.log()
    assert "Under the table" not in marek.page()


@pytest.mark.played("dragon.visibility")
def test_somebody_hidden_rolls_without_a_name(gm: Any, ines: Any, guard: Character, dice: Dice) -> None:
    gm.does("character-hidden", character=guard.public_id, hidden="yes")
    dice(7, 2, 3, 4)
    rolls(gm, guard, substat="accuracy")
    assert "Somebody" in ines.log()
    assert (
        Telling.objects.filter(event=newest_event(gm.table), audience="everybody").get().facts["character"]
        == "Somebody"
    )


# a skill that does not apply


@pytest.mark.played("dragon.skill-effect")
def test_a_skill_that_does_not_apply_is_struck_and_the_same_faces_are_judged(
    gm: Any, ines: Any, ana: Character, dice: Dice
) -> None:
    dice(5, 4, 10, 1, 6, 7)
    rolls(ines, ana, substat="accuracy", skills=[skill(ana, "Sword")], required=3)
    rolled = Event.objects.get(kind="dragon.check")
    assert ines.post("dragon.strike-skill", event=rolled.public_id, skill="Sword").status_code == 403
    gm.does("dragon.strike-skill", event=rolled.public_id, skill="Sword")
    facts = Telling.objects.get(event=rolled).facts
    assert (facts["target"], facts["successes"], facts["success"], facts["struck"]) == (7, 2, False, ["Sword"])
    assert "without Sword" in ines.log()
    assert gm.post("dragon.strike-skill", event=rolled.public_id, skill="Sword").status_code == 422
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert Telling.objects.get(event=rolled).facts["successes"] == 4


@pytest.mark.played("dragon.skill-effect")
def test_where_skills_add_dice_the_struck_one_takes_its_dice_with_it(
    gm: Any, ines: Any, ana: Character, dice: Dice
) -> None:
    row = Switch.objects.get(table=gm.table, key="skill-effect")
    row.value = "adds dice"
    row.save()
    dice(1, 2, 3, 4, 5, 6, 9, 10)
    rolls(ines, ana, substat="accuracy", skills=[skill(ana, "Sword")])
    rolled = Event.objects.get(kind="dragon.check")
    assert full_facts(gm.table)["successes"] == 2
    gm.does("dragon.strike-skill", event=rolled.public_id, skill="Sword")
    facts = Telling.objects.get(event=rolled).facts
    assert (len(facts["faces"]), facts["successes"]) == (6, 0)
