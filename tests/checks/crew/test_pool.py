"""A crewmember's pool, tapped together from the sheet, the ship and the scene."""

import pytest

from apps.characters.models import Track
from apps.rules.crew.contest import total
from apps.table.models import Event
from tests.checks.crew.conftest import (
    a_crewmember,
    ask_of,
    contest,
    entry,
    of,
    oppose,
    points_of,
    pool,
    the_side,
    throw,
    undo_last,
    words_of,
)
from tests.checks.crew.pools import a_gmc, a_ship, draft, lies, sizes, tap, the_place, token
from tests.people import open_a_table, sit_down, state_of_play


@pytest.fixture
def opened(ines, gm, wren):
    """Wren acts against the opposition; nobody has rolled."""
    return contest(ines, wren)


@pytest.mark.played("crew.pool", "crew.pool-dice", "crew.attributes", "crew.skills")
def test_one_attribute_and_one_skill(table, ines, opened):
    assert tap(ines, "attribute", "social").status_code == 200
    assert tap(ines, "skill", "sneak").status_code == 200
    assert lies(table) == [("attribute", "Social", 8), ("skill", "Sneak", 8)]


def test_a_second_one_takes_the_place_of_the_first_and_a_second_tap_takes_it_out(table, ines, opened):
    tap(ines, "skill", "sneak")
    tap(ines, "attribute", "social")
    tap(ines, "attribute", "physical")
    tap(ines, "skill", "shoot")
    assert lies(table) == [("attribute", "Physical", 8), ("skill", "Shoot", 10)]
    tap(ines, "skill", "shoot")
    assert lies(table) == [("attribute", "Physical", 8)]


@pytest.mark.played("crew.skill-ratings")
def test_a_skill_with_nothing_on_the_sheet_is_d4(table, ines, opened):
    tap(ines, "skill", "trick")
    assert lies(table) == [("skill", "Trick", 4)]


def test_a_tap_is_no_event_and_changes_nothing_but_the_pool(table, ines, opened):
    before = state_of_play(table)
    tap(ines, "attribute", "social")
    changed = {name for name, rows in state_of_play(table).items() if rows != before[name]}
    assert changed == {"Table", "Change", "Receipt", "Draft"}


@pytest.mark.played("crew.specialty")
def test_a_specialty_belongs_to_the_skill(table, ines, wren, opened):
    carbines = entry(wren, "specialty", "Carbines", skill="shoot")
    shadows = entry(wren, "specialty", "Shadows", skill="sneak")
    tap(ines, "skill", "shoot")
    tap(ines, "specialty", carbines)
    assert lies(table) == [("skill", "Shoot", 10), ("specialty", "Carbines", 6)]
    tap(ines, "specialty", shadows)
    assert lies(table) == [("skill", "Sneak", 8), ("specialty", "Shadows", 6)]
    tap(ines, "skill", "shoot")
    assert lies(table) == [("skill", "Shoot", 10)]


@pytest.mark.played("crew.distinction", "crew.plot-point-gains")
def test_a_distinction_is_d8_or_d4_for_a_plot_point(table, ines, gm, wren, opened, dice):
    quick = wren.entries.get(kind="distinction")
    pool(table, "aggressor", *of("physical", "shoot"))
    tap(ines, "distinction", quick, size=8)
    assert lies(table)[2] == ("distinction", "Quick on the draw", 8)
    tap(ines, "distinction", quick, size=4)
    assert lies(table)[2] == ("distinction", "Quick on the draw", 4)
    dice(5, 3)
    oppose(gm)
    dice(4, 4, 3)
    assert points_of(wren) == 1
    throw(ines, "aggressor")
    assert points_of(wren) == 2


def test_one_distinction_at_most(table, ines, wren, opened):
    quick = wren.entries.get(kind="distinction")
    loyal = entry(wren, "distinction", "Loyal to a fault", text="", triggers=[])
    tap(ines, "distinction", quick, size=8)
    tap(ines, "distinction", loyal, size=4)
    assert lies(table) == [("distinction", "Loyal to a fault", 4)]


