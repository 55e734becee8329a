#!/usr/bin/env python3
"""Starts Fireside's commands, for ./fireside and `python manage.py play`. What is missing it says, and what to type."""

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from config.environment import Environment

# Kept readable by any Python 3, so that an old one gets the sentence and not a SyntaxError.
WINDOWS = os.name == "nt"
PYTHON = ".venv\\Scripts\\python" if WINDOWS else ".venv/bin/python"
COMMAND = ".\\fireside" if WINDOWS else "./fireside"
MISSING = """\
Fireside is not installed in this Python yet. Type these two lines:

    {maker} -m venv --clear .venv
    {python} -m pip install -r requirements.lock

Then start it with:

    {command} play
"""
SCALE = """\
DATABASE_URL or REDIS_URL is set, and what they need is not installed in this Python yet. Type this line:

    {python} -m pip install -r requirements-scale.lock
"""
TOO_OLD = """\
This is Python {version}; Fireside needs 3.11 or newer. Install one (python.org, or your system's packages), then:

    {maker} -m venv --clear .venv
    {python} -m pip install -r requirements.lock
    {command} play
"""


def advice() -> str:
    """What to type first; empty where nothing is missing."""
    maker = "py -3" if WINDOWS else "python3"
    if sys.version_info < (3, 11):  # noqa: UP036 - this is the one file that an old Python meets
        return TOO_OLD.format(version=sys.version.split()[0], maker=maker, python=PYTHON, command=COMMAND)
    try:
        import channels  # noqa: F401
        import django  # noqa: F401
    except ImportError:
        return MISSING.format(maker=maker, python=PYTHON, command=COMMAND)
    return ""


def advice_on_scale(settings: "Environment") -> str:
    """What to type where PostgreSQL or Redis is meant and its packages are missing; else empty."""
    try:
        if settings.database_url.startswith("postgres"):
            import psycopg  # noqa: F401
        if settings.redis_url:
            import redis  # noqa: F401
    except ImportError:
        return SCALE.format(python=PYTHON)
    return ""


def main() -> None:
    missing = advice()
    if missing:
        sys.exit(missing)
    from config import environment, troubles

    try:
        settings = environment.here()
    except environment.SettingError as wrong:
        sys.exit(str(wrong) + " All settings are in docs/settings.md.")
    missing = advice_on_scale(settings)
    if missing:
        sys.exit(missing)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    gc.set_threshold(200_000, 20, 50)  # a sixth of a command's time was to look for what goes among what it loads
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except Exception as error:
        if settings.debug or troubles.of(error) is None:
            raise
        sys.exit(troubles.told(error))


def run() -> None:
    """The command, which Ctrl+C ends in a word from the first moment on."""
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\nStopped.")


if __name__ == "__main__":
    run()
