"""Episodes and scenes: what their start sets, what ends with them, and what may be called back later."""

import pytest

from apps.characters.crew import heroes, out
from apps.characters.models import Entry, Move, Track
from apps.table.models import Span
from tests.checks.crew.conftest import words_of
from tests.drama.crew.conftest import bank, held, put, said
from tests.people import newest_event, open_a_table, sit_down, state_of_play


def begin(gm, title="Nine Moons, No Money", **more):
    return gm.post("crew.open-episode", title=title, **more)


def give(character, many):
    Track.objects.filter(character=character, key="plot-points").update(value=many)


class Group:
    """A GM, two players with their crewmembers, at a table with switches of its own."""

    def __init__(self, make, **switches):
        self.table = open_a_table("Switched", game="crew", **switches)
        self.gm, self.ines, self.marek = (
            sit_down(self.table, name, role) for name, role in (("G", "gm"), ("I", "player"), ("M", "player"))
        )
        self.wren = make(self.ines, name="Wren", role="crewmember", mental=6, physical=6, social=6)
        self.kit = make(self.marek, name="Kit", role="crewmember", mental=6, physical=6, social=6)


# the panel


def test_while_the_steps_lead_the_way_to_the_first_episode_is_offered_once(gm, ines, wren):
    gm.does("open-session")
    assert "Begin an Episode" in gm.panel("first-steps")
    assert "Episode" not in gm.panel("crew-episode")
    gm.does("open-scene", title="The hold")
    for words in ("No Episode is open. It is a story of several scenes", "the bank is filled. Begin an Episode"):
        assert words in gm.panel("crew-episode")
    assert "No Episode is open" not in ines.panel("crew-episode")


def test_the_next_scene_follows_one_that_is_open(gm):
    begin(gm)
    assert "Next scene" not in gm.panel("crew-episode")
    gm.does("open-scene", title="The hold")
    assert "Next scene" in gm.panel("crew-episode")
    gm.does("close-scene")
    assert "Next scene" not in gm.panel("crew-episode"), "the scene's own panel says Set the scene"


# the start


@pytest.mark.played("crew.plot-point-start", "crew.episode", "crew.bank", "crew.pile")
def test_everybody_starts_with_one_and_the_bank_with_one_for_each(gm, ines, watcher, wren, kit):
    give(wren, 4)
    give(kit, 0)
    gm.does("crew.bank-set", points=7)
    assert begin(gm).status_code == 200
    assert (held(wren), held(kit), bank(gm)) == (1, 1, 2)
    log = watcher.log()
    assert "Director begins Episode 1 Nine Moons, No Money" in log
    assert "The bank holds 2." in log
    assert "Plot points: Wren 1, Kit 1." in log
    assert "Episode 1 · Nine Moons, No Money" in ines.panel("crew-episode")


@pytest.mark.played("crew.plot-point-start")
def test_by_moves_in_the_ledger_that_are_told_with_it(gm, wren, kit):
    give(wren, 4)
    begin(gm)
    told = newest_event(gm.table)
    moves = Move.objects.filter(event=told, rule="crew.plot-point-start")
    assert sorted((bool(one.source), one.points) for one in moves) == [(False, 2), (True, 3)]
    gm.does("undo")
    assert (held(wren), bank(gm)) == (4, 0)
    assert not Move.objects.filter(event=told).exists()
    assert not Span.objects.filter(kind="episode").exists()


def test_the_gm_may_say_how_many_players_there_are(gm, wren):
    begin(gm, players=5)
    assert bank(gm) == 5


@pytest.mark.played("crew.plot-point-start")
def test_who_joins_later_has_one_and_the_bank_stays(gm, sit, make, wren):
    begin(gm)
    late = make(sit("Odile"), name="Ash", role="crewmember", mental=6, physical=6, social=6)
    assert (held(late), bank(gm)) == (1, 1)


