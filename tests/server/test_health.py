import socket
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django.fixtures import Settings

from apps.server import health


@pytest.mark.django_db
def test_it_is_well(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"database": "ok", "channels": "ok", "disk": "ok"}


def _broken(*args: Any) -> None:
    raise OSError("unplugged")


@pytest.mark.django_db
@pytest.mark.parametrize(("part", "name"), [("_database", "database"), ("_channels", "channels")])
def test_a_broken_part_is_told_without_details(
    client: Client, monkeypatch: pytest.MonkeyPatch, part: str, name: str
) -> None:
    monkeypatch.setattr(health, part, _broken)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()[name] == "failed"
    assert b"unplugged" not in answer.content


class _Deaf:
    async def new_channel(self, prefix: str) -> str:
        return prefix

    async def send(self, channel: str, message: Any) -> None:
        raise LookupError("whatever a driver may raise")


@pytest.mark.django_db
def test_the_channel_layer_is_really_used(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "get_channel_layer", _Deaf)
    assert client.get("/healthz").json() == {"database": "ok", "channels": "failed", "disk": "ok"}


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/healthz", "/host/sign-in"])
def test_a_monitor_may_ask_for_the_head_alone(client: Client, path: str) -> None:
    assert client.head(path).status_code == 200


def test_the_head_of_an_act_does_nothing(ines: Any) -> None:
    assert ines.client.head(f"{ines.url}act/say").status_code == 200
    assert not ines.table.events.exists()


@pytest.fixture
def without_redis(settings: Settings) -> None:
    """Several processes are meant, and nothing listens where Redis should be."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        nobody = f"redis://127.0.0.1:{probe.getsockname()[1]}/0"
    layer = {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [nobody]}}
    settings.CHANNEL_LAYERS = {"default": layer}
    settings.CACHES = {"default": {"BACKEND": "apps.server.counters.Counters", "LOCATION": nobody}}


@pytest.mark.once
@pytest.mark.usefixtures("without_redis")
def test_without_redis_it_says_so_and_play_goes_on(client: Client, ines: Any, admin_client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"database": "ok", "channels": "failed", "disk": "ok"})
    assert ines.post("say", text="Is anybody there?").status_code == 200
    assert client.get("/").status_code == 200
    assert admin_client.get("/demo").status_code == 200
    assert admin_client.post("/demo", {"game": "crew"}).status_code == 302
    assert "Redis does not answer. Play goes on" in admin_client.get("/host/").content.decode()
    assert client.post("/host/sign-in", {"name": "Nobody", "password": "knows"}).status_code == 422


@pytest.mark.once
@pytest.mark.usefixtures("without_redis")
def test_without_redis_a_limit_counts_all_the_same() -> None:
    assert cache.add("tries", 1, 60)
    assert not cache.add("tries", 1, 60)
    assert cache.incr("tries") == 2
    cache.delete("tries")
    assert cache.get("tries") is None
