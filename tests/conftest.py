"""What every test may use: a table, the people at it, scripted dice, and the record of which rules were proved."""

from __future__ import annotations

import gc
import json
import os
import subprocess
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
MARKS = ROOT / "build" / "marks.json"
MOST_IDS_ON_A_TEST = 5

LONGEST = ("test_pages.py", "test_taps.py")
"""Files of tests with a browser that take four minutes and more."""

ONCE = (
    "rules/", "look/", "house/", "characters/", "board/", "checks/", "combat/", "drama/", "magic/", "ships/",
    "server/test_play.py", "server/test_environment.py", "server/test_setup.py", "server/test_lines.py",
    "server/test_logs.py", "server/test_templates.py", "server/test_threads.py",
    "browser/test_pages.py", "browser/test_cold.py", "browser/test_top.py", "browser/test_answers.py",
    "browser/test_fight_evening.py", "browser/test_dogfight_evening.py", "browser/test_crew_evening.py",
    "browser/test_dragon", "browser/test_rough_magic_evening.py", "browser/test_yarn",
    "browser/test_firefox.py", "browser/test_webkit.py", "browser/test_taps.py", "browser/test_room.py",
    "browser/test_board.py", "browser/test_crowd.py", "browser/test_hexes.py", "browser/test_keys.py",
    "browser/test_paper.py", "browser/test_slow_lines.py",
    "table/test_law_of_fights.py", "table/test_law_of_ships.py", "table/test_law_of_crew.py",
    "table/test_law_of_dragon.py", "table/test_law_of_rough_magic.py", "table/test_law_of_yarn.py",
    "table/test_secrets_of_",
)  # fmt: skip
"""Tests without a database, those of what browsers show, and those of what single acts do: they reach a database by the
desk alone. That every act of every evening is written, refused and loaded again on each database is proved by
table/test_attempts; how it reaches pages, and keeps from them what is secret, by table/test_law_of_the_table.py,
table/test_secrets.py, table/live and browser/test_evening.py."""

# which rules were proved by tests that passed


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """To find fifteen thousand tests and leave them out again takes each worker a quarter of a minute."""
    if config.option.markexpr == "not once" and _is_once(collection_path):
        return True
    return None


def _is_once(path: Path) -> bool:
    if not path.is_relative_to(TESTS):
        return False
    return f"{path.relative_to(TESTS).as_posix()}{'/' if path.is_dir() else ''}".startswith(ONCE)


@pytest.hookimpl(tryfirst=True)  # before the workers read the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_place)  # stable
    for item in items:
        if _shares(item):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
        if _is_once(item.path):
            item.add_marker(pytest.mark.once)
        for name in ("rule", "played"):
            ids = [one for mark in item.iter_markers(name) for one in mark.args]
            if len(ids) > MOST_IDS_ON_A_TEST:
                raise pytest.UsageError(f"{item.nodeid}: {len(ids)} ids marked {name}, {MOST_IDS_ON_A_TEST} at most")


def _place(item: pytest.Item) -> int:
    """Tests with a browser come last, because Playwright leaves a running loop in their thread; of them those first
    that take longest, so that no worker ends alone."""
    if "browser" not in item.path.parts and item.get_closest_marker("browser") is None:
        return 0
    return 1 + (LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))


def _shares(item: pytest.Item) -> bool:
    """Whether the tests of its file share what is dear: a server, browsers, an evening in them. One worker has all."""
    return _place(item) > 0 or item.path.parent.name == "server"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    report: Any = yield
    report.proved = {
        name: [str(one) for mark in item.iter_markers(name) for one in mark.args] for name in ("rule", "played")
    }
    return report


class Marks:
    """Collects the marks of passed tests (from the workers too) and adds them to what this commit's runs wrote."""

    def __init__(self) -> None:
        self.proved: dict[str, set[str]] = {"rule": set(), "played": set()}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            for name, ids in getattr(report, "proved", {}).items():
                self.proved[name].update(ids)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        commit = _commit()
        held = _read_marks()
        if held.get("commit") == commit:
            for name in self.proved:
                self.proved[name].update(held.get(name, []))
        MARKS.parent.mkdir(exist_ok=True)
        found = {name: sorted(ids) for name, ids in self.proved.items()}
        MARKS.write_text(json.dumps({"commit": commit, **found}, indent=1))