@pytest.mark.played("crew.signature-asset")
def test_signature_assets_as_many_as_fit(table, ines, wren, opened):
    rifle, coat = entry(wren, "signature-asset", "Rifle", 8), entry(wren, "signature-asset", "Coat", 6)
    tap(ines, "signature-asset", rifle)
    tap(ines, "signature-asset", coat)
    assert sizes(table) == [8, 6]


def test_or_one_where_the_table_says_so(db):
    table = open_a_table("The Long Lena", game="crew", signature_assets_per_roll="1")
    ines = sit_down(table, "Ines")
    wren = a_crewmember(table, "Wren", ines, physical=8)
    rifle, coat = entry(wren, "signature-asset", "Rifle", 8), entry(wren, "signature-asset", "Coat", 6)
    contest(ines, wren)
    tap(ines, "signature-asset", rifle)
    tap(ines, "signature-asset", coat)
    assert lies(table) == [("signature-asset", "Coat", 6)]


def test_assets_of_ones_own_shared_and_of_the_place(table, ines, marek, wren, kit, opened):
    high = entry(wren, "asset", "High ground", 6, lasts="scene", creator=wren.public_id, shared=[])
    smoke = entry(kit, "asset", "Smoke", 6, lasts="episode", creator=kit.public_id, shared=[wren.public_id])
    secret = entry(kit, "asset", "Pocket knife", 6, lasts="scene", creator=kit.public_id, shared=[])
    crates = entry(the_place(table), "asset", "Crates", 6, lasts="scene", creator="", shared=[])
    tap(ines, "asset", high)
    tap(ines, "asset", smoke, of=kit)
    tap(ines, "asset", crates, of=crates.character)
    assert [label for _, label, _ in lies(table)] == ["High ground", "Smoke", "Crates"]
    answer = tap(ines, "asset", secret, of=kit)
    assert answer.status_code == 422
    assert "not there" in words_of(answer)


@pytest.mark.played("crew.complication")
def test_complications_of_the_opponent_and_of_the_place_help(table, ines, gm, wren, tran):
    blind = entry(tran, "complication", "Half blind", 8)
    mine = entry(wren, "complication", "Limping", 6)
    fire = entry(the_place(table), "complication", "On fire", 10)
    contest(ines, wren, tran)
    tap(ines, "complication", blind, of=tran)
    tap(ines, "complication", fire, of=fire.character)
    assert lies(table) == [("complication", "Half blind", 8), ("complication", "On fire", 10)]
    assert tap(ines, "complication", mine, of=wren).status_code == 422
    blind.amount = 12
    blind.save(update_fields=["amount"])
    assert sizes(table) == [12, 10]
    blind.delete()
    assert sizes(table) == [10]


def test_one_at_d12_plus_throws_a_d12(table, ines, gm, wren, tran):
    dead = entry(tran, "complication", "Out cold", 14)
    contest(ines, wren, tran)
    tap(ines, "complication", dead, of=tran)
    assert lies(table) == [("complication", "Out cold", 14)]
    assert "Out cold" in ines.panel("crew-pool")


@pytest.mark.played("crew.ship-attributes", "crew.ship-traits")
def test_the_ship_s_attribute_takes_the_place_of_ones_own(table, ines, wren, kit, opened):
    lena = a_ship(table, wren, engines=8, hull=10, systems=6)
    spit = entry(lena, "distinction", "Held together by spit", text="", triggers=[])
    drive = entry(lena, "asset", "Overclocked drive", 6, lasts="scene", creator="", shared=[])
    tap(ines, "attribute", "physical")
    tap(ines, "attribute", "engines", of=lena)
    tap(ines, "skill", "fly")
    tap(ines, "distinction", spit, of=lena, size=4)
    tap(ines, "asset", drive, of=lena)
    assert lies(table) == [
        ("attribute", "Engines", 8), ("skill", "Fly", 4), ("distinction", "Held together by spit", 4),
        ("asset", "Overclocked drive", 6),
    ]  # fmt: skip


