"""Big Damn Hero dice once the totals stand: added, passed on, taken back on a 1; won and lost by the result."""

import pytest

from apps.checks.crew import hooks
from apps.table.models import Event, Switch
from tests.checks.crew.conftest import (
    ask_of,
    bank,
    contest,
    entry,
    full_facts,
    of,
    oppose,
    points_of,
    pool,
    store_of,
    the_exchange,
    the_side,
    throw,
    undo_last,
    waits_for,
    words_of,
)
from tests.people import state_of_play


def hero(person, place, die, **more):
    return person.post("crew.hero", ask=ask_of(person.table, place).public_id, die=die, **more)


def hero_jinx(person, place, leave="no", **more):
    return person.post("crew.hero-jinx", ask=ask_of(person.table, place).public_id, leave=leave, **more)


def settled(table, ines, gm, character, dice, stakes, faces):
    """The opposition sets the stakes, and the character throws d8 d10."""
    bank(table, 0)
    contest(ines, character)
    dice(*stakes)
    oppose(gm, 10)
    pool(table, "aggressor", *of("physical", "shoot"))
    dice(*faces)
    throw(ines, "aggressor")


@pytest.fixture
def behind(table, ines, gm, wren, dice):
    """Wren has 9 against 10, a d8 in store and one plot point."""
    entry(wren, "hero-die", "d8", 8)
    settled(table, ines, gm, wren, dice, (6, 4), (2, 7))


@pytest.mark.played("crew.big-damn-hero-use", "crew.exceptional-success")
def test_the_catalogue_s_example(table, ines, wren, behind, dice):
    assert waits_for(table) == [("aggressor", "hero")]
    panel = ines.panel("asks")
    for told in ("Wren is behind, 9 to 10", "Roll the d8", "1 plot point", "Add none", "it is lost as it stands"):
        assert told in panel
    dice(6)
    assert hero(ines, "aggressor", 8).status_code == 200
    assert "9 becomes 15" in ines.log()
    assert "and 6 from a Big Damn Hero die" in ines.page()
    facts = full_facts(table, "crew.result")
    assert (facts["aggressor"]["total"], facts["margin"], facts["exceptional"]) == (15, 5, True)
    assert points_of(wren) == 0
    assert store_of(wren) == [10]  # the d8 is gone, the opposition's highest rolling die was its d10


@pytest.mark.played("crew.big-damn-hero-use", "crew.exceptional-success")
def test_who_is_ahead_is_asked_for_an_exceptional_success_with_its_chance(table, ines, gm, wren, dice):
    entry(wren, "hero-die", "d8", 8)
    settled(table, ines, gm, wren, dice, (6, 4), (5, 7))
    asked = ines.panel("asks")
    assert "Wren is ahead, 12 to 10" in asked
    assert "chance of an exceptional success 75%" in asked  # 3 or more on the d8
    assert "75% to win by 5 or more" in words_of(ines.get("crew.hero", ask=ask_of(table, "aggressor").public_id))


@pytest.mark.played("crew.big-damn-hero-use", "crew.exceptional-success")
@pytest.mark.parametrize(("size", "stakes", "counts"), [(8, (4, 2), "on"), (4, (8, 3), "on"), (8, (6, 4), "off")])
def test_who_is_ahead_is_not_asked_where_it_brings_nothing(table, ines, gm, wren, dice, size, stakes, counts):
    """Ahead by 6; by 1, which a d4 makes 5 alone with a 4; by 2, where hero dice make nothing exceptional."""
    Switch.objects.filter(table=table, key="bdh-counts-for-exceptional").update(value=counts)
    entry(wren, "hero-die", f"d{size}", size)
    settled(table, ines, gm, wren, dice, stakes, (5, 7))
    reaches = size == 4
    assert waits_for(table) == ([("aggressor", "hero")] if reaches else [])
    assert (store_of(wren)[0], points_of(wren)) == (size, 1)


@pytest.mark.played("crew.big-damn-hero-use")
def test_the_chance_of_a_hero_die_that_fell_is_what_it_makes(table, ines, gm, behind, dice):
    assert "chance to win 88%" in ines.panel("asks")
    dice(6)
    hero(ines, "aggressor", 8)
    undo_last(gm)
    assert "chance to win 100%" in ines.panel("asks")


@pytest.mark.played("crew.big-damn-hero-use")
def test_one_that_shows_a_1_is_taken_back(table, ines, wren, behind, dice, watcher):
    dice(1)
    hero(ines, "aggressor", 8)
    assert waits_for(table) == [("aggressor", "jinx")]
    assert "The d8 shows a 1" in ines.panel("asks")
    assert "a 1: adds nothing" in watcher.log()
    assert "The die may be taken back into store, or left as one more jinx." in watcher.log()
    assert "taken back" not in watcher.log().replace("may be taken back", ""), "nobody has said so yet"
    assert store_of(wren) == []
    assert hero_jinx(ines, "aggressor").status_code == 200
    assert (store_of(wren), points_of(wren)) == ([8], 0)
    facts = full_facts(table, "crew.result")
    assert (facts["aggressor"]["total"], facts["winner"], facts["margin"]) == (9, "defender", 1)
    assert facts["aggressor"]["jinxes"] == 0
    assert "takes the d8 back into store" in watcher.log()


