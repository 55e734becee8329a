"""A fight of blows: attacks and defenses in every pairing, a Knockout, a grapple, somebody hidden."""

from __future__ import annotations

from collections.abc import Iterator

from tests.acts_of_an_evening import Data, Evening, Given, Step, a_maneuver, all_of, of_ask, step, who


def blow(attacker: str, target: str, *, way: str = "", **more: str) -> Data:
    """An attack of one on another, with a maneuver of that name."""

    def found(e: Evening) -> Given:
        row = e.row(attacker)
        with_ = {"maneuver": row.entries.get(name=way).public_id} if way else {}
        return {"character": row.public_id, "target": e.character(target), **with_, **more}

    return found


def gaff(e: Evening) -> str:
    """The dockhand's weapon."""
    return e.row("Dockhand 1").entries.get(name="Gaff").public_id


def attacks() -> Iterator[Step]:
    """Shannon acts first, then the dockhands, Voss in the dark, and Pell."""
    yield step("ines", "dragonfly.maneuver-add", a_maneuver())
    yield step("gm", "dragonfly.maneuver-add", lambda e: {
        "character": e.character("Dockhand 1"), "name": "Gaff", "score": "combat", "base_damage": 6,
        "damage_type": "slash-stab", "weapon": "hand-weapon"}, note="for a score sheet")  # fmt: skip
    fighters = ("Shannon Reyes", "Pell", "Dockhand 1", "Dockhand 2", "Voss")
    yield step("gm", "dragonfly.start-fight", lambda e: {"title": "The pier", "characters": all_of(e, *fighters)})
    yield step("ines", "dragonfly.declare", who(
        "Shannon Reyes", text="Both dockhands", extra_1="attack", extra_2="attack", drama="damage"))  # fmt: skip
    yield step("gm", "dragonfly.fight-next", dice=(4,), note="to initiative")
    yield step("ines", "dragonfly.initiative", of_ask("Shannon Reyes"), dice=(6,))
    yield step("marek", "dragonfly.initiative", of_ask("Pell"), dice=(5, 7, 4))
    yield step("ines", "dragonfly.attack", blow("Shannon Reyes", "Dockhand 1", way="Boat hook"), dice=(5,))
    yield step("gm", "dragonfly.defend", of_ask(how="take"), note="takes it")
    yield step("ines", "dragonfly.attack", blow("Shannon Reyes", "Dockhand 2", way="Boat hook", sort="knockout"),
               note="a Knockout")  # fmt: skip
    yield step("second", "dragonfly.defend", of_ask(how="dodge"), note="dodges")
    yield step("ines", "dragonfly.attack", blow("Shannon Reyes", "Dockhand 2", sort="grapple", grip="left-arm"),
               note="a grapple, and no defense is left")  # fmt: skip
    yield step("gm", "dragonfly.attack", blow("Dockhand 1", "Shannon Reyes", way="Gaff"), note="a score")
    yield step("ines", "dragonfly.defend", of_ask("Shannon Reyes", how="dodge", modifier="-1", modifier_name="Ice"),
               dice=(2,), note="by her player")  # fmt: skip
    yield step("gm", "dragonfly.attack", blow("Voss", "Pell", maneuver="weapon", weapon_name="Chain",
                                              weapon_damage="4"), dice=(7,), note="somebody hidden")  # fmt: skip
    yield step("marek", "dragonfly.defend", of_ask("Pell", how="weapon"), dice=(6,), note="with a weapon")
    yield step("gm", "dragonfly.fight-act", who("Dockhand 2", what="done"))
    yield step("marek", "dragonfly.attack", blow("Pell", "Dockhand 1", maneuver="bare-hands", weapon_damage="5"),
               dice=(1,), note="bare hands")  # fmt: skip
    yield step("gm", "dragonfly.defend", lambda e: {"ask": e.ask(), "how": gaff(e)}, note="with a weapon")
    yield step("gm", "dragonfly.attack", blow("Dockhand 2", "Pell", sort="grapple", grip="body", anyway="on"),
               note="waits")  # fmt: skip
    yield step("gm", "dragonfly.end-fight", note="an attack still waits")
