"""A hold that waits for a trigger: claimed by its owner, judged by the GM, carried out before what it interrupts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.models import Character
from apps.combat.dragon import turns as stored
from apps.combat.models import Combatant, Fight
from apps.rules.dragon.combat import turns as rules
from apps.rules.dragon.combat.parts import Moment
from apps.table.models import Ask, Exchange
from apps.table.turn import Turn
from tests.characters.dragon.conftest import made
from tests.combat.conftest import in_words, refused
from tests.combat.dragon.conftest import fighter, in_round, now, taken_to
from tests.combat.wounded import a_turn_of, the_ask, told, undo
from tests.keeping_secrets import plainly
from tests.people import open_a_table, sit_down, state_of_play

Dice = Callable[..., Any]
RUNS, SHOOTS = "an enemy runs", "shoot him"


def holds(gm: Any, character: Character, trigger: str = RUNS, does: str = SHOOTS) -> None:
    """They keep the phase of this round for that."""

    def keeps(turn: Turn) -> None:
        combatant = turn.desk.one(Combatant, character=character)
        assert combatant
        fight = combatant.fight
        state = stored.state_of(fight)
        stored.write(turn, fight, rules.hold(state, combatant.public_id, trigger, does))

    a_turn_of(gm, keeps)


def goes_to(gm: Any, round: int, part: Any) -> None:
    a_turn_of(gm, lambda turn: taken_to(turn, turn.desk.all(Fight)[-1], Moment(round, part)))


@pytest.fixture
def held(gm: Any, ana: Character, duel: Fight) -> Fight:
    """Ana has held round 2 for somebody who runs; it is Bad of round 3."""
    holds(gm, ana)
    goes_to(gm, 3, "Bad")
    return now(gm)


def claims(person: Any, character: Character, **more: Any) -> Any:
    return person.post("dragon.claim-trigger", live=True, character=character.public_id, **more)


def answers(person: Any, act: str, **data: Any) -> Any:
    return person.post(act, live=True, ask=the_ask(person.table).public_id, **data)


@pytest.mark.played("dragon.conditional-hold", "dragon.enemy-sub-round")
def test_a_trigger_is_claimed_confirmed_and_the_act_breaks_in(gm: Any, ines: Any, ana: Character, held: Fight) -> None:
    assert claims(ines, ana, event="The guard makes for the door").status_code == 200
    assert "The guard makes for the door" in gm.panel("asks")
    assert fighter(gm, ana).kept is not None, "nothing is paid before the GM’s yes"
    assert answers(gm, "dragon.answer-trigger", allow="yes").status_code == 200
    assert SHOOTS in ines.panel("asks")
    assert answers(ines, "dragon.break-in").status_code == 200
    one = fighter(gm, ana)
    assert (one.kept, one.acted, one.later(3)) == (None, True, (5, 9))
    facts = told(gm.table, "dragon.broke-in")
    assert (facts["words"], facts["paid"]) == (SHOOTS, {"way": "hold", "gone": [], "surcharge": False})
    assert "breaks in: shoot him" in gm.log()
    assert not Exchange.objects.filter(table=gm.table, closed_at=None).exists()


@pytest.mark.played("dragon.visibility")
def test_what_is_waited_for_is_the_owner_s_and_the_gm_s(
    gm: Any, ines: Any, marek: Any, ana: Character, held: Fight
) -> None:
    assert RUNS in ines.panel("dragon-cutting")
    assert RUNS in gm.panel("dragon-triggers")
    assert RUNS not in marek.page()
    claims(ines, ana, event="The guard makes for the door")
    assert "What Ana held for has come" in marek.log()
    answers(gm, "dragon.answer-trigger", allow="no", words="He only leans.")
    assert "He only leans." in marek.log()
    for word in (RUNS, SHOOTS, "The guard makes for the door"):
        assert word not in marek.page()
        assert word in ines.page()


def test_with_the_switch_off_everybody_reads_it(gm: Any) -> None:
    table = open_a_table(game="dragon", hold_trigger_secret="off")
    gm, ines, marek = sit_down(table, "Director", "gm"), sit_down(table, "Ines"), sit_down(table, "Marek")
    ana, guard = made(ines, name="Ana", role="hero"), made(gm, name="Guard", role="enemy")
    in_round(gm, {ana: (2, 5), guard: (3,)}, (2, "Good"))
    holds(gm, ana)
    goes_to(gm, 3, "Bad")
    claims(ines, ana)
    assert RUNS in marek.log()


def test_a_no_spends_nothing_and_the_hold_stays(gm: Any, ines: Any, ana: Character, held: Fight) -> None:
    before = fighter(gm, ana)
    claims(ines, ana)
    answers(gm, "dragon.answer-trigger", allow="no")
    assert fighter(gm, ana) == before
    assert "The hold stays" in ines.log()
    assert claims(ines, ana).status_code == 200, "it can be claimed again"


def test_the_gm_s_word_for_an_enemy_is_at_once(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    in_round(gm, {ana: (2, 5), guard: (2, 6)}, (2, "Bad"))
    holds(gm, guard, "she draws", "throw sand")
    goes_to(gm, 3, "Good")
    assert claims(gm, guard).status_code == 200
    assert "Lantern guard breaks in" in ines.log()
    assert "she draws" not in ines.page()
    dice(7, 1, 1, 1)
    assert answers(gm, "dragon.break-in", substat="accuracy").status_code == 200
    assert told(gm.table, "dragon.check")["successes"] == 1
    assert "throw sand" in ines.log()
    assert "she draws" not in ines.page()


def test_a_roll_outside_the_category_costs_a_later_phase_too(
    gm: Any, ines: Any, ana: Character, held: Fight, dice: Dice
) -> None:
    claims(ines, ana)
    answers(gm, "dragon.answer-trigger", allow="yes")
    ask = the_ask(gm.table)
    form = in_words(ines.get("dragon.break-in", ask=ask.public_id, substat="wit"))
    assert "Costs the phase kept from 2, and one later phase. Wit is Mental, the kept phase is Physical:" in form
    assert "Roll 3 dice" in form
    before = state_of_play(gm.table)
    refused(ines.post("dragon.break-in", ask=ask.public_id, substat="wit"), "Name 1 later phase to give up.")
    assert state_of_play(gm.table) == before
    dice(7, 8, 1)
    assert ines.post("dragon.break-in", ask=ask.public_id, substat="wit", pay=[9]).status_code == 200
    assert told(gm.table, "dragon.check")["successes"] == 2
    assert fighter(gm, ana).later(3) == (5,)


def test_it_may_be_left_after_all(gm: Any, ines: Any, ana: Character, held: Fight) -> None:
    before = fighter(gm, ana)
    claims(ines, ana)
    answers(gm, "dragon.answer-trigger", allow="yes")
    assert answers(ines, "dragon.break-in", leave="on").status_code == 200
    assert fighter(gm, ana) == before
    assert "does not break in after all" in gm.log()


def test_refusals_change_nothing(gm: Any, ines: Any, marek: Any, ana: Character, guard: Character, duel: Fight) -> None:
    before = state_of_play(gm.table)
    refused(claims(ines, ana), "Nothing was held for a trigger here.")
    refused(claims(marek, ana), "Nothing was held for a trigger here.")
    refused(claims(ines, guard), "Nothing was held for a trigger here.")
    assert state_of_play(gm.table) == before


def test_who_has_acted_breaks_in_no_more(gm: Any, ines: Any, ana: Character, duel: Fight) -> None:
    holds(gm, ana)
    a_turn_of(gm, lambda turn: _acts(turn, ana))
    before = state_of_play(gm.table)
    refused(claims(ines, ana), "Nobody acts twice in a round")
    assert state_of_play(gm.table) == before
    assert "Nobody acts twice in a round" in ines.panel("dragon-cutting")


def _acts(turn: Turn, character: Character) -> None:
    combatant = turn.desk.one(Combatant, character=character)
    assert combatant
    fight = combatant.fight
    stored.write(turn, fight, rules.act(stored.state_of(fight), combatant.public_id, pay=(5, 9)))


def test_it_is_said_once(gm: Any, ines: Any, ana: Character, held: Fight) -> None:
    claims(ines, ana)
    before = state_of_play(gm.table)
    refused(claims(ines, ana), "This was said already, and is not settled yet.")
    assert state_of_play(gm.table) == before


def test_a_yes_needs_the_hold(gm: Any, ines: Any, ana: Character, held: Fight) -> None:
    claims(ines, ana)
    goes_to(gm, 5, "Good")
    before = state_of_play(gm.table)
    refused(answers(gm, "dragon.answer-trigger", allow="yes"), "They cannot break in any more")
    assert state_of_play(gm.table) == before
    assert answers(gm, "dragon.answer-trigger", allow="no").status_code == 200


def test_only_the_gm_judges(gm: Any, ines: Any, marek: Any, ana: Character, held: Fight) -> None:
    claims(ines, ana)
    ask = the_ask(gm.table).public_id
    assert ines.post("dragon.answer-trigger", ask=ask, allow="yes").status_code == 403
    answers(gm, "dragon.answer-trigger", allow="yes")
    assert marek.post("dragon.break-in", ask=the_ask(gm.table).public_id).status_code == 422
    assert answers(gm, "dragon.break-in").status_code == 200, "the GM acts for a player who is not there"


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_each_step_is_taken_back(gm: Any, ines: Any, ana: Character, held: Fight, steps: int) -> None:
    acts = [
        lambda: claims(ines, ana),
        lambda: answers(gm, "dragon.answer-trigger", allow="yes"),
        lambda: answers(ines, "dragon.break-in"),
    ]
    for one in acts[: steps - 1]:
        one()
    before = fighter(gm, ana), gm.panel("asks"), ines.panel("asks"), ines.panel("dragon-cutting")
    acts[steps - 1]()
    undo(gm)
    assert (fighter(gm, ana), gm.panel("asks"), ines.panel("asks"), ines.panel("dragon-cutting")) == before


def test_nobody_hears_of_the_hidden(gm: Any, ines: Any, marek: Any, ana: Character) -> None:
    witch = made(gm, name="Bell-witch", role="enemy", hidden="on")
    in_round(gm, {ana: (2, 5), witch: (2, 6)}, (2, "Bad"))
    holds(gm, witch, "she draws", "toll")
    goes_to(gm, 3, "Good")
    before = plainly(ines.page()), plainly(marek.page())
    assert claims(gm, witch).status_code == 200
    assert answers(gm, "dragon.break-in").status_code == 200
    assert (plainly(ines.page()), plainly(marek.page())) == before
    assert "toll" in gm.log()


@pytest.mark.played("dragon.conditional-hold")
def test_a_trigger_that_comes_during_another_is_asked_for_too(
    gm: Any, ines: Any, ana: Character, guard: Character
) -> None:
    """Neither is lost, whoever carries theirs out first; both are told."""
    in_round(gm, {ana: (2, 5), guard: (2, 6)}, (2, "Good"))
    holds(gm, ana)
    goes_to(gm, 2, "Bad")
    holds(gm, guard, "she draws", "throw sand")
    goes_to(gm, 3, "Bad")
    claims(ines, ana, event="The guard makes for the door")
    assert claims(gm, guard, event="Ana draws").status_code == 200
    assert "The guard makes for the door" in gm.panel("asks")
    assert "throw sand" in gm.panel("asks")
    claim, broken = Ask.objects.filter(table=gm.table, closed_at=None).order_by("pk")
    assert gm.post("dragon.answer-trigger", live=True, ask=claim.public_id, allow="yes").status_code == 200
    assert gm.post("dragon.break-in", live=True, ask=broken.public_id).status_code == 200
    assert SHOOTS in ines.panel("asks")
    assert answers(ines, "dragon.break-in").status_code == 200
    assert [one for one in (ana, guard) if fighter(gm, one).kept is not None] == []
    for words in (SHOOTS, "throw sand"):
        assert f"breaks in: {words}" in gm.log()
    assert not Exchange.objects.filter(table=gm.table, closed_at=None).exists()
