"""manage.py newgame NAME: the folders of a new game, small and whole."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from apps.table import newgame


class Command(BaseCommand):
    help = "Writes the skeleton of a new game: a book with one rule, a sheet of two numbers, two acts and their tests."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="small letters, with _ between words, such as rough_magic")

    def handle(self, *args: Any, **given: Any) -> None:
        try:
            written = newgame.write(settings.BASE_DIR, given["name"])
        except newgame.NoSuchName as no:
            raise CommandError(str(no)) from no
        self.stdout.write("\n".join(str(path) for path in written))
        self.stdout.write("It can be played now. docs/adding-a-game.md says what comes next.")
