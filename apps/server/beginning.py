"""What each process of a server does before it answers."""

import contextlib
import sys
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.db import Error, connection

from apps.server import backup, contents, inuse
from config import troubles
from config.environment import typed

NOT_PREPARED = "Nothing is prepared in {data} yet. Run this first: {command}"


def begin() -> None:
    """Ends the process with a sentence where it may not serve this data."""
    try:
        if not backup.key_file().is_file():
            sys.exit(NOT_PREPARED.format(data=settings.DATA, command=typed("prepare")))
        inuse.take_to_serve()
        with ThreadPoolExecutor(1) as aside:  # some servers load us inside their event loop, where nothing may be asked
            aside.submit(_refuse_newer).result()
    except (inuse.InUse, contents.Newer, OSError) as why:
        sys.exit(troubles.told(why))


def _refuse_newer() -> None:
    """A database that does not answer yet stops nobody: /healthz tells of it."""
    with contextlib.suppress(Error):
        contents.refuse_newer(contents.schema_here())
    connection.close()
