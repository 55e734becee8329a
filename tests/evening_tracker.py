"""A fight from its beginning to its end, without its blows."""

from __future__ import annotations

from collections.abc import Iterator

from tests.acts_of_an_evening import Step, all_of, of_ask, step, who


def fight_begins() -> Iterator[Step]:
    """Turn 1 up to its actions: Shannon is up, Voss is hidden."""
    yield step("gm", "dragonfly.start-fight", lambda e: {
        "title": "The quay", "characters": all_of(e, "Shannon Reyes", "Pell", "Dockhand 1", "Voss")})  # fmt: skip
    yield step("gm", "dragonfly.fight-thugs", name="Thug", combat=9, life_points=18, count=2)
    yield step("gm", "dragonfly.fight-thugs", lambda e: {"base": e.character("Dockhand 1"), "count": 1, "hidden": "on"},
               note="a hidden copy")  # fmt: skip
    yield step("gm", "dragonfly.fight-join", lambda e: {"characters": all_of(e, "Dockhand 2")})
    yield step("ines", "dragonfly.declare", who(
        "Shannon Reyes", text="The tall one, twice", extra_1="attack", drama="initiative", fury="on",
        fury_why="They burnt the boats"))  # fmt: skip
    yield step("gm", "dragonfly.answer-fury", of_ask(allow="yes", words="They did"))
    yield step("marek", "dragonfly.declare", who("Pell", stance="full-defense", fury="on", fury_why="Rain"),
               note="Pell")  # fmt: skip
    yield step("second", "dragonfly.answer-fury", of_ask(allow="no"), note="no")
    yield step("gm", "dragonfly.declare", who("Voss", text="Waits in the dark", action="other"), note="somebody hidden")
    yield step("gm", "dragonfly.verdict", who("Shannon Reyes", verdict="longer", turns=2))
    yield step("gm", "dragonfly.verdict", who("Shannon Reyes", verdict="yes"), note="after all")
    yield step("gm", "dragonfly.fight-undefended", who("Dockhand 2", unable="yes"))
    yield step("gm", "dragonfly.fight-next", dice=(4,), note="to initiative")
    yield step("ines", "dragonfly.initiative", of_ask("Shannon Reyes"), dice=(6,))
    yield step("marek", "dragonfly.initiative", of_ask("Pell"), dice=(5, 7, 4, 1, 8, 2), note="the last")


def fight_ends() -> Iterator[Step]:
    """Moves that are no attacks, a Turn declared in secret, and the end."""
    yield step("ines", "dragonfly.fight-act", who("Shannon Reyes", what="done", words="Lets it be"))
    yield step("gm", "dragonfly.fight-act", who("Dockhand 1", what="other", words="Pulls the lever"), note="for the GM")
    yield step("gm", "dragonfly.fight-place", who("Voss", place=1))
    yield step("gm", "dragonfly.fight-side", who("Thug 2", side="players"))
    yield step("gm", "dragonfly.fight-side", who("Pell", side="others"), note="of a player’s")
    yield step("gm", "dragonfly.fight-side", who("Pell", side="players"), note="of a player’s, and back")
    yield step("gm", "dragonfly.fight-side", who("Voss", side="players"), note="of somebody hidden")
    yield step("gm", "dragonfly.fight-side", who("Voss", side="others"), note="of somebody hidden, and back")
    yield step("gm", "dragonfly.fight-leave", who("Thug 2"))
    yield step("gm", "switches", lambda e: e.switches(secret_intentions="on"), note="in secret")
    for turn in range(2):
        yield step("gm", "dragonfly.fight-next", note=f"on, {turn}")
    yield step("gm", "dragonfly.fight-act", who("Voss", what="other", words="Slips nearer"), note="of somebody hidden")
    yield step("gm", "dragonfly.fight-next", note="to Turn 2")
    yield step("ines", "dragonfly.declare", who("Shannon Reyes", text="Up the rope", action="other", drama="attack"),
               note="in secret")  # fmt: skip
    yield step("marek", "dragonfly.declare", who("Pell", text="Hits back", fury="on", fury_why="They burnt the boats"),
               note="in secret, Pell")  # fmt: skip
    yield step("gm", "dragonfly.answer-fury", of_ask(allow="yes"), note="in secret")
    yield step("gm", "dragonfly.fight-next", dice=(3,), note="shown")
    yield step("gm", "dragonfly.fight-next", dice=(2, 9, 1, 6, 4), note="for everybody left")
    yield step("gm", "dragonfly.end-fight")
    yield step("gm", "switches", lambda e: e.switches(secret_intentions="off"), note="openly again")
