"""What is hidden of work in common: target numbers, and the numbers of the GM's people."""

from __future__ import annotations

import pytest

from tests.acts_of_an_evening import Evening, Step, of_ask, step
from tests.keeping_secrets import PLAYERS, begun, differing, in_each_world
from tests.rough_evening import beginning
from tests.rough_evening_together import asked, named, of_joint, of_work


@pytest.fixture
def tonight(db: None, own_pictures: None) -> Evening:
    """A scene is open, Ines plays Jun Vey, Marek Bramble Oke."""
    return begun("rough_magic", beginning())


def told_apart(tonight: Evening, worlds: list[tuple[Step, ...]]) -> tuple[bool, bool]:
    """Whether players are shown something else in these worlds, and whether the GM is."""
    players = differing(in_each_world(tonight, worlds, PLAYERS))
    return players != [], differing(in_each_world(tonight, worlds, ("gm",))) != []


def sluice(grade: str) -> tuple[Step, ...]:
    """Jun Vey rolls 16, Bramble is waited for; whether that was enough nobody knows who may not."""
    return (
        step("gm", "rough_magic.joint", asked("Jun Vey", "Bramble Oke", grade=grade, hidden="hidden")),
        step("ines", "rough_magic.join-work", of_ask("Jun Vey", attribute="brawn"), dice=(6, 6)),
    )


def test_a_hidden_target_number_is_nowhere(tonight: Evening) -> None:
    assert told_apart(tonight, [sluice("challenging"), sluice("nigh-impossible")]) == (False, True)


def test_nor_when_it_is_counted(tonight: Evening) -> None:
    worlds = [
        (*sluice(grade), step("gm", "rough_magic.count-now", of_joint())) for grade in ("demanding", "frustrating")
    ]
    assert told_apart(tonight, worlds) == (False, True)


def eel(brawn: int) -> tuple[Step, ...]:
    """Somebody of the GM's is asked to work, and has not rolled."""
    return (
        step("gm", "rough_magic.make", name="Eel", role="enemy", brawn=brawn),
        step("gm", "rough_magic.joint", asked("Jun Vey", "Eel")),
    )


def test_the_numbers_of_the_gm_s_people_are_nowhere(tonight: Evening) -> None:
    assert told_apart(tonight, [eel(2), eel(9)]) == (False, True)


def raft(grade: str) -> tuple[Step, ...]:
    """An attempt that has failed against either."""
    return (
        step("gm", "rough_magic.long-work", name="Build the raft", grade=grade, needed=3, hidden="hidden"),
        step("ines", "rough_magic.attempt", of_work(character=named("Jun Vey"), attribute="brawn"), dice=(1, 1)),
    )


def test_a_hidden_target_number_of_long_work_is_nowhere(tonight: Evening) -> None:
    assert told_apart(tonight, [raft("frustrating"), raft("nigh-impossible")]) == (False, True)
