from django.apps import AppConfig, apps


class TableConfig(AppConfig):
    name = "apps.table"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from apps.table.desk import learn  # models are there from now on
        from apps.table.games import load

        learn(apps.get_models())
        load(f"{self.name}.shared")
        load(f"{self.name}.seating")
        load(f"{self.name}.safety")
