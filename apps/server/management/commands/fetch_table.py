from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.table.carrying import packing
from apps.table.models import Table
from config import troubles


class Command(BaseCommand):
    help = "Writes one table, whole, into a file that bring_table takes. Safe while the server runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the table's name")
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        found = list(Table.objects.filter(name=options["name"]).values_list("public_id", flat=True))
        if len(found) != 1:
            raise CommandError(f"{len(found) or 'No'} tables are called {options['name']}.")
        try:
            with options["file"].open("xb") as file:
                packing.pack(found[0], file)
        except OSError as why:
            raise CommandError(f"Nothing was written. {troubles.told(why)}") from None
        self.stdout.write(f"The table lies in {options['file']}. Whoever has the file can read all of it.")
