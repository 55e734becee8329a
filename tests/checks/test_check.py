"""A check: by one tap and with everything on the form."""

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Move, Track
from apps.table.models import Event, Telling
from tests.checks.conftest import condition, everything_shown_to, full_facts, full_sheet, words_of
from tests.people import newest_event, open_a_table, sit_down, state_of_play


@pytest.mark.played("dragonfly.base-check", "dragonfly.die")
def test_one_tap_from_the_sheet(table, ines, shannon, dice, gm):
    dice(6)
    ines.does("dragonfly.check", character=shannon.public_id, attribute="dexterity", skill="kung-fu")
    facts = full_facts(table)
    assert (facts["total"], facts["success"], facts["levels"], facts["word"]) == (17, True, 5, "Excellent")
    assert (facts["face"], facts["typed"]) == (6, False)
    assert newest_event(table).dice_fell
    log = gm.log()
    for told in ("Shannon", "Dexterity + Kung Fu", "17", "Excellent", "five Success Levels", "17 to 20: five levels."):
        assert told in log


@pytest.mark.played("dragonfly.base-check", "dragonfly.success-levels", "dragonfly.difficulty-modifiers")
def test_the_catalogue_s_examples_of_a_check(table, marek, pell, dice, make, ines):
    dice(4)
    marek.does("dragonfly.check", character=pell.public_id, attribute="strength", skill="acrobatics")
    assert [full_facts(table)[k] for k in ("total", "success", "levels")] == [10, True, 1]
    dice(6)
    marek.does(
        "dragonfly.check", character=pell.public_id, attribute="perception", skill="notice", difficulty="difficult"
    )
    assert [full_facts(table)[k] for k in ("total", "success", "levels", "difficulty")] == [8, False, 0, "difficult"]


@pytest.mark.played("dragonfly.attribute-doubled")
def test_an_attribute_alone_is_doubled_unless_withheld(table, marek, pell, dice):
    dice(6)
    marek.does("dragonfly.check", character=pell.public_id, attribute="dexterity", skill="")
    facts = full_facts(table)
    assert [facts[k] for k in ("total", "success", "levels", "rule")] == [12, True, 2, "dragonfly.attribute-doubled"]
    dice(5)
    marek.does("dragonfly.check", character=pell.public_id, attribute="dexterity", withheld="on")
    assert [full_facts(table)[k] for k in ("total", "success", "levels")] == [8, False, 0]


@pytest.mark.played("dragonfly.base-check")
def test_a_skill_that_one_lacks_counts_0_and_nothing_is_doubled(table, marek, pell, dice):
    dice(5)
    marek.does("dragonfly.check", character=pell.public_id, attribute="dexterity", skill="pilot")
    assert full_facts(table)["total"] == 8


@pytest.mark.played("dragonfly.base-check")
def test_a_skill_alone(table, ines, shannon, dice):
    dice(5)
    ines.does("dragonfly.check", character=shannon.public_id, attribute="", skill="acrobatics")
    assert full_facts(table)["total"] == 10


@pytest.mark.played("dragonfly.required-levels")
@pytest.mark.parametrize(("face", "levels", "enough"), [(3, 3, False), (4, 4, True)])
def test_a_hard_task_needs_several_levels(table, ines, shannon, dice, gm, face, levels, enough):
    dice(face)
    ines.does("dragonfly.check", character=shannon.public_id, attribute="dexterity", skill="kung-fu", required_levels=4)
    facts = full_facts(table)
    assert (facts["total"], facts["levels"], facts["success"]) == (face + 11, levels, enough)
    assert "of four needed" in gm.log()


