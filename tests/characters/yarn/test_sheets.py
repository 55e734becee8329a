"""Sheets of Yarn: made, read, edited, tied to each other, approved, brought in and printed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters import entries, ready
from apps.characters.listed import Row
from apps.characters.models import Character, Entry, Track, Trait
from apps.characters.yarn import ties
from apps.characters.yarn.approving import missing
from apps.characters.yarn.levels import level_of
from apps.characters.yarn.ready import listed_cast
from apps.characters.yarn.sheet import sheet_for, sheet_of, whole_sheet
from apps.characters.yarn.sheet_form import EditForm
from tests.combat.conftest import in_words
from tests.people import Person, newest_event, open_a_table, sit_down
from tests.yarn_evening import JOSS, MAUD
from tests.yarn_world import held, refused, told

# reading


@pytest.mark.played("yarn.traits", "yarn.superior-trait", "yarn.trait-scores", "yarn.central-trait", "yarn.side-traits")
def test_the_dice_of_a_trait_come_of_its_kind_and_of_the_superior_one(maud: Character, joss: Character) -> None:
    assert [(one.place, one.score, one.superior) for one in sheet_of(maud).traits] == [
        ("central", 4, True), ("side1", 3, False), ("side2", 3, False),
    ]  # fmt: skip
    assert [one.score for one in sheet_of(joss).traits] == [3, 4]
    assert sheet_of(joss).fights_with == 4


@pytest.mark.played("yarn.hit-points", "yarn.hit-points-word")
def test_hit_points_are_by_the_rules_unless_a_number_is_given(
    maud: Character, joss: Character, bess: Character
) -> None:
    assert (level_of(maud).full, level_of(maud).now) == (21, 21)
    assert (level_of(joss).full, level_of(bess).full) == (24, 16)
    assert sheet_of(maud).hit_points_word == "bulk"


def test_hit_points_by_the_rules_go_on_with_the_traits(ines: Person) -> None:
    """The form that is shown again does not make a number of what was left empty."""
    ines.does("yarn.make", name="Hob", role="main", trait_1_name="Fighter", trait_1_place="central", trait_1_score=4)
    hob = Character.objects.get(name="Hob")
    assert level_of(hob).full == 14
    ines.does("yarn.edit", **form_of(ines, hob) | {"trait_1_tough": "on"})
    assert level_of(hob).full == 28
    ines.does("yarn.edit", **form_of(ines, hob) | {"hit_points": 30})
    assert form_of(ines, hob)["hit_points"] == 30


def test_without_a_trait_no_heading_of_traits_stands_there(ines: Person) -> None:
    ines.does("yarn.make", name="Hob", role="main")
    assert "Traits" not in ines.panel("yarn-sheet")


def test_the_first_three_traits_of_a_new_sheet_are_the_three_that_everybody_has(ines: Person) -> None:
    page = BeautifulSoup(ines.get("yarn.make").content, "lxml")
    chosen = [one["value"] for one in page.select("[name^=trait_][name$=_place] [selected], [name$=_place][checked]")]
    assert chosen[:3] == ["central", "side1", "side2"]


@pytest.mark.parametrize(("superior", "lacks"), [((), True), ((1,), False), ((1, 2), True)])
def test_a_sheet_with_three_traits_lacks_exactly_one_superior(
    ines: Person, superior: tuple[int, ...], lacks: bool
) -> None:
    places = zip(range(1, 4), ("central", "side1", "side2"), strict=True)
    traits = {f"trait_{n}_{part}": value for n, place in places for part, value in {"name": n, "place": place}.items()}
    ines.does("yarn.make", name="Hob", role="main", **traits, **{f"trait_{n}_superior": "on" for n in superior})
    assert ("one superior trait, exactly" in ines.panel("yarn-sheet")) == lacks


@pytest.mark.played("yarn.flaw", "yarn.signs")
def test_signs_that_show_always_are_everybodys(maud: Character, marek: Person) -> None:
    sheet = sheet_of(maud)
    assert [one.name for one in sheet.flaws] == ["Cannot forgive a debt"]
    assert "Stops wiping the bar" in sheet.signs
    assert "Stops wiping the bar" not in sheet.always_seen
    shown = marek.panel("yarn-here")
    assert "Lifts barrels alone" in shown
    assert "Stops wiping the bar" not in shown


def test_belongings_powers_and_a_pool_are_read_as_written(joss: Character) -> None:
    sheet = sheet_of(joss)
    assert [(one.name, one.listed, one.left, one.clip) for one in sheet.weapons] == [
        ("Old revolver", "light-handgun", 4, 6)
    ]
    assert [(one.name, one.listed, one.worn) for one in sheet.armour] == [("Sea jacket", "jacket", True)]
    assert [(one.listed, one.score) for one in sheet.powers] == [("hunches", 2)]
    assert [(one.listed, one.known, one.failed) for one in sheet.spells] == [("blessed-black", False, 1)]
    assert (sheet.shots, sheet.pool, sheet.pool_name, sheet.experience) == (3, 3, "The tide", 1)


# writing


@pytest.mark.played("yarn.my-story")
def test_a_story_has_at_most_so_many_words(ines: Person, table: Any) -> None:
    long = " ".join(["word"] * 27)
    assert "That is 27 words, 2 too many: 25 is the most." in refused(ines, "yarn.make", **MAUD | {"story": long})
    ines.does("yarn.make", **MAUD | {"story": " ".join(["word"] * 25)})


@pytest.mark.played("yarn.desire", "yarn.dramatic-poles", "yarn.role", "yarn.finances")
def test_what_drives_somebody_stands_on_the_sheet(maud: Character, ines: Person) -> None:
    sheet = sheet_of(maud)
    assert (sheet.desire, sheet.poles, sheet.group_role) == ("respect", ("mother", "creditor"), "innkeeper")
    shown = ines.panel("yarn-sheet")
    for words in ("Torn between mother and creditor", "An inn with a roof that leaks.", "Hit points, bulk 21 of 21"):
        assert words in shown


@pytest.mark.played("yarn.relationships", "yarn.wants", "yarn.fraught-relationships")
def test_ties_are_to_somebody_and_the_first_two_wanted_are_fraught(
    maud: Character, joss: Character, bess: Character, ines: Person
) -> None:
    to_joss, to_bess = f"tie_{joss.public_id}", f"tie_{bess.public_id}"
    wants = {"want_1": "An answer", "want_1_of": bess.public_id, "want_2": "Truth", "want_2_of": bess.public_id}
    ines.does("yarn.edit", character=maud.public_id, **MAUD, **{to_joss: "Brother-in-law", to_bess: "Aunt"}, **wants)
    sheet = sheet_of(maud)
    assert [(one.about, one.text, one.fraught) for one in sheet.relations] == [
        ("Old Bess", "Aunt", True), ("Joss Amber", "Brother-in-law", False),
    ]  # fmt: skip
    assert [(one.about, one.text) for one in sheet.wants] == [("Old Bess", "An answer"), ("Old Bess", "Truth")]
    assert ties.wanted_by(bess) == [maud]
    ines.does("yarn.edit", character=maud.public_id, **MAUD, **{to_bess: ""}, want_1="Truth", want_1_of=bess.public_id)
    assert ([one.about for one in sheet_of(maud).relations], len(sheet_of(maud).wants)) == ([], 1)


def test_a_want_without_somebody_is_refused(maud: Character, joss: Character, ines: Person) -> None:
    no = refused(ines, "yarn.edit", character=maud.public_id, **MAUD, want_1="Truth")
    assert "A want has words, and somebody of whom it is wanted." in no


def test_a_want_of_somebody_who_is_not_here_yet_stays_with_a_sheet_that_is_edited(ines: Person, marek: Person) -> None:
    ines.does("take-ready", ready="corin-vale")
    corin = Character.objects.get(name="Corin Vale")
    wanted = [(one.text, one.about) for one in sheet_of(corin).wants]
    assert wanted[0] == ("That she reads it, and says it is good (Adele Quay)", "")
    ines.does("yarn.edit", **form_of(ines, corin) | {"desire": "rest"})
    marek.does("take-ready", ready="joss-amber")
    ines.does("yarn.edit", **form_of(ines, corin) | {"desire": "sleep", "want_1": "That she reads it (Adele Quay)"})
    assert [(one.text, one.about) for one in sheet_of(corin).wants] == [
        ("That she reads it (Adele Quay)", ""), wanted[1],
    ]  # fmt: skip


def test_a_want_of_somebody_hidden_is_still_of_them_when_a_player_edits(
    maud: Character, hale: Character, gm: Person, ines: Person
) -> None:
    wants = {"want_1": "The deed", "want_1_of": hale.public_id}
    gm.does("yarn.edit", character=maud.public_id, **MAUD, **wants)
    ines.does("yarn.edit", character=maud.public_id, **MAUD | {"desire": "rest"}, want_1="The deed, signed")
    assert [(one.text, one.about) for one in ties.wants_of(maud)] == [("The deed, signed", hale)]


def test_an_edit_says_what_changed_and_one_that_changes_nothing_is_refused(maud: Character, ines: Person) -> None:
    ines.does("yarn.edit", character=maud.public_id, **MAUD | {"desire": "love"})
    assert told(ines.table)["changes"] == [{"what": "Desire", "from": "respect", "to": "love"}]
    assert "says all of that already" in refused(ines, "yarn.edit", **form_of(ines, maud))


def form_of(person: Person, character: Character) -> dict[str, Any]:
    """The sheet's form as it is shown."""
    form = EditForm(viewer=person.viewer, initial={"character": character.public_id})
    kept = {name: value for name, value in form.initial.items() if value not in (None, False, "")}
    return kept | {"character": character.public_id}


