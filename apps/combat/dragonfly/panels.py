"""The fight on the stage: the tracker for everybody, and for a player what they can do now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from apps.checks.dragonfly.fury import is_heard_of
from apps.combat import gathering, sides, tracking
from apps.combat.dragonfly.fight import fury, steps
from apps.combat.dragonfly.fighters import badges, initiative, moves, plans, questions, told
from apps.combat.dragonfly.fighters.standing import Standing, standing_of
from apps.combat.dragonfly.shots import aiming, reloading, weapons
from apps.combat.models import Combatant, Fight
from apps.rules.dragonfly.combat import turns
from apps.rules.dragonfly.lists import PHASES
from apps.rules.refusal import Refused
from apps.table import log
from apps.table.models import Event
from apps.table.panels import panel
from apps.table.viewer import Viewer

Context = Mapping[str, Any]
MARKS = (10, 5)
STEPS = (told.STEP, "dragonfly.fight-acted", "dragonfly.initiative", "dragonfly.fight-started")
SHORT = {"end-of-turn": "End"}
ATTACK, SHOOT = ("dragonfly.attack", "Attack"), ("dragonfly.shoot", "Shoot")
VERDICTS = {"no": "the Director says no", "yes": "", "longer": ""}


@dataclass(frozen=True)
class Row:
    """One combatant as a row of the tracker shows them to one role."""

    standing: Standing
    number: int | None
    open: bool
    declared: Mapping[str, Any] | None
    badges: tuple[tuple[str, str], ...]
    left: int

    @property
    def sheet(self) -> Any:
        return self.standing.sheet

    @property
    def now(self) -> bool:
        return self.standing.combatant.state == "acting"

    @property
    def at_hand(self) -> bool:
        """Whether the GM acts for them now: it is their move, and nobody plays them."""
        return self.now and not self.standing.character.seat_id

    @property
    def actions_left(self) -> str:
        """What is left to whoever acts now."""
        return _actions_left(self.left) if self.left else "acting"

    @property
    def undeclared(self) -> bool:
        """Whether a player has still to say what this one tries."""
        waits = self.standing.fight.phase == "intentions" and self.standing.combatant.state != "out"
        return waits and not self.declared and bool(self.standing.character.seat_id)

    @property
    def uses(self) -> str:
        """What was announced with the plan: Drama Points, and a Heroic Feat."""
        plan = self.declared or {}
        feat = [f"Heroic Feat for {plan['feat']}"] if plan.get("feat") else []
        return ", ".join([*plan.get("uses", ()), *feat])

    @property
    def attacks(self) -> list[tuple[str, str]]:
        return ways_to_attack(self.standing)

    @property
    def verdict(self) -> str:
        declared = self.standing.declaration
        if declared is None or self.declared is None:
            return ""
        if declared.verdict == "longer":
            return "last Turn of it" if declared.turns_left == 1 else f"{declared.turns_left} Turns"
        return VERDICTS.get(declared.verdict, "")


@panel("fight", template="combat/dragonfly/panels/fight.html", slot="stage", order=12, game="dragonfly", per="role")
def the_fight(viewer: Viewer) -> Context:
    """Turn, phase, and everybody in it in the order of acting; hidden ones for the GMs alone."""
    running = tracking.fight_of(viewer.table)
    if running is None or running.turn is None:
        return {"fight": None}
    cast = tracking.combatants_of(running)
    shown = [standing_of(one) for one in (cast if viewer.is_gm else gathering.seen(cast))]
    found: dict[str, Any] = {
        "fight": running,
        "turn": running.turn,
        "phases": _phases(running),
        "sections": _sections(viewer, shown),
    }
    return found | _for_the_gm(viewer, running) if viewer.is_gm else found


def _for_the_gm(viewer: Viewer, running: Fight) -> dict[str, Any]:
    """The next step, what speaks against it, and how many ever `came`: whoever brings more in is led to that step."""
    words, warning = steps.next_words(running, viewer)
    came = tracking.combatants_of(running)
    return {
        "next": words,
        "warning": warning,
        "stamp": steps.stamp(running),
        "back": newest_step(viewer, running),
        "came": len(came),
        "comes_in": bool(gathering.others(viewer)),
        "alone": sides.is_nobody_across(came),
    }


def newest_step(viewer: Viewer, running: Fight) -> Event | None:
    """The newest step of this fight that stands: what "Undo this step" takes back.

    It is kept by the fight's own rows: no step is told or taken back without a change of these.
    """
    return running.desk.memo_of(running, "newest step", lambda: _newest_step(viewer, running))


def _newest_step(viewer: Viewer, running: Fight) -> Event | None:
    tracking.combatants_of(running)
    found = log.newest_standing(viewer, STEPS, running.span.opened_at)
    return found.cause if found and found.cause and found.cause.kind in STEPS else found


def _phases(running: Fight) -> list[dict[str, str]]:
    at = [row.id for row in PHASES].index(running.phase)
    return [
        {"title": SHORT.get(row.id, row.title), "state": "done" if n < at else "now" if n == at else ""}
        for n, row in enumerate(PHASES)
    ]


def _row(viewer: Viewer, standing: Standing) -> Row:
    combatant, open_to_all = standing.combatant, told.is_open(standing.character)
    known = standing if viewer.is_gm else _as_shown(standing)
    declared = known.declaration
    return Row(
        standing=standing,
        number=combatant.initiative if viewer.is_gm or open_to_all else None,
        open=open_to_all or viewer.is_gm,
        declared=plans.declared_facts(declared) | {"secret": not declared.shown} if declared else None,
        badges=_badges(known),
        left=acts_left(standing, moves.options_of(viewer, standing.fight)) if viewer.is_gm or open_to_all else 0,
    )


def _as_shown(standing: Standing) -> Standing:
    """As everybody knows it: without a plan that is still secret and the fury that came with it, and without one that
    began where not all heard of it."""
    declared, known = standing.declaration, standing.fury and is_heard_of(standing.character)
    if declared is None or declared.shown:
        return replace(standing, fury=known)
    known = known and not fury.began_in(standing.fight, standing.character)
    return replace(standing, plan=turns.Plan(), declaration=None, fury=known)


def _badges(known: Standing) -> tuple[tuple[str, str], ...]:
    """The words beside the name, and a word for how badly hurt somebody is."""
    found = tuple(badges.badges_of(known))
    down = known.sheet.state == "down" and not any(tone == "bad" for _, tone in found)
    return (("down", "bad"), *found) if down else found


def _sections(viewer: Viewer, cast: list[Standing]) -> list[dict[str, Any]]:
    """Those still to act, aimed shots, those who have acted, those who are out: each row as it is drawn."""
    later = [one for one in cast if one.combatant.state == "waiting" and moves.aims(one)]
    parts = [
        ("", [one for one in cast if one.combatant.state in {"waiting", "acting"} and one not in later], ""),
        ("Aimed shots, at the end of the Turn", later, ""),
        ("Already acted", [one for one in cast if one.combatant.state == "acted"], "done"),
        ("Out of the fight", [one for one in cast if one.combatant.state == "out"], "done"),
    ]
    return [
        {"title": title, "rows": [_drawn(viewer, one.combatant, look) for one in held]}
        for title, held, look in parts
        if held
    ]


def _drawn(viewer: Viewer, combatant: Combatant, look: str) -> SafeString:
    """A combatant's row, kept for all who are shown the same of it: few rows change with an act."""
    key = f"row of the tracker for {'gms' if viewer.is_gm else 'all'}, {viewer.watching}, {look}"
    return combatant.desk.memo_of(combatant, key, lambda: _fighter(viewer, combatant, look))


