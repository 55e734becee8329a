"""The order on the stage, and the card of whoever acts."""

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Condition, Entry
from tests.combat.rough_magic.order.conftest import dead, down, forces, goes_on, starts
from tests.combat.rough_magic.standing import with_points


def in_words(person, name):
    return " ".join(BeautifulSoup(person.panel(name), "lxml").get_text(" ").split())


def test_what_is_held_owed_and_forced_stands_beside_the_name(gm, ines, jun, bramble, sel):
    starts(gm, jun, bramble, sel)
    ines.does("rough_magic.hold", character=jun.public_id)
    forces(gm, sel)
    for person in (gm, ines):
        text = in_words(person, "rough_magic-order")
        assert "May break in at any moment" in text
        assert "Held since 1" in text
        assert "Forced Owes 1" in text
    menu = BeautifulSoup(gm.page(), "lxml").select(".fighter .menu form[action$='rough_magic.break-in'] button")
    assert [one.get_text(strip=True) for one in menu] == ["Break in"]  # one tap: there is nothing to choose
    ines.does("rough_magic.break-in", character=jun.public_id)
    text = in_words(ines, "rough_magic-order")
    assert "Interrupted" in text
    assert "Breaks in" in text


def test_a_group_is_one_place_of_which_some_stand(gm, ines, jun, guards):
    starts(gm, jun, *guards)
    down(guards[1])
    assert "Guard 1, 2 and 3 2 of 3 up" in in_words(ines, "rough_magic-order")


def test_players_see_no_gap_where_somebody_hides_and_nobody_who_is_not_aware(gm, ines, jun, sel, ash):
    starts(gm, jun, ash, unaware=(sel,))
    assert "Not aware yet Sel Marrow" in in_words(gm, "rough_magic-order")
    text = in_words(ines, "rough_magic-order")
    assert "Sel" not in text
    assert "Ash" not in text
    goes_on(gm)
    assert "Next: The surroundings" in in_words(gm, "rough_magic-order")
    assert "Ash" not in in_words(ines, "rough_magic-order")


def test_a_group_that_is_folded_says_who_of_it_holds_a_turn(gm, ines, jun, guards):
    starts(gm, *guards, jun)
    gm.does("rough_magic.hold", character=guards[0].public_id)
    for person in (gm, ines):
        lines = person.soup().select("#panel-rough_magic-order details.group > summary")
        assert "Guard 1 holds a turn" in " ".join(one.get_text(" ") for one in lines)


def test_the_dead_are_not_expected_to_notice_anything(gm, jun, sel, bramble):
    """Whoever is only down may."""
    starts(gm, jun, unaware=(sel, bramble))
    down(sel)
    dead(bramble)
    assert "Not aware yet Sel Marrow:" in in_words(gm, "rough_magic-order")
    form = BeautifulSoup(gm.get("rough_magic.notice").content, "lxml")
    assert [one["value"] for one in form.select("input[name=characters]")] == [sel.public_id]
    dead(sel)
    assert "Not aware yet" not in in_words(gm, "rough_magic-order")


def test_the_card_has_what_is_left_of_the_turn(gm, ines, marek, jun, bramble):
    starts(gm, jun, bramble)
    assert "Walk 6 m Run 12 m Sprint 36 m" in in_words(ines, "rough_magic-turn")
    ines.does("rough_magic.move", character=jun.public_id, how="walk", metres=2)
    assert "Walk 4 m" in in_words(ines, "rough_magic-turn")
    assert "Run" not in in_words(ines, "rough_magic-turn").replace("Run after", "")
    assert "Let Bramble Oke defend out of turn: costs the turn in round 1" in in_words(marek, "rough_magic-turn")


def test_the_gm_has_the_card_of_those_whom_nobody_plays(gm, jun, sel):
    starts(gm, jun, sel)
    assert "Your turn" not in in_words(gm, "rough_magic-turn")
    goes_on(gm)
    assert "Sel Marrow" in in_words(gm, "rough_magic-turn")


def test_on_a_board_one_walks_by_its_cells_and_declares_another_pace_first(gm, ines, jun, sel):
    gm.does("lay-board", grid="hex", columns=12, rows=8, per_cell=2, characters=[jun.public_id, sel.public_id])
    starts(gm, jun, sel)
    assert ("act/move-token", "Walk 6 m") in buttons(ines)
    assert ("act/rough_magic.pace", "Run 12 m") in buttons(ines)
    ines.does("rough_magic.pace", character=jun.public_id, gait="run")
    assert ("act/move-token", "Run 12 m: where to") in buttons(ines)
    assert not {"Walk 6 m", "Sprint 36 m"} & {words for _, words in buttons(ines)}


