from collections.abc import Mapping
from typing import Any

from apps.characters.access import played_by
from apps.characters.models import Rating
from apps.table.panels import panel
from apps.table.viewer import Viewer


@panel("toy-sheet", template="characters/toy/panels/sheet.html", slot="sheet", game="toy",
       roles={"player", "gm"})  # fmt: skip
def sheet(viewer: Viewer) -> Mapping[str, Any]:
    """The characters of this seat, each with its two numbers."""
    return {"rows": [(one, viewer.desk.all(Rating, character=one)) for one in played_by(viewer)]}
