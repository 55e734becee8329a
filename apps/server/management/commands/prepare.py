from typing import Any

from django.core.management.base import BaseCommand

from apps.server import prepare


class Command(BaseCommand):
    help = "Makes the data folder, brings the database up to date (a copy of it first) and collects static files."

    def handle(self, *args: Any, **options: Any) -> None:
        prepare.data_folder()
        copy = prepare.database()
        prepare.static_files()
        if copy and options["verbosity"]:
            self.stdout.write(f"The database was brought up to date. Before that it was copied to {copy}")
