from apps.table import loading


class CombatConfig(loading.GamesConfig):
    name = "apps.combat"
    verbose_name = "Fights and wounds"
