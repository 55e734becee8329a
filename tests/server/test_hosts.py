from pathlib import Path
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client
from pytest_django.fixtures import Settings

from apps.server import addresses, hosts
from config import asgi, environment


@pytest.fixture
def _public_name(settings: Settings) -> None:
    settings.ENVIRONMENT = environment.read({"FIRESIDE_NAMES": "table.example.org"})


@pytest.mark.usefixtures("_public_name")
@pytest.mark.parametrize(
    ("host", "answered"),
    [
        ("192.168.1.20:8000", True),
        ("[::1]:8000", True),
        ("[fd00::20]", True),
        ("localhost:8000", True),
        ("fireside.local:8000", True),
        ("Fireside.LOCAL", True),
        ("table.example.org", True),
        ("table.example.org.", True),
        ("evil.example", False),
        ("local", False),
        ("evil-table.example.org", False),
        ("192.168.1.20.evil.example", False),
        ("localhost.evil.example", False),
        ("localhost:x", False),
        ("localhost:99999", False),
        ("user@localhost", False),
        ("localhost/path", False),
        ("[::1", False),
        ("", False),
    ],
)
def test_which_hosts_are_answered(host: str, answered: bool) -> None:
    assert hosts.allowed(host) is answered


SAME_ORIGIN = [
    ("http://192.168.1.20:8000", "192.168.1.20:8000", True),
    ("http://fireside.local:8000", "fireside.local:8000", True),
    ("http://[::1]:8000", "[::1]:8000", True),
    ("http://fireside.local", "fireside.local:80", True),
    ("https://fireside.local", "fireside.local", True),
    ("https://fireside.local", "fireside.local:443", True),
    ("http://evil.example", "192.168.1.20:8000", False),
    ("http://192.168.1.20:9000", "192.168.1.20:8000", False),
    ("http://192.168.1.20", "192.168.1.20:8000", False),
    ("ftp://192.168.1.20:8000", "192.168.1.20:8000", False),
    ("http://192.168.1.20:8000/x", "192.168.1.20:8000", False),
    ("http://192.168.1.20:8000@evil.example", "evil.example", False),
    ("http://[::1", "[::1", False),
    ("null", "192.168.1.20:8000", False),
    ("", "192.168.1.20:8000", False),
]


@pytest.mark.parametrize(("origin", "host", "same"), SAME_ORIGIN)
def test_same_origin(origin: str, host: str, same: bool) -> None:
    assert hosts.same_origin(origin, host) is same


@pytest.mark.asyncio
@pytest.mark.parametrize(("origin", "host", "same"), [*SAME_ORIGIN, ("http://evil.example", "evil.example", False)])
async def test_a_socket_is_refused_where_its_page_is_not_ours(origin: str, host: str, same: bool) -> None:
    headers = [(b"host", host.encode()), (b"origin", origin.encode())]
    socket = WebsocketCommunicator(asgi.application, "/nowhere", headers=headers)
    await socket.connect()
    closed: dict[str, Any] = await socket.receive_output()
    assert closed["code"] == (asgi.NO_SUCH_SOCKET if same else asgi.NOT_ALLOWED)


@pytest.mark.django_db
@pytest.mark.parametrize(("host", "status"), [("192.168.1.20:8000", 200), ("evil.example", 400), ("a,b", 400)])
def test_pages_follow_the_host_policy(client: Client, host: str, status: int) -> None:
    assert client.get("/", headers={"host": host}).status_code == status


@pytest.mark.django_db
def test_a_forwarded_host_counts_only_behind_a_trusted_proxy(client: Client, settings: Settings) -> None:
    forged = {"host": "localhost", "x-forwarded-host": "evil.example"}
    assert client.get("/", headers=forged).status_code == 200
    settings.USE_X_FORWARDED_HOST = True
    assert client.get("/", headers=forged).status_code == 400


@pytest.mark.parametrize("answered_for", [True, False])
def test_a_local_name_is_offered_only_where_something_answers_for_it(
    answered_for: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a network, too: a code of an address that nobody finds helps no phone."""
    monkeypatch.setattr(addresses, "machine_ips", list)
    monkeypatch.setattr(addresses, "AVAHI", [tmp_path if answered_for else tmp_path / "nothing"])
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("socket.gethostname", lambda: "hearth")
    found = addresses.addresses("0.0.0.0", 8000)
    assert found.network == (("http://hearth.local:8000",) if answered_for else ())
    assert found.best == ("http://hearth.local:8000" if answered_for else "http://localhost:8000")
