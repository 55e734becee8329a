"""Who may not, requests that are none, and hostile input through the evenings of Yarn."""

import pytest

from tests.acts_of_an_evening import Evening
from tests.attempts import not_withstood
from tests.evenings import GROUPS


@pytest.mark.slow
@pytest.mark.parametrize("which", GROUPS["yarn"])
def test_nothing_comes_of_what_must_not_be(tonight: Evening, which: str) -> None:
    """Before every act: see tests/attempts.py."""
    wrong = not_withstood(tonight, which)
    assert not wrong, wrong
