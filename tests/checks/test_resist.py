"""Resisted Actions between two people, and against Ability Scores."""

import pytest
from bs4 import BeautifulSoup

from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Track
from apps.table.models import Ask, Event
from tests.checks.conftest import everything_shown_to, full_facts, open_ask, score_sheet, state, words_of
from tests.checks.test_check import same
from tests.people import newest_event, state_of_play


def act(person, mover, opponent, **more):
    return person.post("dragonfly.resist", character=mover.public_id, opponent=opponent.public_id, **more)


def duel(table, ines, marek, shannon, pell, dice, faces, bonus=(5, 6), **more):
    """Ines acts with d10 + bonus[0] and Marek resists with d10 + bonus[1]."""
    first, second = faces
    dice(first)
    answer = act(ines, shannon, pell, attribute="strength", skill="", withheld="on", modifier=bonus[0] - 4, **more)
    assert answer.status_code == 200, words_of(answer)
    dice(second)
    marek.does("dragonfly.answer-resist", ask=open_ask(table).public_id, attribute="strength", withheld="on",
                        modifier=bonus[1] - 4)  # fmt: skip
    facts = full_facts(table)
    return facts["sides"][0]["total"], facts["sides"][1]["total"], facts["winner"]


@pytest.mark.played("dragonfly.resisted-action")
@pytest.mark.parametrize(
    ("faces", "bonus", "defender", "outcome"),
    [
        ((6, 5), (5, 6), "opposing", (11, 11, "opposing")),
        ((6, 5), (5, 6), "nobody", (11, 11, "tie")),
        ((6, 5), (5, 6), "active", (11, 11, "active")),
        ((3, 5), (2, 3), "opposing", (5, 8, "neither")),
        ((9, 5), (5, 6), "opposing", (14, 11, "active")),
        ((1, 5), (5, 6), "opposing", (6, 11, "opposing")),
    ],
)
def test_the_catalogue_s_examples(table, ines, marek, shannon, pell, dice, faces, bonus, defender, outcome):
    assert duel(table, ines, marek, shannon, pell, dice, faces, bonus, defender=defender) == outcome


def test_the_card_tells_both_sides_and_why(table, ines, marek, shannon, pell, dice, watcher):
    duel(table, ines, marek, shannon, pell, dice, (9, 5), label="the last seat")
    log = watcher.log()
    for told in (
        "Shannon against Pell",
        "the last seat",
        "Shannon wins",
        "Good, three Success Levels",
        "Strength",
        "14",
        "11",
    ):
        assert told in log


def test_the_card_bears_the_name_of_whom_its_player_plays(table, ines, marek, shannon, pell, dice):
    """Marek answers, and so the card is Marek's: Pell's name stands beside his, not hers who moved first."""
    duel(table, ines, marek, shannon, pell, dice, (9, 5))
    card = ines.soup().select_one(f"#card-{newest_event(table).public_id}")
    assert card.select_one(".lead")["data-glance"] == " to ".join(one.get_text() for one in card.select(".res .total"))
    header = card.select_one("header")
    assert header.select_one(".seat").get_text(" ", strip=True).endswith("Marek")
    assert header.find("span", string="Pell") is not None
    assert "Shannon" not in header.get_text()


@pytest.mark.played("dragonfly.resisted-action")
def test_the_mover_s_die_is_sealed_until_both_have_rolled(table, ines, marek, gm, watcher, shannon, pell, dice):
    pages = {}
    for face in (1, 10):
        dice(face)
        act(ines, shannon, pell, attribute="dexterity", skill="kung-fu", label="the last seat")
        held, event = open_ask(table), newest_event(table)
        assert "Ines · Shannon acts against Pell" in ines.log()
        assert state(held).face == face
        assert held.facts.keys() == {"who", "against", "label", "defender", "character_id"}
        assert event.dice_fell
        seen = [everything_shown_to(one) for one in (ines, marek, gm, watcher)]
        seen += [marek.get("dragonfly.answer-resist", ask=held.public_id).content.decode()]
        seen += [marek.post("dragonfly.answer-resist", ask=held.public_id, attribute="zz").content.decode()]
        exchange = held.exchange.public_id
        pages[face] = [unmarked(one, held.public_id, event.public_id, exchange) for one in seen]
        for one in pages[face]:
            assert "Dexterity + Kung Fu" not in one
        event.delete()
        Ask.objects.all().delete()
    for one, other in zip(pages[1], pages[10], strict=True):
        assert same(one, other)