def _commit() -> str:
    found = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return found.stdout.strip()


def _read_marks() -> dict[str, Any]:
    try:
        held: dict[str, Any] = json.loads(MARKS.read_text())
    except (OSError, ValueError):
        return {}
    return held


def pytest_configure(config: pytest.Config) -> None:
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # Playwright's loop runs in the tests' own thread
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Marks(), "marks-of-rules")


# what only costs time


@pytest.fixture(scope="session", autouse=True)
def _templates_are_drawn_plainly(django_test_environment: None) -> None:
    """Django's tests note each drawn template with a copy of its context; nobody here asks for them."""
    from django.template import Template
    from django.test.utils import _TestState

    Template._render = _TestState.saved_data.template_render  # type: ignore[attr-defined]


@pytest.fixture(scope="session", autouse=True)
def _middleware_is_loaded_once(django_test_environment: None) -> None:
    """Each test client would look through the static files anew, at its first request; a fifth of what a test costs.
    A test that changes a setting has its own."""
    from django.core.signals import setting_changed
    from django.test.client import ClientHandler

    load = ClientHandler.load_middleware
    loaded: list[Any] = []

    def load_once(handler: Any, is_async: bool = False) -> None:
        if not loaded:
            load(handler)
            loaded.append(handler._middleware_chain)
        handler._middleware_chain = loaded[0]

    def forget(setting: str, **about: Any) -> None:
        if setting != "MEDIA_ROOT":
            loaded.clear()

    ClientHandler.load_middleware = load_once  # type: ignore[assignment, method-assign]
    setting_changed.connect(forget, weak=False)


@pytest.fixture(scope="session", autouse=True)
def _memory_is_swept_seldom() -> None:
    """What was imported stays, so the collector need not look at it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


# what tests write themselves


@pytest.fixture(scope="session", autouse=True)
def _tests_may_write_rows(django_test_environment: None) -> None:
    from tests.behind_desks import watch

    watch()


@pytest.fixture(autouse=True)
def _no_desk_outlives_its_test() -> Iterator[None]:
    from apps.table import desk

    desk.forget_all()
    yield
    desk.forget_all()


# a table and its people


@pytest.fixture
def table(db: None) -> Any:
    """A Dragonfly table with every switch at its default."""
    from tests.people import open_a_table

    return open_a_table()


@pytest.fixture
def sit(table: Any) -> Callable[..., Any]:
    """Seats somebody: `sit("Ines")`, `sit("Zoe", role="gm")`."""
    from tests.people import sit_down

    def seated(name: str, role: str = "player", colour: str = "") -> Any:
        return sit_down(table, name, role, colour)

    return seated


@pytest.fixture
def gm(sit: Callable[..., Any]) -> Any:
    return sit("Director", "gm", "gm")


@pytest.fixture
def ines(sit: Callable[..., Any]) -> Any:
    return sit("Ines", colour="sea")


@pytest.fixture
def marek(sit: Callable[..., Any]) -> Any:
    return sit("Marek", colour="flame")


@pytest.fixture
def watcher(sit: Callable[..., Any]) -> Any:
    return sit("Wanda", "spectator", "ash")


@pytest.fixture
def stranger(table: Any) -> Any:
    """A browser that holds no seat."""
    from tests.people import Person

    return Person(None, table)


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Scripts the faces that fall at the door: `dice(6, 4)`."""
    from apps.rules.dice import ScriptedDice
    from apps.table import door

    def script(*faces: int) -> ScriptedDice:
        scripted = ScriptedDice(faces)
        monkeypatch.setattr(door, "dice", scripted)
        return scripted

    return script


@pytest.fixture(autouse=True)
def _no_dice_unscripted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that lets a die fall says which face."""
    from apps.rules.dice import ScriptedDice
    from apps.table import door

    monkeypatch.setattr(door, "dice", ScriptedDice([]))


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    """No test is held up by how often another one knocked."""
    from django.core.cache import cache

    yield
    cache.clear()
