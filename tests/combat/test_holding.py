"""Holds: what they cost, pulling free of them, and letting go."""

from __future__ import annotations

import pytest

from apps.characters.models import Track
from apps.combat.dragonfly.fighters.badges import badges_of
from apps.combat.dragonfly.fighters.standing import standing_of
from apps.combat.models import Hold
from apps.rules.refusal import Refused
from apps.table.models import Event
from tests.checks.conftest import everything_shown_to, full_sheet, words_of
from tests.combat.conftest import fighter, go_on, start, state_of_fight
from tests.combat.wounded import (
    asks,
    does,
    harm,
    jess_of,
    labels,
    seated,
    seizes,
    the_ask,
    thug_of,
    told,
    undo,
    with_life,
)
from tests.people import newest_event, state_of_play

PULL = "dragonfly.break-free"


@pytest.fixture
def jess(ines):
    """Ines plays her: Strength 5, Dexterity 9, so she acts first and may do more."""
    return jess_of(ines, strength=5, dexterity=9)


@pytest.fixture
def pell(marek):
    """Marek plays him: Dexterity 3, Kung Fu 3."""
    return with_life(full_sheet(marek.table, "Pell", marek, strength=2, dexterity=3, kung_fu=3), 30)


@pytest.fixture
def thug(table):
    return thug_of(table, muscle=12, combat=10)


@pytest.fixture
def scuffle(gm, jess, pell, thug, dice):
    """Turn 1, Actions: Jess is up."""
    return in_actions(gm, dice, jess, pell, thug)


def in_actions(gm, dice, *characters):
    fight = start(gm, *characters)
    dice(1)
    go_on(gm)
    if fight.table.fights.get(pk=fight.pk).phase == "initiative":
        dice(9, 1, 2, 3)
        go_on(gm)
    return fight


def pulls(person, who, status=200, **more):
    return does(person, PULL, status, character=who.public_id, **more)


def holds_on(person, table, status=200, **more):
    return does(person, "dragonfly.answer-hold", status, ask=the_ask(table, PULL).public_id, **more)


def held(character):
    return sorted((one.holder.character.name, one.grip) for one in fighter(character).held_by.all())


# pulling


@pytest.mark.played("dragonfly.break-free", "dragonfly.grapple-effects", "dragonfly.resisted-action")
def test_the_catalogue_s_example(scuffle, table, ines, marek, gm, jess, pell, dice):
    seizes(gm, pell, jess)
    dice(6)
    pulls(ines, jess)
    assert held(jess) == [("Pell", "body")]
    assert "Jess pulls to break free of Pell" in gm.log()
    dice(6)
    holds_on(marek, table)
    facts = told(table, "dragonfly.broke-free")
    assert (facts["victim"]["total"], facts["sides"][0]["total"], facts["free"]) == (15, 14, True)
    assert labels(facts["victim"]) == {"Strength": 5, "the same again": 5, "Held": -1}
    assert labels(facts["sides"][0]) == {"Dexterity": 3, "Kung Fu": 3, "Grapple": 2}
    assert held(jess) == []
    assert "Jess is free" in marek.log()
    assert not asks(table)


@pytest.mark.played("dragonfly.break-free", "dragonfly.resisted-action")
@pytest.mark.parametrize(
    ("mine", "theirs", "free"),
    [(6, 6, True), (6, 7, False), (1, 1, True), (3, 10, False)],
)
def test_the_holder_wins_a_tie(scuffle, table, ines, marek, gm, jess, pell, dice, mine, theirs, free):
    seizes(gm, pell, jess)
    dice(mine)
    pulls(ines, jess)
    dice(theirs)
    holds_on(marek, table)
    facts = told(table, "dragonfly.broke-free")
    assert (facts["victim"]["total"], facts["sides"][0]["total"]) == (mine + 9, theirs + 8)
    assert facts["free"] is free
    assert bool(held(jess)) is not free


@pytest.mark.played("dragonfly.break-free")
@pytest.mark.parametrize(("face", "free"), [(6, False), (7, True)])
def test_under_nine_keeps_the_hold_however_weak_the_holder(table, ines, marek, gm, dice, face, free):
    weak = jess_of(ines, strength=2, dexterity=9)
    other = with_life(full_sheet(table, "Pell", marek, dexterity=0, kung_fu=0), 30)
    in_actions(gm, dice, weak, other)
    seizes(gm, other, weak, "left-arm")
    dice(face)
    pulls(ines, weak)
    dice(1)
    holds_on(marek, table)
    facts = told(table, "dragonfly.broke-free")
    assert (facts["victim"]["total"], facts["sides"][0]["total"], facts["free"]) == (face + 2, 3, free)


