"""Pre-Reaction in a roll that is no fight's: beside the dice of a trait, or alone where no roll is due."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.table.models import Ask
from tests.combat.conftest import in_words
from tests.magic.yarn.conftest import left, psychic
from tests.people import Person
from tests.yarn_world import made, told

OFFERED = "pre-reaction · 1 shot: 2 more dice count"


def reader(marek: Person, shots: int = 2) -> Character:
    return made(marek, **psychic("pre-reaction", shots=shots))


def brawler(character: Character) -> str:
    return character.entries.get(kind="trait", name="Brawler").public_id


@pytest.mark.played("yarn.power-pre-reaction")
def test_a_roll_in_reaction_counts_the_dice_of_the_power_too(gm: Person, marek: Person, table: Any, dice: Any) -> None:
    joss = reader(marek)
    given: dict[str, Any] = {"character": joss.public_id, "trait": brawler(joss)}
    assert OFFERED in in_words(marek.get("yarn.check", **given))
    plain = in_words(marek.get("yarn.check", **given))
    more = in_words(marek.get("yarn.check", **given, answer="pre-reaction"))
    assert plain != more
    dice(*[2] * 6)
    marek.does("yarn.check", **given, answer="pre-reaction")
    facts = told(table, "yarn.check")["roll"]
    assert (facts["score"], facts["counted"], facts["total"]) == (4, 6, 12)
    assert {"sort": "extra", "count": 2, "source": "pre-reaction", "rule": "yarn.power-pre-reaction"} in facts[
        "sources"
    ]
    assert left(joss) == 1
    gm.does("undo")
    assert left(joss) == 2


@pytest.mark.played("yarn.power-pre-reaction")
def test_where_no_roll_is_due_the_power_rolls_alone(gm: Person, marek: Person, table: Any, dice: Any) -> None:
    joss = reader(marek)
    gm.does("yarn.ask-check", characters=[joss.public_id], label="A dart from behind", against="nothing")
    ask = Ask.objects.filter(table=table, closed_at=None).latest("pk")
    assert "pre-reaction" in marek.panel("asks")
    dice(5, 2)
    marek.does("yarn.answer-check", ask=ask.public_id, trait=brawler(joss), answer="pre-reaction alone")
    facts = told(table, "yarn.check")["roll"]
    assert (facts["total"], facts["counted"], left(joss)) == (7, 2, 1)


def test_without_a_shot_or_the_power_nothing_is_offered(
    marek: Person, ines: Person, maud: Character, dice: Any
) -> None:
    joss = reader(marek, shots=1)
    dice(2, 2, 2, 2)
    marek.does("yarn.check", character=joss.public_id, trait="", answer="pre-reaction")
    assert OFFERED not in in_words(marek.get("yarn.check", character=joss.public_id))
    assert "more dice count" not in in_words(ines.get("yarn.check", character=maud.public_id))