@pytest.mark.played("dragonfly.success-levels")
@pytest.mark.parametrize(
    ("by", "face", "levels", "word"), [(1, 6, 5, "Excellent"), (20, 6, 11, "Wow!"), (-10, 6, 0, None)]
)
def test_totals_and_their_levels(table, ines, shannon, dice, by, face, levels, word):
    dice(face)
    ines.does("dragonfly.check", character=shannon.public_id, attribute="dexterity", skill="kung-fu", modifier=by)
    assert (full_facts(table)["levels"], full_facts(table)["word"]) == (levels, word)


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.drama-points")
def test_a_heroic_feat_costs_a_point_before_the_die(table, ines, shannon, dice, gm):
    dice(2)
    ines.does("dragonfly.check", character=shannon.public_id, attribute="dexterity", skill="kung-fu", heroic_feat="on")
    facts = full_facts(table)
    assert (facts["total"], facts["levels"], facts["feat"], facts["points_left"]) == (23, 6, True, 2)
    assert Track.objects.get(character=shannon, key="drama-points").value == 2
    move = Move.objects.get()
    assert (move.points, move.rule, move.event) == (1, "dragonfly.heroic-feat", newest_event(table))
    assert "Heroic Feat" in gm.log()


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.drama-points")
def test_no_feat_without_a_point(table, ines, shannon):
    Track.objects.filter(character=shannon).update(value=0)
    before = state_of_play(table)
    sent = {"character": shannon.public_id, "attribute": "dexterity", "skill": "kung-fu", "heroic_feat": "on",
            "label": "over the gap"}  # fmt: skip
    refused = ines.post("dragonfly.check", **sent)
    assert refused.status_code == 422
    assert "Heroic Feat costs 1" in words_of(refused)
    assert 'value="over the gap"' in refused.content.decode()
    assert state_of_play(table) == before
    assert "Heroic Feat · no Drama Points left" in words_of(ines.get("dragonfly.check", character=shannon.public_id))


@pytest.mark.played("dragonfly.heroic-feat")
def test_the_catalogue_s_heroic_feat(table, ines, make, dice):
    jess = make(table, "Jess", ines, drama=1, constitution=2, willpower=4)
    dice(6)
    ines.does("dragonfly.check", character=jess.public_id, attribute="constitution", modifier=-9, withheld="on",
              heroic_feat="on")  # fmt: skip
    facts = full_facts(table)
    assert (facts["total"], facts["success"], facts["levels"], facts["points_left"]) == (9, True, 1, 0)


def test_conditions_count_unless_they_are_switched_off(table, ines, shannon, dice, gm):
    off_balance, _ = condition(shannon, "Off balance", -2), condition(shannon, "Aiming", 1)
    roll = {"character": shannon.public_id, "attribute": "dexterity", "skill": "kung-fu"}
    dice(6)
    ines.does("dragonfly.check", **roll)
    assert full_facts(table)["total"] == 16
    dice(6)
    ines.does("dragonfly.check", **roll, looked=shannon.public_id, conditions=[off_balance.public_id])
    facts = full_facts(table)
    assert facts["total"] == 15
    assert [one["label"] for one in facts["left_out"]] == ["Aiming"]
    assert "Aiming +1, left out" in gm.log()


def test_a_modifier_with_a_name_and_a_label(table, ines, shannon, dice, gm):
    dice(6)
    ines.does("dragonfly.check", character=shannon.public_id, attribute="dexterity", skill="kung-fu", modifier=-3,
              modifier_name="Wet floor", label="kicking the wrench away")  # fmt: skip
    log = gm.log()
    assert full_facts(table)["total"] == 14
    assert "Wet floor" in log
    assert "kicking the wrench away" in log


@pytest.mark.played("dragonfly.difficulty-modifiers")
@pytest.mark.parametrize(
    ("sent", "total"),
    [
        ({"difficulty": "very-difficult"}, 14),
        ({"difficulty": "very-difficult", "exact": -5}, 12),
        ({"difficulty": "shaah-right", "exact": -14}, 3),
        ({"difficulty": "heroic", "exact": 0, "was": "challenging:0"}, 11),
        ({"difficulty": "challenging", "exact": -4, "was": "challenging:0"}, 13),
        ({"exact": 7}, 24),
    ],
)  # fmt: skip
def test_a_row_begins_at_its_mildest_number_and_any_number_may_stand(table, ines, shannon, dice, sent, total):
    dice(6)
    ines.does("dragonfly.check", character=shannon.public_id, attribute="dexterity", skill="kung-fu", **sent)
    assert full_facts(table)["total"] == total


@pytest.mark.played("dragonfly.difficulty-modifiers")
def test_the_form_follows_a_new_row(ines, shannon):
    query = {"character": shannon.public_id, "attribute": "dexterity", "looked": shannon.public_id}
    page = ines.get("dragonfly.check", **query, difficulty="heroic", exact="0", was="challenging:0")
    assert 'name="exact" value="-6"' in page.content.decode()


