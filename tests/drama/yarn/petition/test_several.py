"""Two petitions to each other, and scenes of many: exposition, one petition, the quiz."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.table.models import Exchange
from tests.drama.yarn.petition.test_petition import Sides, says
from tests.people import Person, open_a_table, sit_down
from tests.yarn_evening import JOSS, MAUD
from tests.yarn_world import asked, held, made, opens, refused, starts, told
from tests.yarn_world import votes as shows


def tells(person: Person, said: str) -> None:
    person.does("yarn.say-two-way", ask=asked(person), said=said)


def nobody_doubts(gm: Person, *deniers: Person) -> None:
    """Nobody doubts the no of these, one after the other, and none of them forces it."""
    for person in deniers:
        gm.does("yarn.let-it-be")
        says(person, "force", "no")


def nothing_is_open() -> bool:
    return not Exchange.objects.filter(closed_at=None).exists()


# two-way


@pytest.mark.played("yarn.two-way", "yarn.two-way-alike")
@pytest.mark.parametrize("end", ["granted", "refused"])
def test_alike_a_token_goes_each_way_and_the_kitty_gives_what_one_lacks(
    end: str, over: Sides, hands: Any, gm: Person, ines: Person, marek: Person
) -> None:
    hands((marek, 3))
    assert marek.post("yarn.two-way").status_code == 403
    gm.does("yarn.two-way", **over)
    assert "both seek something of each other?" in ines.panel("asks")
    assert "Alike Maud won not the other Joss won not the other" in marek.panel("asks")
    for person in (ines, marek):
        tells(person, end)
    nobody_doubts(gm, *((ines, marek) if end == "refused" else ()))
    gm.does("yarn.confirm-tokens")
    assert (held(ines), held(marek)) == (1, 3)
    assert told(gm.table)["rule"] == "yarn.two-way-alike"
    assert nothing_is_open()


@pytest.mark.played("yarn.two-way-split")
def test_apart_whoever_refused_pays_two(over: Sides, hands: Any, gm: Person, ines: Person, marek: Person) -> None:
    hands((ines, 1), (marek, 4))
    gm.does("yarn.two-way", **over)
    tells(ines, "refused")
    tells(marek, "granted")
    nobody_doubts(gm, ines)
    gm.does("yarn.confirm-tokens")
    assert (held(ines), held(marek)) == (3, 2)
    assert told(gm.table)["flows"] == [{"payer": "Marek", "receiver": "Ines", "count": 2}]


@pytest.mark.played("yarn.two-way")
@pytest.mark.parametrize("words", [("granted", "granted"), ("refused", "granted")])
def test_what_came_out_together_comes_out_by_itself_no_more(
    words: tuple[str, str], over: Sides, gm: Person, ines: Person, marek: Person
) -> None:
    gm.does("yarn.two-way", **over)
    for person, word in zip((ines, marek), words, strict=True):
        tells(person, word)
    nobody_doubts(gm, *([ines] if "refused" in words else []))
    gm.does("yarn.confirm-tokens")
    back = {"petitioner": over["granter"], "granter": over["petitioner"]}
    for sides in (over, back):
        assert "This petition is decided" in refused(marek, "yarn.signal-end", **sides)


@pytest.mark.played("yarn.two-way")
def test_where_they_disagree_all_vote(over: Sides, gm: Person, ines: Person, marek: Person) -> None:
    gm.does("yarn.two-way", **over)
    tells(ines, "granted")
    tells(marek, "no")
    for person in (ines, marek, gm):
        shows(person, "yes")
    assert ines.panel("asks") == ""
    assert "No, it was one petition" not in marek.panel("asks")
    refused(marek, "yarn.say-two-way", ask=asked(marek), said="no")
    tells(marek, "granted")
    gm.does("yarn.confirm-tokens")
    assert (held(ines), held(marek)) == (1, 1)


@pytest.mark.played("yarn.two-way", "yarn.resolve-petition")
def test_each_denial_of_two_may_be_doubted_and_the_vote_settles_it(
    over: Sides, hands: Any, gm: Person, ines: Person, marek: Person
) -> None:
    hands((ines, 2), (marek, 2))
    gm.does("yarn.two-way", **over)
    for person in (ines, marek):
        tells(person, "refused")
    assert "Maud Ferrin says: Joss Amber gave nothing that counts" in marek.panel("asks")
    assert "all vote; if granted: 2 tokens, Ines to you" in marek.panel("asks")
    assert ines.panel("asks") == ""
    nobody_doubts(gm, ines)
    assert "Joss Amber says: Maud Ferrin gave nothing that counts" in ines.panel("asks")
    assert marek.panel("asks") == ""
    says(ines, "doubt", "yes")
    assert told(gm.table)["granter"] == "Maud Ferrin"
    assert "Did Joss Amber win a real concession from Maud Ferrin?" in marek.panel("asks")
    assert "Granted 2 tokens to Marek" not in marek.panel("asks")
    for person in (ines, marek, gm):
        shows(person, "granted")
    gm.does("yarn.confirm-tokens")
    assert told(gm.table)["rule"] == "yarn.two-way-split"
    assert (held(ines), held(marek)) == (4, 0)
    assert nothing_is_open()


def test_a_vote_on_one_of_two_that_is_called_off_leaves_its_no(
    over: Sides, gm: Person, ines: Person, marek: Person
) -> None:
    gm.does("yarn.two-way", **over)
    tells(ines, "refused")
    tells(marek, "granted")
    says(marek, "doubt", "yes")
    gm.does("call-off", exchange=Exchange.objects.get(kind="yarn.vote", closed_at=None).public_id)
    says(ines, "force", "no")
    gm.does("yarn.confirm-tokens")
    assert told(gm.table)["rule"] == "yarn.two-way-split"


@pytest.mark.played("yarn.two-way", "yarn.force")
def test_one_of_two_is_forced_and_the_other_is_settled_by_itself(
    over: Sides, hands: Any, gm: Person, ines: Person, marek: Person
) -> None:
    hands((ines, 3), (marek, 1))
    gm.does("yarn.two-way", **over)
    tells(ines, "refused")
    tells(marek, "granted")
    gm.does("yarn.let-it-be")
    assert "Joss Amber refuses. Do you force it?" in ines.panel("asks")
    assert "2 of your tokens to Marek" in ines.panel("asks")
    says(ines, "force", "yes")
    assert "Maud Ferrin forces you" in marek.panel("asks")
    says(marek, "block", "no")
    assert "Then Joss Amber’s own petition comes out by itself." in gm.panel("asks")
    gm.does("yarn.confirm-tokens")
    assert (held(ines), held(marek)) == (1, 3)
    gm.does("yarn.confirm-tokens")
    assert (told(gm.table)["rule"], told(gm.table)["petitioner"]) == ("yarn.token-exchange", "Joss Amber")
    assert (held(ines), held(marek)) == (2, 2)
    assert nothing_is_open()
    for _ in range(2):
        gm.does("undo")
    assert (held(ines), held(marek)) == (1, 1)


@pytest.mark.played("yarn.two-way", "yarn.force-block")
def test_the_granter_s_own_petition_is_forced_and_blocked(
    over: Sides, hands: Any, gm: Person, ines: Person, marek: Person
) -> None:
    hands((ines, 4), (marek, 2))
    gm.does("yarn.two-way", **over)
    for person in (ines, marek):
        tells(person, "refused")
    nobody_doubts(gm, ines)
    gm.does("yarn.let-it-be")
    assert "Maud Ferrin refuses. Do you force it?" in marek.panel("asks")
    says(marek, "force", "yes")
    assert ("yarn.block" in ines.panel("asks"), "Joss Amber forces you" in ines.panel("asks")) == (False, True)
    says(ines, "block", "yes")
    gm.does("yarn.confirm-tokens")
    assert (held(ines), held(marek)) == (1, 5)
    gm.does("yarn.confirm-tokens")
    assert (told(gm.table)["petitioner"], told(gm.table)["outcome"]) == ("Maud Ferrin", "refused")
    assert (held(ines), held(marek)) == (2, 4)
    assert nothing_is_open()


def test_after_a_force_the_other_s_no_may_still_be_doubted(
    over: Sides, hands: Any, gm: Person, ines: Person, marek: Person
) -> None:
    hands((ines, 2))
    gm.does("yarn.two-way", **over)
    for person in (ines, marek):
        tells(person, "refused")
    gm.does("yarn.let-it-be")
    says(ines, "force", "yes")
    says(marek, "block", "no")
    gm.does("yarn.confirm-tokens")
    assert "Joss Amber says: Maud Ferrin gave nothing that counts" in ines.panel("asks")
    says(ines, "doubt", "yes")
    for person in (ines, marek, gm):
        shows(person, "granted")
    gm.does("yarn.confirm-tokens")
    assert (held(ines), held(marek)) == (1, 1)


def test_a_force_of_one_of_two_that_is_given_up_leaves_both_petitions(
    over: Sides, bess: Character, hands: Any, gm: Person, ines: Person, marek: Person
) -> None:
    hands((ines, 2), (marek, 2))
    gm.does("yarn.two-way", **over)
    tells(ines, "refused")
    tells(marek, "granted")
    gm.does("yarn.let-it-be")
    says(ines, "force", "yes", own=0)
    says(ines, "give-up", "")
    gm.does("yarn.confirm-tokens")
    assert told(gm.table)["rule"] == "yarn.two-way-split"
    assert (held(ines), held(marek)) == (4, 0)


def test_hands_at_the_end_are_those_of_two_petitions_as_long_as_they_are_open(
    over: Sides, hands: Any, gm: Person, ines: Person, marek: Person
) -> None:
    hands((ines, 3), (marek, 3))
    gm.does("yarn.two-way", **over)
    assert "Hands at the end" not in ines.panel("yarn-petition")
    assert "Hands at the end Alike Maud won not the other Joss won" in gm.panel("yarn-petition")
    tells(ines, "refused")
    tells(marek, "granted")
    gm.does("yarn.let-it-be")
    shown = gm.panel("yarn-petition")
    assert "Refused Forced if it stands Blocked if it is blocked" in shown
    assert "Ines 5 +2 2 −1 7 +4" in shown
    assert "Marek 1 −2 4 +1 0 −3" in shown


def test_a_doubt_on_one_of_two_is_taken_back(over: Sides, gm: Person, ines: Person, marek: Person) -> None:
    gm.does("yarn.two-way", **over)
    tells(ines, "granted")
    tells(marek, "refused")
    before = ines.panel("asks")
    says(ines, "doubt", "yes")
    assert ines.panel("asks") != before
    gm.does("undo")
    assert ines.panel("asks") == before


@pytest.mark.parametrize("how", ["voted", "called off"])
def test_one_petition_is_asked_about_as_ever(how: str, over: Sides, gm: Person, ines: Person, marek: Person) -> None:
    gm.does("yarn.two-way", **over)
    tells(marek, "no")
    tells(ines, "granted")
    if how == "voted":
        for person in (ines, marek, gm):
            shows(person, "no")
    else:
        gm.does("call-off", exchange=Exchange.objects.get(kind="yarn.vote", closed_at=None).public_id)
    assert "Did Maud Ferrin win a real concession" in ines.panel("asks")


def test_what_was_forced_has_its_own_end(
    over: Sides, bess: Character, hands: Any, gm: Person, ines: Person, marek: Person
) -> None:
    hands((ines, 2))
    says(ines, "got-it", "no")
    gm.does("yarn.let-it-be")
    says(ines, "force", "yes")
    assert "comes too late" in refused(gm, "yarn.two-way", **over)
    says(marek, "block", "no")
    assert "What was forced has its own end" in refused(gm, "yarn.two-way", **over)
    gm.does("yarn.confirm-tokens")
    marek.does("yarn.signal-end", petitioner=over["granter"], granter=over["petitioner"])
    says(marek, "got-it", "yes")
    gm.does("yarn.confirm-tokens")
    assert (held(ines), held(marek)) == (1, 1)


# several


def answers(person: Person, whom: Character, allow: str) -> None:
    says(person, "quiz-answer", allow, whom=whom.public_id)


@pytest.fixture
def around(played: Sides, gm: Person) -> None:
    """Ines, Marek and the GM are asked what they sought."""
    gm.does("yarn.ask-around")


@pytest.mark.played("yarn.group-scene")
def test_nobody_sought_anything_and_no_token_moves(around: None, gm: Person, ines: Person, marek: Person) -> None:
    assert "Something is being asked already" in refused(gm, "yarn.ask-around")
    for person in (ines, marek):
        says(person, "sought", "no")
    assert "Nobody answers this for somebody else" not in ines.panel("asks")
    says(gm, "sought", "no")
    assert told(gm.table)["kind"] == "exposition"
    assert "The scene is decided" in gm.panel("yarn-petition")
    assert nothing_is_open()


@pytest.mark.played("yarn.group-scene", "yarn.token-exchange")
def test_one_petition_among_many_is_an_ordinary_one(
    around: None, joss: Character, gm: Person, ines: Person, marek: Person
) -> None:
    says(ines, "sought", "yes")
    for person in (marek, gm):
        says(person, "sought", "no")
    assert told(gm.table)["kind"] == "ordinary"
    answers(ines, joss, "yes")
    assert held(marek) == 1
    assert nothing_is_open()


@pytest.mark.played("yarn.group-quiz", "yarn.precedence-occasions")
def test_the_quiz_goes_round_in_a_drawn_order_and_the_gm_answers_last(
    around: None, maud: Character, joss: Character, bess: Character, hands: Any, gm: Person, ines: Person,
    marek: Person, dice: Any,
) -> None:  # fmt: skip
    hands((marek, 1))
    for person in (gm, marek):
        says(person, "sought", "yes")
    dice(2)
    says(ines, "sought", "yes")
    assert told(gm.table)["order"] == ["Marek", "Ines", "Director"]
    assert "Won 1 token, you to Ines Denied 1 token, the kitty to you" in marek.panel("asks")
    answers(marek, maud, "yes")
    assert "Won 1 token, you to the GM" in ines.panel("asks") or "you to Director" in ines.panel("asks")
    assert "not yours to choose" in refused(ines, "yarn.quiz-answer", ask=asked(ines), whom=maud.public_id, allow="no")
    answers(ines, joss, "no")
    answers(gm, joss, "yes")
    assert [(one["payer"], one["receiver"]) for one in told(gm.table)["flows"]] == [
        ("Marek", "Ines"), ("", "Ines"), ("", "Marek"),
    ]  # fmt: skip
    assert (held(ines), held(marek)) == (2, 1)
    assert nothing_is_open()


@pytest.mark.played("yarn.group-quiz", "yarn.force")
def test_what_was_forced_is_left_out_of_the_quiz(
    over: Sides, maud: Character, joss: Character, bess: Character, hands: Any, gm: Person, ines: Person, marek: Person,
    dice: Any,
) -> None:  # fmt: skip
    hands((ines, 2))
    says(ines, "got-it", "no")
    gm.does("yarn.let-it-be")
    says(ines, "force", "yes")
    says(marek, "block", "no")
    gm.does("yarn.confirm-tokens")
    gm.does("yarn.ask-around")
    dice(1)
    for person in (ines, marek, gm):
        says(person, "sought", "yes")
    assert told(gm.table)["order"] == ["Ines", "Marek", "Director"]
    assert "not yours to choose" in refused(ines, "yarn.quiz-answer", ask=asked(ines), whom=joss.public_id, allow="no")
    answers(ines, bess, "yes")
    answers(marek, maud, "no")
    answers(gm, maud, "yes")
    assert (held(ines), held(marek)) == (1, 3)


def test_whoever_has_nothing_left_to_seek_is_not_asked(
    maud: Character, joss: Character, gm: Person, ines: Person, marek: Person
) -> None:
    starts(gm)
    cast = [maud.public_id, joss.public_id]
    gm.does("yarn.set-scene", title="The attic", mode="dramatic", cast=cast)
    gm.does("yarn.start-anyway")
    ines.does("yarn.signal-end", petitioner=cast[0], granter=cast[1])
    says(ines, "got-it", "yes")
    gm.does("yarn.confirm-tokens")
    gm.does("yarn.ask-around")
    assert ines.panel("asks") == ""
    says(marek, "sought", "yes")
    answers(marek, maud, "yes")
    assert (held(ines), held(marek)) == (1, 0)
    assert "Nobody in this scene has anything left to ask for" in refused(gm, "yarn.ask-around")


def test_what_the_quiz_has_settled_comes_out_once(
    around: None, maud: Character, joss: Character, gm: Person, ines: Person, marek: Person
) -> None:
    says(ines, "sought", "yes")
    for person in (marek, gm):
        says(person, "sought", "no")
    answers(ines, joss, "yes")
    sides = {"petitioner": maud.public_id, "granter": joss.public_id}
    assert "This petition is decided" in refused(ines, "yarn.signal-end", **sides)


def test_what_an_answer_would_move_is_worked_out_in_its_form(
    around: None, bess: Character, gm: Person, ines: Person, marek: Person
) -> None:
    says(ines, "sought", "yes")
    for person in (marek, gm):
        says(person, "sought", "no")
    form = ines.get("yarn.quiz-answer", ask=asked(ines), whom=bess.public_id, allow="no").content.decode()
    assert "the kitty to you" in " ".join(form.split())


def test_the_gm_lays_the_cards_where_the_table_plays_so(db: None) -> None:
    table = open_a_table("Low Water", game="yarn", precedence_source="GM arranges", quiz_settlement="all at once")
    gm, ines, marek = sit_down(table, "Edda", "gm", "gm"), sit_down(table, "Ines"), sit_down(table, "Marek")
    maud, joss = made(ines, **MAUD), made(marek, **JOSS)
    opens(gm, card_1=ines.viewer.seat.public_id, card_2=marek.viewer.seat.public_id)
    gm.does("yarn.set-scene", title="A", mode="dramatic", cast=[maud.public_id, joss.public_id])
    gm.does("yarn.start-anyway")
    first, second = marek.viewer.seat.public_id, ines.viewer.seat.public_id
    assert "Each card lies once" in refused(gm, "yarn.ask-around", card_1=first, card_2=first)
    gm.does("yarn.ask-around", card_1=first, card_2=second)
    for person in (ines, marek):
        says(person, "sought", "yes")
    assert told(table)["order"] == ["Marek", "Ines"]
    answers(marek, maud, "no")
    answers(ines, joss, "no")
    assert [(one["payer"], one["count"]) for one in told(table)["flows"]] == [("", 1), ("", 1)]
    assert (held(ines), held(marek)) == (1, 1)


def test_alone_nobody_else_is_asked(maud: Character, gm: Person) -> None:
    starts(gm)
    gm.does("yarn.set-scene", title="A", mode="dramatic", cast=[maud.public_id])
    gm.does("yarn.start-anyway")
    assert "nobody else could be asked" in refused(gm, "yarn.ask-around")
