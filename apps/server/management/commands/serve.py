from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from apps.server import serving


class Command(BaseCommand):
    help = "Serves and does nothing else: for one process of several. What play does before is done by prepare."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        environment = settings.ENVIRONMENT
        try:
            listening = serving.listening_address(environment.address)
            port = serving.free_port(environment, listening)
        except serving.PortTaken as why:
            raise CommandError(str(why)) from None
        serving.become(serving.daphne_command(listening, port))
