from apps.table import loading


class ShipsConfig(loading.GamesConfig):
    name = "apps.ships"
    verbose_name = "Ships"
