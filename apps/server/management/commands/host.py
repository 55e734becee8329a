from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from apps.server import claims, contents, serving
from apps.server.addresses import addresses


class Command(BaseCommand):
    help = "Makes a new one-time link with which the host signs in anew: to claim the server, or after a lost password."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            contents.here()
        except contents.NoData as why:
            raise CommandError(str(why)) from None
        environment = settings.ENVIRONMENT
        listening = serving.listening_address(environment.address)
        port = environment.port or serving.FIRST_PORT
        found = addresses(listening, port, environment.names, environment.trust_proxy)
        link = reverse("claim", args=[claims.new_token()])
        self.stdout.write("Open one of these, and choose a name and a password. It works once, until the next start:\n")
        for address in dict.fromkeys([found.here, *found.network]):
            self.stdout.write(f"  {address}{link}")
        if not environment.port and not found.here.startswith("https:"):
            self.stdout.write("\nWhere the server runs on another port, put that one in.")
