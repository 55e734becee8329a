"""Nobody hears of a hidden fighter who breaks in or is offered a phase, nor of what others hold for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acts_of_an_evening import Evening, of_ask, step, who
from tests.dragon_evening_cutting import held, offered, taken
from tests.keeping_secrets import MARK, Secret, one, told_by_ids, told_in_forms, traces_of, undone
from tests.table.test_secrets_of_dragon import ID_FIELDS, tonight

__all__ = ["tonight"]

BEGUN = step("gm", "note", text="A fight", first=held((2, "Good")))
CLAIM = step("gm", "dragon.claim-trigger", who("Bell-witch", event=MARK))
SECRETS = (
    one("a hidden enemy breaks in", "gm second", CLAIM, step("gm", "dragon.break-in", of_ask(words=MARK)),
        first=(BEGUN,)),
    one("a hidden enemy is about to break in", "gm second", CLAIM, undone("dragon.trigger-claimed"), first=(BEGUN,)),
    one("a phase for a hidden enemy", "gm second",
        step("gm", "dragon.offer-bonus", offered("Ketta Vane", "Bell-witch", words=MARK)),
        step("gm", "dragon.take-offer", of_ask(allow="yes")),
        first=(BEGUN, step("gm", "note", text="Later", first=taken(5, "Good")))),
)  # fmt: skip


@pytest.mark.parametrize("secret", SECRETS, ids=str)
def test_a_secret_leaves_no_trace_with_anybody_else(tonight: Evening, secret: Secret) -> None:
    traces_of(tonight, secret)


@pytest.mark.parametrize("name", ["ines", "watcher"])
@pytest.mark.parametrize("secret", SECRETS[::2], ids=str)
def test_no_form_and_no_refusal_tells_of_a_secret(tonight: Evening, name: str, secret: Secret) -> None:
    """Each act's form and each refusal for this seat: equal bytes with all the secrets of the others and without."""
    known: dict[str, Any] = {"character": tonight.character("Ketta Vane"), "to": tonight.character("Captain Sorrel")}
    assert not told_in_forms(tonight, name, [secret], known, ("event", "ask", "exchange", "target"))


@pytest.mark.parametrize("name", ["ines", "watcher"])
def test_the_id_of_a_hidden_fighter_is_as_good_as_none(tonight: Evening, name: str) -> None:
    tonight.do(BEGUN)
    witch = tonight.row("Bell-witch")
    fields = {field: kind for field, kind in ID_FIELDS.items() if kind == "hidden"} | {"to": "hidden"}
    assert not told_by_ids(tonight, name, {"hidden": witch.public_id}, fields)


def test_what_somebody_holds_for_is_on_no_other_page(tonight: Evening) -> None:
    tonight.do(BEGUN)
    tonight.do(step("ines", "dragon.claim-trigger", who("Ketta Vane", event=MARK)))
    for name in ("marek", "watcher"):
        page = tonight.people[name].page()
        assert MARK not in page
        assert "somebody runs" not in page
    assert "somebody runs" in tonight.people["ines"].page()
