"""Full auto over several: nobody between two targets is skipped, and the GM says who stands there."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.table.models import Ask, Exchange
from tests.combat.yarn.attacks.test_shots import corin, line, pike
from tests.combat.yarn.standing import Dice, seated
from tests.people import Person
from tests.yarn_world import made, refused, told

__all__ = ["corin", "pike"]


@pytest.fixture
def swept(gm: Person, ines: Person, corin: Character, joss: Character, bess: Character, pike: Character) -> str:
    """Corin sweeps Pike with 20 rounds in the clip; Joss and Old Bess are there. The exchange's id."""
    seated(gm, corin, joss, bess, pike)
    ines.does("yarn.spread", character=corin.public_id, weapon=line(corin, "Grease gun").public_id,
              trait=line(corin, "Shot").public_id, targets_hit=[pike.public_id], distances="20")  # fmt: skip
    assert line(corin, "Grease gun").amount == 15
    return Exchange.objects.get(table=gm.table, kind="yarn.attack", closed_at=None).public_id


def asked_of_joss(table: Any) -> str:
    return Ask.objects.get(table=table, closed_at=None, audience="character").public_id


@pytest.mark.played("yarn.full-auto-spread")
def test_the_gm_says_who_stands_between_and_they_are_swept_too(
    swept: str, gm: Person, ines: Person, marek: Person, corin: Character, joss: Character, dice: Dice
) -> None:
    assert "Who stands between" in gm.page()
    gm.does("yarn.judge-attack", exchange=swept, also=[joss.public_id])
    assert line(corin, "Grease gun").amount == 10
    assert "in the line of fire as well: Joss Amber" in ines.log()
    dice(1, 1, 1, 1, 1, 6, 6)
    marek.does("yarn.defend", ask=asked_of_joss(gm.table), way="stand")
    facts = told(gm.table, "yarn.attack-settled", "gms")
    assert (facts["target"], facts["tactic"], facts["hit"]) == ("Joss Amber", "spread", False)
    assert Ask.objects.get(table=gm.table, closed_at=None).facts["who"] == "Pike"


def test_there_are_rounds_for_so_many_and_no_more(
    swept: str, gm: Person, corin: Character, joss: Character, bess: Character
) -> None:
    dunn, fynn, gil = (made(gm, "quick-cast", name=name, role="minor") for name in ("Dunn", "Fynn", "Gil"))
    gm.does("yarn.fight-join", characters=[dunn.public_id, fynn.public_id, gil.public_id])
    all_ = [one.public_id for one in (joss, bess, dunn, fynn)]
    assert "20 rounds in the clip, and it takes 25" in refused(gm, "yarn.judge-attack", exchange=swept, also=all_)
    gm.does("yarn.judge-attack", exchange=swept, also=all_[:3])
    assert line(corin, "Grease gun").amount == 0


def test_somebody_hidden_is_not_in_an_open_line(swept: str, gm: Person, hale: Character) -> None:
    gm.does("yarn.fight-join", characters=[hale.public_id])
    assert "Hale" not in gm.get("yarn.judge-attack", exchange=swept).content.decode().split("between them")[1][:600]


def test_an_attack_at_one_asks_for_nobody_else(gm: Person, ines: Person, corin: Character, pike: Character) -> None:
    seated(gm, corin, pike)
    ines.does("yarn.attack", character=corin.public_id, target=pike.public_id, weapon="hands")
    exchange = Exchange.objects.get(table=gm.table, kind="yarn.attack", closed_at=None).public_id
    assert 'name="also"' not in gm.get("yarn.judge-attack", exchange=exchange).content.decode()
