from collections.abc import Sequence

from apps.rules.registry import rule


@rule("parlour.vote")
def carried(*, hands: Sequence[str]) -> bool:
    """Whether more than half of the hands are "for" (parlour.vote)."""
    return sum(one == "for" for one in hands) * 2 > len(hands)