@pytest.mark.parametrize(("carry", "points", "banked"), [("off", 1, 2), ("on", 4, 5)])
@pytest.mark.played("crew.plot-point-start")
def test_the_switch_plot_points_carry(db, make, carry, points, banked):
    group = Group(make, plot_points_carry=carry)
    give(group.wren, 3)
    group.gm.does("crew.bank-set", points=3)
    begin(group.gm)
    assert (held(group.wren), bank(group.gm)) == (points, banked)


@pytest.mark.parametrize(
    ("carry", "said_so"),
    [("off", ("Wren 3 to 1", "Kit 1 to 1", "The bank 5 to 2", "What is left of the last Episode is gone.")),
     ("on", ("Wren 3 to 4", "Kit 1 to 2", "The bank 5 to 7", "What is left is kept"))],
)  # fmt: skip
def test_the_form_says_what_becomes_of_the_points(db, make, carry, said_so):
    group = Group(make, plot_points_carry=carry)
    give(group.wren, 3)
    group.gm.does("crew.bank-set", points=5)
    shown = words_of(group.gm.get("crew.open-episode"))
    for words in said_so:
        assert words in shown
    assert ("The bank 5 to 9" if carry == "on" else "The bank 5 to 4") in words_of(
        group.gm.get("crew.open-episode", players=4)
    )
    for junk in ("many", "-1", "99", "9" * 5000):
        assert "The bank 5 to" in words_of(group.gm.get("crew.open-episode", players=junk))


@pytest.mark.parametrize(("kept", "store"), [("on", [8, 6]), ("off", [])])
@pytest.mark.played("crew.episode")
def test_the_switch_bdh_kept_between_episodes(db, make, kept, store):
    group = Group(make, bdh_kept_between_episodes=kept)
    for size in (8, 6):
        put(group.wren, "hero-die", f"d{size}", size)
    begin(group.gm)
    assert heroes.store(group.wren) == store
    assert ("Big Damn Hero dice that are gone: Wren d8, d6." in group.ines.log()) == (kept == "off")
    group.gm.does("undo")
    assert heroes.store(group.wren) == [8, 6]


def test_a_new_one_ends_the_one_before(gm, wren):
    begin(gm)
    gm.does("open-scene", title="The dock")
    begin(gm, "The Long Way Home")
    assert [one.title for one in Span.objects.filter(kind="episode", closed_at=None)] == ["The Long Way Home"]
    assert not Span.objects.filter(kind="scene", closed_at=None).exists()
    assert Entry.objects.filter(character=wren, kind="episode", name="Nine Moons, No Money").exists()


# the end


@pytest.mark.played("crew.episode", "crew.asset-keep", "crew.callback")
def test_the_end_takes_the_assets_and_leaves_a_title(gm, ines, wren, kit, tran):
    begin(gm)
    put(wren, "asset", "Rope", 6, lasts="episode", creator=wren.public_id, shared=[])
    gm.does("crew.close-episode", absent=[kit.public_id])
    assert not Entry.objects.filter(kind="asset").exists()
    lists = {one.name: list(one.entries.filter(kind="episode").values_list("name", flat=True)) for one in (wren, kit)}
    assert lists["Wren"][-1] == "Nine Moons, No Money"
    assert "Nine Moons, No Money" not in lists["Kit"]
    assert not tran.entries.filter(kind="episode").exists()
    log = ines.log()
    assert "ends the Episode “Nine Moons, No Money”. Wren may call it back from now on." in log
    assert "Wren: Rope d6" in log
    gm.does("undo")
    assert Entry.objects.filter(name="Rope").exists()
    assert not Entry.objects.filter(character=wren, name="Nine Moons, No Money").exists()


def test_another_title_may_be_remembered(gm, wren):
    begin(gm)
    assert "Nine Moons, No Money" in said(gm.get("crew.close-episode"))
    gm.does("crew.close-episode", title="The one with the goat")
    assert Entry.objects.filter(character=wren, kind="episode", name="The one with the goat").exists()


