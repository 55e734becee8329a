"""docs/hosting.md: its blocks are copied from the page and run as they stand there, paths and ports apart."""

from __future__ import annotations

import contextlib
import http.client
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from config import environment
from tests.servers import ROOT, Server, free_port

pytestmark = pytest.mark.once

PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
NAME = "table.example.org"
FOLDER = "/home/fireside/fireside"
CERTIFICATES = f"/etc/letsencrypt/live/{NAME}"
WHAT_IS_NOT_THERE = 4404
LOCKS = ("uv.lock", "requirements.lock", "requirements-scale.lock", "requirements-dev.lock")
PATIENCE = 60.0  # seconds for a program to listen


def _blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def _block(kind: str, holds: str) -> str:
    [found] = [block for block in _blocks(kind) if holds in block]
    return found


# what a browser sees through a proxy


class Proxied:
    """A server that was started as the page's unit does it, and the ports of the proxy in front."""

    def __init__(self, place: Path, server: Server) -> None:
        self.place, self.server = place, server
        self.plain, self.secure, self.behind = free_port(), free_port(), free_port()
        self.trust = ssl.create_default_context()
        self.trust.check_hostname, self.trust.verify_mode = False, ssl.CERT_NONE
        shutil.copyfile(ROOT / "public/away.html", place / "away.html")

    def literal(self, block: str) -> str:
        """The page's block with the ports and paths of this trial."""
        for said, here in (
            (CERTIFICATES, str(self.place)),
            ("/var/www", str(self.place)),
            ("listen 80;", f"listen {self.plain};"),
            ("listen [::]:80;", ""),
            ("listen 443 ssl;", f"listen {self.secure} ssl;"),
            ("listen [::]:443 ssl;", ""),
            ("127.0.0.1:8000", f"127.0.0.1:{self.behind}"),
            ("127.0.0.1:8001", f"127.0.0.1:{self.behind}"),
            ("127.0.0.1:8002", f"127.0.0.1:{self.behind}"),
        ):
            block = block.replace(said, here)
        return block

    @contextlib.contextmanager
    def serving(self) -> Iterator[None]:
        unit = _block("ini", "fireside@.service").replace("%i", str(self.behind)).replace(FOLDER, str(ROOT))
        given = dict(re.findall(r"^Environment=(\w+)=(.*)$", unit, re.MULTILINE))
        [line] = re.findall(r"^ExecStart=(.+)$", unit, re.MULTILINE)
        with _running(line.split(), self.behind, self.place / "server.log", environ=self.server.environ | given):
            yield

    def _socket(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.secure), timeout=20)

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[int, dict[str, str], str]:
        line = http.client.HTTPConnection(NAME)
        line.sock = self.trust.wrap_socket(self._socket(), server_hostname=NAME)
        sent = {"Host": NAME, "Content-Type": "application/x-www-form-urlencoded", **headers}
        line.request(method, path, body or None, sent)
        answer = line.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode()

    def ask_plainly(self, path: str) -> tuple[int, str]:
        line = http.client.HTTPConnection("127.0.0.1", self.plain, timeout=20)
        line.request("GET", path, headers={"Host": NAME})
        answer = line.getresponse()
        return answer.status, answer.headers["Location"]

    def socket_closes_with(self) -> int:
        how: dict[str, Any] = {"ssl": self.trust, "server_hostname": NAME, "origin": f"https://{NAME}"}
        with connect(f"wss://{NAME}/nothing", sock=self._socket(), **how) as line:
            with pytest.raises(ConnectionClosed):
                line.recv(timeout=20)
            return line.close_code or 0


@contextlib.contextmanager
def _running(words: list[str], port: int, log: Path, environ: dict[str, str] | None = None) -> Iterator[None]:
    """A program that listens at that port, ended afterwards."""
    with log.open("wb") as kept:
        process = subprocess.Popen(words, cwd=ROOT, env=environ, stdout=kept, stderr=kept)
    try:
        end = time.monotonic() + PATIENCE
        while not _listens(port):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()
        process.wait()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server("sqlite", 0, FIRESIDE_NAMES=NAME, FIRESIDE_TRUST_PROXY="yes") as prepared:
        yield prepared


@pytest.fixture
def proxied(tmp_path: Path, server: Server) -> Proxied:
    return Proxied(tmp_path, server)


def _comes_through(proxied: Proxied) -> None:
    """The host claims the server, a socket opens, plain HTTP is sent on, and a server that is away is told of."""
    with proxied.serving():
        link = _claim_link(proxied.server)
        status, headers, page = proxied.ask("GET", link)
        assert status == 200
        assert "secure" in headers["Set-Cookie"].lower()
        [token] = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        filled = f"name=Dana&password=eleven+embers+glow&csrfmiddlewaretoken={token}"
        origin = {"Origin": f"https://{NAME}", "Cookie": headers["Set-Cookie"].partition(";")[0]}
        assert proxied.ask("POST", link, filled, **origin)[0] == 302
        assert proxied.socket_closes_with() == WHAT_IS_NOT_THERE
        status, location = proxied.ask_plainly("/about?x=1")
        assert status in {301, 308}
        assert re.fullmatch(rf"https://{NAME}(:{proxied.secure})?/about\?x=1", location)
    status, _, page = proxied.ask("GET", "/about")
    assert status == 502
    assert "The server is away" in page


def _claim_link(server: Server) -> str:
    printed = server.manage("host")
    [link] = re.findall(rf"https://{re.escape(NAME)}(/claim/\S+)", printed)
    return str(link)


