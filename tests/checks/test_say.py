"""Words, whispers and rolls in the line below the log."""

import pytest

from apps.checks import speech
from apps.rules.refusal import Refused
from apps.table.models import Event, Telling
from tests.checks.conftest import everything_shown_to, full_facts, words_of
from tests.checks.test_check import same
from tests.people import newest_event, open_a_table, sit_down, state_of_play

# what a line means


NAMES = {"ines": "i", "marek": "m", "doc amari": "m", "gm": "gm", "director": "gm"}


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Good evening", speech.Words("Good evening")),
        ("//not a command", speech.Words("/not a command")),
        ("/me looks up", speech.Words("looks up", "me")),
        ("/em looks up", speech.Words("looks up", "me")),
        ("/ooc back in five", speech.Words("back in five", "ooc")),
        ("/ic “Who goes there?”", speech.Words("“Who goes there?”", "ic")),
        ("/w marek psst", speech.Words("psst", to=("m",))),
        ("/W Marek: psst", speech.Words("psst", to=("m",))),
        ("/w doc amari psst", speech.Words("psst", to=("m",))),
        ('/w "Doc Amari" psst', speech.Words("psst", to=("m",))),
        ("/w gm the key", speech.Words("the key", to=("gm",))),
        ("/w director the key", speech.Words("the key", to=("gm",))),
        ("/w [Ines, Marek] both", speech.Words("both", to=("i", "m"))),
        ("/r 2d6+3", speech.Roll("2d6+3")),
        ("/roll 2d6 # fire damage", speech.Roll("2d6", "fire damage")),
        ("/gmr d20", speech.Roll("d20", "", "gm")),
        ("/gmroll d20", speech.Roll("d20", "", "gm")),
        ("/rgm d20", speech.Roll("d20", "", "gm")),
        ("/br d20", speech.Roll("d20", "", "blind")),
        ("/blindroll d20", speech.Roll("d20", "", "blind")),
        ("/sr d20", speech.Roll("d20", "", "me")),
        ("/selfroll d20", speech.Roll("d20", "", "me")),
        ("/rme d20", speech.Roll("d20", "", "me")),
        ("/pr d20", speech.Roll("d20", "", "everybody")),
        ("two\nlines", speech.Words("two\nlines")),
        ("a\u202eb\x00c", speech.Words("abc")),
    ],
)
def test_what_a_line_means(line, meant):
    assert speech.understand(line, NAMES) == meant


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "empty"), (" \n ", "empty"), ("\u202e", "empty"), ("/dance", "unknown-command"),
        ("/", "unknown-command"),
        ("/w", "unknown-name"), ("/w tomas hello", "unknown-name"), ("/w marek", "empty"),
        ("/w [ines hello", "bracket"),
        ("/w [] hello", "nobody"), ("/me", "empty"), ("/2d6", "unknown-command"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_refused(line, code):
    with pytest.raises(Refused) as no:
        speech.understand(line, NAMES)
    assert (no.value.code, no.value.field) == (code, "text")


# at the table


def test_plain_words_are_heard_by_everybody(table, ines, gm, watcher):
    ines.does("say", text="Good evening")
    for one in (ines, gm, watcher):
        assert "Good evening" in one.log()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("/me looks up", "Ines looks up"),
        ("/ooc back soon", "out of character back soon"),
        ("/ic Halt", "in character Halt"),
    ],
)
def test_voices(ines, gm, line, told):
    ines.does("say", text=line)
    assert told in gm.log()


@pytest.mark.parametrize("line", ["/w Marek the second key", '/w "Marek" the second key', "/w [Marek] the second key"])
def test_a_whisper_is_heard_by_two_and_not_by_the_gm(ines, marek, gm, watcher, line):
    before = {one: everything_shown_to(one) for one in (gm, watcher)}
    ines.does("say", text=line)
    for one in (ines, marek):
        assert "to Marek" in one.log()
        assert "the second key" in one.log()
    for one in (gm, watcher):
        assert same(everything_shown_to(one), before[one])
    assert "the second key" not in gm.at_address(f"as/{marek.seat.public_id}/").content.decode()


def test_a_whisper_to_a_character_reaches_its_player(ines, marek, pell):
    ines.does("say", text="/w pell psst")
    assert "psst" in marek.log()


