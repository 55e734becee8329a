"""Assets: created for a plot point, kept for the Episode, shared, let go, and gone with the scene."""

import pytest

from apps.characters.models import Entry, Track
from tests.drama.crew.conftest import bank, held, put, said, the
from tests.people import newest_event, state_of_play


def give(character, many):
    Track.objects.filter(character=character, key="plot-points").update(value=many)


def create(person, character, name="Smoke grenade", **more):
    return person.post("crew.asset", character=character.public_id, name=name, **more)


@pytest.mark.played("crew.asset", "crew.plot-point-uses")
def test_created_for_a_plot_point(gm, ines, marek, wren):
    gm.does("open-scene", title="The dock")
    answer = create(ines, wren, flashback="Bought on Persimmon")
    assert answer.status_code == 200, said(answer)
    row = the("asset", "Smoke grenade")
    assert (row.amount, row.character, row.facts["lasts"], held(wren)) == (6, wren, "scene", 0)
    told = "pays a plot point of Wren for an Asset: Smoke grenade d6, for this scene. 0 left. Bought on Persimmon"
    assert told in marek.log()
    assert "Wren d6 Smoke grenade Asset, this scene" in marek.panel("crew-scene")
    gm.does("close-scene")
    assert not Entry.objects.filter(kind="asset").exists()
    assert "Wren: Smoke grenade d6" in marek.log()


@pytest.mark.played("crew.asset")
def test_refused_without_a_point(ines, wren):
    give(wren, 0)
    before = state_of_play(ines.table)
    refused = create(ines, wren)
    assert refused.status_code == 422
    assert "An Asset costs 1 plot point, and none is left to Wren." in said(refused)
    assert "Smoke grenade" in said(refused)
    assert state_of_play(ines.table) == before


def test_of_the_ship_for_the_whole_crew(gm, ines, marek, wren, kit, lena):
    assert create(ines, wren, "Overclocked drive", ship=lena.public_id).status_code == 200
    row = the("asset", "Overclocked drive")
    assert (row.character, held(wren), held(kit)) == (lena, 0, 1)
    assert "pays a plot point of Wren for an Asset of The Long Lena: Overclocked drive d6" in marek.log()
    assert "Keep for the Episode" in marek.panel("crew-scene")


def test_the_gm_gives_one_for_nothing(gm, ines, wren, tran):
    assert create(gm, wren, free="on").status_code == 200
    assert held(wren) == 1
    assert "gives Wren an Asset: Smoke grenade d6, for this scene." in ines.log()
    assert create(gm, tran, "Backup", free="on").status_code == 200
    before = state_of_play(gm.table)
    refused = create(gm, tran, "More backup")
    assert refused.status_code == 422
    assert "Only crewmembers create Assets for a plot point." in said(refused)
    assert state_of_play(gm.table) == before


def test_a_player_gives_nothing_away(ines, wren):
    create(ines, wren, free="on")
    assert held(wren) == 0


@pytest.mark.played("crew.asset-keep", "crew.plot-point-uses")
def test_kept_for_the_episode(gm, ines, marek, wren):
    gm.does("crew.open-episode", title="Nine Moons, No Money")
    gm.does("open-scene", title="The dock")
    give(wren, 2)
    create(ines, wren)
    row = the("asset", "Smoke grenade")
    ines.does("crew.asset-keep", asset=row.public_id, character=wren.public_id)
    assert held(wren) == 0
    assert "pays a plot point of Wren, 0 left: Smoke grenade d6 of Wren lasts until the Episode ends." in marek.log()
    gm.does("close-scene")
    assert the("asset", "Smoke grenade")
    gm.does("crew.close-episode")
    assert not Entry.objects.filter(kind="asset").exists()


@pytest.mark.played("crew.asset-keep")
def test_kept_once_and_not_for_nothing(gm, ines, wren):
    row = put(wren, "asset", "Rope", 6, lasts="scene", creator=wren.public_id, shared=[])
    give(wren, 0)
    before = state_of_play(gm.table)
    assert ines.post("crew.asset-keep", asset=row.public_id, character=wren.public_id).status_code == 422
    assert "Who pays for it?" in said(gm.post("crew.asset-keep", asset=row.public_id))
    assert state_of_play(gm.table) == before
    gm.does("crew.asset-keep", asset=row.public_id, free="on")
    again = gm.post("crew.asset-keep", asset=row.public_id, free="on")
    assert "Rope lasts for the Episode already." in said(again)


