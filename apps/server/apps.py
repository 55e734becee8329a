from django.apps import AppConfig


class ServerConfig(AppConfig):
    name = "apps.server"
    verbose_name = "The server itself: claim, host, health, copies"