@pytest.mark.played("crew.big-damn-hero-use")
def test_or_it_is_left_and_counts_as_a_jinx(table, ines, wren, behind, dice, monkeypatch):
    heard = []
    monkeypatch.setattr(hooks, "jinx_left_hooks", [lambda *told: heard.append(told[3])])
    dice(1)
    hero(ines, "aggressor", 8)
    assert hero_jinx(ines, "aggressor", "yes").status_code == 200
    assert (store_of(wren), heard) == ([], ["aggressor"])
    assert full_facts(table, "crew.result")["aggressor"]["jinxes"] == 1


def test_a_die_that_nobody_decides_about_goes_back_when_the_gm_moves_on(table, ines, gm, wren, behind, dice):
    dice(1)
    hero(ines, "aggressor", 8)
    gm.does("crew.move-on", exchange=the_exchange(table).public_id)
    assert store_of(wren) == [8]


@pytest.mark.played("crew.big-damn-hero-use")
def test_whoever_passes_is_asked_no_more(table, ines, wren, behind, watcher):
    assert hero(ines, "aggressor", "pass").status_code == 200
    assert (store_of(wren), points_of(wren)) == ([8], 1)
    assert "9 stands" in watcher.log()
    assert full_facts(table, "crew.result")["winner"] == "defender"


@pytest.mark.played("crew.big-damn-hero-use")
def test_any_number_one_after_the_other(table, ines, gm, wren, dice):
    entry(wren, "hero-die", "d8", 8)
    entry(wren, "hero-die", "d6", 6)
    wren.tracks.update(value=2)
    settled(table, ines, gm, wren, dice, (6, 4), (2, 5))
    dice(2)
    hero(ines, "aggressor", 6)
    assert waits_for(table) == [("aggressor", "hero")]
    dice(4)
    hero(ines, "aggressor", 8)
    facts = full_facts(table, "crew.result")
    assert (facts["aggressor"]["total"], points_of(wren)) == (13, 0)


def test_nobody_is_asked_who_has_no_die_or_no_point(table, ines, gm, wren, dice):
    entry(wren, "hero-die", "d8", 8)
    wren.tracks.update(value=0)
    settled(table, ines, gm, wren, dice, (6, 4), (2, 7))
    assert the_exchange(table).closed_at is not None


def test_what_is_refused(table, ines, wren, behind, marek, watcher, stranger):
    before = state_of_play(table)
    for person, die, code in ((ines, "10", 422), (ines, "", 422), (marek, "8", 422), (watcher, "8", 403)):
        assert hero(person, "aggressor", die).status_code == code
    assert hero(stranger.at(ines), "aggressor", "8").status_code == 404
    assert hero(ines, "aggressor", "8", faces="9").status_code == 422
    assert hero_jinx(ines, "aggressor").status_code == 422
    wren.tracks.update(value=0)
    assert "none is left to Wren" in words_of(hero(ines, "aggressor", "8"))
    wren.tracks.update(value=1)
    assert state_of_play(table) == before


@pytest.mark.played("crew.visibility")
def test_a_real_die_is_typed_in(table, ines, behind, watcher):
    assert hero(ines, "aggressor", 8, faces="6").status_code == 200
    assert "real die, typed in" in watcher.log()


def test_the_gm_answers_for_a_player_without_javascript(table, gm, wren, behind):
    assert "Answer for them" in gm.page()
    assert hero(gm, "aggressor", "pass", plain=True).status_code == 302
    assert Event.objects.get(kind="crew.hero-passed").by_gm


@pytest.mark.played("crew.big-damn-hero-use")
def test_taken_back_and_done_again_the_die_falls_alike(table, gm, ines, wren, behind, dice):
    dice(6)
    hero(ines, "aggressor", 8)
    undo_last(gm)
    assert (store_of(wren), points_of(wren)) == ([8], 1)
    assert waits_for(table) == [("aggressor", "hero")]
    dice()
    hero(ines, "aggressor", 8)
    assert the_side(table, "aggressor").heroes[0].face == 6


def test_the_jinx_s_decision_is_taken_back(table, gm, ines, wren, behind, dice):
    dice(1)
    hero(ines, "aggressor", 8)
    hero_jinx(ines, "aggressor", "yes")
    undo_last(gm)
    assert waits_for(table) == [("aggressor", "jinx")]
    hero_jinx(ines, "aggressor")
    assert store_of(wren) == [8]


