"""The opposition's pool: a difficulty and what stands in the way, or a Major GMC's own sheet; ganging up."""

import pytest

from tests.checks.crew.conftest import a_crewmember, contest, entry, of, oppose, pool, throw, words_of
from tests.checks.crew.pools import a_gmc, draft, lies, sizes, tap, the_place
from tests.people import open_a_table, sit_down


@pytest.fixture
def opened(ines, gm, wren):
    return contest(ines, wren)


def trait(gm, label, size=6, place="defender", **more):
    return gm.post("crew.trait", draft=draft(gm.table, place).public_id, label=label, size=size, **more)


@pytest.mark.played("crew.difficulty", "crew.opposition-other")
def test_a_mere_difficulty_gets_the_situation_beside_it(table, gm, opened):
    tap(gm, "difficulty", size=10, place="defender")
    assert lies(table, "defender") == [("difficulty", "Hard", 10), ("trait", "Situation", 6)]
    tap(gm, "difficulty", size=4, place="defender")
    assert sizes(table, "defender") == [4, 6]


def test_two_ways_to_say_how_hard_it_is_are_told_apart(table, gm, ines, opened, dice):
    assert "Roll at once" in gm.panel("asks")
    assert "Or build the pool Lay a difficulty die, and roll later" in gm.panel("crew-pool")
    assert not gm.soup().select("#panel-crew-pool .taps.two .tap")
    tap(gm, "difficulty", size=10, place="defender")
    tiles = [one.get_text(" ", strip=True) for one in gm.soup().select("#panel-crew-pool .taps.two .tap")]
    assert tiles == ["d10 Hard"]
    tap(gm, "difficulty", size=10, place="defender")
    dice(4, 3)
    oppose(gm)
    assert "rolls against 7." in gm.page()


@pytest.mark.played("crew.opposition-other", "crew.difficulty")
def test_the_example_of_the_alley(table, gm, wren, opened, dice):
    """Challenging d8, Dark Alley d6, the crewmember's Twisted Ankle d8."""
    ankle = entry(wren, "complication", "Twisted ankle", 8)
    tap(gm, "difficulty", size=8, place="defender")
    assert trait(gm, "Dark alley").status_code == 200
    tap(gm, "complication", ankle, of=wren, place="defender")
    assert sizes(table, "defender") == [8, 6, 8]
    dice(3, 2, 5)
    assert throw(gm, "defender").status_code == 200
    assert "Dark alley" in gm.page()


def test_a_trait_is_changed_and_taken_out(table, gm, opened):
    tap(gm, "difficulty", size=8, place="defender")
    trait(gm, "Dark alley")
    held = next(one for one in draft(table, "defender").state["chosen"] if one["kind"] == "trait")
    token = f"trait::{held['source']}:6"
    trait(gm, "Pitch dark", 10, die=token)
    assert lies(table, "defender")[1:] == [("trait", "Pitch dark", 10)]
    held = next(one for one in draft(table, "defender").state["chosen"] if one["kind"] == "trait")
    gm.does("crew.draft", draft=draft(table, "defender").public_id, die=f"trait::{held['source']}:10")
    assert lies(table, "defender")[1:] == [("trait", "Situation", 6)]


def test_a_trait_of_the_place_is_offered(table, gm, ines, opened):
    mud = entry(the_place(table), "trait", "Knee-deep mud", 8)
    tap(gm, "trait", mud, of=mud.character, place="defender")
    assert lies(table, "defender") == [("trait", "Knee-deep mud", 8)]
    assert "Knee-deep mud" in ines.panel("crew-pool")


def test_without_a_difficulty_nothing_is_thrown(table, gm, opened):
    trait(gm, "Dark alley")
    trait(gm, "Rain")
    answer = throw(gm, "defender")
    assert answer.status_code == 422
    assert "difficulty die" in words_of(answer)


def test_an_extra_s_pool_begins_with_its_own_die(table, ines, gm, wren):
    thug = a_gmc(table, "Thug", 8)
    contest(ines, wren, thug)
    tap(gm, "difficulty", size=6, place="defender")
    assert lies(table, "defender") == [("difficulty", "Easy", 6), ("gmc", "Thug", 8)]


def test_the_lender_s_complications_do_not_count_against_the_roller(table, ines, gm, marek, wren, kit, opened):
    burn = entry(kit, "complication", "Burnt hand", 8)
    held = draft(table).public_id
    marek.does("crew.lend", draft=held, character=kit.public_id, skill="fix")
    assert tap(gm, "complication", burn, of=kit, place="defender").status_code == 422


def test_what_is_treated_opposes_whoever_bears_it(table, ines, marek, gm, wren, kit):
    burn = entry(kit, "complication", "Burnt hand", 10)
    ines.does("crew.recover", complication=burn.public_id, character=wren.public_id)
    assert lies(table, "defender") == [("difficulty", "Challenging", 8), ("complication", "Burnt hand", 10)]
    assert tap(ines, "complication", burn, of=kit).status_code == 422
    tap(gm, "complication", burn, of=kit, place="defender")
    assert sizes(table, "defender") == [8, 6]


