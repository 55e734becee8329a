"""Days of healing for somebody who may have a serious wound: what they bring, and what they cost."""

from dataclasses import dataclass, replace

from apps.rules.numbers import whole
from apps.rules.refusal import Refused
from apps.rules.yarn.combat.harm import serious_wound_outcome
from apps.rules.yarn.hit_points import healing_days
from apps.rules.yarn.options import DEFAULTS, Options

MIS_HEALS, DEADLY, TENDED = "mis-heals", "deadly", "tended"
CARE = "medical care"
MOST_A_DAY = 2
"""Hit points that a day brings at the most (yarn.long-term-healing)."""


@dataclass(frozen=True)
class Patient:
    """Somebody who is hurt: hit points, the GM's mark, the odd day and the odd half point left from before, and what
    their serious wound does: nothing, mis-heal, or cost `loss_per_day`."""

    current: int
    full: int
    critical: bool = False
    odd_day: int = 0
    half: int = 0
    wound: str = ""
    loss_per_day: int = 0


@dataclass(frozen=True)
class Mended:
    """Hit points after those days, and what is left of odd days and half points; `gained` and `lost` make up the
    difference."""

    current: int
    gained: int
    lost: int
    odd_day: int
    half: int
    loss_possible: bool


def days_spent(patient: Patient, *, activity: str, days: int, gm_loss: int = 0, options: Options = DEFAULTS) -> Mended:
    """So many days of one activity, each by the state of its morning (yarn.healing-days,
    yarn.serious-wound-outcome); care tends a wound from the first of them on.

    Refuses to be active in bed, and a loss that no star of the table allows.
    """
    carries = options.healing_odd_day_carries
    now = patient if carries else replace(patient, odd_day=0)
    within, star, gained, lost = replace(options, healing_odd_day_carries=True), False, 0, gm_loss
    for _ in range(whole("days", days, least=0)):
        day = _a_day(now, activity, within)
        now, star = replace(now, current=day.current, odd_day=day.odd_day, half=day.half), star or day.loss_possible
        gained, lost = gained + day.gained, lost + day.lost
    if gm_loss and not star:
        raise Refused("no-star", "On none of these days may the GM take hit points.", "gm_loss")
    return Mended(now.current - gm_loss, gained, lost, now.odd_day * carries, now.half, star)


def _a_day(patient: Patient, activity: str, options: Options) -> Mended:
    untended, current = activity != CARE, patient.current
    halves = untended and patient.wound == MIS_HEALS
    found = healing_days(
        current=current,
        full=patient.full + MOST_A_DAY * halves,
        activity=activity,
        days=1,
        critical=patient.critical,
        odd_day=patient.odd_day,
        options=options,
    )
    if not found.legal:
        raise found.no
    if untended and patient.wound == DEADLY:
        cost = _cost(patient)
        return Mended(current - cost, 0, cost, 0, patient.half, found.loss_possible)
    gained, half = found.current - current, patient.half
    if halves:
        gained, half = divmod(gained + half, 2)
        gained = min(gained, patient.full - current)
    return Mended(current + gained, gained, 0, found.odd_day, half, found.loss_possible)


def _cost(patient: Patient) -> int:
    """What a deadly wound takes in a day."""
    levels = serious_wound_outcome(current=patient.current, loss_per_day=patient.loss_per_day, days=1).levels
    return patient.current - levels[0]
