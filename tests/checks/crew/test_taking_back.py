"""A whole contest taken back act by act, newest first, and done again with the same dice."""

import pytest

from apps.characters.models import Condition, Entry, Track
from apps.checks.models import Draft
from apps.table.models import Ask, Event, Exchange
from tests import crew_evening_contest as evening
from tests import evenings
from tests.acts_of_an_evening import step

PLAYED = (Exchange, Ask, Draft, Track, Entry, Condition)
LEFT = {Ask: {"thrown", "reminded"}, Draft: {"state"}}
"""What undo leaves as it is: faces that fell, and the taps of a pool."""


def as_it_stands():
    """All rows that a contest changes."""
    return {model.__name__: [rest(model, row) for row in model.objects.order_by("pk").values()] for model in PLAYED}


def rest(model, row):
    return {key: value for key, value in row.items() if key not in LEFT.get(model, ())}


def undo_newest(e):
    newest = Event.objects.filter(table=e.table, undone_by=None).exclude(kind="undo").latest("pk")
    main = newest.cause if newest.cause and newest.cause.at == newest.at else newest
    e.do(step("gm", "undo", event=main.public_id))


@pytest.fixture
def played(db):
    """An evening in which Wren has points and two dice in store."""
    found = evenings.evening("crew-contest")
    for one in evenings.steps("crew-contest"):
        if one.act == "crew.contest":
            break
        found.do(one)
    return found


@pytest.mark.played("crew.exchange", "crew.big-damn-hero-use", "crew.extra-dice")
@pytest.mark.parametrize("part", [evening.against_a_difficulty, evening.against_the_marshal])
def test_every_act_is_taken_back_and_done_again(played, part):
    before, steps = [], [one for one in part() if one.act != "crew.draft"]
    for one in part():
        if one.act != "crew.draft":
            before.append(as_it_stands())
        played.do(one)
    after = as_it_stands()
    for stood, one in zip(reversed(before), reversed(steps), strict=True):
        undo_newest(played)
        assert as_it_stands() == stood, one
        if one is not steps[0]:
            played.do(one)
            undo_newest(played)
            assert as_it_stands() == stood, one
    assert after["Exchange"]
    assert not Exchange.objects.exists()


def test_what_is_done_again_falls_alike(played):
    """All of it from the aggressor's throw on: no die is scripted any more, so each face is one that fell."""
    steps = list(evening.against_the_marshal())
    for one in steps:
        played.do(one)
    ended = [row.state for row in Exchange.objects.order_by("pk")]
    falling = [one for one in steps if one.act not in {"crew.contest", "crew.draft"}]
    for _ in falling:
        undo_newest(played)
    for one in falling:
        played.do(step(one.who, one.act, one.data))
    assert [row.state for row in Exchange.objects.order_by("pk")] == ended
