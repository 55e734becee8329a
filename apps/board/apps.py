from apps.table import loading


class BoardConfig(loading.GamesConfig):
    name = "apps.board"
    verbose_name = "The board"

    def ready(self) -> None:
        from apps.board.beneath import PICTURES  # models are there from now on
        from apps.characters.portraits import new_name
        from apps.table.carrying.pictures import names_files

        names_files("board.board", "picture", PICTURES.folder, PICTURES.why_not, new_name)
        super().ready()
