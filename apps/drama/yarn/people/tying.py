"""What a main character needs of somebody makes them recurring; and a tie to somebody whom another player has made so
(yarn.promotion, yarn.recurring-relationships)."""

from __future__ import annotations

from typing import Any

from apps.characters.access import known_to
from apps.characters.forms import CharacterChoice, OwnCharacterForm, acting_for, named, one_line
from apps.characters.models import Character
from apps.characters.yarn import ties
from apps.characters.yarn.people import mains
from apps.characters.yarn.scenes import Scene, scene_of
from apps.characters.yarn.sheet import MINOR, RECURRING
from apps.drama.yarn.newcomers import promoted
from apps.rules.refusal import Refused
from apps.rules.yarn.drama.people import recurring_relationships
from apps.table.acts import act
from apps.table.turn import Turn


class MainForm(OwnCharacterForm):
    """Something of a main character that a player plays: one's own, for a GM anybody's."""

    who = CharacterChoice(label="Whom")

    def open_characters(self) -> list[Character]:
        played = super().open_characters()
        return [one for one in mains(self.viewer.desk) if one in played]

    def of_the_gms(self, role: str) -> list[Character]:
        """Those of that role of whom everybody knows."""
        return [one for one in known_to(self.viewer) if one.role == role and not one.hidden]


class PromoteForm(MainForm):
    need = one_line("What they need of them", 240)

    def setup(self) -> None:
        super().setup()
        self.choose("who", self.of_the_gms(MINOR))


@act("yarn.promote", title="Needs something of somebody", form=PromoteForm, button="They are recurring now")
def promote(turn: Turn, form: PromoteForm) -> None:
    """Makes a minor character the object of a main character's needs, at once and for nothing (yarn.promotion)."""
    data = form.cleaned_data
    acting_for(turn, data["character"])
    promoted(turn, data["who"], data["character"], data["need"])
    turn.tell("yarn.promoted", named(data["character"]) | {"who": data["who"].name, "need": data["need"]})


class LinkForm(MainForm):
    label = one_line("What they are to each other", 120)

    def setup(self) -> None:
        super().setup()
        self.choose("who", self.of_the_gms(RECURRING))

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if "who" in data and "character" in data and "label" in data:
            no = why_not_linked(scene_of(self.viewer.desk), data["character"], data["who"], data["label"])
            if no is not None:
                self.add_error("who", no.text)
        return data


def why_not_linked(scene: Scene | None, pc: Character, who: Character, label: str) -> Refused | None:
    """Why the two cannot be linked now: both have to be in the scene (yarn.recurring-relationships)."""
    cast = [one.name for one in scene.present] if scene is not None else []
    if not cast:
        return Refused("no-scene", "That is for a scene in which both are.", "who")
    return recurring_relationships(pc=pc.name, name=who.name, cast=cast, label=label).why


@act("yarn.link-recurring", title="A tie to somebody", form=LinkForm, button="So they are")
def link_recurring(turn: Turn, form: LinkForm) -> None:
    """A tie of one's own to a recurring character whom somebody else has brought in (yarn.recurring-relationships)."""
    data = form.cleaned_data
    acting_for(turn, data["character"])
    ties.relate(turn, data["character"], data["who"], data["label"])
    turn.tell("yarn.linked", named(data["character"]) | {"who": data["who"].name, "label": data["label"]})
