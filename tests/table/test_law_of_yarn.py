"""The law of the live channel through the evenings of Yarn."""

import pytest

from tests.acts_of_an_evening import Evening
from tests.evenings import GROUPS
from tests.law_of_acts import broken_by


@pytest.mark.slow
@pytest.mark.parametrize("which", GROUPS["yarn"])
def test_what_was_sent_is_what_a_fresh_page_shows(tonight: Evening, which: str) -> None:
    """After every act, after it is taken back, and after it is done again: see tests/law_of_acts.py."""
    wrong = broken_by(tonight, which)
    assert not wrong, wrong