@pytest.mark.played("dragonfly.break-free", "dragonfly.grapple-effects")
@pytest.mark.parametrize(
    ("grips", "penalty"),
    [
        ([("Pell", "body")], -1),
        ([("Pell", "left-arm")], -2),
        ([("Pell", "right-leg")], -2),
        ([("Pell", "left-arm"), ("Thug", "right-arm")], -4),
        ([("Pell", "left-arm"), ("Pell", "right-arm")], -1),
        ([("Pell", "body"), ("Thug", "left-leg")], -3),
    ],
)
def test_what_the_holds_cost(scuffle, table, ines, gm, jess, pell, thug, dice, grips, penalty):
    for name, grip in grips:
        seizes(gm, {"Pell": pell, "Thug": thug}[name], jess, grip)
    words = words_of(ines.get(PULL, character=jess.public_id))
    assert f"Roll d10 + {10 + penalty}" in words


@pytest.mark.played("dragonfly.break-free", "dragonfly.table-options/no-penalty-to-break-free")
@pytest.mark.parametrize(("switch", "button"), [("off", "Roll d10 + 5"), ("on", "Roll d10 + 6")])
def test_whether_holds_count_against_it(db, dice, switch, button):
    _, gm, ines, marek, jess = seated(no_penalty_to_break_free=switch)
    pell = with_life(full_sheet(gm.table, "Pell", marek, dexterity=1), 30)
    in_actions(gm, dice, jess, pell)
    seizes(gm, pell, jess)
    assert button in words_of(ines.get(PULL, character=jess.public_id))
    go_on(gm)
    dice(5)
    pulls(gm, jess)
    dice(2)
    holds_on(gm, gm.table)
    facts = told(gm.table, "dragonfly.broke-free")
    assert facts["victim"]["total"] == (11 if switch == "on" else 10)


@pytest.mark.played("dragonfly.break-free", "dragonfly.injury-penalty")
def test_injury_counts_for_both(scuffle, table, ines, marek, gm, jess, pell, dice):
    seizes(gm, pell, jess)
    harm(gm, jess, -30)
    harm(gm, pell, -28)
    dice(8)
    pulls(ines, jess)
    dice(8)
    holds_on(marek, table)
    facts = told(table, "dragonfly.broke-free")
    assert labels(facts["victim"])["Injury"] == -2
    assert labels(facts["sides"][0])["Injury"] == -4
    assert (facts["victim"]["total"], facts["sides"][0]["total"]) == (15, 12)


@pytest.mark.played("dragonfly.break-free", "dragonfly.ability-scores")
def test_scores_stand_at_once(scuffle, table, ines, gm, jess, thug, dice):
    seizes(gm, thug, jess)
    form = words_of(ines.get(PULL, character=jess.public_id))
    assert "100%" in form
    dice(3)
    pulls(ines, jess)
    facts = told(table, "dragonfly.broke-free")
    assert (facts["victim"]["total"], facts["sides"][0]["total"], facts["free"]) == (12, 12, False)
    assert labels(facts["sides"][0]) == {"Combat": 10, "Grapple": 2}
    assert not asks(table)


@pytest.mark.played("dragonfly.break-free", "dragonfly.ability-scores", "dragonfly.supporting-cast-sheet")
def test_a_muscle_score_pulls_without_a_die(scuffle, table, ines, gm, jess, thug, dice):
    seizes(gm, jess, thug, "left-arm")
    assert "Muscle makes 10" in words_of(gm.get(PULL, character=thug.public_id))
    dice()
    pulls(gm, thug)
    assert "d10" not in ines.panel("asks").replace("d10 + 13", "")
    dice(1)
    holds_on(ines, table)
    facts = told(table, "dragonfly.broke-free")
    assert (facts["victim"]["face"], facts["victim"]["total"], facts["sides"][0]["total"]) == (None, 10, 14)
    assert not facts["free"]