def unmarked(text, *ids):
    import re

    for one in ids:
        text = text.replace(one, "")
    return re.sub(r'datetime="[^"]*"|\d\d:\d\d|"at": "[^"]*"|nonce" value="[^"]*"', "", text)


def test_what_the_other_side_is_shown(table, ines, marek, shannon, pell, dice):
    dice(4)
    act(ines, shannon, pell, attribute="dexterity", skill="kung-fu", label="the last seat")
    panel = marek.panel("asks")
    assert "Shannon acts against Pell: the last seat" in panel
    assert "Pell defends and wins a tie" in panel
    form = words_of(
        marek.get("dragonfly.answer-resist", ask=open_ask(table).public_id, attribute="dexterity", skill="kung-fu")
    )
    for told in ("Pell against Shannon", "Chance of 9 or more", "60%", "Roll d10 + 4", "100% with Heroic Feat"):
        assert told in form
    assert "Waiting for" in ines.panel("awaited")


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.resisted-action")
def test_both_may_spend_a_point_before_their_die(table, ines, marek, shannon, pell, dice):
    dice(1)
    act(ines, shannon, pell, attribute="dexterity", skill="kung-fu", heroic_feat="on")
    dice(1)
    marek.does("dragonfly.answer-resist", ask=open_ask(table).public_id, attribute="dexterity", skill="kung-fu",
               heroic_feat="on")  # fmt: skip
    facts = full_facts(table)
    assert [side["total"] for side in facts["sides"]] == [22, 15]
    assert [one.value for one in Track.objects.filter(key="drama-points").order_by("character")] == [2, 2]


def test_the_gm_answers_for_a_player(table, ines, marek, gm, shannon, pell, dice):
    dice(5)
    act(ines, shannon, pell, attribute="dexterity", skill="kung-fu")
    assert "Shannon acts against Pell" in gm.panel("waiting")
    dice(2)
    gm.does("dragonfly.answer-resist", ask=open_ask(table).public_id, attribute="dexterity", skill="kung-fu")
    assert newest_event(table).by_gm
    assert full_facts(table)["winner_name"] == "Shannon"


def test_nobody_plays_the_other_side(table, ines, gm, shannon, dice, make):
    oro = make(table, "Captain Oro", None, dexterity=4)
    dice(5)
    act(ines, shannon, oro, attribute="dexterity", skill="kung-fu")
    assert "Shannon acts against Captain Oro" in gm.panel("asks")
    dice(2)
    gm.does("dragonfly.answer-resist", ask=open_ask(table).public_id, attribute="dexterity")
    assert full_facts(table)["sides"][1]["total"] == 10


# ability scores


@pytest.mark.played("dragonfly.ability-scores", "dragonfly.resisted-action")
@pytest.mark.parametrize(
    ("bonus", "modifier", "defender", "totals", "winner"),
    [
        (11, 0, "opposing", (20, 18), "active"),
        (9, 0, "opposing", (18, 18), "opposing"),
        (12, 2, "active", (21, 20), "active"),
        (9, 0, "nobody", (18, 18), "tie"),
        (9, 0, "active", (18, 18), "active"),
        (-9, -12, "opposing", (0, 6), "neither"),
    ],
)
def test_against_a_score_it_is_settled_at_once(
    table, gm, ines, shannon, brute, dice, bonus, modifier, defender, totals, winner
):
    dice(9)
    answer = act(gm, shannon, brute, attribute="dexterity", skill="kung-fu", modifier=bonus - 11, against="combat",
                 against_modifier=modifier, defender=defender)  # fmt: skip
    assert answer.status_code == 200
    facts = full_facts(table)
    assert tuple(side["total"] for side in facts["sides"]) == totals
    assert facts["winner"] == winner
    assert facts["rule"] == "dragonfly.ability-scores"
    assert not Ask.objects.exists()


def test_a_player_against_a_score(table, ines, shannon, brute, dice, watcher):
    dice(9)
    act(ines, shannon, brute, attribute="dexterity", skill="kung-fu", against="brains")
    assert full_facts(table)["winner_name"] == "Shannon"
    log = watcher.log()
    assert "Brains" in log
    assert "Shannon wins" in log