def test_whoever_may_use_it_may_pay(gm, ines, marek, wren, kit):
    row = put(wren, "asset", "Rope", 6, lasts="scene", creator=wren.public_id, shared=[])
    before = state_of_play(gm.table)
    assert marek.post("crew.asset-keep", asset=row.public_id, character=kit.public_id).status_code == 422
    assert "Kit may not use Rope." in said(gm.post("crew.asset-keep", asset=row.public_id, character=kit.public_id))
    assert state_of_play(gm.table) == before
    ines.does("crew.asset-share", asset=row.public_id, whom=kit.public_id)
    assert "lets Kit use Rope d6 of Wren." in marek.log()
    assert "Kit too" in gm.panel("crew-scene")
    marek.does("crew.asset-keep", asset=row.public_id, character=kit.public_id)
    assert (held(kit), held(wren)) == (0, 1)


@pytest.mark.played("crew.asset")
def test_only_the_creator_shares_it(gm, ines, marek, watcher, stranger, wren, kit):
    row = put(wren, "asset", "Rope", 6, lasts="scene", creator=wren.public_id, shared=[])
    before = state_of_play(gm.table)
    for person, code in ((marek, 422), (watcher, 403), (stranger.at(ines), 404)):
        assert person.post("crew.asset-share", asset=row.public_id, whom=kit.public_id).status_code == code
        assert person.post("crew.asset-gone", asset=row.public_id).status_code == code
    assert "Wren may use Rope already." in said(ines.post("crew.asset-share", asset=row.public_id, whom=wren.public_id))
    assert state_of_play(gm.table) == before
    gm.does("crew.asset-share", asset=row.public_id, whom=kit.public_id)


def test_let_go_and_taken_back(gm, ines, marek, wren):
    row = put(wren, "asset", "Rope", 6, lasts="scene", creator=wren.public_id, shared=[])
    ines.does("crew.asset-gone", asset=row.public_id)
    assert "lets Rope d6 of Wren go." in marek.log()
    assert not Entry.objects.filter(name="Rope").exists()
    ines.does("undo")
    assert the("asset", "Rope")


def test_a_creation_taken_back_gives_the_point_back(ines, wren):
    create(ines, wren)
    ines.does("undo")
    assert held(wren) == 1
    assert not Entry.objects.filter(kind="asset").exists()


def test_without_javascript_and_script_is_text(gm, ines, wren):
    assert create(ines, wren, "<script>x", plain=True).status_code == 302
    assert "<script>x" not in ines.page() + gm.page()
    assert "has 0 plot points" in said(ines.get("crew.asset", character=wren.public_id, name="More"))


@pytest.mark.parametrize("wrong", [{"name": ""}, {"name": "x" * 61}, {"character": "xforeign"}, {"ship": "xforeign"}])
def test_bad_values_change_nothing(ines, marek, wren, kit, lena, wrong):
    before = state_of_play(ines.table)
    data = {"character": wren.public_id, "name": "Rope", **wrong}
    assert ines.post("crew.asset", **data).status_code == 422
    assert marek.post("crew.asset", character=wren.public_id, name="Rope").status_code == 422
    assert state_of_play(ines.table) == before


def test_what_a_hidden_gmc_has_is_the_gms_to_know(gm, ines, wren, sniper):
    create(gm, sniper, "Kraken", free="on")
    assert "Kraken" in gm.panel("crew-scene")
    assert "Kraken" not in ines.page()
    row = the("asset", "Kraken")
    assert "Kraken" not in ines.get("crew.asset-keep", asset=row.public_id).content.decode()
    refused = ines.post("crew.asset-keep", asset=row.public_id, character=wren.public_id)
    nothing = ines.post("crew.asset-keep", asset="xAAAAAAAAAAAA", character=wren.public_id)
    assert refused.status_code == nothing.status_code == 422
    assert refused.content.decode().replace(row.public_id, "xAAAAAAAAAAAA").count("not there any more") == 1
    assert newest_event(gm.table).kind == "crew.asset-made"


def test_not_in_mid_roll(gm, ines, wren, dice):
    from tests.checks.crew.conftest import contest, of, oppose, pool, throw

    contest(ines, wren)
    dice(5, 4)
    oppose(gm)
    pool(gm.table, "aggressor", *of("physical", "shoot"))
    assert create(ines, wren).status_code == 200
    give(wren, 2)
    dice(6, 5)
    answer = throw(ines, "aggressor")
    assert answer.status_code == 200, said(answer)
    if "crew.keep" in ines.page():
        assert "The dice have fallen" in said(create(ines, wren, "Too late"))
    assert bank(gm) == 0
