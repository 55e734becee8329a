"""Who comes into a fight, notices it, is put elsewhere, and leaves; and the end of it."""

import pytest

from apps.combat.models import Combatant
from apps.table.models import Span
from tests.combat.rough_magic.order.conftest import (
    acting,
    down,
    forces,
    goes_on,
    ids,
    newest,
    play,
    starts,
    state_of_fight,
    states,
    told_to,
    words,
)
from tests.combat.rough_magic.order.test_moving import is_in, switched


def order(gm):
    names = {one.public_id: one.character.name for one in Combatant.objects.select_related("character")}
    return [names[one.name] for one in play(gm).places]


@pytest.mark.played("rough_magic.round")
def test_who_comes_in_acts_in_this_round_only_if_their_place_has_not_gone_by(gm, jun, bramble, sel, guards):
    starts(gm, jun, bramble)
    gm.does("rough_magic.fight-join", characters=ids(sel), before=jun.public_id)
    gm.does("rough_magic.fight-join", characters=ids(*guards[:2]))
    assert order(gm) == ["Sel Marrow", "Jun Vey", "Bramble Oke", "Guard 1", "Guard 2"]
    seen = [acting(gm)]
    while not play(gm).over:
        goes_on(gm)
        seen.append(acting(gm))
    assert seen == ["Jun Vey", "Bramble Oke", "Guard 1", "Guard 2", ""]
    goes_on(gm)
    assert acting(gm) == "Sel Marrow"


def test_without_a_script_who_comes_in_and_what_comes_next_are_seen_in_the_order(gm, ines, jun, sel):
    starts(gm, jun)
    order_of_play = f"{gm.url}#panel-rough_magic-order"
    assert gm.post("rough_magic.fight-join", plain=True, characters=ids(sel))["Location"] == order_of_play
    assert gm.soup().find(id="panel-rough_magic-order").find(string="Sel Marrow")
    for word in ("hold", "break-in"):
        done = ines.post(f"rough_magic.{word}", plain=True, character=jun.public_id)
        assert done["Location"] == f"{ines.url}#panel-rough_magic-{'order' if word == 'hold' else 'turn'}"
    done = ines.post("rough_magic.next", plain=True)
    assert done["Location"] == f"{ines.url}#panel-rough_magic-order"


@pytest.mark.played("rough_magic.awareness-order", "rough_magic.surprise")
def test_who_notices_has_turns_and_is_surprised_till_the_end_of_the_first(gm, jun, sel):
    starts(gm, jun, unaware=(sel,))
    gm.does("rough_magic.notice", characters=ids(sel))
    assert (order(gm), states(sel)) == (["Jun Vey", "Sel Marrow"], ["surprised"])
    goes_on(gm)
    assert states(sel) == ["surprised"]
    goes_on(gm)
    assert states(sel) == []


@pytest.mark.played("rough_magic.surprise")
def test_by_its_switch_surprise_is_over_with_becoming_aware(gm, jun, sel):
    gm.does("switches", **switched(gm, surprise_ends="on becoming aware"))
    starts(gm, jun, unaware=(sel,))
    gm.does("rough_magic.notice", characters=ids(sel))
    assert states(sel) == []


def test_a_place_is_set_and_nobody_has_a_second_turn_by_it(gm, jun, bramble, sel):
    starts(gm, jun, bramble, sel)
    goes_on(gm)
    refused = gm.post("rough_magic.place", character=jun.public_id, before="")
    assert "would have a second one there" in words(refused)
    assert "is on" in words(gm.post("rough_magic.place", character=bramble.public_id, before=""))
    goes_on(gm)
    goes_on(gm)
    gm.does("rough_magic.place", character=jun.public_id, before="")
    assert order(gm) == ["Bramble Oke", "Sel Marrow", "Jun Vey"]


@pytest.mark.played("rough_magic.awareness-order")
def test_several_with_names_share_a_place_and_act_in_it_as_the_gm_likes(gm, ines, jun, bramble, sel):
    """Sel and Bramble in one place; of the two Bramble goes first, and the next round they share it still."""
    starts(gm, jun, sel, bramble)
    gm.does("rough_magic.place", character=bramble.public_id, beside=sel.public_id)
    assert [one.place for one in Combatant.objects.order_by("pk")] == [1, 2, 2]
    assert "acts together with Sel Marrow from now on" in gm.log()
    assert "Bramble Oke and Sel Marrow" in ines.panel("rough_magic-order")
    goes_on(gm, first=bramble.public_id)
    assert acting(gm) == "Bramble Oke"
    goes_on(gm)
    assert acting(gm) == "Sel Marrow"
    again = {"character": bramble.public_id, "beside": sel.public_id}
    assert "share a place already" in words(gm.post("rough_magic.place", **again))


