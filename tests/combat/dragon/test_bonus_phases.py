"""A phase that one side offers the other: the GM's word first, then that of each for whom it is."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.combat.models import Fight
from apps.rules.dragon.combat.parts import Moment
from apps.table.models import Event
from tests.characters.dragon.conftest import made
from tests.combat.conftest import in_words, refused
from tests.combat.dragon.conftest import fighter, in_round, taken_to
from tests.combat.wounded import a_turn_of, asks, the_ask, told, undo
from tests.keeping_secrets import plainly
from tests.people import open_a_table, sit_down, state_of_play

TERMS = "Lay down your arms!"


@pytest.fixture
def warlord(gm: Any) -> Character:
    return made(gm, name="Warlord", role="enemy", charisma=6)


@pytest.fixture
def parley(gm: Any, ana: Character, warlord: Character) -> Fight:
    """The book's example: the hero has 1 to 5, the warlord 8 and 10; it is Good of round 1."""
    return in_round(gm, {ana: (1, 2, 3, 4, 5), warlord: (8, 10)})


def offers(person: Any, by: Character, *to: Character, words: str = TERMS) -> Any:
    ids = [one.public_id for one in to]
    return person.post("dragon.offer-bonus", live=True, character=by.public_id, to=ids, words=words)


def answers(person: Any, act: str, **data: Any) -> Any:
    return person.post(act, live=True, ask=the_ask(person.table).public_id, **data)


def goes_to(gm: Any, round: int, part: Any) -> None:
    a_turn_of(gm, lambda turn: taken_to(turn, turn.desk.all(Fight)[-1], Moment(round, part)))


@pytest.mark.played("dragon.bonus-phase", "dragon.parley")
def test_a_hero_offers_the_gm_allows_and_the_enemy_takes(
    gm: Any, ines: Any, ana: Character, warlord: Character, parley: Fight
) -> None:
    assert offers(ines, ana, warlord).status_code == 200
    assert "Ana offers Warlord a phase" in gm.panel("asks")
    assert TERMS in gm.panel("asks")
    assert fighter(gm, warlord).bonus is None, "nothing is given before the GM’s yes"
    assert answers(gm, "dragon.answer-offer", allow="yes", takers=[warlord.public_id]).status_code == 200
    one = fighter(gm, warlord)
    assert (one.bonus, one.later(1)) == (Moment(1, "Bad"), (8, 10))
    assert "Warlord takes it and may act in Bad Guys in 1" in ines.log()
    assert not asks(gm.table)
    goes_to(gm, 1, "Bad")
    assert "goes in 1 with a bonus phase" in gm.panel("dragon-their-phase")
    goes_to(gm, 2, "Good")
    assert fighter(gm, warlord).bonus is None, "it lapses when its part ends"


@pytest.mark.played("dragon.bonus-phase")
def test_an_enemy_offers_and_the_players_are_asked(
    gm: Any, ines: Any, marek: Any, ana: Character, warlord: Character
) -> None:
    bo = made(marek, name="Bo", role="hero")
    in_round(gm, {ana: (9,), bo: (8,), warlord: (6,)}, (6, "Bad"))
    assert offers(gm, warlord, ana, bo).status_code == 200
    assert "act in Late 6" in ines.panel("asks")
    mine = next(one for one in asks(gm.table) if one.subject == ana.pk)
    assert "bonus phase" not in ines.panel("dragon-rounds")
    assert ines.post("dragon.take-offer", ask=mine.public_id, allow="yes").status_code == 200
    assert fighter(gm, ana).bonus == Moment(6, "Late")
    assert "bonus phase" in ines.panel("dragon-rounds")
    assert answers(marek, "dragon.take-offer", allow="no").status_code == 200
    assert fighter(gm, bo).bonus is None
    assert "Bo does not take the phase that Warlord offers" in gm.log()


