"""Every secret of Crew is looked for in every other seat's pages, frames, forms and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Entry
from tests.acts_of_an_evening import Data, Evening, Step, step, who
from tests.crew_evening import TRAN, beginning
from tests.crew_evening_contest import SHOOTS, asked, pool, roll, tap
from tests.keeping_secrets import (
    MARK,
    PLAYERS,
    SEATS,
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


def trait_of_the_place(**more: Any) -> Data:
    """Data about the newest Trait of the place."""
    return lambda e: {
        "trait": Entry.objects.filter(character__table=e.table, kind="trait").latest("pk").public_id,
        **more,
    }


HARM = step("gm", "crew.complication", who("Sniper", do="new", name=MARK, size=6))
SECRETS = (
    one("a hidden Major GMC", "gm second", step("gm", "crew.make", **TRAN | {"name": MARK, "hidden": "on"})),
    one("hidden GMCs with one die", "gm second",
        step("gm", "crew.quick-gmc", name=MARK, role="extra", die=6, copies=2, hidden="on")),
    one("a hidden ship", "gm second", step("gm", "crew.make-ship", name=MARK, type="ship", hull=12, hidden="on")),
    one("what befalls the hidden", "gm second", HARM, step("gm", "crew.set-taken-out", who("Sniper", out="yes")),
        step("gm", "condition-add", who("Sniper", name=MARK))),
    one("a Complication of the hidden that is taken back", "gm second",
        step("gm", "crew.complication", who("Sniper", do="new", name=f"{MARK} again", size=6)),
        undone("crew.complication-set")),
    one("the hidden is copied, changed and gone", "gm second", step("gm", "crew.duplicate", who("Sniper")),
        step("gm", "crew.edit", who("Sniper", name=MARK, role="minor-gmc", die=12, hidden="on")),
        step("gm", "delete-character", who(MARK)), alone=True),
    one("a Trait of the place", "gm second",
        step("gm", "crew.place-trait", name=MARK, size=8, hidden="on")),
    one("a Trait of the place that is renamed and gone", "gm second",
        step("gm", "crew.place-trait", trait_of_the_place(name=f"{MARK} two", size=10, hidden="on")),
        step("gm", "crew.place-trait-gone", trait_of_the_place()),
        first=(step("gm", "crew.place-trait", name=f"{MARK} one", size=8, hidden="on"),)),
    one("notes", "gm", step("gm", "note", text=MARK)),
    one("a whisper of the GM", "gm ines", step("gm", "say", text=f"/w Ines {MARK}")),
)  # fmt: skip


@pytest.fixture
def tonight(db: None, own_pictures: None) -> Evening:
    """A scene is open, Ines plays Wren, Marek Kit; the Sniper is hidden."""
    return begun("crew", beginning())


@pytest.mark.parametrize("secret", SECRETS, ids=str)
def test_a_secret_leaves_no_trace_with_anybody_else(tonight: Evening, secret: Secret) -> None:
    traces_of(tonight, secret)


@pytest.mark.parametrize("name", ["ines", "watcher"])
def test_no_form_and_no_refusal_tells_of_a_secret(tonight: Evening, name: str) -> None:
    """Each act's form and each refusal for this seat: equal bytes with all the secrets of the others and without."""
    known = {"character": tonight.character("Wren"), "against": tonight.character("Deputy"), "what": "x", "text": "x"}
    more = ("event", "ask", "exchange", "condition", "draft", "ship", "complication", "entry", "knock", "seat")
    assert not told_in_forms(tonight, name, SECRETS, known, more)


ID_FIELDS = dict.fromkeys(("character", "characters", "against", "nominee", "ship"), "hidden") | {
    "condition": "condition", "complication": "complication",
}  # fmt: skip


@pytest.mark.parametrize("name", ["ines", "watcher"])
def test_the_id_of_a_secret_thing_is_as_good_as_none(tonight: Evening, name: str) -> None:
    for one_ in (HARM, step("gm", "condition-add", who("Sniper", name=MARK))):
        tonight.do(one_)
    sniper = tonight.row("Sniper")
    ids = {
        "hidden": sniper.public_id, "condition": sniper.conditions.latest("pk").public_id,
        "complication": sniper.entries.get(kind="complication").public_id,
    }  # fmt: skip
    assert not told_by_ids(tonight, name, ids, ID_FIELDS)


# one thing in two ways: whoever may not know which is shown the same


def test_who_is_hidden_behind_the_opposition_is_nowhere(tonight: Evening) -> None:
    """Wren against the Sniper or against another one who is hidden, while the pools are put together."""
    tonight.do(step("gm", "crew.quick-gmc", name="Lurker", role="minor-gmc", die=4, hidden="on"))
    worlds = [
        (step("gm", "crew.contest", roll("Cross the yard", "Wren", name)),
         step("ines", "crew.draft", tap("aggressor", SHOOTS[0])))
        for name in ("Sniper", "Lurker")
    ]  # fmt: skip
    assert differing(in_each_world(tonight, worlds, PLAYERS)) == []
    assert differing(in_each_world(tonight, worlds, ("gm",))) != []


def test_the_dice_of_which_the_gm_shows_the_total_are_nowhere(tonight: Evening) -> None:
    """Two throws with the same total: who watches is shown the same."""
    for one_ in (
        step("gm", "crew.contest", roll("Shoot her down", "Marshal Tran", "Wren")),
        *pool("ines", "defender", *SHOOTS),
        step("ines", "crew.throw", asked("defender"), (5, 6)),
        *pool("gm", "aggressor", *SHOOTS),
    ):
        tonight.do(one_)
    worlds = [(step("gm", "crew.throw", asked("aggressor", shown="total"), faces),) for faces in ((8, 6), (5, 9))]
    assert differing(in_each_world(tonight, worlds, PLAYERS)) == []
    assert differing(in_each_world(tonight, worlds, ("gm",))) != []
    assert set(PLAYERS) < set(SEATS)


def cast(name: str, **more: Any) -> Step:
    return step("gm", "crew.quick-gmc", name=name, role="extra", die=6, **more)


def copied(name: str) -> Step:
    """The first of that name: others may be called alike, and are hidden."""
    return step("gm", "crew.duplicate", lambda e: {
        "copies": 2, "character": e.table.characters.filter(name=name, hidden=False).earliest("pk").public_id,
    })  # fmt: skip


def test_the_numbers_of_copies_tell_of_nobody_hidden(tonight: Evening) -> None:
    """With hidden ones of the same name or of another: whoever may not know of them is shown the same."""
    worlds = [
        (cast(hidden, copies=3, hidden="on"), cast("Heavy", copies=2), copied("Heavy 1"),
         step("gm", "crew.open-conflict", title="The landing field"),
         step("gm", "crew.conflict-thugs", name="Heavy", die=8, count=2))
        for hidden in ("Heavy", "Eel")
    ]  # fmt: skip
    assert differing(in_each_world(tonight, worlds, PLAYERS)) == []
    assert differing(in_each_world(tonight, worlds, ("gm",))) != []
