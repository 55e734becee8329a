"""The order of play goes on turn by turn, as the rules' own example has it (rough_magic.turn-engine)."""

import pytest

from apps.rules.rough_magic.combat import turns as rules
from tests.combat.rough_magic.order.conftest import (
    acting,
    forces,
    goes_on,
    newest,
    place,
    play,
    somebody,
    starts,
    state_of_fight,
    states,
    told_to,
)

EIGHT_ROUNDS = [
    ["Soraya", "Virek-Kohl", "Lackeys"],
    ["Soraya", "Virek-Kohl", "Issvisk", "Lackeys"],
    ["Virek-Kohl", "Issvisk", "Soraya (delayed)", "Lackeys"],
    ["Soraya", "Virek-Kohl", "Issvisk", "Lackeys"],
    ["Soraya", "Virek-Kohl", "Issvisk", "Lackeys"],
    ["Soraya", "Virek-Kohl", "Soraya (forced from 7)", "Issvisk", "Lackeys"],
    ["Virek-Kohl", "Issvisk", "Lackeys"],
    ["Soraya", "Virek-Kohl", "Issvisk", "Lackeys"],
]


class Watched:
    """A fight that is played through the door, and what was seen of it round by round."""

    def __init__(self, gm):
        self.gm = gm
        self.rounds: list[list[str]] = [[]]

    def seen(self, how=""):
        self.rounds[-1].append(acting(self.gm) + how)

    def goes_on(self):
        before = play(self.gm)
        goes_on(self.gm)
        if play(self.gm).round != before.round:
            self.rounds.append([])

    def to_the_end_of_the_round(self):
        """Everybody left takes their turn; the surroundings move, and the next round begins."""
        while True:
            self.seen()
            self.goes_on()
            if play(self.gm).over:
                return self.goes_on()


@pytest.mark.played("rough_magic.turn-engine", "rough_magic.round")
def test_the_eight_rounds_of_the_rules_come_out_name_by_name(gm, ines, table):
    soraya = somebody(table, "Soraya", ines)
    virek, issvisk, lackeys = (somebody(table, name) for name in ("Virek-Kohl", "Issvisk", "Lackeys"))
    starts(gm, soraya, virek, lackeys)
    watched = Watched(gm)
    watched.to_the_end_of_the_round()
    gm.does("rough_magic.fight-join", characters=[issvisk.public_id], before=lackeys.public_id)
    watched.to_the_end_of_the_round()
    ines.does("rough_magic.hold", character=soraya.public_id)
    watched.seen()
    watched.goes_on()
    watched.seen()
    ines.does("rough_magic.break-in", character=soraya.public_id)
    watched.seen(" (delayed)")
    goes_on(gm)
    assert acting(gm) == "Issvisk"
    watched.goes_on()
    watched.to_the_end_of_the_round()
    watched.to_the_end_of_the_round()
    watched.to_the_end_of_the_round()
    watched.seen()
    watched.goes_on()
    watched.seen()
    watched.rounds[-1].append(f"Soraya (forced from {forces(gm, soraya).removeprefix('round ')})")
    watched.goes_on()
    watched.to_the_end_of_the_round()
    watched.to_the_end_of_the_round()
    watched.to_the_end_of_the_round()
    assert watched.rounds[:-1] == EIGHT_ROUNDS
    events = [
        ["2", "join", "Issvisk", "before Lackeys"],
        ["3", "delay", "Soraya"],
        ["3", "use-delayed", "Soraya", "in turn of Issvisk"],
        ["6", "force", "Soraya", "in turn of Virek-Kohl"],
    ]
    engine = rules.turn_engine(order=["Soraya", "Virek-Kohl", "Lackeys"], rounds=8, events=events)
    assert [list(one) for one in engine.sequence] == EIGHT_ROUNDS