def test_whoever_is_not_aboard_rolls_without_it(table, ines, wren, kit, opened):
    lena = a_ship(table, kit, engines=8)
    assert tap(ines, "attribute", "engines", of=lena).status_code == 422
    assert not lies(table)


@pytest.mark.played("crew.land-vehicles", "crew.watercraft")
@pytest.mark.parametrize(("role", "key", "title"), [("land-vehicle", "handling", "Handling"),
                                                    ("watercraft", "power", "Power")])  # fmt: skip
def test_a_complex_vehicle_is_used_like_a_ship(table, ines, wren, opened, role, key, title):
    crawler = a_ship(table, wren, role=role, **{key: 10})
    tap(ines, "attribute", key, of=crawler)
    tap(ines, "skill", "drive")
    assert lies(table) == [("attribute", title, 10), ("skill", "Drive", 4)]


@pytest.mark.played("crew.taken-out", "crew.limited-action", "crew.ship-traits")
def test_the_dice_of_a_ship_that_is_taken_out_make_it_a_limited_action(table, ines, gm, wren, opened, dice):
    lena = a_ship(table, wren, engines=8)
    entry(lena, "complication", "Adrift", 14)
    tap(ines, "attribute", "physical")
    tap(ines, "skill", "fly")
    assert "Taken Out: acting" not in ines.panel("crew-pool")
    assert tap(ines, "attribute", "engines", of=lena).status_code == 200
    assert "The Long Lena, Taken Out: 1 plot point, one die kept" in ines.panel("crew-pool")
    assert "The Long Lena is Taken Out: acting costs a plot point, and one die is kept." in ines.panel("crew-pool")
    dice(4, 3)
    oppose(gm)
    assert "The Long Lena is Taken Out" in words_of(ines.get("crew.throw", ask=ask_of(table, "aggressor").public_id))
    dice(6, 3)
    assert throw(ines, "aggressor").status_code == 200
    assert (points_of(wren), the_side(table, "aggressor").limited, total(the_side(table, "aggressor"))) == (0, True, 6)
    assert "1 plot point for a limited action" in ines.log()
    undo_last(gm)
    assert (points_of(wren), sizes(table)) == (1, [8, 4])


@pytest.mark.played("crew.limited-action")
def test_without_a_point_the_ship_that_is_taken_out_is_of_no_use(table, ines, gm, wren, opened, dice):
    lena = a_ship(table, wren, engines=8)
    entry(lena, "complication", "Adrift", 14)
    Track.objects.filter(character=wren).update(value=0)
    tap(ines, "attribute", "engines", of=lena)
    tap(ines, "skill", "fly")
    dice(4, 3)
    oppose(gm)
    before = state_of_play(table)
    refused = throw(ines, "aggressor")
    assert refused.status_code == 422
    assert "none is left to Wren" in words_of(refused)
    assert state_of_play(table) == before


def test_a_ship_s_complication_counts_against_its_crew(table, ines, gm, wren, opened):
    lena = a_ship(table, wren, engines=8)
    leak = entry(lena, "complication", "Coolant leak", 8)
    tap(gm, "complication", leak, of=lena, place="defender")
    assert ("complication", "Coolant leak", 8) in lies(table, "defender")


@pytest.mark.played("crew.scale")
def test_the_scale_die_is_the_gm_s_to_give_to_one_side(table, ines, gm, opened):
    answer = tap(ines, "scale")
    assert answer.status_code == 422
    assert "Only the GM" in words_of(answer)
    tap(gm, "scale")
    assert lies(table) == [("scale", "Scale", 8)]
    tap(gm, "scale", place="defender")
    assert (lies(table), lies(table, "defender")) == ([], [("scale", "Scale", 8)])


def test_scale_that_was_thrown_stays_where_it_was(table, ines, gm, opened, dice):
    tap(gm, "scale", place="defender")
    dice(5, 3)
    oppose(gm)
    answer = tap(gm, "scale")
    assert answer.status_code == 422
    assert "one side only" in words_of(answer)