@pytest.mark.played("dragonfly.die", "dragonfly.table-options")
def test_a_real_die_typed_in(table, ines, shannon, gm, dice):
    dice()
    ines.does("dragonfly.check", character=shannon.public_id, attribute="dexterity", skill="kung-fu", face=0)
    facts = full_facts(table)
    assert (facts["face"], facts["total"], facts["typed"]) == (10, 21, True)
    assert "real die, typed in" in gm.log()
    assert newest_event(table).dice_fell


@pytest.mark.played("dragonfly.die", "dragonfly.table-options")
def test_typed_dice_off(db, dice):
    table = open_a_table(typed_dice="off")
    ines = sit_down(table, "Ines")
    shannon = full_sheet(table, "Shannon", ines, dexterity=7)
    page = ines.get("dragonfly.check", character=shannon.public_id)
    assert 'name="face"' not in page.content.decode()
    dice(4)
    ines.does("dragonfly.check", character=shannon.public_id, attribute="dexterity", face=10)
    assert full_facts(table)["face"] == 4


@pytest.mark.played("dragonfly.ability-scores", "dragonfly.rolling-opposition")
def test_the_supporting_cast_never_rolls(table, gm, brute, ines, dice):
    dice()
    gm.does("dragonfly.check", character=brute.public_id, score="brains", modifier=4, modifier_name="A clear trail")
    facts = full_facts(table)
    assert (facts["face"], facts["total"], facts["success"], facts["levels"]) == (None, 10, True, 1)
    assert facts["rule"] == "dragonfly.ability-scores"
    assert not newest_event(table).dice_fell
    page = gm.get("dragonfly.check", character=brute.public_id).content.decode()
    assert 'name="attribute"' not in page
    assert 'name="heroic_feat"' not in page
    assert "Muscle" in page


@pytest.mark.played("dragonfly.rolling-opposition")
def test_a_full_sheet_of_the_gm_rolls(table, gm, make, dice, ines):
    make(table, "Captain Oro", None, dexterity=4, gun_fu=3)
    captain = table.characters.get(name="Captain Oro")
    dice(3)
    gm.does("dragonfly.check", character=captain.public_id, attribute="dexterity", skill="gun-fu")
    assert full_facts(table)["total"] == 10
    assert "Captain Oro" in ines.log()


def test_the_gm_rolls_for_a_player_s_character_and_the_card_says_so(table, gm, ines, shannon, dice):
    dice(6)
    gm.does("dragonfly.check", character=shannon.public_id, attribute="dexterity", skill="kung-fu")
    event = newest_event(table)
    assert event.by_gm
    assert "by the Director" in ines.log()


# the form


def test_exact_odds_stand_beside_the_form(ines, shannon):
    words = words_of(ines.get("dragonfly.check", character=shannon.public_id, attribute="dexterity", skill="gun-fu",
                              difficulty="very-difficult"))  # fmt: skip
    for told in ("Chance of 9 or more", "90%", "2 or more on the die", "100% with Heroic Feat", "Roll d10 + 7",
                 "with Heroic Feat: five to eight levels", "Outrageous"):  # fmt: skip
        assert told in words


def test_a_form_shows_what_one_is_best_at_and_what_is_chosen(table, ines, make):
    """In the sheet's order; the rest is behind More, so that how hard it is can be seen below."""
    able = make(table, "Able", ines, acrobatics=3, kung_fu=4, sports=1, gun_fu=5, doctor=2, pilot=6)
    form = BeautifulSoup(ines.get("dragonfly.check", character=able.public_id, skill="sports").content, "lxml")
    folded = [one["value"] for one in form.select("#field-skill details.more input")]
    shown = [one["value"] for one in form.select("#field-skill input") if one["value"] not in folded]
    assert shown == ["kung-fu", "sports", "gun-fu", "pilot", ""]
    assert "doctor" in folded


def test_the_button_follows_a_typed_face(ines, shannon):
    words = words_of(
        ines.get("dragonfly.check", character=shannon.public_id, attribute="dexterity", skill="gun-fu", face=0)
    )
    assert "Enter 10 + 10" in words


def test_when_to_roll_is_told_on_the_form(ines, shannon):
    assert "nobody can be sure" in words_of(ines.get("dragonfly.check"))


def test_a_player_without_a_character_is_told_so(marek, shannon):
    words = words_of(marek.get("dragonfly.check"))
    assert "You play nobody yet" in words


