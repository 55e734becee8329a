"""Boxes: what is for and against a roll, as chips that the states of play tick (rough_magic.skill-modifiers)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from apps.characters.models import Condition
from apps.characters.rough_magic import lasting
from apps.characters.rough_magic.sheet import RoughSheet, Skill
from apps.checks.versus import openly
from apps.rules.rough_magic.lists import Auto
from apps.rules.rough_magic.options import Options
from apps.rules.rough_magic.roll import STEP, Sides
from apps.rules.rough_magic.skills import skill_modifiers

Side = Literal["AV", "DV", "roll"]
Facts = dict[str, Any]
ATHLETICS = "athletics"
BY_HAND = "by hand"


@dataclass(frozen=True)
class Box:
    """One circumstance of a roll.

    `side`: whose number its `modifier` changes, "AV" mine, "DV" theirs; what stands on the "roll" settles it by `auto`.
    `source`: who brought it about and what ends it. `ticked`: as the states of play have it. `far`: it lies behind
    "More for or against". The id has no spaces, and no two boxes of one form have the same.
    """

    id: str
    title: str
    side: Side = "AV"
    modifier: int = 0
    source: str = ""
    ticked: bool = False
    auto: Auto = "none"
    far: bool = False

    @property
    def mark(self) -> str:
        """What a form remembers of a box that somebody has seen: itself, and how it stood of itself."""
        return f"{self.id}{'+' if self.ticked else '-'}"

    @property
    def told(self) -> Facts:
        """As an event holds it."""
        return {
            "id": self.id, "title": self.title, "side": self.side, "value": self.modifier, "source": self.source,
            "auto": self.auto,
        }  # fmt: skip


def counted(boxes: Iterable[Box]) -> Sides:
    """How many bonuses and penalties these put on either side (rough_magic.bonus-penalty)."""
    does = [(one.side, one.modifier > 0) for one in boxes if one.modifier]
    return Sides(
        av_bonuses=does.count(("AV", True)),
        av_penalties=does.count(("AV", False)),
        dv_bonuses=does.count(("DV", True)),
        dv_penalties=does.count(("DV", False)),
    )


def settled(boxes: Iterable[Box]) -> Auto:
    """What these make of the roll outright; failing wins (rough_magic.automatic-results)."""
    found = {one.auto for one in boxes}
    return "fail" if "fail" in found else "success" if "success" in found else "none"


def source_of(state: Condition | None, ends: str = "") -> str:
    """Who brought a state about and what ends it, as everybody may know it; "by Calla · this blow ends it"."""
    if state is None:
        return ""
    by = f"by {openly(state.by)}" if state.by is not None else state.note
    return " · ".join(filter(None, (by, ends or lasting.end_of(state))))


def state_of(sheet: RoughSheet, *names: str) -> Condition | None:
    """The first of these states that somebody is in."""
    return next((one for name in names for one in sheet.states if one.name == name), None)


# of a skill roll


def boxes_for_check(
    sheet: RoughSheet,
    *,
    skill: Skill | None = None,
    untrained: bool = False,
    gait: bool = True,
    close: bool = False,
    gm: bool = False,
    options: Options,
) -> list[Box]:
    """All that may change a skill roll of theirs, with what holds now ticked (rough_magic.skill-modifiers).

    `untrained`: they lack the general skill, which may be refused. `gait` False: how they move does not touch this
    roll; `close`: it counts as close combat, which only a sprint hinders. `gm`: whoever decides is offered what only
    the GM says. Refuses what the switch unskilled forbids.
    """
    athletic = skill is not None and skill.name.casefold() == ATHLETICS
    found = [
        *_expertise(skill, options),
        *stunts(sheet),
        _distracted(sheet, options),
        *(_gaits(sheet, athletic or close, options) if gait else ()),
        _by_rule(
            "exhausted", "Exhausted", sheet.damage.level == "exhausted", options, "three levels lost", exhausted=True
        ),
        _by_rule("untrained", "Without the general skill", untrained, options, general_skill=not untrained),
    ]
    by_gm = [_by_rule("impossible", "Impossible", False, options, "the GM’s word", impossible=True)] if gm else []
    return [*(one for one in (*found, *by_gm) if one is not None), *by_hand()]


def by_hand() -> list[Box]:
    """What nothing on a sheet knows of, on either side."""
    return [
        Box("helps", "Something helps", "AV", STEP, BY_HAND, far=True),
        Box("hinders", "Something hinders", "AV", -STEP, BY_HAND, far=True),
        Box("harder", "Something makes it harder", "DV", STEP, BY_HAND, far=True),
        Box("easier", "Something makes it easier", "DV", -STEP, BY_HAND, far=True),
    ]


def _by_rule(id: str, title: str, ticked: bool, options: Options, source: str = "", **holds: Any) -> Box | None:
    """A box that does what the rule says of this one circumstance; None where it does nothing."""
    does = skill_modifiers(**holds, options=options)
    box = Box(id, title, source=source if ticked else "", ticked=ticked, far=not ticked)
    if does.auto != "none":
        return replace(box, side="roll", auto=does.auto)
    return replace(box, modifier=does.net) if does.net else None


def _distracted(sheet: RoughSheet, options: Options) -> Box | None:
    state = state_of(sheet, "distracted")
    source = source_of(state, "until an attack")
    return _by_rule("distracted", "Distracted", state is not None, options, source, distracted=True)


def _gaits(sheet: RoughSheet, athletic: bool, options: Options) -> list[Box | None]:
    """Running and sprinting (rough_magic.gait)."""
    gaits = {"running": "run", "sprinting": "sprint"}
    found = []
    for name, gait in gaits.items():
        ticked = state_of(sheet, name) is not None
        box = _by_rule(name, name.capitalize(), ticked, options, "until the next turn", athletics=athletic, gait=gait)
        found.append(box and replace(box, id=f"{name}{'-athletics' if athletic else ''}"))
    return found


def _expertise(skill: Skill | None, options: Options) -> list[Box]:
    """A box for each area of the skill: whether the task falls into it is for people to say (rough_magic.expertise)."""
    bonus = skill_modifiers(expertise=True, options=options).net
    areas: Sequence[str] = skill.areas if skill is not None else ()
    return [
        Box(f"area-{skill.id if skill else ''}-{n}", f"Expertise: {area}", "AV", bonus) for n, area in enumerate(areas)
    ]


def stunts(sheet: RoughSheet) -> list[Box]:
    """A stunt that was bought may help, if this is the roll it was bought for (rough_magic.power-stunt)."""
    stunts = [one for one in sheet.states if one.name == "power stunt"]
    return [Box(f"stunt-{one.public_id}", one.note or "Power stunt", "AV", STEP, "a stunt") for one in stunts]
