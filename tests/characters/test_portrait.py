"""Portraits: what is taken, what is made of it, and who may see it."""

import io
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import F
from PIL import Image

from apps.characters import bringing, portraits
from apps.characters.portraits import place
from apps.table import effort
from apps.table.doors import limits
from apps.table.models import Seat, Table
from tests.people import state_of_play


def picture(kind="PNG", size=(900, 600), **more):
    kept = io.BytesIO()
    Image.new("RGB", size, "teal").save(kept, kind, **more)
    return SimpleUploadedFile(f"../../me.{kind.lower()}", kept.getvalue(), "image/png")


def sent(person, character, file, **more):
    return person.post("portrait", character=character.public_id, picture=file, **more)


def shown(person, character, **more):
    character.refresh_from_db()
    return person.at_address("portrait", **{"of": character.public_id, "v": character.portrait, **more})


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_raster_pictures_are_drawn_anew(ines, marek, shannon, kind):
    assert sent(ines, shannon, picture(kind)).status_code == 200
    response = shown(marek, shannon)
    assert response.status_code == 200
    content = b"".join(response.streaming_content)
    with Image.open(io.BytesIO(content)) as found:
        assert (found.format, found.size) == ("WEBP", (512, 341))
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Cache-Control"].startswith("private")
    assert response["Content-Type"] == "image/webp"
    assert shannon.portrait in marek.page()
    assert "me." not in shannon.portrait
    assert Path(shannon.portrait).name == shannon.portrait


def test_what_the_file_carried_is_gone(ines, shannon):
    exif = Image.Exif()
    exif[0x010E] = "A secret address"
    exif[0x0112] = 6
    sent(ines, shannon, picture("JPEG", exif=exif))
    shannon.refresh_from_db()
    content = (place() / shannon.portrait).read_bytes()
    assert b"secret" not in content
    with Image.open(io.BytesIO(content)) as found:
        assert not found.getexif()
        assert found.size == (341, 512)