@pytest.mark.played("dragonfly.break-free")
def test_held_by_two_one_roll_against_each(scuffle, table, ines, marek, gm, jess, pell, thug, dice):
    seizes(gm, pell, jess, "left-arm")
    seizes(gm, thug, jess, "right-arm")
    assert ("Held: left arm, right arm", "warn") in badges_of(standing_of(fighter(jess)))
    dice(6)
    pulls(ines, jess)
    dice(4)
    holds_on(marek, table)
    facts = told(table, "dragonfly.broke-free")
    assert facts["victim"]["total"] == 12
    sides = {one["who"]: (one["total"], one["loose"]) for one in facts["sides"]}
    assert sides == {"Thug": (12, False), "Pell": (12, False)}
    undo(gm)
    undo(gm)
    dice(7)
    pulls(ines, jess)
    dice(4)
    holds_on(marek, table)
    assert held(jess) == []


@pytest.mark.played("dragonfly.break-free")
def test_loose_from_one_and_still_held(scuffle, table, ines, marek, gm, jess, pell, thug, dice):
    seizes(gm, pell, jess, "left-arm")
    seizes(gm, thug, jess, "right-arm")
    dice(7)
    pulls(ines, jess)
    dice(5)
    holds_on(marek, table)
    assert held(jess) == [("Pell", "left-arm")]
    assert "Jess is loose from one, and still held" in ines.log()


@pytest.mark.played("dragonfly.break-free", "dragonfly.turn")
def test_it_costs_the_victim_s_action_and_the_holder_nothing(scuffle, table, ines, marek, gm, jess, pell, dice):
    seizes(gm, pell, jess)
    dice(1)
    pulls(ines, jess)
    assert standing_of(fighter(jess)).done.others == 1
    assert "has acted already" in pulls(ines, jess, 422) or "pulling already" in pulls(ines, jess, 422)
    dice(1)
    holds_on(marek, table)
    done = standing_of(fighter(pell)).done
    assert (done.attacks, done.others) == (0, 0)
    assert fighter(jess).state == "acted"


@pytest.mark.played("dragonfly.break-free", "dragonfly.extra-action-penalty")
def test_as_an_additional_action_it_is_at_minus_two(table, ines, marek, gm, jess, pell, dice):
    start(gm, jess, pell)
    does(ines, "dragonfly.declare", character=jess.public_id, text="Pulls twice", action="other", extra_1="other")
    go_on(gm)
    dice(9, 1)
    go_on(gm)
    seizes(gm, pell, jess)
    for face, total in ((1, 10), (1, 8)):
        dice(face)
        pulls(ines, jess)
        dice(10)
        holds_on(marek, table)
        assert told(table, "dragonfly.broke-free")["victim"]["total"] == total
    assert labels(told(table, "dragonfly.broke-free")["victim"])["Additional action"] == -2


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.drama-points", "dragonfly.intentions")
def test_a_feat_for_it_is_announced_in_intentions(table, ines, marek, gm, jess, pell, dice):
    start(gm, jess, pell)
    does(
        ines,
        "dragonfly.declare",
        character=jess.public_id,
        text="Pulls",
        action="other",
        drama="other",
        extra_1="other",
    )
    go_on(gm)
    dice(9, 1)
    go_on(gm)
    seizes(gm, pell, jess)
    assert "announced in Intentions" in words_of(ines.get(PULL, character=jess.public_id))
    for total in (20, 8):
        dice(1)
        pulls(ines, jess)
        dice(10)
        holds_on(marek, table)
        facts = told(table, "dragonfly.broke-free")
        assert facts["victim"]["total"] == total
        assert facts["victim"]["feat"] == (total == 20)
        if total == 20:
            seizes(gm, pell, jess)
    assert Track.objects.get(character=jess, key="drama-points").value == 2


@pytest.mark.played("dragonfly.drama-points")
def test_in_mid_turn_it_is_too_late_for_a_feat(scuffle, ines, gm, jess, pell):
    seizes(gm, pell, jess)
    before = state_of_fight()
    assert "announced during Intentions only" in words_of(ines.get(PULL, character=jess.public_id))
    assert "Intentions are over" in pulls(ines, jess, 422, heroic_feat="on")
    assert state_of_fight() == before


