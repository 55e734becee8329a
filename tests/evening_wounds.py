"""Wounds, fear, fire and holds: what harm and dread do to people, in a fight and outside of one."""

from __future__ import annotations

from collections.abc import Iterator

from apps.combat.models import Combatant
from tests.acts_of_an_evening import Data, Evening, Given, Step, all_of, of_ask, step, who
from tests.evening_attacks import blow


def _whom(*names: str, **more: object) -> Data:
    return lambda e: {"characters": all_of(e, *names), **more}


def _helps(helper: str, patient: str, **more: object) -> Data:
    return lambda e: {"character": e.character(helper), "patient": e.character(patient), **more}


def fear() -> Iterator[Step]:
    """A dreadful thing outside of a fight, for somebody hidden too, and ways to get over it."""
    yield step("gm", "dragonfly.ask-fear", lambda e: {
        "characters": all_of(e, "Shannon Reyes", "Pell", "Voss"), "creature": e.character("Sniper"), "modifier": -9,
        "hidden": "hidden", "label": "It has too many eyes"})  # fmt: skip
    yield step("gm", "dragonfly.answer-fear", of_ask(), dice=(2,), note="for somebody hidden")
    yield step("gm", "dragonfly.answer-panic", of_ask(panic="rolled"), note="of somebody hidden")
    yield step("ines", "dragonfly.answer-fear", of_ask("Shannon Reyes"), dice=(1,))
    yield step("gm", "dragonfly.answer-panic", of_ask(panic="run-away", words="Down the stairs"))
    yield step("marek", "dragonfly.answer-fear", of_ask("Pell", heroic_feat="on"), dice=(5,), note="calm")
    yield step("ines", "dragonfly.snap-out", who("Shannon Reyes"))
    yield step("ines", "dragonfly.answer-fear", of_ask("Shannon Reyes", decline="on"), note="not now")
    yield step("gm", "dragonfly.snap-out", who("Shannon Reyes"), note="for a player")
    yield step("ines", "dragonfly.answer-fear", of_ask("Shannon Reyes"), dice=(10,), note="a new test")
    yield step("gm", "dragonfly.end-panic", who("Voss", why="It is gone"))


def fire() -> Iterator[Step]:
    yield step("gm", "dragonfly.set-alight", _whom("Pell", "Voss", "Dockhand 2", why="The lamp oil"))
    yield step("gm", "dragonfly.set-alight", _whom("Sniper"), note="hidden")
    yield step("gm", "dragonfly.burn", who("Pell", turns=7))
    yield step("gm", "dragonfly.burn", who("Voss", turns=1), note="somebody hidden")
    yield step("gm", "dragonfly.burn", who("Dockhand 2", turns=1), note="one of the Supporting Cast")
    yield step("marek", "dragonfly.put-out", _helps("Pell", "Pell"))
    yield step("gm", "dragonfly.put-out", _helps("Dockhand 1", "Sniper"), note="somebody hidden")
    yield step("gm", "dragonfly.put-out", _helps("Sniper", "Dockhand 2"), note="by somebody hidden")


def wounds() -> Iterator[Step]:
    """Pell nearly dies; Dockhand 1 falls by the Director's word."""
    yield step("gm", "dragonfly.adjust", who("Pell", track="life-points", by=-51), note="to dying")
    yield step("marek", "dragonfly.answer-test", of_ask("Pell"), dice=(5,))
    yield step("marek", "dragonfly.answer-test", of_ask("Pell", heroic_feat="on"), dice=(1,), note="to stay conscious")
    yield step("gm", "dragonfly.minute", _whom("Pell"))
    yield step("gm", "dragonfly.answer-test", of_ask("Pell"), dice=(8,), note="for a player")
    yield step("ines", "dragonfly.stabilise", _helps("Shannon Reyes", "Pell", modifier=-4), dice=(8,))
    yield step("gm", "dragonfly.adjust", who("Pell", track="life-points", by=20), note="above zero")
    yield step("gm", "dragonfly.answer-waking", of_ask(allow="no"))
    yield step("gm", "dragonfly.wake", who("Pell", why="Smelling salts"))
    yield step("gm", "dragonfly.adjust", who("Voss", track="life-points", by=-50), note="somebody hidden, dying")
    yield step("gm", "dragonfly.answer-test", of_ask(), dice=(1,), note="and dead")
    yield step("gm", "dragonfly.fate", who("Voss", fate="unconscious"), note="not dead after all")
    yield step("gm", "dragonfly.minute", _whom("Voss"), note="for somebody hidden")
    yield step("gm", "switches", lambda e: e.switches(supporting_cast_down_at_zero="off"), note="the Director says")
    yield step("gm", "dragonfly.adjust", who("Dockhand 1", track="life-points", by=-40), note="to zero")
    yield step("gm", "dragonfly.answer-down", of_ask(allow="no"))
    yield step("gm", "dragonfly.adjust", who("Dockhand 1", track="life-points", by=-1), note="below")
    yield step("gm", "dragonfly.answer-down", of_ask(allow="yes"), note="down")
    yield step("gm", "dragonfly.fate", who("Dockhand 1", fate="dead", why="He drowned"), note="dead")


def _seizes(holder: str, victim: str, grip: str) -> Data:
    return blow(holder, victim, sort="grapple", grip=grip, anyway="on")


def _hold(holder: str, victim: str) -> Data:
    def found(e: Evening) -> Given:
        one = Combatant.objects.get(character=e.row(holder)).holding.get(held__character=e.row(victim))
        return {"hold": f"{one.holder.public_id}-{one.held.public_id}-{one.grip}"}

    return found


def holds() -> Iterator[Step]:
    """A scuffle in which everybody holds somebody, the hidden too."""
    yield step("gm", "dragonfly.start-fight", _whom("Shannon Reyes", "Pell", "Dockhand 2", "Voss"))
    yield step("gm", "dragonfly.fight-next", dice=(4,), note="to initiative")
    yield step("gm", "dragonfly.fight-next", dice=(9, 3), note="for everybody left")
    for held in ("Shannon Reyes", "Pell", "Voss"):
        yield step("gm", "dragonfly.fight-undefended", who(held, unable="yes"), note=held)
    yield step("gm", "dragonfly.attack", _seizes("Pell", "Shannon Reyes", "body"), dice=(8,), note="for a player")
    yield step("ines", "dragonfly.break-free", who("Shannon Reyes"), dice=(2,))
    yield step("marek", "dragonfly.answer-hold", of_ask("Pell"), dice=(9,))
    yield step("marek", "dragonfly.let-go", _hold("Pell", "Shannon Reyes"))
    yield step("gm", "dragonfly.attack", _seizes("Voss", "Pell", "left-arm"), dice=(8,), note="by somebody hidden")
    yield step("gm", "dragonfly.break-free", who("Pell"), dice=(9,), note="of somebody hidden")
    yield step("gm", "dragonfly.answer-hold", of_ask(), dice=(1,), note="for somebody hidden")
    yield step("gm", "dragonfly.attack", _seizes("Dockhand 2", "Voss", "body"), note="of somebody hidden")
    yield step("gm", "dragonfly.break-free", who("Voss"), dice=(2,), note="by the hidden")
    yield step("gm", "dragonfly.let-go", _hold("Dockhand 2", "Voss"), note="of somebody hidden")
    yield step("gm", "dragonfly.set-alight", _whom("Pell", "Voss"), note="in the fight")
    for turn in range(4):
        yield step("gm", "dragonfly.fight-next", dice=(7, 3, 5), note=f"to the end of the Turn, {turn}")
