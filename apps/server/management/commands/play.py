import io
import os
import subprocess
import sys
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from apps.server import claims, inuse, prepare, serving
from apps.server.addresses import Addresses, addresses


class Command(BaseCommand):
    help = "Prepares everything, prints where to find the table, and serves it to this network."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        environment = settings.ENVIRONMENT
        self._take_the_data()
        try:
            listening = serving.listening_address(environment.address)
            port = serving.free_port(environment, listening)
        except serving.PortTaken as why:
            raise CommandError(str(why)) from None
        found = addresses(listening, port, environment.names)
        inuse.note(f"the server at {found.best}")
        call_command("prepare")
        self._tell(found)
        self._serve(serving.daphne_command(listening, port, environment.trust_proxy))

    def _take_the_data(self) -> None:
        prepare.data_folder()
        try:
            inuse.take("a server that is starting", advice="Open that one, or stop it first.")
        except inuse.InUse as why:
            raise CommandError(str(why)) from None

    def _tell(self, found: Addresses) -> None:
        lines = ["", "Fireside is here. On this network it answers at:", ""]
        lines += [f"    {address}" for address in found.network] + [f"    {found.here}   (this machine)"]
        self.stdout.write("\n".join([*lines, "", self._qr(found.best), *self._claim(found), "Stop it with Ctrl+C."]))
        self.stdout.flush()

    def _qr(self, text: str) -> str:
        """The code in half blocks; nothing where the terminal's letters cannot draw it."""
        drawn = io.StringIO()
        segno.make(text, error="m", micro=False).terminal(drawn, compact=True, border=2)
        encoding = getattr(sys.stdout, "encoding", None) or "ascii"
        return (
            drawn.getvalue() if drawn.getvalue().encode(encoding, "ignore").decode(encoding) == drawn.getvalue() else ""
        )

    def _claim(self, found: Addresses) -> list[str]:
        """The link for claiming, while nobody has; a link of an earlier start dies either way."""
        if claims.host():
            claims.end_all()
            return [f"The host signs in at {found.best}{reverse('host')}", ""]
        link = reverse("claim", args=[claims.new_token()])
        claim = [f"    {address}{link}" for address in dict.fromkeys([found.here, found.best])]
        return ["Nobody is its host yet. Open this to become it (once, and before the next start):", "", *claim, ""]

    def _serve(self, command: list[str]) -> None:
        """Becomes the server, so that what stops this process stops it."""
        inuse.hand_on()
        if os.name == "nt":
            sys.exit(subprocess.call(command, cwd=settings.BASE_DIR))  # noqa: S603
        os.chdir(settings.BASE_DIR)
        os.execv(command[0], command)  # noqa: S606