# a Major GMC


@pytest.mark.played("crew.major-gmc")
def test_a_major_gmc_rolls_like_a_crewmember(table, ines, gm, wren, tran):
    """Attribute, skill, Trait, Distinction d8, Complication of the crew; a Distinction as d4 earns the GM nothing."""
    law = entry(tran, "distinction", "The law never sleeps", text="", triggers=[])
    badge = entry(tran, "signature-asset", "Badge", 8)
    limp = entry(wren, "complication", "Limping", 6)
    contest(ines, wren, tran)
    tap(gm, "attribute", "physical", place="defender")
    tap(gm, "skill", "shoot", place="defender")
    tap(gm, "signature-asset", badge, place="defender")
    tap(gm, "distinction", law, size=8, place="defender")
    assert tap(gm, "distinction", law, size=4, place="defender").status_code == 422
    trait(gm, "Crowded market")
    tap(gm, "complication", limp, of=wren, place="defender")
    assert sizes(table, "defender") == [10, 8, 8, 8, 6, 6]
    assert tap(gm, "difficulty", size=8, place="defender").status_code == 422


def test_a_player_touches_no_gmc_s_pool(table, ines, gm, wren, tran):
    contest(ines, wren, tran)
    assert tap(ines, "attribute", "physical", place="defender").status_code == 422
    assert not lies(table, "defender")


# ganging up


@pytest.fixture
def thugs(table):
    return [a_gmc(table, f"Thug {n}") for n in (1, 2, 3)]


@pytest.mark.played("crew.ganging-up")
def test_three_thugs_against_two(table, gm, opened, kit, thugs):
    tap(gm, "difficulty", size=8, place="defender")
    gm.does("crew.draft", draft=draft(table, "defender").public_id, die="gmc:all::")
    assert sizes(table, "defender") == [8, 6, 6, 6]


@pytest.mark.played("crew.ganging-up")
def test_two_thugs_against_two_bring_one_die(table, gm, opened, kit, thugs):
    thugs[2].delete()
    tap(gm, "difficulty", size=8, place="defender")
    tap(gm, "gmc", "die", of=thugs[0], place="defender")
    answer = tap(gm, "gmc", "die", of=thugs[1], place="defender")
    assert answer.status_code == 422
    assert "2 against 2, so nobody gangs up" in words_of(answer)
    assert sizes(table, "defender") == [8, 6]


def test_whoever_is_taken_out_does_not_count(table, gm, opened, kit, thugs):
    thugs[2].delete()
    entry(kit, "complication", "Out cold", 14)
    for one in thugs[:2]:
        tap(gm, "gmc", "die", of=one, place="defender")
    assert sizes(table, "defender") == [6, 6]
    entry(thugs[1], "complication", "Out cold", 14)
    tap(gm, "gmc", "die", of=thugs[1], place="defender")
    assert tap(gm, "gmc", "die", of=thugs[1], place="defender").status_code == 422


def test_the_excess_only_where_the_table_says_so(db):
    table = open_a_table("The Long Lena", game="crew", ganging_up_count="only the excess")
    gm, ines = sit_down(table, "GM", "gm", "gm"), sit_down(table, "Ines")
    wren = a_crewmember(table, "Wren", ines, physical=8, shoot=10)
    for name in ("Kit", "Odile"):
        a_crewmember(table, name)
    for n in range(4):
        a_gmc(table, f"Thug {n}")
    contest(ines, wren)
    tap(gm, "difficulty", size=8, place="defender")
    gm.does("crew.draft", draft=draft(table, "defender").public_id, die="gmc:all::")
    assert sizes(table, "defender") == [8, 6]


def test_with_a_major_gmc_the_others_join(table, ines, gm, wren, kit, tran, thugs):
    contest(ines, wren, tran)
    pool(table, "defender", *of("physical", "shoot"))
    gm.does("crew.draft", draft=draft(table, "defender").public_id, die="gmc:all::")
    assert sizes(table, "defender") == [10, 8, 6, 6, 6]


def test_whoever_is_hidden_does_not_join_the_others(table, gm, opened, thugs):
    a_gmc(table, "Sniper", 10, "minor-gmc", hidden=True)
    gm.does("crew.draft", draft=draft(table, "defender").public_id, die="gmc:all::")
    assert sizes(table, "defender") == [6, 6, 6]


def test_nobody_hidden_is_named_in_the_pool(table, ines, gm, wren, opened):
    sniper = a_gmc(table, "Sniper", 10, "minor-gmc", hidden=True)
    tap(gm, "gmc", "die", of=sniper, place="defender")
    assert lies(table, "defender") == [("gmc", "Minor GMC", 10)]
    assert "Sniper" not in ines.page()
    assert sniper.public_id not in ines.page()
