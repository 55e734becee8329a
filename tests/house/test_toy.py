"""A third game plugs in: folders of its own and one line in settings, and nothing else is touched.

The toy of tests/toy has one rule, one switch, two acts, one panel and a sheet of two numbers. A Django that knows it
plays an act through the door, and the tests that look after every game look after it as well. With it comes the parlour
game of tests/parlour, which does all that several people do together and no game of the house does yet.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ALSO = ["tests/house/test_house.py", "tests/rules/test_registry.py"]


def test_a_third_game_plugs_in():
    played = subprocess.run(
        [sys.executable, "-m", "pytest", "--ds=tests.toy.settings", "-q", "-n", "0", "-p", "no:cacheprovider",
         "-o", "python_files=test_*.py *_at_the_table.py", "-k", "toy or parlour or panel or program_names",
         "tests/toy", "tests/parlour", *ALSO],
        cwd=ROOT, env=surroundings(), capture_output=True, text=True, timeout=250, check=False,
    )  # fmt: skip
    assert played.returncode == 0, played.stdout[-4000:] + played.stderr[-2000:]
    assert " passed" in played.stdout


def surroundings() -> dict[str, str]:
    """As from a shell: none of what pytest told this process about itself; a database of its own."""
    ours = ("PYTEST", "DATABASE_URL", "REDIS_URL", "DJANGO")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}
