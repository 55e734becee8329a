"""What the odds of a pool of Crew cost: worked out anew at every tap while a pool grows."""

from __future__ import annotations

import time

from apps.rules.crew import odds
from tests.bench.measures import Times

TWELVE = (12, 12, 12, 10, 10, 10, 8, 8, 6, 6, 4, 4)


def preview_of_twelve(count: int = 200) -> Times:
    """Processor time of whole previews of twelve dice against twelve, nothing remembered from before."""
    return Times.of([_once() for _ in range(count)])


def _once() -> float:
    odds.forget()
    start = time.process_time()
    odds.preview(dice=TWELVE, keep=3, other=TWELVE, other_keep=3)
    return time.process_time() - start
