"""Every secret of Yarn's sheets and votes is looked for in every other seat's pages, frames, forms and refusals."""

from __future__ import annotations

import pytest

from tests.acts_of_an_evening import Evening, step, who
from tests.keeping_secrets import (
    MARK,
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
from tests.yarn_evening import BESS, HALE, beginning, hand, trait

UNKNOWN = step("gm", "yarn.unknown-trait", who("Maud Ferrin", name=MARK, score=4))
SECRETS = (
    one("somebody hidden", "gm second", step("gm", "yarn.quick-cast", **HALE | {"name": MARK})),
    one("somebody hidden with a whole sheet", "gm second",
        step("gm", "yarn.make", **BESS | {"name": MARK, "hidden": "on"})),
    one("what befalls the hidden", "gm second", step("gm", "yarn.adjust", who(
        "Hale", track="hit-points", by=-3, why=MARK)), undone("yarn.adjusted")),
    one("the hidden is copied, changed and gone", "gm second", step("gm", "yarn.duplicate", who("Hale")),
        step("gm", "yarn.edit", who("Hale", name=MARK, role="recurring")), step("gm", "delete-character", who(MARK)),
        alone=True),
    one("the sheet of one of the GM’s", "gm second", step("gm", "yarn.edit", who(
        "Old Bess", **BESS | {"notes": MARK, "trait_2_name": MARK}))),
    one("a trait that nobody knows of", "gm second", UNKNOWN, undone("yarn.unknown-written")),
    one("what is written before it is approved", "gm second ines", step("ines", "yarn.edit", lambda e: {
        "character": e.character("Maud Ferrin"), "name": "Maud Ferrin", "role": "main", "notes": MARK})),
)  # fmt: skip
LEFT_OPEN = {"what is written before it is approved"}
"""That there was an edit everybody hears: it is what it says that is nobody's business."""


@pytest.fixture
def tonight(db: None, own_pictures: None) -> Evening:
    """A scene is open, Ines plays Maud, Marek Joss; Hale is hidden."""
    return begun("yarn", beginning())


@pytest.mark.parametrize("secret", [one_ for one_ in SECRETS if one_.name not in LEFT_OPEN], ids=str)
def test_a_secret_leaves_no_trace_with_anybody_else(tonight: Evening, secret: Secret) -> None:
    traces_of(tonight, secret)


def test_what_is_not_approved_is_told_to_nobody_else(tonight: Evening) -> None:
    for one_ in next(one_ for one_ in SECRETS if one_.name in LEFT_OPEN).steps:
        tonight.do(one_)
    for name in ("marek", "watcher"):
        person = tonight.people[name]
        everything = person.page(sheet=tonight.character("Maud Ferrin")) + person.at_address("log").content.decode()
        assert MARK not in everything, name


@pytest.mark.slow
@pytest.mark.parametrize("name", ["marek", "watcher"])
def test_no_form_and_no_refusal_tells_of_a_secret(tonight: Evening, name: str) -> None:
    """Each act's form and each refusal for this seat: equal bytes with all the secrets of the others and without."""
    known = {"character": tonight.character("Joss Amber"), "text": "x"}
    more = ("event", "ask", "exchange", "condition", "entry", "knock", "seat", "trait", "who")
    hidden = [one_ for one_ in SECRETS if one_.name not in LEFT_OPEN]
    assert not told_in_forms(tonight, name, hidden, known, more)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["marek", "watcher"])
def test_the_id_of_a_secret_thing_is_as_good_as_none(tonight: Evening, name: str) -> None:
    tonight.do(UNKNOWN)
    ids = {"hidden": tonight.row("Hale").public_id, "trait": trait("Maud Ferrin", MARK)(tonight)["trait"]}
    assert not told_by_ids(tonight, name, ids, {"character": "hidden", "trait": "trait"})


def test_nobody_is_shown_a_hand_before_all_are_in(tonight: Evening) -> None:
    """One of two hands is in: everybody else is shown the same whichever it is."""
    piet = step("gm", "yarn.doubt-trait", trait("Maud Ferrin", "Innkeeper"))
    tonight.knocks("Piet")
    for one_ in (step("gm", "admit", lambda e: {"knock": e.knock()}), piet):
        tonight.do(one_)
    worlds = [[hand("marek", word)] for word in ("stands", "struck")]
    shown = in_each_world(tonight, worlds, ("gm", "second", "ines", "watcher"))
    assert not differing(shown)
    assert "is asked" in shown[0]["watcher: "]
