"""The GM asks for checks; those asked answer with one tap."""

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Move, Track
from apps.table.models import Ask, Event, Exchange, Telling
from tests.checks.conftest import condition, everything_shown_to, full_facts, open_ask, state, words_of
from tests.checks.test_check import same
from tests.people import newest_event, state_of_play


def ask(gm, *characters, **more):
    sent = {"attribute": "perception", "skill": "notice", **more}
    gm.does("dragonfly.ask-check", characters=[one.public_id for one in characters], **sent)


def ask_of(table, character):
    return Ask.objects.get(table=table, closed_at=None, audience="character", subject=character.pk)


def test_one_ask_for_each_and_one_tap_to_answer(table, gm, ines, marek, shannon, pell, dice):
    ask(gm, shannon, pell, label="Who is whistling?", difficulty="difficult", exact=-2)
    assert Ask.objects.filter(closed_at=None).count() == 2
    asked = ines.panel("asks")
    for told in (
        "Asked of you",
        "Shannon: Who is whistling?",
        "Perception + Notice",
        "Difficult −2",
        "Roll d10 + 8",
        "100%",
    ):
        assert told in asked
    assert "Roll d10 + 1" in marek.panel("asks")
    dice(3)
    marek.does("dragonfly.answer-check", ask=ask_of(table, pell).public_id)
    facts = full_facts(table)
    assert (facts["total"], facts["success"], facts["asked"]) == (4, False, True)
    assert "Asked of you" not in marek.panel("asks")
    assert "Asked of you" in ines.panel("asks")
    assert "Who is whistling?" in ines.log()


def test_the_gm_sees_for_whom_it_waits_and_answers_for_them(table, gm, ines, shannon, dice):
    ask(gm, shannon, label="Who is whistling?", hidden="hidden", difficulty="difficult")
    waiting = gm.panel("waiting")
    for told in ("Ines", "Who is whistling?", "Difficult −1 (hidden)", "Remind", "Answer for them"):
        assert told in waiting
    dice(5)
    gm.does("dragonfly.answer-check", ask=open_ask(table).public_id)
    assert newest_event(table).by_gm
    assert full_facts(table)["total"] == 14
    assert "Waiting" not in gm.panel("waiting")


def test_reminding_and_calling_off(table, gm, ines, shannon):
    ask(gm, shannon)
    gm.does("remind", ask=open_ask(table).public_id)
    assert "the Director waits" in ines.panel("asks")
    gm.does("call-off", exchange=Exchange.objects.get().public_id)
    assert "Asked of you" not in ines.panel("asks")


def test_tiles_carry_each_one_s_chance(gm, shannon, pell, brute):
    words = words_of(gm.get("dragonfly.ask-check", characters=[shannon.public_id, pell.public_id],
                            attribute="perception", skill="notice", difficulty="difficult"))  # fmt: skip
    assert "Shannon Ines 100%" in words
    assert "Pell Marek 40%" in words
    assert "Brute" not in words
    assert "Ask two people" in words


def test_conditions_count_in_the_tiles_and_in_the_answer(table, gm, ines, shannon, dice):
    condition(shannon, "Dazzled", -6)
    words = words_of(
        gm.get("dragonfly.ask-check", characters=[shannon.public_id], attribute="perception", skill="notice")
    )
    assert "Shannon Ines 60%" in words
    ask(gm, shannon)
    assert "60%" in ines.panel("asks")
    dice(5)
    ines.does("dragonfly.answer-check", ask=open_ask(table).public_id)
    assert full_facts(table)["total"] == 9


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.drama-points")
def test_answering_with_a_heroic_feat(table, gm, ines, shannon, dice):
    ask(gm, shannon)
    assert "With Heroic Feat, +10" in ines.panel("asks")
    dice(1)
    ines.does("dragonfly.answer-check", ask=open_ask(table).public_id, heroic_feat="on")
    assert full_facts(table)["total"] == 21
    assert Track.objects.get(character=shannon, key="drama-points").value == 2
    assert Move.objects.get().event == newest_event(table)


@pytest.mark.played("dragonfly.attribute-doubled", "dragonfly.required-levels")
def test_doubled_and_with_levels_needed(table, gm, marek, pell, dice):
    ask(gm, pell, attribute="dexterity", skill="", required_levels=3)
    assert "three Success Levels needed" in marek.panel("asks")
    dice(6)
    marek.does("dragonfly.answer-check", ask=open_ask(table).public_id)
    facts = full_facts(table)
    assert (facts["total"], facts["levels"], facts["success"]) == (12, 2, False)
    ask(gm, pell, attribute="dexterity", skill="", withheld="on")
    dice(6)
    marek.does("dragonfly.answer-check", ask=open_ask(table).public_id)
    assert full_facts(table)["total"] == 9