@pytest.mark.played("dragonfly.break-free", "dragonfly.heroic-feat", "dragonfly.drama-points")
def test_a_holder_has_the_feat_that_was_announced_for_another_roll(table, ines, gm, marek, jess, pell, dice):
    """A new Grapple is a use of a skill: 1 + 3 + 3 + 2 and the feat."""
    start(gm, jess, pell)
    does(marek, "dragonfly.declare", character=pell.public_id, text="Holds on", action="other", drama="other")
    go_on(gm)
    dice(9, 1)
    go_on(gm)
    seizes(gm, pell, jess)
    dice(1)
    pulls(ines, jess)
    ask = the_ask(table, PULL).public_id
    assert "announced in Intentions" in words_of(marek.get("dragonfly.answer-hold", ask=ask))
    dice(1)
    does(marek, "dragonfly.answer-hold", ask=ask, heroic_feat="on")
    (side,) = told(table, "dragonfly.broke-free")["sides"]
    assert (side["total"], side["feat"]) == (19, True)
    assert Track.objects.get(character=pell, key="drama-points").value == 2
    assert "holds on, with a Heroic Feat" in gm.log()


@pytest.mark.played("dragonfly.break-free", "dragonfly.drama-points")
def test_a_holder_makes_no_feat_that_was_not_announced(scuffle, table, ines, gm, marek, jess, pell, dice):
    seizes(gm, pell, jess)
    dice(1)
    pulls(ines, jess)
    ask = the_ask(table, PULL).public_id
    assert "announced during Intentions only" in words_of(marek.get("dragonfly.answer-hold", ask=ask))
    assert "Intentions are over" in holds_on(marek, table, 422, heroic_feat="on")
    dice(1)
    holds_on(marek, table)
    assert not told(table, "dragonfly.broke-free")["sides"][0]["feat"]


# the sealed throw


@pytest.mark.played("dragonfly.break-free")
def test_the_throw_is_sealed_until_the_holder_has_thrown(scuffle, table, ines, marek, watcher, gm, jess, pell, dice):
    seizes(gm, pell, jess)
    shown = []
    for face in (1, 10):
        dice(face)
        pulls(ines, jess)
        held_open = the_ask(table, PULL)
        people = (ines, marek, watcher, gm)
        shown.append([one.panel("asks") if one is not watcher else one.log() for one in people])
        shown[-1].append(words_of(marek.get("dragonfly.answer-hold", ask=held_open.public_id)))
        undo(gm)
    assert shown[0][:2] == shown[1][:2]
    assert shown[0][4] == shown[1][4]
    assert "Roll d10 + 8" in shown[0][1]


def test_undo_gives_the_holder_the_same_die_again(scuffle, table, ines, marek, gm, jess, pell, dice):
    seizes(gm, pell, jess)
    dice(10)
    pulls(ines, jess)
    before = state_of_fight()
    dice(4)
    holds_on(marek, table)
    assert held(jess) == []
    undo(gm)
    assert held(jess) == [("Pell", "body")]
    assert state_of_fight() == before
    assert "the same face counts again" in marek.panel("asks")
    dice()
    holds_on(marek, table)
    assert told(table, "dragonfly.broke-free")["sides"][0]["face"] == 4
    event = Event.objects.filter(table=table, kind="dragonfly.break-tried").latest("pk")
    undo(gm, event)
    assert not asks(table)
    assert standing_of(fighter(jess)).done.others == 0


def test_the_gm_answers_for_the_holder(scuffle, table, ines, watcher, stranger, gm, jess, pell, dice):
    seizes(gm, pell, jess)
    dice(3)
    pulls(ines, jess)
    ask = the_ask(table, PULL).public_id
    before = state_of_play(table), state_of_fight()
    does(ines, "dragonfly.answer-hold", 422, ask=ask)
    does(watcher, "dragonfly.answer-hold", 403, ask=ask)
    assert stranger.at(ines).post("dragonfly.answer-hold", ask=ask).status_code == 404
    assert (state_of_play(table), state_of_fight()) == before
    dice(5)
    holds_on(gm, table)
    assert newest_event(table).by_gm


@pytest.mark.played("dragonfly.break-free")
def test_real_dice_and_modifiers_by_hand(scuffle, table, ines, marek, gm, jess, pell, dice):
    seizes(gm, pell, jess)
    dice()
    pulls(ines, jess, face=0, modifier=1, modifier_name="Oil")
    holds_on(marek, table, face=7, modifier=-1, modifier_name="Wet hands")
    facts = told(table, "dragonfly.broke-free")
    assert (facts["victim"]["total"], facts["sides"][0]["total"]) == (20, 14)
    assert labels(facts["victim"])["Oil"] == 1
    assert labels(facts["sides"][0])["Wet hands"] == -1
    assert (facts["victim"]["typed"], facts["sides"][0]["typed"]) == (True, True)


# refusals


