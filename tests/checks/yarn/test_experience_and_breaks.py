"""What a roll uses up, and what it leaves behind until the scene is over."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.checks.yarn import experience
from apps.checks.yarn.breaks import all_marks, clear, is_practical_where, marks_of
from apps.checks.yarn.pools import Built, Sought, built
from apps.checks.yarn.rolling import rolled
from apps.rules.refusal import Refused
from apps.rules.yarn.options import Options
from apps.rules.yarn.pool import Pool
from apps.table.spans import close_span, open_span
from apps.table.turn import Turn
from tests.people import Person
from tests.yarn_world import in_a_turn, starts


def next_episode(turn: Turn) -> None:
    """The one that plays gives way to another."""
    episode = turn.span("session")
    assert episode is not None
    close_span(turn, episode)
    open_span(turn, "session", "Low Water")


@pytest.mark.played("yarn.experience-pool")
def test_each_die_of_the_pool_is_used_once_in_an_episode(maud: Character, gm: Person, dice: Any) -> None:
    assert "none plays" in str(experience.why_not(maud, 1, Options()))
    starts(gm)
    assert (experience.left_of(maud), experience.most_for(maud, Options())) == (2, 1)
    assert experience.most_for(maud, Options(multiple_experience_dice=True)) == 2
    found = built(Sought(maud), experience.as_extra(maud, 1, "Nine winters here"))
    assert (found.pool, found.extras[0].source) == (Pool(2, net_bonus=1), "Experience: Nine winters here")
    throws(gm, dice, found, 2, 3, 4)
    assert experience.left_of(maud) == 1
    assert "not 2 left" in str(experience.why_not(maud, 2, Options()))
    assert "keeps the purpose" in str(experience.why_not(maud, 1, Options(), purpose_told=False))
    with pytest.raises(Refused, match="not 2 left"):
        in_a_turn(gm, lambda turn: experience.use(turn, maud, 2))
    in_a_turn(gm, next_episode)
    assert experience.left_of(maud) == 2


@pytest.fixture
def practical(gm: Person, maud: Character, bess: Character) -> None:
    """A procedural scene is called."""
    starts(gm)
    cast = [maud.public_id, bess.public_id]
    gm.does("yarn.set-scene", title="The yard", mode="procedural", cast=cast)


def throws(gm: Person, dice: Any, found: Built, *faces: int) -> None:
    dice(*faces)
    in_a_turn(gm, lambda turn: rolled(turn, found))


def marks(who: Character) -> tuple[int, int]:
    found = marks_of(who)
    return found.good, found.bad


@pytest.mark.played("yarn.break")
def test_breaks_of_a_player_are_noted_and_nobody_elses(
    practical: None, maud: Character, bess: Character, gm: Person, dice: Any
) -> None:
    throws(gm, dice, built(Sought(maud, base=4)), 6, 6, 1, 1)
    throws(gm, dice, built(Sought(maud, "attack")), 6, 6)
    throws(gm, dice, built(Sought(maud, "resistance")), 1, 1)
    throws(gm, dice, built(Sought(bess)), 6, 6)
    assert marks(maud) == (2, 1)
    assert [one.character for one in all_marks(gm.viewer.desk)] == [maud]
    in_a_turn(gm, lambda turn: clear(turn, marks_of(maud)))
    assert marks(maud) == (0, 0)


def test_elsewhere_no_roll_has_breaks_but_where_somebody_says_so(
    maud: Character, gm: Person, dice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    throws(gm, dice, built(Sought(maud)), 6, 6)
    starts(gm)
    throws(gm, dice, built(Sought(maud)), 6, 6)
    assert marks(maud) == (0, 0)
    monkeypatch.setattr("apps.checks.yarn.breaks._practical", [])
    is_practical_where(lambda desk: True)
    throws(gm, dice, built(Sought(maud)), 6, 6)
    assert marks(maud) == (1, 0)
