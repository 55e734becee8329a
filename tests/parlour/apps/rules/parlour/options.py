from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """`cellar`: there is one."""

    cellar: bool = False

    @classmethod
    def from_switches(cls, switches: Mapping[str, str]) -> "Options":
        return cls(cellar=switches.get("cellar") == "on")
