from django.apps import AppConfig


class CombatConfig(AppConfig):
    name = "apps.combat"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from apps.table.games import load

        load(self.name)
