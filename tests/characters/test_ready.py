"""Ready characters: every one of every game by that game's rules, taken with one tap, and nobody's twice."""

from collections import Counter

import pytest
from django.conf import settings

from apps.characters import ready
from apps.characters.crew.sheet import sheet_of as crew_sheet_of
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.dragonfly.weapons import weapons
from apps.characters.models import Character, Move
from apps.rules.crew.characters import attribute_sizes
from apps.rules.dragonfly.characters import qualities
from apps.rules.dragonfly.lists import ATTRIBUTES, DAMAGE_TYPES, SKILLS, WEAPON_KINDS
from tests.people import newest_event, open_a_table, sit_down, state_of_play

GAMES = settings.GAMES


def everybody(game):
    return [pytest.param(one, id=one.id) for one in ready.people(game)]


@pytest.fixture(params=GAMES)
def anywhere(request, db):
    """A table of each game with a GM and two players."""
    table = open_a_table(game=request.param)
    return sit_down(table, "Robin", "gm"), sit_down(table, "Ines"), sit_down(table, "Marek")


# what comes next


def test_without_a_script_whoever_takes_one_comes_to_what_comes_next(anywhere):
    _, ines, _ = anywhere
    one = ready.people(ines.table.game)[0]
    answer = ines.post("take-ready", plain=True, ready=one.id)
    assert answer["Location"] == f"{ines.url}#table"


# by the rules


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_six_or_more_under_names_of_their_own(game):
    found = ready.people(game)
    assert len(found) >= 6
    assert len({one.id for one in found}) == len({one.name for one in found}) == len(found)
    assert all(one.line and one.best for one in found)


@pytest.mark.parametrize("one", everybody("dragonfly"))
def test_a_cast_member_has_what_the_others_have(one):
    """The book has no points to build from: nobody of the list is better than another, or beyond its examples."""
    groups = {group: {row.key: row.value for row in one.document.ratings if row.group == group}
              for group in ("attribute", "skill", "quality", "life")}  # fmt: skip
    assert groups["attribute"].keys() == {row.id for row in ATTRIBUTES}
    assert sum(groups["attribute"].values()) == 24
    assert all(2 <= value <= 6 for value in groups["attribute"].values())
    assert sum(groups["skill"].values()) == 20
    assert all(1 <= value <= 6 for value in groups["skill"].values())
    usual = {row.id: row.fear_test or row.maneuver_for_position for row in qualities()}
    assert groups["quality"]
    assert all(usual[key] == value for key, value in groups["quality"].items())
    assert 34 <= groups["life"]["life-points"] <= 46


@pytest.mark.parametrize("one", everybody("dragonfly"))
def test_a_cast_member_can_fight_at_once(one):
    skills = {row.key: row.value for row in one.document.ratings if row.group == "skill"}
    maneuvers = one.document.maneuvers
    assert any(row.weapon in {"unarmed", "hand-weapon"} for row in maneuvers)
    assert len(maneuvers) >= 2
    for row in maneuvers:
        assert row.base_damage > 0
        assert skills.get(row.skill, 0) > 0, f"{row.name} needs {row.skill}"


def test_ways_of_attacking_are_whole():
    for weapon in weapons().values():
        assert weapon["with"] in {row.id for row in WEAPON_KINDS}
        assert weapon["type"] in {row.id for row in DAMAGE_TYPES}
        assert weapon["skill"] in {row.id for row in SKILLS}
        assert weapon["listed_damage"] > weapon["damage"] > 0, "a score sheet's damage has the Success Levels in it"


@pytest.mark.parametrize("one", everybody("crew"))
def test_a_crewmember_has_what_the_others_have(one):
    found = one.document
    sizes = sorted(row.die for row in found.attributes)
    assert sizes in ([6, 8, 10], [8, 8, 8])
    assert set(sizes) <= set(attribute_sizes("crewmember"))
    assert Counter(row.die for row in found.skills) == {10: 1, 8: 3, 6: 6}
    assert len(found.specialties) == 2
    assert {row.skill for row in found.specialties} <= {row.key for row in found.skills}
    assert len(found.distinctions) == 3
    assert sorted(row.die for row in found.signature_assets) in ([8], [6, 6])


@pytest.mark.parametrize("one", everybody("crew"))
def test_a_crewmember_can_be_played_at_once(one):
    """A skill for a fight, a trigger that pays, and one that costs."""
    assert {row.key for row in one.document.skills} & {"fight", "shoot"}
    prices = {trigger.points for row in one.document.distinctions for trigger in row.triggers}
    assert prices == {1, -1}


# taken


def test_a_player_takes_one_with_one_tap(anywhere):
    _, ines, marek = anywhere
    first = ready.people(ines.table.game)[0]
    assert f"Take {first.name}" in ines.panel("first-steps")
    ines.does("take-ready", ready=first.id)
    character = Character.objects.get(table=ines.table)
    assert (character.name, character.seat) == (first.name, ines.seat)
    assert newest_event(ines.table).kind == "ready-taken"
    assert f"You play {first.name}" in ines.panel("first-steps")
    assert f"Ines plays {first.name}." in marek.panel("first-steps")
    assert f"Take {first.name}" not in marek.panel("first-steps")


