import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from config import environment
from config.settings import postgres_options


def test_defaults_need_nothing() -> None:
    read = environment.read({})
    assert read.data == environment.ROOT / "data"
    assert (read.port, read.address, read.names, read.threads) == (None, "", (), 3)
    assert (read.synchronous, read.trust_proxy, read.debug) == ("NORMAL", False, False)


def test_values_are_parsed(tmp_path: Path) -> None:
    read = environment.read(
        {
            "FIRESIDE_DATA": str(tmp_path),
            "FIRESIDE_PORT": "8123",
            "FIRESIDE_NAMES": "Table.Example.org, other.example",
            "FIRESIDE_TRUST_PROXY": "1",
            "FIRESIDE_SYNCHRONOUS": "full",
            "FIRESIDE_TIME_ZONE": "Europe/Warsaw",
        }
    )
    assert (read.data, read.port, read.names) == (tmp_path, 8123, ("table.example.org", "other.example"))
    assert (read.trust_proxy, read.synchronous, read.time_zone) == (True, "FULL", "Europe/Warsaw")


def test_postgresql_keeps_its_plans_but_behind_a_pooler() -> None:
    assert postgres_options({}) == {"server_side_binding": True, "prepare_threshold": 5}
    pooled = postgres_options({"server_side_binding": False, "sslmode": "require"})
    assert pooled == {"server_side_binding": False, "prepare_threshold": None, "sslmode": "require"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("FIRESIDE_PORT", "eight"),
        ("FIRESIDE_PORT", "0"),
        ("FIRESIDE_PORT", "65536"),
        ("FIRESIDE_PORT", "٨٠"),
        ("FIRESIDE_ADDRESS", "localhost"),
        ("FIRESIDE_NAMES", "http://table.example.org"),
        ("FIRESIDE_NAMES", "table.example.org:8000"),
        ("FIRESIDE_NAMES", "-a.example"),
        ("FIRESIDE_TRUST_PROXY", "maybe"),
        ("FIRESIDE_SYNCHRONOUS", "off"),
        ("FIRESIDE_THREADS", "65"),
        ("FIRESIDE_DEBUG", "2"),
        ("FIRESIDE_TIME_ZONE", "Warsaw"),
        ("FIRESIDE_TIME_ZONE", "../../etc/passwd"),
        ("FIRESIDE_DATA", __file__),
        ("FIRESIDE_DATA", "."),
        ("FIRESIDE_DATA", "/"),
        ("FIRESIDE_KEEP_COPIES", "7"),
        ("FIRESIDE_KEEP_COPIES", "7,4,x"),
        ("DATABASE_URL", "mysql://root@localhost/x"),
        ("DATABASE_URL", "postgres://fireside@localhost:5432/"),
        ("DATABASE_URL", "sqlite:////srv/fireside.sqlite3"),  # no lock would keep a second server from it
        ("REDIS_URL", "localhost:6379"),
    ],
)
def test_a_malformed_value_is_refused_by_name_value_and_wish(name: str, value: str) -> None:
    with pytest.raises(environment.SettingError) as refused:
        environment.read({name: value})
    text = str(refused.value)
    wants = next(setting.wants for setting in environment.SETTINGS if setting.name == name)
    assert text.startswith(name)
    assert repr(value) in text
    assert wants in text


def test_a_folder_that_this_user_may_not_see_is_said_to_be_one() -> None:
    def closed(text: str) -> None:
        raise PermissionError(13, "Permission denied")

    setting = environment.Setting("FIRESIDE_DATA", "data", "a folder of its own", closed)
    with pytest.raises(environment.SettingError, match="'/root/x', where this user may not look"):
        setting.value({"FIRESIDE_DATA": "/root/x"})


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(environment.SettingError, match=r"FIRESIDE_PROT.*Did you mean FIRESIDE_PORT"):
        environment.read({"FIRESIDE_PROT": "8000"})


def test_an_unlike_name_is_refused_with_the_list() -> None:
    with pytest.raises(environment.SettingError, match="Known are FIRESIDE_DATA"):
        environment.read({"FIRESIDE_" + "Q" * 40: "1"})


def test_other_variables_are_none_of_our_business() -> None:
    assert environment.read({"PATH": "/bin", "PORT": "x"}) == environment.read({})


def test_docs_and_code_list_the_same_names() -> None:
    page = (environment.ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    documented = re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE)
    assert sorted(documented) == sorted(setting.name for setting in environment.SETTINGS)
    others = [environment.ROOT / name for name in ("docs/copies.md", "docs/hosting.md", "README.md", "compose.yaml")]
    named = re.findall(r"FIRESIDE_[A-Z_]+", page + "".join(path.read_text(encoding="utf-8") for path in others))
    assert set(named) <= set(documented)


def test_the_file_holds_settings_and_the_environment_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "fireside.env"
    file.write_text("\n# ours\nFIRESIDE_PORT = 8123\nFIRESIDE_NAMES='a.example, b.example'\nFIRESIDE_THREADS=9\n")
    monkeypatch.setattr(environment, "FILE", file)
    monkeypatch.setenv("FIRESIDE_THREADS", "5")
    monkeypatch.delenv("FIRESIDE_PORT", raising=False)
    read = environment.here()
    assert (read.port, read.names, read.threads) == (8123, ("a.example", "b.example"), 5)
    file.write_text("FIRESIDE_PORT=eight\n")
    with pytest.raises(environment.SettingError, match="FIRESIDE_PORT is 'eight'"):
        environment.here()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("FIRESIDE_PROT=1", "line 1: FIRESIDE_PROT is not a setting. Did you mean FIRESIDE_PORT"),
        ("PATH=/bin", "line 1: PATH is not a setting"),
        ("\nexport FIRESIDE_PORT=1", "line 2: .* is not NAME=value"),
        ("FIRESIDE_PORT", "is not NAME=value"),
        ("FIRESIDE_PORT=1\nFIRESIDE_PORT=2", "line 2: FIRESIDE_PORT is there twice"),
        ("\udcff", "cannot be read"),
    ],
)
def test_a_malformed_file_is_refused_by_its_line(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "fireside.env"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(environment.SettingError, match=said):
        environment.written(file)


def test_no_file_and_a_folder_in_its_place(tmp_path: Path) -> None:
    assert environment.written(tmp_path / "none") == {}
    with pytest.raises(environment.SettingError, match="cannot be read"):
        environment.written(tmp_path)


def test_how_many_copies_are_kept() -> None:
    assert environment.read({}).keep_copies == (7, 4, 12)
    assert environment.read({"FIRESIDE_KEEP_COPIES": "30, 0, 2"}).keep_copies == (30, 0, 2)
    assert environment.read({"FIRESIDE_KEEP_COPIES": "0,0,0"}).keep_copies == (1, 0, 0), "the newest stays"


@pytest.mark.parametrize(("trusted", "seconds"), [("yes", 180 * 24 * 60 * 60), ("no", 0)])
def test_behind_a_proxy_browsers_are_told_to_keep_to_https(tmp_path: Path, trusted: str, seconds: int) -> None:
    asked = "from config import settings; print(settings.SECURE_HSTS_SECONDS)"
    environ = {**os.environ, "FIRESIDE_DATA": str(tmp_path), "FIRESIDE_TRUST_PROXY": trusted}
    done = subprocess.run([sys.executable, "-c", asked], env=environ, capture_output=True, text=True, check=True)
    assert int(done.stdout) == seconds
