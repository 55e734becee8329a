"""The program as the tests run it: with the games that are still being built."""

from config.settings import *  # noqa: F403
from config.settings import GAMES as OFFERED
from config.settings import GAMES_BEING_BUILT

GAMES = [*OFFERED, *GAMES_BEING_BUILT]