def buttons(person):
    """What the turn's card leads to: the act, and the words."""
    card = BeautifulSoup(person.page(), "lxml").select("#panel-rough_magic-turn form, #panel-rough_magic-turn a")
    where = [(str(one.get("action") or one.get("href")).partition("?")[0].rpartition("/")[2], one) for one in card]
    return {(f"act/{act}", " ".join(one.get_text().split())) for act, one in where}


def test_whoever_has_something_that_explodes_finds_it_among_the_tasks(gm, ines, jun):
    armed(jun, "Fire pots", 3)
    starts(gm, jun)
    assert ("act/rough_magic.explode", "Fire pots") in buttons(ines)


def test_what_is_used_up_explodes_no_more(gm, ines, jun):
    armed(jun, "Fire pots", 0)
    starts(gm, jun)
    assert "Fire pots" not in in_words(ines, "rough_magic-turn")


def test_what_is_put_away_explodes_not_either_and_a_power_that_is_off_does(gm, ines, jun):
    away = {"rank": 9, "attack": "ranged", "types": ["exploding"], "worn": False}
    Entry.objects.create(character=jun, kind="gear", name="Fire pots", amount=3, facts=away)
    Entry.objects.create(character=jun, kind="power", name="Sunburst", amount=0, facts=away | {"rank": 6})
    starts(gm, jun)
    assert tasks_of(ines)[5] == "Sunburst"
    form = BeautifulSoup(ines.get("rough_magic.explode", character=jun.public_id).content, "lxml")
    assert [one["value"] for one in form.select("input[name=arm]")] == [jun.entries.get(name="Sunburst").public_id]


@pytest.mark.played("rough_magic.terrifying")
def test_who_cowers_is_offered_the_roll_to_come_round_and_nothing_that_is_refused(gm, ines, jun):
    starts(gm, jun)
    gm.does("rough_magic.state", character=jun.public_id, state="cowering", does="begins")
    assert tasks_of(ines) == ["Come round"]
    assert "Cowering: no movement before coming round" in in_words(ines, "rough_magic-turn")
    gm.does("rough_magic.state", character=jun.public_id, state="cowering", does="ends")
    assert tasks_of(ines)[0] == "Attack"


@pytest.mark.played("rough_magic.sensory")
def test_who_is_blind_is_offered_the_roll_to_come_round_first(gm, ines, jun):
    starts(gm, jun)
    gm.does("rough_magic.state", character=jun.public_id, state="blind and deaf", does="begins")
    assert tasks_of(ines)[:2] == ["Come round", "Attack"]


def tasks_of(person):
    """What the turn's card offers as the task, in its order."""
    return [" ".join(one.get_text().split()) for one in BeautifulSoup(person.page(), "lxml").select("[id^=task-] .btn")]


def armed(character, name, left):
    """Something that explodes, and how many of it there are."""
    facts = {"rank": 9, "attack": "ranged", "range": 10, "types": ["exploding"], "radius": 5}
    Entry.objects.create(character=character, kind="gear", name=name, amount=left, facts=facts)


def test_one_button_alone_is_called_step_back(gm, jun, sel):
    """That of the bar, which keeps play safe; the order's takes a step of it back."""
    starts(gm, jun, sel)
    words = gm.soup().body.get_text()
    assert (words.count("Step back"), words.count("Undo this step")) == (1, 1)


def test_how_a_failure_goes_on_holds_up_no_turn(gm, ines, jun, sel, dice):
    """The GM decides it when they like: until then the button to the next turn stays the main one."""
    starts(gm, jun, sel)
    dice(1, 1)
    ines.does("rough_magic.check", character=jun.public_id, attribute="reason", grade="challenging")
    assert "Jun Vey fails" in gm.panel("asks")
    assert "Somebody is still asked" not in in_words(gm, "rough_magic-order")
    assert "Next: Sel Marrow" in gm.soup().select_one("#panel-rough_magic-order .trackhead .btn.main").text


def test_a_gm_is_led_to_the_end_once_one_side_alone_stands(gm, ines, jun, guards):
    starts(gm, jun, *guards)
    for one in guards:
        assert in_words(gm, "fight-decided") == ""
        down(one)
    assert in_words(gm, "fight-decided") == "One side alone still stands. End the fight"
    assert ines.soup().find(id="panel-fight-decided") is None
    down(jun)
    assert in_words(gm, "fight-decided") == "Nobody is left standing. End the fight"


