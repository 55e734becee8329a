import io
import os
import sys
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from apps.server import beginning, claims, health, inuse, prepare, serving
from apps.server.addresses import Addresses, addresses
from apps.table.doors.codes import ANSWERS_AT
from config.environment import typed
from config.version import LICENCE, VERSION

NO_NAME = "FIRESIDE_NAMES says under which name the proxy answers; it is not set, and so it is missing here."
NO_LINK = [f"Nobody is its host yet, and a log is no place for the link. This shows one: {typed('host')}", ""]
FREE = f"Free software, {LICENCE}: see LICENSE and /about. There is no warranty."
CONTAINER = ("/.dockerenv", "/run/.containerenv")


def _in_a_journal() -> bool:
    """Whether systemd keeps what is printed here."""
    kept = os.fstat(1)
    return os.environ.get("JOURNAL_STREAM") == f"{kept.st_dev}:{kept.st_ino}"


def for_others(found: Addresses) -> str:
    """Where others find this server. Nothing in a container: the addresses found there are of a network of its own."""
    return "" if any(Path(one).exists() for one in CONTAINER) else next(iter(found.network), "")


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
        found = addresses(listening, port, environment.names, environment.trust_proxy)
        inuse.note(f"the server at {found.best}")
        os.environ[ANSWERS_AT] = for_others(found)
        call_command("prepare")
        beginning.say_later(self._words(found))
        self._serve(serving.daphne_command(listening, port))

    def _take_the_data(self) -> None:
        prepare.data_folder()
        try:
            inuse.take("a server that is starting", advice="Open that one, or stop it first.")
        except inuse.InUse as why:
            raise CommandError(str(why)) from None

    def _words(self, found: Addresses) -> str:
        lines = ["", f"Fireside {VERSION} is here. It answers at:", "", *(f"    {one}" for one in found.network)]
        if found.here not in found.network:
            lines += [f"    {found.here}   (this machine)"]
        if settings.ENVIRONMENT.trust_proxy and not settings.ENVIRONMENT.names:
            lines += ["", NO_NAME]
        wrong = [f"But: {one}\n" for one in health.findings()]
        lines += ["", self._qr(found.best), *self._claim(found), *wrong, FREE, "Stop it with Ctrl+C."]
        return "\n".join(lines)

    def _qr(self, text: str) -> str:
        """The code in half blocks; nothing where the terminal's letters cannot draw it."""
        drawn = io.StringIO()
        segno.make(text, error="m", micro=False).terminal(drawn, compact=True, border=2)
        encoding = getattr(sys.stdout, "encoding", None) or "ascii"
        return (
            drawn.getvalue() if drawn.getvalue().encode(encoding, "ignore").decode(encoding) == drawn.getvalue() else ""
        )

    def _claim(self, found: Addresses) -> list[str]:
        """The link for claiming, while nobody has; a link of an earlier start dies either way. First under the address
        that others are invited to: a seat that was taken under another is not known there."""
        claims.end_all()
        if claims.host():
            return [f"The host signs in at {found.best}{reverse('host')}", ""]
        if _in_a_journal():
            return NO_LINK
        link = reverse("claim", args=[claims.new_token()])
        claim = [
            f"    {address}{link}"
            for address in dict.fromkeys([for_others(found) or found.here, found.here, found.best])
        ]
        return ["Nobody is its host yet. Open this to become it (once, and before the next start):", "", *claim, ""]

    def _serve(self, command: list[str]) -> None:
        """Becomes the server, which holds the data folder on."""
        inuse.hand_on()
        serving.become(command)
