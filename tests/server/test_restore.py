"""Copies are put back by the real command, on a database of its own: PostgreSQL where DATABASE_URL names one."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import zipfile
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from apps.server import restore
from apps.server.serving import daphne_command
from apps.server.unpacking import NotWhole, lay_out
from tests.server.visitors import Visitor
from tests.servers import ROOT, Server, free_port

POSTGRES = os.environ.get("DATABASE_URL", "").startswith("postgres")
DATABASE = "fireside.dump" if POSTGRES else "fireside.sqlite3"
SEEDING = "tests.server.seeding:"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Not running: a test starts it where it wants to look, and stops it."""
    with Server("postgres" if POSTGRES else "sqlite") as running:
        yield running


@pytest.fixture(scope="module")
def people(server: Server) -> dict[str, Any]:
    found: dict[str, Any] = server.call(SEEDING + "furnished")
    return found


@pytest.fixture(scope="module")
def copy(server: Server, people: dict[str, Any]) -> Path:
    """Of a table at which the scene on the pier is played. The server is stopped afterwards, as by a power cut."""
    Visitor(server, people["gm"]).does("open-scene", title="On the pier")
    said = server.manage("backup")
    assert "1 table, 2 people, " in said
    assert "1 picture; " in said
    server.kill()
    found = re.search(r"/\S+-everything\.zip", said)
    assert found
    return Path(found[0])


def _refused(server: Server, *words: str, **settings: str) -> str:
    with pytest.raises(RuntimeError) as failed:
        server.manage(*words, **settings)
    assert "Traceback" not in str(failed.value)
    return str(failed.value)


def _kept(said: str) -> Path:
    found = re.search(r"What was there before lies in (\S+)", said)
    assert found, said
    return Path(found[1])


def _everything(data: Path) -> dict[str, bytes]:
    """What is kept, but for logs and what only says who uses it."""
    files = [path for path in data.rglob("*") if path.is_file() and path.suffix != ".log" and path.name != "in-use"]
    kept = [path for path in files if "static" not in path.parts and not path.name.endswith("-shm")]
    return {path.relative_to(data).as_posix(): path.read_bytes() for path in kept}


def test_a_restored_server_plays_on(server: Server, people: dict[str, Any], copy: Path) -> None:
    server.start()
    gm, ines = Visitor(server, people["gm"]), Visitor(server, people["ines"])
    portrait = ines.portrait(people["picture"])
    gm.does("open-scene", title="Under the pier")
    server.kill()
    (server.data / "media" / "portraits" / people["picture"]).unlink()
    (server.data / "secret-key").write_text("another key, which opens no link that was given out")

    said = server.manage("restore", str(copy))

    assert "There are now 1 table, 2 people, " in said
    assert ", 1 picture." in said
    server.start()
    assert "On the pier" in ines.page()
    assert "Under the pier" not in ines.page(), "what came after the copy is gone, its journal too"
    assert ines.get(people["invite"])[0] == 200, "links work as before"
    assert ines.portrait(people["picture"]) == portrait
    gm.does("undo")
    assert "taken back by Director" in ines.page()
    gm.does("open-scene", title="Behind the pier")
    assert "Behind the pier" in ines.page()
    assert server.complaints() == []
    server.kill()


def test_what_was_replaced_can_be_put_back_as_well(server: Server, copy: Path) -> None:
    server.manage("restore", str(copy))
    server.call(SEEDING + "host_renamed", name="Robin")
    (server.data / "secret-key").write_text("another key, which opens no link that was given out")
    [picture] = (server.data / "media" / "portraits").iterdir()
    picture.write_bytes(b"another picture")
    kept = _kept(server.manage("restore", str(copy)))
    assert server.call(SEEDING + "host_name") == "Dana"
    assert picture.read_bytes() != b"another picture"
    server.manage("restore", str(kept))
    assert server.call(SEEDING + "host_name") == "Robin"
    assert (server.data / "secret-key").read_text().startswith("another key")
    assert picture.read_bytes() == b"another picture"
    server.manage("restore", str(copy))


def test_what_is_kept_is_its_owners_alone(server: Server, copy: Path) -> None:
    server.manage("restore", str(copy))
    kept = [server.data / "secret-key", *(server.data / "media").rglob("*"), *server.data.glob("*.sqlite3*")]
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept} <= {0o600, 0o700}