NGINX = """
user root; pid {place}/pid; error_log {place}/error.log; daemon off; events {{}}
http {{
  access_log off; client_body_temp_path {place}/1; proxy_temp_path {place}/2; fastcgi_temp_path {place}/3;
  uwsgi_temp_path {place}/4; scgi_temp_path {place}/5;
  {block}
}}
"""


@pytest.fixture
def nginx() -> str:
    found = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    if not found:
        pytest.skip("nginx is not at hand. Install it: sudo apt install nginx-light")
    return found


def _configured(proxied: Proxied, block: str) -> list[str]:
    _certificate(proxied.place)
    file = proxied.place / "nginx.conf"
    file.write_text(NGINX.format(place=proxied.place, block=proxied.literal(block)))
    return ["-c", str(file)]


def test_nginx_as_the_page_says(proxied: Proxied, nginx: str) -> None:
    words = _configured(proxied, _block("nginx", "ssl_certificate"))
    with _running([nginx, *words], proxied.secure, proxied.place / "proxy.log"):
        _comes_through(proxied)


def test_nginx_before_several_processes_can_read_what_the_page_says(proxied: Proxied, nginx: str) -> None:
    [instead] = re.findall(r"`(proxy_pass http://fireside;)`", PAGE)
    one = _block("nginx", "ssl_certificate").replace("proxy_pass http://127.0.0.1:8000;", instead)
    words = _configured(proxied, _block("nginx", "upstream") + one)
    done = subprocess.run([nginx, "-t", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def _certificate(place: Path) -> None:
    words = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    files = ["-keyout", str(place / "privkey.pem"), "-out", str(place / "fullchain.pem")]
    subprocess.run([*words, *files, "-subj", f"/CN={NAME}"], check=True, capture_output=True)


CADDY = "{{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port {plain}\n\thttps_port {secure}\n}}\n{block}"


def test_caddy_as_the_page_says(proxied: Proxied) -> None:
    caddy = shutil.which("caddy")
    if not caddy:
        pytest.skip("Caddy is not at hand. Install it: sudo apt install caddy")
    block = proxied.literal(_block("caddy", NAME))
    config = proxied.place / "Caddyfile"
    config.write_text(CADDY.format(plain=proxied.plain, secure=proxied.secure, block=block))
    home = {"HOME": str(proxied.place), "PATH": "/usr/bin:/bin"}
    words = [caddy, "run", "--adapter", "caddyfile", "--config", str(config)]
    with _running(words, proxied.secure, proxied.place / "proxy.log", environ=home):
        _comes_through(proxied)


# commands, settings, units and containers


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's folder as the page has it in mind."""
    place = tmp_path_factory.mktemp("project")
    for name in ("fireside", "Makefile", "manage.py", "pyproject.toml", *LOCKS):
        shutil.copy(ROOT / name, place)
    shutil.copytree(ROOT / "config", place / "config")
    for name in (".venv", "apps", "templates", "static", "public"):
        (place / name).symlink_to(ROOT / name)
    return place


def test_the_settings_and_commands_of_the_page(project: Path) -> None:
    settings = [block for block in _blocks("ini") if "[Unit]" not in block]
    (project / "fireside.env").write_text("".join(settings))
    read = environment.read(environment.written(project / "fireside.env"))
    assert (read.port, read.names, read.trust_proxy) == (8000, (NAME,), True)
    assert (read.database_url[:11], read.redis_url[:8]) == ("postgres://", "redis://")
    assert "requirements-scale.lock" in _told(project, "make --dry-run VENV=none install")
    (project / "fireside.env").write_text(settings[0])
    assert "requirements.lock" in _told(project, "make --dry-run VENV=none install")
    assert set("".join(_blocks("sh")).splitlines()) == {"make install", "./fireside prepare", "./fireside host"}
    _told(project, "./fireside prepare")
    assert "https://table.example.org/claim/" in _told(project, "./fireside host")


def _told(project: Path, line: str) -> str:
    environ = {"PATH": "/usr/bin:/bin", "HOME": str(project)}
    done = subprocess.run(line.split(), cwd=project, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_units_can_be_read_by_systemd(project: Path, tmp_path: Path) -> None:
    units = [block for block in _blocks("ini") if "[Unit]" in block]
    for block in units:
        name = re.match(r"# /etc/systemd/system/(\S+)", block)
        assert name
        here = block.replace(FOLDER, str(project)).replace("User=fireside", "User=root")
        (tmp_path / name[1].replace("@", "@8001")).write_text(here)
    verify = shutil.which("systemd-analyze")
    assert len(units) == 2
    if verify:  # there wherever systemd is
        words = [verify, "--man=no", "verify", *map(str, sorted(tmp_path.iterdir()))]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        ours = [line for line in done.stderr.splitlines() if "fireside" in line]
        assert not ours


def test_the_containers_use_what_is_there() -> None:
    image = (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines()
    assert {line.split()[0] for line in image if line[0] != "#"} <= {
        *["FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "CMD"]
    }
    assert [line for line in image if line.startswith("CMD")] == ['CMD ["./fireside", "play"]']
    copied = [name for line in image if line.startswith("COPY") for name in line.split()[1:-1]]
    assert all((ROOT / name).exists() for name in copied)
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    assert set(compose["services"]) == {"fireside", "caddy"}
    given = compose["services"]["fireside"]["environment"]
    assert environment.read({**given, "FIRESIDE_NAMES": NAME}).trust_proxy
    for volume in (one.partition(":")[0] for service in compose["services"].values() for one in service["volumes"]):
        assert volume in compose["volumes"]
    for kept_out in (".env", ".git", ".venv", "data", "fireside.env"):
        assert kept_out in (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