@pytest.mark.played("rough_magic.awareness-order")
def test_a_shared_place_gives_nobody_a_second_turn_nor_one_that_has_gone_by(gm, jun, bramble, sel, ash):
    starts(gm, jun, bramble, sel)
    goes_on(gm)
    late = gm.post("rough_magic.place", character=jun.public_id, beside=sel.public_id)
    assert "would have a second one" in words(late)
    hidden = gm.post("rough_magic.fight-join", characters=ids(ash), before="")
    assert hidden.status_code < 400
    mixed = gm.post("rough_magic.place", character=ash.public_id, beside=sel.public_id)
    assert "Nobody hidden shares a place" in words(mixed)
    gm.does("rough_magic.place", character=sel.public_id, beside=jun.public_id)
    goes_on(gm)
    assert acting(gm) == "Warden Ash"
    gm.does("undo", event=newest(gm, "turn-came").public_id)
    gm.does("undo", event=newest(gm, "placed").public_id)
    goes_on(gm)
    assert acting(gm) == "Sel Marrow"


@pytest.mark.played("rough_magic.awareness-order")
def test_several_with_names_come_into_one_place_at_once(gm, ines, jun, bramble, sel, guards):
    """All in a place of their own before Jun, or all in that of somebody who is there; each acts in it."""
    starts(gm, jun)
    gm.does("rough_magic.fight-join", characters=ids(bramble, sel), before=jun.public_id, together="on")
    gm.does("rough_magic.fight-join", characters=ids(*guards[:2]), beside=jun.public_id)
    places = {one.character.name: one.place for one in Combatant.objects.select_related("character")}
    assert places == {"Bramble Oke": 1, "Sel Marrow": 1, "Jun Vey": 2, "Guard 1": 2, "Guard 2": 2}
    assert "brings Bramble Oke and Sel Marrow into the fight, before Jun Vey, in one place." in ines.log()
    assert "into the fight, together with Jun Vey." in ines.log()
    seen = [acting(gm)]
    while not play(gm).over:
        goes_on(gm)
        seen.append(acting(gm))
    assert seen == ["Jun Vey", "Guard 1", "Guard 2", ""]
    goes_on(gm)
    assert acting(gm) == "Bramble Oke"


def test_nobody_hidden_comes_into_a_place_of_those_who_are_known(gm, jun, bramble, ash):
    starts(gm, jun)
    beside = gm.post("rough_magic.fight-join", characters=ids(ash), beside=jun.public_id)
    assert "Nobody hidden shares a place" in words(beside)
    mixed = gm.post("rough_magic.fight-join", characters=ids(ash, bramble), together="on")
    assert "Nobody hidden shares a place" in words(mixed)
    assert order(gm) == ["Jun Vey"]
    gm.does("rough_magic.fight-join", characters=ids(ash, bramble), unaware="on", together="on")
    assert order(gm) == ["Jun Vey"]


def test_whoever_leaves_has_no_place_and_owes_nothing(gm, jun, bramble):
    starts(gm, jun, bramble)
    forces(gm, bramble)
    gm.does("rough_magic.fight-leave", character=bramble.public_id)
    assert order(gm) == ["Jun Vey"]
    gm.does("rough_magic.fight-join", characters=ids(bramble))
    assert play(gm).places[1].owed == 0
    gm.does("rough_magic.fight-leave", character=jun.public_id)
    goes_on(gm)
    assert acting(gm) == "Bramble Oke"


def test_with_the_fight_ends_what_hangs_on_turns(gm, jun, bramble):
    starts(gm, jun, bramble)
    for name in ("running", "prone"):
        is_in(gm, jun, name)
    gm.does("rough_magic.end-fight")
    assert states(jun) == ["prone"]
    assert [one["name"] for one in told_to(newest(gm, "fight-ended"), "everybody")["ended"]] == ["running"]
    assert not Span.objects.filter(kind__in=("fight", "turn"), closed_at=None).exists()


@pytest.mark.parametrize("with_the_scene", [False, True])
def test_nothing_is_told_of_what_ends_for_whoever_is_defeated(gm, jun, sel, guards, with_the_scene):
    if with_the_scene:
        gm.does("open-scene", title="The gate")
    starts(gm, jun, sel, guards[0])
    for one in (sel, guards[0]):
        is_in(gm, one, "surprised")
    down(guards[0])
    gm.does("close-scene" if with_the_scene else "rough_magic.end-fight")
    assert states(guards[0]) == []
    assert "Sel Marrow: surprised" in gm.log()
    assert "Guard 1: surprised" not in gm.log()


def test_it_is_taken_back(gm, jun, bramble, sel):
    starts(gm, jun, bramble, unaware=(sel,))
    is_in(gm, jun, "running")
    for act, kind, data in (
        ("notice", "noticed", {"characters": ids(sel), "before": jun.public_id}),
        ("fight-leave", "fight-left", {"character": jun.public_id}),
        ("end-fight", "fight-ended", {}),
    ):
        before = state_of_fight()
        gm.does(f"rough_magic.{act}", **data)
        gm.does("undo", event=newest(gm, kind).public_id)
        assert state_of_fight() == before


def test_it_is_the_gm_s_and_a_fighter_s_sheet_stays(gm, ines, jun, sel):
    starts(gm, jun, unaware=(sel,))
    before = state_of_fight()
    for act in ("fight-join", "notice", "place", "fight-leave", "end-fight"):
        assert ines.post(f"rough_magic.{act}").status_code == 403
    assert "First out of the fight" in words(gm.post("delete-character", character=jun.public_id))
    assert state_of_fight() == before