@pytest.mark.played("dragonfly.ability-scores", "dragonfly.rolling-opposition")
def test_a_score_acts_against_a_person(table, gm, ines, shannon, brute, dice):
    dice()
    act(gm, brute, shannon, score="combat", label="a wrench", show_score="on")
    assert "Their score makes 18" in ines.panel("asks")
    form = words_of(
        ines.get("dragonfly.answer-resist", ask=open_ask(table).public_id, attribute="dexterity", skill="acrobatics")
    )
    assert "Chance that Shannon wins against 18" in form
    assert "50%" in form
    dice(6)
    ines.does("dragonfly.answer-resist", ask=open_ask(table).public_id, attribute="dexterity", skill="acrobatics")
    facts = full_facts(table)
    assert [side["total"] for side in facts["sides"]] == [18, 18]
    assert facts["winner"] == "opposing"


def test_a_score_that_is_not_shown_stays_unknown(table, gm, ines, shannon, brute):
    act(gm, brute, shannon, score="combat")
    assert "18" not in ines.panel("asks")
    form = words_of(
        ines.get("dragonfly.answer-resist", ask=open_ask(table).public_id, attribute="dexterity", skill="acrobatics")
    )
    assert "Chance of 9 or more" in form


@pytest.mark.played("dragonfly.ability-scores")
def test_score_against_score_without_dice(table, gm, brute, dice):
    guard = score_sheet(table, "Guard", muscle=12, combat=10, brains=8)
    dice()
    act(gm, guard, brute, score="muscle", against="brains")
    facts = full_facts(table)
    assert [side["total"] for side in facts["sides"]] == [12, 6]
    assert (facts["winner_name"], facts["levels"]) == ("Guard", 2)


def test_the_gm_sees_the_chance_against_a_known_score_and_a_player_does_not(gm, ines, shannon, brute):
    query = {"character": shannon.public_id, "opponent": brute.public_id, "attribute": "dexterity", "skill": "kung-fu"}
    assert "wins against 18" in words_of(gm.get("dragonfly.resist", **query))
    mine = words_of(ines.get("dragonfly.resist", **query))
    assert "Chance of 9 or more" in mine
    assert "18" not in mine.replace("d10 + 11", "")


# secrets, undo, refusals


@pytest.mark.parametrize("mode", ["gm", "blind"])
def test_a_secret_contest_stays_between_them_and_the_gm(table, ines, marek, gm, watcher, shannon, pell, dice, mode):
    before = everything_shown_to(watcher)
    duel(table, ines, marek, shannon, pell, dice, (9, 5), mode=mode, label="arm wrestling")
    assert same(everything_shown_to(watcher), before)
    assert "Shannon wins" in gm.log()
    for one in (ines, marek):
        assert ("Shannon wins" in one.log()) == (mode == "gm")


def test_somebody_hidden_acts_without_a_name(table, gm, ines, shannon, voss, dice):
    dice(5)
    act(gm, voss, shannon, attribute="dexterity", skill="gun-fu")
    assert "Somebody acts against Shannon" in ines.panel("asks")
    dice(2)
    ines.does("dragonfly.answer-resist", ask=open_ask(table).public_id, attribute="dexterity", skill="acrobatics")
    shown = everything_shown_to(ines)
    assert "Voss" not in shown
    assert voss.public_id not in shown
    assert "Somebody wins" in ines.log()
    assert "Voss wins" in gm.log()


def test_the_list_of_opponents_holds_nobody_hidden(ines, shannon, make, table):
    query = {"character": shannon.public_id}
    form = ines.get("dragonfly.resist", **query).content
    hidden = make(table, "Voss", None, hidden=True, dexterity=5)
    assert ines.get("dragonfly.resist", **query).content == form
    refused = ines.post("dragonfly.resist", **query, opponent=hidden.public_id, attribute="dexterity")
    unknown = ines.post("dragonfly.resist", **query, opponent="zzz", attribute="dexterity")
    assert refused.status_code == 422
    assert refused.content == unknown.content


def test_nobody_is_offered_themselves(ines, shannon, pell):
    form = BeautifulSoup(ines.get("dragonfly.resist", character=shannon.public_id).content, "lxml")
    offered = [one["value"] for one in form.select("select[name=opponent] option, input[name=opponent]")]
    assert pell.public_id in offered
    assert shannon.public_id not in offered


@pytest.mark.played("dragonfly.resisted-action")
def test_the_answer_that_one_does_best_takes_one_tap(table, ines, marek, shannon, pell, dice):
    dice(9)
    act(ines, shannon, pell, attribute="dexterity", skill="kung-fu")
    tile = marek.soup().select_one("#panel-asks .opt")
    best = [max(rows, key=lambda one: one.value).key for rows in (sheet_of(pell).attributes, sheet_of(pell).skills)]
    given = {one["name"]: one["value"] for one in tile.find_parent("form").select("input[type=hidden]")}
    assert [given["attribute"], given["skill"]] == best
    dice(5)
    marek.does("dragonfly.answer-resist", **given)
    head = marek.soup().select("#log-cards .result header")[-1].get_text(" ", strip=True)
    assert "Pell" in head
    assert "Shannon" not in head


