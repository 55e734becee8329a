"""The dice that a trial lays down for its server: they fall in order, then it is chance; no table in play has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from config import settings
from tests import loaded
from tests.loaded import NAME, LoadedDice


@pytest.fixture
def dice(tmp_path: Path) -> LoadedDice:
    return LoadedDice(tmp_path / NAME)


def test_what_was_laid_down_falls_in_order(dice: LoadedDice, tmp_path: Path) -> None:
    loaded.lay(tmp_path, [6, 1, 4])
    assert dice(2, 6) == (6, 1)
    assert loaded.left(tmp_path) == [4]
    assert dice(1, 6) == (4,)


def test_then_it_is_chance(dice: LoadedDice, tmp_path: Path) -> None:
    assert set(dice(500, 6)) == {1, 2, 3, 4, 5, 6}
    assert loaded.left(tmp_path) == []


def test_what_was_left_over_does_not_fall_later(dice: LoadedDice, tmp_path: Path) -> None:
    loaded.lay(tmp_path, [6, 6])
    loaded.lay(tmp_path, [2])
    assert dice(1, 6) == (2,)


@pytest.mark.parametrize(("faces", "count"), [([3], 2), ([7], 1)])
def test_a_trial_that_lays_down_the_wrong_dice_fails(
    dice: LoadedDice, tmp_path: Path, faces: list[int], count: int
) -> None:
    loaded.lay(tmp_path, faces)
    with pytest.raises(AssertionError):
        dice(count, 6)


def test_the_program_itself_knows_nothing_of_them() -> None:
    assert not [one for one in settings.INSTALLED_APPS if one.startswith("tests")]
    for path in (*settings.BASE_DIR.glob("apps/**/*.py"), *settings.BASE_DIR.glob("config/**/*.py")):
        words = path.read_text()
        assert NAME not in words, path
        assert "tests.loaded" not in words, path
