"""Powers in use: what they cost, whom they beat, and what comes of each."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character
from apps.characters.yarn.levels import level_of
from apps.magic.yarn import running
from apps.table.models import Ask
from tests.keeping_secrets import level
from tests.magic.yarn.conftest import left, line, psychic, switched, uses
from tests.people import Person
from tests.yarn_world import asked, made, refused, starts, told


@pytest.mark.played("yarn.fringe-use", "yarn.power-telekinesis", "yarn.power-list", "yarn.fringe-pool")
def test_a_use_costs_a_shot_and_its_total_is_what_it_does(marek: Person, table: Any, dice: Any) -> None:
    joss = made(marek, **psychic("telekinesis"))
    dice(5, 4)
    uses(marek, joss, "telekinesis")
    facts = told(table)
    assert (facts["roll"]["total"], facts["numbers"], left(joss)) == (
        9, {"push_kg": 9, "lift_kg": 0.9, "reach_m": 9, "seconds": 9}, 5,
    )  # fmt: skip
    assert "Shoves 9 kg or lifts 0.9 kg, up to 9 m away, for 9 seconds" in marek.log()
    assert "9 seconds" in marek.panel("yarn-timers")
    written = " ".join(marek.at_address("export-log").content.decode().split())
    assert "Joss Amber uses telekinesis: 9. Shoves 9 kg or lifts 0.9 kg, up to 9 m away, for 9 seconds." in written


@pytest.mark.played("yarn.fringe-push", "yarn.fringe-circumstances")
def test_a_push_is_two_shots_and_the_better_half_of_twice_the_dice(marek: Person, table: Any, dice: Any) -> None:
    joss = made(marek, **psychic("mind-scan-(finding)"))
    dice(1, 6, 2, 5)
    uses(marek, joss, "mind-scan-(finding)", push="on", bonus=1, penalty=1)
    assert (told(table)["roll"]["total"], left(joss)) == (11, 4)


def test_the_form_says_what_it_costs_and_how_the_dice_fall(marek: Person) -> None:
    joss = made(marek, **psychic("telekinesis", shots=1))
    words = marek.get("yarn.use-power", power=line(joss, "telekinesis"), bonus=0, penalty=0).content.decode()
    assert "Throw 2 dice · 1 shot" in words
    assert "Joss Amber has 1 of 1 shot left" in words
    assert 'name="target"' not in words
    assert "This costs 2 psychic shots, and 1 is left" in refused(
        marek, "yarn.use-power", power=line(joss, "telekinesis"), push="on"
    )
    assert left(joss) == 1


def test_before_anybody_is_chosen_the_form_says_what_it_is_paid_from(marek: Person) -> None:
    joss = made(marek, **psychic("aura-sight"))
    words = " ".join(marek.get("yarn.use-power", power=line(joss, "aura-sight")).content.decode().split())
    assert "Joss Amber has 6 of 6 shots left: a use costs 1, pushed 2." in words


def test_a_pool_says_whose_it_is(marek: Person, gm: Person) -> None:
    made(marek, **psychic("aura-sight"))
    for one in (marek, gm):
        assert one.panel("yarn-powers").startswith("Joss Amber: The tide 6 of 6 shots")


def test_each_pool_is_one_line_for_the_gm(marek: Person, gm: Person) -> None:
    """Unfolded by a tap, so that three of them leave room for the scene."""
    made(marek, **psychic("aura-sight"))
    [panel] = gm.soup().select("#panel-yarn-powers")
    assert [one.get_text(" ", strip=True) for one in panel.select("details[id^=powers-of] > summary")] == [
        "Joss Amber: The tide 6 of 6 shots"
    ]
    assert not panel.select("a:not(details a)")
    assert marek.soup().select("#panel-yarn-powers a:not(details a)")


def test_that_there_are_no_powers_yet_stands_below_who_is_here(ines: Person, maud: Character) -> None:
    assert ines.panel("yarn-powers") == ""
    assert ines.panel("yarn-learning").startswith("Maud Ferrin: no powers or spells yet")
    panels = [one["id"] for one in ines.soup().select("#table > [id^=panel-yarn]")]
    assert panels.index("panel-yarn-learning") > panels.index("panel-yarn-here")


def test_without_a_die_nothing_is_tried(marek: Person) -> None:
    joss = made(marek, **psychic("telekinesis"))
    assert "is not yours to use" in refused(marek, "yarn.use-power", power="xAAAAAAAAAAAA")
    assert left(joss) == 6


@pytest.mark.played("yarn.fringe-resist", "yarn.power-aura-sight")
def test_one_of_the_gms_is_answered_for_by_the_gm_and_all_dice_fall_then(
    marek: Person, gm: Person, table: Any, bess: Character, dice: Any
) -> None:
    joss = made(marek, **psychic("aura-sight"))
    uses(marek, joss, "aura-sight", target=bess.public_id, near="on")
    assert left(joss) == 5
    assert "Joss Amber turns aura-sight on Old Bess" in words(gm)
    dice(3, 4, 1, 5, 2)
    gm.does("yarn.resist-power", ask=asked(gm), way="resist")
    assert (told(table)["met"]["total"], told(table)["works"]) == (7, False)
    open_part = told(table, "yarn.power-used", "everybody")
    assert "met" not in open_part
    assert open_part["works"] is False
    assert "It is resisted" in marek.log()


@pytest.mark.played("yarn.fringe-resist")
def test_as_much_is_enough_to_resist_and_one_more_beats_it(marek: Person, gm: Person, table: Any, bess: Character,
                                                          dice: Any) -> None:  # fmt: skip
    joss = made(marek, **psychic("aura-sight"))
    for faces, works in (((3, 4, 3, 4), False), ((3, 5, 3, 4), True)):
        uses(marek, joss, "aura-sight", target=bess.public_id)
        dice(*faces)
        gm.does("yarn.resist-power", ask=asked(gm), way="resist", base=2)
        assert told(table)["works"] is works


def test_the_card_of_a_power_that_is_resisted_bears_the_name_of_whoever_used_it(
    marek: Person, ines: Person, gm: Person, dice: Any
) -> None:
    joss, ann = made(marek, **psychic("mind-scan-(reading)")), made(ines, name="Ann", role="main")
    uses(marek, joss, "mind-scan-(reading)", target=ann.public_id, metres=1, knows="on")
    dice(6, 6, 1, 1)
    ines.does("yarn.resist-power", ask=asked_of_character(ann), way="resist")
    head = marek.soup().select("#log-cards > li")[-1].header
    assert head is not None
    assert head.get_text(" ", strip=True).startswith("Joss Amber ")
    assert "Ines" not in head.get_text()


@pytest.mark.played("yarn.fringe-resist-psychic")
def test_a_psychic_who_knows_may_pay_for_better_dice(marek: Person, gm: Person, table: Any, bess: Character,
                                                     dice: Any) -> None:  # fmt: skip
    joss = made(marek, **psychic("mind-scan-(reading)", "aura-sight"))
    uses(marek, joss, "aura-sight", target=bess.public_id)
    assert "counter" not in gm.get("yarn.resist-power", ask=asked(gm)).content.decode()
    dice(6, 6, 1, 2, 3, 4, 5)
    gm.does("yarn.resist-power", ask=asked(gm), way="best-power")
    assert (told(table)["met"]["total"], left(bess)) == (9, 2)
    uses(marek, joss, "mind-scan-(reading)", target=bess.public_id, metres=3, sight="on")
    dice(6, 6, 1, 2, 3, 4, 5)
    gm.does("yarn.resist-power", ask=asked(gm), way="counter")
    assert (told(table)["met"]["total"], left(bess)) == (15, 1)


@pytest.mark.played("yarn.power-mind-scan-read")
def test_a_mind_is_read_within_reach_alone(marek: Person, gm: Person, table: Any, bess: Character, dice: Any) -> None:
    joss = made(marek, **psychic("mind-scan-(reading)"))
    power, bess_id = line(joss, "mind-scan-(reading)"), bess.public_id
    marek.does("yarn.use-power", power=power, target=bess_id, metres=20, sight="on")
    dice(4, 4)
    gm.does("yarn.resist-power", ask=asked(gm), way="resist")
    assert told(table)["reaches"] is False
    for faces, outcome in (((6, 4, 2, 3), "clear"), ((4, 4, 4, 3), "thought")):
        marek.does("yarn.use-power", power=power, target=bess_id, metres=5, sight="on")
        dice(*faces)
        gm.does("yarn.resist-power", ask=asked(gm), way="resist")
        assert told(table)["came"] == {"outcome": outcome}


def test_a_player_who_does_not_know_is_rolled_for_and_nobody_else_learns_of_it(
    gm: Person, ines: Person, table: Any, maud: Character, bess: Character, dice: Any
) -> None:
    before = level(ines.page())
    dice(6, 5, 4, 3, 3)
    uses(gm, bess, "Knows", target=maud.public_id, metres=4, sight="on")
    assert told(table)["met"]["total"] == 6
    assert level(ines.page()) == before


def test_a_player_who_knows_is_asked_but_not_told_by_whom(
    gm: Person, ines: Person, marek: Person, table: Any, maud: Character, bess: Character, dice: Any
) -> None:
    before = level(marek.page())
    uses(gm, bess, "Knows", target=maud.public_id, metres=4, sight="on", knows="on")
    assert "Something works on Maud Ferrin" in words(ines)
    assert "Knows" not in words(ines).replace("Knows your drink", "")
    assert level(marek.page()) == before
    dice(1, 1, 1, 6, 6)
    ines.does("yarn.resist-power", ask=asked_of_character(maud), way="resist")
    assert told(table)["works"] is False


def words(person: Person) -> str:
    """What stands on this seat's stage."""
    return person.words("table")


