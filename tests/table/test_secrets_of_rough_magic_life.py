"""What of harm, states, powers and death in Rough Magic is secret, looked for in every other seat's pages and forms."""

from __future__ import annotations

import pytest

from tests.acts_of_an_evening import Evening, Step, step, who
from tests.keeping_secrets import (
    MARK,
    PLAYERS,
    Secret,
    begun,
    differing,
    in_each_world,
    one,
    told_by_ids,
    told_in_forms,
    traces_of,
    undone,
)
from tests.rough_evening import beginning
from tests.rough_evening_life import of_sheet, says, those

ASH = "Warden Ash"


def hurts(name: str, levels: int = 1, sort: str = "lasting", why: str = MARK) -> Step:
    return step("gm", "rough_magic.hurt", those(name, levels=levels, sort=sort, why=why))


def heals(name: str, levels: int = 1, sort: str = "lasting", why: str = MARK) -> Step:
    return step("gm", "rough_magic.heal", who(name, levels=levels, sort=sort, why=why))


def taunted_by_ash() -> Step:
    return step("gm", "rough_magic.state", lambda e: {**says("Jun Vey", "taunted")(e), "by": e.character(ASH)})


SECRETS = (
    one("what befalls the hidden", "gm second", hurts(ASH, 3), heals(ASH), undone("rough_magic.healed"),
        step("gm", "rough_magic.time-passes", those(ASH, days=8, care="no"))),
    one("how the hidden stand", "gm second", step("gm", "rough_magic.state", says(ASH, "power stunt", note=MARK)),
        step("gm", "rough_magic.state", says(ASH, "power stunt", "ends"))),
    one("what the hidden carry", "gm second",
        step("gm", "rough_magic.draw", of_sheet(ASH, "Needle gun", "gear", on="no")), marked=False),
    one("the powers of an enemy", "gm second",
        step("gm", "rough_magic.switch-power", of_sheet("Sel Marrow", "Stillness", "power", to="off")), marked=False),
    one("a death that is proposed", "gm second ines", step("gm", "rough_magic.death", who("Jun Vey", why=MARK)),
        step("ines", "rough_magic.answer-death", lambda e: {"ask": e.ask("Jun Vey"), "allow": "no"})),
    one("a death that the GM is asked for", "gm second marek",
        step("marek", "rough_magic.death", who("Bramble Oke", why=MARK))),
    one("the hidden one dies", "gm second", step("gm", "rough_magic.death", who(ASH, why=MARK)),
        step("gm", "rough_magic.not-dead", who(ASH, why=MARK)), alone=True),
)  # fmt: skip


@pytest.fixture
def tonight(db: None, own_pictures: None) -> Evening:
    """A scene is open, Ines plays Jun, Marek Bramble; Warden Ash is hidden."""
    return begun("rough_magic", beginning())


@pytest.mark.parametrize("secret", SECRETS, ids=str)
def test_a_secret_leaves_no_trace_with_anybody_else(tonight: Evening, secret: Secret) -> None:
    traces_of(tonight, secret)


def test_no_form_and_no_refusal_tells_of_a_secret(tonight: Evening) -> None:
    """Each act's form and each refusal for this seat: equal bytes with all the secrets of the others and without."""
    known = {"character": tonight.character("Jun Vey"), "opponent": tonight.character("Sel Marrow"), "text": "x"}
    more = ("event", "ask", "exchange", "condition", "entry", "gear", "power", "by", "target")
    assert not told_in_forms(tonight, "watcher", SECRETS, known, more)


def test_the_id_of_a_secret_thing_is_as_good_as_none(tonight: Evening) -> None:
    tonight.do(step("gm", "rough_magic.state", says(ASH, "cover")))
    ash = tonight.row(ASH)
    ids = {
        "hidden": ash.public_id,
        "condition": ash.conditions.get().public_id,
        "gear": ash.entries.get(kind="gear").public_id,
        "power": tonight.row("Sel Marrow").entries.get(kind="power").public_id,
    }
    fields = dict.fromkeys(("character", "characters", "by", "target"), "hidden")
    assert not told_by_ids(tonight, "ines", ids, fields | {one_: one_ for one_ in ("condition", "gear", "power")})


def test_who_is_behind_a_state_is_nowhere_while_they_hide(tonight: Evening) -> None:
    """Taunted by the hidden, or by nobody who is named: the others are shown the same."""
    nobody = step("gm", "rough_magic.state", says("Jun Vey", "taunted"))
    worlds = [(taunted_by_ash(),), (nobody,)]
    assert differing(in_each_world(tonight, worlds, ("marek", "watcher"))) == []
    assert differing(in_each_world(tonight, worlds, ("gm",))) != []


def test_of_an_enemy_s_levels_the_word_alone_is_told(tonight: Evening) -> None:
    """Two levels gone for good or both stunned: the word is the same."""
    worlds = [(hurts("Sel Marrow", 2, sort),) for sort in ("lasting", "stunning")]
    assert differing(in_each_world(tonight, worlds, PLAYERS)) == []
    assert differing(in_each_world(tonight, worlds, ("gm",))) != []
