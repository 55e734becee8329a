from django.apps import AppConfig


class DramaConfig(AppConfig):
    name = "apps.drama"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from apps.table.games import load

        load(self.name)
