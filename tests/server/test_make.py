"""`make play` where something stands in the way, with a stand-in for Python that does as a bad day would have it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from config.environment import ROOT

pytestmark = pytest.mark.once

LOCKS = ("uv.lock", "requirements.lock", "requirements-scale.lock", "requirements-dev.lock")
PYTHON = """\
#!/bin/bash
# Stands in for Python, in a virtual environment and out of it. What it is asked it notes.
here=$(dirname "$0")
echo "$@" >> "$NOTES"
case "$*" in
  "-m venv "*)
    [[ " $* " == *" --clear "* ]] && rm -rf "${@: -1}"
    mkdir -p "${@: -1}/bin" && touch "${@: -1}/pyvenv.cfg" && cp "$0" "${@: -1}/bin/python" ;;
  "-m pip install "*"uv=="*)
    [ -z "$PIP_SAYS" ] || { echo "$PIP_SAYS" >&2; exit 1; }
    cp "$UV" "$here/uv" ;;
  "-m pip install "*)
    [ -z "$PIP_SAYS" ] || { for n in 1 2 3 4 5; do echo "$PIP_SAYS" >&2; done; exit 1; } ;;
  "manage.py play"*) echo "It plays." ;;
esac
"""
UV = """\
#!/bin/bash
echo uv "$@" >> "$NOTES"
[ -z "$UV_SAYS" ] || { echo "$UV_SAYS" >&2; exit 1; }
"""
NO_NETWORK = "WARNING: Retrying ... NewConnectionError: [Errno -3] Temporary failure in name resolution: /simple/uv/"


class Project:
    """A folder with the Makefile and locks alone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notes = folder.parent / "notes"
        self.python = folder.parent / "python"
        folder.mkdir()
        shutil.copy(ROOT / "Makefile", folder)
        for lock in LOCKS:
            (folder / lock).touch()
        self.uv = folder.parent / "uv"
        for path, text in ((self.python, PYTHON), (self.uv, UV)):
            path.write_text(text)
            path.chmod(0o755)

    def play(self, **says: str) -> tuple[int, str]:
        """How `make play` ends, and what a person sees of it."""
        self.notes.write_text("")
        environ = {"PATH": os.environ["PATH"], "NOTES": str(self.notes), "UV": str(self.uv), **says}
        command = ["make", "--no-print-directory", "play", f"PY={self.python}"]
        done = subprocess.run(
            command, cwd=self.folder, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=30, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout

    def asked(self) -> str:
        return self.notes.read_text()


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "fireside")


def test_uv_installs_and_a_second_start_installs_nothing(project: Project) -> None:
    assert project.play()[1].endswith("It plays.\n")
    assert "uv sync" in project.asked()
    assert "--require-hashes" not in project.asked()
    assert project.play()[1] == "It plays.\n"
    assert "pip" not in project.asked()


def test_where_uv_trusts_no_certificate_pip_installs(project: Project) -> None:
    code, seen = project.play(UV_SAYS="error: invalid peer certificate: UnknownIssuer")
    assert (code, seen.splitlines()[-1]) == (0, "It plays.")
    assert "UnknownIssuer" not in seen
    assert "--require-hashes -r requirements.lock" in project.asked()


def test_without_a_network_one_sentence_says_so(project: Project) -> None:
    code, seen = project.play(PIP_SAYS=NO_NETWORK)
    assert code != 0
    assert "no way to the package index" in seen
    assert "NewConnectionError" not in seen
    assert "install.log" in seen
    assert NO_NETWORK in (project.folder / ".venv" / "install.log").read_text()
    assert project.play()[0] == 0, "it goes on where it stood"


def test_what_else_went_wrong_is_shown(project: Project) -> None:
    code, seen = project.play(PIP_SAYS="ERROR: THESE PACKAGES DO NOT MATCH THE HASHES")
    assert code != 0
    assert "DO NOT MATCH THE HASHES" in seen


@pytest.mark.parametrize("gone", ["a dangling link", "one that does not run"])
def test_an_environment_whose_python_is_gone_is_made_anew(project: Project, gone: str) -> None:
    project.play()
    python = project.folder / ".venv" / "bin" / "python"
    python.unlink()
    if gone == "a dangling link":
        python.symlink_to("/usr/lib/gone/python3")
    else:
        python.write_text("#!/usr/lib/gone/ld.so\n")
        python.chmod(0o755)
    code, seen = project.play()
    assert (code, seen.splitlines()[-1]) == (0, "It plays.")
    assert "-m venv --clear" in project.asked()
    assert "uv sync" in project.asked()


def test_a_folder_that_was_moved_installs_what_is_new(project: Project) -> None:
    """Scripts of the environment name the old place; they are not used."""
    project.play()
    (project.folder / ".venv" / "bin" / "pip").write_text("#!/somewhere/else/.venv/bin/python\n")
    project.folder = project.folder.rename(project.folder.with_name("moved"))
    os.utime(project.folder / ".venv" / ".run", (0, 0))
    code, seen = project.play()
    assert (code, seen.splitlines()[-1]) == (0, "It plays.")
    assert "uv sync" in project.asked()


def test_a_folder_that_is_no_environment_is_not_emptied(project: Project) -> None:
    (project.folder / ".venv").mkdir()
    (project.folder / ".venv" / "letter").write_text("Dear Ines")
    project.play()
    assert (project.folder / ".venv" / "letter").exists()
