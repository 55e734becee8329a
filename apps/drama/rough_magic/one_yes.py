"""A death to which one has said yes (rough_magic.death): whoever said it sees what is awaited, and can take it back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.access import played_by, readers_of
from apps.characters.forms import OwnCharacterForm, acting_for, named
from apps.characters.models import Character
from apps.drama.rough_magic.death import waiting
from apps.table import exchanges
from apps.table.acts import act
from apps.table.panels import panel
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer


def said_yes_to(viewer: Viewer) -> list[Character]:
    """Those of this seat's own to whose death one of its side has said yes, the other not yet."""
    return [
        one for one in played_by(viewer) if (asked := waiting(one)) is not None and asked.state["by_gm"] == viewer.is_gm
    ]


class YesBackForm(OwnCharacterForm):
    """One to whose death the yes was said."""

    def open_characters(self) -> list[Character]:
        return said_yes_to(self.viewer)


@act("rough_magic.take-yes-back", title="Take the yes to a death back", form=YesBackForm, button="Take it back")
def take_yes_back(turn: Turn, form: YesBackForm) -> None:
    """Nobody is asked any longer, and nobody dies of it."""
    character = form.cleaned_data["character"]
    asked = sure(waiting(character))
    acting_for(turn, character)
    turn.cause = asked.opened_by
    turn.tell("rough_magic.death-withdrawn", named(character), to=readers_of(character))
    exchanges.close(turn, asked)


@panel(
    "rough_magic-one-yes",
    template="drama/rough_magic/panels/one_yes.html",
    slot="stage",
    order=9,
    game="rough_magic",
    roles={"player"},
)
def one_yes(viewer: Viewer) -> Mapping[str, Any]:
    """What a player's yes waits for; a GM reads it among all that waits."""
    return {"awaited": said_yes_to(viewer)}