def test_the_line_below_the_sheet_s_button(ines, marek, shannon, gm):
    line = ines.at_address("odds", character=shannon.public_id, attribute="dexterity", skill="kung-fu")
    assert "d10 + 11" in words_of(line)
    assert "100%" in words_of(line)
    nothing = marek.at_address("odds", character=shannon.public_id, attribute="dexterity")
    assert (nothing.status_code, nothing.content) == (204, b""), "of somebody else's, as of one just handed over"
    assert gm.at_address("odds", character=shannon.public_id, attribute="dexterity").status_code == 200


# who may, and what is refused


def test_only_one_s_own_character(table, marek, shannon, pell, watcher, stranger, ines):
    refused = marek.post("dragonfly.check", character=shannon.public_id, attribute="dexterity")
    assert refused.status_code == 422
    assert "not yours to choose" in words_of(refused)
    assert watcher.post("dragonfly.check", character=shannon.public_id, attribute="dexterity").status_code == 403
    stranger.at(ines)
    assert stranger.post("dragonfly.check", character=shannon.public_id, attribute="dexterity").status_code == 404
    ines.seat.devices.all().delete()
    assert ines.post("dragonfly.check", character=shannon.public_id, attribute="dexterity").status_code == 404
    assert not Event.objects.filter(table=table).exists()