def test_who_cannot_pull(scuffle, table, ines, marek, gm, jess, pell, thug):
    before = state_of_fight()
    assert "Nobody holds that character" in pulls(ines, jess, 422)
    seizes(gm, pell, jess)
    seizes(gm, jess, pell)
    before = state_of_fight()
    assert "Nobody holds that character" in pulls(ines, pell, 422)
    assert "not Pell’s move" in pulls(marek, pell, 422)
    Track.objects.create(table=table, character=jess, key="state-unconscious", value=1)
    assert "Jess is unconscious and cannot act" in pulls(ines, jess, 422)
    assert state_of_fight() == before


@pytest.mark.played("dragonfly.grapple")
def test_nobody_is_seized_twice_in_the_same_place(scuffle, gm, jess, pell):
    seizes(gm, pell, jess, "left-arm")
    with pytest.raises(Refused, match="holds the victim there already"):
        seizes(gm, pell, jess, "left-arm")


# letting go, and holds that end


def let_go(person, holder, victim, grip="body", status=200):
    key = f"{fighter(holder).public_id}-{fighter(victim).public_id}-{grip}"
    return does(person, "dragonfly.let-go", status, hold=key)


@pytest.mark.played("dragonfly.grapple-effects")
def test_letting_go_costs_nothing(scuffle, table, ines, marek, gm, jess, pell, thug):
    seizes(gm, jess, pell)
    seizes(gm, thug, jess)
    assert "That hold is over" in let_go(marek, jess, pell, status=422)
    let_go(ines, jess, pell)
    assert held(pell) == []
    assert "Jess lets go of Pell (body)" in marek.log()
    assert standing_of(fighter(jess)).done.others == 0
    assert "That hold is over" in let_go(ines, thug, jess, status=422)
    let_go(gm, thug, jess)
    undo(gm)
    assert held(jess) == [("Thug", "body")]


def ways_to_let_go(person, who):
    card = "mine" if person.seat.pk == who.seat_id else "fighter"
    return person.soup().select(f"#{card}-{fighter(who).public_id} [href*='dragonfly.let-go']")


def test_whoever_holds_somebody_is_offered_to_let_go(scuffle, ines, marek, gm, jess, pell, thug):
    seizes(gm, pell, jess)
    [link] = ways_to_let_go(marek, pell)
    assert "Pell holds Jess: body" in marek.at_address(link["href"]).content.decode()
    assert ways_to_let_go(gm, pell)
    assert not ways_to_let_go(ines, jess)
    assert not ways_to_let_go(gm, thug)
    let_go(marek, pell, jess)
    assert not ways_to_let_go(marek, pell)


@pytest.mark.parametrize("fate", ["unconscious", "dead"])
def test_whoever_goes_down_holds_nobody(scuffle, gm, jess, pell, fate):
    seizes(gm, pell, jess)
    does(gm, "dragonfly.fate", character=pell.public_id, fate=fate)
    assert held(jess) == []
    undo(gm)
    assert held(jess) == [("Pell", "body")]


@pytest.mark.parametrize("others", [0, 1])
def test_a_holder_who_goes_down_is_not_waited_for(scuffle, table, ines, gm, jess, pell, dice, others):
    amari = with_life(full_sheet(table, "Amari", dexterity=2, kung_fu=1), 30)
    does(gm, "dragonfly.fight-join", characters=[amari.public_id])
    seizes(gm, pell, jess)
    if others:
        seizes(gm, amari, jess, "left-arm")
    dice(5)
    pulls(ines, jess)
    does(gm, "dragonfly.fate", character=pell.public_id, fate="unconscious")
    assert len(asks(table, PULL)) == others
    if others:
        dice(9)
        holds_on(gm, table)
    facts = told(table, "dragonfly.broke-free")
    assert [one["who"] for one in facts["sides"]] == ["Amari"] * others
    assert facts["free"] == (not others)
    for _ in range(1 + others):
        undo(gm)
    assert len(asks(table, PULL)) == 1 + others


def test_the_dead_are_let_go_and_nobody_pulls_for_them(scuffle, table, ines, gm, jess, pell, dice):
    seizes(gm, pell, jess)
    dice(5)
    pulls(ines, jess)
    does(gm, "dragonfly.fate", character=jess.public_id, fate="dead")
    assert held(jess) == []
    assert not asks(table)


def test_with_the_fight_nobody_pulls_any_more(scuffle, table, ines, gm, jess, pell, dice):
    seizes(gm, pell, jess)
    dice(5)
    pulls(ines, jess)
    does(gm, "dragonfly.end-fight")
    assert not asks(table)
    assert not Hold.objects.exists()


