"""The fight on the stage: the tracker for everybody, and for a player what they can do now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from apps.combat import tracking
from apps.combat.dragonfly import aiming, badges, fight, fury, initiative, moves, plans, reloading, told, weapons
from apps.combat.dragonfly.standing import Standing, standings_drawn
from apps.combat.models import Fight
from apps.rules.dragonfly.combat import attacks, turns
from apps.rules.dragonfly.lists import PHASES
from apps.table.models import Event
from apps.table.panels import panel
from apps.table.viewer import Viewer

Context = Mapping[str, Any]
MARKS = (10, 5)
WATCHED = ("fight", "characters", "cast", "seats", "spans", "switches", "asks")
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


@panel("fight", template="combat/dragonfly/panels/fight.html", slot="stage", order=12, game="dragonfly", per="role",
       watches=WATCHED)  # fmt: skip
def the_fight(viewer: Viewer) -> Context:
    """Turn, phase, and everybody in it in the order of acting; hidden ones for the GMs alone."""
    running = tracking.fight_of(viewer.table)
    if running is None or running.turn is None:
        return {"fight": None}
    rows = [_row(viewer, one) for one in standings_drawn(viewer, running) if viewer.is_gm or not one.character.hidden]
    found: dict[str, Any] = {
        "fight": running,
        "turn": running.turn,
        "phases": _phases(running),
        "marks": MARKS,
        "sections": _sections(rows),
    }
    return found | _for_the_gm(viewer, running) if viewer.is_gm else found


def _for_the_gm(viewer: Viewer, running: Fight) -> dict[str, Any]:
    words, warning = fight.next_words(running, viewer)
    return {"next": words, "warning": warning, "stamp": fight.stamp(running), "back": newest_step(running)}


def newest_step(running: Fight) -> Event | None:
    """The newest step of this fight that stands: what Step back takes back."""
    steps = Event.objects.filter(table=running.table_id, kind__in=STEPS, undone_by=None, at__gte=running.span.opened_at)
    found = steps.order_by("-pk").first()
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
        standing=standing, number=combatant.initiative if viewer.is_gm or open_to_all else None, open=open_to_all,
        declared=plans.declared_facts(declared) | {"secret": not declared.shown} if declared else None,
        badges=_badges(known),
        left=acts_left(standing, moves.options_of(viewer, standing.fight)) if viewer.is_gm or open_to_all else 0,
    )  # fmt: skip


def _as_shown(standing: Standing) -> Standing:
    """As everybody knows it: without a plan that is still secret, and without the fury that came with it."""
    declared = standing.declaration
    if declared is None or declared.shown:
        return standing
    fury_known = standing.fury and not fury.began_in(standing.fight, standing.character)
    return replace(standing, plan=turns.Plan(), declaration=None, fury=fury_known)


def _badges(known: Standing) -> tuple[tuple[str, str], ...]:
    """The words beside the name, and a word for how badly hurt somebody is."""
    found = tuple(badges.badges_of(known))
    down = known.sheet.state == "down" and not any(tone == "bad" for _, tone in found)
    return (("down", "bad"), *found) if down else found


def _sections(rows: list[Row]) -> list[dict[str, Any]]:
    """Those still to act, aimed shots, those who have acted, those who are out."""
    later = [row for row in rows if row.standing.combatant.state == "waiting" and moves.aims(row.standing)]
    parts = [
        ("", [row for row in rows if row.standing.combatant.state in {"waiting", "acting"} and row not in later], ""),
        ("Aimed shots, at the end of the Turn", later, ""),
        ("Already acted", [row for row in rows if row.standing.combatant.state == "acted"], "done"),
        ("Out of the fight", [row for row in rows if row.standing.combatant.state == "out"], "done"),
    ]
    return [{"title": title, "rows": held, "look": look} for title, held, look in parts if held]


def acts_left(standing: Standing, options: Any) -> int:
    """How many acts of their own are left in this Turn."""
    given = {"plan": standing.plan, "additional_actions": standing.more, "options": options}
    done, left = standing.done, 0
    while left <= standing.more and moves.own_left(replace(standing, done=done), options):
        if attacks.why_no_attack(done=done, **given) is None:
            done = replace(done, attacks=done.attacks + 1)
        else:
            done = replace(done, others=done.others + 1)
        left += 1
    return left


# what a player can do now


@panel("my-fight", template="combat/dragonfly/panels/my_fight.html", slot="stage", order=11, game="dragonfly",
       roles={"player"}, watches=("fight", "mine", "seats", "spans", "switches", "asks"))  # fmt: skip
def my_fight(viewer: Viewer) -> Context:
    """A player's own combatants, each with what is to be done about them now."""
    running = tracking.fight_of(viewer.table)
    if running is None or running.turn is None:
        return {"rows": []}
    mine = [one for one in _own(viewer, running) if one.combatant.state != "out"]
    acting = running.combatants.filter(state="acting").select_related("character")
    return {"rows": [_mine(viewer, running, one) for one in mine], "phase": running.phase, "turn": running.turn,
            "game": viewer.game, "now": told.names(moves.seen(acting))}  # fmt: skip


def _own(viewer: Viewer, running: Fight) -> list[Standing]:
    """This seat's own combatants."""
    return [one for one in standings_drawn(viewer, running) if one.character.seat_id == viewer.seat.pk]


def _mine(viewer: Viewer, running: Fight, standing: Standing) -> dict[str, Any]:
    combatant = standing.combatant
    options = moves.options_of(viewer, running)
    declared = standing.declaration
    no = moves.advice(viewer, standing)
    return {
        "standing": standing, "combatant": combatant, "left": acts_left(standing, options),
        "declared": plans.declared_facts(declared) if declared else None, "declaration": declared,
        "may_declare": running.phase == "intentions" and standing.state.can_act, "why": no.text if no else "",
        "throws": initiative.ask_of(combatant) is not None, "attacks": ways_to_attack(standing),
    } | _moves_left(viewer, standing, options)  # fmt: skip


def ways_to_attack(standing: Standing) -> list[tuple[str, str]]:
    """The acts and their words; shooting for whoever has something to shoot with."""
    return [ATTACK, SHOOT] if weapons.shooting(standing.sheet) else [ATTACK]


def _moves_left(viewer: Viewer, standing: Standing, options: Any) -> dict[str, Any]:
    """Which buttons there are: for whoever is up what still fits into the Turn, and what it would take off."""
    up = moves.advice(viewer, standing) is None
    attack, other = moves.may_attack(standing, options), moves.why_not_other(standing, options) is None
    return {
        "may_act": up, "may_done": moves.advice(viewer, standing, "done") is None, "may_attack": up and attack,
        "may_other": up and other, "may_aim": aiming.offered(viewer, standing),
        "may_load": up and other and reloading.waits(standing.sheet),
        "penalty": moves.penalty(standing, "attack" if attack else "other", options) if up and (attack or other) else 0,
    }  # fmt: skip