def test_a_fight_ends_too_when_the_last_foe_changes_sides(gm, ines, jun, guards):
    starts(gm, jun, guards[0])
    assert ines.post("rough_magic.fight-side", character=guards[0].public_id, side="players").status_code == 403
    gm.does("rough_magic.fight-side", character=guards[0].public_id, side="players")
    assert "puts Guard 1 on the players’ side." in ines.log()
    assert "On the players’ side" in in_words(ines, "rough_magic-order")
    assert in_words(gm, "fight-decided") == "One side alone still stands. End the fight"
    gm.does("undo")
    assert in_words(gm, "fight-decided") == ""


def test_an_ally_of_the_gm_s_holds_up_no_end(gm, jun, sel, guards):
    sel.seat, sel.role = None, "ally"
    sel.save()
    starts(gm, jun, sel, guards[0])
    assert in_words(gm, "fight-decided") == ""
    down(guards[0])
    assert in_words(gm, "fight-decided") == "One side alone still stands. End the fight"


def test_whoever_is_surprised_reads_what_it_means_and_until_when(gm, ines, marek, jun, bramble, sel):
    starts(gm, sel, bramble, unaware=(jun,))
    text = in_words(ines, "rough_magic-turn")
    assert "Jun Vey is surprised : +3 for attacks on them, −3 on their own." in text
    assert "They have noticed no enemy yet: no turn comes until the GM says that they do." in text
    assert "It is over at the end of their next turn or with the scene." in text
    assert "surprised" not in in_words(marek, "rough_magic-turn")
    assert "is surprised" not in in_words(gm, "rough_magic-turn")
    gm.does("rough_magic.notice", characters=[jun.public_id])
    text = in_words(ines, "rough_magic-turn")
    assert "Jun Vey is surprised" in text
    assert "noticed no enemy" not in text
    for _ in range(2):
        goes_on(gm)
    card = BeautifulSoup(ines.page(), "lxml").select(".ask.turn .notice")
    assert ["Jun Vey is surprised" in one.get_text() for one in card] == [True]
    goes_on(gm)
    assert "surprised" not in in_words(ines, "rough_magic-turn")


def test_whoever_goes_down_reads_that_they_do_nothing_and_what_helps(gm, ines, marek, jun, bramble):
    starts(gm, jun, bramble)
    with_points(gm, ines)
    for one in (jun, bramble):
        gm.does("rough_magic.hurt", characters=one.public_id, levels=4, sort="lasting", why="The chain snaps")
    text = in_words(ines, "rough_magic-turn")
    assert "Jun Vey is defeated, and neither moves nor acts" in text
    assert "Rally: 1 plot point, and one level is back at once" in text
    assert "Jun Vey is done" in text
    for words in ("Walk", "Attack", "Cover", "Hold my turn"):
        assert words not in text
    assert "Bramble Oke is defeated" in in_words(marek, "rough_magic-turn")
    assert "Rally" not in in_words(marek, "rough_magic-turn")
    ines.does("rough_magic.rally", character=jun.public_id)
    assert "defeated" not in in_words(ines, "rough_magic-turn")


def test_whoever_holds_somebody_has_what_that_allows_on_the_card(gm, ines, jun, sel, table):
    starts(gm, jun, sel)
    Condition.objects.create(character=sel, name="restrained", by=jun)
    table.refresh_from_db()
    text = in_words(ines, "rough_magic-turn")
    assert "Drag Sel Marrow" in text
    assert "Throw Sel Marrow" in text
    gm.does("rough_magic.next")
    assert "Break free" in in_words(gm, "rough_magic-turn")
    gm.does("undo")
    grip = Condition.objects.get(name="restrained")
    ines.does("rough_magic.release", grip=grip.public_id)
    assert "Sel Marrow" not in in_words(ines, "rough_magic-turn")


NOBODY_ACROSS = "Nobody stands against the players yet."


def test_the_gm_is_led_to_somebody_to_fight_against(gm, ines, jun, bramble):
    """First to make somebody, then to bring them in."""
    starts(gm, jun)
    assert f"{NOBODY_ACROSS} Add somebody" in in_words(gm, "rough_magic-order")
    assert NOBODY_ACROSS not in in_words(ines, "rough_magic-order")
    gm.does("rough_magic.quick-cast", name="Guard", copies=2, attack="close", hidden="on")
    assert f"{NOBODY_ACROSS} Bring in" in in_words(gm, "rough_magic-order")
    way = BeautifulSoup(gm.page(), "lxml").select("#nobody-across a")[0]["href"]
    assert [one.name for one in gm.table.characters.order_by("pk") if one.public_id in way] == ["Guard 1", "Guard 2"]
    gm.does("rough_magic.fight-join", characters=[one.public_id for one in gm.table.characters.filter(hidden=True)])
    assert NOBODY_ACROSS not in in_words(gm, "rough_magic-order")
