"""Special ways to strike in close combat: slamming and ramming (rough_magic.slamming, rough_magic.ramming)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.models import Character
from apps.characters.rough_magic.sheet import Arm
from apps.combat import tracking
from apps.combat.rough_magic.attacks import values
from apps.combat.rough_magic.attacks.attacking import AttackForm, may_attack, outlook, strike_now
from apps.combat.rough_magic.attacks.circumstances import RAMMING
from apps.combat.rough_magic.attacks.strike import SLAM
from apps.combat.rough_magic.order import moving, stored, turns_of
from apps.combat.rough_magic.order.ways import gait_of, left_of, way_of, why_not_move
from apps.rules.rough_magic.options import Options
from apps.table.acts import act
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer


class CloseForm(AttackForm):
    """An attack in close combat alone."""

    def fits(self, arm: Arm) -> bool:
        return values.kind_of(arm) == "close" and arm.kind != "mental"


# slamming


class SlamForm(CloseForm):
    """A throw, a leg sweep, a trip: by Agility."""

    sort = SLAM

    def attribute(self, arm: Arm) -> str:
        return "agility"


def slam_outlook(viewer: Viewer, form: SlamForm) -> Mapping[str, Any]:
    return named(outlook(viewer, form), form, "slams", "A hit hurts, and they fall prone")


def named(found: Mapping[str, Any], form: AttackForm, does: str, words: str) -> dict[str, Any]:
    """The outlook of an attack under its own name."""
    heading = f"{sure(form.own).name} {does} {sure(form.at).name}"
    return {**found, "heading": heading, "subheading": words}


@act(
    "rough_magic.slam",
    menu=41,
    title="Slam",
    form=SlamForm,
    button="Slam",
    preview=slam_outlook,
    template="combat/rough_magic/acts/attack.html",
)
def slam(turn: Turn, form: SlamForm) -> None:
    """A close attack by Agility that hurts and floors; it can be blocked."""
    clash = form.clash()
    may_attack(turn, form, clash)
    stored.uses_task(turn, clash.attacker, form.struck)
    strike_now(turn, form, clash)


# ramming


class RamForm(CloseForm):
    """A charge, a pounce, a flying tackle."""

    by_rule = frozenset({RAMMING})

    def metres(self) -> int | None:
        """Whoever comes so far in their movement stands beside the target when they strike."""
        far = super().metres()
        return 0 if far is not None and far <= _reach(sure(self.own), self.options) else far


def _reach(character: Character, options: Options) -> int:
    """How far a movement straight at somebody carries, with an arm's length; outside a fight as far as one walks."""
    one = tracking.fighting(character)
    way = sure(way_of(character, gait_of(character), options))
    if one is None:
        return way.metres + options.close_range_m
    return options.close_range_m + (0 if _has_moved(character) else left_of(one, way))


def ram_outlook(viewer: Viewer, form: RamForm) -> Mapping[str, Any]:
    moved = _has_moved(sure(form.own))
    words = f"Your movement{' was it' if moved else ''}, straight at them; your task"
    return named(outlook(viewer, form), form, "rams", words)


def _has_moved(character: Character) -> bool:
    one = tracking.fighting(character)
    return one is not None and any(word in turns_of.used(one) for word in ("movement", "half of the walk"))


@act(
    "rough_magic.ram",
    menu=41,
    title="Ram",
    form=RamForm,
    button="Ram",
    preview=ram_outlook,
    template="combat/rough_magic/acts/attack.html",
)
def ram(turn: Turn, form: RamForm) -> None:
    """The movement of the turn goes straight at the target; one that was made already was that way. Refuses who cannot
    move: the held, the prone."""
    clash = form.clash()
    may_attack(turn, form, clash)
    if not _has_moved(clash.attacker):
        _charge(turn, clash.attacker, clash.target)
    stored.uses_task(turn, clash.attacker, form.struck)
    strike_now(turn, form, clash)


def _charge(turn: Turn, character: Character, target: Character) -> None:
    one = tracking.fighting(character)
    if one is not None:
        options = stored.options_of(one.fight)
        way = sure(way_of(character, gait_of(character), options))
        no = why_not_move(one, way, None, options)
        if no and not (turn.viewer.is_gm and moving.is_a_limit(no)):
            raise no
        turns_of.count(turn, one, "movement")
    moving.goes_beside(turn, character, target)
