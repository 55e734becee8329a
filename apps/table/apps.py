from django.apps import AppConfig


class TableConfig(AppConfig):
    name = "apps.table"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from apps.table.games import load

        load(f"{self.name}.shared")
        load(f"{self.name}.seating")
