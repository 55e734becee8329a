"""What the GM sets by hand: plot points, Complications, Big Damn Hero dice, who is Taken Out."""

import pytest

from apps.characters.crew.sheet import sheet_of
from apps.characters.models import Move
from tests.people import newest_event, state_of_play


def burden(person, character, name="Twisted Ankle", size=6, **more):
    return person.post("crew.complication", character=character.public_id, do="new", name=name, size=size, **more)


def the_burden(character, name="Twisted Ankle"):
    return character.entries.get(kind="complication", name=name)


def stepped(person, entry, do):
    return person.post("crew.complication", complication=entry.public_id, do=do)


# plot points


@pytest.mark.played("crew.pile")
def test_plot_points_move_through_the_ledger(table, gm, ines, marek, wren):
    gm.does("crew.adjust", character=wren.public_id, by=2, why="A snappy line")
    move = Move.objects.latest("pk")
    assert (move.points, move.source, move.event, move.why) == (2, None, newest_event(table), "A snappy line")
    assert sheet_of(wren).plot_points == 3
    for person in (gm, ines, marek):
        assert "plot points of Wren: 1 to 3. A snappy line" in person.log()
    gm.does("crew.adjust", character=wren.public_id, set=0)
    assert sheet_of(wren).plot_points == 0
    gm.does("undo")
    assert sheet_of(wren).plot_points == 3


def test_one_tap_in_the_party_panel(gm, wren):
    form = gm.soup().find("button", attrs={"aria-label": "Wren, plot points: one more"}).find_parent("form")
    sent = {one["name"]: one["value"] for one in form.find_all("input")}
    gm.does(form["hx-post"].removeprefix("act/"), **sent)
    assert sheet_of(wren).plot_points == 2
    assert "2" in gm.panel("crew-party")


@pytest.mark.parametrize(
    ("how", "words"),
    [({"by": -2}, "From 0 to 99"), ({}, "Say either"), ({"by": 1, "set": 4}, "Say either"), ({"set": 1}, "has 1 alr"),
     ({"by": 0}, "has 1 already"), ({"by": "many"}, "field-by")],
)  # fmt: skip
def test_points_that_do_not_fit(gm, wren, how, words):
    before = state_of_play(gm.table)
    refused = gm.post("crew.adjust", character=wren.public_id, **how)
    assert refused.status_code == 422
    assert words in refused.content.decode()
    assert state_of_play(gm.table) == before


def test_only_crewmembers_have_points_and_only_the_gm_sets_them(gm, ines, watcher, stranger, wren, tran):
    assert gm.post("crew.adjust", character=tran.public_id, by=1).status_code == 422
    assert ines.post("crew.adjust", character=wren.public_id, by=1).status_code == 403
    assert watcher.post("crew.adjust", character=wren.public_id, by=1).status_code == 403
    assert stranger.at(ines).post("crew.adjust", character=wren.public_id, by=1).status_code == 404
    assert sheet_of(wren).plot_points == 1


# Complications


@pytest.mark.played("crew.complication", "crew.step-ladder")
def test_a_complication_by_hand_up_and_down_the_ladder(gm, ines, marek, wren):
    assert burden(gm, wren).status_code == 200
    assert "puts “Twisted Ankle” d6 on Wren." in marek.log()
    for size in (8, 10, 12, 14):
        assert stepped(gm, the_burden(wren), "up").status_code == 200
        assert the_burden(wren).amount == size
    assert "d12 to d12+. Wren is Taken Out." in ines.log()
    assert "Taken Out by Twisted Ankle d12+" in ines.panel("crew-sheet")
    assert "Taken Out" in marek.panel("crew-here")
    refused = stepped(gm, the_burden(wren), "up")
    assert refused.status_code == 422
    assert "nothing above" in refused.content.decode()
    stepped(gm, the_burden(wren), "down")
    assert not sheet_of(wren).taken_out
    stepped(gm, the_burden(wren), "lift")
    assert sheet_of(wren).complications == ()
    gm.does("undo")
    assert the_burden(wren).amount == 12


def test_below_d6_it_is_gone(gm, ines, wren):
    burden(gm, wren)
    stepped(gm, the_burden(wren), "down")
    assert sheet_of(wren).complications == ()
    assert "takes “Twisted Ankle” off Wren." in ines.log()


def test_one_tap_on_the_sheet(gm, wren):
    burden(gm, wren)
    soup = gm.soup(sheet=wren.public_id)
    form = soup.find("button", attrs={"aria-label": "Twisted Ankle of Wren: step up"}).find_parent("form")
    sent = {one["name"]: one["value"] for one in form.find_all("input")}
    gm.does("crew.complication", **sent)
    assert the_burden(wren).amount == 8
    page = gm.get("crew.complication", complication=the_burden(wren).public_id).content.decode()
    assert 'value="up"' in page
    assert "Wren: Twisted Ankle d8" in page
    assert 'name="character"' not in page


def test_a_player_sees_theirs_and_has_no_buttons(gm, ines, wren):
    burden(gm, wren, size=8)
    page = ines.page()
    assert "Twisted Ankle" in ines.panel("crew-sheet")
    assert "step up" not in page
    assert ines.post("crew.complication", complication=the_burden(wren).public_id, do="lift").status_code == 422
    assert the_burden(wren).amount == 8


