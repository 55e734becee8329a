from typing import Any

import pytest
from django.test import Client

from apps.server import health


@pytest.mark.django_db
def test_it_is_well(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"database": "ok", "channels": "ok"}


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
        raise ConnectionRefusedError


@pytest.mark.django_db
def test_the_channel_layer_is_really_used(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "get_channel_layer", _Deaf)
    assert client.get("/healthz").json() == {"database": "ok", "channels": "failed"}