def test_their_choice(table, gm, marek, pell, dice):
    ask(gm, pell, attribute="choice", skill="", label="How do you get over?")
    assert "your choice" in marek.panel("asks")
    assert "Choose what to roll" in marek.panel("asks")
    page = marek.get("dragonfly.answer-check", ask=open_ask(table).public_id, attribute="strength", skill="acrobatics")
    assert "Roll d10 + 6" in words_of(page)
    dice(4)
    marek.does("dragonfly.answer-check", ask=open_ask(table).public_id, attribute="strength", skill="acrobatics")
    assert full_facts(table)["total"] == 10


@pytest.mark.played("dragonfly.die")
def test_answering_with_a_real_die(table, gm, marek, pell, dice):
    ask(gm, pell)
    dice()
    marek.does("dragonfly.answer-check", ask=open_ask(table).public_id, face=9)
    assert (full_facts(table)["face"], full_facts(table)["typed"]) == (9, True)


# hidden difficulty


def test_a_hidden_difficulty_shows_the_open_part_and_nothing_of_the_number(
    table, gm, ines, marek, watcher, shannon, pell, dice
):
    ask(gm, shannon, hidden="hidden", difficulty="very-difficult", exact=-4, required_levels=2)
    assert not {"exact", "difficulty", "required"} & open_ask(table).facts.keys()
    panel = ines.panel("asks")
    assert "The difficulty is hidden" in panel
    assert "%" not in panel
    form = words_of(ines.get("dragonfly.answer-check", ask=open_ask(table).public_id))
    assert "Roll d10 + 10" in form
    assert "Chance" not in form
    columns = ines.get("dragonfly.answer-check", ask=open_ask(table).public_id).content.decode().count('class="c open"')
    assert (columns, form.count("10%")) == (10, 10), "every total stands filled, with its chance above it"
    dice(5)
    ines.does("dragonfly.answer-check", ask=open_ask(table).public_id)
    facts = full_facts(table)
    assert (facts["total"], facts["levels"], facts["success"]) == (11, 2, True)
    telling = Telling.objects.get(event=newest_event(table), audience="everybody")
    assert telling.facts["open_total"] == 15
    assert telling.facts["success"] is True
    for gone in ("total", "levels", "word", "required", "so_far", "difficulty"):
        assert gone not in telling.facts
    assert "−4" not in str(telling.facts)
    for one in (ines, marek, watcher):
        shown = everything_shown_to(one)
        assert "Very Difficult" not in shown
        assert "−4" not in shown
        assert "Success" in one.log()
        assert "before a hidden difficulty" in one.log()
    assert "Very Difficult −4" in gm.log()


def test_nothing_differs_by_how_hard_it_is(table, gm, ines, shannon):
    pages = []
    for exact in (-2, -9):
        ask(gm, shannon, hidden="hidden", exact=exact, difficulty="heroic", required_levels=1 - exact)
        held = open_ask(table)
        query = {"ask": held.public_id}
        form, refusal = (
            ines.get("dragonfly.answer-check", **query),
            ines.post("dragonfly.answer-check", **query, face=99),
        )
        drawn = [str(ines.soup().find(id=name)).encode() for name in ("panel-asks", "log-cards")]
        seen = [form.content, refusal.content, *drawn]
        event = newest_event(table)
        pages.append([one.replace(held.public_id.encode(), b"").replace(event.public_id.encode(), b"") for one in seen])
        gm.does("undo", event=event.public_id)
        Event.objects.all().delete()
    assert same(pages[0][0].decode(), pages[1][0].decode())
    assert pages[0][1] == pages[1][1]
    assert pages[0][2] == pages[1][2]
    assert words(pages[0][3]) == words(pages[1][3])


def words(page):
    import re

    return re.sub(r'datetime="[^"]*"|\d\d:\d\d', "", page.decode())


# secret results


@pytest.mark.parametrize("mode", ["gm", "blind"])
def test_a_secret_asking_is_known_to_those_asked_alone(table, gm, ines, marek, watcher, shannon, pell, dice, mode):
    before = {one: everything_shown_to(one) for one in (marek, watcher)}
    ask(gm, shannon, mode=mode, label="Do you hear it?")
    assert "Do you hear it?" in ines.panel("asks")
    dice(9)
    ines.does("dragonfly.answer-check", ask=open_ask(table).public_id)
    for one in (marek, watcher):
        assert same(everything_shown_to(one), before[one])
    assert "19" in gm.log()
    log = ines.log()
    assert ("Rolled blind" in log) == (mode == "blind")
    assert ("19" in log) == (mode == "gm")