def chosen(page):
    """The Attribute and the skill that a form begins with."""
    found = BeautifulSoup(page.content, "lxml")
    return [one["value"] for name in ("attribute", "skill") for one in found.select(f"input[name={name}][checked]")]


def test_both_sides_begin_with_what_they_do_best(table, ines, marek, shannon, pell, dice):
    """Unless something is named already, be it that no skill fits."""
    assert chosen(ines.get("dragonfly.resist")) == ["dexterity", "acrobatics"]
    assert chosen(ines.get("dragonfly.resist", attribute="strength", skill="")) == ["strength", ""]
    assert chosen(ines.get("dragonfly.resist", attribute="strength", skill="kung-fu")) == ["strength", "kung-fu"]
    dice(9)
    act(ines, shannon, pell, attribute="dexterity", skill="kung-fu")
    assert chosen(marek.get("dragonfly.answer-resist", ask=open_ask(table).public_id)) == ["strength", "acrobatics"]


def test_an_answer_taken_back_keeps_its_face(table, ines, marek, gm, shannon, pell, dice):
    duel(table, ines, marek, shannon, pell, dice, (9, 5))
    settled = Event.objects.get(kind="dragonfly.resisted")
    gm.does("undo", event=settled.public_id)
    given = {"ask": open_ask(table).public_id, "attribute": "dexterity", "skill": "kung-fu"}
    assert "the die shows 5" in words_of(marek.get("dragonfly.answer-resist", **given))
    dice()
    marek.does("dragonfly.answer-resist", **given)
    assert [side["face"] for side in full_facts(table)["sides"]] == [9, 5]


def test_real_dice_on_both_sides(table, ines, marek, shannon, pell, dice):
    dice()
    act(ines, shannon, pell, attribute="dexterity", face=0)
    marek.does("dragonfly.answer-resist", ask=open_ask(table).public_id, attribute="dexterity", face=7)
    assert [(side["face"], side["typed"]) for side in full_facts(table)["sides"]] == [(10, True), (7, True)]


def test_refusals_change_nothing(table, ines, marek, gm, watcher, shannon, pell, stranger):
    before = state_of_play(table)
    roll = {"attribute": "dexterity", "skill": "kung-fu", "label": "Kept"}
    assert "not there to act against" in words_of(act(ines, shannon, shannon, **roll))
    assert act(marek, shannon, pell, **roll).status_code == 422
    missing = ines.post("dragonfly.resist", character=shannon.public_id, **roll)
    assert missing.status_code == 422
    assert 'value="Kept"' in missing.content.decode()
    assert act(ines, shannon, pell, **roll, defender="everybody").status_code == 422
    assert act(ines, shannon, pell, **roll, mode="me").status_code == 422
    assert act(watcher, shannon, pell, **roll).status_code == 403
    stranger.at(ines)
    assert act(stranger, shannon, pell, **roll).status_code == 404
    assert state_of_play(table) == before


def test_only_who_is_asked_answers(table, ines, marek, watcher, shannon, pell, dice):
    dice(4)
    act(ines, shannon, pell, attribute="dexterity")
    before = state_of_play(table)
    assert ines.post("dragonfly.answer-resist", ask=open_ask(table).public_id, attribute="dexterity").status_code == 422
    assert watcher.post("dragonfly.answer-resist", ask=open_ask(table).public_id).status_code == 403
    Track.objects.filter(character=pell).update(value=0)
    before = state_of_play(table)
    refused = marek.post(
        "dragonfly.answer-resist", ask=open_ask(table).public_id, attribute="dexterity", heroic_feat="on"
    )
    assert refused.status_code == 422
    assert "Heroic Feat costs 1" in words_of(refused)
    assert state_of_play(table) == before


def test_script_in_the_words(table, ines, marek, shannon, pell, dice, gm):
    evil = "<script>alert(1)</script>"
    duel(table, ines, marek, shannon, pell, dice, (9, 5), label=evil)
    assert evil not in gm.page() + marek.page() + marek.at_address("log").content.decode()


def test_without_javascript(ines, shannon, brute, dice):
    dice(5)
    answer = ines.post("dragonfly.resist", plain=True, character=shannon.public_id, opponent=brute.public_id,
                       attribute="dexterity")  # fmt: skip
    assert answer.status_code == 302
