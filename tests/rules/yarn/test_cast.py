"""Creating the cast: the sheet, the steps, relationships and wants."""

from itertools import permutations
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.yarn.cast import (
    checklist,
    creation,
    desire,
    dramatic_poles,
    fraught,
    relationship_map,
    relationship_objection,
    relationships,
    role,
    wants,
    wants_rounds,
)
from apps.rules.yarn.lists import CHECKLIST, DESIRES, STEPS

PCS = ["Iva", "Otto", "Lea", "Max"]


def full(players):
    return {row.id: row.needed(players) for row in CHECKLIST}


@pytest.mark.rule("yarn.character-checklist")
def test_a_sheet_lacks_what_is_not_filled():
    assert len(CHECKLIST) == 14
    assert checklist(filled=full(5), players=5).complete
    for row in CHECKLIST:
        filled = full(5)
        del filled[row.id]
        assert checklist(filled=filled, players=5).missing == {row.id: row.needed(5)}


@pytest.mark.rule("yarn.character-checklist")
def test_a_trait_left_open_counts_as_filled_with_its_sign():
    filled: dict[str, Any] = {**full(4), "side_traits": 1, "signs": 3}
    assert checklist(filled=filled, players=4, unknown_traits=1).complete
    assert checklist(filled={**filled, "central_trait": 0}, players=4, unknown_traits=1).missing == {"central_trait": 1}


@pytest.mark.rule("yarn.character-creation", "yarn.relationships")
def test_each_who_enters_is_linked_to_all_before():
    for players in range(2, 9):
        found = creation(players=players, steps=[3, 4, 5, 6])
        pairs = len({frozenset(pair) for pair in permutations(range(players), 2)})
        assert (found.names_recorded, found.roles_recorded, found.links_in_all) == (players, players, pairs)
        assert relationships(players=players).links_in_all == pairs
        each = [relationships(players=players, entering=n).links_by_this_player for n in range(1, players + 1)]
        assert each == list(range(players))


@pytest.mark.rule("yarn.character-creation")
def test_who_is_asked_in_each_step():
    order = ["Ann", "Bob", "Cy", "Dee"]
    asked = [creation(step=row.number, order=order, turn=4).asked for row in STEPS]
    assert asked[:9] == ["GM", "GM", "Ann", "Bob", "Cy", "Dee", "Dee", "Dee", "GM"]
    assert asked[9:] == ["Ann", "Dee", "Dee", "Dee", *["all"] * 8, "GM"]
    assert [row.number for row in STEPS if creation(step=row.number).new_order] == [2, 9, 22]
    assert creation(step=3).asked == "first player"


@pytest.mark.rule("yarn.character-creation")
def test_rounds_of_wants_end_and_play_begins():
    assert creation(step=14, least_named=2).next_step == 15
    assert creation(step=14, least_named=1, players=2).next_step == 15
    last = creation(step=22, order=["Bob", "Ann"])
    assert (last.next_step, last.calling_order) == (0, ("Bob", "Ann"))


@pytest.mark.rule("yarn.role")
def test_names_differ_and_roles_need_not():
    assert role(players=3, entering=3, name="Iva", taken=["Otto"]).next_entering == 0
    taken = role(players=3, entering=2, name="otto ", role="cook", taken=["Otto"])
    assert (taken.legal, taken.no.code, taken.next_entering) == (False, "name-taken", 2)
    assert "called otto" in taken.no.text
    assert role(players=3, entering=1, name=" ").no.code == "no-name"


@pytest.mark.rule("yarn.relationships", "yarn.relationship-map")
def test_one_link_for_each_pair():
    old = [{"a": "Iva", "b": "Otto", "label": "sisters"}, {"a": "Lea", "b": "Max", "label": "rivals"}]
    found = relationships(links=old, a="Otto", b="Iva", label="brothers").links
    assert found == (old[1], {"a": "Otto", "b": "Iva", "label": "brothers"})
    drawn = relationship_map(own_pc="Iva", pcs=PCS, links=found, fraught=["Otto"])
    assert (drawn.lines_from_centre, drawn.lines_among_others, drawn.marked) == (1, 1, ("Otto",))
    with pytest.raises(Refused, match="between two PCs and has a label"):
        relationships(a="Iva", b="Otto")