def _fighter(viewer: Viewer, combatant: Combatant, look: str) -> SafeString:
    row = _row(viewer, standing_of(combatant))
    context = {"row": row, "fight": combatant.fight, "viewer": viewer, "marks": MARKS, "look": look}
    return render_to_string("combat/dragonfly/panels/_fighter.html", context)


def acts_left(standing: Standing, options: Any) -> int:
    """How many acts of their own are left in this Turn."""
    left = 0
    while left <= standing.more and moves.own_left(standing, options):
        done, attacking = standing.done, standing.why_no_attack(options) is None
        more = replace(done, attacks=done.attacks + 1) if attacking else replace(done, others=done.others + 1)
        standing = replace(standing, done=more)
        left += 1
    return left


# what a player can do now


@panel(
    "my-fight",
    template="combat/dragonfly/panels/my_fight.html",
    slot="stage",
    order=10,
    game="dragonfly",
    roles={"player"},
)
def my_fight(viewer: Viewer) -> Context:
    """A player's own combatants, each with what is to be done about them now."""
    running = tracking.fight_of(viewer.table)
    if running is None or running.turn is None:
        return {"rows": []}
    mine = [one for one in tracking.still_in(running) if one.character.seat_id == viewer.seat.pk]
    return {
        "rows": [_mine(viewer, running, standing_of(one)) for one in mine],
        "game": viewer.game,
    }


