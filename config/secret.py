"""The secret key: made on the first run, kept in the data folder, readable by its owner alone."""

import os
import secrets
from pathlib import Path


def key(path: Path) -> str:
    """The key kept at `path`; a new one, not written anywhere yet, where there is none."""
    return path.read_text(encoding="ascii").strip() if path.exists() else secrets.token_urlsafe(48)


def keep(path: Path, key: str) -> None:
    """Writes the key, and the folder, where there is none: of two processes at once, one wins and both keep that."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(key)
    try:
        if not path.exists():
            os.rename(draft, path) if os.name == "nt" else os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink(missing_ok=True)
