"""Something explodes: who is in it at which rank, what it costs, and who dives clear."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.board.board import ground_of
from apps.board.models import Board, Spot
from apps.characters.models import Character, Condition, Entry
from apps.rules.distance import cell_named
from apps.table.desk.registry import forget
from apps.table.models import Event, Exchange, Mention
from tests.combat.conftest import in_words
from tests.combat.rough_magic.standing import (
    fights,
    full,
    lost,
    made,
    on_the_board,
    states,
    the_ask,
    told_to,
    used,
    with_points,
)
from tests.combat.wounded import does, undo
from tests.people import open_a_table, sit_down, state_of_play
from tests.rough_evening import ASH, BRAMBLE, GUARD, JUN


def throws(person: Any, who: Character, *away: tuple[Character, int], status: int = 200, **more: Any) -> str:
    """Jun's flask goes off so far from these."""
    flask = Entry.objects.get(character=who, name="Burst flask").public_id
    far = {f"far_{one.public_id}": metres for one, metres in away}
    return does(person, "rough_magic.explode", status, character=who.public_id, arm=flask, **far, **more)


def answers(person: Any, ask: str, *divers: Character, status: int = 200, **more: Any) -> str:
    ids = [one.public_id for one in divers]
    return does(person, "rough_magic.answer-blast", status, ask=ask, divers=ids, **more)


@pytest.mark.played("rough_magic.exploding", "rough_magic.explosion-falloff")
def test_rank_less_defence_and_half_the_rank_further_out(
    gm: Any, ines: Any, marek: Any, jun: Character, sel: Character, bramble: Character
) -> None:
    """Rank 12 within 3 m of a radius of 6, then 6: Sel's ranged defence is 6, Bramble's 4."""
    throws(ines, jun, (sel, 3), (bramble, 4))
    answers(gm, the_ask(gm.table))
    assert lost(sel) == 0  # Bramble is still asked
    answers(marek, the_ask(gm.table, bramble))
    rows = full(gm.table, "exploded")["rows"]
    assert [(row["here"], row["dv"], row["remaining"], row["levels"]) for row in rows] == [(12, 6, 6, 2), (6, 4, 2, 1)]
    assert (lost(sel), lost(bramble)) == (2, 1)
    assert Entry.objects.get(character=jun, name="Burst flask").amount == 2


def test_nothing_is_lost_at_the_edge_and_the_form_says_so(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character
) -> None:
    """A guard's defence is 4; whoever loses nothing is asked nothing. A player reads no enemy's numbers."""
    throws(ines, jun, (sel, 6), (guard, 7))
    assert [row["character"] for row in full(gm.table, "exploded")["rows"]] == ["Sel Marrow"]
    assert (lost(sel), lost(guard)) == (0, 0)
    query = {f"far_{one.public_id}": 2 for one in (sel, jun)} | {"character": jun.public_id}
    words = in_words(ines.get("rough_magic.explode", **query))
    assert "Sel Marrow 12 not known" in words
    assert "Jun Vey 12 1 level" in words
    assert "Sel Marrow 12 2 levels" in in_words(gm.get("rough_magic.explode", **query))


@pytest.mark.played("rough_magic.diving-clear", "rough_magic.unnamed")
def test_who_dives_loses_nothing_lies_prone_and_gives_up_a_turn(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character
) -> None:
    fights(gm, jun, sel, guard)
    throws(ines, jun, (sel, 1), (guard, 1))
    assert used(jun, "task") == 1
    answers(gm, the_ask(gm.table), sel)
    assert (lost(sel), states(sel)) == (0, ["prone"])
    assert lost(guard) == 4  # any harm is enough for the unnamed
    dived = full(gm.table, "dived")
    assert dived["dived"] == [{"who": "Sel Marrow", "price": "round 1", "cover": False, "cell": "", "ended": []}]
    assert "Sel Marrow dives clear, Guard 1: Defeated Sel Marrow" in gm.log()
    assert "4 levels" not in gm.log()


