"""An evening to play: of its own game where a test is given one by name."""

from typing import Any

import pytest

from apps.rules.dice import ScriptedDice
from apps.table import door
from tests.acts_of_an_evening import Evening
from tests.evenings import FIRST, evening


@pytest.fixture
def tonight(
    db: None, settings: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Evening:
    """Nothing was played yet; `which` of the test names the evening."""
    settings.MEDIA_ROOT = tmp_path
    monkeypatch.setattr(door, "dice", ScriptedDice([]))
    which = request.getfixturevalue("which") if "which" in request.fixturenames else FIRST
    return evening(which)