def test_the_sheet_is_as_it_was_promised(db):
    ines = sit_down(open_a_table(starting_drama_points="7"), "Ines")
    ines.does("take-ready", ready="nadia-quill")
    sheet = sheet_of(Character.objects.get())
    assert (sheet.name, sheet.role_title, sheet.is_full) == ("Nadia Quill", "Cast Member", True)
    assert (sheet.number("perception"), sheet.number("gun-fu"), sheet.number("doctor")) == (6, 6, 0)
    assert [(one.title, one.value) for one in sheet.skills if one.own] == [("Stalking", 3)]
    assert [one.name for one in sheet.maneuvers] == ["Rifle", "Pistol", "Knife"]
    assert (sheet.life_points, sheet.drama_points) == (38, 7)
    assert Move.objects.get().event == newest_event(ines.table)


def test_a_crewmember_comes_with_the_plot_point_of_a_new_sheet(db):
    ines = sit_down(open_a_table(game="crew"), "Ines")
    ines.does("take-ready", ready="bram-tull")
    sheet = crew_sheet_of(Character.objects.get())
    assert (sheet.size("physical"), sheet.size("fight"), sheet.plot_points) == (10, 10, 1)
    assert [one.name for one in sheet.signature_assets] == ["Bess, a shotgun"]
    assert sheet.is_crewmember


def test_two_cannot_have_the_same(anywhere):
    _, ines, marek = anywhere
    first = ready.people(ines.table.game)[0]
    ines.does("take-ready", ready=first.id)
    before = state_of_play(ines.table)
    answer = marek.post("take-ready", ready=first.id)
    assert answer.status_code == 422
    assert f"{first.name} is at this table already" in answer.content.decode()
    assert state_of_play(ines.table) == before


def test_whoever_plays_somebody_takes_no_second_one(anywhere):
    _, ines, _ = anywhere
    first, second = ready.people(ines.table.game)[:2]
    ines.does("take-ready", ready=first.id)
    answer = ines.post("take-ready", ready=second.id)
    assert answer.status_code == 422
    assert f"You play {first.name} already" in answer.content.decode()


def test_a_new_name_does_not_bring_it_back_but_undo_does(db):
    table = open_a_table()
    ines, marek = sit_down(table, "Ines"), sit_down(table, "Marek")
    ines.does("take-ready", ready="ruta-havel")
    event = newest_event(table).public_id
    sheet = Character.objects.get()
    typed = {"role": "cast-member", "life_points": 46, "armor": 0, "strength": 5}
    ines.does("dragonfly.edit", character=sheet.public_id, name="Ruta the Door", **typed)
    assert "Ines plays Ruta the Door." in marek.panel("first-steps")
    ines.does("undo")
    ines.does("undo", event=event)
    assert not Character.objects.exists()
    assert "Take Ruta Havel" in marek.panel("first-steps")


def test_a_copy_is_nobody_ready(db):
    table = open_a_table()
    gm, marek = sit_down(table, "Robin", "gm"), sit_down(table, "Marek")
    gm.does("take-ready", ready="ruta-havel")
    first = Character.objects.get()
    gm.does("dragonfly.duplicate", character=first.public_id, copies=1)
    gm.does("delete-character", character=first.public_id)
    assert "Take Ruta Havel" in marek.panel("first-steps")


def test_a_gm_gives_one_or_keeps_it(anywhere):
    gm, ines, marek = anywhere
    first, second = ready.people(ines.table.game)[:2]
    gm.does("take-ready", ready=first.id, seat=ines.seat.public_id)
    gm.does("take-ready", ready=second.id)
    found = {one.name: one.seat for one in Character.objects.filter(table=ines.table)}
    assert found == {first.name: ines.seat, second.name: None}
    assert f"gives {first.name}, a ready character, to Ines" in marek.log()


def test_a_player_gives_nothing_to_others(anywhere):
    _, ines, marek = anywhere
    first = ready.people(ines.table.game)[0]
    ines.does("take-ready", ready=first.id, seat=marek.seat.public_id)
    assert Character.objects.get(table=ines.table).seat == ines.seat


def test_nobody_is_taken_who_is_not_listed(anywhere):
    _, ines, _ = anywhere
    assert ines.post("take-ready", ready="somebody").status_code == 422


def test_a_spectator_takes_nobody(anywhere):
    _, ines, _ = anywhere
    first = ready.people(ines.table.game)[0]
    wanda = sit_down(ines.table, "Wanda", "spectator")
    assert wanda.post("take-ready", ready=first.id).status_code == 403
    assert "first-steps" not in wanda.page()


def test_one_that_was_hidden_is_not_told_of(db):
    """What Marek is offered is the same whether there is a hidden one of that name or not."""
    table = open_a_table()
    gm, marek = sit_down(table, "Robin", "gm"), sit_down(table, "Marek")
    before = marek.panel("first-steps")
    gm.does("take-ready", ready="ruta-havel")
    gm.does("character-hidden", character=Character.objects.get().public_id, hidden="yes")
    assert marek.panel("first-steps") == before
    marek.does("take-ready", ready="ruta-havel")


def test_without_javascript_the_form_stands_ready(anywhere):
    _, ines, _ = anywhere
    first = ready.people(ines.table.game)[0]
    page = ines.get("take-ready", plain=True, ready=first.id).content.decode()
    assert first.line in page
    assert f'value="{first.id}" checked' in " ".join(page.split())
