"""The program as the browsers' server runs it: a test may say what the dice show, and many may knock."""

from tests.settings import *  # noqa: F403
from tests.settings import INSTALLED_APPS as THEIRS

INSTALLED_APPS = [*THEIRS, "tests.loaded.Loaded", "tests.crowded.Crowded"]
