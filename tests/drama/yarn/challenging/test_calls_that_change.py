"""A call that costs a token is challenged: what lies aside stays so while the call changes, and comes back when it
falls."""

from __future__ import annotations

import pytest

from apps.characters.models import Character
from apps.drama.yarn import turns
from apps.drama.yarn.window import said_of, window_of
from tests.people import Person
from tests.yarn_world import asked, held, opens, refused, votes


@pytest.fixture
def called(maud: Character, joss: Character, bess: Character, gm: Person, ines: Person, marek: Person) -> Character:
    """Ines calls Joss and Bess an hour later; her own Maud is not in it."""
    opens(gm)
    gm.does("yarn.pass-call")
    gm.does("yarn.set-hand", who=ines.viewer.seat.public_id, points="tokens", count=1)
    cast = [joss.public_id, bess.public_id]
    ines.does("yarn.call", cast=cast, mode="dramatic", situation="Rain.", new_place="The shed", time="day", count=2,
              seeks=joss.public_id, of=bess.public_id, what="Peace")  # fmt: skip
    assert held(ines) == 0
    return joss


def whose(gm: Person) -> str:
    found = turns.coming(gm.viewer.desk)
    assert found
    return found.who.name


@pytest.mark.played("yarn.challenge-time", "yarn.absent-caller-cost")
def test_a_changed_call_costs_what_it_cost(called: Character, gm: Person, ines: Person, marek: Person) -> None:
    marek.does("yarn.challenge", kind="time-jump", text="I would have been there.")
    votes(gm, "challenge")
    ines.does("yarn.rework", ask=asked(ines), count=1, unit="hours")
    window = window_of(gm.viewer.desk)
    assert window
    assert (said_of(window).time, said_of(window).what) == ("1 hour later", "Peace")
    assert held(ines) == 0
    gm.does("yarn.start-anyway")
    assert held(ines) == 0
    assert whose(gm) == "Marek"


@pytest.mark.played("yarn.duck-pair", "yarn.challenge-novelty")
@pytest.mark.parametrize("how", ["ducked", "nothing new"])
def test_a_call_that_falls_costs_nothing_and_it_is_still_their_turn(
    called: Character, gm: Person, ines: Person, marek: Person, how: str, bess: Character
) -> None:
    if how == "ducked":
        marek.does("yarn.duck", character=called.public_id)
        ines.does("yarn.answer-duck", ask=asked(ines), answer="give way")
    else:
        marek.does("yarn.challenge", kind="novelty", text="Again?")
        gm.does("yarn.judge-novelty", ask=asked(gm), allow="yes")
        ines.does("yarn.name-change", ask=asked(ines), text="")
    assert held(ines) == 1
    assert whose(gm) == "Ines"
    if how == "ducked":
        no = refused(ines, "yarn.call", cast=[called.public_id, bess.public_id], mode="dramatic", situation="Rain.",
                     new_place="The shed", seeks=called.public_id, of=bess.public_id, what="Peace")  # fmt: skip
        assert "Joss Amber has ducked" in no


@pytest.mark.played("yarn.rush")
def test_a_rush_by_ones_own_character_is_no_way_round_the_price(
    called: Character, maud: Character, gm: Person, ines: Person
) -> None:
    assert "not yours to bring in" in refused(ines, "yarn.rush", character=maud.public_id, pays="nothing")
