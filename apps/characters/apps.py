from django.apps import AppConfig


class CharactersConfig(AppConfig):
    name = "apps.characters"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from apps.characters.access import keys_played_by
        from apps.table.audience import characters_come_from
        from apps.table.games import load

        characters_come_from(keys_played_by)
        load(self.name)