def test_each_of_two_asked_in_secret_knows_of_their_own(table, gm, ines, marek, shannon, pell):
    ask(gm, shannon, pell, mode="gm")
    assert "asks Shannon for" in ines.log()
    assert "Pell" not in ines.log()
    assert "asks Pell for" in marek.log()
    assert "Shannon and Pell" in gm.log()


def test_to_the_gm_with_a_hidden_difficulty(table, gm, ines, marek, shannon, dice):
    ask(gm, shannon, mode="gm", hidden="hidden", difficulty="heroic")
    dice(2)
    ines.does("dragonfly.answer-check", ask=open_ask(table).public_id)
    assert "before a hidden difficulty" in ines.log()
    assert "Heroic" not in ines.log().replace("With Heroic Feat", "")
    assert "12" not in marek.log()


def test_somebody_hidden_is_asked_of_the_gm_alone(table, gm, ines, voss, dice):
    before = everything_shown_to(ines)
    ask(gm, voss, attribute="dexterity", skill="gun-fu")
    assert same(everything_shown_to(ines), before)
    assert "Voss" in gm.panel("asks")
    dice(3)
    gm.does("dragonfly.answer-check", ask=open_ask(table).public_id, mode="gm")
    assert "Voss" not in everything_shown_to(ines)


# undo


@pytest.mark.played("dragonfly.die")
def test_an_answer_taken_back_is_given_with_the_same_face(table, gm, ines, shannon, dice):
    ask(gm, shannon)
    held = open_ask(table)
    dice(3)
    ines.does("dragonfly.answer-check", ask=held.public_id)
    for _ in range(2):
        gm.does("undo", event=newest_answer(table).public_id)
        assert "the same face counts again" in ines.panel("asks")
        dice()
        refused = ines.post("dragonfly.answer-check", ask=held.public_id, face=10)
        assert refused.status_code == 422
        assert "it shows 3" in words_of(refused)
        ines.does("dragonfly.answer-check", ask=held.public_id, modifier=4)
        assert (full_facts(table)["face"], full_facts(table)["total"]) == (3, 17)
        assert newest_event(table).dice_fell


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.drama-points")
@pytest.mark.parametrize(("feat", "total"), [("", 13), ("on", 23)])
def test_an_answer_taken_back_keeps_whether_a_feat_was_on_it(table, gm, ines, shannon, dice, feat, total):
    ask(gm, shannon)
    held = open_ask(table)
    dice(3)
    ines.does("dragonfly.answer-check", ask=held.public_id, heroic_feat=feat)
    gm.does("undo", event=newest_answer(table).public_id)
    dice()
    if not feat:
        refused = ines.post("dragonfly.answer-check", ask=held.public_id, heroic_feat="on")
        assert (refused.status_code, "announced before it" in words_of(refused)) == (422, True)
    assert f"{total}: the die shows 3" in ines.panel("asks")
    ines.does("dragonfly.answer-check", ask=held.public_id)
    assert (full_facts(table)["total"], full_facts(table)["feat"]) == (total, bool(feat))


def test_the_odds_are_of_the_face_that_fell(table, gm, ines, shannon, dice):
    ask(gm, shannon)
    held = open_ask(table)
    before = ines.panel("asks")
    dice(1)
    ines.does("dragonfly.answer-check", ask=held.public_id)
    gm.does("undo", event=newest_answer(table).public_id)
    assert "the die shows 1" in ines.panel("asks")
    assert "the die shows 1" not in before
    shown = words_of(ines.get("dragonfly.answer-check", ask=held.public_id))
    assert "the die shows 1" in shown
    assert "100%" in shown


@pytest.mark.played("dragonfly.die")
def test_a_blind_roll_taken_back_tells_its_roller_nothing(table, gm, ines, shannon, dice):
    ask(gm, shannon, mode="blind")
    held = open_ask(table)
    [before] = odds_in(ines.get("dragonfly.answer-check", ask=held.public_id))
    dice(1)
    ines.does("dragonfly.answer-check", ask=held.public_id)
    gm.does("undo", event=newest_answer(table).public_id)
    [after] = odds_in(ines.get("dragonfly.answer-check", ask=held.public_id))
    assert after.split("2Decent")[0] == before.split("100% with Heroic Feat")[0]
    assert "shows" not in ines.panel("asks")
    assert "the die shows 1" in words_of(gm.get("dragonfly.answer-check", ask=held.public_id))


def odds_in(answer):
    return [one.get_text() for one in BeautifulSoup(answer.content, "lxml").select("#odds")]


def newest_answer(table):
    return Event.objects.filter(table=table, kind="dragonfly.check", undone_by=None).latest("pk")