@pytest.mark.played("rough_magic.exploding", "rough_magic.turn-engine")
@pytest.mark.parametrize("ends", ["rough_magic.end-fight", "close-scene"])
def test_what_has_gone_off_strikes_before_the_fight_ends(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character, ends: str
) -> None:
    """Sel loses two levels to rank 12, and is asked again once that is taken back."""
    gm.does("open-scene", title="The lock")
    fights(gm, jun, sel, guard)
    throws(ines, jun, (sel, 1))
    assert "What has gone off strikes first" in in_words(gm.get("rough_magic.end-fight"))
    gm.does(ends)
    assert (lost(sel), Exchange.objects.filter(table=gm.table, closed_at=None).count()) == (2, 0)
    assert "Sel Marrow" in ines.log()
    undo(gm, Event.objects.filter(table=gm.table).latest("pk"))
    assert lost(sel) == 0
    answers(gm, the_ask(gm.table), sel)
    assert states(sel) == ["prone"]


def test_a_miss_that_becomes_final_with_the_fight_is_told_by_what_everybody_hears(
    gm: Any, ines: Any, jun: Character, sel: Character, dice: Any
) -> None:
    """What goes off around somebody hidden strikes first, and nobody else hears of that."""
    ash = made(gm, **ASH)
    fights(gm, jun, sel, ash)
    with_points(gm, ines)
    dice(1, 1)
    saber = Entry.objects.get(character=jun, name="Longsaber").public_id
    does(ines, "rough_magic.attack", character=jun.public_id, target=sel.public_id, weapon=saber, mode="everybody")
    missed = Event.objects.filter(table=gm.table, kind="rough_magic.attacked").latest("pk")
    assert "It hits, for 1 plot point" in ines.page()
    gm.does("rough_magic.explode", what="A flash", rank=12, **{f"far_{ash.public_id}": 1})
    gm.does("rough_magic.end-fight")
    assert "It hits, for 1 plot point" not in ines.page()
    assert [one.event.kind for one in Mention.objects.filter(card=missed)][-1] == "rough_magic.fight-ended"


def test_what_somebody_unseen_sets_off_the_gm_and_their_own_player_know(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character
) -> None:
    """Its rank is felt; what it is would say whose it is."""
    gm.does("character-hidden", character=jun.public_id, hidden="yes")
    throws(ines, jun, (bramble, 3))
    assert "Something goes off around Bramble" in marek.panel("asks")
    answers(marek, the_ask(gm.table, bramble), bramble)
    told = marek.log()
    assert "Somebody sets off something: rank 12" in told
    assert "Bramble Oke dives clear: something." in told
    assert "Something, rank 12" in told
    for person in (marek, sit_down(gm.table, "Watcher", "spectator", "watch")):
        assert "Burst flask" not in person.log()
    for person in (gm, ines):
        assert "Burst flask, rank 12" in person.log()


def test_several_who_are_asked_about_read_why_one_of_them_cannot_dive(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character
) -> None:
    """Agility 3 gets a guard 27 m far, and Sel 45."""
    fights(gm, jun, sel, guard)
    gm.does("rough_magic.explode", what="The powder store", rank=40, radius=40, **{
        f"far_{one.public_id}": 2 for one in (sel, guard)})  # fmt: skip
    chips = {in_plain(one).partition(" dives")[0]: one for one in gm.soup().select("#panel-asks .chip")}
    assert "is 39 m to safety, and Guard 1 gets 27 m far" in in_plain(chips["Guard 1"])
    assert chips["Guard 1"].find("input", disabled=True)
    assert "to safety" not in in_plain(chips["Sel Marrow"])


def test_the_whole_form_says_who_cannot_dive_and_why(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character
) -> None:
    """Who is too far from open ground may still name cover; who is held by now goes nowhere."""
    fights(gm, jun, sel, guard)
    gm.does("rough_magic.explode", what="The powder store", rank=40, radius=40, **{
        f"far_{one.public_id}": 2 for one in (sel, guard)})  # fmt: skip
    Condition.objects.create(character=sel, name="restrained")
    desk_forgets(gm)
    ask = the_ask(gm.table)
    form = BeautifulSoup(gm.get("rough_magic.answer-blast", ask=ask).content, "lxml")
    chips = {in_plain(one).partition(" dives")[0]: one for one in form.select(".chip:has([name=divers])")}
    assert "is 39 m to safety, and Guard 1 gets 27 m far" in in_plain(chips["Guard 1"])
    assert not chips["Guard 1"].find("input", disabled=True)
    assert "Sel Marrow is held and cannot dive" in in_plain(chips["Sel Marrow"])
    assert chips["Sel Marrow"].find("input", disabled=True)
    answers(gm, ask, guard, cover=3)
    assert states(guard) == ["prone", "cover"]


