"""The GM's panel of the hurt: who may recover, whom days would heal, and what does not heal by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.yarn.mending.patients import Patient, is_a_moment, patients
from apps.characters.yarn.spans import EPISODE, open_now
from apps.table.panels import panel
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class Row:
    """A patient, the level that recovery brings, and what the days that wait would."""

    patient: Patient
    to: int | None
    healed: int | None


@panel(
    "yarn-patients",
    template="characters/yarn/mending/panels/patients.html",
    slot="stage",
    order=23,
    game="yarn",
    per="role",
    roles={"gm"},
)
def the_hurt(viewer: Viewer) -> Mapping[str, Any]:
    """Everybody who is hurt, those of the GM's too, with what a tap would do."""
    rows = [_row(viewer, one) for one in patients(viewer.desk)]
    return {
        "rows": rows,
        "recovering": [one for one in rows if one.to is not None],
        "waiting": [one for one in rows if one.patient.waiting],
        "moment": is_a_moment(viewer.desk),
        "late": open_now(viewer.desk, EPISODE) is None,
        "share": viewer.options.recovery_share,
    }


def _row(viewer: Viewer, one: Patient) -> Row:
    """Days are shown as days of rest: everybody may rest, whatever their state."""
    to = one.recovers_to(viewer.options.recovery_share) if one.level.may_recover else None
    healed = one.after("rest", one.waiting, options=viewer.options).current if one.waiting else None
    return Row(one, to, healed)
