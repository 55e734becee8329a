from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.server import backup
from config import troubles


class Command(BaseCommand):
    help = "Copies database, uploads and key into one dated zip in the data folder. Safe while the server runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--quiet", action="store_true", help="say nothing unless it fails")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            copy = backup.copy_everything()
        except (backup.CannotCopy, OSError) as why:
            raise CommandError(f"No copy was made. {troubles.told(why)}") from None
        if not options["quiet"]:
            self.stdout.write(f"Everything is copied: {copy}")
