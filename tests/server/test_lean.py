"""The server loads Daphne without what its libraries bring along for others."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from apps.server.serving import daphne_command
from config import lean

UNWANTED = ("OpenSSL", "cryptography", "autobahn.wamp.protocol", "autobahn.wamp.serializer", "cbor2", "msgpack")
LOADED = f"""
from config import lean
lean.be_lean()
import sys, daphne.cli, config.asgi
print([name for name in {UNWANTED} if sys.modules.get(name)])
"""


@pytest.mark.once
def test_what_no_page_needs_is_not_loaded(tmp_path: Path) -> None:
    environ = {**os.environ, "FIRESIDE_DATA": str(tmp_path)}
    prepare = [sys.executable, "manage.py", "prepare"]
    subprocess.run(prepare, env=environ, capture_output=True, check=True)
    done = subprocess.run([sys.executable, "-c", LOADED], env=environ, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_server_is_started_so() -> None:
    assert daphne_command("127.0.0.1", 8000)[1:3] == ["-m", lean.__name__]


@pytest.mark.parametrize("name", lean.EMPTY)
def test_what_is_stood_in_for_is_there(name: str) -> None:
    """A newer Autobahn may have another: then it is to be looked at again."""
    module = importlib.import_module(name)
    assert all(isinstance(getattr(module, one), type) for one in lean.EMPTY[name])
