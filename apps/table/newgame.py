"""The skeleton of a new game, as docs/adding-a-game.md describes it: the toy of the tests under another name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

TOY = Path("tests/toy")
SETTINGS = Path("config/settings.py")
ITS_OWN_TESTS = "toy_at_the_table.py"
NAME = re.compile(r"[a-z][a-z_]{1,22}[a-z]")
GAMES = re.compile(r"(?<=^GAMES = \[\n)((?:    \"\w+\",\n)*)(?=\])", re.MULTILINE)


class NoSuchName(ValueError):  # noqa: N818 - reads as what happened
    """A game cannot be called so; the message says why."""


def write(root: Path, name: str) -> list[Path]:
    """Writes the folders of a game of that name below `root` and its line in the settings; returns what it wrote.

    Refuses (NoSuchName) a name that is none, and one that is taken.
    """
    if not NAME.fullmatch(name):
        raise NoSuchName(f"“{name}” is no name for a game: small letters, with _ between words.")
    if (root / "apps/rules" / name).exists():
        raise NoSuchName(f"There is a game “{name}” already.")
    written = [_copied(root, source, target, name) for source, target in _files(root, name)]
    return [*written, _listed(root, name)]


def _files(root: Path, name: str) -> Iterator[tuple[Path, Path]]:
    """Each file of the toy, and where that of the new game goes."""
    toy = root / TOY
    for folder in ("apps", "templates"):
        for source in sorted((toy / folder).rglob("*.*")):
            if "__pycache__" not in source.parts:
                yield source, root / str(source.relative_to(toy)).replace("toy", name)
    yield toy / ITS_OWN_TESTS, root / "tests/table" / f"test_{name}_at_the_table.py"


def _copied(root: Path, source: Path, target: Path, name: str) -> Path:
    text = source.read_text(encoding="utf-8").replace("toy", name).replace("Toy", name.replace("_", " ").title())
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
    return target.relative_to(root)


def _listed(root: Path, name: str) -> Path:
    """Puts the game among those that are offered."""
    settings = root / SETTINGS
    text = settings.read_text(encoding="utf-8")
    settings.write_text(GAMES.sub(rf'\g<1>    "{name}",\n', text, count=1), encoding="utf-8")
    return SETTINGS
