"""Orders of the players' cards, and votes of participants: hands that are shown at once, ties that somebody breaks."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters import entries
from apps.characters.models import Character, Part
from apps.characters.yarn import orders, people, spans, votes
from apps.characters.yarn.votes import Tile, Vote
from apps.rules.refusal import Refused
from apps.table.models import Ask, Exchange
from tests.people import Person, open_a_table
from tests.yarn_world import asked, in_a_turn, refused, starts, told
from tests.yarn_world import votes as shows

# participants


@pytest.mark.played("yarn.components")
def test_the_gm_is_one_participant_and_who_watches_is_none(
    gm: Person, ines: Person, marek: Person, watcher: Person, sit: Any
) -> None:
    desk = gm.viewer.desk
    assert [one.name for one in people.participants(desk)] == ["Ines", "Marek", gm.viewer.seat.name]
    sit("Second", "gm", "gm")
    found = people.of_viewer(gm.viewer)
    assert (found and found.name, found and found.atom) == ("the GM", ("gms", 0))
    assert people.of_viewer(watcher.viewer) is None
    with pytest.raises(Refused, match="watches"):
        people.of_seat(watcher.viewer.seat)


def test_a_cast_is_told_to_the_rules_with_who_plays_whom(maud: Character, bess: Character, ines: Person) -> None:
    desk = ines.viewer.desk
    written = people.as_cast([maud, bess])
    assert written == [f"{maud.public_id} ({ines.viewer.seat.public_id})", f"{bess.public_id} (recurring)"]
    assert [people.from_cast(desk, one) for one in written] == [maud, bess]
    assert people.mains(desk) == [maud]


# orders


@pytest.mark.played("yarn.precedence", "yarn.precedence-occasions")
def test_an_order_is_shuffled_with_the_tables_dice_and_kept(
    gm: Person, ines: Person, marek: Person, sit: Any, dice: Any
) -> None:
    starts(gm)
    sit("Noor")
    dice(2, 2)
    gm.does("yarn.draw-order", purpose="Who speaks")
    assert told(gm.table)["names"] == ["Marek", "Noor", "Ines"]
    desk = gm.viewer.desk
    scene = spans.open_now(desk, spans.SCENE)
    assert scene
    assert [one.name for one in orders.order_of(desk, scene, orders.OTHER)] == ["Marek", "Noor", "Ines"]


def test_an_order_needs_a_session(gm: Person, ines: Person) -> None:
    assert "Open a session first" in refused(gm, "yarn.draw-order", purpose="Who speaks")


def test_drawing_one_order_leaves_the_others(gm: Person, ines: Person, marek: Person, dice: Any) -> None:
    starts(gm)
    dice(1, 2)

    def both(turn: Any) -> None:
        orders.draw(turn, spans.series(turn), orders.THEMES)
        orders.draw(turn, spans.series(turn), orders.QUIZ)

    in_a_turn(gm, both)
    drawn = Part.objects.filter(span__kind="series")
    assert sorted(drawn.values_list("role", "place", "seat__name")) == [
        ("quiz", 1, "Marek"), ("quiz", 2, "Ines"), ("themes", 1, "Ines"), ("themes", 2, "Marek"),
    ]  # fmt: skip


@pytest.fixture
def arranged(db: None) -> Any:
    return open_a_table("Low Water", game="yarn", precedence_source="GM arranges")


def test_the_gm_may_lay_the_cards_herself(gm: Person, ines: Person, marek: Person) -> None:
    starts(gm)

    def laid(turn: Any) -> list[str]:
        order = orders.draw(turn, spans.series(turn), orders.NAMES, drawn=people.players(turn.desk)[::-1])
        return [one.name for one in order]

    assert in_a_turn(gm, laid) == ["Marek", "Ines"]


# votes


@pytest.fixture
def doubted(maud: Character, joss: Character, gm: Person, sit: Any) -> Person:
    """Maud's first trait is voted on by Marek and Noor, who is returned."""
    noor: Person = sit("Noor")
    (row, *_) = entries.held_by(maud, "trait")
    gm.does("yarn.doubt-trait", trait=row.public_id)
    return noor


@pytest.mark.played("yarn.approval", "yarn.trait-review")
def test_all_but_the_owner_vote_and_a_trait_that_is_struck_is_gone(
    doubted: Person, maud: Character, gm: Person, ines: Person, marek: Person
) -> None:
    assert "Marek is asked Noor is asked" in ines.panel("yarn-votes")
    shows(marek, "struck")
    assert "Marek in Noor is asked" in gm.panel("yarn-votes")
    assert "Marek It is struck out" in marek.panel("yarn-votes")
    shows(doubted, "struck")
    assert [one.name for one in entries.held_by(maud, "trait")] == ["Hears what is not said", "Strong as a drayman"]
    assert "It is struck out 2 So it is decided Marek Noor" in ines.log()
    assert not Exchange.objects.filter(closed_at=None).exists()


