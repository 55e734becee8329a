"""A copy laid out in a folder and looked at, before anything is touched."""

import contextlib
import json
import shutil
import sqlite3
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

from apps.server import contents, postgres
from apps.server.backup import KEY, MANIFEST, POSTGRES, SQLITE, is_sqlite

PARTS = {SQLITE, POSTGRES, KEY, MANIFEST}
BEGINNINGS = {b"SQLite format 3\0": SQLITE, b"PGDMP": POSTGRES}
WRONG_KIND = (
    "This is a copy of a database of {its}, and this server keeps its data in {ours}. {advice} Data cannot be carried "
    "from one to the other."
)
KINDS = {
    SQLITE: ("SQLite", "Start this command without DATABASE_URL."),
    POSTGRES: ("PostgreSQL", "Give DATABASE_URL."),
}


class NotWhole(Exception):  # noqa: N818 - reads as what is the case
    """This is no copy that can be put back; the text says what is wrong with it."""


@dataclass(frozen=True)
class Laid:
    """What a copy brought. `database` is a file of SQLite or, for PostgreSQL, of SQL; it may have come alone."""

    database: Path
    media: Path | None
    key: Path | None


def lay_out(source: Path, place: Path) -> Laid:
    """Unpacks the copy into the folder `place` and looks at it strictly. Refuses with NotWhole, or Newer."""
    if source.is_dir():
        _from_folder(source, place)
    elif _begins(source, b"PK"):
        _unpack(source, place)
    else:
        _database_alone(source, place)
    return _looked_at(place)


def _begins(path: Path, how: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(how)) == how


# into the folder


def _database_alone(source: Path, place: Path) -> None:
    for beginning, name in BEGINNINGS.items():
        if _begins(source, beginning):
            return _with_its_journal(source, place / name)
    raise NotWhole(f"{source.name} is neither a zip of Fireside nor a database.")


def _from_folder(source: Path, place: Path) -> None:
    """A copy that was unpacked, or what an earlier restore has put aside."""
    for name in (SQLITE, POSTGRES, KEY):
        if (source / name).is_file():
            _with_its_journal(source / name, place / name)
    if (source / "media").is_dir():
        shutil.copytree(source / "media", place / "media")


def _with_its_journal(source: Path, target: Path) -> None:
    for ending in ("", "-wal", "-journal"):
        beside = source.with_name(source.name + ending)
        if beside.exists():
            shutil.copyfile(beside, target.with_name(target.name + ending))


def _unpack(source: Path, place: Path) -> None:
    (place / "media").mkdir()
    try:
        with zipfile.ZipFile(source) as archive:
            files = [one for one in archive.infolist() if not one.is_dir()]
            _refuse_strange_names([one.filename for one in files])
            for one in files:
                archive.extract(one, place)
            _refuse_gaps(place, {one.filename: one.file_size for one in files})
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as why:
        raise NotWhole(f"{source.name} is damaged: {why}") from None


def _refuse_strange_names(names: list[str]) -> None:
    strange = [name for name in names if name not in PARTS and not _is_upload(name)]
    if strange or len(set(names)) < len(names):
        raise NotWhole(f"This zip is no copy of Fireside's: it holds {(strange or names)[0]!r}.")


def _is_upload(name: str) -> bool:
    parts = name.split("/")
    return parts[0] == "media" and len(parts) > 1 and not {"", ".", ".."} & set(parts) and "\\" not in name


def _refuse_gaps(place: Path, found: dict[str, int]) -> None:
    """Compares with the list in the copy. Copies of earlier versions have none."""
    if found.pop(MANIFEST, None) is None:
        return
    try:
        listed = json.loads((place / MANIFEST).read_text(encoding="utf-8"))["files"]
    except (ValueError, KeyError, TypeError):
        raise NotWhole(f"The list of what is in this copy, {MANIFEST}, cannot be read.") from None
    if listed != found:
        lacking = sorted(set(listed) ^ set(found)) or ["a file of the listed size"]
        raise NotWhole(f"This copy is not whole: {lacking[0]} is not as its {MANIFEST} says.")


# looked at


def _looked_at(place: Path) -> Laid:
    _refuse_wrong_kind(place)
    database = _sound_sqlite(place / SQLITE) if is_sqlite() else _sound_dump(place / POSTGRES)
    media = place / "media"
    key = place / KEY
    if key.exists() and len(key.read_bytes().strip()) < 32:
        raise NotWhole("The key in this copy is none.")
    return Laid(database, media if media.is_dir() else None, key if key.exists() else None)


def _refuse_wrong_kind(place: Path) -> None:
    ours, other = (SQLITE, POSTGRES) if is_sqlite() else (POSTGRES, SQLITE)
    if (place / ours).exists() and not (place / other).exists():
        return
    if (place / other).exists():
        its, advice = KINDS[other]
        raise NotWhole(WRONG_KIND.format(its=its, ours=KINDS[ours][0], advice=advice))
    raise NotWhole(f"There is no database in this copy: {ours} is missing.")


def _sound_sqlite(path: Path) -> Path:
    try:
        with contextlib.closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA journal_mode=DELETE")  # folds in what stood in a journal
            if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise NotWhole("The database in this copy is damaged.")
            if database.execute("PRAGMA foreign_key_check").fetchone():
                raise NotWhole("The database in this copy is damaged: rows are missing to which others point.")
        contents.refuse_newer(contents.of_sqlite(path).schema)
    except (sqlite3.Error, contents.NoData) as why:
        raise NotWhole(f"The database in this copy cannot be read: {why}") from None
    return path


def _sound_dump(path: Path) -> Path:
    try:
        schema = postgres.schema(path)
        contents.refuse_newer(schema)
        text = postgres.as_sql(path, path.with_suffix(".sql"))
    except postgres.ToolFailed as why:
        raise NotWhole(f"The database in this copy cannot be read: {why}") from None
    if "table.0001_initial" not in schema:
        raise NotWhole("The database in this copy is none of Fireside's.")
    return text