def test_a_restore_onto_a_new_machine(copy: Path, people: dict[str, Any]) -> None:
    with Server("postgres" if POSTGRES else "sqlite") as new:
        new.kill()
        shutil.rmtree(new.data)
        said = new.manage("restore", str(copy))
        assert "There are now 1 table, 2 people" in said
        assert stat.S_IMODE(new.data.stat().st_mode) == 0o700
        new.start()
        assert "On the pier" in Visitor(new, people["ines"]).page()
        assert Visitor(new, people["ines"]).get(people["invite"])[0] == 200


def test_beside_a_running_server_nothing_is_put_back(server: Server, people: dict[str, Any], copy: Path) -> None:
    server.start()
    assert "is in use by a server (process " in _refused(server, "restore", str(copy))
    assert "On the pier" in Visitor(server, people["ines"]).page()
    server.kill()
    server.manage("restore", str(copy))


def test_a_server_on_another_machine_is_noticed(server: Server, copy: Path, tmp_path: Path) -> None:
    if not POSTGRES:
        return  # SQLite is reached from this machine alone
    server.start()
    said = _refused(server, "restore", str(copy), FIRESIDE_DATA=str(tmp_path / "elsewhere"))
    assert "open this database now" in said
    server.kill()


def test_a_copy_of_an_earlier_version_lacks_key_and_list(server: Server, copy: Path, tmp_path: Path) -> None:
    old = _rewritten(copy, tmp_path, without={"secret-key", "manifest.json"})
    key = (server.data / "secret-key").read_bytes()
    assert "There are now 1 table, 2 people" in server.manage("restore", str(old))
    assert (server.data / "secret-key").read_bytes() == key


def test_without_any_key_it_says_that_links_are_dead(server: Server, copy: Path, tmp_path: Path) -> None:
    old = _rewritten(copy, tmp_path, without={"secret-key", "manifest.json"})
    (server.data / "secret-key").unlink()
    assert "links that were given out before will not work" in server.manage("restore", str(old))
    server.manage("restore", str(copy))


def test_the_database_from_before_an_upgrade_alone(server: Server, people: dict[str, Any], copy: Path) -> None:
    server.call(SEEDING + "an_upgrade_is_due")
    assert "Before that it was copied to " in server.manage("prepare")
    [before] = (server.data / "backups").glob("*-before-upgrade.*")
    kept = _kept(server.manage("restore", str(before)))
    assert "server_claim" not in server.call(SEEDING + "names_of_tables"), "newer tables are gone"
    assert [path.name for path in kept.iterdir()] == [DATABASE], "pictures and key stay"
    server.manage("prepare")
    server.start()
    assert "On the pier" in Visitor(server, people["ines"]).page()
    server.kill()


def test_a_newer_database_stops_every_start(server: Server, copy: Path) -> None:
    server.call(SEEDING + "from_the_future")
    assert "written by a newer Fireside: it has table.9999_dreams" in _refused(server, "prepare")
    assert "written by a newer Fireside" in _refused(server, "play")
    newer = re.search(r"/\S+-everything\.zip", server.manage("backup"))
    assert newer
    with pytest.raises(RuntimeError, match="written by a newer Fireside"):
        server.start()
    server.call(SEEDING + "back_to_the_present")
    before = _everything(server.data)
    assert "written by a newer Fireside" in _refused(server, "restore", newer[0])
    assert _everything(server.data) == before


def test_what_fails_half_way_is_as_before(tmp_path: Path) -> None:
    """The second of two moves fails; both files lie where they lay."""
    old, new = tmp_path / "media", tmp_path / "new"
    for folder, word in ((old, "old"), (new, "new")):
        folder.mkdir()
        (folder / "a.webp").write_text(word)
    moves = restore._Moves(tmp_path / "replaced")

    def work() -> None:
        moves.swap(new, old)
        assert (old / "a.webp").read_text() == "new"
        moves.swap(tmp_path / "not-there", tmp_path / "secret-key")

    with pytest.raises(FileNotFoundError):
        moves.done_or_undone(work)
    assert (old / "a.webp").read_text() == "old"
    assert (new / "a.webp").read_text() == "new"
    assert moves.kept() is None