def asked_of_character(character: Character) -> str:
    """The public id of what its player is asked."""
    return Ask.objects.get(audience="character", subject=character.pk, closed_at=None).public_id


@pytest.mark.played("yarn.power-sending", "yarn.power-telepathy")
def test_who_is_spoken_to_chooses_whether_to_resist(
    marek: Person, ines: Person, table: Any, maud: Character, dice: Any
) -> None:
    joss = made(marek, **psychic("sending", "telepathy"))
    uses(marek, joss, "sending", target=maud.public_id, metres=5000, known="on")
    dice(4, 4)
    ines.does("yarn.resist-power", ask=asked_of_character(maud), way="let")
    assert (told(table)["works"], told(table)["came"]) == (True, {"minutes": 8})
    no = refused(marek, "yarn.use-power", power=line(joss, "sending"), target=maud.public_id, metres=5)
    assert "well known, or in sight" in no
    uses(marek, joss, "telepathy", use="send", target=maud.public_id, metres=30, sight="on")
    dice(4, 4, 6, 6)
    ines.does("yarn.resist-power", ask=asked_of_character(maud), way="resist")
    assert told(table)["works"] is False
    dice(4, 4, 3, 3)
    uses(marek, joss, "telepathy", use="read", target=maud.public_id, metres=8, sight="on")
    assert told(table)["came"] == {"outcome": "thought"}