def test_it_spans_sessions(gm, wren):
    gm.does("open-session")
    begin(gm)
    gm.does("close-session")
    gm.does("open-session")
    assert Span.objects.get(kind="episode").closed_at is None
    form = " ".join(gm.get("close-session").content.decode().split())
    assert "an Episode that is open stays open until the GM ends it" in form
    gm.does("crew.close-episode")


def test_refusals_change_nothing(gm, ines, watcher, stranger, wren):
    before = state_of_play(gm.table)
    assert "No Episode is open." in said(gm.post("crew.close-episode"))
    for wrong in ({"title": ""}, {"title": "x" * 61}, {"title": "A", "players": -1}, {"title": "A", "players": 21}):
        assert gm.post("crew.open-episode", **wrong).status_code == 422
    for person, code in ((ines, 403), (watcher, 403), (stranger.at(ines), 404)):
        assert begin(person).status_code == code
        assert person.post("crew.close-episode").status_code == code
    assert state_of_play(gm.table) == before


def test_without_javascript_and_script_is_text(gm, ines, wren):
    assert begin(gm, "<script>x", plain=True).status_code == 302
    assert "<script>x" not in gm.page() + ines.page()
    assert gm.post("crew.close-episode", plain=True).status_code == 302
    assert "<script>x" not in gm.page() + ines.page()


# scenes


@pytest.mark.played("crew.scene", "crew.asset", "crew.complication")
def test_what_the_end_of_a_scene_takes_and_what_stays(gm, ines, wren, tran):
    gm.does("open-scene", title="The dock")
    put(wren, "asset", "Smoke", 6, lasts="scene", creator=wren.public_id, shared=[])
    put(wren, "asset", "Rope", 6, lasts="episode", creator=wren.public_id, shared=[])
    put(wren, "complication", "Bruised", 8)
    put(wren, "hero-die", "d8", 8)
    gm.does("crew.set-taken-out", character=wren.public_id, out="yes")
    gm.does("crew.place-trait", name="Crowded market", size=8)
    place = Entry.objects.get(kind="trait").character
    put(place, "complication", "On fire", 6)
    assert out.by_stakes(wren)
    gm.does("close-scene")
    left = sorted(Entry.objects.filter(kind__in=("asset", "complication", "trait")).values_list("name", flat=True))
    assert left == ["Bruised", "On fire", "Rope"]
    assert heroes.store(wren) == [8]
    assert out.by_stakes(wren) is None
    for ended in ("Wren: Smoke d6", "The place: Crowded market d8", "Wren: Taken Out"):
        assert ended in ines.log()
    gm.does("undo")
    assert Entry.objects.filter(name="Crowded market").exists()
    assert out.by_stakes(wren)


@pytest.mark.parametrize(
    ("when", "after_scene", "after_episode"),
    [("never", True, True), ("scene end", False, False), ("episode end", True, False)],
)
@pytest.mark.played("crew.complication", "crew.scene", "crew.episode")
def test_the_switch_complications_clear_at(db, make, when, after_scene, after_episode):
    group = Group(make, complications_clear_at=when)
    begin(group.gm)
    group.gm.does("open-scene", title="The dock")
    put(group.wren, "complication", "Broken leg", 14)
    assert out.is_out(group.wren)
    group.gm.does("close-scene")
    assert Entry.objects.filter(kind="complication").exists() == after_scene
    assert out.is_out(group.wren) == after_scene
    group.gm.does("crew.close-episode")
    assert Entry.objects.filter(kind="complication").exists() == after_episode


def test_a_scene_keeps_the_switches_that_it_began_with(gm, ines, wren):
    gm.does("open-scene", title="The dock")
    put(wren, "complication", "Bruised", 8)
    gm.table.switches.filter(key="complications-clear-at").update(value="scene end")
    gm.does("close-scene")
    assert Entry.objects.filter(name="Bruised").exists()
    gm.does("open-scene", title="The dock again")
    gm.does("close-scene")
    assert not Entry.objects.filter(name="Bruised").exists()


