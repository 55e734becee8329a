#!/usr/bin/env python3
"""Starts Fireside's commands: `python manage.py play`. Where something is missing it says what to type."""

import os
import sys

# Kept readable by any Python 3, so that an old one gets the sentence and not a SyntaxError.
WINDOWS = os.name == "nt"
PYTHON = ".venv\\Scripts\\python" if WINDOWS else ".venv/bin/python"
MISSING = """\
Fireside is not installed in this Python yet. Type these two lines:

    {maker} -m venv .venv
    {python} -m pip install -r requirements.lock

Then start it with:

    {python} manage.py play
"""
TOO_OLD = """\
This is Python {version}; Fireside needs 3.11 or newer. Install one (python.org, or your system's packages), then:

    {maker} -m venv .venv
    {python} -m pip install -r requirements.lock
    {python} manage.py play
"""


def advice() -> str:
    """What to type first; empty where nothing is missing."""
    maker = "py -3" if WINDOWS else "python3"
    if sys.version_info < (3, 11):  # noqa: UP036 - this is the one file that an old Python meets
        return TOO_OLD.format(version=sys.version.split()[0], maker=maker, python=PYTHON)
    try:
        import channels  # noqa: F401
        import django  # noqa: F401
    except ImportError:
        return MISSING.format(maker=maker, python=PYTHON)
    return ""


def main() -> None:
    missing = advice()
    if missing:
        sys.exit(missing)
    from config import environment

    try:
        environment.read(os.environ)
    except environment.SettingError as wrong:
        sys.exit(str(wrong) + " All settings are in docs/settings.md.")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