def test_a_debt_of_this_round_is_paid_by_the_place_to_come(gm, jun, bramble, sel):
    starts(gm, jun, bramble, sel)
    forces(gm, bramble)
    goes_on(gm)
    assert acting(gm) == "Sel Marrow"
    assert place(gm, bramble).owed == 0
    assert told_to(newest(gm, "turn-came"), "everybody")["paid"] == ["Bramble Oke"]


@pytest.mark.played("rough_magic.delaying")
def test_a_held_turn_lapses_at_the_own_place_and_that_is_offered(gm, ines, jun, bramble):
    starts(gm, jun, bramble)
    ines.does("rough_magic.hold", character=jun.public_id)
    goes_on(gm)
    goes_on(gm)
    assert (acting(gm), place(gm, jun).held) == ("Jun Vey", None)
    assert told_to(newest(gm, "turn-came"), "everybody")["lapsed"] == ["Jun Vey"]


@pytest.mark.played("rough_magic.delaying")
def test_a_turn_held_in_one_round_is_used_in_the_next_and_the_own_place_stays(gm, ines, jun, bramble, sel):
    starts(gm, sel, jun, bramble)
    goes_on(gm)
    ines.does("rough_magic.hold", character=jun.public_id)
    for _ in range(2):
        goes_on(gm)
    assert (acting(gm), play(gm).round) == ("Sel Marrow", 2)
    ines.does("rough_magic.break-in", character=jun.public_id)
    assert acting(gm) == "Jun Vey"
    ines.does("rough_magic.next")
    assert acting(gm) == "Sel Marrow"
    goes_on(gm)
    assert acting(gm) == "Jun Vey"


def test_whoever_is_down_by_the_end_of_a_turn_that_broke_in_does_not_go_on(gm, ines, jun, bramble, sel):
    starts(gm, jun, sel, bramble)
    ines.does("rough_magic.hold", character=jun.public_id)
    ines.does("rough_magic.break-in", character=jun.public_id)
    gm.does("rough_magic.hurt", characters=[sel.public_id], levels=4, sort="lasting", why="The chain comes down")
    assert "Next: Bramble Oke" in " ".join(gm.page().split())
    ines.does("rough_magic.next")
    assert acting(gm) == "Bramble Oke"


def test_a_held_turn_may_be_used_before_the_surroundings_move(gm, ines, jun, bramble):
    starts(gm, jun, bramble)
    ines.does("rough_magic.hold", character=jun.public_id)
    goes_on(gm)
    assert play(gm).over
    ines.does("rough_magic.break-in", character=jun.public_id)
    assert acting(gm) == "Jun Vey"
    goes_on(gm)
    assert (acting(gm), play(gm).round) == ("", 1)
    goes_on(gm)
    assert play(gm).round == 2


def test_two_deep(gm, ines, marek, jun, bramble, sel):
    starts(gm, jun, bramble, sel)
    ines.does("rough_magic.hold", character=jun.public_id)
    marek.does("rough_magic.hold", character=bramble.public_id)
    ines.does("rough_magic.break-in", character=jun.public_id)
    marek.does("rough_magic.break-in", character=bramble.public_id)
    assert acting(gm) == "Bramble Oke"
    goes_on(gm)
    assert acting(gm) == "Jun Vey"
    goes_on(gm)
    assert acting(gm) == "Sel Marrow"


def test_who_is_down_is_passed_over_and_loses_what_was_held(gm, ines, jun, bramble, table):
    from apps.characters.rough_magic import endurance
    from tests.combat.wounded import a_turn_of

    starts(gm, jun, bramble)
    ines.does("rough_magic.hold", character=jun.public_id)
    a_turn_of(gm, lambda turn: endurance.lose(turn, turn.desk.get(type(jun), jun.pk), 4))
    assert place(gm, jun).held is None
    goes_on(gm)
    goes_on(gm)
    assert (acting(gm), play(gm).round) == ("Bramble Oke", 2)