def test_with_scale_three_dice_count(table, ines, gm, wren, opened, dice):
    dice(6, 4)
    oppose(gm)
    pool(table, "aggressor", *of("physical", "shoot"))
    tap(gm, "scale")
    dice(5, 7, 4)
    throw(ines, "aggressor")
    assert "16" in ines.log()


# the GM says no


def test_the_gm_strikes_a_die_out_and_puts_it_in_again(table, ines, gm, wren, opened):
    quick = wren.entries.get(kind="distinction")
    tap(ines, "distinction", quick, size=8)
    tap(gm, "distinction", quick, size=8, strike="on")
    assert not lies(table)
    answer = tap(ines, "distinction", quick, size=8)
    assert answer.status_code == 422
    assert "has said no to Quick on the draw" in words_of(answer)
    tap(gm, "distinction", quick, size=8)
    assert sizes(table) == [8]


def test_a_player_strikes_nothing_out(table, ines, gm, opened):
    tap(ines, "attribute", "social", strike="on")
    assert sizes(table) == [8]


# what triggers do to a die


def alter(person, die, **more):
    return person.post("crew.alter-die", draft=draft(person.table).public_id, die=die, **more)


@pytest.mark.played("crew.triggers", "crew.step-ladder")
def test_the_gm_steps_and_doubles_a_die_for_this_roll(table, ines, gm, wren, opened, dice):
    pool(table, "aggressor", *of("physical", "shoot"))
    assert alter(gm, "attribute::physical:", steps=-1).status_code == 200
    assert alter(gm, "skill::shoot:", steps=2, double="on").status_code == 200
    assert sizes(table) == [6, 12, 12]
    dice(6, 4)
    oppose(gm)
    dice(5, 7, 9)
    assert throw(ines, "aggressor").status_code == 200
    assert wren.ratings.get(key="shoot").value == 10


def test_nobody_else_does_and_nothing_else_is_altered(table, ines, gm, marek, kit, opened):
    tap(ines, "skill", "shoot")
    marek.does("crew.lend", draft=draft(table).public_id, character=kit.public_id, skill="fix")
    assert alter(ines, "skill::shoot:", steps=1).status_code == 403
    assert alter(gm, f"loan:{kit.public_id}:fix:", steps=1).status_code == 422
    assert alter(gm, "skill::sneak:", steps=1).status_code == 422
    assert sizes(table) == [10, 10]


# who may


def test_only_its_own_player_and_the_gm_touch_a_pool(table, ines, marek, gm, watcher, wren, opened):
    assert tap(marek, "attribute", "social").status_code == 422
    assert tap(watcher, "attribute", "social").status_code == 403
    assert tap(ines, "difficulty", size=8, place="defender").status_code == 422
    assert not lies(table)
    assert not lies(table, "defender")
    assert tap(gm, "attribute", "social").status_code == 200
    assert sizes(table) == [8]


def test_a_pool_that_is_not_there_and_one_that_is_not_ones_own_are_refused_alike(
    table, ines, marek, gm, wren, tran, kit
):
    contest(ines, wren, tran)
    no_such = marek.post("crew.draft", draft="nosuchdraft", die="attribute::social:")
    others = marek.post("crew.draft", draft=draft(table).public_id, die="attribute::social:")
    assert words_of(no_such) == words_of(others)


def test_the_pool_of_somebody_hidden_is_refused_as_if_it_were_not_there(table, ines, gm, wren, make):
    shade = make("Shade", role="major-gmc", hidden=True, physical=12, mental=6, social=6)
    contest(gm, wren, shade)
    held = draft(table, "defender").public_id
    assert "Shade" not in ines.page()
    answers = [words_of(ines.post("crew.draft", draft=one, die="attribute::physical:")) for one in (held, "nosuch")]
    assert answers[0] == answers[1]
    looks = [ines.get("crew.draft", draft=one, die="attribute::physical:").content for one in (held, "nosuch")]
    assert looks[0].replace(held.encode(), b"nosuch") == looks[1]


def test_a_pool_that_was_thrown_takes_no_more_dice(table, ines, gm, wren, opened, dice):
    held = draft(table, "defender").public_id
    dice(6, 4)
    oppose(gm)
    answer = gm.post("crew.draft", draft=held, die="difficulty:::8")
    assert answer.status_code == 422
    assert "thrown already" in words_of(answer)


