"""Powers in a fight that is played blow by blow: what they add to attacks, to defences, and take off blows."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.magic.yarn import running
from apps.table.models import Ask
from tests.combat.yarn.standing import seated
from tests.magic.yarn.conftest import left, psychic, uses
from tests.people import Person
from tests.yarn_world import made, told


def now(character: Character) -> Character:
    return Character.objects.get(pk=character.pk)


def defends(person: Person, character: Character, **said: Any) -> None:
    ask = Ask.objects.filter(table=character.table, closed_at=None).latest("pk")
    person.does("yarn.defend", ask=ask.public_id, way="", **said)


@pytest.mark.played("yarn.power-lightning-strike", "yarn.power-pre-reaction", "yarn.power-skin-of-iron")
def test_powers_count_in_attacks_defences_and_blows(
    gm: Person, marek: Person, table: Any, bess: Character, dice: Any
) -> None:
    joss = made(marek, **psychic("lightning-strike", "pre-reaction", "skin-of-iron") | {"armour_1_name": ""})
    dice(2, 2)
    uses(marek, joss, "skin-of-iron")
    seated(gm, joss, bess)
    uses(marek, joss, "lightning-strike")
    hands = {"weapon": "hands", "trait": "", "what": "Low"}
    marek.does("yarn.attack", character=joss.public_id, target=bess.public_id, **hands)
    dice(2, 2, 2, 2, 2, 2)
    defends(gm, bess)
    assert told(table, "yarn.attack-settled", "gms")["difference"] == 4
    assert [one.facts["listed"] for one in running.running_on(now(joss))] == ["skin-of-iron"]
    gm.does("yarn.fight-next", seen="")
    gm.does("yarn.attack", character=bess.public_id, target=joss.public_id, **hands)
    dice(6, 6, 2, 1, 1, 1)
    defends(marek, joss, answer="pre-reaction")
    harm = told(table, "yarn.attack-settled", "gms")["harm"]
    assert (harm["gross"], harm["suffered"], left(joss)) == (7, 3, 3)
