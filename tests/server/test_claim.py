import io
import os
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from pytest_django.fixtures import Settings

from apps.server import claims, views
from apps.server.addresses import Addresses, addresses
from apps.server.management.commands.play import Command as Play
from apps.server.models import Claim

GOOD = {"name": "Dana", "password": "eleven embers glow"}

pytestmark = pytest.mark.django_db


@pytest.fixture
def link() -> str:
    return f"/claim/{claims.new_token()}"


def post(visitor: Client, link: str, given: dict[str, str]) -> Any:
    """As a browser does it: the page first, for its CSRF token."""
    visitor.get(link)
    return visitor.post(link, {**given, "csrfmiddlewaretoken": visitor.cookies["csrftoken"].value})


@pytest.fixture
def visitor() -> Client:
    return Client(enforce_csrf_checks=True)


def test_looking_spends_nothing(visitor: Client, link: str) -> None:
    for _ in range(3):
        assert visitor.get(link).status_code == 200
        assert visitor.head(link).status_code == 200
    assert not User.objects.exists()
    assert post(visitor, link, GOOD).status_code == 302


def test_posting_makes_the_host_and_signs_in(visitor: Client, link: str) -> None:
    assert post(visitor, link, GOOD).headers["Location"] == "/host/"
    assert claims.host() == User.objects.get(username="Dana")
    assert visitor.get("/host/").status_code == 200


def test_a_post_without_csrf_token_claims_nothing(visitor: Client, link: str) -> None:
    assert visitor.post(link, GOOD).status_code == 403
    assert not User.objects.exists()


def test_it_works_once(visitor: Client, link: str) -> None:
    post(visitor, link, GOOD)
    second = Client()
    assert second.get(link).status_code == 404
    assert second.post(link, {**GOOD, "name": "Mallory"}).status_code == 404
    assert [user.username for user in User.objects.all()] == ["Dana"]


def test_of_two_at_once_one_wins(link: str) -> None:
    token = link.rsplit("/", 1)[1]
    assert isinstance(claims.spend(token, "Dana", GOOD["password"]), User)
    assert isinstance(claims.spend(token, "Mallory", GOOD["password"]), claims.Spent)
    assert [user.username for user in User.objects.all()] == ["Dana"]


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"name": "Dana"},
        {"name": "", "password": GOOD["password"]},
        {"name": "Dana", "password": "short"},
        {"name": "Dana", "password": "password123"},
        {"name": "Dana Danadana", "password": "Dana Danadana"},
        {"name": "x" * 41, "password": GOOD["password"]},
        {"name": "Da\u202ena", "password": GOOD["password"]},
        {"name": "Da\x00na", "password": GOOD["password"]},
    ],
)
def test_a_refused_form_spends_nothing_and_keeps_the_name(visitor: Client, link: str, given: dict[str, str]) -> None:
    answer = post(visitor, link, given)
    assert answer.status_code == 422
    assert not User.objects.exists()
    assert visitor.get(link).status_code == 200
    if given.get("name", "").isprintable():
        assert f'value="{given["name"]}"'.encode() in answer.content if given.get("name") else True
    assert GOOD["password"].encode() not in answer.content


def test_only_a_hash_is_kept(link: str) -> None:
    token = link.rsplit("/", 1)[1]
    assert Claim.objects.get().token_hash == claims.digest(token)
    assert token not in Claim.objects.get().token_hash
    assert len(token) >= 22  # 128 bits in base64


def test_wrong_links_are_limited_per_address_and_the_right_one_opens(visitor: Client, link: str) -> None:
    for _ in range(views.WRONG_LINKS.most):
        assert visitor.get("/claim/nonsense").status_code == 404
    assert visitor.get("/claim/nonsense").status_code == 429
    assert Client(REMOTE_ADDR="192.168.1.9").get("/claim/nonsense").status_code == 404
    assert post(visitor, link, GOOD).status_code == 302


def test_a_restart_kills_an_unused_link_and_makes_another(visitor: Client, link: str) -> None:
    printed = Play()._words(Addresses("http://localhost:8000", ()))
    assert visitor.get(link).status_code == 404
    new = next(word for word in printed.split() if "/claim/" in word)
    assert visitor.get(new.removeprefix("http://localhost:8000")).status_code == 200


def test_once_claimed_a_start_prints_no_link_and_ends_the_old_one(visitor: Client, link: str) -> None:
    post(visitor, link, GOOD)
    call_command("host", stdout=io.StringIO())
    printed = Play()._words(Addresses("http://localhost:8000", ()))
    assert "/claim/" not in printed
    assert not Claim.objects.exists()


def test_a_forgotten_password_is_replaced_and_old_sessions_end(visitor: Client, link: str) -> None:
    post(visitor, link, GOOD)
    printed = io.StringIO()
    call_command("host", stdout=printed)
    again = next(word for word in printed.getvalue().split() if "/claim/" in word)
    new = {"name": "Dana", "password": "twelve embers glow"}
    assert post(Client(), again[again.index("/claim/") :], new).status_code == 302
    user = User.objects.get()
    assert user.check_password(new["password"])
    assert visitor.get("/host/").status_code == 302


def test_no_link_is_told_to_a_journal(monkeypatch: pytest.MonkeyPatch, link: str) -> None:
    kept = os.fstat(1)
    monkeypatch.setenv("JOURNAL_STREAM", f"{kept.st_dev}:{kept.st_ino}")
    printed = Play()._words(Addresses("http://localhost:8000", ()))
    assert "/claim/" not in printed
    assert "./fireside host" in printed


@pytest.fixture
def behind_a_proxy(settings: Settings) -> None:
    settings.ENVIRONMENT = replace(
        settings.ENVIRONMENT, address="127.0.0.1", names=("table.example.org",), trust_proxy=True
    )
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True


@pytest.mark.usefixtures("behind_a_proxy")
def test_behind_a_proxy_every_printed_link_is_the_proxys() -> None:
    printed = io.StringIO()
    call_command("host", stdout=printed)
    words = Play()._words(addresses("127.0.0.1", 8000, ("table.example.org",), trust_proxy=True))
    links = [word for word in (printed.getvalue() + words).split() if "://" in word]
    assert len(links) >= 3
    assert all(link.startswith("https://table.example.org") for link in links), links
    assert "another port" not in words


def test_without_names_a_proxys_address_is_asked_for(settings: Settings) -> None:
    settings.ENVIRONMENT = replace(settings.ENVIRONMENT, names=(), trust_proxy=True)
    printed = Play()._words(addresses("127.0.0.1", 8000, (), trust_proxy=True))
    assert "http://127.0.0.1:8000" in printed
    assert "FIRESIDE_NAMES" in printed


@pytest.mark.usefixtures("behind_a_proxy")
def test_without_https_the_claim_says_that_it_wants_it_and_with_it_works(link: str) -> None:
    visitor = Client(enforce_csrf_checks=True, headers={"host": "table.example.org"})
    for answer in (visitor.get(link), visitor.post(link, GOOD), visitor.get("/host/sign-in"), visitor.post("/open/")):
        assert answer.status_code == 403
        assert "Open it with https://" in answer.content.decode()
    assert claims.host() is None
    secure = {"x-forwarded-proto": "https", "referer": f"https://table.example.org{link}"}
    visitor.get(link, headers=secure)
    token = {"csrfmiddlewaretoken": visitor.cookies["csrftoken"].value}
    assert visitor.post(link, {**GOOD, **token}, headers=secure).status_code == 302
