"""What each seat sees of a pool that grows: dice with their sources, tiles, and the exact odds of what it may know."""

from itertools import product
from time import perf_counter

import pytest

from apps.checks.crew import pool_odds
from apps.rules.crew import odds
from apps.rules.crew.pools import PoolDie
from apps.rules.odds import percent
from apps.table.sure import sure
from tests.checks.crew.conftest import a_crewmember, bank, contest, entry, of, oppose, pool, throw
from tests.checks.crew.pools import a_gmc, a_ship, draft, tap, the_place


@pytest.fixture
def opened(ines, gm, wren):
    return contest(ines, wren)


def chance(sizes, wins):
    """All rolls enumerated: how often the two highest above 1 make a total that wins."""
    rolls = list(product(*(range(1, size + 1) for size in sizes)))
    totals = [sum(sorted((face for face in roll if face > 1), reverse=True)[:2]) for roll in rolls]
    return sum(map(wins, totals)) / len(rolls)


def said(number: float) -> str:
    return f"{int(number * 100 + 0.5)}%"


def tiles(person):
    """The labels of the tiles that are pressed."""
    found = person.soup().select("#panel-crew-pool .tap[aria-pressed=true] b")
    return [one.get_text() for one in found]


def test_the_headline_is_the_chance_to_beat_what_stands(ines, gm, wren, opened, dice):
    dice(6, 4)
    oppose(gm)
    for one in of("physical", "shoot"):
        tap(ines, one.kind, one.source)
    words = ines.panel("crew-pool")
    assert said(chance((8, 10), lambda total: total > 10)) + " to beat the opposition’s 10" in words
    assert "two highest dice count, ties lose" in words
    assert said(chance((8, 10), lambda total: total >= 15)) + " exceptional" in words
    assert "15 or more: exceptional" in words


def test_before_that_it_is_against_the_pool_as_it_lies_there(ines, gm, wren, opened):
    pool(gm.table, "aggressor", *of("physical", "shoot"))
    tap(gm, "difficulty", size=8, place="defender")
    won = percent(sure(odds.preview(dice=[8, 10], keep=2, other=[8, 6]).versus).chance)
    held = percent(sure(odds.preview(dice=[8, 6], keep=2, other=[8, 10], place="defender").versus).chance)
    assert f"{won} to beat the opposition’s pool as it lies there" in ines.panel("crew-pool")
    assert f"{held} to hold against Wren’s pool as it lies there" in ines.panel("crew-pool")
    assert "the other side needs more than the total" in gm.panel("crew-pool")


def test_against_nothing_yet_it_is_the_plain_spread(ines, wren, opened):
    pool(ines.table, "aggressor", *of("physical", "shoot"))
    words = ines.panel("crew-pool")
    assert "or more, half of the time" in words
    assert "%" in words
    assert "to beat" not in words


def test_one_more_plot_point_jinxes_and_a_botch(ines, wren, opened):
    quick = wren.entries.get(kind="distinction")
    pool(ines.table, "aggressor", *of("physical", "shoot"))
    tap(ines, "distinction", quick, size=8)
    words = ines.panel("crew-pool")
    assert "with one plot point a third die counts" in words
    assert said(1 - 7 * 9 * 7 / 640) + " at least one jinx" in words
    assert "<1% a botch" in words


def test_with_scale_three_count_and_whoever_is_out_keeps_one(ines, gm, wren, opened):
    pool(ines.table, "aggressor", *of("physical", "shoot"))
    tap(gm, "scale")
    assert "three highest dice count" in ines.panel("crew-pool")
    entry(wren, "complication", "Out cold", 14)
    words = ines.panel("crew-pool")
    assert "the highest die counts" in words


def test_the_gm_sees_the_bank_and_opportunities(gm, ines, opened):
    bank(gm.table, 3)
    tap(gm, "difficulty", size=8, place="defender")
    words = gm.panel("crew-pool")
    assert "3 in the bank" in words
    assert "an opportunity" in words


def test_every_total_stands_there_in_words(ines, wren, opened):
    pool(ines.table, "aggressor", *of("physical", "shoot"))
    row = next(one for one in ines.soup().select("#panel-crew-pool .totals li") if one.b.get_text() == "17")
    assert "17: 2.5%; at least that: 3.8%" in row.get_text()


# who sees what


def test_the_builder_has_tiles_the_others_watch(ines, marek, gm, watcher, wren, kit, opened):
    tap(ines, "attribute", "physical")
    assert tiles(ines) == ["Physical"]
    assert "d4 where empty" in ines.panel("crew-pool")
    for other in (marek, watcher):
        assert not other.soup().select("#panel-crew-pool .tap[aria-pressed]")
        assert "Physical attribute" in other.panel("crew-pool")
    assert "Lend Fix" in marek.panel("crew-pool")
    assert "Lend" not in watcher.panel("crew-pool")
    assert "Put it together for Wren" in gm.panel("crew-pool")


def test_the_roll_button_says_how_many_dice_and_why_not(ines, gm, wren, opened, dice):
    assert "The other side rolls first" in ines.panel("crew-pool")
    dice(6, 4)
    oppose(gm)
    assert "no attribute yet" in ines.panel("crew-pool")
    pool(ines.table, "aggressor", *of("physical", "shoot"))
    assert "Roll two dice" in ines.panel("crew-pool")
    assert "Roll for Wren" in gm.panel("crew-pool")
    dice(5, 7)
    throw(ines, "aggressor")
    assert not ines.soup().select("#panel-crew-pool > *")


def test_what_the_gm_said_no_to_is_marked(ines, gm, wren, opened):
    quick = wren.entries.get(kind="distinction")
    tap(gm, "distinction", quick, size=8, strike="on")
    assert "Quick on the draw the GM says no" in ines.panel("crew-pool")


