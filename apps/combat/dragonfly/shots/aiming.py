"""Taking aim (dragonfly.aiming): a roll before the shot, which then comes after everybody else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from apps.characters.dragonfly.points import spent_told_by
from apps.characters.dragonfly.sheet import Maneuver
from apps.characters.forms import acting_for, named
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.sides import FEAT, Line, pay_for_feat, thrown_for
from apps.combat import gathering, tracking
from apps.combat.dragonfly.blows import blow, cards
from apps.combat.dragonfly.fighters import moves, told
from apps.combat.dragonfly.fighters.standing import Standing, turn_of
from apps.combat.dragonfly.shots import weapons
from apps.combat.dragonfly.shots.weapons import WeaponForm
from apps.combat.models import Combatant
from apps.combat.tracking import is_fighting
from apps.rules.dragonfly.combat import fear, ranged, turns, wound_odds
from apps.rules.odds import Distribution, percent
from apps.rules.parts import Part, total_of
from apps.rules.refusal import Refused
from apps.table.acts import act
from apps.table.audience import GMS, players_of
from apps.table.chances import row
from apps.table.models import Event
from apps.table.telling import tell_both
from apps.table.templatetags.kit import signed
from apps.table.turn import Turn
from apps.table.viewer import Viewer

RULE = "dragonfly.aiming"
BONUS, WITH = moves.AIM_BONUS, tracking.holds_key("aim-with", "characters.entry")


# what an aim is worth to a shot


def aim_of(standing: Standing, maneuver: Maneuver) -> int | None:
    """What the aim of this Turn adds to a shot with this weapon; None where none was taken with it."""
    if standing.tallies.get(WITH) != weapons.entry_of(standing.sheet, maneuver).pk:
        return None
    return standing.tallies.get(BONUS, 0)


def has_aimed(standing: Standing) -> bool:
    return WITH in standing.tallies


def declared(standing: Standing) -> bool:
    """Whether they said in Intentions that they take aim."""
    return standing.declaration is not None and bool(standing.declaration.plan.get(moves.AIM))


# the roll


class AimForm(WeaponForm):
    """The weapon, what helps or hinders, and the Heroic Feat that was announced for another roll than the attack."""

    never = ()

    def setup(self) -> None:
        super().setup()
        if self.feat_waits and self.first_look:
            self.start_with({"heroic_feat": True})

    def values(self) -> tuple[Part, ...]:
        """Perception and the weapon's skill, or the Brains Score."""
        held = self.given
        return ranged.aiming_values(
            perception=held.get("perception", 0),
            skill=held.get("skill", 0),
            brains_score=held.get("brains_score"),
            skill_id=self.skill_id,
        )

    @property
    def given(self) -> dict[str, int]:
        """The sheet's numbers as the rule takes them."""
        if not self.own.is_full:
            return {"brains_score": self.own.number("brains")}
        return {"perception": self.own.number("perception"), "skill": self.own.number(self.skill_id)}

    @property
    def skill_id(self) -> str:
        return weapons.skill_of(self.weapon)

    def attack_lines(self) -> list[Line]:
        """Injury, holds, conditions and what is said by hand; Righteous Fury is no part of an aim."""
        standing = self.stands
        ruled = (*self.values(), *standing.lines("other", self.options, self.uses))
        feat = [FEAT] if self.cleaned_data.get("heroic_feat") else []
        return [*(blow.line_of(part, standing.sheet) for part in ruled), *self.own_lines(), *feat]

    @property
    def what(self) -> str:
        return f"Perception + {self.own.title(self.skill_id)}" if self.own.is_full else "Brains"


def why_not(viewer: Viewer, standing: Standing) -> Refused | None:
    """Why they cannot take aim now, or None if they can."""
    if has_aimed(standing):
        return Refused("aimed", f"{standing.character.name} has taken aim already in this Turn.", "character")
    if standing.done.attacks:
        return Refused("too-late", "Aim comes before the shot, and this Turn’s first attack is made.", "character")
    if no := turns.why_no_aim(stance=standing.plan.stance):
        return Refused(no.code, no.text, "character")
    if standing.declaration is not None and not declared(standing) and not viewer.is_gm:
        why = f"Something else was declared in Intentions. The {viewer.game.gm} can let it happen."
        return Refused("not-declared", why, "character")
    if no := fear.why_panicked(panic=standing.state.panic, act="attack"):
        return Refused(no.code, no.text, "character")
    no = moves.why_not_now(viewer, standing, "attack")
    if no is not None and no.code == "not-your-move" and declared(standing):
        return None
    return Refused(no.code, no.text, "character") if no else None