def test_several_and_the_gm(ines, marek, gm, sit):
    june = sit("June")
    ines.does("say", text="/w [Marek, gm] now")
    assert "to the Director and Marek" in marek.log()
    assert "now" in gm.log()
    assert "now" not in june.log()


@pytest.mark.parametrize(("mode", "gm_hears"), [("gm", True), ("blind", True), ("me", False)])
def test_the_switch_beside_the_line(ines, marek, gm, mode, gm_hears):
    ines.does("say", text="I keep the key in my boot", mode=mode)
    assert "in my boot" in ines.log()
    assert ("in my boot" in gm.log()) == gm_hears
    assert "in my boot" not in marek.log()


def test_an_unknown_name_tells_who_is_here(ines, marek, gm, voss):
    refused = ines.post("say", text="/w Tomas hello")
    assert refused.status_code == 422
    words = words_of(refused)
    assert "Nobody here is called “Tomas”" in words
    assert "marek" in words
    assert "voss" not in words
    assert "/w Tomas hello" in words


def test_an_unknown_command_lists_them_and_keeps_what_was_typed(table, ines):
    before = state_of_play(table)
    refused = ines.post("say", text="/dance wildly")
    assert refused.status_code == 422
    assert "/dance wildly" in words_of(refused)
    assert "/gmr" in words_of(refused)
    assert state_of_play(table) == before


def test_free_dice_with_a_label(table, ines, gm, dice):
    dice(3, 5)
    ines.does("say", text="/r 2d6+3 # falling crates")
    facts = full_facts(table)
    assert (facts["formula"], facts["total"], facts["label"]) == ("2d6 + 3", 11, "falling crates")
    assert "falling crates" in gm.log()
    assert "11" in gm.log()
    assert newest_event(table).dice_fell


@pytest.mark.parametrize(
    ("line", "mode", "ines_sees", "gm_sees", "marek_sees"),
    [
        ("/r d20", "everybody", True, True, True), ("/r d20", "gm", True, True, False),
        ("/r d20", "blind", False, True, False), ("/r d20", "me", True, False, False),
        ("/pr d20", "me", True, True, True), ("/gmr d20", "everybody", True, True, False),
        ("/br d20", "everybody", False, True, False), ("/sr d20", "everybody", True, False, False),
    ],
)  # fmt: skip
def test_rolls_in_every_mode(table, ines, gm, marek, dice, line, mode, ines_sees, gm_sees, marek_sees):
    dice(17)
    before = everything_shown_to(marek)
    ines.does("say", text=line, mode=mode)
    for one, sees in ((ines, ines_sees), (gm, gm_sees), (marek, marek_sees)):
        assert ("d20: 17" in str(one.soup().find(id="log-cards"))) == sees
    assert same(everything_shown_to(marek), before) == (not marek_sees)
    if not ines_sees:
        assert "Rolled blind" in ines.log()
        assert "17" not in str(Telling.objects.get(event=newest_event(table), audience="seat").facts)


def test_rolls_within_a_sentence(table, ines, gm, dice):
    dice(4, 2, 6)
    ines.does("say", text="I throw [[2d6]] coins and keep [[d6]].")
    assert [piece["roll"]["total"] for piece in full_facts(table)["pieces"] if "roll" in piece] == [6, 6]
    assert "I throw 2d6 = 6 ( 4 , 2 ) coins" in gm.log()


def test_a_whisper_with_a_roll_stays_a_whisper(table, ines, marek, gm, dice):
    dice(4)
    ines.does("say", text="/w Marek [[d6]]")
    assert "d6" not in gm.log()
    assert "d6" in marek.log()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("/r", "nothing to roll"), ("/r hello", "cannot be read"), ("/r 1000d6", "asks for 1000 dice"),
        ("/r d100000", "no die here"), ("/r 2+2", "no die"), ("[[2d]]", "breaks off"),
        ("[[d6]] and [[oops]]", "cannot be read"),
        ("[[d6]]" * 11, "11 rolls in one line"), ("x" * 2001, "at most 2000"),
    ],
)  # fmt: skip
def test_dice_that_cannot_be_rolled(table, ines, line, told):
    before = state_of_play(table)
    refused = ines.post("say", text=line)
    assert refused.status_code == 422
    assert told in words_of(refused)
    assert state_of_play(table) == before


