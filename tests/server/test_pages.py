import hashlib
import io
import json
import re
import tomllib
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.test import Client, RequestFactory
from PIL import Image
from pytest_django.fixtures import Settings

from apps.server import tries
from apps.table.devices import COOKIE, seat_device
from apps.table.hold import hold
from apps.table.ids import new_token
from apps.table.models import Seat, Table
from config.environment import ROOT

pytestmark = pytest.mark.django_db

PASSWORD = "eleven embers glow"


@pytest.fixture
def host() -> User:
    return User.objects.create_user("Dana", password=PASSWORD)


@pytest.fixture
def table() -> Table:
    table = Table.objects.create(name="The Kestrel’s Wake", game="dragonfly")
    for name, role, colour in (("Odile", "gm", "gm"), ("Marek", "player", "flame")):
        Seat.objects.create(table=table, name=name, name_key=name.lower(), role=role, colour=colour)
    return table


def test_every_answer_carries_the_policies(client: Client) -> None:
    for path in ("/", "/host/", "/host/sign-in", "/claim/x", "/healthz", "/nothing-here"):
        headers = client.get(path).headers
        policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
        assert policy["form-action"] == "'self'"
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"


def test_nothing_is_inline(client: Client, host: User, table: Table) -> None:
    client.force_login(host)
    for path in ("/", "/host/", "/host/sign-in"):
        text = client.get(path).content.decode()
        assert " style=" not in text
        assert "<style" not in text
        assert " on" + "click=" not in text
        assert "<script>" not in text


def test_a_stranger_sees_neither_tables_nor_seats(client: Client, host: User, table: Table) -> None:
    text = client.get("/").content.decode()
    for secret in ("Kestrel", "Odile", "Marek", "Dana", table.public_id, "/open/"):
        assert secret not in text


def test_a_device_sees_the_tables_where_it_sits(client: Client, table: Table) -> None:
    other = Table.objects.create(name="Salt Lane", game="dragonfly")
    marek = Seat.objects.get(name="Marek")
    token = new_token()
    with hold(table.pk):
        seat_device(marek, token)
    client.cookies[COOKIE] = token
    text = client.get("/").content.decode()
    assert f"/t/{table.public_id}/s/{marek.public_id}/" in text
    assert other.name not in text
    assert "Odile" not in text


def test_the_host_sees_all_tables_by_name_size_and_gm(client: Client, host: User, table: Table) -> None:
    client.force_login(host)
    start = client.get("/").content.decode()
    assert "Kestrel" in start
    assert "/open/?game=dragonfly" in start
    page = client.get("/host/").content.decode()
    assert "Kestrel" in page
    assert "2 seats" in page
    assert "Odile" in page
    assert "Marek" not in page
    assert "/s/" not in page, "the way to nobody's seat"


@pytest.mark.parametrize("path", ["/host/", "/host/copy"])
def test_a_stranger_is_sent_to_sign_in(client: Client, path: str) -> None:
    answer = client.post(path) if path.endswith("copy") else client.get(path)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/host/sign-in")


def test_signing_in_and_out(host: User) -> None:
    visitor = Client(enforce_csrf_checks=True)
    visitor.get("/host/sign-in")
    token = {"csrfmiddlewaretoken": visitor.cookies["csrftoken"].value}
    assert visitor.post("/host/sign-in", {"name": "Dana", "password": PASSWORD, **token}).status_code == 302
    assert visitor.get("/host/").status_code == 200
    token = {"csrfmiddlewaretoken": visitor.cookies["csrftoken"].value}
    assert visitor.get("/host/sign-out").status_code == 405
    assert visitor.post("/host/sign-out", token).status_code == 302
    assert visitor.get("/host/").status_code == 302


def test_wrong_passwords_are_limited_per_address(client: Client, host: User) -> None:
    wrong = {"name": "Dana", "password": "wrong"}
    for _ in range(tries.WRONG_PASSWORDS.most):
        assert client.post("/host/sign-in", wrong).status_code == 422
    right = {"name": "Dana", "password": PASSWORD}
    assert client.post("/host/sign-in", right).status_code == 429
    assert Client(REMOTE_ADDR="192.168.1.9").post("/host/sign-in", right).status_code == 302


