"""An evening of Rough Magic: grapples and what follows, taunts, distractions, special strikes, explosions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from apps.characters.models import Character, Condition, Entry
from apps.characters.rough_magic import states
from apps.combat.rough_magic.holds import gripping
from apps.table.turn import Turn
from tests.acts_of_an_evening import Data, Evening, Step, of_event, step
from tests.combat.wounded import a_turn_of
from tests.rough_evening_checks import with_points

INES, MAREK, SEL, GUARD, ASH = "Jun Vey", "Bramble Oke", "Sel Marrow", "Guard 1", "Warden Ash"
CAPTIVE = "Guard 2"


def at(name: str, target: str, **more: Any) -> Data:
    """Something done by one to another."""
    return lambda e: {"character": e.character(name), "target": e.character(target), **more}


def far(**away: int) -> Callable[[Evening], dict[str, int]]:
    """Metres from the middle, by the first word of each name in small letters."""
    names = {one.split()[0].lower(): one for one in (INES, MAREK, SEL, ASH)} | {"guard": GUARD}
    return lambda e: {f"far_{e.character(names[first])}": metres for first, metres in away.items()}


def explodes(**away: int) -> Data:
    """Jun's flask goes off so far from these."""

    def given(e: Evening) -> dict[str, Any]:
        flask = Entry.objects.get(character=e.row(INES), name="Burst flask").public_id
        return {"character": e.character(INES), "arm": flask, **far(**away)(e)}

    return given


def bursts(what: str, **away: int) -> Data:
    """Something of nobody's goes off."""
    return lambda e: {"what": what, "rank": 12, "radius": 9, **far(**away)(e)}


def held(holder: str, victim: str) -> Callable[[Evening], None]:
    """For a step's `first`: a grapple has landed."""

    def seizes(e: Evening) -> None:
        keys = e.row(holder).pk, e.row(victim).pk
        a_turn_of(e.people["gm"], lambda turn: gripping.seize(turn, *(turn.desk.get(Character, key) for key in keys)))

    return seizes


def grip(holder: str, victim: str, **more: Any) -> Data:
    def given(e: Evening) -> dict[str, Any]:
        found = Condition.objects.filter(character=e.row(victim), by=e.row(holder), name="restrained").latest("pk")
        return {"grip": found.public_id, **more}

    return given


def pulls(who: str, holder: str) -> Data:
    return lambda e: {"character": e.character(who), "hold": grip(holder, who)(e)["grip"]}


def divers(*names: str) -> Data:
    return lambda e: {"ask": e.ask(), "divers": [e.character(one) for one in names]}


def holds() -> Iterator[Step]:
    """Each act at least once: by players and the GM, an enemy and the hidden one."""
    yield step("ines", "rough_magic.distract", at(INES, SEL), dice=(6, 5))
    yield step("gm", "rough_magic.distract", at(ASH, INES), dice=(3, 3), note="hidden")
    yield step("ines", "rough_magic.distract", at(INES, GUARD, mode="gm"), dice=(2, 1), note="to the GM")
    yield step("ines", "rough_magic.automatic-success", of_event("rough_magic.distract"), first=with_points(INES),
               note="a distraction")  # fmt: skip
    yield step("marek", "rough_magic.taunt", at(MAREK, GUARD), dice=(4, 4))
    yield step("gm", "rough_magic.taunt", at(SEL, MAREK), dice=(5, 5), note="an enemy")
    yield step("marek", "rough_magic.taunt", at(MAREK, SEL, faces="4 1"), note="real dice")
    yield step("ines", "rough_magic.explode", explodes(sel=2, guard=4, bramble=6))
    yield step("gm", "rough_magic.answer-blast", divers(SEL))
    yield step("marek", "rough_magic.answer-blast", divers(), note="stays")
    yield step("gm", "rough_magic.explode", bursts("The boiler", jun=3, warden=5), note="of nobody’s")
    yield step("ines", "rough_magic.answer-blast", divers(INES), note="dives")
    yield step("gm", "undo", of_event("rough_magic.dived"), note="a dive")
    yield step("ines", "rough_magic.answer-blast", divers(), note="stays after all")
    yield step("gm", "rough_magic.explode", bursts("A lamp", warden=1), note="around the hidden")
    yield from flash()
    yield step("ines", "rough_magic.explode", explodes(jun=25, sel=5), note="too far")
    yield step("gm", "rough_magic.answer-throw", lambda e: {"ask": e.ask(), "allow": "no"}, note="no")
    yield step("ines", "rough_magic.explode", explodes(jun=25, sel=5), note="too far again")
    yield step("gm", "rough_magic.answer-throw", lambda e: {"ask": e.ask(), "allow": "yes"})
    yield step("marek", "rough_magic.move-grappled", grip(MAREK, CAPTIVE, metres=2), first=held(MAREK, CAPTIVE))
    yield step("gm", "rough_magic.break-free", pulls(CAPTIVE, MAREK), dice=(2, 2), note="held still")
    yield step("marek", "rough_magic.release", grip(MAREK, CAPTIVE))
    yield step("gm", "rough_magic.throw", grip(SEL, INES, metres=2, prone="on"), first=held(SEL, INES))
    yield step("ines", "rough_magic.break-free", pulls(INES, ASH), dice=(6, 6), first=held(ASH, INES), note="hidden")
    yield step("ines", "rough_magic.break-free", pulls(INES, SEL), dice=(6, 6), first=held(SEL, INES))
    yield step("gm", "rough_magic.move-grappled", grip(ASH, SEL, metres=1), first=held(ASH, SEL), note="by the hidden")
    yield step("gm", "rough_magic.release", grip(ASH, SEL), note="by the hidden")
    yield from strikes()


