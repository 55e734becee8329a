"""How an app with a folder for each game is made known to Django."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from apps.table.games import load  # it knows the models, which are there from now on

        load(self.name)