def test_a_prankster_in_the_same_network_keeps_no_host_out_who_has_been_here(client: Client, host: User) -> None:
    wrong, right = {"name": "Dana", "password": "wrong"}, {"name": "Dana", "password": PASSWORD}
    tablet = Client()
    assert tablet.post("/host/sign-in", right).status_code == 302
    assert tablet.post("/host/sign-out").status_code == 302
    for _ in range(tries.WRONG_PASSWORDS.most + 1):
        client.post("/host/sign-in", wrong)
    client.cookies[tries.COOKIE] = "made:up"
    assert client.post("/host/sign-in", right).status_code == 429
    assert tablet.post("/host/sign-in", right).status_code == 302
    for _ in range(tries.WRONG_PASSWORDS.most):
        assert tablet.post("/host/sign-in", wrong).status_code == 422
    assert tablet.post("/host/sign-in", right).status_code == 429


def test_a_new_password_ends_what_a_browser_was_known_by(client: Client, host: User) -> None:
    client.post("/host/sign-in", {"name": "Dana", "password": PASSWORD})
    assert isinstance(tries._who(_asked_by(client)), str)
    host.set_password("twelve embers glow")
    host.save()
    assert not isinstance(tries._who(_asked_by(client)), str)


def _asked_by(client: Client) -> HttpRequest:
    request = RequestFactory().get("/host/sign-in")
    request.COOKIES = {name: one.value for name, one in client.cookies.items()}
    return request


def test_pages_of_the_host_are_not_kept_by_anyone(client: Client, host: User) -> None:
    client.force_login(host)
    for path in ("/", "/host/", "/claim/x", "/healthz"):
        assert "no-store" in client.get(path).headers["Cache-Control"]


def test_whoever_lost_their_seat_reads_who_shows_the_way_back(client: Client, table: Table) -> None:
    """In the same words as at an address where there never was anything."""
    lost, nothing = client.get(f"/t/{table.public_id}/s/nobodys/"), client.get("/no/such/page")
    assert "ask whoever leads the table" in lost.content.decode()
    assert lost.content == nothing.content


def test_a_form_beyond_the_limit_is_refused(client: Client, host: User) -> None:
    huge = {"name": "Dana", "password": "x" * 3 * 1024 * 1024}
    body = "&".join(f"{name}={value}" for name, value in huge.items())
    answer = client.post("/host/sign-in", body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code in {400, 413}


def test_about_says_version_licence_source_and_keys(client: Client, settings: Settings) -> None:
    assert 'href="/about"' in client.get("/").content.decode()
    text = client.get("/about").content.decode()
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"version {version}." in text
    assert "AGPL-3.0-or-later" in text
    assert "ask the host" in text
    assert "<kbd>Escape</kbd>" in text
    settings.ENVIRONMENT = replace(settings.ENVIRONMENT, source="https://example.org/fireside.git")
    assert 'href="https://example.org/fireside.git"' in client.get("/about").content.decode()


def test_the_licence_is_the_whole_text() -> None:
    sum_of_it = "8486a10c4393cee1c25392769ddd3b2d6c242d6ec7928e1414efff7dfb2f07ef"
    assert hashlib.sha256(_whole(Client().get("/licence"))).hexdigest() == sum_of_it


@pytest.mark.once
def test_icons_are_what_page_and_manifest_say(client: Client) -> None:
    page = client.get("/").content.decode()
    assert 'rel="manifest" href="/manifest.webmanifest"' in page
    assert 'rel="apple-touch-icon" href="/apple-touch-icon.png"' in page
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["Content-Type"].startswith("application/manifest+json")
    manifest = json.loads(_whole(answer))
    assert manifest["display"] == "fullscreen"
    icons = {one["src"]: (one["sizes"], one.get("purpose", "any")) for one in manifest["icons"]}
    assert set(icons.values()) == {(f"{n}x{n}", kind) for n in (192, 512) for kind in ("any", "maskable")}
    for src, (sizes, _) in {**icons, "/apple-touch-icon.png": ("180x180", "")}.items():
        width, height = Image.open(io.BytesIO(_whole(client.get(src)))).size
        assert f"{width}x{height}" == sizes, src
    assert Image.open(io.BytesIO(_whole(client.get("/favicon.ico")))).info["sizes"] == {(16, 16), (32, 32), (48, 48)}


@pytest.mark.once
def test_search_engines_are_sent_away_and_a_proxy_has_a_page_for_when_the_server_is(client: Client) -> None:
    assert b"Disallow: /\n" in _whole(client.get("/robots.txt"))
    away = _whole(client.get("/away.html")).decode()
    assert 'http-equiv="refresh"' in away
    assert not re.search(r'(src|href)="[^"]', away), "it stands alone"


def _whole(answer: Any) -> bytes:
    assert answer.status_code == 200
    return b"".join(answer)
