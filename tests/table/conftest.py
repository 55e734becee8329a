"""An evening to play: of its own game where a test is given one by name."""

from typing import Any

import pytest

from tests.acts_of_an_evening import Evening
from tests.evenings import FIRST, evening


@pytest.fixture
def own_pictures(settings: Any, tmp_path: Any) -> None:
    """Pictures go where nothing else is, and go with the test."""
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def tonight(db: None, own_pictures: None, request: pytest.FixtureRequest) -> Evening:
    """Nothing was played yet; `which` of the test names the evening."""
    which = request.getfixturevalue("which") if "which" in request.fixturenames else FIRST
    return evening(which)
