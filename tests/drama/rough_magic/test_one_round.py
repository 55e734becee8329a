"""How long one round is in a fight that runs: up to the same place in the next one, or to the end of this one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.rough_magic.sheet import sheet_of
from apps.combat.models import Fight
from tests.drama.rough_magic.conftest import ends, gets, made
from tests.people import open_a_table, sit_down
from tests.rough_evening import BRAMBLE, JUN


def fights(gm: Any, *cast: Character) -> None:
    """A fight of these, who notice each other in this order."""
    ids = [one.public_id for one in cast]
    gm.does("rough_magic.start-fight", characters=ids, noticed=ids)


def rounds_of(gm: Any, boosted: Character) -> Iterator[tuple[int, str]]:
    """Goes on from place to place while the boost lasts: the round, and whose place it is, if anybody's."""
    while sheet_of(boosted).boosted("will"):
        fight = Fight.objects.get(table=gm.table)
        acting = [one.character.name for one in fight.combatants.filter(state="acting")]
        yield fight.turn.number if fight.turn else 0, "".join(acting)
        gm.does("rough_magic.next")


@pytest.mark.played("rough_magic.one-round", "rough_magic.power-boost")
def test_up_to_the_same_place_in_the_next_round(gm: Any, marek: Any, jun: Character, bramble: Character) -> None:
    gets(gm, marek, 1)
    fights(gm, jun, bramble)
    gm.does("rough_magic.next")
    marek.does("rough_magic.boost", character=bramble.public_id, trait="will")
    assert ends(bramble) == ["before Bramble Oke's place in round 2"]
    seen = [one for one in rounds_of(gm, bramble) if one[1]]
    assert seen == [(1, "Bramble Oke"), (2, "Jun Vey")]


@pytest.mark.played("rough_magic.one-round")
def test_bought_in_anothers_turn(gm: Any, marek: Any, jun: Character, bramble: Character) -> None:
    gets(gm, marek, 1)
    fights(gm, jun, bramble)
    marek.does("rough_magic.boost", character=bramble.public_id, trait="will")
    assert ends(bramble) == ["before Jun Vey's place in round 2"]
    assert [one for one in rounds_of(gm, bramble) if one[1]] == [(1, "Jun Vey"), (1, "Bramble Oke")]


@pytest.mark.played("rough_magic.one-round")
def test_by_the_switch_to_the_end_of_the_round(db: None) -> None:
    table = open_a_table(game="rough_magic", one_round_ends="end of the current round")
    gm: Any = sit_down(table, "Director", "gm", "gm")
    ines, marek = sit_down(table, "Ines"), sit_down(table, "Marek")
    jun, bramble = made(ines, **JUN), made(marek, **BRAMBLE)
    gets(gm, marek, 1)
    fights(gm, jun, bramble)
    gm.does("rough_magic.next")
    marek.does("rough_magic.boost", character=bramble.public_id, trait="will")
    assert ends(bramble) == ["at the end of round 1"]
    assert {one[0] for one in rounds_of(gm, bramble)} == {1}


def test_the_end_of_the_fight_ends_it(gm: Any, marek: Any, jun: Character, bramble: Character) -> None:
    gets(gm, marek, 1)
    fights(gm, jun, bramble)
    marek.does("rough_magic.boost", character=bramble.public_id, trait="will")
    gm.does("rough_magic.end-fight")
    assert not sheet_of(bramble).boosted("will")