@pytest.mark.rule("yarn.relationship-objection")
def test_a_link_stays_open_until_both_accept():
    assert relationship_objection(proposals=["twins"]).label == "twins"
    stuck = relationship_objection(proposals=["twins", "cousins"], agreed=[False, False])
    assert (stuck.stored, stuck.label, stuck.cost, stuck.vote_held) == (False, None, 0, False)
    assert not relationship_objection(proposals=["twins"], objector="Bob").stored


@pytest.mark.rule("yarn.desire", "yarn.dramatic-poles")
def test_desire_and_poles():
    assert all(desire(desire=row.title.upper()).from_list for row in DESIRES)
    assert len(DESIRES) == 10
    for poles in (["healer"], ["healer", "Healer"], ["a", "b", "c"], ["healer", " "]):
        found = dramatic_poles(poles=poles)
        assert (found.legal, found.poles) == (False, ())
    assert "two poles" in found.no.text


@pytest.mark.rule("yarn.wants")
@pytest.mark.parametrize(
    ("target", "towards", "code"),
    [
        ("Iva", [], "of-oneself"),
        ("Mayor", [], "no-pc"),
        ("Otto", ["Otto"], "named-before"),
        ("Otto", ["Otto", "Lea", "Max"], None),
    ],
)
def test_of_whom_a_pc_may_want_something(target, towards, code):
    found = wants(wants_of="Iva", target=target, want="praise", towards=towards, pcs=PCS)
    assert (found.no.code if found.why else None) == code
    assert found.want_number == len(towards) + found.legal
    assert wants(wants_of="Iva", target="Otto").no.code == "no-words"


@pytest.mark.rule("yarn.wants-rounds", "yarn.fraught-relationships")
def test_rounds_come_to_an_end_whoever_is_named():
    """Each PC names the others in every order that there is: with three rounds of four all are wanted by three."""
    for first in permutations(["Otto", "Lea", "Max"]):
        orders = {pc: [other for other in (*first, "Iva") if other != pc] for pc in PCS}
        rounds = [[f"{pc}>{orders[pc][n]}" for pc in PCS] for n in range(3)]
        counts = {pc: {want.split(">")[0] for want in rounds[0] + rounds[1] if want.endswith(f">{pc}")} for pc in PCS}
        short = {pc: 2 - len(by) for pc, by in counts.items() if len(by) < 2}
        assert wants_rounds(pcs=PCS, rounds=rounds[:2]).short == short
        assert wants_rounds(pcs=PCS, rounds=rounds).done
        assert fraught(wants_of="Iva", towards=orders["Iva"]).fraught == tuple(orders["Iva"][:2])
    assert wants_rounds(pcs=["A", "B"], rounds=[["A>B", "B>A"]]).done
    assert wants_rounds(pcs=["A", "B", "C"], rounds=[["B>A", "B>A"]]).short == {"A": 1, "B": 2, "C": 2}


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: checklist(filled={"hat": 1}, players=4), "not-a-choice"),
        (lambda: creation(step=23), "too-high"),
        (lambda: creation(steps=[3]), "how-many"),
        (lambda: role(players=3, entering=4), "too-high"),
        (lambda: relationship_objection(proposals=[]), "no-proposal"),
        (lambda: relationship_objection(proposals=["a"], agreed=[False, True]), "no-proposal"),
        (lambda: relationship_map(own_pc="Ann", pcs=PCS), "not-a-choice"),
        (lambda: desire(desire=" "), "no-desire"),
        (lambda: wants_rounds(pcs=PCS, rounds=[["Iva>Iva"]]), "no-want"),
        (lambda: wants_rounds(pcs=["A", "A"], rounds=[]), "name-twice"),
    ],
)
def test_refusals(call, code):
    with pytest.raises(Refused) as no:
        call()
    assert no.value.code == code