# two crewmembers


@pytest.mark.played("crew.exchange", "crew.big-damn-hero-use")
def test_of_two_crewmembers_whoever_is_behind_decides_first(table, ines, marek, wren, kit, dice):
    entry(wren, "hero-die", "d8", 8)
    entry(kit, "hero-die", "d6", 6)
    contest(ines, wren, kit)
    pool(table, "defender", *of("physical", "fight"))
    dice(4, 6)
    throw(marek, "defender")
    pool(table, "aggressor", *of("physical", "shoot"))
    dice(2, 5)
    throw(ines, "aggressor")
    assert waits_for(table) == [("aggressor", "hero")]
    assert hero(marek, "defender", 6).status_code == 422
    dice(7)
    hero(ines, "aggressor", 8)
    assert waits_for(table) == [("defender", "hero")]
    dice(5)
    hero(marek, "defender", 6)
    facts = full_facts(table, "crew.result")
    assert (facts["defender"]["total"], facts["aggressor"]["total"]) == (15, 14)
    assert (points_of(wren), points_of(kit)) == (0, 0)


# won and lost


@pytest.mark.played("crew.big-damn-hero-gain", "crew.highest-rolling-die", "crew.exceptional-success")
def test_an_exceptional_success_wins_a_die(table, ines, gm, wren, dice, watcher):
    settled(table, ines, gm, wren, dice, (7, 2), (6, 8))
    assert store_of(wren) == [10]
    for told in ("Wren wins by 5", "Exceptional success", "Wren gains a Big Damn Hero die"):
        assert told in watcher.log()


def test_an_exceptional_success_of_the_opposition_says_whose_it_is(table, ines, gm, wren, dice, watcher):
    settled(table, ines, gm, wren, dice, (9, 4), (2, 3))
    assert "Exceptional: The opposition wins" in watcher.panel("crew-contest")


@pytest.mark.played("crew.exceptional-success")
def test_one_less_is_none(table, ines, gm, wren, dice):
    settled(table, ines, gm, wren, dice, (7, 3), (6, 8))
    assert store_of(wren) == []


@pytest.mark.played("crew.big-damn-hero-loss", "crew.highest-rolling-die")
def test_the_largest_that_fits_is_lost(table, ines, gm, wren, dice):
    for size in (6, 8, 12):
        entry(wren, "hero-die", f"d{size}", size)
    wren.tracks.update(value=0)
    settled(table, ines, gm, wren, dice, (9, 4), (2, 3))
    assert store_of(wren) == [6, 12]
    assert "Wren loses a Big Damn Hero die" in ines.log()
    assert "Wren loses a Big Damn Hero die, the d8" in ines.panel("crew-contest")


@pytest.mark.played("crew.big-damn-hero-loss")
def test_without_one_that_small_nothing_is_lost(table, ines, gm, wren, dice):
    entry(wren, "hero-die", "d12", 12)
    wren.tracks.update(value=0)
    settled(table, ines, gm, wren, dice, (9, 4), (2, 3))
    assert store_of(wren) == [12]


@pytest.mark.played("crew.big-damn-hero-gain", "crew.big-damn-hero-loss")
def test_between_crewmembers_one_wins_and_the_other_loses(table, ines, marek, wren, kit, dice):
    entry(kit, "hero-die", "d6", 6)
    kit.tracks.update(value=0)
    contest(ines, wren, kit)
    pool(table, "defender", *of("physical", "fight"))
    dice(4, 3)
    throw(marek, "defender")
    pool(table, "aggressor", *of("physical", "shoot"))
    dice(8, 7)
    throw(ines, "aggressor")
    assert (store_of(wren), store_of(kit)) == ([8], [])


def test_the_result_is_taken_back_with_what_it_won(table, ines, gm, wren, dice):
    settled(table, ines, gm, wren, dice, (7, 2), (6, 8))
    undo_last(gm)
    assert store_of(wren) == []
    assert waits_for(table) == [("aggressor", "roll")]


@pytest.mark.played("crew.visibility", "crew.big-damn-hero-gain", "crew.big-damn-hero-loss")
@pytest.mark.parametrize(("faces", "does"), [((8, 9), "gains"), ((2, 2), "loses")])
def test_a_hidden_crewmember_is_named_to_the_gms_alone(table, ines, gm, make, dice, faces, does):
    ghost = make("Stowaway", hidden=True, physical=8, shoot=10, heroes=(6,))
    settled(table, gm, gm, ghost, dice, (5, 4) if does == "loses" else (3, 2), faces)
    assert f"Stowaway {does} a Big Damn Hero die" in gm.log()
    assert f"Somebody {does} a Big Damn Hero die" in ines.log()
    assert "Stowaway" not in ines.page()