def in_plain(tag: Any) -> str:
    return " ".join(tag.get_text(" ").split())


def test_what_became_of_everybody_is_its_first_line(
    gm: Any, ines: Any, marek: Any, jun: Character, sel: Character, bramble: Character
) -> None:
    """On a phone, and in the log of an upright tablet, it is the only one."""
    throws(ines, jun, (sel, 3), (bramble, 4))
    answers(gm, the_ask(gm.table))
    answers(marek, the_ask(gm.table, bramble))
    card = BeautifulSoup(marek.page(), "lxml").select("#log-cards .result")[-1]
    assert [one.get_text(" ", strip=True) for one in card.select(".lead b")] == [
        "Sel Marrow: Weakened, Bramble Oke: Winded"
    ]


def test_an_unnamed_one_is_told_what_any_harm_does(gm: Any, ines: Any, jun: Character, guard: Character) -> None:
    """They have no levels to count, neither in the form of a throw nor in what asks them."""
    query = {f"far_{guard.public_id}": 1, "character": jun.public_id}
    assert "Guard 1 12 defeated" in in_words(gm.get("rough_magic.explode", **query))
    throws(ines, jun, (guard, 1))
    assert "Stay Defeated" in gm.panel("asks")


def test_a_form_that_is_not_complete_has_one_main_button(gm: Any, jun: Character) -> None:
    page = BeautifulSoup(gm.get("rough_magic.explode").content, "lxml")
    assert len(page.select("footer .btn.main")) == 1


def test_two_levels_are_two_for_whoever_has_a_name_in_words_for_all(
    gm: Any, ines: Any, jun: Character, sel: Character
) -> None:
    throws(ines, jun, (sel, 1))
    answers(gm, the_ask(gm.table))
    seen = told_to(gm.table, "exploded", "everybody")["rows"][0]
    assert seen["level"] == "Weakened"
    assert "levels" not in seen
    assert seen["dv"] is None


@pytest.mark.played("rough_magic.diving-clear")
def test_who_is_too_slow_for_open_ground_may_still_get_behind_cover(gm: Any, marek: Any, bramble: Character) -> None:
    """Agility 4 sprints 36 m."""
    does(gm, "rough_magic.explode", rank=20, radius=99, what="The boiler", **{f"far_{bramble.public_id}": 10})
    assert "It is 90 m to safety, and Bramble Oke gets 36 m far" in marek.panel("asks")
    ask = the_ask(gm.table, bramble)
    assert "90 m to safety" in answers(marek, ask, bramble, status=422)
    assert "37 m to safety" in answers(marek, ask, bramble, status=422, cover=37)
    answers(marek, ask, bramble, cover=36)
    assert (lost(bramble), states(bramble)) == (0, ["prone", "cover"])


def test_who_is_held_or_down_is_not_asked(gm: Any, sel: Character, bramble: Character) -> None:
    does(gm, "rough_magic.state", character=sel.public_id, state="restrained", does="begins")
    does(gm, "rough_magic.explode", rank=20, what="The boiler", **{f"far_{sel.public_id}": 1})
    assert lost(sel) == 4


def test_cover_inside_it_is_as_good_unless_the_switch_says_a_bonus_only(
    gm: Any, marek: Any, bramble: Character
) -> None:
    does(gm, "rough_magic.explode", rank=12, **{f"far_{bramble.public_id}": 0})
    answers(marek, the_ask(gm.table), bramble, cover=3)
    assert (lost(bramble), states(bramble)) == (0, ["prone", "cover"])


