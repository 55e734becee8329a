"""Which Fireside this is, and on whose terms: `pyproject.toml` says both, and nothing else does."""

import tomllib

from config.environment import ROOT

_project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VERSION: str = _project["version"]
LICENCE: str = _project["license"]
