from apps.table import loading


class DramaConfig(loading.GamesConfig):
    name = "apps.drama"
    verbose_name = "Points"