def test_a_token_of_nothing_is_refused(table, ines, opened):
    for die in ("", "x", "skill::nonsense:", "asset:abc:def:", "loan:a:b:", "skill::shoot:12", "a" * 90):
        answer = ines.post("crew.draft", draft=draft(table).public_id, die=die)
        assert answer.status_code == 422, die
    assert not lies(table)


def test_a_trait_of_the_situation_is_not_a_player_s(table, ines, gm, opened):
    held = draft(table).public_id
    answer = gm.post("crew.trait", draft=held, label="Dark alley", size=8)
    assert answer.status_code == 422
    assert "can join a pool of a crewmember" in words_of(answer)
    assert ines.post("crew.trait", draft=held, label="Dark alley", size=8).status_code == 403


def test_without_javascript_a_tile_leads_to_a_page_and_back(table, ines, opened):
    page = ines.get("crew.draft", plain=True, draft=draft(table).public_id, die=token("skill", "shoot"))
    assert "Put in Shoot d10" in words_of(page)
    answer = tap(ines, "skill", "shoot", plain=True)
    assert answer.status_code == 302
    assert sizes(table) == [10]


def test_undo_of_the_throw_brings_the_pool_back(table, ines, gm, wren, opened, dice):
    pool(table, "aggressor", *of("physical", "shoot"))
    dice(6, 4)
    oppose(gm)
    gm.does("undo", event=Event.objects.filter(kind="crew.thrown").latest("pk").public_id)
    assert sizes(table) == [8, 10]
    assert lies(table, "defender") == []


def test_the_pool_of_somebody_deleted_goes_and_comes_back_with_them(table, ines, gm, wren, opened):
    pool(table, "aggressor", *of("physical", "shoot"))
    gm.does("delete-character", character=wren.public_id)
    assert "Wren: the pool" not in gm.page()
    gm.does("undo", event=Event.objects.latest("pk").public_id)
    assert sizes(table) == [8, 10]


def test_more_than_a_pool_can_hold_is_refused(table, ines, wren, opened):
    rows = [entry(wren, "asset", f"Thing {n}", 6, lasts="scene", creator="", shared=[]) for n in range(25)]
    for one in rows[:24]:
        assert tap(ines, "asset", one).status_code == 200
    assert tap(ines, "asset", rows[24]).status_code == 422
    assert len(sizes(table)) == 24


def test_a_gmc_of_the_other_side_whose_die_is_thrown_in_can_be_used_against_it(table, ines, gm, wren, opened):
    thug = a_gmc(table, "Thug")
    dazed = entry(thug, "complication", "Dazed", 6)
    assert tap(ines, "complication", dazed, of=thug).status_code == 422
    tap(gm, "gmc", "die", of=thug, place="defender")
    assert tap(ines, "complication", dazed, of=thug).status_code == 200


# what the GM has struck out


@pytest.mark.played("crew.pool")
def test_a_distinction_that_was_struck_out_is_no_d4_either(table, ines, gm, wren, opened):
    quick = wren.entries.get(kind="distinction")
    tap(ines, "distinction", quick, size=8)
    tap(gm, "distinction", quick, size=8, strike="on")
    assert "has said no to Quick on the draw" in words_of(tap(ines, "distinction", quick, size=4))
    assert lies(table) == []
    tap(gm, "distinction", quick, size=4)
    tap(gm, "distinction", quick, size=4)
    assert tap(ines, "distinction", quick, size=8).status_code == 200


@pytest.mark.played("crew.pool", "crew.specialty")
def test_a_specialty_does_not_bring_a_skill_back_that_was_struck_out(table, ines, gm, wren, opened):
    carbines = entry(wren, "specialty", "Carbines", None, skill="shoot")
    tap(ines, "skill", "shoot")
    tap(gm, "skill", "shoot", strike="on")
    assert tap(ines, "specialty", carbines).status_code == 422
    assert lies(table) == []
