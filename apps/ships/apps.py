from django.apps import AppConfig


class ShipsConfig(AppConfig):
    name = "apps.ships"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from apps.ships import posts  # noqa: F401  what it registers
        from apps.table.games import load

        load(self.name)
