from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _no_limit_left_over() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()
