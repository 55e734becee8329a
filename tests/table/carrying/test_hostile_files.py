"""A file that somebody has meddled with is refused in one sentence, and nothing is changed."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from apps.table.carrying import reading, rows, settling
from apps.table.carrying.reading import NotATable
from tests.acts_of_an_evening import Evening
from tests.evenings import evening, steps

from .conftest import brought, packed

Parts = dict[str, bytes]
Meddle = Callable[[Parts], None]
WORDS = r"^[A-Z][^\n]{10,150}\.$"


@pytest.fixture
def parts() -> Parts:
    """A good file's, of a table that was played at for a while and has a picture."""
    return dict(_good())


@cache
def _good() -> Parts:
    tonight: Evening = evening("table")
    for one in steps("table")[:40]:
        tonight.do(one)
    with zipfile.ZipFile(packed(tonight.table)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _zipped(parts: Parts, how: int = zipfile.ZIP_DEFLATED) -> io.BytesIO:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", how) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file


def _everything() -> dict[str, Any]:
    counts = {model._meta.label: model._base_manager.count() for model in rows.at_a_table()}
    return counts | {"files": [path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()]}


def _refused(file: Any) -> str:
    before = _everything()
    with pytest.raises(NotATable, match=WORDS) as why:
        settling.bring(file)
    assert _everything() == before
    return str(why.value)


def _manifest(**changed: Any) -> Meddle:
    def meddle(parts: Parts) -> None:
        parts["table.json"] = json.dumps(json.loads(parts["table.json"]) | changed).encode()

    return meddle


def _row(label: str, **changed: Any) -> Meddle:
    """The first row of that model that has such columns says something else."""

    def meddle(parts: Parts) -> None:
        lines = parts["rows.jsonl"].splitlines()
        for place, line in enumerate(lines):
            told = json.loads(line)
            if told[0] == label and changed.keys() <= told[2].keys():
                lines[place] = json.dumps([told[0], told[1], told[2] | changed]).encode()
                break
        else:
            raise AssertionError(f"there is no row of {label}")
        parts["rows.jsonl"] = b"\n".join(lines) + b"\n"

    return meddle


def _more(*told: Any) -> Meddle:
    """One more row, and the manifest knows of it."""

    def meddle(parts: Parts) -> None:
        parts["rows.jsonl"] += json.dumps(told).encode() + b"\n"
        counts = json.loads(parts["table.json"])["rows"]
        _manifest(rows=counts | {told[0]: counts.get(told[0], 0) + 1})(parts)

    return meddle


def _text(old: bytes, new: bytes) -> Meddle:
    def meddle(parts: Parts) -> None:
        assert old in parts["rows.jsonl"]
        parts["rows.jsonl"] = parts["rows.jsonl"].replace(old, new, 1)

    return meddle


def _part(name: str, content: bytes) -> Meddle:
    def meddle(parts: Parts) -> None:
        parts[name] = content

    return meddle


def _picture(content: bytes) -> Meddle:
    def meddle(parts: Parts) -> None:
        [name] = [one for one in parts if one.startswith("portraits/")]
        parts[name] = content

    return meddle


def _lacking(name: str) -> Meddle:
    def meddle(parts: Parts) -> None:
        del parts[name]

    return meddle


DEEP = b"[" * 100_000
NOBODYS = 999_999
KNOCK = {"name": "x", "colour": "", "role": "gm", "token_hash": "x", "device": "", "refused": False}
MEDDLED: dict[str, tuple[Meddle, str]] = {
    "of another program": (_manifest(format="holiday"), "no table’s file"),
    "of a newer one": (_manifest(version=rows.VERSION + 1), "newer Fireside"),
    "of an older one": (_manifest(version=rows.VERSION - 1), "older Fireside"),
    "of no version": (_manifest(version=True), "no table’s file"),
    "of a game that is not here": (_manifest(game="chess"), "no game called chess"),
    "of the other game": (_row("table.table", game="crew"), "not of its game|contradict"),
    "no manifest": (_lacking("table.json"), "no table’s file"),
    "no rows": (_part("rows.jsonl", b""), "rows are missing"),
    "rows cut off": (_part("rows.jsonl", b'["table.table", 1'), "more than a table|cannot be read"),
    "somebody's picture": (_part("portraits/holiday-2026.webp", b"x"), "nobody has the picture"),
    "out of the folder": (_part("portraits/../../x.webp", b"x"), "it holds"),
    "an absolute path": (_part("/etc/cron.d/x.webp", b"x"), "it holds"),
    "a program": (_part("portraits/program.exe/x", b"x"), "it holds"),
    "a picture that is none": (_picture(b"<svg onload=alert(1)>"), "no picture"),
    "not a number": (_row("characters.rating", value=float("nan")), "cannot be read"),
    "endless": (_text(b'"rank": 1', b'"rank": 1e999'), "cannot be read"),
    "a long number": (_text(b'"rank": 1', b'"rank": ' + b"9" * 5000), "cannot be read"),
    "a name twice": (_text(b'"rank": 1', b'"rank": 1, "rank": 2'), "cannot be read"),
    "deep": (_part("rows.jsonl", DEEP + b"\n"), "cannot be read|no table’s file"),
    "half a sign": (_row("table.seat", name="\ud800"), "signs that cannot be written"),
    "a zero": (_row("table.telling", facts={"text": "a\0b"}), "signs that cannot be written"),
    "a wrong type": (_row("characters.rating", value="7"), "characters.rating.value"),
    "yes for one": (_row("table.table", paused=1), "table.table.paused"),
    "one for yes": (_row("characters.rating", value=True), "characters.rating.value"),
    "too large for its column": (_row("table.telling", rank=40_000), "table.telling.rank"),
    "too long for its column": (_row("table.seat", name="a" * 41), "table.seat.name"),
    "no such role": (_row("table.seat", role="host"), "table.seat.role"),
    "no such audience": (_row("table.telling", audience="host"), "contradict"),
    "a time that is none": (_row("table.event", at="yesterday"), "table.event.at"),
    "a time without its zone": (_row("table.event", at="2026-11-22T12:00:00"), "table.event.at"),
    "a column more": (_more("table.seat", NOBODYS, {"admin": True}), "other columns"),
    "a model that stays": (_more("table.knock", NOBODYS, KNOCK), "one of its rows is none"),
    "the host": (_more("auth.user", 1, {"username": "Mallory"}), "one of its rows is none"),
    "a name that is none": (_row("table.seat", public_id="../../etc"), "table.seat.public_id"),
    "somebody else's seat": (_row("table.event", seat_id=NOBODYS), "one that is not there"),
    "somebody else's table": (_row("table.seat", table_id=NOBODYS), "one that is not there"),
    "an effect on nobody": (_row("table.effect", before={"seat_id": NOBODYS}), "table.effect|contradict|seat_id"),
    "an effect on the host": (_row("table.effect", model="auth.user"), "changed nothing"),
    "inside itself": (_row("table.span", inside_id=NOBODYS), "one that is not there"),
    "an event of no kind": (_row("table.event", kind="dreamt"), "contradict"),
    "an event of another game": (_row("table.event", kind="crew.roll"), "not of its game"),
    "a switch of no kind": (_row("table.switch", key="dreams"), "contradict"),
    "two switches": (_row("table.switch", key="spread-volley", value="on"), "contradict"),
    "two rows with one key": (_more("table.boundary", 1, {}), "other columns|twice"),
}  # fmt: skip


@pytest.mark.parametrize("what", MEDDLED)
def test_what_was_meddled_with_is_refused(parts: Parts, what: str) -> None:
    meddle, reason = MEDDLED[what]
    meddle(parts)
    said = _refused(_zipped(parts))
    assert any(word in said for word in reason.split("|")), said


def test_what_is_no_zip_is_refused(parts: Parts) -> None:
    whole = _zipped(parts, zipfile.ZIP_STORED).getvalue()
    place = whole.index(b'"table.seat"')
    for content in (b"", b"PK", b"x" * 5000, whole[: len(whole) // 2], whole[:place] + b"X" + whole[place + 1 :]):
        _refused(io.BytesIO(content))


def test_a_bomb_is_not_unpacked(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    parts["rows.jsonl"] += b" " * 3_000_000
    file = _zipped(parts)
    assert "more than a table" in _refused(file), "a line without end"
    monkeypatch.setattr(reading, "MOST_BYTES", 2_000_000)
    monkeypatch.setattr(zipfile.ZipFile, "open", None)
    assert "more than a table" in _refused(file)


def test_a_part_that_comes_twice_is_refused(parts: Parts) -> None:
    file = _zipped(parts)
    with zipfile.ZipFile(file, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("rows.jsonl", parts["rows.jsonl"])
    assert "no table’s file" in _refused(file)


def test_without_meddling_it_is_taken(parts: Parts) -> None:
    assert brought(_zipped(parts)).name
