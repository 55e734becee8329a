from apps.table import loading


class ChecksConfig(loading.GamesConfig):
    name = "apps.checks"
    verbose_name = "Rolls"
