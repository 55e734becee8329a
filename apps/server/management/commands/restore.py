from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.server.contents import counted
from apps.server.restore import CannotRestore, Restored, restore

NO_KEY = "The copy held no key of the server, and there is none here: links that were given out before will not work."
LAST = "Start the server now; where it is newer than the copy, it brings the data up to date."


class Command(BaseCommand):
    help = "Puts a copy back: a zip, one unpacked, or a database alone. Keeps what was there. Stop the server first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="such as data/backups/…-everything.zip")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            done = restore(options["file"].expanduser().absolute())
        except CannotRestore as why:
            raise CommandError(f"Nothing was put back, and nothing was changed. {why}") from None
        self.stdout.write("\n".join(_told(done)))


def _told(done: Restored) -> list[str]:
    there = f"Put back. There are now {done.contents}, {counted(done.pictures, 'pictures')}."
    before = f"What was there before lies in {done.kept}" if done.kept else "Nothing was there before."
    return [there, before, *([] if done.same_links else [NO_KEY]), LAST]
