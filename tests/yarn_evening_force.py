"""An evening of Yarn: what was refused is forced, helped, blocked, given up."""

from __future__ import annotations

from collections.abc import Iterator

from tests.acts_of_an_evening import Step, step
from tests.yarn_evening import asked
from tests.yarn_evening_petition import begins, says, sides


def force() -> Iterator[Step]:
    yield step("gm", "yarn.set-hand", lambda e: {"who": e.seat("ines"), "points": "tokens", "count": 2})
    yield step("gm", "yarn.set-hand", lambda e: {"who": e.seat("marek"), "points": "tokens", "count": 2}, note="m")
    yield step("gm", "yarn.set-hand", who="GM", points="tokens", count=2, note="her own")
    yield from begins("The attic")
    yield step("ines", "yarn.signal-end", sides("Maud Ferrin", "Joss Amber"))
    yield says("ines", "got-it", "no")
    yield step("gm", "yarn.let-it-be")
    yield says("ines", "force", "yes", own=0)
    yield step("ines", "yarn.give-up", lambda e: {"ask": asked(e, "ines").public_id})
    yield step("gm", "undo", note="the force is on again")
    yield step("gm", "yarn.give-to-force", side="force", text="Hums")
    yield step("gm", "yarn.take-gift-back")
    yield step("ines", "yarn.give-to-force", side="force", note="own")
    yield step("ines", "yarn.give-to-force", side="force", note="enough")
    yield step("second", "yarn.give-to-force", side="block", note="to the block")
    yield says("marek", "block", "yes")
    yield step("gm", "yarn.confirm-tokens")
