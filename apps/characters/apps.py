from apps.table import loading


class CharactersConfig(loading.GamesConfig):
    name = "apps.characters"
    verbose_name = "People"

    def ready(self) -> None:
        from apps.characters import portraits
        from apps.characters.access import keys_played_by, player_of  # models are there from now on
        from apps.table.audience import characters_come_from
        from apps.table.carrying.pictures import names_files

        characters_come_from("characters.character", keys_played_by, player_of)
        album = portraits.PORTRAITS
        names_files("characters.character", "portrait", album.folder, album.why_not, portraits.new_name)
        super().ready()
