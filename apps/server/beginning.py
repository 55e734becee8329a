"""What each process of a server does before it answers, and what it says as soon as it does."""

import contextlib
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

from django.conf import settings
from django.db import Error, connection

from apps.server import backup, contents, inuse
from config import troubles
from config.environment import typed

NOT_PREPARED = "Nothing is prepared in {data} yet. Run this first: {command}"

SAID_LATER = "SAID_WHEN_IT_ANSWERS"
"""In the environment of a server that `play` turns into: its words, as JSON, which any locale can hold."""


def say_later(words: str) -> None:
    """What the server that this process turns into prints once it listens: nobody opens an address in vain."""
    os.environ[SAID_LATER] = json.dumps(words)


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
    if words := os.environ.pop(SAID_LATER, ""):
        _print_when_it_listens(json.loads(words))


def _print_when_it_listens(words: str) -> None:
    """Daphne opens its sockets before its loop runs."""
    from twisted.internet import reactor  # here, because the first import decides for good which loop there is

    cast(Any, reactor).callWhenRunning(print, words, flush=True)


def _refuse_newer() -> None:
    """A database that does not answer yet stops nobody: /healthz tells of it."""
    with contextlib.suppress(Error):
        contents.refuse_newer(contents.schema_here())
    connection.close()
