from apps.table import loading


class CharactersConfig(loading.GamesConfig):
    name = "apps.characters"
    verbose_name = "People"

    def ready(self) -> None:
        from apps.characters.access import keys_played_by, player_of  # models are there from now on
        from apps.table.audience import characters_come_from

        characters_come_from(keys_played_by, player_of)
        super().ready()