def test_a_text_that_was_cleared_does_not_come_back_beside_the_one_written_since(
    maud: Character, joss: Character, gm: Person, ines: Person
) -> None:
    """What was written since is named, and goes as well, or nothing does."""

    def edits(notes: str, tie: str) -> str:
        given = MAUD | {"notes": notes, f"tie_{joss.public_id}": tie}
        ines.does("yarn.edit", character=maud.public_id, **given)
        return newest_event(gm.table).public_id

    edits("Owes the miller", "Her brother-in-law")
    cleared = edits("", "")
    edits("Owes nobody", "A stranger")
    assert "Take them back as well" in refused(gm, "undo", event=cleared)
    gm.does("undo", event=cleared, with_later="on")
    sheet = sheet_of(Character.objects.get(pk=maud.pk))
    assert (sheet.texts["notes"], [one.text for one in sheet.relations]) == ("Owes the miller", ["Her brother-in-law"])
    assert Trait.objects.filter(character=maud, key="notes").count() == 1


def test_a_want_that_was_struck_out_comes_back_beside_another_of_the_same_one(
    maud: Character, joss: Character, gm: Person, ines: Person
) -> None:
    wants = {"want_1": "A quiet life", "want_1_of": joss.public_id}
    more = {"want_2": "The deed", "want_2_of": joss.public_id}
    ines.does("yarn.edit", character=maud.public_id, **MAUD, **wants, **more)
    ines.does("yarn.edit", character=maud.public_id, **MAUD, **wants)
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert [one.text for one in ties.wants_of(maud)] == ["A quiet life", "The deed"]