def test_a_distinction_can_be_turned_to_d4_with_a_tap(ines, wren, opened):
    quick = wren.entries.get(kind="distinction")
    assert "Quick on the draw Distinction, or d4 for a plot point" in ines.panel("crew-pool")
    tap(ines, "distinction", quick, size=8)
    token = ines.soup().select_one(".as-d4 button")["value"]
    assert token == f"distinction::{quick.public_id}:4"


def test_nothing_of_a_hidden_pool_is_seen(ines, marek, gm, watcher, wren):
    shade = a_crewmember(gm.table, "Shade", role="major-gmc", hidden=True, physical=12, trick=12)
    entry(shade, "complication", "Bright light", 12)
    contest(gm, wren, shade)
    before = [one.panel("crew-pool") for one in (ines, marek, watcher)]
    for one in of("physical", "trick"):
        tap(gm, one.kind, one.source, place="defender")
    assert [one.panel("crew-pool") for one in (ines, marek, watcher)] == before
    for page in [one.page() for one in (ines, marek, watcher)]:
        assert "Shade" not in page
        assert shade.public_id not in page
        assert "Bright light" not in page
    assert "Shade: the pool" in gm.panel("crew-pool")
    pool(gm.table, "aggressor", *of("physical", "shoot"))
    assert "or more, half of the time" in ines.panel("crew-pool")


def test_hidden_traits_and_gmcs_are_offered_to_the_gm_alone(ines, gm, wren, opened):
    entry(the_place(gm.table), "trait", "A trapdoor", 8, hidden=True)
    a_gmc(gm.table, "Sniper", hidden=True)
    assert "A trapdoor" in gm.panel("crew-pool")
    assert "Sniper, hidden" in gm.panel("crew-pool")
    assert "A trapdoor" not in ines.page()
    assert "Sniper" not in ines.page()


def test_looking_through_a_player_s_eyes_offers_nothing_to_tap(gm, ines, wren, opened):
    page = gm.at_address(f"as/{ines.seat.public_id}/").content.decode()
    assert "Wren: the pool" in page
    assert "act/crew.throw" not in page
    assert 'class="tap' not in page


def test_two_at_once_stand_side_by_side(gm, ines, marek, wren, kit, opened):
    contest(marek, kit)
    words = gm.panel("crew-pool")
    assert "Wren: the pool" in words
    assert "Kit: the pool" in words
    assert "Kit: the pool" in ines.panel("crew-pool")


def test_what_is_bought_while_building_is_one_tap_away(ines, gm, wren, opened):
    for name in ("crew.asset", "crew.trigger"):
        link = ines.soup().select_one(f'#panel-crew-pool a[href^="act/{name}?"]')["href"]
        assert ines.client.get(f"{ines.url}{link}").status_code == 200
    ines.does("crew.asset", character=wren.public_id, name="High ground")
    assert "High ground Asset, this scene" in ines.panel("crew-pool")


# as fast as a tap


def test_twelve_dice_are_reckoned_in_no_time():
    """Against another twelve, with nothing reckoned before: well below what a finger takes."""
    sizes = (4, 4, 6, 6, 6, 8, 8, 10, 10, 12, 12, 12)
    dice = tuple(PoolDie("asset", size, "Thing", source=str(n)) for n, size in enumerate(sizes))
    looked = pool_odds.Looked(dice, "aggressor", pool_odds.Against("Tran", pool=dice[1:]), points=1)
    quickest = 1.0
    for _ in range(5):
        odds._pool_odds.cache_clear()
        begun = perf_counter()
        pool_odds.drawn(looked)
        quickest = min(quickest, perf_counter() - begun)
    assert quickest < 0.02


def test_taps_on_pools_wait_for_no_more_questions_than_before(gm, ines, wren, opened, django_assert_max_num_queries):
    for n in range(10):
        one = entry(wren, "asset", f"Thing {n}", 6, lasts="scene", creator="", shared=[])
        tap(ines, "asset", one)
    with django_assert_max_num_queries(40):
        tap(ines, "attribute", "physical")
    assert draft(ines.table).state["chosen"][0]["source"] == "physical"


# what the GM keeps secret


@pytest.mark.played("crew.visibility")
def test_a_secret_trait_of_the_place_has_no_name_before_it_is_thrown(table, ines, gm, watcher, opened, dice):
    trapdoor = entry(the_place(table), "trait", "Trapdoor", 8, hidden=True)
    tap(gm, "difficulty", size=8, place="defender")
    tap(gm, "trait", trapdoor, trapdoor.character, place="defender")
    assert "Trapdoor Trait" in gm.panel("crew-pool")
    for person in (ines, watcher):
        assert "Something Trait" in person.panel("crew-pool")
        assert "Trapdoor" not in person.page()
    dice(5, 4)
    throw(gm, "defender")
    assert "Trapdoor" in ines.page()


@pytest.mark.played("crew.visibility")
def test_nobody_hidden_and_no_hidden_ship_of_the_crew_is_named_in_a_pool(table, ines, marek, gm, opened):
    ghost = a_crewmember(table, "Stowaway", hidden=True, shoot=10)
    gm.does("crew.lend", draft=draft(table).public_id, character=ghost.public_id, skill="shoot")
    ship = a_ship(table, engines=8)
    ship.hidden = True
    ship.save(update_fields=["hidden"])
    ship.traits.create(key="of-the-crew", text="yes")
    entry(ship, "asset", "Smuggled core", 6, lasts="scene", creator="", shared=[])
    assert "Stowaway" not in marek.page()
    assert "Smuggled core" not in ines.page()
