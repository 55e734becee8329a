"""Letting go of somebody: a free act (rough_magic.grappling)."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from apps.characters.access import played_by
from apps.characters.forms import acting_for
from apps.characters.models import Condition
from apps.combat.rough_magic.holds import gripping, telling
from apps.combat.rough_magic.order import turns_of
from apps.table.acts import ActForm, act
from apps.table.choices import OneRow
from apps.table.turn import Turn
from apps.table.viewer import Viewer


class GripChoice(OneRow):
    """One of somebody's grips."""

    def __init__(self, **about: Any) -> None:
        about.setdefault("error_messages", {"invalid_choice": "That hold is over, or it is not yours."})
        super().__init__(empty_label=None, **about)

    def label_from_instance(self, row: Condition) -> str:
        """Bramble holds Guard 1."""
        return f"{row.by} holds {row.character}"


class GripForm(ActForm):
    """About a grip of somebody's own; of anybody's for a GM."""

    grip = GripChoice(label="Which hold")

    def setup(self) -> None:
        self.choose("grip", self.grips)
        if self.grips:
            self.start_with({"grip": self.grips[0]})

    @cached_property
    def grips(self) -> list[Condition]:
        return grips_played_by(self.viewer)

    def so_far(self) -> Condition | None:
        """The grip that the form is about so far."""
        named = str(getattr(self["grip"].value(), "public_id", self["grip"].value()) or "")
        return next((one for one in self.grips if one.public_id == named), None)


def grips_played_by(viewer: Viewer) -> list[Condition]:
    """The grips of those whom this seat plays."""
    return gripping.known(viewer, [grip for one in played_by(viewer) for grip in gripping.holds_of(one)])


def somebody_is_held(viewer: Viewer) -> bool:
    """Whether everybody of the seat's role knows of a grip."""
    grips = viewer.desk.all(Condition, name=gripping.RESTRAINED)
    return any(one.by is not None and (viewer.is_gm or not (one.character.hidden or one.by.hidden)) for one in grips)


@act(
    "rough_magic.release",
    title="Let go",
    form=GripForm,
    button="Let go",
    menu=45,
    due=somebody_is_held,
    template="combat/rough_magic/acts/release.html",
)
def release(turn: Turn, form: GripForm) -> None:
    """Whoever holds lets go: a free act of their turn."""
    grip: Condition = form.cleaned_data["grip"]
    holder, held = telling.both(grip)
    acting_for(turn, holder)
    turns_of.uses(turn, holder, "free")
    gripping.let_go(turn, [grip])
    telling.tell(turn, "rough_magic.released", holder, held, {"rule": "rough_magic.grappling"})
