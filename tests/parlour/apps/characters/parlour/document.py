from __future__ import annotations

import json

from apps.characters import entries
from apps.characters.models import Character
from apps.table.viewer import Viewer


def written_for(viewer: Viewer, character: Character) -> bytes:
    """The lines that these eyes read."""
    return json.dumps([one.name for one in entries.read_by(viewer, character, "line")]).encode()
