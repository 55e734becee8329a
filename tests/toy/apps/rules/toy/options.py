from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """`bold`: six is enough."""

    bold: bool = False

    @classmethod
    def from_switches(cls, switches: Mapping[str, str]) -> "Options":
        return cls(bold=switches.get("bold") == "on")
