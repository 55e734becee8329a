"""Out: a table's rows and pictures in one zip."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from typing import IO, Any

from django.utils import timezone

from apps.table.hold import hold
from apps.table.models import Table

from . import pictures, rows

MANIFEST, ROWS = "table.json", "rows.jsonl"
AT_ONCE = 2000


def pack(table: str, file: IO[bytes]) -> None:
    """Writes the table with that public id. Nobody acts at it meanwhile. Refuses an unknown table with 404."""
    with hold(table) as desk, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        counts = _pack_rows(archive, desk.key)
        _pack_pictures(archive, desk.key)
        archive.writestr(MANIFEST, json.dumps(_manifest(desk.table, counts), indent=1))


def _manifest(table: Table, counts: dict[str, int]) -> dict[str, Any]:
    return {
        "format": rows.FORMAT,
        "version": rows.VERSION,
        "game": table.game,
        "name": table.name,
        "made_at": timezone.now().isoformat(timespec="seconds"),
        "rows": counts,
    }


def _pack_rows(archive: zipfile.ZipFile, table_key: int) -> dict[str, int]:
    counts: dict[str, int] = {}
    sealed = rows.sealed_at(table_key)
    with archive.open(ROWS, "w", force_zip64=True) as lines:
        for label, model in rows.travelling().items():
            for key, fields in _rows(model, table_key, sealed):
                lines.write(json.dumps([label, key, fields], ensure_ascii=False).encode() + b"\n")
                counts[label] = counts.get(label, 0) + 1
    return counts


def _rows(model: Any, table_key: int, sealed: rows.Sealed) -> Iterator[tuple[int, dict[str, Any]]]:
    for row in rows.of(model, table_key).order_by("pk").iterator(AT_ONCE):
        if (fields := rows.told(row, sealed)) is not None:
            yield row.pk, fields


def _pack_pictures(archive: zipfile.ZipFile, table_key: int) -> None:
    for one, name in pictures.of_table(table_key):
        path = one.folder() / name
        if path.is_file():
            archive.write(path, f"{one.place}/{name}", zipfile.ZIP_STORED)
