"""The skeleton of a new game: the toy, whose own tests show that it plays, under another name."""

from __future__ import annotations

import ast
import shutil
import tomllib
from pathlib import Path

import pytest

from apps.table import newgame
from config.settings import GAMES

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What it reads of a checkout."""
    for one in (newgame.TOY, newgame.SETTINGS.parent):
        shutil.copytree(ROOT / one, tmp_path / one, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_it_is_the_toy_under_its_own_name(checkout: Path) -> None:
    written = newgame.write(checkout, "salt_road")
    texts = {path: (checkout / path).read_text() for path in written}
    assert not [path for path, text in texts.items() if "toy" in text.lower() and path != newgame.SETTINGS]
    for path, text in texts.items():
        if path.suffix == ".py":
            ast.parse(text)
    book = tomllib.loads(texts[Path("apps/rules/salt_road/book.toml")])
    assert (book["title"], book["rule"][0]["id"]) == ("Salt Road", "salt_road.dare")
    assert f'    "{GAMES[-1]}",\n    "salt_road",\n]' in texts[newgame.SETTINGS]


def test_it_has_what_the_page_about_games_names(checkout: Path) -> None:
    written = {str(path) for path in newgame.write(checkout, "quest")}
    assert {
        "apps/rules/quest/book.toml", "apps/rules/quest/options.py", "apps/characters/quest/acts.py",
        "apps/characters/quest/kinds.py", "apps/characters/quest/panels.py", "apps/characters/quest/switches.py",
        "templates/characters/quest/panels/sheet.html", "templates/characters/quest/events/dared.html",
        "tests/table/test_quest_at_the_table.py",
    } <= written  # fmt: skip


@pytest.mark.parametrize("name", ["Quest", "quest-2", "../quest", "", "q", "_quest", "class_"])
def test_what_is_no_name_is_refused(checkout: Path, name: str) -> None:
    with pytest.raises(newgame.NoSuchName, match="is no name for a game"):
        newgame.write(checkout, name)


def test_a_game_that_is_there_stays_as_it_is(checkout: Path) -> None:
    newgame.write(checkout, "quest")
    with pytest.raises(newgame.NoSuchName, match="already"):
        newgame.write(checkout, "quest")
