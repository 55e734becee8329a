"""I Think I'm OK in the middle of a fight."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from tests.combat.arena import life, switch
from tests.combat.conftest import go_on, start
from tests.combat.wounded import does, harm, jess_of

played = pytest.mark.played


@pytest.fixture
def jess(ines: Any) -> Character:
    return jess_of(ines, drama=2)


@played("dragonfly.i-think-im-ok")
def test_the_example_is_offered_when_the_need_arises(
    gm: Any, ines: Any, marek: Any, jess: Character, brute: Character
) -> None:
    start(gm, jess, brute)
    assert "I Think I’m OK" not in ines.panel("my-ok")
    harm(gm, jess, -51)
    assert "51 damage, −13 Life Points" in ines.panel("my-ok")
    page = ines.page()
    assert page.index('id="panel-my-ok"') < page.index('id="panel-fight"'), (
        "on a phone it is below everybody who fights"
    )
    assert "51 to 25 damage" in ines.panel("my-ok")
    assert "13 Life Points afterwards" in ines.panel("my-ok")
    assert marek.panel("my-ok") == ""
    does(ines, "dragonfly.im-ok", character=jess.public_id)
    assert life(jess) == 13
    assert "I Think I’m OK" not in ines.panel("my-ok")
    assert "already used in this Turn" in does(ines, "dragonfly.im-ok", 422, character=jess.public_id)


@played("dragonfly.i-think-im-ok")
def test_in_the_next_turn_what_is_left_is_halved_again(
    gm: Any, ines: Any, jess: Character, brute: Character, dice: Any
) -> None:
    start(gm, jess, brute)
    harm(gm, jess, -25)
    assert "25 to 12 damage" in ines.panel("my-ok")
    does(ines, "dragonfly.im-ok", character=jess.public_id)
    assert life(jess) == 26
    harm(gm, jess, -20)
    dice(4)
    for _ in range(5):
        go_on(gm)
    assert "32 to 16 damage" in ines.panel("my-ok")


def test_it_is_not_offered_late_where_the_switch_is_strict(
    table: Any, gm: Any, ines: Any, jess: Character, brute: Character, dice: Any
) -> None:
    switch(table, "strict-drama-timing", "on")
    start(gm, jess, brute)
    dice(4)
    go_on(gm)
    harm(gm, jess, -30)
    assert "I Think I’m OK" not in ines.panel("my-ok")
    assert "Intentions are over" in does(ines, "dragonfly.im-ok", 422, character=jess.public_id)


def test_the_dead_and_those_without_points_are_offered_nothing(
    gm: Any, ines: Any, jess: Character, brute: Character
) -> None:
    start(gm, jess, brute)
    harm(gm, jess, -30)
    does(gm, "dragonfly.fate", character=jess.public_id, fate="dead")
    assert "I Think I’m OK" not in ines.panel("my-ok")