def offered(viewer: Viewer, standing: Standing) -> bool:
    """Whether they have something to take aim with, and may now."""
    return bool(weapons.shooting(standing.sheet)) and why_not(viewer, standing) is None


def aim_outlook(viewer: Viewer, form: AimForm) -> Mapping[str, Any]:
    """The exact chance of each bonus."""
    lines = form.attack_lines()
    bonus = sum(line.value for line in lines)
    found: dict[str, Any] = {
        "heading": f"{form.own.name} takes aim",
        "subheading": f"{form.what}, with {form.weapon.name}",
        "own_footer": True,
        "feat_off": form.why_no_feat,
    }
    if no := why_not(viewer, form.stands):
        return found | {"refused_now": no.text, "button": "Take aim"}
    chances = wound_odds.aim_odds(**form.given, modifier=bonus - total_of(form.values()))
    if not form.own.is_full:
        return found | {"button": f"Brains makes {bonus}", "odds": _drawn(chances, f"Brains makes {bonus}, no die")}
    button = odds.button(bonus, form.cleaned_data.get("face"))
    return found | {"button": button, "odds": _drawn(chances, "Chance that the aim helps")}


def _drawn(chances: Distribution[int], sentence: str) -> dict[str, Any]:
    rows = [
        row("on the shot" if bonus else "no help", chance, signed(bonus), fail=not bonus)
        for bonus, chance in chances.chances
    ]
    return {"headline": percent(chances.chance(bool)), "sentence": sentence, "rows": rows}


@act(
    "dragonfly.aim",
    menu=32,
    due=is_fighting,
    title="Take aim",
    form=AimForm,
    button="Take aim",
    preview=aim_outlook,
    template="combat/dragonfly/acts/aim.html",
)
def aim(turn: Turn, form: AimForm) -> None:
    """The aiming roll. It is no act of its own: its price is that the shot comes after everybody else."""
    standing, maneuver = form.stands, form.weapon
    if no := why_not(turn.viewer, standing):
        raise no
    acting_for(turn, standing.character)
    spent = pay_for_feat(turn, form)
    lines, thrown = form.attack_lines(), thrown_for(turn, form)
    check = turns.thrown(values=[line.part() for line in lines], dice=thrown.dice)
    thrown.settle()
    found = ranged.aimed(check)
    _note(turn, standing, maneuver, found.aim_bonus)
    now = _wait(turn, standing)
    facts = (
        named(standing.character)
        | to_builtins(cards.side_of(form.what, lines, check, thrown.typed))
        | {
            "bonus": found.aim_bonus,
            "weapon": maneuver.name,
            "rule": RULE,
        }
    )
    spent_told_by(turn, _tell(turn, standing, facts, now), spent)


def _note(turn: Turn, standing: Standing, maneuver: Maneuver, bonus: int) -> None:
    span, entry = turn_of(standing.fight), weapons.entry_of(standing.sheet, maneuver)
    for key, value in ((moves.AIM, 1), (BONUS, bonus), (WITH, entry.pk)):
        tracking.set_tally(turn, standing.combatant, span, key, value)


def _wait(turn: Turn, standing: Standing) -> list[Combatant]:
    """Whoever was up waits for the aimed shots; returns who is up instead."""
    combatant = standing.combatant
    if combatant.state != "acting" or combatant.fight.phase == "aimed-shots":
        return []
    turn.change(combatant, state="waiting")
    return moves.go_on(turn, combatant.fight)


def _tell(turn: Turn, standing: Standing, facts: dict[str, Any], now: list[Combatant]) -> Event:
    """All of it to the GMs and to those who hear of the numbers; to the others, if they know of the shooter, that one
    takes aim. Nobody else hears of somebody hidden who is up now."""
    character = standing.character
    full = facts | {"now": gathering.names(now)}
    known = facts | {"now": gathering.names(gathering.seen(now))}
    if character.hidden:
        return turn.tell("dragonfly.aimed", full, GMS, {players_of(character.pk): known} if character.seat_id else {})
    less = {key: known[key] for key in ("character", "character_id", "now", "rule")}
    return tell_both(turn, "dragonfly.aimed", full, known if told.is_open(character) else less)
