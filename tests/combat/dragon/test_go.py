"""A whole phase from its card: what is done first, what is rolled then, in one act without a form between."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character
from apps.combat.models import Fight
from apps.table.models import Event, Exchange
from tests.characters.dragon.conftest import made
from tests.combat.conftest import in_words, refused
from tests.combat.dragon.conftest import fighter, in_round, now
from tests.combat.wounded import told, undo
from tests.people import state_of_play


def card(person: Any) -> Any:
    """The form on the card of whose phase it is."""
    page = BeautifulSoup(person.page(), "lxml")
    return page.select_one("#panel-dragon-my-phase form.go")


def goes(person: Any, **chosen: Any) -> Any:
    """Sends the card as it stands there, with what is chosen on it: what the browser would send."""
    form = card(person)
    given = {one["name"]: one.get("value", "") for one in form.select("input:not([type=radio])")}
    given |= {one["name"]: one["value"] for one in form.select("input[type=radio][checked]")}
    given |= {one["name"]: one.select_one("option")["value"] for one in form.select("select")}
    return person.post("dragon.go", **given | chosen)


@pytest.mark.played("dragon.phase-action", "dragon.movement", "dragon.attack")
def test_it_moves_and_strikes_with_what_the_card_shows(
    ines: Any, gm: Any, ana: Character, guard: Character, duel: Fight, dice: Any
) -> None:
    dice(5, 5, 9, 1, 2, 3)
    assert goes(ines, before="move", hexes=2, then="strike").status_code == 200
    assert told(ines.table, "dragon.moved")["hexes"] == 2
    strike = Exchange.objects.get(kind="dragon.attack").state
    assert (strike["faces"], strike["arms"]["name"]) == ([5, 5, 9, 1, 2, 3], "Sabre")
    assert strike["chosen"]["skills"] == [["Sword", 2]]
    assert fighter(gm, ana).acted


def test_no_friend_is_proposed_as_a_target(gm: Any, ines: Any, ana: Character, guard: Character) -> None:
    def proposed(act: str, of: str) -> list[str]:
        form = BeautifulSoup(ines.get(act, character=ana.public_id).content, "lxml")
        return [str(one["value"]) for one in form.select(of)]

    friend = made(gm, name="Ketta", role="ally")
    in_round(gm, {ana: (2, 5, 9), friend: (2, 6)}, (2, "Good"))
    assert proposed("dragon.attack", "[name=target][checked]") == []
    assert proposed("dragon.split", "[name=act_1] option[selected]") == ["roll accuracy"]
    assert [one["value"] for one in card(ines).select("[name=target] option")] == ["", friend.public_id]
    refused(goes(ines, then="strike"), "Say whom, and with what.")
    gm.does("dragon.fight-join", characters=[guard.public_id])
    assert proposed("dragon.attack", "[name=target][checked]") == [guard.public_id]
    assert card(ines).select_one("[name=target] option")["value"] == guard.public_id


def test_a_shot_says_on_the_card_how_far_it_is(ines: Any, ana: Character, duel: Fight, dice: Any) -> None:
    """With nothing typed it is refused before any die; the page shows the field for what shoots alone."""
    shooting = [one["value"] for one in card(ines).select("[name=weapon] option.shoots")]
    assert shooting == ["bow"]
    refused(goes(ines, then="strike", weapon="bow"), "How many hexes away is Lantern guard?")
    dice(*[1] * 6)
    assert goes(ines, then="strike", weapon="bow", distance=12).status_code == 200
    assert "12 hexes away" in ines.log()


def test_without_dice_the_phase_is_used_and_the_turn_goes_on(ines: Any, gm: Any, ana: Character, duel: Fight) -> None:
    assert goes(ines, before="task", first="bars the door").status_code == 200
    assert (fighter(gm, ana).acted, now(gm).phase) == (True, "bad")
    assert "Ana: bars the door." in ines.log()


def test_a_move_goes_as_far_as_they_can_unless_it_is_said(ines: Any, ana: Character, duel: Fight) -> None:
    most = card(ines).select_one("[name=hexes]")["value"]
    assert goes(ines, before="move").status_code == 200
    assert told(ines.table, "dragon.moved")["hexes"] == int(most)


@pytest.mark.played("dragon.off-category", "dragon.stacked-costs")
@pytest.mark.parametrize(("chosen", "left"), [({}, (5,)), ({"pay": 5}, (9,))])
def test_a_strike_outside_the_category_costs_what_the_card_says_or_what_is_named(
    ines: Any, gm: Any, ana: Character, guard: Character, dice: Any, chosen: Any, left: Any
) -> None:
    in_round(gm, {ana: (2, 5, 9), guard: (2,)}, (2, "Good"), {ana: "social"})
    words = card(ines).get_text(" ", strip=True)
    assert "Costs round 2, and one later phase." in words
    assert "Accuracy is Physical, this turn is Mental: that takes a later phase too." in words
    dice(*[1] * 6)
    assert goes(ines, then="strike", **chosen).status_code == 200
    assert fighter(gm, ana).later(2) == left


@pytest.mark.played("dragon.trade-two")
def test_to_buy_in_costs_the_two_that_the_card_suggests(ines: Any, gm: Any, ana: Character, guard: Character) -> None:
    in_round(gm, {ana: (4, 6, 9), guard: (3,)}, (3, "Good"))
    assert goes(ines, before="task", first="runs").status_code == 200
    assert fighter(gm, ana).later(3) == (4,)


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({}, "Say what is done first, or what is rolled then."),
        ({"before": "task"}, "Say which task it is."),
        ({"before": "move", "hexes": 99}, "goes no further in a move"),
        ({"then": "strike", "target": ""}, "Say whom, and with what."),
        ({"then": "strike", "target": "xAAAA"}, "That target is not in the fight."),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_done(
    ines: Any, ana: Character, guard: Character, duel: Fight, chosen: Any, words: str
) -> None:
    before = state_of_play(ines.table)
    refused(goes(ines, **chosen), words)
    assert state_of_play(ines.table) == before


def test_after_a_move_the_card_strikes_or_lets_that_be_all(ines: Any, gm: Any, ana: Character, duel: Fight) -> None:
    ines.does("dragon.move", character=ana.public_id, hexes=1)
    assert card(ines).select_one("[name=before]") is None
    assert goes(ines).status_code == 200
    assert fighter(gm, ana).acted
    assert "Ana: that is all." in ines.log()


def test_the_page_of_its_own_says_what_it_costs(ines: Any, ana: Character, duel: Fight) -> None:
    words = in_words(ines.get("dragon.go", character=ana.public_id, then="strike"))
    assert "Go · costs round 2" in words


def test_the_odds_are_those_of_the_strike_that_is_chosen(
    ines: Any, gm: Any, ana: Character, guard: Character, duel: Fight
) -> None:
    chosen = {"character": ana.public_id, "then": "strike", "target": guard.public_id}
    assert "One success or more, before a defence and cover" in in_words(ines.get("dragon.go", **chosen))
    assert "99% to be hurt" in in_words(gm.get("dragon.go", **chosen))
    shot = in_words(ines.get("dragon.go", **chosen, weapon="bow"))
    assert "How many hexes away is Lantern guard? A shot needs to know." in shot
    assert "One success" not in in_words(ines.get("dragon.go", character=ana.public_id))


def test_a_wound_or_a_way_makes_the_card_ask_for_its_odds_anew(
    ines: Any, gm: Any, ana: Character, guard: Character, duel: Fight
) -> None:
    def asked() -> str:
        (odds,) = BeautifulSoup(ines.page(), "lxml").select(".live-odds")
        return str(odds["id"])

    before = asked()
    gm.does("say", text="Rain.", mode="everybody")
    assert asked() == before
    gm.does("lay-board", grid="hex", columns=12, rows=10, per_cell=1, characters=[ana.public_id, guard.public_id])
    assert asked() != before


def test_it_is_taken_back_whole(ines: Any, gm: Any, ana: Character, guard: Character, duel: Fight, dice: Any) -> None:
    before = ines.panel("dragon-my-phase")
    dice(*[1] * 6)
    goes(ines, before="move", then="strike")
    undo(gm, Event.objects.filter(kind="dragon.moved").latest("pk"))
    assert ines.panel("dragon-my-phase") == before


def test_nobody_goes_for_others_but_the_gm(gm: Any, marek: Any, ana: Character, duel: Fight) -> None:
    given = {"character": ana.public_id, "before": "task", "first": "runs"}
    assert marek.post("dragon.go", **given).status_code == 422
    gm.does("dragon.go", **given)
    assert Event.objects.get(kind="dragon.acted").by_gm


def test_who_has_spiritual_powers_is_led_to_the_roll_for_one(ines: Any, gm: Any, guard: Character) -> None:
    bo, wen = made(ines, name="Bo", role="hero"), made(ines, name="Wen", role="hero", yang=2, chi=4)
    in_round(gm, {bo: (2,), wen: (2,), guard: (6,)}, (2, "Good"))
    found = ines.soup().select("#panel-dragon-my-phase a[href*=substat]")
    words = [one.get_text(strip=True) for one in found]
    assert words == ["Talk", "Other roll", "Talk", "Power", "Other roll"]
    assert found[3]["href"].endswith("substat=chi")