@pytest.mark.played("yarn.power-healing")
def test_wounds_close_twice_as_well_before_the_recovery(
    marek: Person, gm: Person, table: Any, maud: Character, dice: Any
) -> None:
    joss = made(marek, **psychic("healing-(wounds)"))
    gm.does("yarn.adjust", character=maud.public_id, track="hit-points", by=-12)
    dice(2, 1)
    uses(marek, joss, "healing-(wounds)", target=maud.public_id, contact="on")
    assert (level_of(maud).now, told(table)["came"]["twice"]) == (15, True)
    uses_broken(marek, joss, maud, dice)
    assert (level_of(maud).now, left(joss)) == (15, 4)


def uses_broken(marek: Person, joss: Character, maud: Character, dice: Any) -> None:
    """With contact broken early nothing is healed, and the shot is gone."""
    dice(6, 6)
    uses(marek, joss, "healing-(wounds)", target=maud.public_id)


@pytest.mark.played("yarn.power-healing-disease")
def test_with_all_ones_the_healer_catches_it_and_cannot_heal(
    marek: Person, gm: Person, table: Any, maud: Character, dice: Any
) -> None:
    joss = made(marek, **psychic("healing-(disease)"))
    dice(4, 2)
    uses(marek, joss, "healing-(disease)", target=maud.public_id, affliction="light")
    assert told(table)["came"]["cured"] is True
    dice(1, 1)
    uses(marek, joss, "healing-(disease)", target=maud.public_id, affliction="grave")
    assert "the healer catches it" in marek.log()
    no = refused(marek, "yarn.use-power", power=line(joss, "healing-(disease)"), target=maud.public_id)
    assert "is ill, and cannot heal" in no
    gm.does("yarn.end-power", running=running.running_on(joss)[0].public_id)
    dice(6, 6)
    uses(marek, joss, "healing-(disease)", target=maud.public_id, affliction="hard")


@pytest.mark.played("yarn.power-telekinetic-punch")
def test_a_punch_must_be_resisted_and_meets_armour(
    marek: Person, gm: Person, table: Any, bess: Character, dice: Any
) -> None:
    joss = made(marek, **psychic("telekinetic-punch"))
    uses(marek, joss, "telekinetic-punch", target=bess.public_id, metres=4)
    dice(5, 4, 2, 2)
    gm.does("yarn.resist-power", ask=asked(gm), way="resist")
    assert level_of(bess).now == 7
    assert told(table, audience="everybody")["came"]["harm"] == {"gross": 9, "word": "messed up"}
    dice(6, 3)
    uses(marek, joss, "telekinetic-punch", factor=7)
    assert told(table)["came"] == {"feat": "success"}


