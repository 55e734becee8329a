"""Making characters: crewmembers, Major GMCs, and GMCs with a single die."""

import pytest
from bs4 import BeautifulSoup

from apps.characters.crew.ready import listed_cast
from apps.characters.crew.sheet import sheet_of
from apps.characters.models import Character, Move
from tests.characters.crew.conftest import gmcs
from tests.crew_evening import KIT, TRAN, WREN
from tests.people import newest_event, state_of_play


@pytest.mark.played("crew.sheet", "crew.skills", "crew.skill-ratings")
def test_a_player_makes_a_crewmember(ines, marek, make):
    character = make(ines, **WREN)
    sheet = sheet_of(character)
    assert (sheet.name, sheet.is_full, sheet.role_title, character.seat) == ("Wren", True, "Crewmember", ines.seat)
    assert [(one.key, one.size) for one in sheet.attributes] == [("mental", 6), ("physical", 8), ("social", 8)]
    assert len(sheet.skills) == 19
    assert (sheet.size("shoot"), sheet.size("sneak"), sheet.size("labor")) == (10, 8, 4)
    assert [one.key for one in sheet.trained] == ["shoot", "fly", "notice", "sneak", "move", "treat", "know"]
    assert sheet.plot_points == 1
    panel = ines.panel("crew-sheet")
    for words in ("Wren", "Shoot", "Master: firing pistols", "Expert:", "12 at d4, Untrained", "Plot points", "Know"):
        assert words in panel, words
    assert "Mental d6, Physical d8, Social d8, 1 plot point" in ines.log()
    assert "makes Wren, Crewmember." in marek.log()
    assert "Mental" not in marek.log()


@pytest.mark.played("crew.specialty", "crew.distinction", "crew.triggers", "crew.signature-asset")
def test_traits_with_their_triggers(ines, make):
    sheet = sheet_of(make(ines, **WREN))
    assert [(one.name, one.skill, one.size) for one in sheet.specialties] == [
        ("Carbines", "shoot", 6), ("Old star charts", "know", 6),
    ]  # fmt: skip
    loyal, quick = sheet.distinctions
    assert (loyal.name, loyal.text, loyal.size) == ("Loyal to a fault", "Nobody of mine is left behind.", 8)
    assert [(one.text, one.points, one.effect) for one in loyal.triggers] == [
        ("Step up a Complication to double a die", 0, "double")
    ]
    assert quick.triggers == ()
    assert [(one.name, one.size) for one in sheet.signature_assets] == [
        ("Long coat full of pockets", 6), ("Grandfather’s carbine", 8),
    ]  # fmt: skip
    assert [one.points for one in sheet.signature_assets[1].triggers] == [-1]
    panel = ines.panel("crew-sheet")
    for words in ("Carbines", "d8, or d4 for a plot point", "Nobody of mine", "1 plot point Spend a plot point to re"):
        assert words in panel, words
    assert [one.name for one in sheet.callbacks] == ["The Harrow Heist", "Nine Moons"]


@pytest.mark.played("crew.attributes")
@pytest.mark.parametrize("size", [4, 12])
def test_a_crewmembers_attributes_are_d6_to_d10(gm, ines, size):
    for person in (ines, gm):
        before = state_of_play(ines.table)
        refused = person.post("crew.make", **WREN | {"physical": size})
        assert refused.status_code == 422
        assert "A crewmember’s attributes are d6, d8, d10." in refused.content.decode()
        assert state_of_play(ines.table) == before
    ines.does("crew.make", **WREN | {"physical": 10})


@pytest.mark.played("crew.attributes")
def test_a_gmcs_attributes_are_any_die(gm, ines, make):
    tran = make(gm, **TRAN | {"mental": 4})
    assert [one.size for one in sheet_of(tran).attributes] == [4, 10, 12]
    assert sheet_of(tran).plot_points == 0
    assert tran.seat is None
    assert "Marshal Tran" in gm.panel("crew-cast")
    assert "Marshal Tran" in ines.panel("crew-here")
    assert "Influence" not in ines.panel("crew-here") + ines.log()


def test_the_starting_point_is_a_move_of_the_ledger(table, ines, make):
    make(ines, **WREN)
    move = Move.objects.get()
    assert (move.points, move.source, move.rule) == (1, None, "crew.plot-point-start")
    assert move.event == newest_event(table)


def test_the_gm_makes_one_for_a_player(gm, ines, make):
    made = make(gm, **KIT, seat=ines.seat.public_id, plot_points=3)
    assert made.seat == ines.seat
    assert sheet_of(made).plot_points == 3
    assert "Kit" in ines.panel("crew-sheet")


def test_a_skill_left_empty_or_d4_is_not_on_the_sheet(ines, make):
    character = make(ines, **WREN | {"craft": "4", "fix": ""})
    assert not character.ratings.filter(key__in=("craft", "fix")).exists()
    assert sheet_of(character).size("craft") == 4


def test_a_player_makes_crewmembers_only(ines):
    before = state_of_play(ines.table)
    assert ines.post("crew.make", **TRAN).status_code == 422
    assert ines.post("crew.quick-gmc", name="Thug", role="extra", die=6).status_code == 403
    assert state_of_play(ines.table) == before


def test_six_thugs_in_one_tap(gm, marek):
    button = gm.soup().find("button", string="Six thugs, d6")
    made = gmcs(gm, **{one["name"]: one["value"] for one in button.parent.select("input")})
    assert [one.name for one in made] == [f"Thug {number}" for number in range(1, 7)]
    assert {sheet_of(one).die for one in made} == {6}
    assert "Thug 6" in marek.panel("crew-here")
    assert "with d6 each" in gm.log()
    assert "d6" not in marek.log()
    assert [one.name for one in gmcs(gm, name="Thug", role="extra", die=8, copies=2)] == ["Thug 7", "Thug 8"]
    assert [one.name for one in gmcs(gm, name="Deputy", role="minor-gmc", die=8)] == ["Deputy"]