def test_the_gm_s_no_ends_it(gm: Any, ines: Any, ana: Character, warlord: Character, parley: Fight) -> None:
    offers(ines, ana, warlord)
    before = fighter(gm, warlord)
    assert answers(gm, "dragon.answer-offer", allow="no", words="He does not listen.").status_code == 200
    assert fighter(gm, warlord) == before
    assert "is not allowed. He does not listen." in ines.log()
    assert not asks(gm.table)


def test_the_gm_says_who_of_their_own_takes_it(
    gm: Any, ines: Any, ana: Character, warlord: Character, guard: Character
) -> None:
    in_round(gm, {ana: (1, 2), warlord: (8,), guard: (5,)})
    offers(ines, ana, warlord, guard)
    answers(gm, "dragon.answer-offer", allow="yes", takers=[guard.public_id])
    assert fighter(gm, guard).bonus == Moment(1, "Bad")
    assert fighter(gm, warlord).bonus is None
    assert "Lantern guard takes it" in ines.log()
    assert "Warlord does not take it" in ines.log()


def test_what_is_refused(gm: Any, ines: Any, ana: Character, warlord: Character, parley: Fight) -> None:
    bo = made(ines, name="Bo", role="hero")
    in_late = state_of_play(gm.table)
    refused(offers(ines, ana, ana), "A phase is offered to somebody of the other side.")
    refused(offers(ines, ana, bo), "A phase is offered to somebody of the other side.")
    refused(offers(ines, bo, warlord), "A phase is offered in the part of one’s own side.")
    refused(offers(gm, warlord, ana), "A phase is offered in the part of one’s own side.")
    refused(offers(ines, ana), "")
    assert state_of_play(gm.table) == in_late


@pytest.mark.played("dragon.bonus-phase", "dragon.hold")
@pytest.mark.parametrize("does", ["hold", "pass"])
def test_a_bonus_after_a_phase_that_was_held_or_passed_is_shown_and_may_be_left(
    gm: Any, ines: Any, ana: Character, warlord: Character, does: str
) -> None:
    """It comes on top of the other phases, and nobody goes twice by it."""
    in_round(gm, {ana: (6, 8), warlord: (6,)}, (6, "Good"))
    assert ines.post(f"dragon.{does}", live=True, character=ana.public_id).status_code == 200
    goes_to(gm, 6, "Bad")
    offers(gm, warlord, ana)
    assert ines.post("dragon.take-offer", live=True, ask=the_ask(gm.table).public_id, allow="yes").status_code == 200
    goes_to(gm, 6, "Late")
    assert "Round 6 is yours, Ana" in ines.panel("dragon-my-phase")
    assert "Nothing now the bonus phase is not used" in ines.panel("dragon-my-phase")
    assert ines.post("dragon.decline", live=True, character=ana.public_id).status_code == 200
    assert fighter(gm, ana).bonus is None


def test_one_bonus_phase_in_a_round(gm: Any, ines: Any, ana: Character, warlord: Character, parley: Fight) -> None:
    for _ in range(2):
        last = offers(ines, ana, warlord)
        if last.status_code == 200:
            answers(gm, "dragon.answer-offer", allow="yes", takers=[warlord.public_id])
    refused(last, "One bonus phase in a round, and there is one already.")


def test_without_a_phase_nobody_has_a_free_part_of_one(gm: Any, ines: Any, ana: Character, warlord: Character) -> None:
    in_round(gm, {ana: (4,), warlord: (8,)})
    refused(
        offers(ines, ana, warlord),
        "This costs 2 later phases, and only 1 is left in this turn: without a phase in this round",
    )
    assert "Offer the other side a phase" not in ines.panel("dragon-cutting") + ines.panel("dragon-my-phase")


def test_an_offer_in_late_is_for_the_next_round(gm: Any, ines: Any, ana: Character, warlord: Character) -> None:
    in_round(gm, {ana: (2, 5), warlord: (8,)}, (2, "Late"))
    offers(ines, ana, warlord)
    answers(gm, "dragon.answer-offer", allow="yes", takers=[warlord.public_id])
    assert fighter(gm, warlord).bonus == Moment(3, "Bad")


