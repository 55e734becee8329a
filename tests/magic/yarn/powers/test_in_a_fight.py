"""Powers in a fight that is played blow by blow: what they add to attacks, to defences, and take off blows."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character
from apps.characters.yarn.levels import level_of
from apps.magic.yarn import running
from apps.table.models import Ask
from tests.combat.yarn.standing import seated
from tests.magic.yarn.conftest import left, line, psychic, uses, wizard
from tests.people import Person
from tests.yarn_world import made, refused, told


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


@pytest.mark.played("yarn.power-pre-reaction")
@pytest.mark.parametrize("reacts", [True, False])
def test_whoever_knows_nothing_of_it_may_react_with_the_power_alone(
    reacts: bool, gm: Person, marek: Person, table: Any, bess: Character, dice: Any
) -> None:
    joss = made(marek, **psychic("pre-reaction", shots=1) | {"armour_1_name": ""})
    seated(gm, joss, bess)
    attack = {"character": bess.public_id, "target": joss.public_id, "weapon": "hands", "unaware": "on"}
    gm.does("yarn.attack", **attack)
    ask = Ask.objects.filter(table=table, closed_at=None).latest("pk")
    assert "Knows nothing of it" in marek.panel("asks")
    assert "is no way to meet it" in refused(marek, "yarn.defend", ask=ask.public_id, way=line_of(joss, "Brawler"))
    dice(*((6, 5, 4, 3) if reacts else (6, 5)))
    marek.does("yarn.defend", ask=ask.public_id, way="helpless", answer="pre-reaction" if reacts else "")
    found = told(table, "yarn.attack-settled", "gms")
    assert (found["difference"], left(joss)) == ((4, 0) if reacts else (11, 1))
    if reacts:
        dice(6, 5)
        gm.does("yarn.fight-next", seen="")
        gm.does("yarn.fight-next", seen="")
        gm.does("yarn.attack", **attack)
        assert not Ask.objects.filter(table=table, closed_at=None).exists(), "without a shot nobody is asked"


def line_of(character: Character, name: str) -> str:
    return character.entries.get(name=name, kind="trait").public_id


HITS: dict[str, tuple[dict[str, str], int]] = {
    "sword": ({"weapon": "sword"}, 2), "taser": ({"weapon": "taser"}, 2), "bullet": ({"weapon": "light-rifle"}, 3),
    "piercing": ({"weapon": "light-rifle", "ammunition": "armour-piercing"}, 0),
    "hollow": ({"weapon": "light-rifle", "ammunition": "hollow point"}, 3),
}  # fmt: skip
"""What hits, and the dice of plate and vest against it."""
WORN = {"armour_1_name": "Plate", "armour_1_listed": "plate", "armour_2_name": "Vest", "armour_2_listed": "vest"}


def expected(gm: Person, act: str, **said: Any) -> str:
    """What the form says that somebody is likely to suffer."""
    found = BeautifulSoup(gm.get(act, **said).content, "lxml").get_text(" ")
    return " ".join(found.split())


@pytest.mark.played("yarn.power-skin-of-iron", "yarn.armour-both")
@pytest.mark.parametrize(("said", "count"), HITS.values(), ids=list(HITS))
def test_what_is_expected_of_a_hit_counts_the_skin_as_the_hit_does(
    gm: Person, marek: Person, dice: Any, said: dict[str, str], count: int
) -> None:
    """The fewest points are those of sixes, the most those of ones."""
    joss = made(marek, **psychic("skin-of-iron") | WORN | {"hit_points": 150})
    dice(5, 4)
    uses(marek, joss, "skin-of-iron")
    hit = {"target": joss.public_id, "attack": 26, "defence": 9, **said}
    words, suffered = expected(gm, "yarn.land-hit", **hit), []
    for face in (6, 1):
        before = level_of(now(joss)).now
        fall = dice(*[face] * count)
        gm.does("yarn.land-hit", **hit)
        suffered.append(before - level_of(now(joss)).now)
        assert fall.left == []
    least, most = suffered
    assert (f"{least} to {most} points" if least < most else f"{least} point") in words


@pytest.mark.played("yarn.spell-seven-shields", "yarn.damage-without-attack")
def test_what_turns_weapons_away_is_in_the_odds_and_stops_no_fall(
    gm: Person, marek: Person, bess: Character, dice: Any
) -> None:
    joss = made(marek, **wizard("seven-shields") | {"armour_1_name": "", "hit_points": 5})
    attack = {"character": bess.public_id, "target": joss.public_id, "weapon": "hands", "trait": ""}
    seated(gm, joss, bess)
    assert " 0% down" not in expected(gm, "yarn.attack", **attack)
    marek.does("yarn.cast", spell=line(joss, "seven-shields"))
    assert " 0% down" in expected(gm, "yarn.attack", **attack)
    gm.does("yarn.deal-harm", characters=[joss.public_id], how="points", count=3, armour="on", why="A blast")
    assert level_of(now(joss)).now == 5
    gm.does("yarn.deal-harm", characters=[joss.public_id], how="points", count=3, why="He falls")
    assert level_of(now(joss)).now == 2
