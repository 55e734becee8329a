from apps.table import loading


class MagicConfig(loading.GamesConfig):
    name = "apps.magic"
    verbose_name = "Powers and spells"