def test_a_tie_is_the_gms_to_break(doubted: Person, maud: Character, gm: Person, marek: Person, ines: Person) -> None:
    shows(marek, "struck")
    shows(doubted, "stands")
    assert "Marek It is struck out Noor It stands" in ines.panel("yarn-votes")
    assert "As many on either side: you decide" in gm.panel("asks")
    shows(gm, "stands")
    assert len(entries.held_by(maud, "trait")) == 3
    assert told(gm.table, "yarn.vote-opened")["broken_by"] == gm.viewer.seat.name


def test_a_tie_that_nobody_breaks_stands(doubted: Person, maud: Character, gm: Person, marek: Person) -> None:
    for person, word in ((marek, "struck"), (doubted, "stands")):
        shows(person, word)
    gm.does("leave-out", ask=asked(gm))
    assert told(gm.table, "yarn.vote-opened")["tied"]
    assert len(entries.held_by(maud, "trait")) == 3


def test_while_a_tie_is_broken_no_hand_changes_any_more(doubted: Person, gm: Person, marek: Person) -> None:
    ask = asked(marek)
    for person, word in ((marek, "struck"), (doubted, "stands")):
        shows(person, word)
    assert marek.panel("asks") == ""
    assert "no longer open" in refused(marek, "yarn.vote", ask=ask, hand="stands")
    doubted.does("undo")
    assert "You may change it until the last hand is in" in marek.panel("asks")


def test_a_tie_that_is_called_off_stands(doubted: Person, maud: Character, gm: Person, marek: Person) -> None:
    for person, word in ((marek, "struck"), (doubted, "stands")):
        shows(person, word)
    gm.does("call-off", exchange=Ask.objects.get(public_id=asked(gm)).exchange.public_id)
    assert told(gm.table, "yarn.vote-opened")["tied"]
    assert not Exchange.objects.filter(closed_at=None).exists()


def test_nobody_but_the_electorate_votes(doubted: Person, ines: Person, gm: Person, marek: Person) -> None:
    ask = asked(marek)
    assert "no longer open" in refused(ines, "yarn.vote", ask=ask, hand="struck")
    assert "Nobody answers this for somebody else" in refused(gm, "yarn.vote", ask=ask, hand="struck")


def test_a_trait_is_not_voted_on_where_nobody_else_plays(maud: Character, gm: Person) -> None:
    (row, *_) = entries.held_by(maud, "trait")
    assert "Nobody else is here" in refused(gm, "yarn.doubt-trait", trait=row.public_id)


def test_what_follows_a_vote_is_taken_back_with_the_last_hand(
    doubted: Person, maud: Character, gm: Person, marek: Person
) -> None:
    for person in (marek, doubted):
        shows(person, "struck")
    gm.does("undo")
    assert len(entries.held_by(maud, "trait")) == 3
    assert "Marek in Noor is asked" in gm.panel("yarn-votes")


@pytest.fixture
def live(db: None) -> Any:
    return open_a_table("Low Water", game="yarn", vote_reveal="live")


def test_hands_are_seen_at_once_where_the_table_plays_so(live: Any) -> None:
    from tests.people import sit_down
    from tests.yarn_world import made as makes

    gm, ines = sit_down(live, "Edda", "gm", "gm"), sit_down(live, "Ines")
    marek, noor = sit_down(live, "Marek"), sit_down(live, "Noor")
    maud = makes(ines, name="Maud", role="main", trait_1_name="Innkeeper")
    (row,) = entries.held_by(maud, "trait")
    gm.does("yarn.doubt-trait", trait=row.public_id)
    shows(marek, "stands")
    assert "Marek It stands Noor is asked" in noor.panel("yarn-votes")
    assert "Nobody answers this for somebody else" in refused(gm, "yarn.vote", ask=asked(noor), hand="struck")


def test_a_vote_of_which_nobody_knows_what_follows_is_a_mistake_of_ours(gm: Person, ines: Person) -> None:
    unknown = Vote("weather", "Shall it rain?", (Tile("yes", "Yes"),))

    def calls(turn: Any) -> Any:
        return votes.call_vote(turn, unknown, people.players(turn.desk), by=turn.events[0])

    with pytest.raises(LookupError, match="weather"):
        in_a_turn(gm, calls)