@pytest.mark.parametrize(
    ("sent", "words"),
    [({"name": ""}, "What is it called?"), ({"name": "Twisted ankle"}, "already. Step it up"), ({"size": 4}, "-size"),
     ({"do": "up"}, "Which Complication?"), ({"character": ""}, "On whom?"), ({"name": "x" * 61}, "field-name")],
)  # fmt: skip
def test_complications_that_do_not_fit(gm, wren, sent, words):
    burden(gm, wren)
    before = state_of_play(gm.table)
    refused = gm.post("crew.complication", **{"character": wren.public_id, "do": "new", "name": "New", **sent})
    assert refused.status_code == 422
    assert words in refused.content.decode()
    assert state_of_play(gm.table) == before


def test_of_somebody_hidden_only_the_gms_hear(gm, ines, watcher, stranger, sniper):
    burden(gm, sniper, "Sand in the scope")
    assert "Sand in the scope" in gm.log()
    for person in (ines, watcher):
        assert "Sand in the scope" not in person.page()
    entry = the_burden(sniper, "Sand in the scope")
    refused = ines.post("crew.complication", complication=entry.public_id, do="up")
    assert refused.status_code == 422
    assert "Sand" not in refused.content.decode()
    assert watcher.post("crew.complication", complication=entry.public_id, do="up").status_code in {403, 422}
    assert stranger.at(ines).post("crew.complication", complication=entry.public_id, do="up").status_code == 404
    assert the_burden(sniper, "Sand in the scope").amount == 6


# Taken Out


@pytest.mark.played("crew.taken-out")
def test_taken_out_by_hand_and_back(gm, ines, marek, wren):
    gm.does("crew.set-taken-out", character=wren.public_id, out="yes")
    assert "Taken Out by high stakes." in ines.panel("crew-sheet")
    assert "takes Wren out." in marek.log()
    refused = gm.post("crew.set-taken-out", character=wren.public_id, out="yes")
    assert "Taken Out already" in refused.content.decode()
    gm.does("crew.set-taken-out", character=wren.public_id, out="no")
    assert not sheet_of(wren).taken_out
    gm.does("undo")
    assert sheet_of(wren).taken_out
    assert ines.post("crew.set-taken-out", character=wren.public_id, out="no").status_code == 403


@pytest.mark.played("crew.taken-out")
def test_both_causes_have_to_end(gm, ines, wren):
    burden(gm, wren, "Broken Leg", 14)
    gm.does("crew.set-taken-out", character=wren.public_id, out="yes")
    assert "Taken Out by high stakes and by Broken Leg d12+." in ines.panel("crew-sheet")
    gm.does("crew.set-taken-out", character=wren.public_id, out="no")
    assert "a Complication at d12+ keeps Wren Taken Out" in ines.log()
    assert sheet_of(wren).taken_out
    refused = gm.post("crew.set-taken-out", character=wren.public_id, out="no")
    assert refused.status_code == 422
    assert "Step it down" in refused.content.decode()


def test_the_end_of_the_scene_ends_it(gm, wren):
    gm.does("open-session")
    gm.does("open-scene", title="A quay")
    gm.does("crew.set-taken-out", character=wren.public_id, out="yes")
    gm.does("close-scene")
    assert not sheet_of(wren).taken_out


# Big Damn Hero dice


def test_hero_dice_by_hand(gm, ines, marek, wren, tran):
    gm.does("crew.set-hero-die", character=wren.public_id, do="put", die=8)
    gm.does("crew.set-hero-die", character=wren.public_id, do="put", die=10)
    assert [one.size for one in sheet_of(wren).hero_dice] == [8, 10]
    assert "gives Wren a Big Damn Hero die, d10." in marek.log()
    assert "hero die d8" in marek.panel("crew-here")
    gm.does("crew.set-hero-die", character=wren.public_id, do="take", die=8)
    assert [one.size for one in sheet_of(wren).hero_dice] == [10]
    refused = gm.post("crew.set-hero-die", character=wren.public_id, do="take", die=8)
    assert refused.status_code == 422
    assert "Wren has no d8 in store" in refused.content.decode()
    gm.does("undo")
    assert [one.size for one in sheet_of(wren).hero_dice] == [8, 10]
    assert ines.post("crew.set-hero-die", character=wren.public_id, do="put", die=8).status_code == 403
    assert gm.post("crew.set-hero-die", character=tran.public_id, do="put", die=8).status_code == 422


def test_without_javascript(gm, wren):
    assert gm.post("crew.adjust", plain=True, character=wren.public_id, by=1).status_code == 302
    burdened = gm.post("crew.complication", plain=True, character=wren.public_id, do="new", name="Wet", size=6)
    assert burdened.status_code == 302
    assert gm.post("crew.set-taken-out", plain=True, character=wren.public_id, out="yes").status_code == 302
    assert gm.post("crew.set-hero-die", plain=True, character=wren.public_id, do="put", die=6).status_code == 302
    for act in ("crew.adjust", "crew.complication", "crew.set-taken-out", "crew.set-hero-die"):
        assert gm.get(act, plain=True, character=wren.public_id).status_code == 200