def flash() -> Iterator[Step]:
    """What blinds is resisted at once, by a player’s and by the hidden one."""
    blinds: dict[str, Any] = {"types": ["sensory"]}
    yield step("gm", "switches", lambda e: e.switches(immediate_resist="on"), note="one resists at once")
    yield step(
        "gm", "rough_magic.explode", lambda e: {**bursts("A flash", jun=1, warden=2)(e), **blinds}, note="a flash"
    )
    yield step("gm", "rough_magic.answer-blast", divers(), note="of the hidden")
    yield step("ines", "rough_magic.answer-blast", divers(), note="stays in the flash")
    yield step("gm", "rough_magic.resist-effect", lambda e: {"ask": e.ask()}, dice=(6, 6), note="the hidden")
    yield step("ines", "rough_magic.resist-effect", lambda e: {"ask": e.ask(INES)}, dice=(6, 6))
    yield step("gm", "switches", lambda e: e.switches(immediate_resist="off"), note="no longer")


def hits(name: str, target: str, **more: Any) -> Data:
    """A special strike with bare hands."""
    return at(name, target, weapon="hands", **more)


def sweeps(name: str, arm: str, *targets: str) -> Data:
    def given(e: Evening) -> dict[str, Any]:
        weapon = Entry.objects.get(character=e.row(name), name=arm).public_id
        return {
            "character": e.character(name),
            "weapon": weapon,
            "targets_swept": [e.character(one) for one in targets],
        }

    return given


def together(target: str, *names: str) -> Data:
    return lambda e: {"attackers": [e.character(one) for one in names], "target": e.character(target)}


def joins(of: str = "", **more: Any) -> Data:
    return lambda e: {"ask": e.ask(of), "weapon": "hands", **more}


def shoots(name: str, arm: str, distance: int) -> Data:
    def given(e: Evening) -> dict[str, Any]:
        weapon = Entry.objects.get(character=e.row(name), name=arm).public_id
        return {"ask": e.ask(name), "weapon": weapon, "distance": distance}

    return given


def takes(of: str = "") -> Data:
    return lambda e: {"ask": e.ask(of), "guard": "take"}


def behind(name: str) -> Data:
    return lambda e: {"ask": e.ask(), "target": e.character(name)}


def strikes() -> Iterator[Step]:
    """What is an attack and more than that, by players and the GM, an enemy and the hidden one."""
    calm = {"state": "taunted", "does": "ends"}
    yield step("gm", "rough_magic.state", lambda e: {"character": e.character(MAREK), **calm}, note="taunted no longer")
    yield step("marek", "rough_magic.grapple", hits(MAREK, CAPTIVE), dice=(5, 4))
    yield step("gm", "rough_magic.answer-attack", takes(), note="held")
    yield step("gm", "rough_magic.grapple", hits(ASH, INES), dice=(6, 6), note="by the hidden")
    yield step("ines", "rough_magic.answer-attack", takes(INES), note="held by the hidden")
    yield step("ines", "rough_magic.slam", hits(INES, SEL), dice=(6, 5))
    yield step("gm", "rough_magic.answer-attack", takes(), note="floored")
    yield step("gm", "rough_magic.ram", hits(SEL, MAREK), dice=(1, 2), note="an enemy")
    yield step("marek", "rough_magic.ram", hits(MAREK, SEL, faces="1 1"), note="real dice")
    yield step("marek", "rough_magic.sweep", sweeps(MAREK, "Boat axe", SEL, "Guard 3"), dice=(1, 1, 2, 1))
    yield step("marek", "rough_magic.combined-attack", together(SEL, INES, MAREK))
    yield step("ines", "rough_magic.join-attack", joins(INES), dice=(2, 3))
    yield step("gm", "rough_magic.join-attack", joins(MAREK, grapple="on"), dice=(1, 1), note="for a player")
    yield step("gm", "call-off", lambda e: {"exchange": e.exchange()}, note="their hit")
    yield step("marek", "rough_magic.combined-attack", together(SEL, INES, MAREK), note="from afar")
    yield step("ines", "rough_magic.join-attack", shoots(INES, "Pistol", 30), note="too far")
    yield step("gm", "rough_magic.answer-range", lambda e: {"ask": e.ask(), "allow": "yes"}, dice=(1, 1),
               note="for one of several")  # fmt: skip
    yield step("gm", "rough_magic.join-attack", joins(MAREK), dice=(1, 1), note="the other")
    yield step("gm", "rough_magic.combined-attack", together(INES, SEL, ASH), note="with the hidden")
    yield step("gm", "rough_magic.join-attack", joins(), dice=(1, 1), note="the hidden")
    yield step("gm", "rough_magic.join-attack", joins(), dice=(1, 1), note="an enemy")
    yield step("gm", "rough_magic.attack", hits(SEL, MAREK), dice=(1, 1), first=taunted(SEL, MAREK), note="provoked")
    yield step("gm", "rough_magic.strike-behind", behind("Sluice door"))


def taunted(name: str, by: str) -> Callable[[Evening], None]:
    """For a step's `first`: a taunt has worked."""

    def taunts(e: Evening) -> None:
        keys = e.row(name).pk, e.row(by).pk

        def begins(turn: Turn) -> None:
            who, taunter = (turn.desk.get(Character, key) for key in keys)
            states.begin(turn, who, "taunted", by=taunter)

        a_turn_of(e.people["gm"], begins)

    return taunts