def test_nobody_edits_what_is_anothers(maud: Character, marek: Person, watcher: Person) -> None:
    assert "not yours" in refused(marek, "yarn.edit", character=maud.public_id, **MAUD)
    assert watcher.post("yarn.edit", character=maud.public_id, **MAUD).status_code == 403


def test_a_copy_is_unhurt_and_tied_to_nobody(maud: Character, joss: Character, gm: Person, ines: Person) -> None:
    ines.does("yarn.edit", character=maud.public_id, **MAUD, **{f"tie_{joss.public_id}": "Brother-in-law"})
    gm.does("yarn.adjust", character=maud.public_id, track="hit-points", by=-5)
    gm.does("yarn.duplicate", character=maud.public_id)
    twin = sheet_of(Character.objects.latest("pk"))
    assert (twin.level.now, twin.relations, [one.score for one in twin.traits]) == (21, (), [4, 3, 3])


# the GM's word


@pytest.mark.played("yarn.character-checklist")
def test_a_sheet_says_what_it_lacks(maud: Character, joss: Character, ines: Person) -> None:
    assert missing(sheet_of(maud)) == ["relationships", "wants"]
    lacking = missing(sheet_of(joss))
    assert "my story sentence" in lacking
    assert "signs (3)" in lacking
    assert "Still missing: relationships, wants. Fill it in" in ines.panel("yarn-sheet")


def test_whose_hit_points_are_known_lacks_the_word_for_them_alone(joss: Character) -> None:
    found = sheet_of(joss)
    assert found.level.full == 24
    assert [one for one in missing(found) if "hit points" in one] == ["the word for the hit points"]


def test_nobody_lacks_a_tie_to_one_who_is_not_there_yet(gm: Person, ines: Person, marek: Person, sit: Any) -> None:
    """Of five who sit only one has a character: the sheet looks as finished as it can be."""
    for name in ("Noor", "Tomas", "Odile"):
        sit(name)
    ines.does("take-ready", ready="maud-ferrin")
    assert "Still missing" not in ines.panel("yarn-sheet")
    marek.does("yarn.make", name="Hob", role="main")
    gm.does("yarn.approve", character=Character.objects.get(name="Maud Ferrin").public_id, approved="no")
    assert "Still missing: relationships. Fill it in" in ines.panel("yarn-sheet")