def test_or_refused_by_the_switch(db: None) -> None:
    table = open_a_table(game="dragon", late_bonus_target="not allowed")
    gm, ines = sit_down(table, "Director", "gm"), sit_down(table, "Ines")
    ana, guard = made(ines, name="Ana", role="hero"), made(gm, name="Guard", role="enemy")
    in_round(gm, {ana: (2, 5), guard: (3,)}, (2, "Late"))
    refused(offers(ines, ana, guard), "nobody offers a phase in Late")


def test_what_comes_too_late_can_only_be_declined(
    gm: Any, ines: Any, ana: Character, warlord: Character, parley: Fight
) -> None:
    offers(ines, ana, warlord)
    goes_to(gm, 2, "Good")
    before = state_of_play(gm.table)
    refused(
        answers(gm, "dragon.answer-offer", allow="yes", takers=[warlord.public_id]),
        "The part for which it was offered is over.",
    )
    assert state_of_play(gm.table) == before
    assert answers(gm, "dragon.answer-offer", allow="no").status_code == 200


def test_others_answer_nothing(
    gm: Any, ines: Any, marek: Any, ana: Character, warlord: Character, parley: Fight
) -> None:
    offers(ines, ana, warlord)
    ask = the_ask(gm.table).public_id
    assert ines.post("dragon.answer-offer", ask=ask, allow="yes").status_code == 403
    assert marek.post("dragon.take-offer", ask=ask, allow="yes").status_code == 422


def test_it_is_taken_back(gm: Any, ines: Any, ana: Character, warlord: Character, parley: Fight) -> None:
    offers(ines, ana, warlord)
    before = gm.panel("asks")
    answers(gm, "dragon.answer-offer", allow="yes", takers=[warlord.public_id])
    undo(gm)
    assert gm.panel("asks") == before
    assert fighter(gm, warlord).bonus is None
    undo(gm, Event.objects.get(table=gm.table, kind="dragon.bonus-offered"))
    assert not asks(gm.table)


def test_the_panel_offers_it_with_the_hint(
    gm: Any, ines: Any, ana: Character, warlord: Character, parley: Fight
) -> None:
    assert "Offer the other side a phase" in ines.panel("dragon-my-phase")
    form = in_words(ines.get("dragon.offer-bonus", character=ana.public_id))
    assert "may act in Bad Guys in 1" in form
    assert "When it is worth it" in form


def test_nobody_hears_of_the_hidden(gm: Any, ines: Any, marek: Any, ana: Character, warlord: Character) -> None:
    witch = made(gm, name="Bell-witch", role="enemy", hidden="on")
    in_round(gm, {ana: (1, 2), warlord: (8,), witch: (7,)})
    form = plainly(ines.get("dragon.offer-bonus", character=ana.public_id).content.decode())
    assert witch.public_id not in form
    before = plainly(ines.page()), plainly(marek.page())
    refused(offers(ines, ana, witch), "A phase is offered to somebody of the other side.")
    assert offers(gm, ana, witch).status_code == 200
    assert (plainly(ines.page()), plainly(marek.page())) == before
    answers(gm, "dragon.take-offer", allow="yes")
    assert (plainly(ines.page()), plainly(marek.page())) == before
    assert fighter(gm, witch).bonus == Moment(1, "Bad")


def test_of_several_players_hear_of_those_they_know(gm: Any, ines: Any, ana: Character, warlord: Character) -> None:
    witch = made(gm, name="Bell-witch", role="enemy", hidden="on")
    in_round(gm, {ana: (1, 2), warlord: (8,), witch: (7,)})
    offers(gm, ana, warlord, witch)
    assert "Ana offers Warlord a phase" in ines.log()
    assert "Warlord and Bell-witch" in gm.log()
    assert told(gm.table, "dragon.bonus-offered")["to"] == ["Warlord", "Bell-witch"]
