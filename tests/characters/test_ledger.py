"""Points move in one place only; a seat sees the lines whose events it hears."""

import pytest

from apps.characters.dragonfly.points import spend_drama_point
from apps.characters.dragonfly.sheet import track_of
from apps.characters.models import Character, Move, Track
from apps.characters.points import ledger, move, told_by
from apps.rules.dice import ScriptedDice
from apps.rules.refusal import Refused
from apps.table.audience import GMS
from apps.table.hold import hold
from apps.table.turn import Turn


@pytest.fixture
def turn(gm, shannon, pell):
    with hold(gm.table.pk):
        yield Turn(gm.viewer, "test", ScriptedDice([]))


def points_of(character: Character) -> Track:
    track = track_of(character, "drama-points")
    assert track
    return track


def test_from_one_to_another(turn, shannon, pell):
    one, other = points_of(shannon), points_of(pell)
    move(turn, one, other, 4, "A gift", "dragonfly.drama-points")
    assert (points_of(shannon).value, points_of(pell).value) == (6, 14)


@pytest.mark.parametrize("points", [0, -1, 1000, 11])
def test_what_is_refused(turn, shannon, points):
    before = Move.objects.count()
    with pytest.raises(Refused):
        move(turn, points_of(shannon), None, points)
    assert Move.objects.count() == before
    assert points_of(shannon).value == 10


def test_a_stale_row_cannot_overspend(turn, shannon):
    stale = points_of(shannon)
    move(turn, points_of(shannon), None, 10)
    with pytest.raises(Refused, match="none is left"):
        move(turn, stale, None, 1)


def test_a_secret_spend_is_in_nobodys_ledger(turn, gm, ines, marek, shannon):
    spent = spend_drama_point(turn, shannon)
    assert spent.left == 9
    told_by(turn, turn.tell("dragonfly.spent", {}, to=GMS), spent.move)
    assert spent.move in ledger(gm.viewer)
    assert spent.move not in ledger(ines.viewer)
    assert spent.move not in ledger(marek.viewer)


def test_the_page(gm, ines, marek, watcher, stranger, shannon, voss):
    gm.does("dragonfly.award", characters=[shannon.public_id], points=2, why="For <b>nerve</b>")
    gm.does("dragonfly.award", characters=[voss.public_id], points=3)
    for person in (ines, marek, watcher):
        page = person.at_address("points").content.decode()
        assert "Shannon Reyes" in page
        assert "For &lt;b&gt;nerve" in page
        assert "+2" in page
        assert "Voss" not in page
        assert "+3" not in page
    assert "Voss" in gm.at_address("points").content.decode()
    assert stranger.at(ines).at_address("points").status_code == 404