@pytest.mark.played("yarn.approval", "yarn.story-visibility")
def test_an_approved_sheet_is_read_by_everybody(maud: Character, gm: Person, marek: Person, watcher: Person) -> None:
    secret = "Widowed."
    marek.opened = {"sheet": maud.public_id}
    assert secret not in marek.page(sheet=maud.public_id)
    assert marek.at_address("print", character=maud.public_id).status_code == 404
    gm.does("yarn.approve", character=maud.public_id, approved="yes")
    assert secret in marek.page(sheet=maud.public_id)
    assert secret in marek.at_address("print", character=maud.public_id).content.decode()
    assert watcher.at_address("print", character=maud.public_id).status_code == 200
    assert "Edit the sheet" not in marek.page(sheet=maud.public_id)
    gm.does("switches", **{**switches_of(gm), "sheets-open": "off"})
    assert secret not in marek.page(sheet=maud.public_id)


@pytest.mark.played("yarn.approval")
def test_who_was_ready_is_approved_unless_the_gm_takes_that_back(gm: Person, ines: Person, marek: Person) -> None:
    ines.does("take-ready", ready="maud-ferrin")
    maud = Character.objects.get(name="Maud Ferrin")
    assert marek.at_address("print", character=maud.public_id).status_code == 200
    gm.does("yarn.approve", character=maud.public_id, approved="no")
    assert marek.at_address("print", character=maud.public_id).status_code == 404


def switches_of(gm: Person) -> dict[str, str]:
    from apps.table.switches import offered, values_of

    now = values_of(gm.table.desk)
    return {one.key: now[one.key] for one in offered(gm.viewer.game)}


def test_an_approval_is_not_given_twice(maud: Character, gm: Person, ines: Person) -> None:
    gm.does("yarn.approve", character=maud.public_id, approved="yes")
    assert "is so already" in refused(gm, "yarn.approve", character=maud.public_id, approved="yes")
    assert ines.post("yarn.approve", character=maud.public_id, approved="no").status_code == 403


@pytest.mark.played("yarn.unknown-traits")
def test_an_unknown_trait_is_the_gms_until_it_comes_to_light(maud: Character, gm: Person, ines: Person) -> None:
    before = ines.page()
    gm.does("yarn.unknown-trait", character=maud.public_id, name="The child is hers", score=4)
    assert [one.name for one in sheet_of(maud).traits][-1] == "Strong as a drayman"
    assert whole_sheet(maud).traits[-1].name == "The child is hers"
    assert sheet_for(gm.viewer, maud).traits[-1].hidden
    assert "child" not in ines.page() + str(ines.at_address("export", character=maud.public_id).content)
    assert len(ines.page()) == len(before)
    assert "The child is hers" in gm.at_address("print", character=maud.public_id).content.decode()
    (row,) = entries.held_by(maud, "trait")[3:]
    gm.does("yarn.reveal-trait", trait=row.public_id)
    assert "The child is hers" in ines.panel("yarn-sheet")


def test_only_a_hidden_trait_comes_to_light(maud: Character, gm: Person) -> None:
    (row, *_) = entries.held_by(maud, "trait")
    assert "no such trait to show" in refused(gm, "yarn.reveal-trait", trait=row.public_id)


# numbers by hand


@pytest.mark.played("yarn.messed-up", "yarn.down", "yarn.death")
def test_hit_points_go_below_nought_and_no_higher_than_full(maud: Character, gm: Person, marek: Person) -> None:
    states = {10: "messed up", 0: "down", -21: "dying", 21: ""}
    for wanted, word in states.items():
        gm.does("yarn.adjust", character=maud.public_id, track="hit-points", by=wanted - level_of(maud).lasting)
        assert (level_of(maud).now, level_of(maud).word) == (wanted, word)
        assert (word or "Maud") in marek.panel("yarn-here")
    assert "stays so" in refused(gm, "yarn.adjust", character=maud.public_id, track="hit-points", by=1)


def test_temporary_harm_stands_apart(maud: Character, gm: Person) -> None:
    gm.does("yarn.adjust", character=maud.public_id, track="temporary", by=25)
    level = level_of(maud)
    assert (level.lasting, level.now, level.down, level.dying) == (21, -4, True, False)


