"""A panel of what one's own character could buy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.yarn.growing.improving import notes_of
from apps.characters.yarn.people import main_of, of_viewer
from apps.characters.yarn.sheet import YarnSheet, sheet_of
from apps.rules.yarn.experience import NEW_TRAIT, improve
from apps.rules.yarn.lists import HIGHEST
from apps.table.panels import panel
from apps.table.viewer import Viewer


@panel(
    "yarn-growing",
    template="characters/yarn/growing/panels/growing.html",
    slot="stage",
    order=33,
    game="yarn",
    roles={"player"},
)
def growing(viewer: Viewer) -> Mapping[str, Any]:
    """The pool, what each next die costs and takes, and what was trained; nothing before the sheet is approved."""
    who = of_viewer(viewer)
    main = main_of(who, viewer.desk) if who is not None else None
    sheet = sheet_of(main) if main is not None else None
    if main is None or sheet is None or not sheet.approved:
        return {}
    return {"sheet": sheet, "prices": _prices(sheet), "new": NEW_TRAIT, "notes": notes_of(main),
            "may_act": viewer.may_act}  # fmt: skip


def _prices(sheet: YarnSheet) -> list[dict[str, Any]]:
    """The next die of each trait: its price, and what it takes."""
    found = []
    for one in sheet.traits:
        if 0 < one.score < HIGHEST:
            kind = "central" if one.place == "central" else "side"
            step = improve(trait=kind, score=one.score, to=one.score + 1, pool=None)
            found.append({"line": one, "to": one.score + 1, "price": step.price, "takes": step.training_needed})
    return found