def test_a_typed_face_stays_typed(table, gm, ines, shannon, dice):
    ask(gm, shannon)
    held = open_ask(table)
    dice()
    ines.does("dragonfly.answer-check", ask=held.public_id, face=4)
    gm.does("undo", event=newest_answer(table).public_id)
    ines.does("dragonfly.answer-check", ask=held.public_id)
    assert (full_facts(table)["face"], full_facts(table)["typed"]) == (4, True)


def test_a_player_cannot_take_an_answer_back_alone(table, gm, ines, shannon, dice):
    ask(gm, shannon)
    dice(3)
    ines.does("dragonfly.answer-check", ask=open_ask(table).public_id)
    ines.does("undo", event=newest_answer(table).public_id)
    assert newest_answer(table).undone_by is None


def test_undo_of_the_asking_closes_it(table, gm, ines, shannon):
    ask(gm, shannon)
    gm.does("undo", event=newest_event(table).public_id)
    assert not Ask.objects.exists()
    assert "Asked of you" not in ines.panel("asks")


# who may, and what is refused


def test_only_who_is_asked_answers(table, gm, ines, marek, watcher, stranger, shannon, pell):
    ask(gm, shannon)
    held = open_ask(table)
    before = state_of_play(table)
    refused = marek.post("dragonfly.answer-check", ask=held.public_id)
    assert refused.status_code == 422
    unknown = marek.post("dragonfly.answer-check", ask="nothing")
    assert refused.content.replace(held.public_id.encode(), b"nothing") == unknown.content
    form = marek.get("dragonfly.answer-check", ask=held.public_id)
    assert "Shannon" not in words_of(form)
    assert watcher.post("dragonfly.answer-check", ask=held.public_id).status_code == 403
    stranger.at(ines)
    assert stranger.post("dragonfly.answer-check", ask=held.public_id).status_code == 404
    assert state_of_play(table) == before


def test_an_ask_is_answered_once(table, gm, ines, shannon, dice):
    ask(gm, shannon)
    held = open_ask(table)
    dice(3)
    ines.does("dragonfly.answer-check", ask=held.public_id)
    again = ines.post("dragonfly.answer-check", ask=held.public_id)
    assert again.status_code == 422
    assert "no longer open" in words_of(again)


def test_only_the_gm_asks(ines, shannon, watcher):
    assert ines.get("dragonfly.ask-check").status_code == 403
    assert ines.post("dragonfly.ask-check", characters=[shannon.public_id], attribute="dexterity").status_code == 403
    assert watcher.post("dragonfly.ask-check").status_code == 403


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"characters": []}, "Nobody is named yet"),
        ({"characters": ["zzz"]}, "not yours to choose"),
        ({"attribute": "beauty"}, "That cannot be chosen here"),
        ({"attribute": "", "skill": ""}, "nothing is named yet"),
        ({"exact": 1000}, "−99 to 99 is possible"),
        ({"required_levels": 0}, "1 to 30 is possible"),
        ({"mode": "me"}, "That cannot be chosen here"),
        ({"hidden": "perhaps"}, "That cannot be chosen here"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_and_stays(table, gm, shannon, sent, told):
    before = state_of_play(table)
    refused = gm.post("dragonfly.ask-check", **{"characters": [shannon.public_id], "attribute": "dexterity",
                                               "label": "Kept words", **sent})  # fmt: skip
    assert refused.status_code == 422
    assert told in words_of(refused)
    assert 'value="Kept words"' in refused.content.decode()
    assert state_of_play(table) == before


def test_the_supporting_cast_is_not_asked_to_roll(gm, brute):
    refused = gm.post("dragonfly.ask-check", characters=[brute.public_id], attribute="dexterity")
    assert refused.status_code == 422


def test_script_in_the_words(table, gm, ines, shannon, dice):
    evil = "<script>alert(1)</script>"
    ask(gm, shannon, label=evil)
    assert evil not in ines.page() + gm.page()
    dice(3)
    ines.does("dragonfly.answer-check", ask=open_ask(table).public_id)
    assert evil not in ines.page() + gm.page() + gm.at_address("log").content.decode()


def test_without_javascript(table, gm, ines, shannon, dice):
    assert (
        gm.post("dragonfly.ask-check", plain=True, characters=[shannon.public_id], attribute="dexterity").status_code
        == 302
    )
    page = ines.get("dragonfly.answer-check", plain=True, ask=open_ask(table).public_id)
    assert "<form" in page.content.decode()
    dice(3)
    assert ines.post("dragonfly.answer-check", plain=True, ask=open_ask(table).public_id).status_code == 302


def test_the_state_is_kept_whole(table, gm, shannon):
    ask(gm, shannon, difficulty="heroic", exact=-7, label="x", required_levels=2)
    kept = state(open_ask(table))
    assert (kept.difficulty, kept.exact, kept.required_levels, kept.label) == ("heroic", -7, 2, "x")