def _rewritten(copy: Path, into: Path, without: Collection[str] = (), **more: bytes) -> Path:
    made = into / "rewritten.zip"
    with zipfile.ZipFile(copy) as old, zipfile.ZipFile(made, "w") as new:
        for one in old.infolist():
            if not any(one.filename.startswith(name) for name in without):
                new.writestr(one.filename, old.read(one.filename))
        for name, content in more.items():
            new.writestr(name, content)
    return made


def _cut(copy: Path, into: Path) -> Path:
    made = into / "cut.zip"
    made.write_bytes(copy.read_bytes()[:-2000])
    return made


def _cut_database(copy: Path, into: Path) -> Path:
    with zipfile.ZipFile(copy) as archive:
        content = archive.read(DATABASE)
    made = into / DATABASE
    made.write_bytes(content[: len(content) // 2])
    return made


def _wrong_kind(copy: Path, into: Path) -> Path:
    other = "fireside.sqlite3" if POSTGRES else "fireside.dump"
    return _rewritten(copy, into, {DATABASE, "manifest.json"}, **{other: b"x"})


def _empty_key(copy: Path, into: Path) -> Path:
    return _rewritten(copy, into, {"secret-key", "manifest.json"}, **{"secret-key": b""})


def _with(name: str) -> Callable[[Path, Path], Path]:
    return lambda copy, into: _rewritten(copy, into, (), **{name: b"x"})


NOT_WHOLE: dict[str, tuple[Callable[[Path, Path], Path], str]] = {
    "cut off": (_cut, "is damaged"),
    "a picture short": (lambda copy, into: _rewritten(copy, into, {"media/"}), "is not whole: media/portraits/"),
    "no database": (lambda copy, into: _rewritten(copy, into, {DATABASE, "manifest.json"}), "no database"),
    "of another kind": (_wrong_kind, "cannot be carried from one to the other"),
    "out of the folder": (_with("media/../../x"), "holds .media/../../x"),
    "somebody's zip": (_with("holiday.jpg"), "it holds 'holiday.jpg'"),
    "a key that is none": (_empty_key, "key in this copy is none"),
    "a text": (lambda copy, into: Path(shutil.copy(ROOT / "README.md", into)), "neither a zip of Fireside nor"),
    "half a database": (_cut_database, "cannot be read|damaged"),
}  # fmt: skip


@pytest.mark.parametrize("what", NOT_WHOLE)
def test_what_is_not_whole_is_refused(copy: Path, tmp_path: Path, what: str) -> None:
    make, reason = NOT_WHOLE[what]
    place = tmp_path / "place"
    place.mkdir()
    with pytest.raises(NotWhole, match=reason):
        lay_out(make(copy, tmp_path), place)


def test_what_is_refused_changes_nothing(server: Server, copy: Path, tmp_path: Path) -> None:
    before = _everything(server.data)
    assert "Nothing was put back, and nothing was changed. " in _refused(server, "restore", str(_cut(copy, tmp_path)))
    assert _everything(server.data) == before


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no "):
        call_command("restore", str(tmp_path / "nothing.zip"))


def test_a_second_server_needs_redis(server: Server, copy: Path) -> None:
    """Started as docs/settings.md says, several share one data folder; without Redis they would not hear each other."""
    server.start()
    command = daphne_command("127.0.0.1", free_port())
    alone = {name: value for name, value in server.environ.items() if name != "REDIS_URL"}
    done = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "is in use by a server (process " in done.stderr
    assert "Traceback" not in done.stderr
    assert "is in use by" in _refused(server, "play")
    server.kill()


def test_several_processes_share_what_another_start_may_not_have() -> None:
    if not POSTGRES:
        return  # SQLite has one process
    with Server("postgres", processes=2) as both:
        assert both.complaints() == []
        assert "is in use by a server (process " in _refused(both, "play")
        both.kill(0)
        assert "is in use by a server (process " in _refused(both, "play"), "one of them is still there"


def test_nothing_is_served_that_was_not_prepared(server: Server, tmp_path: Path) -> None:
    command = daphne_command("127.0.0.1", free_port())
    environ = server.environ | {"FIRESIDE_DATA": str(tmp_path / "new")}
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert "./fireside prepare" in done.stderr
    assert not (tmp_path / "new").exists()
