"""Ships are characters, and what is for people leaves them out; what is done with both does them too."""

import pytest

from apps.characters.models import Character
from tests.people import state_of_play
from tests.ships.conftest import seated
from tests.ships.fleet import answer, go_on, meet, said

FOR_PEOPLE = [
    ("dragonfly.edit", {"name": "X", "role": "cast-member", "life_points": 3}),
    ("dragonfly.duplicate", {"copies": 1}),
    ("dragonfly.adjust", {"track": "life-points", "by": -1}),
    ("dragonfly.maneuver-add", {"name": "Ram", "attribute": "strength", "damage_type": "bash", "weapon": "other"}),
    ("dragonfly.check", {"attribute": "dexterity", "skill": "pilot", "difficulty": "challenging"}),
    ("dragonfly.spend", {"points": 1}),
    ("dragonfly.im-ok", {}),
    ("dragonfly.plot-twist", {"what": "It floats"}),
]  # fmt: skip


@pytest.mark.parametrize(("act", "data"), FOR_PEOPLE, ids=[act for act, _ in FOR_PEOPLE])
def test_acts_for_people_know_no_ship(gm, ines, kestrel, act, data):
    before = state_of_play(gm.table)
    for person in (gm, ines):
        assert person.post(act, character=kestrel.public_id, **data).status_code == 422
        assert "Kestrel" not in person.get(act, character=kestrel.public_id).content.decode()
    assert state_of_play(gm.table) == before


@pytest.mark.parametrize(
    ("act", "field", "more"),
    [
        ("dragonfly.rest", "characters", {"days": 1}),
        ("dragonfly.award", "characters", {"to": "some", "points": 1}),
        ("dragonfly.treat", "patient", {}),
        ("dragonfly.ask-check", "characters", {"attribute": "dexterity", "difficulty": "challenging"}),
        ("dragonfly.resist", "opponent", {"attribute": "dexterity"}),
    ],
)
def test_acts_with_people_know_no_ship_either(gm, ines, kestrel, shannon, act, field, more):
    before = state_of_play(gm.table)
    data = {"character": shannon.public_id, "doctor": shannon.public_id, **more, field: kestrel.public_id}
    assert gm.post(act, **data).status_code == 422
    assert "Kestrel" not in gm.get(act).content.decode()
    assert state_of_play(gm.table) == before


def test_all_who_are_awarded_are_people(gm, ines, kestrel, shannon):
    gm.does("dragonfly.award", to="all", points=1)
    assert "Kestrel" not in gm.log().partition("Drama")[2]
    assert not kestrel.tracks.filter(key="drama-points").exists()


def test_the_panels_of_people_leave_ships_out(gm, ines, marek, kestrel, ashfall, shannon):
    for person, names in ((gm, ("party", "cast")), (marek, ("here",)), (ines, ("here", "sheet"))):
        for name in names:
            assert "Kestrel" not in person.panel(name)
            assert "Ashfall" not in person.panel(name)
    assert "Kestrel" not in str(gm.soup(sheet=kestrel.public_id).find(id="panel-sheet"))


def test_a_player_with_a_ship_alone_is_still_told_to_make_a_character(ines, kestrel):
    assert "Make a character" in ines.panel("sheet")


@pytest.mark.parametrize("page", ["print", "export"])
def test_pages_of_people_find_no_ship(gm, ines, kestrel, page):
    for person in (gm, ines):
        assert person.at_address(page, character=kestrel.public_id).status_code == 404


def test_what_is_done_with_both(gm, ines, marek, kestrel, shannon):
    one = kestrel.public_id
    ines.does("condition-add", character=one, name="In the debris", modifier=0)
    assert "In the debris" in ines.panel("ship")
    condition = kestrel.conditions.get()
    ines.does("condition-remove", condition=condition.public_id)
    ines.does("character-present", character=one, present="no")
    assert "away" in ines.panel("ship")
    gm.does("character-hidden", character=one, hidden="yes")
    assert "Kestrel" not in marek.panel("ship")
    assert "hidden" in ines.panel("ship")
    gm.does("give-character", character=one, seat=marek.seat.public_id)
    assert "Size 4" in marek.panel("ship")
    assert "Kestrel" not in ines.panel("ship")
    gm.does("delete-character", character=one)
    assert not Character.objects.filter(sheet="ship").exists()


def test_a_ship_has_a_portrait(ines, marek, kestrel, settings, tmp_path):
    from tests.characters.test_portrait import picture

    settings.MEDIA_ROOT = tmp_path
    ines.does("portrait", character=kestrel.public_id, picture=picture())
    kestrel.refresh_from_db()
    assert marek.at_address("portrait", of=kestrel.public_id, v=kestrel.portrait).status_code == 200
    assert "<img" in str(ines.soup().find(id="panel-ship"))


def test_whoever_leaves_the_table_leaves_ship_and_post_to_the_director(gm, ines, kestrel, shannon):
    seated(ines, kestrel, shannon)
    ines.does("leave")
    kestrel.refresh_from_db()
    assert kestrel.seat is None
    assert "Shannon" in gm.panel("ships")


# a Turn of ships counts for people as one of a fight does


@pytest.mark.played("dragonfly.i-think-im-ok", "dragonfly.ship-turn")
def test_i_think_im_ok_is_for_once_in_a_turn_of_ships(gm, ines, crewed, kestrel, ashfall, shannon):
    gm.does("dragonfly.adjust", character=shannon.public_id, track="ordinary-damage", set=30)
    meet(gm, kestrel, ashfall)
    ines.does("dragonfly.im-ok", character=shannon.public_id)
    before = state_of_play(gm.table)
    refused = ines.post("dragonfly.im-ok", character=shannon.public_id)
    assert refused.status_code == 422
    assert "already used in this Turn" in said(refused)
    assert state_of_play(gm.table) == before
    while go_on(gm).phase != "choose":
        pass
    ines.does("dragonfly.im-ok", character=shannon.public_id)


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.ship-turn")
def test_a_heroic_feat_on_a_check_is_the_one_of_a_turn_of_ships(gm, ines, dice, crewed, kestrel, ashfall, shannon):
    check = {"character": shannon.public_id, "attribute": "dexterity", "skill": "pilot", "heroic_feat": "on"}
    meet(gm, kestrel, ashfall)
    dice(3)
    assert ines.post("dragonfly.check", **check).status_code == 200
    gm.does("dragonfly.dogfight-next")
    refused = answer(ines, shannon, heroic_feat="on")
    assert refused.status_code == 422
    assert "already made in this Turn" in said(refused)
    dice(4)
    assert answer(ines, shannon).status_code == 200
    while go_on(gm).phase != "choose":
        pass
    dice(3)
    assert ines.post("dragonfly.check", **check).status_code == 200


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.ship-turn")
def test_a_heroic_feat_on_a_fear_test_is_the_one_of_a_turn_of_ships(gm, ines, dice, crewed, kestrel, ashfall, shannon):
    check = {"character": shannon.public_id, "attribute": "dexterity", "skill": "pilot", "heroic_feat": "on"}
    meet(gm, kestrel, ashfall)
    gm.does("dragonfly.ask-fear", characters=[shannon.public_id])
    dice(9)
    assert answer(ines, shannon, "dragonfly.answer-fear", heroic_feat="on").status_code == 200
    before = state_of_play(gm.table)
    refused = ines.post("dragonfly.check", **check)
    assert refused.status_code == 422
    assert "already made in this Turn" in said(refused)
    assert state_of_play(gm.table) == before
