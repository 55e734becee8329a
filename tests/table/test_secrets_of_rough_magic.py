"""Every secret of Rough Magic's sheets is looked for in every other seat's pages, frames, forms and refusals."""

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
from tests.rough_evening import ASH, JUN, beginning

HURT = step("gm", "rough_magic.hurt", lambda e: {
    "characters": [e.character("Warden Ash")], "levels": 2, "sort": "lasting", "why": MARK})  # fmt: skip
SECRETS = (
    one("a hidden enemy", "gm second", step("gm", "rough_magic.make", **ASH | {"name": MARK})),
    one("hidden people without a name", "gm second",
        step("gm", "rough_magic.quick-cast", name=MARK, attack="close", copies=2, hidden="on")),
    one("a hidden thing", "gm second", step("gm", "rough_magic.make-thing", name=f"{MARK} chest", dv=5, hidden="on"),
        step("gm", "rough_magic.edit-thing", who(f"{MARK} chest", name=f"{MARK} box", dv=6))),
    one("what befalls the hidden", "gm second", HURT, step("gm", "condition-add", who("Warden Ash", name=MARK)),
        undone("condition-added")),
    one("the hidden is copied, changed and gone", "gm second", step("gm", "rough_magic.duplicate", who("Warden Ash")),
        step("gm", "rough_magic.edit", who("Warden Ash", **ASH | {"name": MARK})),
        step("gm", "delete-character", who(MARK)), alone=True),
    one("the sheet of an enemy", "gm second", step("gm", "rough_magic.edit", lambda e: {
        "character": e.character("Sel Marrow"), "name": "Sel Marrow", "role": "enemy", "gear_1_name": MARK,
        "gear_1_rank": 3, "notes": MARK, "complication_1_name": MARK})),
)  # fmt: skip


@pytest.fixture
def tonight(db: None, own_pictures: None) -> Evening:
    """A scene is open, Ines plays Jun, Marek Bramble; Warden Ash is hidden."""
    return begun("rough_magic", beginning())


@pytest.mark.parametrize("secret", SECRETS, ids=str)
def test_a_secret_leaves_no_trace_with_anybody_else(tonight: Evening, secret: Secret) -> None:
    traces_of(tonight, secret)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ines", "watcher"])
def test_no_form_and_no_refusal_tells_of_a_secret(tonight: Evening, name: str) -> None:
    """Each act's form and each refusal for this seat: equal bytes with all the secrets of the others and without."""
    known = {"character": tonight.character("Jun Vey"), "opponents": tonight.character("Sel Marrow"), "text": "x"}
    more = ("event", "ask", "exchange", "condition", "entry", "knock", "seat", "target")
    assert not told_in_forms(tonight, name, SECRETS, known, more)


ID_FIELDS = dict.fromkeys(("character", "characters", "opponents", "target"), "hidden") | {"condition": "condition"}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ines", "watcher"])
def test_the_id_of_a_secret_thing_is_as_good_as_none(tonight: Evening, name: str) -> None:
    tonight.do(step("gm", "condition-add", who("Warden Ash", name=MARK)))
    ash = tonight.row("Warden Ash")
    ids = {"hidden": ash.public_id, "condition": ash.conditions.latest("pk").public_id}
    assert not told_by_ids(tonight, name, ids, ID_FIELDS)


def test_the_numbers_of_an_enemy_and_of_a_thing_are_nowhere(tonight: Evening) -> None:
    """Others of the same name with other numbers: whoever may not know them is shown the same."""
    worlds = [_with_numbers(n) for n in (2, 9)]
    assert differing(in_each_world(tonight, worlds, PLAYERS)) == []
    assert differing(in_each_world(tonight, worlds, ("gm",))) != []


def test_what_an_owner_writes_is_read_by_nobody_else(tonight: Evening) -> None:
    """The others hear that the sheet was edited, whatever was written."""
    worlds = [
        (step("ines", "rough_magic.edit", who("Jun Vey", **JUN | {"will": n, "complication_2_name": f"Trouble {n}"})),)
        for n in (3, 9)
    ]
    assert differing(in_each_world(tonight, worlds, ("marek", "watcher"))) == []
    assert differing(in_each_world(tonight, worlds, ("ines",))) != []


def _with_numbers(n: int) -> tuple[Step, ...]:
    return (
        step("gm", "rough_magic.make", name="Eel", role="enemy", agility=n, brawn=n, gear_1_name="Tooth",
             gear_1_rank=n, gear_1_attack="close"),
        step("gm", "rough_magic.make-thing", name="Grate", dv=n),
        step("gm", "rough_magic.quick-cast", name="Minnow", attack="close", brawn=n),
    )  # fmt: skip
