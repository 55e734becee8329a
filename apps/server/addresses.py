"""Under which addresses this server can be reached. Asks the system only: no name is looked up, nothing is sent."""

import ipaddress
import os
import re
import shutil
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
LISTERS = (["ip", "-o", "addr", "show", "up"], ["ifconfig"])
AVAHI = ("/run/avahi-daemon/socket", "/var/run/avahi-daemon/socket")
FOUND = re.compile(r"\binet6?\s+(?:addr:\s?)?([0-9a-fA-F:.]+)")


@dataclass(frozen=True)
class Addresses:
    """`here` works on this machine; `network` on the network, best first: for a phone to scan, for people to type."""

    here: str
    network: tuple[str, ...]

    @property
    def best(self) -> str:
        return self.network[0] if self.network else self.here


def addresses(listening: str, port: int, names: tuple[str, ...] = (), trust_proxy: bool = False) -> Addresses:
    """Every address (`http://host:port`) that works for a server listening there; behind a proxy, those of that."""
    if trust_proxy and names:
        public = tuple(f"https://{name}" for name in names)
        return Addresses(public[0], public)
    if listening not in {"0.0.0.0", "::"}:  # noqa: S104
        only = ipaddress.ip_address(listening)
        return Addresses(_url(listening, port), () if only.is_loopback else (_url(listening, port),))
    found = [ip for ip in machine_ips() if listening == "::" or ip.version == 4]
    hosts = [*map(str, found), *_local_name(), *names]
    return Addresses(_url("localhost", port), tuple(_url(host, port) for host in hosts))


def machine_ips() -> list[IPAddress]:
    """This machine's addresses for a network, the likeliest first; IPv4 before IPv6; no loopback, no link-local."""
    texts = {*_listed(), *_outgoing()}
    ips = {ip for ip in map(_parsed, texts) if ip and not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)}
    outgoing = set(_outgoing())
    return sorted(ips, key=lambda ip: (ip.version, str(ip) not in outgoing, not ip.is_private, int(ip)))


def _parsed(text: str) -> IPAddress | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _listed() -> list[str]:
    """What the system's own tool lists; empty where it has none (Windows)."""
    for command in LISTERS:
        if os.name != "nt" and shutil.which(command[0]):
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=5)  # noqa: S603
            return FOUND.findall(done.stdout)
    return []


def _outgoing() -> list[str]:
    """The addresses from which packets would leave. Connecting a datagram socket sends nothing."""
    return [text for text in (_source(socket.AF_INET, "192.0.2.1"), _source(socket.AF_INET6, "2001:db8::1")) if text]


def _source(family: socket.AddressFamily, towards: str) -> str:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((towards, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""


def _local_name() -> list[str]:
    """`machine.local`, where something on this machine tells the network what that is: Avahi on Linux."""
    told = sys.platform in {"darwin", "win32"} or any(Path(place).exists() for place in AVAHI)
    return [f"{_machine_name()}.local"] if told else []


def _machine_name() -> str:
    return socket.gethostname().split(".")[0].lower() or "localhost"


def _url(host: str, port: int) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}" if port == 80 else f"http://{shown}:{port}"
