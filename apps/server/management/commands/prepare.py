from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.server import prepare
from apps.server.backup import CannotCopy
from apps.server.contents import Newer
from config.environment import typed

NO_COPY = "{why} Nothing was changed. To bring the database up to date without a copy: {command}"


class Command(BaseCommand):
    help = "Makes the data folder, brings the database up to date (a copy of it first) and collects static files."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--no-copy", action="store_true", help="bring the database up to date without a copy of it")

    def handle(self, *args: Any, **options: Any) -> None:
        prepare.data_folder()
        prepare.key()
        copy = self._database(copy_first=not options["no_copy"])
        prepare.tighten()
        prepare.sweep()
        prepare.static_files()
        if copy and options["verbosity"]:
            self.stdout.write(f"The database was brought up to date. Before that it was copied to {copy}")

    def _database(self, copy_first: bool) -> Any:
        try:
            return prepare.database(copy_first)
        except Newer as why:
            raise CommandError(str(why)) from None
        except CannotCopy as why:
            raise CommandError(NO_COPY.format(why=why, command=typed("prepare --no-copy"))) from None