@pytest.mark.parametrize(("track", "by", "after"), [("experience", 2, 3), ("shots", -2, 1), ("shots", 9, 3)])
def test_dice_and_shots_stay_within_their_bounds(joss: Character, gm: Person, track: str, by: int, after: int) -> None:
    gm.does("yarn.adjust", character=joss.public_id, track="shots", by=-1)
    gm.does("yarn.adjust", character=joss.public_id, track=track, by=by + (track == "shots"))
    sheet = sheet_of(joss)
    assert {"experience": sheet.experience, "shots": sheet.shots}[track] == after


@pytest.mark.played("yarn.drama-tokens", "yarn.gm-pool")
def test_hands_belong_to_people_and_the_gm_has_one_pool(gm: Person, ines: Person, marek: Person, sit: Any) -> None:
    second = sit("Second", "gm", "gm")
    gm.does("yarn.set-hand", who=ines.viewer.seat.public_id, points="tokens", count=3, why="A fine scene")
    second.does("yarn.set-hand", who="GM", points="tokens", count=2)
    assert (held(ines), Track.objects.get(key="gm-tokens").value) == (3, 2)
    for who, count in ((ines.viewer.seat.public_id, "3"), ("GM", "2")):
        form = BeautifulSoup(gm.get("yarn.set-hand", who=who).content, "lxml")
        assert [one["value"] for one in form.select("[name=count]")] == [count]
    shown = marek.panel("yarn-hands")
    assert "3 tokens" in shown
    assert "the GM 2 tokens" in shown
    ledger = marek.at_address("points").content.decode()
    assert "The kitty" in ledger
    assert ines.viewer.seat.name in ledger


def test_a_gm_has_no_bennies(gm: Person, table: Any) -> None:
    assert "has no bennies" in refused(gm, "yarn.set-hand", who="GM", points="bennies", count=1)


def test_the_hand_of_one_who_leaves_goes_to_the_kitty(gm: Person, ines: Person) -> None:
    gm.does("yarn.set-hand", who=ines.viewer.seat.public_id, points="tokens", count=3)
    ines.does("leave")
    assert held(ines) == 0


@pytest.mark.played("yarn.story-visibility")
def test_closed_hands_are_ones_own_and_the_gms(gm: Person, ines: Person, marek: Person) -> None:
    gm.does("yarn.set-hand", who=ines.viewer.seat.public_id, points="tokens", count=7)
    gm.does("switches", **{**switches_of(gm), "tokens-public": "off"})
    assert "7 tokens" not in marek.panel("yarn-hands")
    assert "7 tokens" in ines.panel("yarn-hands")
    assert "7 tokens" in gm.panel("yarn-hands")


def test_what_is_set_in_a_closed_hand_is_told_to_its_owner_and_the_gm(gm: Person, ines: Person, marek: Person) -> None:
    gm.does("switches", **{**switches_of(gm), "tokens-public": "off"})
    gm.does("yarn.set-hand", who=ines.viewer.seat.public_id, points="tokens", count=1, why="A gift of nineteen")
    assert "gives Ines 1 token by hand: A gift of nineteen." in ines.log()
    assert "1 token by hand" in gm.log()
    assert "nineteen" not in marek.page() + marek.at_address("points").content.decode()
    gm.does("yarn.set-hand", who="GM", points="tokens", count=6)
    assert "6 tokens" not in ines.log()
    gm.does("yarn.set-hand", who=ines.viewer.seat.public_id, points="bennies", count=2)
    assert "gives Ines 2 bennies by hand." in marek.log()


# people and places


@pytest.mark.parametrize("one", listed_cast(), ids=lambda one: one.id)
def test_supporting_cast_comes_with_one_tap(gm: Any, one: Row) -> None:
    gm.does("yarn.quick-cast", ready=one.id, copies=2, name="")
    made = Character.objects.filter(table=gm.table).order_by("pk")
    assert [each.name for each in made] == [f"{one.title} 1", f"{one.title} 2"]
    assert one.values["text"] in gm.log()
    assert one.line in in_words(gm.get("yarn.quick-cast"))


@pytest.mark.played("yarn.supporting-characters", "yarn.introduce-minor", "yarn.minor-characters")
def test_somebody_of_the_gms_is_listed_with_a_line(gm: Person, ines: Person, table: Any) -> None:
    gm.does("yarn.quick-cast", name="Carter", role="minor", text="Wants his horse back.", copies=2)
    assert [one.role for one in Character.objects.all()] == ["minor", "minor"]
    assert "Carter 1 and 2, minor character: Wants his horse back." in ines.log()
    assert level_of(Character.objects.latest("pk")).full == 14


