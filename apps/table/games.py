"""The games this server offers: one line each in settings, one folder each in the apps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any

from django.apps import apps
from django.conf import settings
from django.urls import URLPattern, URLResolver

from apps.rules import registry
from apps.table.models import Table

MODULES = ("kinds", "acts", "panels", "asks", "pages", "switches")


@dataclass(frozen=True)
class Game:
    """A rules system: its book, and how its switches become the options that its rules are given."""

    key: str
    book: registry.Book
    options_class: Any

    @property
    def title(self) -> str:
        return self.book.title

    @property
    def gm(self) -> str:
        """What this game calls its GM."""
        return self.book.gm

    def options(self, switches: Mapping[str, str]) -> Any:
        return _options(self.options_class, frozenset(switches.items()))


@lru_cache(maxsize=256)
def _options(options_class: Any, switches: frozenset[tuple[str, str]]) -> Any:
    return options_class.from_switches(dict(switches))


@cache
def game(key: str) -> Game:
    """The game of that key. Refuses one that this server does not offer (KeyError)."""
    if key not in settings.GAMES:
        raise KeyError(key)
    module = import_module(f"apps.rules.{key}.options")
    return Game(key, registry.book(key), module.Options)


def game_of(table: Table) -> Game:
    return game(table.game)


def games() -> list[Game]:
    return [game(key) for key in settings.GAMES]


def load(app: str) -> None:
    """Imports what an app registers: its own modules, then those of each game's folder in it and of folders in that."""
    for package in (app, *(one for key in settings.GAMES for one in _folders(f"{app}.{key}"))):
        for name in MODULES:
            if _is_there(f"{package}.{name}"):
                import_module(f"{package}.{name}")


def _folders(package: str) -> list[str]:
    """A game's folder in an app, and those in it; none where the game has nothing there."""
    if not _is_there(package):
        return []
    inside = iter_modules(import_module(package).__path__, f"{package}.")
    return [package, *(one.name for one in inside if one.ispkg)]


def addresses() -> list[URLPattern | URLResolver]:
    """The pages of its own that a game has below a seat: `urlpatterns` in the module `urls` of its folder in an app."""
    found: list[URLPattern | URLResolver] = []
    for config in apps.get_app_configs():
        for key in settings.GAMES:
            if config.name.startswith("apps.") and _is_there(name := f"{config.name}.{key}.urls"):
                found += import_module(name).urlpatterns
    return found


def module_of(app: str, game: str, name: str) -> Any:
    """The module that a game has in that app, such as ("apps.characters", "crew", "sheet"); None where it has none."""
    full = f"{app}.{game}.{name}"
    return import_module(full) if _is_there(full) else None


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False