def test_a_secret_punch_is_felt_by_whom_it_hits(
    gm: Person, ines: Person, table: Any, maud: Character, bess: Character, dice: Any
) -> None:
    dice(4, 4, 1, 1)
    uses(gm, bess, "Sways", target=maud.public_id, metres=2)
    assert level_of(maud).now == 13
    assert "Something happens to Maud Ferrin" in ines.log()
    assert "Old Bess Something" not in ines.log()
    assert "Sways" not in ines.page()


def test_that_the_gm_threw_is_announced_where_the_table_wants_it(
    gm: Person, ines: Person, maud: Character, bess: Character, dice: Any
) -> None:
    switched(gm, "hidden-rolls-announced", "on")
    dice(6, 5, 4, 3, 3)
    uses(gm, bess, "Knows", target=maud.public_id, metres=4, sight="on")
    assert "throws in secret" in ines.log()
    assert "Knows" not in ines.log()


def test_what_the_gm_shows_everybody_sees_but_for_its_sources(
    gm: Person, table: Any, maud: Character, bess: Character, dice: Any
) -> None:
    dice(6, 5, 4, 6, 1, 3, 3)
    uses(gm, bess, "Knows", target=maud.public_id, metres=4, sight="on", bonus=2, shown="on")
    assert told(table)["roll"]["sources"]
    assert told(table, audience="everybody")["roll"]["sources"] == []


def test_what_waited_is_settled_by_the_switches_it_began_with(
    marek: Person, gm: Person, table: Any, bess: Character, dice: Any
) -> None:
    joss = made(marek, **psychic("telekinetic-punch"))
    uses(marek, joss, "telekinetic-punch", target=bess.public_id, metres=4)
    switched(gm, "telekinetic-punch-resisted", "off")
    dice(5, 4, 6, 6)
    gm.does("yarn.resist-power", ask=asked(gm), way="resist")
    assert told(table)["works"] is False


@pytest.mark.played("yarn.power-telekinetic-punch")
def test_a_punch_that_nobody_resists_hits_at_once(marek: Person, gm: Person, bess: Character, dice: Any) -> None:
    switched(gm, "telekinetic-punch-resisted", "off")
    joss = made(marek, **psychic("telekinetic-punch"))
    dice(5, 4)
    uses(marek, joss, "telekinetic-punch", target=bess.public_id, metres=4)
    assert level_of(bess).now == 7


@pytest.mark.played("yarn.power-roaming-eyes-present", "yarn.power-roaming-eyes-past", "yarn.power-mind-scan-find",
                    "yarn.power-hunches")  # fmt: skip
def test_what_the_eyes_see_and_for_how_long(marek: Person, table: Any, dice: Any) -> None:
    joss = made(marek, **psychic("roaming-eyes,-present", "roaming-eyes,-past", "mind-scan-(finding)", "hunches"))
    for power, said, words in (
        ("roaming-eyes,-present", {"metres": 400}, "Up to 700 m away, for 7 rounds"),
        ("roaming-eyes,-past", {"unit": "days"}, "Up to 7 days back, for 7 rounds"),
        ("mind-scan-(finding)", {}, "Minds within 7 m are found"),
        ("hunches", {}, "The GM judges what comes of it"),
    ):
        dice(3, 4)
        uses(marek, joss, power, **said)
        assert words in marek.log()
    assert marek.panel("yarn-timers").count("21 seconds") == 2


@pytest.mark.played("yarn.fringe-role")
def test_a_table_without_powers_has_none(gm: Person, marek: Person, table: Any) -> None:
    joss = made(marek, **psychic("telekinesis"))
    switched(gm, "fringe-powers", "off")
    assert "without fringe powers" in refused(marek, "yarn.use-power", power=line(joss, "telekinesis"))
    assert "telekinesis" not in marek.panel("yarn-powers")


def test_nobody_else_uses_it(ines: Person, watcher: Person, marek: Person) -> None:
    joss = made(marek, **psychic("telekinesis"))
    assert "not yours to use" in refused(ines, "yarn.use-power", power=line(joss, "telekinesis"))
    assert watcher.post("yarn.use-power", power=line(joss, "telekinesis")).status_code == 403


