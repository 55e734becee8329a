"""Compares the requirements files with uv.lock, or writes them anew (`--write`).

Exit code 1 and a sentence where they differ.
"""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXPORTS = {
    "requirements.lock": ["--no-dev"],
    "requirements-scale.lock": ["--no-dev", "--all-extras"],
    "requirements-dev.lock": ["--all-groups", "--all-extras"],
}


def uv() -> str:
    found = shutil.which("uv", path=str(Path(sys.executable).parent)) or shutil.which("uv")
    if not found:
        sys.exit("The locks cannot be compared without uv. Type: .venv/bin/pip install uv==0.13.8")
    return found


def export(flags: list[str]) -> str:
    command = [uv(), "export", "--quiet", "--frozen", "--no-header", "--format", "requirements.txt", *flags]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def differing() -> list[str]:
    """The files that say something else than uv.lock, and uv.lock itself where pyproject.toml has moved on."""
    stale = [name for name, flags in EXPORTS.items() if (ROOT / name).read_text(encoding="utf-8") != export(flags)]
    fits = (
        subprocess.run([uv(), "lock", "--check", "--quiet"], cwd=ROOT, capture_output=True, check=False).returncode == 0
    )
    return stale if fits else ["uv.lock", *stale]


def main() -> None:
    if "--write" in sys.argv:
        for name, flags in EXPORTS.items():
            (ROOT / name).write_text(export(flags), encoding="utf-8")
        return
    stale = differing()
    if stale:
        sys.exit(f"Not what the lock says: {', '.join(stale)}. Type: make lock")


if __name__ == "__main__":
    main()
