"""The program with two more games plugged in, the toy and the parlour game: their folders stand beside those of the
others."""

from importlib import import_module
from pathlib import Path

from config.settings import *  # noqa: F403
from config.settings import GAMES as GAMES_OF_THE_HOUSE
from config.settings import TEMPLATES as TEMPLATES_OF_THE_HOUSE

TESTS = Path(__file__).parents[1]
THEIRS = (TESTS / "toy", TESTS / "parlour")
for _app in ("rules", "characters"):
    import_module(f"apps.{_app}").__path__.extend(str(folder / "apps" / _app) for folder in THEIRS)

GAMES = [*GAMES_OF_THE_HOUSE, "parlour", "toy"]
TEMPLATES = [
    one | {"DIRS": [*one["DIRS"], *(folder / "templates" for folder in THEIRS)]} for one in TEMPLATES_OF_THE_HOUSE
]