def test_another_table_s_gm_finds_nothing(table, shannon, ines):
    other = sit_down(open_a_table("Elsewhere"), "Other", "gm")
    refused = other.post("dragonfly.check", character=shannon.public_id, attribute="dexterity")
    assert refused.status_code == 422
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"attribute": "beauty"}, "That cannot be chosen here"),
        ({"attribute": "dexterity", "skill": "own-zzzz"}, "That cannot be chosen here"),
        ({"attribute": "dexterity", "modifier": "9" * 40}, "−99 to 99 is possible"),
        ({"attribute": "dexterity", "modifier": "-100"}, "−99 to 99 is possible"),
        ({"attribute": "dexterity", "exact": "1e9"}, "A whole number is wanted"),
        ({"attribute": "dexterity", "required_levels": "0"}, "1 to 30 is possible"),
        ({"attribute": "dexterity", "required_levels": "31"}, "1 to 30 is possible"),
        ({"attribute": "dexterity", "face": "11"}, "0 to 10 is possible"),
        ({"attribute": "dexterity", "face": "-1"}, "0 to 10 is possible"),
        ({"attribute": "dexterity", "label": "x" * 121}, "at most 120"),
        ({"attribute": "dexterity", "label": "a\u202eb"}, "cannot be seen"),
        ({"attribute": "dexterity", "mode": "all of you"}, "That cannot be chosen here"),
        ({"attribute": "dexterity", "looked": "x" * 17}, "at most 16"),
        ({"attribute": "", "skill": ""}, "nothing is named yet"),
        ({}, "nothing is named yet"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_and_stays(table, ines, shannon, sent, words):
    before = state_of_play(table)
    refused = ines.post("dragonfly.check", character=shannon.public_id, modifier_name="Kept", **sent)
    assert refused.status_code == 422
    assert words in words_of(refused)
    assert 'value="Kept"' in refused.content.decode()
    assert state_of_play(table) == before


def test_script_in_every_text_is_shown_as_text(table, ines, shannon, dice, gm):
    dice(6)
    evil = "<script>alert(1)</script>"
    ines.does("dragonfly.check", character=shannon.public_id, attribute="dexterity", label=evil, modifier=1,
              modifier_name=evil)  # fmt: skip
    for page in (gm.page(), gm.at_address("log").content.decode()):
        assert evil not in page
        assert "&lt;script&gt;" in page


def test_without_javascript(table, ines, shannon, dice):
    page = ines.get("dragonfly.check", plain=True, character=shannon.public_id)
    assert "<!doctype html>" in page.content.decode().lower()
    dice(6)
    answer = ines.post("dragonfly.check", plain=True, character=shannon.public_id, attribute="dexterity")
    assert answer.status_code == 302


def test_the_same_submit_twice_rolls_once(table, ines, shannon, dice):
    dice(6)
    for _ in range(2):
        ines.post("dragonfly.check", nonce="once-and-only", character=shannon.public_id, attribute="dexterity")
    assert Event.objects.count() == 1


def test_undo_gives_the_point_back(table, ines, shannon, dice, gm):
    dice(6)
    ines.does("dragonfly.check", character=shannon.public_id, attribute="dexterity", heroic_feat="on")
    gm.does("undo", event=newest_event(table).public_id)
    assert Track.objects.get(character=shannon, key="drama-points").value == 3
    assert not Move.objects.exists()


# modes


def roll_in(mode, person, character, dice, **more):
    dice(7)
    person.does("dragonfly.check", character=character.public_id, attribute="dexterity", skill="acrobatics",
                         label="Quietly now", mode=mode, **more)  # fmt: skip


SECRET = ("Quietly now", "Acrobatics", "20")


@pytest.mark.parametrize("mode", ["gm", "blind", "me"])
def test_a_secret_roll_leaves_no_trace_with_others(table, ines, marek, watcher, gm, shannon, pell, dice, mode):
    before = {one: everything_shown_to(one) for one in (marek, watcher)}
    gms_before = everything_shown_to(gm)
    roll_in(mode, ines, shannon, dice)
    for one in (marek, watcher):
        assert same(everything_shown_to(one), before[one])
    if mode == "me":
        assert same(everything_shown_to(gm), gms_before)
    else:
        assert "Quietly now" in gm.log()
        assert "19" in gm.log()


def same(one, other):
    import re

    token = re.compile(r'(X-CSRFToken": "|csrfmiddlewaretoken" value="|csrf_token" value=")[^"]+')
    return token.sub("", one) == token.sub("", other)


def test_blind_tells_the_roller_nothing_but_that_it_fell(table, ines, shannon, dice, gm):
    roll_in("blind", ines, shannon, dice)
    log = ines.log()
    assert "Rolled blind. The Director knows." in log
    assert "19" not in ines.log()
    told = Telling.objects.get(event=newest_event(table), audience="seat")
    assert told.facts == {"blind": True, "character": "Shannon", "label": "Quietly now"}


def test_the_roller_of_a_roll_to_the_gm_sees_all_of_it(table, ines, shannon, dice):
    roll_in("gm", ines, shannon, dice)
    assert "19" in ines.log()


def test_a_roll_for_oneself_stays_there(table, ines, shannon, dice, gm):
    roll_in("me", ines, shannon, dice)
    assert "19" in ines.log()
    assert "Quietly now" not in everything_shown_to(gm)
    assert "Quietly now" not in gm.at_address(f"as/{ines.seat.public_id}/").content.decode()


def test_the_gm_s_secret_roll_is_preselected(gm, voss):
    page = gm.get("dragonfly.check", mode="gm").content.decode()
    assert 'value="gm" id="id_mode_1" checked' in page or 'name="mode" value="gm"' in page.split("checked")[-2]


def test_the_gm_rolls_in_secret_for_somebody_unknown_and_reveals(table, gm, ines, marek, voss, dice):
    before = everything_shown_to(ines)
    dice(8)
    gm.does("dragonfly.check", character=voss.public_id, attribute="dexterity", skill="gun-fu", mode="gm")
    assert same(everything_shown_to(ines), before)
    gm.does("reveal", event=newest_event(table).public_id)
    assert "18" in ines.log()


def test_a_public_roll_for_somebody_hidden_names_nobody(table, gm, ines, voss, dice):
    dice(8)
    gm.does("dragonfly.check", character=voss.public_id, attribute="dexterity", skill="gun-fu")
    assert "Voss" not in everything_shown_to(ines)
    assert voss.public_id not in everything_shown_to(ines)
    assert "Somebody" in ines.log()
    assert "Voss" in gm.log()


def test_forms_and_refusals_are_the_same_with_and_without_a_hidden_character(table, ines, shannon, make):
    query = {"character": shannon.public_id, "attribute": "dexterity"}
    form = ines.get("dragonfly.check", **query).content
    refusal = ines.post("dragonfly.check", **query, modifier="x").content
    hidden = make(table, "Voss", None, hidden=True, dexterity=5)
    assert ines.get("dragonfly.check", **query).content == form
    assert ines.post("dragonfly.check", **query, modifier="x").content == refusal
    unknown = ines.post("dragonfly.check", character="nosuchcharacter", attribute="dexterity").content
    assert ines.post("dragonfly.check", character=hidden.public_id, attribute="dexterity").content == unknown
