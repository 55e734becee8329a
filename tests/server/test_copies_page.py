"""docs/copies.md: its commands are copied from the page and typed as they stand there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import ROOT, Server

POSTGRES = os.environ.get("DATABASE_URL", "").startswith("postgres")
PAGE = (ROOT / "docs" / "copies.md").read_text(encoding="utf-8")
FOLDER = "/home/fireside/fireside"
TRIAL = "/tmp/trial"
NAME = "Table 1"
SAYS = {
    "backup": "Everything is copied",
    "restore": "There are now 1 table, 2 people",
    "fetch_table": "The table lies in friday.fireside.zip",
    "bring_table": "The table is here",
}


def _commands() -> list[str]:
    """All lines of the page's blocks for a shell; starting the server is left to test_play."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    lines = dict.fromkeys(line for block in blocks for line in block.splitlines())
    return [line for line in lines if not line.endswith("fireside play")]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server("postgres" if POSTGRES else "sqlite") as running:
        running.call("tests.server.seeding:furnished")
        running.kill()
        yield running


@pytest.fixture(scope="module")
def project(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's folder as the page has it in mind, with the copies that the page names."""
    place = tmp_path_factory.mktemp("project")
    (place / ".venv").symlink_to(sys.prefix)
    (place / "manage.py").symlink_to(ROOT / "manage.py")
    shutil.copy(ROOT / "fireside", place)
    (place / "data").symlink_to(server.data)
    server.manage("backup")
    [made] = (server.data / "backups").glob("*.zip")
    for name in re.findall(r"restore (\S+\.zip)", PAGE):
        shutil.copyfile(made, place / name)
    _before_upgrade(server, place)
    return place


def _before_upgrade(server: Server, place: Path) -> None:
    server.call("tests.server.seeding:an_upgrade_is_due")
    server.manage("prepare")
    [made] = (server.data / "backups").glob("*-before-upgrade.*")
    for name in re.findall(r"restore (\S+-before-upgrade)\.sqlite3", PAGE):
        shutil.copyfile(made, place / f"{name}{made.suffix}")


def _typed(line: str, server: Server, project: Path) -> subprocess.CompletedProcess[str]:
    line = line.replace(TRIAL, str(project / "trial")).replace(FOLDER, str(project))
    line = line.replace("Friday", NAME)
    if POSTGRES:
        line = line.replace("-before-upgrade.sqlite3", "-before-upgrade.dump")
    return subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=project,
        env=server.environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("line", _commands())
def test_a_command_of_the_page_does_what_it_says(server: Server, project: Path, line: str) -> None:
    if POSTGRES and TRIAL in line:
        return  # as the page says
    done = _typed(line, server, project)
    assert done.returncode == 0, done.stderr
    [says] = [words for command, words in SAYS.items() if f"fireside {command} " in f"{line} "]
    assert says in done.stdout
    assert (TRIAL not in line) or (project / "trial" / "fireside.sqlite3").exists()


def test_what_cron_and_systemd_run_says_nothing_and_makes_a_copy(server: Server, project: Path) -> None:
    [cron] = re.findall(r"^15 4 \* \* \* (.+)$", PAGE, re.MULTILINE)
    [unit] = re.findall(r"^ExecStart=(.+)$", PAGE, re.MULTILINE)
    [folder] = re.findall(r"^WorkingDirectory=(.+)$", PAGE, re.MULTILINE)
    assert folder == FOLDER
    server.manage("prepare")
    before = len(list((server.data / "backups").glob("*.zip")))
    for line in (cron, unit):
        done = _typed(line, server, project)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert len(list((server.data / "backups").glob("*.zip"))) == before + 2


def test_the_page_has_commands_and_is_found() -> None:
    assert len([line for line in _commands() if "./fireside restore" in line]) >= 4
    for page in ("README.md", "docs/settings.md", "docs/hosting.md"):
        assert "copies.md" in (ROOT / page).read_text(encoding="utf-8")
