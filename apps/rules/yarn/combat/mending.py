"""Days of healing for somebody who may have a serious wound: what they bring, and what they cost."""

from dataclasses import dataclass

from apps.rules.yarn.combat.harm import serious_wound_outcome
from apps.rules.yarn.hit_points import healing_days
from apps.rules.yarn.options import DEFAULTS, Options

MIS_HEALS, DEADLY, TENDED = "mis-heals", "deadly", "tended"
CARE = "medical care"


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
    """So many days of one activity (yarn.healing-days, yarn.serious-wound-outcome); care tends a wound from the first
    of them on. Refuses to be active in bed, and a loss that no star of the table allows."""
    untended = activity != CARE
    halves = untended and patient.wound == MIS_HEALS
    found = healing_days(
        current=patient.current,
        full=patient.full + 2 * days * halves,
        activity=activity,
        days=days,
        critical=patient.critical,
        odd_day=patient.odd_day,
        gm_loss=gm_loss,
        options=options,
    )
    if not found.legal:
        raise found.no
    gained, half = found.current + gm_loss - patient.current, patient.half
    if untended and patient.wound == DEADLY:
        cost = _cost(patient, days)
        return Mended(patient.current - cost - gm_loss, 0, cost + gm_loss, 0, patient.half, found.loss_possible)
    if halves:
        gained, half = divmod(gained + half, 2)
        gained = min(gained, patient.full - patient.current)
    return Mended(patient.current + gained - gm_loss, gained, gm_loss, found.odd_day, half, found.loss_possible)


def _cost(patient: Patient, days: int) -> int:
    levels = serious_wound_outcome(current=patient.current, loss_per_day=patient.loss_per_day, days=days).levels
    return patient.current - levels[-1] if levels else 0