def test_while_the_table_is_paused_words_pass_and_dice_wait(table, ines, gm, dice):
    gm.does("pause")
    ines.does("say", text="One moment")
    for line in ("/r d6", "[[d6]]"):
        refused = ines.post("say", text=line)
        assert refused.status_code == 422
        assert "paused" in words_of(refused)
    dice(3)
    gm.does("say", text="/r d6")


@pytest.mark.played("dragonfly.table-options", "dragonfly.when-to-roll")
def test_no_free_dice_where_every_roll_waits_for_the_director(db, dice):
    table = open_a_table(players_may_roll_freely="off")
    ines, gm = sit_down(table, "Ines"), sit_down(table, "Director", "gm", "gm")
    for text in ("/r d6", "[[d6]]"):
        refused = ines.post("say", text=text)
        assert refused.status_code == 422
        assert "every roll waits for the Director" in words_of(refused)
    assert ines.post("roll", formula="d6").status_code == 422
    ines.does("say", text="Only words")
    dice(3)
    gm.does("say", text="/r d6")


def test_spectators_and_strangers_say_nothing(table, ines, watcher, stranger):
    assert watcher.post("say", text="Hello").status_code == 403
    assert watcher.soup().find(id="panel-say") is None
    stranger.at(ines)
    assert stranger.post("say", text="Hello").status_code == 404
    ines.seat.devices.all().delete()
    assert ines.post("say", text="Hello").status_code == 404
    assert not Event.objects.exists()


def test_script_is_shown_as_text(table, ines, gm):
    evil = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    ines.does("say", text=evil)
    ines.does("say", text=f"/me {evil}")
    for page in (gm.page(), gm.at_address("log").content.decode()):
        assert "<script>alert" not in page
        assert "<img src=x" not in page


def test_the_panel_says_the_game_s_word_and_carries_no_token(ines):
    panel = ines.soup().find(id="panel-say")
    assert [one.get_text() for one in panel.find_all("button", {"name": "mode"})] == ["All", "Director", "Blind", "Me"]
    assert "csrf" not in str(panel)
    assert panel.form["method"] == "get"


def test_the_gm_s_private_panel_is_not_drawn_through_another_s_eyes(gm, ines):
    page = gm.at_address(f"as/{ines.seat.public_id}/").content.decode()
    assert 'name="text"' not in page


def test_without_javascript(ines, gm):
    page = ines.get("say", plain=True, text="Half a thought", mode="gm")
    assert "Half a thought" in words_of(page)
    answer = ines.post("say", plain=True, text="Half a thought")
    assert answer.status_code == 302


def test_a_player_takes_back_their_own_words(table, ines, gm):
    ines.does("say", text="I never said this")
    ines.does("undo", event=newest_event(table).public_id)
    assert Event.objects.get(kind="say").undone_by is not None


# free dice on their own form


def test_the_form_of_free_dice(table, ines, gm, dice):
    words = words_of(ines.get("roll", formula="2d6+3"))
    for told in ("How 2d6 + 3 falls", "5 at least", "10 on average", "15 at most", "Roll 2d6 + 3"):
        assert told in words
    dice(2, 2)
    ines.does("roll", formula="2d6+3", label="crates", mode="everybody")
    assert full_facts(table)["total"] == 7
    assert "crates" in gm.log()


def test_one_tap_for_one_die(table, ines, dice):
    dice(77)
    ines.does("roll", quick="d100", formula="")
    assert full_facts(table)["total"] == 77


def test_too_many_dice_for_exact_odds(ines):
    words = words_of(ines.get("roll", formula="50d1000kh25"))
    assert "too many dice for exact odds" in words
    assert "at most" in words


def test_dropped_dice_are_shown_and_a_list_too(table, ines, gm, dice):
    dice(6, 2, 5, 1)
    ines.does("roll", formula="4d6kh3")
    assert full_facts(table)["total"] == 13
    assert "d6: 1, dropped" in str(gm.soup().find(id="log-cards"))
    dice(8, 3)
    ines.does("roll", formula="d8 d10")
    assert full_facts(table)["listed"]


@pytest.mark.parametrize("sent", [{"formula": ""}, {"formula": "d0"}, {"formula": "9" * 300}, {"quick": "d7"}])
def test_free_dice_refused(table, ines, sent):
    before = state_of_play(table)
    refused = ines.post("roll", **sent, label="Kept")
    assert refused.status_code == 422
    assert 'value="Kept"' in refused.content.decode()
    assert state_of_play(table) == before