def test_an_answer_that_is_taken_back_is_given_with_the_same_faces(
    marek: Person, gm: Person, table: Any, bess: Character, dice: Any
) -> None:
    joss = made(marek, **psychic("aura-sight"))
    uses(marek, joss, "aura-sight", target=bess.public_id)
    ask = asked(gm)
    dice(5, 5, 2, 2)
    gm.does("yarn.resist-power", ask=ask, way="resist")
    gm.does("undo")
    assert "The dice fell before this was taken back" in gm.page()
    dice(1, 1, 1)
    gm.does("yarn.resist-power", ask=ask, way="best-power")
    assert told(table)["met"]["total"] == 4


@pytest.mark.played("yarn.blowing-the-top-off")
def test_what_is_asked_each_time_is_asked_in_the_form_of_a_power(
    gm: Person, marek: Person, table: Any, dice: Any
) -> None:
    joss = made(marek, **psychic("telekinesis"))
    assert "All sixes go on" not in marek.get("yarn.use-power", power=line(joss, "telekinesis")).content.decode()
    switched(gm, "blow-top", "asked each time")
    assert "All sixes go on" in marek.get("yarn.use-power", power=line(joss, "telekinesis")).content.decode()
    dice(6, 6)
    uses(marek, joss, "telekinesis")
    assert told(table)["roll"]["total"] == 12
    dice(6, 6, 3)
    uses(marek, joss, "telekinesis", read=["blow_top"])
    assert told(table)["roll"]["total"] == 15


@pytest.mark.played("yarn.mechanics-switches", "yarn.botch")
def test_what_is_asked_each_time_is_asked_of_whoever_resists(
    gm: Person, marek: Person, table: Any, bess: Character, dice: Any
) -> None:
    joss = made(marek, **psychic("mind-scan-(reading)"))
    switched(gm, "botch", "asked each time")
    mind = {"power": line(joss, "mind-scan-(reading)"), "target": bess.public_id, "metres": 2, "sight": "on"}
    marek.does("yarn.use-power", **mind, read=["botch"])
    ask = asked(gm)
    form = BeautifulSoup(gm.get("yarn.resist-power", ask=ask).content, "lxml")
    assert [one["value"] for one in form.select("[name=read][checked]")] == ["botch"]
    assert gm.soup().select(f"#ask-{ask} [name=read][value=botch]")
    dice(1, 1, 1, 1)
    gm.does("yarn.resist-power", ask=ask, way="resist")
    assert told(table, "yarn.power-used", "gms")["botched"] is True
    marek.does("yarn.use-power", **mind)
    dice(2, 1, 1, 1)
    gm.does("yarn.resist-power", ask=asked(gm), way="resist", read=["botch"])
    facts = told(table, "yarn.power-used", "gms")
    assert (facts["botched"], facts["works"]) == (False, True)
    assert told(table, "yarn.power-used", "everybody").get("met") is None


def test_what_nobody_resisted_before_the_scene_ended_costs_nothing(
    gm: Person, ines: Person, marek: Person, bess: Character
) -> None:
    joss = made(marek, **psychic("mind-scan-(reading)"))
    starts(gm)
    uses(marek, joss, "mind-scan-(reading)", target=bess.public_id, metres=2, sight="on", push="on")
    assert left(joss) == 4
    gm.does("yarn.end-scene")
    assert left(joss) == 6
    assert not Ask.objects.filter(table=gm.table, closed_at=None)
    assert "mind-scan-(reading), which nobody answered; 2 shots are back" in ines.log()
    gm.does("undo")
    assert left(joss) == 4
    assert "turns mind-scan-(reading)" in gm.page()


@pytest.mark.played("yarn.fringe-resist", "yarn.botch", "yarn.power-mind-scan-read")
def test_the_chance_to_hold_out_counts_what_falls_short_or_is_botched(
    gm: Person, marek: Person, bess: Character
) -> None:  # fmt: skip
    joss = made(marek, **psychic("mind-scan-(reading)", score=1))
    mind = {"power": line(joss, "mind-scan-(reading)"), "target": bess.public_id, "sight": "on"}
    switched(gm, "botch", "on")
    for metres, chance in ((2, "58%"), (12, "86%")):
        marek.does("yarn.use-power", **mind, metres=metres)
        page = gm.get("yarn.resist-power", ask=asked(gm), way="resist", base=1).content.decode()
        assert f"{chance} to hold out" in " ".join(BeautifulSoup(page, "lxml").get_text(" ").split())
