import pytest
from django.contrib.auth.models import User
from django.test import Client

from apps.server import views
from apps.table.devices import COOKIE, seat_device
from apps.table.hold import hold
from apps.table.ids import new_token
from apps.table.models import Seat, Table

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
    assert table.public_id not in page


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
    for _ in range(views.WRONG_PASSWORDS.most):
        assert client.post("/host/sign-in", wrong).status_code == 422
    right = {"name": "Dana", "password": PASSWORD}
    assert client.post("/host/sign-in", right).status_code == 429
    assert Client(REMOTE_ADDR="192.168.1.9").post("/host/sign-in", right).status_code == 302


def test_pages_of_the_host_are_not_kept_by_anyone(client: Client, host: User) -> None:
    client.force_login(host)
    for path in ("/", "/host/", "/claim/x", "/healthz"):
        assert "no-store" in client.get(path).headers["Cache-Control"]


def test_a_form_beyond_the_limit_is_refused(client: Client, host: User) -> None:
    huge = {"name": "Dana", "password": "x" * 3 * 1024 * 1024}
    body = "&".join(f"{name}={value}" for name, value in huge.items())
    answer = client.post("/host/sign-in", body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code in {400, 413}
