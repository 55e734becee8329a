"""Uploads, documents and texts that mean harm; what is typed into the forms of all acts, see tests/attempts.py."""

from __future__ import annotations

import html
import io
import json
import re
import struct
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from apps.characters.dragonfly import document
from apps.table import acts, effort
from apps.table.doors.limits import Limit
from tests.acts_of_an_evening import (
    CHECK,
    SHANNON,
    VOSS,
    Evening,
    Step,
    a_maneuver,
    evening,
    picture,
    step,
    who,
)
from tests.crew_evening import LENA, WREN
from tests.hostile_input import SCRIPT
from tests.open_table import Open, OpenTable
from tests.people import state_of_play

# uploads


def jpeg_with_place() -> bytes:
    """A photograph that tells where it was taken."""
    kept = io.BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "KRAKEN HARBOUR"
    exif.get_ifd(0x8825)[1] = "N"
    Image.new("RGB", (64, 48), "navy").save(kept, "JPEG", exif=exif, comment=b"KRAKEN")
    return kept.getvalue()


def bomb() -> bytes:
    """A PNG of a few hundred bytes that says it is 40,000 pixels a side."""
    head = struct.pack(">IIBBBBB", 40_000, 40_000, 8, 2, 0, 0, 0)

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    pixels = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
PAGE = b"<!doctype html><script>alert(1)</script>"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("face.svg", SVG), ("face.png", SVG), ("face.png", PAGE), ("face.html", PAGE), ("face.png", b""),
        ("face.png", b"\x89PNG\r\n\x1a\n"), ("face.png", bomb()), ("face.png", picture().read()[:60]),
        ("face.jpg", jpeg_with_place()[:200]), ("face.pdf", b"%PDF-1.7 nothing"), ("face.gif", b"GIF89a" + b"\0" * 40),
        ("face.png", b"\0" * (6 * 1024 * 1024)),
    ],
)  # fmt: skip
def test_what_is_no_picture_is_no_portrait(tonight: Evening, tmp_path: Any, name: str, content: bytes) -> None:
    ines = tonight.people["ines"]
    ines.post("dragonfly.make", **SHANNON)
    state = state_of_play(tonight.table)
    sent = SimpleUploadedFile(name, content, "image/png")
    answer = ines.post("portrait", character=tonight.character("Shannon Reyes"), picture=sent)
    assert answer.status_code == 422
    assert 'class="refusal"' in answer.content.decode()
    assert state_of_play(tonight.table) == state
    assert not list((tmp_path / "portraits").glob("*")) if (tmp_path / "portraits").exists() else True


def test_a_portrait_carries_nothing_but_its_pixels(tonight: Evening, tmp_path: Any) -> None:
    ines = tonight.people["ines"]
    ines.post("dragonfly.make", **SHANNON)
    character = tonight.character("Shannon Reyes")
    for name in ("../../evil.html", "face.jpg"):
        sent = SimpleUploadedFile(name, jpeg_with_place() + PAGE, "text/html")
        assert ines.post("portrait", character=character, picture=sent).status_code == 200
    kept = list((tmp_path / "portraits").glob("*"))
    assert len(kept) == 2
    assert not list(tmp_path.glob("*.html"))
    for file in kept:
        assert re.fullmatch(r"[\w-]{16,}\.webp", file.name)
        assert not re.search(b"KRAKEN|script|Exif", file.read_bytes(), re.IGNORECASE)
        with Image.open(file) as found:
            assert found.format == "WEBP"
            assert not found.getexif()
    shown = ines.at_address("portrait", of=character, v=tonight.row("Shannon Reyes").portrait)
    assert (shown.status_code, shown["Content-Type"]) == (200, "image/webp")
    assert shown["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("[" * 100_000, ""), ('{"a":' * 50_000, ""), ('{"name": "\\ud800"}', ""), ("9" * 10_000, ""),
        (PAGE.decode(), "JSON"),
        ('{"fireside": "<script>alert(1)</script>"}', ""), ("null", ""), ('"x"', ""), ("[]", ""), ("{}", "missing"),
        ('{"fireside": "character", "version": 99}', "version"), ("x" * 1_500_000, "limit"),
    ],
)  # fmt: skip
def test_a_document_that_is_none_is_refused_in_words(tonight: Evening, text: str, word: str) -> None:
    gm = tonight.people["gm"]
    state = state_of_play(tonight.table)
    for sent in ({"text": text}, {"file": SimpleUploadedFile("x.json", text.encode("utf-8", "replace"))}):
        answer = gm.post("dragonfly.import", **sent)
        assert answer.status_code == 422
        assert 'class="refusal"' in answer.content.decode()
        assert word in answer.content.decode()
        assert "<script>alert" not in answer.content.decode()
    assert state_of_play(tonight.table) == state