def test_states_end_with_the_turn_that_begins_and_a_held_one_does_not_begin(gm, ines, jun, bramble):
    from apps.characters.rough_magic import states as kept
    from tests.combat.wounded import a_turn_of

    starts(gm, bramble, jun)

    def runs(turn):
        mine = turn.desk.get(type(jun), jun.pk)
        kept.begin(turn, mine, "running")
        kept.begin(turn, mine, "surprised")

    a_turn_of(gm, runs)
    goes_on(gm)
    assert states(jun) == ["surprised"]
    ines.does("rough_magic.hold", character=jun.public_id)
    assert states(jun) == ["surprised", "running"]
    ines.does("rough_magic.break-in", character=jun.public_id)
    assert states(jun) == ["surprised"]
    goes_on(gm)
    assert states(jun) == []


def test_the_gm_picks_who_of_a_group_is_next(gm, jun, guards):
    starts(gm, jun, *guards)
    goes_on(gm, first=guards[2].public_id)
    assert acting(gm) == "Guard 3"
    goes_on(gm)
    assert acting(gm) == "Guard 1"
    goes_on(gm)
    goes_on(gm)
    assert play(gm).over


def test_who_goes_first_is_asked_of_the_gm_alone_and_where_a_group_is_next(gm, ines, jun, guards):
    starts(gm, jun, *guards)
    assert "Who goes first" in gm.get("rough_magic.next", plain=True).content.decode()
    assert "Who goes first" not in ines.get("rough_magic.next", plain=True).content.decode()


def test_each_step_is_taken_back(gm, ines, jun, bramble):
    starts(gm, jun, bramble)
    steps = [
        lambda: ines.does("rough_magic.hold", character=jun.public_id),
        lambda: ines.does("rough_magic.break-in", character=jun.public_id),
        lambda: goes_on(gm),
        lambda: goes_on(gm),
        lambda: goes_on(gm),
    ]
    kinds, before = ["held", "broke-in", "turn-came", "turn-came", "turn-came"], []
    for one in steps:
        before.append(state_of_fight())
        one()
    for kind, was in zip(reversed(kinds), reversed(before), strict=True):
        gm.does("undo", event=latest(gm, kind))
        assert state_of_fight() == was


def latest(gm, kind):
    from apps.table.models import Event

    return Event.objects.filter(table=gm.table, kind=f"rough_magic.{kind}", undone_by=None).latest("pk").public_id


def test_two_taps_go_on_once(gm, jun, bramble):
    starts(gm, jun, bramble)
    gm.does("rough_magic.next", seen=f"1.{play(gm).places[0].name}")
    assert gm.post("rough_magic.next", seen=f"1.{play(gm).places[0].name}").status_code == 422
    assert acting(gm) == "Bramble Oke"


def test_nobody_else_ends_a_turn(gm, ines, marek, watcher, jun, bramble):
    starts(gm, jun, bramble)
    before = state_of_fight()
    assert marek.post("rough_magic.next").status_code in {403, 422}
    assert marek.post("rough_magic.hold", character=jun.public_id).status_code == 422
    assert marek.post("rough_magic.hold", character=bramble.public_id).status_code == 422
    assert marek.post("rough_magic.break-in", character=bramble.public_id).status_code == 422
    assert watcher.post("rough_magic.next").status_code == 403
    assert state_of_fight() == before
    ines.does("rough_magic.next")
    assert acting(gm) == "Bramble Oke"


def test_a_hidden_one_acts_and_the_others_hear_nothing_of_it(gm, jun, ash):
    starts(gm, ash, jun)
    goes_on(gm)
    assert told_to(newest(gm, "turn-came"), "everybody")["now"] == "Jun Vey"
    goes_on(gm)
    goes_on(gm)
    facts = told_to(newest(gm, "turn-came"), "everybody")
    assert (facts["now"], facts["round"]) == ("", 2)
    assert "Ash" not in str(facts)
