from apps.table import loading


class CombatConfig(loading.GamesConfig):
    name = "apps.combat"