def refusal_of(answer: Any) -> str:
    """The sentences that say why not."""
    found = re.findall(r'<p class="refusal"[^>]*>(.*?)</p>', answer.content.decode(), re.DOTALL)
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", " ".join(found)).split()))


HOSTILE: tuple[Any, ...] = (
    SCRIPT * 100, "\u202e", "a\x00b", "\ud800", -(10**30), 10**400, [[]] * 100, {"__class__": "x"}, True,
)  # fmt: skip


def test_hostile_values_in_a_document_name_their_field(tonight: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """A document that was exported here, with one value at a time made hostile."""
    monkeypatch.setattr(effort, "UPLOADS", Limit("upload", 10_000))
    gm = tonight.people["gm"]
    gm.post("dragonfly.make", **VOSS)
    good = json.loads(document.written(tonight.row("Voss")))
    state = state_of_play(tonight.table)
    for key in good:
        for value in HOSTILE:
            answer = gm.post("dragonfly.import", text=json.dumps(good | {key: value}))
            assert answer.status_code == 422, (key, value)
            assert key in refusal_of(answer) or "no JSON" in refusal_of(answer), (key, value, refusal_of(answer))
    assert state_of_play(tonight.table) == state


# a script in every text that is shown


@pytest.mark.parametrize("game", ["dragonfly", "crew"])
def test_a_script_in_any_text_is_shown_as_text(db: None, settings: Any, tmp_path: Any, game: str) -> None:
    """Table, seats, characters, notes, labels, scenes, chat, conditions, things, knocks: on all pages and frames."""
    settings.MEDIA_ROOT = tmp_path
    tonight = evening("T" + SCRIPT, game)
    for name, person in tonight.people.items():
        assert person.seat is not None
        person.seat.name = f"{name[:4]}{SCRIPT}"[:40]
        person.seat.save(update_fields=["name"])
    watched = OpenTable(tonight.table, **{name: Open(person) for name, person in tonight.people.items()})
    for one in {"dragonfly": hostile_steps, "crew": hostile_steps_of_crew}[game]():
        answer = tonight.do(one)
        assert SCRIPT[:8] not in answer.content.decode(), one
    watched.settle()
    for name, person in tonight.people.items():
        for where, text in everything_shown(tonight, person):
            assert SCRIPT[:8] not in text, f"{name}: {where}"
            assert where or "&lt;script" in text, f"{name}: nothing of it is shown"
        assert SCRIPT[:8] not in "".join(watched.pages[name].sent)


def hostile_steps() -> Iterator[Step]:
    """Acts with a script in whatever they take as text."""
    own, cast = f"A{SCRIPT}", f"B{SCRIPT}"
    yield step("gm", "open-session", title=SCRIPT)
    yield step("gm", "open-scene", title=SCRIPT, text=SCRIPT)
    yield step("ines", "dragonfly.make", **SHANNON | {
        "name": own, "character_type": SCRIPT, "notes": SCRIPT, "own_skill_1_name": SCRIPT,
        "own_quality_1_name": f"{SCRIPT}."})  # fmt: skip
    yield step("gm", "dragonfly.quick-cast", name=cast, muscle=9, combat=9, brains=9, life_points=20)
    yield step("ines", "dragonfly.maneuver-add", a_maneuver(own, name=SCRIPT, note=SCRIPT))
    yield step("ines", "condition-add", who(own, name=SCRIPT, note=SCRIPT, modifier=-1, until="scene"))
    yield step("gm", "dragonfly.adjust", who(own, track="life-points", by=-3, why=SCRIPT))
    yield step("gm", "dragonfly.award", lambda e: {"characters": [e.character(own)], "points": 1, "why": SCRIPT})
    yield step("ines", "dragonfly.spend", who(own, points=1, why=SCRIPT))
    yield step("ines", "dragonfly.plot-twist", who(own, what=SCRIPT))
    yield step("gm", "dragonfly.answer-twist", lambda e: {"ask": e.ask(), "allow": "yes", "words": SCRIPT})
    yield step("ines", "say", text=SCRIPT)
    yield step("ines", "say", text=f"/me {SCRIPT}")
    yield step("ines", "say", text=f"/r 1d6 # {SCRIPT}", dice=(3,))
    yield step("ines", "dragonfly.check", who(own, **CHECK | {"label": SCRIPT, "modifier": 1, "modifier_name": SCRIPT}),
               dice=(3,))  # fmt: skip
    yield step("ines", "undo", lambda e: {"event": e.event("dragonfly.check")})
    yield step("ines", "dragonfly.resist", lambda e: {
        "character": e.character(own), "opponent": e.character(cast), "attribute": "dexterity", "against": "combat",
        "label": SCRIPT}, dice=(9,))  # fmt: skip
    yield step("gm", "dragonfly.ask-check", lambda e: {"characters": [e.character(own)], "attribute": "dexterity",
                                                        "label": SCRIPT})  # fmt: skip
    yield step("gm", "note", text=SCRIPT)
    yield step("gm", "hide", lambda e: {"event": e.event("roll")}, first=lambda e: e.knocks(SCRIPT[:40]))
    yield step("gm", "reveal", lambda e: {"event": e.event("roll")})
    yield step("gm", "give-seat", lambda e: {"seat": e.seat("marek"), "knock": e.knock()})


def hostile_steps_of_crew() -> Iterator[Step]:
    own, cast = f"A{SCRIPT}", f"B{SCRIPT}"
    texts = ("distinction_1_name", "distinction_1_text", "distinction_1_trigger_1", "specialty_1_name",
             "signature_1_name", "episode_1_name", "notes")  # fmt: skip
    yield step("gm", "open-session", title=SCRIPT)
    yield step("gm", "crew.open-episode", title=SCRIPT)
    yield step("gm", "open-scene", title=SCRIPT, text=SCRIPT)
    yield step("ines", "crew.make", **WREN | dict.fromkeys(texts, SCRIPT) | {"name": own})
    yield step("gm", "crew.quick-gmc", name=cast, role="minor-gmc", die=8)
    yield step("gm", "crew.make-ship", **LENA | {"name": SCRIPT, "model": SCRIPT, "distinction_1_name": SCRIPT})
    yield step("gm", "crew.place-trait", name=SCRIPT, size=8)
    yield step("gm", "crew.complication", who(own, do="new", name=SCRIPT, size=8))
    yield step("gm", "crew.award", lambda e: {"to": "some", "characters": [e.character(own)], "why": SCRIPT})
    yield step("ines", "crew.asset", who(own, name=SCRIPT))
    yield step("gm", "crew.adjust", who(own, by=2, why=SCRIPT))
    yield step("ines", "crew.spend", who(own, what=SCRIPT))
    yield step("ines", "crew.contest", lambda e: {"character": e.character(own), "against": e.character(cast),
                                                   "what": SCRIPT})  # fmt: skip
    yield step("ines", "say", text=SCRIPT)
    yield step("gm", "hide", lambda e: {"event": e.event("say")}, first=lambda e: e.knocks(SCRIPT[:40]))
    yield step("gm", "reveal", lambda e: {"event": e.event("say")})


def everything_shown(tonight: Evening, person: Any) -> Iterator[tuple[str, str]]:
    """Every page below a seat, both exports of the log, and every act's form."""
    own = tonight.row(f"A{SCRIPT}").public_id
    for address in ("", "log", "log?q=script", "export-log", "switches", "points", "book", "seats", "invite", "device",
                    f"print?character={own}", f"?sheet={own}", "news"):  # fmt: skip
        answer = person.client.get(person.url + address)
        assert answer.status_code in {200, 404}, address
        yield address, answer.content.decode()
    found = person.at_address("export-log", **{"as": "json"})
    assert found["Content-Type"].startswith("application/json")
    for act in [one for one in acts.acts() if one.game in {"", tonight.table.game}]:
        yield act.name, person.get(act.name, character=own).content.decode()
        yield f"{act.name} as a page", person.get(act.name, plain=True).content.decode()