def test_by_the_switch_cover_is_a_bonus(db: None) -> None:
    gm, marek, bramble = _alone(dive_cover="defence bonus only")
    does(gm, "rough_magic.explode", rank=12, **{f"far_{bramble.public_id}": 0})
    answers(marek, the_ask(gm.table), bramble, cover=3)
    assert full(gm.table, "exploded")["rows"][0]["remaining"] == 5
    assert lost(bramble) == 2


@pytest.mark.played("rough_magic.diving-clear", "rough_magic.sensory")
def test_who_ducks_where_cover_is_a_bonus_alone_is_blinded_by_what_is_left(db: None) -> None:
    """12 less 4 and 3 for the cover strikes, and then nobody sees; where cover avoids it nothing happens."""
    for switch, begun in (("defence bonus only", ["blind and deaf"]), ("avoids", [])):
        gm, marek, bramble = _alone(dive_cover=switch)
        does(gm, "rough_magic.explode", rank=12, types=["sensory"], **{f"far_{bramble.public_id}": 0})
        answers(marek, the_ask(gm.table), bramble, cover=3)
        assert full(gm.table, "exploded")["rows"][0]["begun"] == begun


def test_a_guarded_side_counts_unless_the_switch_is_off(db: None) -> None:
    for switch, left in (("on", 5), ("off", 8)):
        gm, marek, bramble = _alone(explosion_defence_modifiers=switch)
        far = {f"far_{bramble.public_id}": 0}
        does(gm, "rough_magic.explode", rank=12, guarded=[bramble.public_id], **far)
        answers(marek, the_ask(gm.table))
        assert full(gm.table, "exploded")["rows"][0]["remaining"] == left


def test_by_the_switch_the_unnamed_take_it(db: None) -> None:
    gm, _, _ = _alone(unnamed_may_react="off")
    guard = made(gm, **GUARD)
    does(gm, "rough_magic.explode", rank=12, **{f"far_{guard.public_id}": 0})
    assert lost(guard) == 4


def _alone(**switches: str) -> tuple[Any, Any, Character]:
    table = open_a_table(game="rough_magic", **switches)
    gm, marek = sit_down(table, "GM", "gm", "gm"), sit_down(table, "Marek")
    return gm, marek, made(marek, **BRAMBLE)


@pytest.mark.played("rough_magic.attack-types")
def test_its_types_count_too(gm: Any, sel: Character) -> None:
    """Penetrating halves a defence of 6, stun is counted apart, and a sensory one blinds."""
    types = ["penetrating", "stunning", "sensory"]
    does(gm, "rough_magic.explode", rank=9, types=types, **{f"far_{sel.public_id}": 0})
    answers(gm, the_ask(gm.table))
    row = full(gm.table, "exploded")["rows"][0]
    assert (row["dv"], row["levels"], row["stun"], row["lost"]) == (3, 2, 2, 0)
    assert states(sel) == ["blind and deaf"]


def test_a_thing_is_struck_and_not_asked(gm: Any, door: Character) -> None:
    does(gm, "rough_magic.explode", rank=12, **{f"far_{door.public_id}": 1})
    assert lost(door) == 2


def test_on_the_board_everybody_within_it_is_found_and_divers_get_out(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character
) -> None:
    ash = made(gm, **ASH)
    on_the_board(gm, jun="B5", sel="F5", guard="G5", warden="F6")
    before = ines.get("rough_magic.explode", character=jun.public_id, cell="F5")
    assert "Warden" not in in_words(before)
    throws(ines, jun, cell="F5")
    far = {row["character"]: row["metres"] for row in asked_rows(gm)}
    assert far == {"Sel Marrow": 0, "Guard 1": 2, "Warden Ash": 2}
    answers(gm, the_ask(gm.table), sel, ash)
    board = open_board(gm)
    assert apart(board, sel, "F5") > 6
    assert apart(board, ash, "F5") > 6
    assert "Warden" not in ines.page()


