"""The program with a third game plugged in, the toy: its folders stand beside those of the other games."""

from importlib import import_module
from pathlib import Path

from config.settings import *  # noqa: F403
from config.settings import GAMES as GAMES_OF_THE_HOUSE
from config.settings import TEMPLATES as TEMPLATES_OF_THE_HOUSE

HERE = Path(__file__).parent
for _app in ("rules", "characters"):
    import_module(f"apps.{_app}").__path__.append(str(HERE / "apps" / _app))

GAMES = [*GAMES_OF_THE_HOUSE, "toy"]
TEMPLATES = [one | {"DIRS": [*one["DIRS"], HERE / "templates"]} for one in TEMPLATES_OF_THE_HOUSE]