def bomb(width, height):
    """A PNG that only says how large it is."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    return (b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
            + b"\x00\x00\x00\x00IEND\xaeB`\x82")  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "no picture"),
        ("a.png", b"not a picture", "no picture"),
        ("a.png", bomb(60_000, 60_000), "24 million"),
        ("a.png", bomb(5_000, 5_000), "24 million"),
        ("a.png", b"\x89PNG" + b"x" * (10 * 1024 * 1024), "10 MB is the limit"),
    ],
)
def test_others_are_refused(ines, shannon, name, content, words):
    before, files = state_of_play(ines.table), list(place().glob("*"))
    refused = sent(ines, shannon, SimpleUploadedFile(name, content, "image/png"))
    assert refused.status_code == 422
    assert words in refused.content.decode()
    assert state_of_play(ines.table) == before
    assert list(place().glob("*")) == files


def test_nothing_sent(ines, shannon):
    refused = ines.post("portrait", character=shannon.public_id, picture="words")
    assert refused.status_code == 422
    assert "Choose a picture" in refused.content.decode()


def test_who_may_see_it(gm, ines, marek, watcher, stranger, voss, shannon):
    sent(gm, voss, picture())
    assert shown(gm, voss).status_code == 200
    for person in (ines, marek, watcher, stranger.at(ines)):
        assert shown(person, voss).status_code == 404
    sent(ines, shannon, picture())
    assert shown(watcher, shannon).status_code == 200
    assert shown(watcher, shannon, v="../../secret-key").status_code == 404
    assert shown(watcher, shannon, v="").status_code == 404


def test_nobody_else_may_set_it(ines, marek, watcher, stranger, shannon):
    before = state_of_play(ines.table)
    assert sent(marek, shannon, picture()).status_code == 422
    assert sent(watcher, shannon, picture()).status_code == 403
    assert sent(stranger.at(ines), shannon, picture()).status_code == 404
    assert state_of_play(ines.table) == before


def test_taken_away_and_undone(ines, shannon):
    assert sent(ines, shannon, picture(), plain=True).status_code == 302
    shannon.refresh_from_db()
    name = shannon.portrait
    ines.does("portrait-remove", character=shannon.public_id)
    assert ines.post("portrait-remove", character=shannon.public_id).status_code == 422
    ines.does("undo")
    shannon.refresh_from_db()
    assert shannon.portrait == name
    assert shown(ines, shannon).status_code == 200


def test_the_form_takes_files(ines, shannon):
    assert "multipart/form-data" in ines.get("portrait", character=shannon.public_id).content.decode()


def test_a_player_with_one_character_is_not_asked_whose(gm, ines, shannon, pell):
    own = BeautifulSoup(ines.get("portrait").content, "lxml").select("[name=character]")
    assert [(one.name, one.get("type"), one.get("value")) for one in own] == [("input", "hidden", shannon.public_id)]
    assert [one.name for one in BeautifulSoup(gm.get("portrait").content, "lxml").select("[name=character]")] == [
        "select"
    ]


def test_a_player_with_two_characters_is_asked(ines, shannon, make):
    make(ines, name="Bo")
    assert [one.name for one in BeautifulSoup(ines.get("portrait").content, "lxml").select("[name=character]")] == [
        "select"
    ]


# what it costs


@pytest.fixture
def read(monkeypatch):
    """How many pictures were looked into."""
    looked: list[int] = []
    real = portraits.clean_picture

    def noted(content, *album):
        looked.append(len(content))
        return real(content, *album)

    monkeypatch.setattr(portraits, "clean_picture", noted)
    return looked


@pytest.mark.parametrize("act", ["portrait", "dragonfly.import"])
def test_nothing_is_read_for_whoever_may_not_do_it(gm, ines, watcher, stranger, shannon, read, monkeypatch, act):
    monkeypatch.setattr(bringing, "prepared", lambda *about: read.append(0))
    given = {"character": shannon.public_id, "picture": picture(), "text": "{}"}
    assert watcher.post(act, **given).status_code == 403
    assert stranger.at(ines).post(act, **given).status_code == 404
    gm.does("pause")
    assert ines.post(act, **given).status_code == 403
    assert read == []


def test_what_was_done_already_is_not_read_again(ines, shannon, read):
    for _ in range(2):
        assert sent(ines, shannon, picture(), nonce="abcdefgh").status_code == 200
    assert len(read) == 1


def test_whoever_lost_their_right_while_it_was_read_is_refused(ines, shannon, monkeypatch):
    def clean(content, *album):
        Seat.objects.filter(pk=ines.seat.pk).update(role="spectator")
        Table.objects.update(version=F("version") + 1)
        return portraits.Picture(content)

    monkeypatch.setattr(portraits, "clean_picture", clean)
    assert sent(ines, shannon, picture()).status_code == 403
    shannon.refresh_from_db()
    assert not shannon.portrait


def test_one_file_of_a_seat_at_a_time_and_so_many_within_ten_minutes(ines, marek, shannon, pell, read, monkeypatch):
    with effort.of(ines.seat):
        busy = sent(ines, shannon, picture())
        assert busy.status_code == 403
        assert "still being read" in busy.content.decode()
        assert sent(marek, pell, picture()).status_code == 200
    monkeypatch.setattr(effort, "UPLOADS", limits.Limit("upload", 2))
    assert sent(ines, shannon, picture()).status_code == 200
    assert "files within ten minutes" in sent(ines, shannon, picture()).content.decode()
    assert len(read) == 2


GREEDY = """
import io, sys
from PIL import Image
def peak():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
import django
django.setup()
from apps.characters import portraits
content = open(sys.argv[1], "rb").read()
before = peak()
assert portraits.clean_picture(content).content and portraits.clean_picture(b"no picture").refusal
assert "PIL.DdsImagePlugin" not in sys.modules, "all formats are loaded to look for four"
print(peak() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="counts as Linux does")
def test_a_large_picture_is_in_memory_once(tmp_path):
    """24 million pixels with a palette: 23 MB as they are, 69 more in their colours."""
    path = tmp_path / "large.png"
    Image.new("P", (6000, 3900)).save(path, compress_level=1)
    words = [sys.executable, "-c", GREEDY, str(path)]
    environ = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "FIRESIDE_DATA": str(tmp_path)}
    done = subprocess.run(words, env=environ, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 60 * 1024