@pytest.mark.played("yarn.locations")
def test_places_are_anybodys_to_invent_and_are_kept_once(ines: Person, table: Any) -> None:
    for name in ("The lock", "the LOCK", "The attic"):
        ines.does("yarn.make-place", name=name)
    assert list(Character.objects.values_list("name", flat=True)) == ["The lock", "The attic"]
    assert "Places: The lock, The attic." in ines.panel("yarn-here")


# documents


def test_a_document_brings_all_of_it_back(joss: Character, maud: Character, gm: Person, marek: Person) -> None:
    own = {f"tie_{maud.public_id}": "Widow of his brother", "want_1": "Mercy", "want_1_of": maud.public_id}
    marek.does("yarn.edit", character=joss.public_id, **JOSS, **own)
    for track, by in (("hit-points", -9), ("shots", -1)):
        gm.does("yarn.adjust", character=joss.public_id, track=track, by=by)
    text = gm.at_address("export", character=joss.public_id).content.decode()
    gm.does("yarn.import", text=text)
    brought = sheet_of(Character.objects.latest("pk"))
    before = sheet_of(joss)
    for name in ("texts", "experience", "shots", "pool", "level"):
        assert getattr(brought, name) == getattr(before, name), name
    assert [(one.name, one.score, one.sign) for one in brought.traits] == [
        (one.name, one.score, one.sign) for one in before.traits
    ]
    assert (brought.relations, brought.wants) == (before.relations, before.wants)
    again = gm.at_address("export", character=brought.id).content.decode()
    assert {**json.loads(again), "name": "Joss Amber"} == json.loads(text)


@pytest.mark.parametrize(("field", "value", "why"), [
    ("role", "hero", "role"), ("hit_points", 0, "hit_points"), ("spent", 9, "spent"), ("texts", {"shoe": "9"}, "texts"),
    ("flaws", [{}], "flaws[0].name"), ("traits", [{"name": "x"}], "traits[0]"),
])  # fmt: skip
def test_a_document_that_does_not_fit_is_refused(joss: Character, gm: Person, field: str, value: Any, why: str) -> None:
    plain = json.loads(gm.at_address("export", character=joss.public_id).content)
    assert why in refused(gm, "yarn.import", text=json.dumps(plain | {field: value}))


# ready ones


@pytest.mark.parametrize("one", [pytest.param(one, id=one.id) for one in ready.people("yarn")])
def test_a_ready_one_is_complete_and_wants_something_of_two_others(one: Any) -> None:
    names = {each.name for each in ready.people("yarn")}
    document = one.document
    assert {tie.about for tie in document.relations} == names - {one.name}
    assert len({want.about for want in document.wants} & names - {one.name}) == 2
    assert sum(one.name == want.about for each in ready.people("yarn") for want in each.document.wants) >= 2
    assert [trait.place for trait in document.traits] == ["central", "side1", "side2"]
    assert sum(trait.superior for trait in document.traits) == 1
    assert all(trait.sign for trait in (*document.traits, *document.flaws))
    assert len(document.texts["story"].split()) <= 25


def test_ready_ones_are_tied_whoever_comes_first(gm: Person, ines: Person, marek: Person, sit: Any) -> None:
    people = [ines, marek, *(sit(name) for name in ("Piet", "Lucie", "Sam", "Noor"))]
    for person, one in zip(people, ready.people("yarn"), strict=True):
        person.does("take-ready", ready=one.id)
    sheets = [sheet_of(one) for one in Character.objects.order_by("pk")]
    for sheet in sheets:
        assert missing(sheet) == [], sheet.name
        assert len(sheet.relations) == 5
        assert all(want.about and "(" not in want.text for want in sheet.wants), sheet.name


def test_one_tap_makes_a_sheet_that_can_be_taken_back(ines: Person, gm: Person, table: Any) -> None:
    ines.does("take-ready", ready="maud-ferrin")
    assert "Innkeeper" in ines.panel("yarn-sheet")
    gm.does("undo", event=newest_event(table).public_id)
    assert not Character.objects.exists()
    assert not Entry.objects.exists()


def test_another_games_table_has_none_of_it(db: None) -> None:
    other = sit_down(open_a_table(game="crew"), "Ines")
    assert other.post("yarn.make", **MAUD).status_code == 404
