"""What several people are asked at once, who has which place, what lies aside, and lines for the GMs alone."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest

from apps.characters.models import Entry, Part, Track
from apps.rules.dice import ScriptedDice
from apps.table import answering, door, exchanges
from apps.table.carrying import packing
from apps.table.models import Ask, Exchange
from tests.acts_of_an_evening import Evening, Step, evening, step, who
from tests.attempts import not_withstood
from tests.keeping_secrets import MARK, Secret, differing, in_each_world, one, plainly, traces_of
from tests.law_of_acts import broken_by
from tests.parlour.evening import asked, ballot, beginning, hand

CALL = step("gm", "parlour.call-vote", question="Shall we go in?")
RANK = step("gm", "parlour.call-rank", question="Who was best?")


@pytest.fixture
def before(db: None, settings: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """Nothing was played yet."""
    settings.MEDIA_ROOT = tmp_path
    monkeypatch.setattr(door, "dice", ScriptedDice([]))
    return evening(game="parlour")


@pytest.fixture
def tonight(before: Evening) -> Evening:
    """Ines plays Bix, Marek Oda; every player has three coins."""
    for one_ in beginning():
        before.do(one_)
    return before


def test_the_law_holds_after_every_act_taken_back_or_done_again(before: Evening) -> None:
    assert not broken_by(before, "parlour")


def test_nothing_comes_of_what_must_not_be(before: Evening) -> None:
    assert not not_withstood(before, "parlour")


# answers that wait for each other


def test_nobody_is_shown_a_hand_before_all_are_in(tonight: Evening) -> None:
    """Two hands each of two people: everybody else sees the same, and that both have answered."""
    tonight.do(CALL)
    worlds = [[hand("ines", one_), hand("marek", other)] for one_ in ("for", "against") for other in ("for", "against")]
    shown = in_each_world(tonight, worlds, ("gm", "second", "watcher"))
    assert not differing(shown)
    others = in_each_world(tonight, [[hand("ines", one_)] for one_ in ("for", "against")], ("marek",))
    assert not differing(others)
    assert "in" in shown[0]["watcher: "]


def test_one_sees_ones_own_hand_and_may_change_it(tonight: Evening) -> None:
    for one_ in (CALL, hand("ines", "for"), hand("ines", "against")):
        tonight.do(one_)
    assert "You said against" in tonight.people["ines"].panel("asks")
    assert "Ines: in, against" in tonight.people["ines"].panel("parlour-room")
    assert "Ines: in Marek: asked" in tonight.people["gm"].panel("parlour-room")


def test_a_hand_that_is_in_waits_for_nobody(tonight: Evening) -> None:
    tonight.do(CALL)
    ines = tonight.people["ines"]
    assert 'data-count="1"' in str(ines.soup().find(id="panel-asks"))
    assert "Ines" in tonight.people["watcher"].panel("awaited")
    tonight.do(hand("ines", "for"))
    assert 'data-count="0"' in str(ines.soup().find(id="panel-asks"))
    assert "Ines" not in tonight.people["watcher"].panel("awaited")
    assert "Close without it" in tonight.people["gm"].panel("waiting")
    assert "Answer for them" not in tonight.people["gm"].panel("waiting")


def test_the_gm_answers_for_nobody(tonight: Evening) -> None:
    tonight.do(CALL)
    ask = tonight.prepare(hand("marek", "for"))
    answer = tonight.people["gm"].post("parlour.vote", **ask)
    assert answer.status_code == 422
    assert "Nobody answers this for somebody else" in answer.content.decode()
    assert tonight.people["ines"].post("parlour.vote", **ask).status_code == 422
    assert not Ask.objects.exclude(answer=None).exists()


def test_the_last_answer_shows_all_in_the_order_of_the_table(tonight: Evening) -> None:
    for one_ in (CALL, hand("gm", "for"), hand("marek", "against"), hand("ines", "for")):
        tonight.do(one_)
    assert "Ines for. Marek against. Host for." in tonight.people["watcher"].log()
    assert not Exchange.objects.filter(closed_at=None).exists()


def test_an_answer_left_out_counts_for_nothing_and_shows_the_others(tonight: Evening) -> None:
    for one_ in (CALL, hand("gm", "for"), hand("ines", "for"), step("gm", "leave-out", asked("marek"))):
        tonight.do(one_)
    log = tonight.people["watcher"].log()
    assert "goes on without an answer of Marek." in log
    assert "Ines for. Host for." in log


def test_only_a_sealed_answer_that_is_missing_is_left_out(tonight: Evening) -> None:
    for one_ in (CALL, hand("ines", "for")):
        tonight.do(one_)
    given = tonight.prepare(step("gm", "leave-out", asked("ines")))
    answer = tonight.people["gm"].post("leave-out", **given)
    assert "They have answered meanwhile" in answer.content.decode()


def test_one_who_leaves_is_waited_for_no_longer(tonight: Evening) -> None:
    for one_ in (CALL, hand("gm", "for"), hand("ines", "for"), step("marek", "leave")):
        tonight.do(one_)
    assert "Ines for. Host for." in tonight.people["watcher"].log()


def test_hands_called_off_are_shown_to_nobody(tonight: Evening) -> None:
    for one_ in (CALL, hand("ines", "for")):
        tonight.do(one_)
    tonight.do(step("gm", "call-off", lambda e: {"exchange": e.exchange()}))
    ask = Ask.objects.exclude(answer=None).get()
    assert answering.seen_by(tonight.people["gm"].viewer, ask) is None
    assert answering.seen_by(tonight.people["marek"].viewer, ask) is None
    with pytest.raises(answering.StillSealed):
        answering.answers_in(ask.exchange)


def test_a_hand_of_ones_own_is_taken_back_until_all_are_in(tonight: Evening) -> None:
    for one_ in (CALL, hand("ines", "for"), hand("marek", "for")):
        tonight.do(one_)
    tonight.people["ines"].does("undo")
    assert Ask.objects.filter(answer="for").count() == 1
    assert "Ines: asked" in tonight.people["watcher"].panel("parlour-room")


def test_what_a_gm_takes_back_seals_the_hands_again(tonight: Evening) -> None:
    for one_ in (CALL, hand("ines", "for"), hand("gm", "for"), hand("marek", "against")):
        tonight.do(one_)
    tonight.do(step("gm", "undo", lambda e: {"event": e.event("parlour.opened")}))
    (exchange,) = Exchange.objects.filter(closed_at=None)
    assert [one_.facts["who"] for one_ in answering.awaited_in(exchange)] == ["Marek"]
    assert answering.seen_by(tonight.people["gm"].viewer, exchange.asks.get(answer="for", audience="seat")) is None
    tonight.do(hand("marek", "for"))
    assert "Marek for." in tonight.people["watcher"].log()


def test_a_vote_is_taken_back_with_its_hands_and_names_none(tonight: Evening) -> None:
    for one_ in (CALL, hand("ines", "for")):
        tonight.do(one_)
    event = tonight.event("parlour.called")
    refused = tonight.people["gm"].post("undo", event=event)
    assert "Later acts build on it. Take them back" in refused.content.decode()
    tonight.people["gm"].does("undo", event=event, with_later="on")
    assert not Exchange.objects.exists()


# ballots for the GM alone


def test_a_ballot_leaves_no_trace_but_that_it_is_in(tonight: Evening) -> None:
    tonight.do(RANK)
    worlds = [[ballot("ines", text)] for text in ("Marek", MARK)]
    assert not differing(in_each_world(tonight, worlds, ("marek", "watcher")))
    assert MARK in in_each_world(tonight, worlds[1:], ("gm",))[0]["gm: "]


def test_ballots_are_counted_for_the_gm_alone(tonight: Evening) -> None:
    for one_ in (RANK, ballot("ines", MARK), ballot("marek", "Ines"), ballot("gm", "Marek")):
        tonight.do(one_)
    assert f"Ballots: Ines, Marek, {MARK}." in tonight.people["second"].log()
    assert MARK not in tonight.people["marek"].page() + tonight.people["watcher"].page()
    seen_as = tonight.people["gm"].at_address(f"as/{tonight.seat('ines')}/").content.decode()
    assert MARK not in seen_as


def in_the_file(tonight: Evening) -> str:
    file = io.BytesIO()
    packing.pack(tonight.table.public_id, file)
    return zipfile.ZipFile(file).read("rows.jsonl").decode()


@pytest.mark.parametrize("steps", [(CALL, hand("ines", "against")), (RANK, ballot("ines", MARK))], ids=str)
def test_the_tables_file_holds_no_sealed_answer(tonight: Evening, steps: tuple[Step, ...]) -> None:
    for one_ in steps:
        tonight.do(one_)
    told = in_the_file(tonight)
    assert '"answer": null' in told
    assert not [text for text in ("against", MARK) if text in told]


def test_the_tables_file_holds_what_lies_open(tonight: Evening) -> None:
    for one_ in (CALL, hand("gm", "for"), hand("marek", "against"), hand("ines", "for")):
        tonight.do(one_)
    assert '"answer": "against"' in in_the_file(tonight)


def test_a_kind_without_an_end_is_refused_at_start() -> None:
    with pytest.raises(RuntimeError, match="never comes to its sealed answers"):
        exchanges.exchange_kind(name="parlour.lost", state=dict, template="", answer="", sealed="to-gm")


def test_whom_all_wait_for_goes_on_for_nobody_else_and_is_seen_by_all(tonight: Evening) -> None:
    for one_ in (step("gm", "parlour.call-wait", question="Ready?"), step("ines", "parlour.wait", asked("ines"))):
        tonight.do(one_)
    assert "Ines: in, go on Marek: asked" in tonight.people["watcher"].panel("parlour-room")
    assert '"answer": "go on"' in in_the_file(tonight)
    given = tonight.prepare(step("gm", "parlour.wait", asked("marek")))
    assert tonight.people["gm"].post("parlour.wait", **given).status_code == 422
    for one_ in (step("marek", "parlour.wait", asked("marek")), step("second", "parlour.wait", asked("gm"))):
        tonight.do(one_)
    assert "was the last, and it goes on." in tonight.people["watcher"].log()


# who has which place


def test_people_stand_in_an_order_and_change_places(tonight: Evening) -> None:
    tonight.do(step("gm", "parlour.sit", order="Marek Ines"))
    assert "1 Marek 2 Ines" in tonight.people["watcher"].panel("parlour-room")
    tonight.do(step("gm", "parlour.place", name="Ines", place=1))
    assert "1 Ines 2 Marek" in tonight.people["watcher"].panel("parlour-room")
    tonight.people["gm"].does("undo")
    assert "1 Marek 2 Ines" in tonight.people["watcher"].panel("parlour-room")


def test_an_order_is_arranged_anew_in_place_of_the_old_one(tonight: Evening) -> None:
    tonight.do(step("gm", "parlour.sit", order="Marek Ines"))
    tonight.do(step("gm", "parlour.sit", order="Ines"))
    assert list(Part.objects.values_list("place", "seat__name")) == [(1, "Ines")]


def test_whoever_leaves_has_no_place_and_the_others_close_up(tonight: Evening) -> None:
    tonight.do(step("gm", "parlour.sit", order="Marek Ines"))
    tonight.do(step("marek", "leave"))
    assert list(Part.objects.values_list("place", "seat__name")) == [(1, "Ines")]


# points that lie aside


def held(name: str) -> int:
    return Track.objects.get(key="coins", seat__name=name).value


def lying() -> int:
    return sum(Track.objects.filter(key__startswith="aside-").values_list("value", flat=True))


def test_what_lies_aside_is_in_nobodys_hand(tonight: Evening) -> None:
    for one_ in (CALL, step("ines", "parlour.bet", coins=2)):
        tonight.do(one_)
    assert (held("Ines"), lying()) == (1, 2)
    assert "2 aside" in tonight.people["marek"].panel("parlour-room")
    refused = tonight.people["ines"].post("parlour.bet", coins=4)
    assert "1 is left" in refused.content.decode()
    tonight.do(step("ines", "parlour.bet", coins=1))
    assert (held("Ines"), lying()) == (2, 1)


@pytest.mark.parametrize(
    ("last", "left"), [(hand("marek", "for"), (1, 3)), (hand("marek", "against"), (3, 3))], ids=("paid", "given back")
)
def test_it_is_paid_or_goes_back_when_all_are_in(tonight: Evening, last: Step, left: tuple[int, int]) -> None:
    for one_ in (CALL, step("ines", "parlour.bet", coins=2), hand("ines", "for"), hand("gm", "against"), last):
        tonight.do(one_)
    assert ((held("Ines"), held("Marek")), lying()) == (left, 0)


def test_it_goes_back_when_the_gm_calls_it_off_and_again_aside_when_that_is_taken_back(tonight: Evening) -> None:
    for one_ in (CALL, step("ines", "parlour.bet", coins=2), step("marek", "parlour.bet", coins=1)):
        tonight.do(one_)
    tonight.do(step("gm", "call-off", lambda e: {"exchange": e.exchange()}))
    assert (held("Ines"), held("Marek"), lying()) == (3, 3, 0)
    ledger = tonight.people["watcher"].at_address("points").content.decode()
    assert ledger.count("Given back") == 2
    assert "<b>Aside</b>" in ledger
    tonight.people["gm"].does("undo")
    assert (held("Ines"), held("Marek"), lying()) == (1, 2, 3)


def test_what_somebody_who_left_had_given_goes_to_the_supply(tonight: Evening) -> None:
    for one_ in (CALL, step("marek", "parlour.bet", coins=2), hand("ines", "against"), hand("gm", "against")):
        tonight.do(one_)
    tonight.do(step("marek", "leave"))
    assert (held("Marek"), lying()) == (1, 0)


# what is for the GMs alone


HIDDEN = step("gm", "parlour.line", who("Bix", text=MARK, hidden="on"))
SECRETS = (one("a hidden line", "gm second", HIDDEN, step("gm", "undo")),)


@pytest.mark.parametrize("secret", SECRETS, ids=str)
def test_a_hidden_line_leaves_no_trace_with_anybody_else(tonight: Evening, secret: Secret) -> None:
    traces_of(tonight, secret)


@pytest.mark.parametrize("address", ["print", "export", "act/parlour.lines"])
def test_a_hidden_line_is_on_no_page_of_its_own_player(tonight: Evening, address: str) -> None:
    bix, ines = tonight.character("Bix"), tonight.people["ines"]
    before = ines.at_address(address, character=bix).content
    tonight.do(HIDDEN)
    after = ines.at_address(address, character=bix)
    assert after.status_code == 200
    assert without_nonce(after.content) == without_nonce(before)
    assert MARK in tonight.people["gm"].at_address(address, character=bix).content.decode()


def without_nonce(content: bytes) -> str:
    return plainly(content.decode())


def test_a_player_who_writes_all_lines_leaves_the_hidden_one_as_it_is(tonight: Evening) -> None:
    tonight.do(HIDDEN)
    tonight.do(step("ines", "parlour.lines", who("Bix", line_1_name=MARK, line_2_name="Sings")))
    assert [(one_.name, one_.hidden) for one_ in Entry.objects.order_by("pk")] == [
        (MARK, True),
        (MARK, False),
        ("Sings", False),
    ]
    text = tonight.people["ines"].at_address("export", character=tonight.character("Bix")).content
    assert json.loads(text) == [MARK, "Sings"]


def test_a_rule_for_the_gm_is_in_no_players_book(tonight: Evening) -> None:
    for name in ("ines", "watcher"):
        person = tonight.people[name]
        assert "cellar" not in person.at_address("book").content.decode()
        assert "No rule of Parlour" in person.at_address("book", q="kraken").content.decode()
        assert person.at_address("rule", id="parlour.cellar").status_code == 404
        assert "parlour.cellar" not in person.at_address("switches").content.decode()
    gm = tonight.people["gm"]
    assert "What lies in the cellar" in gm.at_address("book").content.decode()
    assert "1 of 2 rules" in gm.at_address("book", q="kraken").content.decode()
    assert gm.at_address("rule", id="parlour.cellar").status_code == 200
    assert "parlour.cellar" in gm.at_address("switches").content.decode()
