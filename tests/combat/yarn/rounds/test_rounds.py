"""Yarn's fights by rounds: who acts when, what a turn holds, and what is over with the round."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character, Track
from apps.combat.models import Tally
from tests.combat.yarn.standing import Dice, acting, asked_about, begins, fighter, order, seated, switches
from tests.people import Person
from tests.yarn_evening import JOSS
from tests.yarn_world import made, opens, refused, told


def used(character: Character, key: str) -> int:
    one = fighter(character)
    return sum(Tally.objects.filter(combatant=one, span=one.fight.turn, key=key).values_list("value", flat=True))


def no_fight(gm: Person) -> bool:
    return "Round" not in gm.panel("yarn-fight")


@pytest.mark.played("yarn.initiative", "yarn.combat-modes")
def test_all_who_play_roll_and_the_gm_once_for_hers(
    gm: Person, ines: Person, marek: Person, maud: Character, joss: Character, bess: Character, hale: Character,
    dice: Dice,
) -> None:  # fmt: skip
    begins(gm, maud, joss, bess, hale, dice=3)
    assert acting(gm) == []
    dice(6, 2)
    ines.does("yarn.roll-initiative", ask=asked_about(maud))
    assert order(gm) == []
    dice(4, 4, 4, 3, 1, 5, 4)
    marek.does("yarn.roll-initiative", ask=asked_about(joss), trait=told_trait(joss, "Brawler"))
    assert order(gm) == ["Joss Amber", "Old Bess", "Hale", "Maud Ferrin"]
    assert acting(gm) == ["Joss Amber"]
    assert "Hale" in gm.panel("yarn-fight")
    assert "Hale" not in ines.panel("yarn-fight")


def told_trait(character: Character, name: str) -> str:
    from apps.characters.models import Entry

    return Entry.objects.get(character=character, name=name).public_id


def test_of_equal_totals_more_dice_are_first_then_players(
    gm: Person, ines: Person, marek: Person, maud: Character, joss: Character, dice: Dice
) -> None:
    begins(gm, maud, joss)
    dice(4, 4)
    ines.does("yarn.roll-initiative", ask=asked_about(maud))
    dice(2, 2, 2, 2)
    marek.does("yarn.roll-initiative", ask=asked_about(joss), trait=told_trait(joss, "Brawler"))
    assert order(gm) == ["Joss Amber", "Maud Ferrin"]


def test_with_one_each_every_one_of_hers_is_thrown(
    gm: Person, maud: Character, bess: Character, hale: Character, dice: Dice
) -> None:
    gm.does("switches", **switches(gm, gmc_initiative="one each"))
    dice(1, 1, 6, 6)
    begins(gm, bess, hale)
    assert order(gm) == ["Hale", "Old Bess"]
    assert [one["total"] for one in told(gm.table, "yarn.order-stands", "gms")["rolls"]] == [2, 12]


@pytest.mark.parametrize("mode", ["detailed", "gestalt"])
def test_whoever_is_elsewhere_is_told_that_a_fight_begins(
    gm: Person, marek: Person, maud: Character, joss: Character, mode: str
) -> None:
    begins(gm, maud, mode=mode)
    assert [one["data-tells"] for one in marek.soup().select("[data-tells]")] == ["A fight begins: The lock."]


def test_a_fight_is_offered_to_those_in_the_scene_and_to_all_of_the_gms(
    gm: Person, maud: Character, joss: Character, bess: Character
) -> None:
    """Whoever fights with them was as a rule made when the scene played already, and stands in no call."""
    gm.does("yarn.set-scene", title="The quay", cast=[maud.public_id])
    form = BeautifulSoup(gm.get("yarn.begin-fight").content, "lxml")
    ticked = {one["value"] for one in form.select("input[name=characters][checked]")}
    assert ticked == {maud.public_id, bess.public_id}


def test_with_a_fight_nobody_is_led_to_the_first_scene_any_more(
    gm: Person, ines: Person, maud: Character, bess: Character
) -> None:
    assert "You play Maud Ferrin" in ines.panel("first-steps")
    begins(gm, maud, bess)
    assert (gm.panel("first-steps"), ines.panel("first-steps")) == ("", "")


def test_one_roll_of_hers_is_in_nobodys_name(gm: Person, bess: Character, hale: Character, dice: Dice) -> None:
    dice(5, 4)
    begins(gm, bess, hale)
    assert "Your side: 9." in gm.log()


@pytest.mark.played("yarn.initiative-seating", "yarn.rounds", "yarn.round-length")
def test_as_they_sit_and_the_clock_runs_with_the_rounds(
    gm: Person, ines: Person, marek: Person, maud: Character, joss: Character, bess: Character
) -> None:
    seated(gm, bess, joss, maud)
    assert order(gm) == ["Maud Ferrin", "Joss Amber", "Old Bess"]
    ines.does("yarn.fight-next")
    assert acting(gm) == ["Joss Amber"]
    assert "not your turn" in refused(ines, "yarn.fight-next")
    marek.does("yarn.fight-next")
    gm.does("yarn.fight-next")
    assert acting(gm) == ["Maud Ferrin"]
    assert told(gm.table, "yarn.turn-came")["round"] == 2
    assert Track.objects.get(table=gm.table, key="story-seconds").value == 3


@pytest.mark.played("yarn.movement-speeds", "yarn.multiple-actions")
def test_a_turn_has_one_action_and_extra_ones_have_their_price(
    gm: Person, ines: Person, maud: Character, joss: Character
) -> None:
    seated(gm, maud, joss)
    ines.does("yarn.do-something", character=maud.public_id, speed="running-fast")
    assert told(gm.table, "yarn.did-something")["way"] == "Running, fast: 15 m"
    assert "has acted" in refused(ines, "yarn.do-something", character=maud.public_id, what="Again")
    assert "Extra actions are declared" in refused(ines, "yarn.extra-actions", character=maud.public_id, extra=1)
    gm.does("yarn.extra-actions", character=maud.public_id, extra=2)
    ines.does("yarn.do-something", character=maud.public_id, what="Again")
    assert told(gm.table, "yarn.extra-taken")["price"] == "1 die fewer"


@pytest.mark.played("yarn.delay-turn")
def test_who_holds_back_breaks_in_and_gives_the_turn_back(
    gm: Person, ines: Person, marek: Person, maud: Character, joss: Character
) -> None:
    seated(gm, maud, joss)
    assert "does not hold back" in refused(ines, "yarn.break-in", character=maud.public_id)
    ines.does("yarn.hold-back", character=maud.public_id)
    assert acting(gm) == ["Joss Amber"]
    ines.does("yarn.break-in", character=maud.public_id)
    assert acting(gm) == ["Maud Ferrin", "Joss Amber"]
    ines.does("yarn.fight-next")
    assert acting(gm) == ["Joss Amber"]
    marek.does("yarn.fight-next")
    assert acting(gm) == ["Maud Ferrin"]
    assert used(maud, "waits") == used(maud, "inner") == 0


@pytest.mark.played("yarn.psychological-advantage")
def test_the_upper_hand_is_for_the_next_round(gm: Person, ines: Person, maud: Character) -> None:
    seated(gm, maud)
    gm.does("yarn.advantage", character=maud.public_id, how_long="edge-next")
    assert "upper hand" not in ines.panel("yarn-fight")
    gm.does("yarn.fight-next")
    assert "upper hand" in ines.panel("yarn-fight")
    gm.does("yarn.fight-next")
    assert "upper hand" not in ines.panel("yarn-fight")


def test_desperate_defence_is_for_tables_that_play_it(gm: Person, ines: Person, maud: Character) -> None:
    seated(gm, maud)
    assert "plays without" in refused(ines, "yarn.desperate", character=maud.public_id)


def test_who_comes_later_acts_from_the_next_round_on(
    gm: Person, ines: Person, maud: Character, joss: Character, bess: Character, dice: Dice
) -> None:
    begins(gm, maud)
    dice(3, 3)
    ines.does("yarn.roll-initiative", ask=asked_about(maud))
    dice(6, 6)
    gm.does("yarn.fight-join", characters=[bess.public_id])
    assert order(gm) == ["Old Bess", "Maud Ferrin"]
    gm.does("yarn.fight-next")
    assert acting(gm) == ["Old Bess"]
    gm.does("yarn.fight-leave", character=bess.public_id)
    assert acting(gm) == ["Maud Ferrin"]
    gm.does("yarn.end-fight")
    assert no_fight(gm)


def test_whoever_comes_late_reads_so_and_is_brought_in_from_one_place(
    gm: Person, ines: Person, marek: Person, maud: Character, joss: Character, bess: Character
) -> None:
    seated(gm, maud)
    assert gm.panel("fight-left-out") == "Not in the fight: Joss Amber. Bring in Joss Amber"
    assert marek.panel("fight-outside") == "Joss Amber is not in this fight. The GM can bring them in."
    assert ines.panel("fight-outside") == ""
    gm.does("yarn.adjust", character=joss.public_id, track="hit-points", by=-30)
    assert gm.panel("fight-left-out") == "", "nobody misses whoever lies there"
    gm.does("yarn.adjust", character=joss.public_id, track="hit-points", by=30)
    gm.does("yarn.fight-join", characters=[joss.public_id])
    assert gm.panel("fight-left-out") == marek.panel("fight-outside") == ""


def test_nobody_misses_whoever_is_not_in_the_scene(gm: Person, ines: Person, maud: Character, joss: Character) -> None:
    opens(gm)
    gm.does("yarn.call", caller=ines.viewer.seat.public_id, cast=[maud.public_id], mode="procedural", what="To get in",
            new_place="The boat shed")  # fmt: skip
    gm.does("yarn.start-anyway")
    seated(gm, maud)
    assert gm.panel("fight-left-out") == ""


@pytest.mark.played("yarn.initiative")
@pytest.mark.parametrize(("faces", "first"), [((2, 5), "Joss Amber"), ((3, 3, 4, 1), "Maud Ferrin")])
def test_who_comes_later_and_is_equal_throws_a_die_for_the_place(
    faces: tuple[int, ...], first: str, gm: Person, ines: Person, marek: Person, maud: Character, joss: Character,
    bess: Character, dice: Dice,
) -> None:  # fmt: skip
    begins(gm, maud)
    dice(3, 3)
    ines.does("yarn.roll-initiative", ask=asked_about(maud))
    gm.does("yarn.fight-join", characters=[joss.public_id])
    dice(4, 2, *faces)
    marek.does("yarn.roll-initiative", ask=asked_about(joss))
    assert order(gm)[0] == first
    dice(5, 1)
    gm.does("yarn.fight-join", characters=[bess.public_id])
    assert order(gm)[2] == "Old Bess"


@pytest.mark.played("yarn.initiative")
@pytest.mark.parametrize(
    ("faces", "found"),
    [((4, 6, 2), "Maud Joss Wren"), ((2, 6, 5), "Maud Wren Joss"), ((4, 2, 6), "Wren Maud Joss")],
    ids=["last", "between", "first"],
)
def test_who_comes_later_and_is_equal_to_two_throws_one_die_against_both(
    faces: tuple[int, ...], found: str, gm: Person, ines: Person, marek: Person, maud: Character, joss: Character,
    dice: Dice,
) -> None:  # fmt: skip
    """Those two keep the order that they threw for before."""
    begins(gm, maud, joss)
    dice(3, 3)
    ines.does("yarn.roll-initiative", ask=asked_about(maud))
    dice(4, 2, 5, 1)
    marek.does("yarn.roll-initiative", ask=asked_about(joss))
    wren = made(ines, **JOSS | {"name": "Wren"})
    gm.does("yarn.fight-join", characters=[wren.public_id])
    dice(1, 5, *faces)
    ines.does("yarn.roll-initiative", ask=asked_about(wren))
    assert [one.split()[0] for one in order(gm)] == found.split()


@pytest.mark.parametrize(("how", "button"), [
    ("", "Start the fight"), ("detailed", "Start the fight"), ("gestalt", "Start the fight, in one roll"),
])  # fmt: skip
def test_a_fight_asks_for_what_either_way_of_playing_needs(gm: Person, how: str, button: str) -> None:
    """At once: what the other way needs is out of sight (see the stylesheet), as its choice stands in the same form."""
    given: dict[str, Any] = {"mode": how} if how else {}
    form: Any = BeautifulSoup(gm.get("yarn.begin-fight", **given).content, "lxml")
    assert {one["name"] for one in form.select("#act-form [name]")} >= {"dice", "way"}
    assert form.select_one("#act-form footer .main").get_text(strip=True) == button


def test_what_the_other_way_of_playing_needs_refuses_nothing(gm: Person, maud: Character) -> None:
    begins(gm, maud, mode="gestalt", dice="none")
    gm.does("undo")
    begins(gm, maud, mode="detailed", way="none")
    gm.does("undo")
    assert gm.post("yarn.begin-fight", characters=[maud.public_id], mode="detailed", dice="none").status_code == 422


@pytest.mark.parametrize(("how", "asked"), [("detailed", "dice"), ("gestalt", "way")])
def test_a_fight_by_switch_asks_for_what_that_needs(gm: Person, how: str, asked: str) -> None:
    gm.does("switches", **switches(gm, combat_mode=how))
    form: Any = BeautifulSoup(gm.get("yarn.begin-fight").content, "lxml")
    assert {one["name"] for one in form.select("#act-form [name]")} & {"mode", "dice", "way"} == {asked}


def test_a_fight_by_switch_is_not_asked_for(gm: Person, maud: Character) -> None:
    gm.does("switches", **switches(gm, combat_mode="detailed"))
    assert 'name="mode"' not in gm.get("yarn.begin-fight").content.decode()
    begins(gm, maud, mode="gestalt")
    assert "Initiative" in gm.panel("yarn-fight")


def test_whoever_is_down_is_passed_over(gm: Person, maud: Character, joss: Character) -> None:
    seated(gm, maud, joss)
    gm.does("yarn.adjust", character=joss.public_id, track="hit-points", by=-24)
    gm.does("yarn.fight-next")
    assert acting(gm) == ["Maud Ferrin"]


@pytest.mark.played("yarn.psychological-advantage")
def test_the_upper_hand_gained_again_takes_none_away(gm: Person, ines: Person, maud: Character) -> None:
    """Gained in rounds 1 to 3 it is there in rounds 2 to 4."""
    seated(gm, maud)
    for number in range(1, 6):
        if number < 4:
            gm.does("yarn.advantage", character=maud.public_id, how_long="edge-next")
        assert ("upper hand" in ines.panel("yarn-fight")) == (number in (2, 3, 4))
        gm.does("yarn.fight-next")


@pytest.mark.played("yarn.down")
def test_whoever_is_down_acts_by_the_gms_word_alone(
    gm: Person, ines: Person, marek: Person, maud: Character, joss: Character
) -> None:
    seated(gm, maud, joss)
    ines.does("yarn.hold-back", character=maud.public_id)
    for one in (maud, joss):
        gm.does("yarn.adjust", character=one.public_id, track="hit-points", by=-24)
    assert "is down" in refused(ines, "yarn.break-in", character=maud.public_id)
    assert "is down" in refused(marek, "yarn.do-something", character=joss.public_id, what="Crawls")
    gm.does("yarn.do-something", character=joss.public_id, what="Crawls")


@pytest.mark.played("yarn.initiative", "yarn.blowing-the-top-off")
def test_initiative_goes_no_higher_than_its_dice(
    gm: Person, ines: Person, maud: Character, bess: Character, dice: Dice
) -> None:
    gm.does("switches", **switches(gm, blow_top="on"))
    begins(gm, maud, bess)
    dice(6, 6, 6, 6, 3)
    ines.does("yarn.roll-initiative", ask=asked_about(maud))
    assert (fighter(maud).initiative, fighter(bess).initiative) == (12, 12)


@pytest.mark.played("yarn.initiative", "yarn.armour-penalty")
@pytest.mark.parametrize(("trait", "wits", "total"), [("", "", 3), ("Wary", "", 6), ("Wary", "on", 12)])
def test_heavy_armour_hinders_initiative_but_for_the_wits(
    gm: Person, ines: Person, bess: Character, dice: Dice, trait: str, wits: str, total: int
) -> None:
    knight = made(ines, name="Tin", role="main", trait_1_name="Wary", armour_1_name="Plate", armour_1_listed="plate")
    begins(gm, knight, bess)
    with_it = told_trait(knight, trait) if trait else ""
    fall = dice(*([1, 2, 3, 6][: 3 if not trait else 4] if not wits else [3, 3, 6]), 2, 2)
    ines.does("yarn.roll-initiative", ask=asked_about(knight), trait=with_it, wits=wits)
    assert (fighter(knight).initiative, fall.left) == (total, [])


def test_without_javascript_the_same(gm: Person, maud: Character) -> None:
    seated(gm, maud)
    answer: Any = gm.post("yarn.fight-next", plain=True)
    assert answer.status_code in (302, 303)


def test_a_gm_is_led_to_the_end_once_one_side_alone_stands(
    gm: Person, ines: Person, maud: Character, bess: Character
) -> None:
    seated(gm, maud, bess)
    assert gm.panel("fight-decided") == ""
    gm.does("yarn.adjust", character=bess.public_id, track="hit-points", by=-24)
    assert gm.panel("fight-decided") == "One side alone still stands. End the fight"
    assert ines.soup().find(id="panel-fight-decided") is None


def test_a_fight_ends_too_when_the_last_foe_changes_sides(
    gm: Person, ines: Person, maud: Character, bess: Character
) -> None:
    seated(gm, maud, bess)
    assert ines.post("yarn.fight-side", character=bess.public_id, side="players").status_code == 403
    gm.does("yarn.fight-side", character=bess.public_id, side="players")
    assert "puts Old Bess on the players’ side." in ines.log()
    assert "on the players’ side" in ines.panel("yarn-fight")
    assert gm.panel("fight-decided") == "One side alone still stands. End the fight"
    gm.does("undo")
    assert gm.panel("fight-decided") == ""


def test_whoever_has_gone_over_is_attacked_first(
    gm: Person, ines: Person, maud: Character, joss: Character, bess: Character
) -> None:
    seated(gm, maud, bess, joss)
    gm.does("yarn.fight-side", character=bess.public_id, side="players")
    gm.does("yarn.fight-side", character=joss.public_id, side="others")
    form = BeautifulSoup(ines.get("yarn.attack", character=maud.public_id).content, "html.parser")
    assert [one["value"] for one in form.select("[name=target]")] == [joss.public_id, bess.public_id]
