"""What a rule answers where it may say no, and answers that are asked for by participants' names."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.rules.refusal import Refused


@dataclass(frozen=True)
class Verdict:
    """`why` is None where the rules allow it; else everything else answered is as it was before."""

    why: Refused | None

    @property
    def legal(self) -> bool:
        return self.why is None

    @property
    def no(self) -> Refused:
        """Why it is not allowed; asked only where it is not `legal`."""
        if self.why is None:
            raise ValueError("the rules allow it")
        return self.why


class Named:
    """Answers of whom nobody knows the names beforehand: each entry of `named` is an attribute as well."""

    @property
    def named(self) -> Mapping[str, Any]:
        raise NotImplementedError

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self.named:
            raise AttributeError(name)
        return self.named[name]