def _mine(viewer: Viewer, running: Fight, standing: Standing) -> dict[str, Any]:
    combatant = standing.combatant
    options = moves.options_of(viewer, running)
    declared = standing.declaration
    may_declare = running.phase == "intentions" and standing.state.can_act
    no, throws = moves.advice(viewer, standing), initiative.ask_of(combatant) is not None
    return {
        "standing": standing,
        "combatant": combatant,
        "badges": badges.own_badges(standing),
        "up": no is None or (may_declare and not declared),
        "whereabouts": _whereabouts(standing, options, no, throws),
        "declared": plans.declared_facts(declared) if declared else None,
        "declaration": declared,
        "may_declare": may_declare,
        "why": no.text if no and running.phase != "intentions" and combatant.state != "acted" else "",
        "now": gathering.names(gathering.seen(moves.up_now(running))) if combatant.state == "waiting" else [],
        "throws": throws,
        "may_wake": bool(questions.open_about(combatant.character, questions.WAKING)),
        "attacks": ways_to_attack(standing),
    } | _moves_left(viewer, standing, options)


def _whereabouts(standing: Standing, options: Any, no: Refused | None, throws: bool) -> str:
    """Where somebody is in the Turn, in a word or two."""
    if not standing.state.can_act:
        return "dead" if standing.state.dead else "unconscious"
    if no is None:
        return _actions_left(acts_left(standing, options))
    if standing.combatant.state == "acted":
        return "has acted in this Turn"
    if throws:
        return "Initiative"
    return "Intentions" if standing.fight.phase == "intentions" else "waits"


def _actions_left(left: int) -> str:
    return f"{left} action{'' if left == 1 else 's'} left"


def ways_to_attack(standing: Standing) -> list[tuple[str, str]]:
    """The acts and their words; shooting for whoever has something to shoot with."""
    return [ATTACK, SHOOT] if weapons.shooting(standing.sheet) else [ATTACK]


def _moves_left(viewer: Viewer, standing: Standing, options: Any) -> dict[str, Any]:
    """Which buttons there are: for whoever is up what still fits into the Turn, and what it would take off."""
    up = moves.advice(viewer, standing) is None
    attack, other = moves.may_attack(standing, options), moves.why_not_other(standing, options) is None
    return {
        "may_act": up,
        "may_done": moves.advice(viewer, standing, "done") is None,
        "may_attack": up and attack,
        "may_other": up and other,
        "may_aim": aiming.offered(viewer, standing),
        "may_load": up and other and reloading.waits(standing.sheet),
        "penalty": moves.penalty(standing, "attack" if attack else "other", options) if up and (attack or other) else 0,
    }
