from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.table.carrying import settling
from apps.table.carrying.reading import NotATable
from config import troubles


class Command(BaseCommand):
    help = "Opens the table that a file holds (fetch_table has made it). Safe while the server runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with options["file"].open("rb") as file:
                settling.bring(file)
        except (NotATable, OSError) as why:
            raise CommandError(f"No table was brought here, and nothing was changed. {troubles.told(why)}") from None
        self.stdout.write("The table is here. Its GM needs a link: make it on the host's page, under Manage.")