def test_metres_from_another_middle_count_no_more(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    on_the_board(gm, jun="B5", sel="F5")
    stale = {f"far_{sel.public_id}": 0, "measured": "F5|", "character": jun.public_id}
    assert "Sel Marrow not in it" in in_words(ines.get("rough_magic.explode", cell="B5", **stale))
    throws(ines, jun, (sel, 0), cell="D5", measured="F5|")
    assert {row["character"]: row["metres"] for row in full(gm.table, "exploded")["rows"]}["Sel Marrow"] == 4


def test_metres_typed_before_the_middle_is_named_stay(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character
) -> None:
    """Without JavaScript the middle and the metres are sent together; what is left empty follows the middle."""
    more: dict[str, Any] = {"at": sel.public_id, "measured": "|", f"far_{sel.public_id}": ""}
    throws(ines, jun, (guard, 2), **more)
    assert {row["character"]: row["metres"] for row in asked_rows(gm)} == {"Sel Marrow": 0, "Guard 1": 2}


def asked_rows(gm: Any) -> list[dict[str, Any]]:
    exchange = Exchange.objects.filter(table=gm.table, closed_at=None).latest("pk")
    names = dict(Character.objects.filter(table=gm.table).values_list("pk", "name"))
    return [{"character": names[one["character"]], "metres": one["distance"]} for one in exchange.state["caught"]]


def open_board(gm: Any) -> Board:
    return Board.objects.get(table=gm.table, closed_at=None)


def apart(board: Board, who: Character, cell: str) -> int:
    spot, there = Spot.objects.get(board=board, character=who), cell_named(cell)
    assert there
    return ground_of(board).apart((spot.x, spot.y), there)


# thrown farther than it reaches


def flasks(of: Character) -> int | None:
    return Entry.objects.get(character=of, name="Burst flask").amount


@pytest.mark.played("rough_magic.exploding", "rough_magic.effective-range")
def test_farther_than_it_reaches_the_gm_is_asked_first(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    """The flask reaches 10 m. Nothing is spent before a yes, and there is no penalty."""
    fights(gm, jun, sel)
    far = {"character": jun.public_id, f"far_{jun.public_id}": 25, f"far_{sel.public_id}": 1}
    assert "Ask the GM" in in_words(ines.get("rough_magic.explode", **far))
    throws(ines, jun, (jun, 25), (sel, 1), at=sel.public_id)
    assert (used(jun, "task"), flasks(jun)) == (0, 3)
    assert "It reaches 10 m, and it is 25 m" in gm.panel("asks")
    does(gm, "rough_magic.answer-throw", ask=the_ask(gm.table), allow="no")
    assert (used(jun, "task"), flasks(jun), lost(sel)) == (0, 3, 0)
    throws(ines, jun, (jun, 25), (sel, 1), at=sel.public_id)
    does(gm, "rough_magic.answer-throw", ask=the_ask(gm.table), allow="yes")
    assert (used(jun, "task"), flasks(jun)) == (1, 2)
    answers(gm, the_ask(gm.table))
    assert (lost(sel), lost(jun)) == (2, 0)
    assert "has had the task" in throws(ines, jun, (jun, 25), (sel, 1), status=422)


@pytest.mark.played("rough_magic.exploding")
def test_by_the_board_too_and_a_typed_number_counts_before_it(
    gm: Any, ines: Any, jun: Character, sel: Character
) -> None:
    on_the_board(gm, jun="A1", sel="A7")
    throws(ines, jun, at=sel.public_id)
    assert full(gm.table, "blast-asked")["metres"] == 12
    gm.does("call-off", exchange=Exchange.objects.get(table=gm.table, closed_at=None).public_id)
    throws(ines, jun, (jun, 9), (sel, 1), at=sel.public_id, measured=f"A7|{sel.public_id}")
    assert full(gm.table, "went-off")["what"] == "Burst flask"


@pytest.mark.played("rough_magic.exploding", "rough_magic.explosion-falloff")
def test_while_the_gm_is_asked_people_move_and_what_was_typed_stands(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character, bramble: Character
) -> None:
    """Sel walks out of it, the guard into it; Bramble was said to be further away than the board has it."""
    on_the_board(gm, jun="A1", sel="L8", guard="T8", bramble="L9")
    seen = ines.get("rough_magic.explode", character=jun.public_id, cell="L8").content.decode()
    throws(ines, jun, (jun, 26), (sel, 0), (bramble, 5), cell="L8", measured=measured(seen))
    gm.does("move-token", character=sel.public_id, to="W8")
    gm.does("move-token", character=guard.public_id, to="M8")
    does(gm, "rough_magic.answer-throw", ask=the_ask(gm.table), allow="yes")
    for _ in range(2):
        answers(gm, the_ask(gm.table))
    rows = {row["character"]: row["metres"] for row in full(gm.table, "exploded")["rows"]}
    assert rows == {"Guard 1": 2, "Bramble Oke": 5}


def measured(page: str) -> str:
    found = BeautifulSoup(page, "lxml").select_one("[name=measured]")
    assert found
    return str(found["value"])


def test_of_what_is_gone_meanwhile_nothing_goes_off(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    throws(ines, jun, (jun, 25), (sel, 1))
    Entry.objects.filter(character=jun, name="Burst flask").update(amount=0)
    desk_forgets(gm)
    assert "is used up" in does(gm, "rough_magic.answer-throw", 422, ask=the_ask(gm.table), allow="yes")


def desk_forgets(person: Any) -> None:
    """Rows were changed by no act."""
    forget(person.table.pk)


@pytest.mark.parametrize(
    ("switch", "metres", "words"),
    [
        ("never", 11, "this table allows no such shot"),
        ("one band further only", 51, "this table allows no such shot"),
        ("one band further only", 50, ""),
        ("always allowed", 900, ""),
    ],
)
@pytest.mark.played("rough_magic.exploding", "rough_magic.table-options/beyond-range")
def test_the_switch_answers_for_the_gm(db: None, switch: str, metres: int, words: str) -> None:
    table = open_a_table(game="rough_magic", beyond_range=switch)
    gm, ines = sit_down(table, "GM", "gm"), sit_down(table, "Ines")
    jun, guard = made(ines, **JUN), made(gm, **GUARD)
    assert words in throws(ines, jun, (jun, metres), (guard, 6), status=422 if words else 200)
    assert Event.objects.filter(table=table, kind="rough_magic.went-off").exists() != bool(words)


def test_only_the_gm_says_whether_it_may(gm: Any, ines: Any, marek: Any, jun: Character, sel: Character) -> None:
    throws(ines, jun, (jun, 25), (sel, 1))
    assert marek.post("rough_magic.answer-throw", ask=the_ask(gm.table), allow="yes").status_code == 403


# refusals


def test_refusals_change_nothing(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    on_the_board(gm, jun="A1", sel="A7")
    before = state_of_play(gm.table)
    assert "Nobody stands in it" in throws(ines, jun, cell="E1", status=422)
    assert "nothing that explodes" in does(gm, "rough_magic.explode", 422, character=sel.public_id)
    assert "How strong is it" in does(gm, "rough_magic.explode", 422, **{f"far_{sel.public_id}": 0})
    assert state_of_play(gm.table) == before


def test_who_sprints_sets_nothing_off(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    Condition.objects.create(character=jun, name="sprinting")
    assert "sprints" in throws(ines, jun, (sel, 1), status=422)


def test_others_and_strangers_may_not(ines: Any, marek: Any, jun: Character, sel: Character) -> None:
    assert "not yours" in throws(marek, jun, (sel, 1), status=422)
    throws(ines, jun, (sel, 1))
    assert "no longer open" in answers(marek, the_ask(marek.table), status=422)


def test_who_cannot_force_an_action_does_not_dive(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    throws(ines, jun, (sel, 1))
    Condition.objects.create(character=sel, name="restrained")
    assert "is held and cannot dive" in answers(gm, the_ask(gm.table), sel, status=422)


def test_it_is_taken_back_whole(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    throws(ines, jun, (sel, 1))
    ask = the_ask(gm.table)
    answers(gm, ask)
    undo(gm, Event.objects.filter(table=gm.table, kind="rough_magic.dived").latest("pk"))
    assert lost(sel) == 0
    answers(gm, ask, sel)
    assert (lost(sel), states(sel)) == (0, ["prone"])


def test_it_works_without_javascript(ines: Any, jun: Character, sel: Character) -> None:
    flask = Entry.objects.get(character=jun, name="Burst flask").public_id
    far = {f"far_{sel.public_id}": 1}
    assert ines.post("rough_magic.explode", plain=True, character=jun.public_id, arm=flask, **far).status_code == 302