# what others may know


@pytest.mark.played("dragonfly.break-free")
def test_the_numbers_of_the_gm_s_people_stay_with_the_gm(scuffle, table, ines, marek, gm, jess, thug, dice):
    seizes(gm, thug, jess)
    dice(9)
    pulls(ines, jess)
    known = newest_event(table).tellings.get(audience="everybody").facts
    (side,) = known["sides"]
    assert side.keys() == {"total", "success", "levels", "word", "feat", "who", "loose"}
    assert (side["who"], side["total"], side["loose"]) == ("Thug", 12, True)
    assert labels(known["victim"])["Strength"] == 5
    assert "Combat" not in marek.log()


@pytest.mark.played("dragonfly.break-free")
def test_the_hidden_leave_no_trace(table, ines, marek, watcher, gm, jess, pell, thug, dice):
    voss = with_life(full_sheet(table, "Voss", hidden=True, strength=3, dexterity=4), 30)
    in_actions(gm, dice, jess, thug, voss)
    cards = [one.log() for one in (ines, watcher)]
    seen = [one.panel("fight") for one in (ines, watcher)]
    seizes(gm, thug, voss)
    assert [one.panel("fight") for one in (ines, watcher)] == seen
    dice(9)
    pulls(gm, voss)
    seizes(gm, voss, thug, "left-leg")
    let_go(gm, voss, thug, "left-leg")
    assert [one.panel("fight") for one in (ines, watcher)] == seen
    for person, before in zip((ines, watcher), cards, strict=True):
        assert person.log().startswith(before)
        shown = everything_shown_to(person)
        assert "Voss" not in shown
        assert "pulls to break free" not in shown
    seizes(gm, voss, jess)
    assert "Voss" not in words_of(ines.get(PULL, character=jess.public_id))
    dice(5)
    pulls(ines, jess)
    assert the_ask(table).exchange.kind == f"{PULL}-secret"
    assert "the Director" not in ines.panel("awaited")
    dice(1)
    does(gm, "dragonfly.answer-hold", ask=the_ask(table).public_id)
    for person in (ines, watcher):
        shown = everything_shown_to(person)
        assert "Voss" not in shown
        assert "Somebody" in person.log()


def test_without_javascript(scuffle, table, ines, marek, gm, jess, pell, dice):
    seizes(gm, pell, jess)
    dice(9)
    assert ines.post(PULL, plain=True, character=jess.public_id).status_code == 302
    page = marek.get("dragonfly.answer-hold", plain=True, ask=the_ask(table).public_id).content.decode()
    assert "Hold on" in page or "Roll d10 + 8" in page
    dice(1)
    assert marek.post("dragonfly.answer-hold", plain=True, ask=the_ask(table).public_id).status_code == 302
    assert held(jess) == []


def test_several_holders_throw_one_after_the_other(scuffle, table, ines, marek, gm, jess, pell, dice):
    amari = with_life(full_sheet(table, "Amari", dexterity=2, kung_fu=1), 30)
    does(gm, "dragonfly.fight-join", characters=[amari.public_id])
    seizes(gm, pell, jess, "left-arm")
    seizes(gm, amari, jess, "body")
    dice(10)
    pulls(ines, jess)
    assert len(asks(table, PULL)) == 2
    first, second = asks(table, PULL)
    dice(4)
    does(marek, "dragonfly.answer-hold", ask=first.public_id)
    assert held(jess) == [("Amari", "body"), ("Pell", "left-arm")]
    assert "one more to throw" in gm.log()
    dice(9)
    does(gm, "dragonfly.answer-hold", ask=second.public_id)
    facts = told(table, "dragonfly.broke-free")
    assert {one["who"]: one["total"] for one in facts["sides"]} == {"Pell": 12, "Amari": 14}
    assert held(jess) == []
    assert not asks(table, PULL)


def test_a_holder_who_has_left_the_fight_is_not_waited_for(scuffle, table, ines, marek, gm, jess, pell, dice):
    seizes(gm, pell, jess)
    dice(5)
    pulls(ines, jess)
    does(gm, "dragonfly.fight-leave", character=pell.public_id)
    dice(5)
    does(marek, "dragonfly.answer-hold", ask=the_ask(table, PULL).public_id)
    assert held(jess) == []
    assert not asks(table, PULL)
