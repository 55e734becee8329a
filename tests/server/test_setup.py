import hashlib
import os
import re
import shutil
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from config import secret, settings
from config.environment import ROOT


def test_without_django_two_commands_are_printed(tmp_path: Path) -> None:
    command = [sys.executable, "-I", "-S", str(ROOT / "manage.py"), "play"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 1
    assert "-m venv --clear .venv" in done.stderr
    assert "pip install -r requirements.lock" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The folder as somebody has it who has just unpacked it, with an environment and a settings file."""
    place = tmp_path / "some where"
    place.mkdir()
    for name in ("fireside", "manage.py", "pyproject.toml"):
        shutil.copy(ROOT / name, place)
    shutil.copytree(ROOT / "config", place / "config")
    for name in ("apps", "templates", "static"):
        (place / name).symlink_to(ROOT / name)
    (place / ".venv").symlink_to(sys.prefix)
    (place / "fireside.env").write_text("FIRESIDE_DATA=elsewhere\n")
    return place


def _fireside(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    ours = ("FIRESIDE_", "DATABASE_URL", "REDIS_URL", "DJANGO_")
    environ = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    command = [str(place / "fireside"), *words]
    return subprocess.run(command, cwd="/", env=environ, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.once
def test_the_command_runs_from_anywhere_with_the_settings_of_its_file(copied: Path) -> None:
    done = _fireside(copied, "prepare")
    assert done.returncode == 0, done.stderr
    assert (copied / "elsewhere" / "fireside.sqlite3").exists()
    assert not (copied / "data").exists()
    (copied / "fireside.env").write_text("FIRESIDE_DATTA=elsewhere\n")
    wrong = _fireside(copied, "backup")
    assert wrong.returncode == 1
    assert wrong.stderr.startswith(f"{copied}/fireside.env, line 1: FIRESIDE_DATTA is not a setting. Did you mean")


@pytest.mark.once
def test_the_command_says_what_to_install_where_the_environment_is_gone(copied: Path) -> None:
    (copied / ".venv").unlink()
    (copied / ".venv").symlink_to("/nowhere")
    done = _fireside(copied, "play")
    assert done.returncode == 1
    assert "-m venv --clear .venv" in done.stderr or "3.11" in done.stderr


def test_make_says_what_to_install_where_no_python_is_found(tmp_path: Path) -> None:
    environ = {**os.environ, "VENV": str(tmp_path / "venv")}
    command = ["make", "-C", str(ROOT), "play", "PY=", f"VENV={tmp_path / 'venv'}"]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode != 0
    assert "Python 3.11 or newer" in done.stdout
    assert not (tmp_path / "venv").exists()


def test_the_key_is_made_once_and_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "secret-key"
    first = secret.key(path)
    assert len(first) >= 50
    assert not path.parent.exists(), "to look leaves nothing"
    secret.keep(path, first)
    secret.keep(path, "another")
    assert secret.key(path) == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in path.parent.iterdir()] == ["secret-key"]


def test_many_starting_at_once_agree_on_one_key(tmp_path: Path) -> None:
    path, keys, gate = tmp_path / "secret-key", list[str](), threading.Barrier(8)

    def start() -> None:
        gate.wait()
        secret.keep(path, secret.key(path))
        keys.append(secret.key(path))

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(keys) == 8
    assert len(set(keys)) == 1


def test_tests_stay_out_of_real_data() -> None:
    assert ROOT not in settings.DATA.parents
    assert str(ROOT) not in str(settings.DATABASES["default"]["TEST"].get("NAME", ""))


@pytest.mark.parametrize("folder", ["static/vendor", "tests/vendor"])
def test_files_from_elsewhere_are_what_their_list_says(folder: str) -> None:
    rows = re.findall(
        r"^\| `([^`]+)` \|.*\| `([0-9a-f]{64})` \|$", (ROOT / folder / "README.md").read_text(), re.MULTILINE
    )
    assert rows
    for name, listed in rows:
        path = ROOT / folder / name if (ROOT / folder / name).exists() else ROOT / folder / Path(name).name
        assert hashlib.sha256(path.read_bytes()).hexdigest() == listed, name
    vendored = {path.name for path in (ROOT / folder).rglob("*") if path.suffix in {".js", ".woff2", ".css"}}
    assert vendored == {Path(name).name for name, _ in rows}