def test_what_ends_of_the_hidden_is_listed_for_nobody(gm, ines, wren, sniper):
    gm.does("open-scene", title="The dock")
    put(sniper, "asset", "Kraken", 6, lasts="scene", creator="", shared=[])
    gm.does("crew.place-trait", name="Octopus", size=8, hidden="on")
    gm.does("close-scene")
    assert not Entry.objects.filter(name__in=("Kraken", "Octopus")).exists()
    assert "Kraken" not in ines.page() + gm.log()
    assert "Octopus" not in ines.page()


# callbacks


@pytest.mark.played("crew.callback", "crew.plot-point-uses")
def test_called_back_instead_of_paying(gm, ines, marek, wren):
    give(wren, 0)
    episode = Entry.objects.get(character=wren, name="The Harrow Heist")
    ines.does("crew.spend", character=wren.public_id, what="As on Harrow", callback=episode.public_id)
    assert held(wren) == 0
    episode.refresh_from_db()
    assert episode.amount == 1
    told = "calls “The Harrow Heist” back for Wren instead of paying: As on Harrow. 0 left."
    assert told in marek.log()
    assert "called back: The Harrow Heist" in ines.panel("crew-episode")


@pytest.mark.played("crew.callback")
def test_each_once_and_anew_with_the_next_episode(gm, ines, wren):
    episode = Entry.objects.get(character=wren, name="The Harrow Heist")
    ines.does("crew.spend", character=wren.public_id, what="Luck", callback=episode.public_id)
    before = state_of_play(gm.table)
    assert ines.post("crew.spend", character=wren.public_id, what="Luck", callback=episode.public_id).status_code == 422
    assert state_of_play(gm.table) == before
    begin(gm)
    ines.does("crew.spend", character=wren.public_id, what="Luck", callback=episode.public_id)
    assert held(wren) == 1


@pytest.mark.played("crew.callback")
def test_the_gm_refuses_one_that_does_not_fit_by_taking_it_back(gm, ines, wren):
    episode = Entry.objects.get(character=wren, name="The Harrow Heist")
    ines.does("crew.spend", character=wren.public_id, what="Luck", callback=episode.public_id)
    gm.does("undo")
    episode.refresh_from_db()
    assert (episode.amount, held(wren)) == (0, 1)


@pytest.mark.parametrize(("limit", "code"), [("each once per Episode", 422), ("free", 200)])
@pytest.mark.played("crew.callback")
def test_the_switch_callback_limit(db, make, limit, code):
    group = Group(make, callback_limit=limit)
    episode = put(group.wren, "episode", "The Harrow Heist", 0)
    data = {"character": group.wren.public_id, "what": "Luck", "callback": episode.public_id}
    group.ines.does("crew.spend", **data)
    assert group.ines.post("crew.spend", **data).status_code == code
    assert held(group.wren) == 1


@pytest.mark.played("crew.callback", "crew.asset", "crew.asset-keep")
def test_assets_may_be_paid_by_a_callback(gm, ines, wren):
    give(wren, 0)
    first, second = Entry.objects.filter(character=wren, kind="episode").order_by("pk")
    ines.does("crew.asset", character=wren.public_id, name="Rope", callback=first.public_id)
    row = Entry.objects.get(name="Rope")
    ines.does("crew.asset-keep", asset=row.public_id, character=wren.public_id, callback=second.public_id)
    assert "calls “The Harrow Heist” back and creates an Asset of Wren: Rope d6" in gm.log()
    assert held(wren) == 0


def test_nobody_elses_episode_is_called_back(ines, wren, kit):
    other = put(kit, "episode", "The Quiet Moon", 0)
    before = state_of_play(ines.table)
    refused = ines.post("crew.spend", character=wren.public_id, what="Luck", callback=other.public_id)
    assert refused.status_code == 422
    assert "That Episode is not there to be called back." in said(refused)
    assert state_of_play(ines.table) == before
