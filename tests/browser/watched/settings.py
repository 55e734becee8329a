"""As usual, but for one script of the tests first in every page."""

from pathlib import Path

from tests.settings import *  # noqa: F403
from tests.settings import MIDDLEWARE as MIDDLEWARE_OF_THE_HOUSE
from tests.settings import STATICFILES_DIRS as FILES_OF_THE_HOUSE

STATICFILES_DIRS = [*FILES_OF_THE_HOUSE, Path(__file__).parent / "static"]
MIDDLEWARE = [*MIDDLEWARE_OF_THE_HOUSE, "tests.browser.watched.middleware.noting"]
