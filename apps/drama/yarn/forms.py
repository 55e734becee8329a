"""What forms about a scene share."""

from __future__ import annotations

from typing import Any

from apps.characters.yarn.people import Participant, of_seat
from apps.rules.refusal import Refused
from apps.table.acts import ActForm


class OwnForm(ActForm):
    """What somebody does from their own seat; all of it is refused where `why_not` has a reason."""

    @property
    def who(self) -> Participant:
        return of_seat(self.viewer.seat)

    def why_not(self) -> Refused | None:
        """Why they cannot, by what was sent so far; None if they can."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        if no := self.why_not():
            self.add_error(None, no.text)
        return self.cleaned_data