def test_hidden_characters_leave_no_trace(gm, ines, watcher, sniper):
    for person in (ines, watcher):
        assert "Sniper" not in person.page()
        assert sniper.public_id not in person.page()
    for act in ("crew.edit", "crew.duplicate", "crew.complication", "crew.board", "delete-character"):
        asked = ines.get(act, character=sniper.public_id).content.decode()
        assert sniper.public_id not in asked.replace(f'value="{sniper.public_id}"', "")
        assert "Sniper" not in asked
    assert "Sniper" in gm.panel("crew-cast")


@pytest.mark.parametrize("field", ["name", "role", "mental"])
def test_what_is_missing_is_named(ines, field):
    before = state_of_play(ines.table)
    refused = ines.post("crew.make", **{key: value for key, value in WREN.items() if key != field})
    assert refused.status_code == 422
    assert f'id="field-{field}"' in refused.content.decode()
    assert state_of_play(ines.table) == before


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"shoot": 7}, "field-shoot"), ({"mental": "big"}, "attributes are d6"), ({"name": "x" * 61}, "field-name"),
        ({"name": "a\u202eb"}, "cannot be seen"), ({"specialty_3_name": "Knives"}, "Which skill does “Knives”"),
        ({"specialty_3_skill": "fight"}, "has a skill and no name"), ({"signature_1_die": 10}, "signature_1_die"),
        ({"distinction_3_text": "Nobody"}, "This Distinction has no name yet"), ({"notes": "x" * 5000}, "field-notes"),
        ({"signature_3_trigger_1": "Whenever"}, "This Signature Asset has no name yet"),
        ({"distinction_1_trigger_1_points": "5"}, "distinction_1_trigger_1_points"), ({"role": "king"}, "field-role"),
    ],
)  # fmt: skip
def test_bad_values_change_nothing_and_what_was_typed_stays(ines, wrong, words):
    before = state_of_play(ines.table)
    refused = ines.post("crew.make", **{**WREN, **wrong})
    assert refused.status_code == 422
    assert words in refused.content.decode()
    assert "Owes the harbour master." in refused.content.decode() or "notes" in wrong
    assert state_of_play(ines.table) == before


def test_script_is_text(gm, ines, marek, make):
    bad = "<script>alert(1)</script>"
    make(ines, **WREN | {"name": bad, "notes": "<img src=x>", "distinction_1_name": bad, "episode_1_name": bad})
    for person in (ines, marek, gm):
        assert "<script>alert(1)" not in person.page()
    assert "<img src=x>" not in ines.page()


def test_others_may_not(table, ines, watcher, stranger):
    assert watcher.post("crew.make", **WREN).status_code == 403
    assert stranger.at(ines).post("crew.make", **WREN).status_code == 404
    ines.seat.removed_at = table.opened_at
    ines.seat.save()
    assert ines.post("crew.make", **WREN).status_code == 404
    assert not Character.objects.exists()


def test_without_javascript(ines):
    page = ines.get("crew.make", plain=True, rows=1, more="yes", name="Half", specialty_1_name="Knots").content.decode()
    for words in ('value="Half"', "Knots", "specialty_5_name", "distinction_4_name"):
        assert words in page, words
    assert "specialty_6_name" not in page
    assert ines.post("crew.make", plain=True, **WREN).status_code == 302


def test_undo_takes_it_all_away_again(ines, gm, make):
    make(ines, **WREN)
    ines.does("undo")
    assert not Character.objects.exists()
    assert not Move.objects.exists()
    gmcs(gm, name="Thug", role="extra", die=6, copies=4)
    gm.does("undo")
    assert not Character.objects.exists()


def test_characters_of_other_games_have_no_such_acts(db):
    from tests.people import open_a_table, sit_down

    other = sit_down(open_a_table(), "Ines")
    assert other.post("crew.make", **WREN).status_code == 404


# the list


@pytest.mark.parametrize("one", listed_cast(), ids=lambda one: one.id)
def test_a_gmc_of_the_list_comes_with_one_tap(gm, one):
    gm.does("crew.quick-gmc", ready=one.id, copies=2)
    for number, character in enumerate(Character.objects.order_by("pk"), 1):
        sheet = sheet_of(character)
        assert (sheet.name, sheet.is_full, sheet.die) == (f"{one.title} {number}", False, one.values["die"])
        assert character.role == one.values["role"]


def test_three_distinctions_are_offered_at_once(ines):
    page = ines.get("crew.make").content.decode()
    assert 'name="distinction_3_name"' in page
    assert 'name="distinction_4_name"' not in page
    filled = ines.get("crew.make", distinction_1_name="One", distinction_2_name="Two", distinction_3_name="Three")
    assert 'name="distinction_4_name"' in filled.content.decode(), "and one more when they are full"


def test_the_form_has_a_row_for_what_is_usual_and_each_row_holds_together(ines):
    form = BeautifulSoup(ines.get("crew.make", sheet="full").content, "lxml")
    for number in (1, 2, 3):
        assert form.select(f"[name=distinction_{number}_name]"), "three Distinctions are usual"
    [row] = form.select(".pair:has([name=specialty_2_name])")
    fields = row.select("select, input:not([type=hidden])")
    assert [one["name"] for one in fields] == ["specialty_2_name", "specialty_2_skill"]
