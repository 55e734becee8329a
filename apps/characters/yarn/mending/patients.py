"""Who is hurt, and what would bring them back: recovery that is open, and days that wait to be healed by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apps.characters.access import people
from apps.characters.models import Character, Condition, Track
from apps.characters.rows import set_track
from apps.characters.yarn.clock import UNITS, when_time_passes
from apps.characters.yarn.harm import Suffered, when_harmed
from apps.characters.yarn.levels import Level, level_of, recovered
from apps.characters.yarn.mending.states import OUTCOMES, is_critical, is_dead, wound_of
from apps.characters.yarn.scenes import scene_of
from apps.rules.refusal import Refused
from apps.rules.yarn.combat.damage import share as share_of
from apps.rules.yarn.combat.mending import CARE, TENDED, Mended, days_spent
from apps.rules.yarn.combat.mending import Patient as Healing
from apps.rules.yarn.drama.practical import healing_moment
from apps.rules.yarn.hit_points import patient_state
from apps.rules.yarn.lists import ACTIVITIES
from apps.rules.yarn.options import Options
from apps.table.desk import Desk
from apps.table.turn import Turn

DAYS = "days-to-heal"
"""Days of the story that went by since somebody was hurt, and heal them at a moment that disturbs no drama."""
ODD, HALF = "odd-day", "half-point"
"""What is left of a point that takes two days, as the place of the activity among all, counted from 1; and of one that
a wound halves."""


@dataclass(frozen=True)
class Patient:
    """Somebody who is hurt, as they are now, with the days that `wait`."""

    character: Character
    level: Level
    critical: bool
    waiting: int
    odd: int
    half: int
    wound: Condition | None

    @property
    def id(self) -> str:
        return self.character.public_id

    @property
    def name(self) -> str:
        return self.character.name

    @property
    def state(self) -> str:
        """Mobile, bed-ridden or critical (yarn.patient-state)."""
        return patient_state(hit_points=[self.level.lasting], critical=[self.critical]).state[0]

    @property
    def may_do(self) -> tuple[str, ...]:
        """How the days may be spent, in this state."""
        return patient_state(hit_points=[self.level.lasting], critical=[self.critical]).open_activities[0]

    @property
    def proposed(self) -> str:
        """The activity where nobody says another one (yarn.healing-days)."""
        return "active" if self.state == "mobile" else "rest"

    @property
    def outcome(self) -> str:
        """What becomes of the wound, in a word."""
        return OUTCOMES.get(self.wound.until, "") if self.wound is not None else ""

    def recovers_to(self, share: str) -> int:
        """The level that recovery brings."""
        return recovered(self.level, share_of(share)).now

    def after(self, activity: str, days: int, gm_loss: int = 0, options: Options | None = None) -> Mended:
        """What so many days bring. Refuses what the rules do."""
        odd = int(self.odd == ACTIVITIES.index(activity) + 1)
        healing = Healing(
            self.level.lasting,
            self.level.full,
            self.critical,
            odd,
            self.half,
            self.wound.until if self.wound else "",
            (self.wound.amount or 1) if self.wound else 0,
        )
        return days_spent(healing, activity=activity, days=days, gm_loss=gm_loss, options=options or Options())


def patient_of(character: Character) -> Patient:
    """One of them."""
    return Patient(
        character=character,
        level=level_of(character),
        critical=is_critical(character),
        waiting=_held(character, DAYS),
        odd=_held(character, ODD),
        half=_held(character, HALF),
        wound=wound_of(character),
    )


def _held(character: Character, key: str) -> int:
    row = character.desk.one(Track, character=character, key=key)
    return row.value if row is not None else 0


def patients(desk: Desk) -> list[Patient]:
    """Everybody who is hurt and not dead, in the order in which they were made."""
    return [patient_of(one) for one in people(desk.all(Character)) if _is_hurt(one) and not is_dead(one)]


def _is_hurt(character: Character) -> bool:
    level = level_of(character)
    return level.now < level.full or wound_of(character) is not None


def is_a_moment(desk: Desk, days: int = 1) -> bool:
    """Whether healing disturbs no drama now (yarn.healing-moment): before the dice of a procedural scene, or when no
    scene plays."""
    scene = scene_of(desk)
    mode = "procedural" if scene is not None and not scene.dramatic else "dramatic"
    event = "scene ends" if scene is None else "scene begins"
    return healing_moment(scene=mode, time_break_days=days, event=event).applied


@when_time_passes
def _days_go_by(turn: Turn, before: int, after: int) -> list[dict[str, Any]]:
    """Whole days are noted with everybody who is hurt; the GM heals by them when it disturbs no drama."""
    days = after // UNITS["days"] - before // UNITS["days"]
    for one in patients(turn.desk) if days else []:
        set_track(turn, one.character, DAYS, one.waiting + days)
    return []


@when_harmed
def _is_hurt_anew(turn: Turn, found: Suffered) -> None:
    """Days that went by before somebody was hurt heal nothing of it; what a wound takes day by day is no new harm."""
    if found.before.now < found.before.full or (wound_of(found.character) is not None and not found.weapon):
        return
    for key in (DAYS, ODD, HALF):
        if _held(found.character, key):
            set_track(turn, found.character, key, 0)


def heal(turn: Turn, patient: Patient, activity: str, days: int, gm_loss: int) -> Mended:
    """Writes down what the days brought; harm is `suffer`'s, so that what follows from it does. Refuses what the rules
    do."""
    found = patient.after(activity, days, gm_loss, turn.options)
    place = ACTIVITIES.index(activity) + 1
    for key, value in ((DAYS, max(0, patient.waiting - days)), (ODD, place * found.odd_day), (HALF, found.half)):
        set_track(turn, patient.character, key, value)
    if patient.wound is not None and activity == CARE:
        turn.change(patient.wound, until=TENDED)
    return found


def can_be_done(patient: Patient, activity: str, days: int, gm_loss: int, options: Options) -> Refused | None:
    """Why such days cannot be, or None."""
    try:
        patient.after(activity, days, gm_loss, options)
    except Refused as no:
        return no
    return None
