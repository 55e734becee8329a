"""Who petitions whom in the scene that plays (yarn.petitioner-granter), and who may say so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters import parts
from apps.characters.access import people
from apps.characters.forms import CharacterChoice
from apps.characters.models import Character
from apps.characters.yarn.people import Participant, as_cast, from_cast, of_viewer, player_of
from apps.characters.yarn.scenes import (
    BYSTANDER,
    CONFERENCE,
    DRAMATIC,
    GRANTER,
    PETITIONER,
    SOFT_OPEN,
    Scene,
    give_role,
    scene_in,
    scene_of,
)
from apps.characters.yarn.sheet import MAIN, RECURRING
from apps.drama.yarn.window import window_of
from apps.rules.refusal import Refused
from apps.rules.yarn.drama.parties import why_no_drama
from apps.rules.yarn.drama.petitions import petitioner_granter
from apps.rules.yarn.drama.practical import drama_or_talking
from apps.rules.yarn.orders import GM
from apps.table.acts import ActForm
from apps.table.desk import Desk, kept
from apps.table.models import Span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MODES = (DRAMATIC, SOFT_OPEN, CONFERENCE)
"""Scenes in which somebody may want something of somebody."""
UNCONTESTED = "no-contest"
"""The role of the granter's part in a scene that was given up without a contest."""
ITSELF = "They petition somebody else, and not themselves."
SAME_PLAYER = "One player plays both: tokens go from one hand to another’s."
MINOR = "Talk with a minor character is settled with a roll: nothing of the heart is won of them, and no token moves."


@dataclass(frozen=True)
class Sides:
    """Both characters; `seeks` and `gives` are the participants who play them."""

    petitioner: Character
    granter: Character

    @property
    def seeks(self) -> Participant:
        return player_of(self.petitioner)

    @property
    def gives(self) -> Participant:
        return player_of(self.granter)


def drama(desk: Desk) -> Scene | None:
    """The dramatic scene that was called, played already or not yet; None where there is none with people in it."""
    scene = scene_of(desk)
    return scene if scene is not None and scene.mode in MODES and shown_in(scene) else None


def playing(desk: Desk) -> Scene | None:
    """The dramatic scene that is played now."""
    return drama(desk) if window_of(desk) is None else None


def shown_in(scene: Scene) -> list[Character]:
    """Those in the scene of whom everybody knows: nobody else petitions, is petitioned, or helps."""
    return [one for one in people(scene.present) if not one.hidden]


def is_in(scene: Scene, who: Participant) -> bool:
    """Whether a character of theirs is there, as everybody knows."""
    return who.key in _there(scene.span.desk, scene.span)


def there(scene: Scene) -> list[Participant]:
    """Who has a character in it, in the order of the cast."""
    return list(_there(scene.span.desk, scene.span).values())


@kept
def _there(desk: Desk, span: Span) -> Mapping[str, Participant]:
    return {who.key: who for one in shown_in(scene_in(desk, span)) for who in [player_of(one)]}


def has_a_word(viewer: Viewer, scene: Scene) -> bool:
    """Who may say how the scene stands: whoever is in it, its caller, and the GM."""
    who = of_viewer(viewer)
    called = scene.caller is not None and who is not None and scene.caller.key == who.key
    return who is not None and (who.is_gm or called or is_in(scene, who))


def is_uncontested(scene: Scene) -> bool:
    """Whether it was given up without a contest (yarn.no-contest)."""
    return bool(parts.in_order(scene.span.desk, scene.span, UNCONTESTED))


# which sides


def sides_of(desk: Desk, scene: Scene) -> Sides | None:
    """Who petitions whom, as was named or as goes without saying: the caller's own character, and the only other."""
    seeks, gives = (_in_role(scene, role) for role in (PETITIONER, GRANTER))
    if seeks is not None and gives is not None:
        return Sides(seeks, gives)
    cast = as_cast(shown_in(scene))
    caller = scene.caller.key if scene.caller else ""
    try:
        found = petitioner_granter(caller=caller, cast=cast, who=_name(seeks), whom=_name(gives))
    except Refused:
        return None
    return _allowed(from_cast(desk, found.petitioner), from_cast(desk, found.granter))


def said_of_sides(scene: Scene) -> dict[str, str]:
    """The public ids of the sides that were named, where one of them was not, by the fields of a form."""
    named = {"petitioner": _in_role(scene, PETITIONER), "granter": _in_role(scene, GRANTER)}
    return {field: one.public_id for field, one in named.items() if one is not None} if None in named.values() else {}


def _in_role(scene: Scene, role: str) -> Character | None:
    return next((one for one in scene.in_role(role) if not one.hidden), None)


def _name(one: Character | None) -> str:
    return one.public_id if one is not None else ""


def _allowed(seeks: Character | None, gives: Character | None) -> Sides | None:
    if seeks is None or gives is None or why_not(seeks, gives) is not None:
        return None
    return Sides(seeks, gives)


def why_not(seeks: Character, gives: Character) -> Refused | None:
    """Why the one cannot petition the other, or None: oneself, two of one player's or of the GM's, somebody minor."""
    if seeks.pk == gives.pk:
        return Refused("of-oneself", ITSELF, "granter")
    if player_of(seeks).key == player_of(gives).key != GM:
        return Refused("same-player", SAME_PLAYER, "granter")
    who, whom = _kind_of(seeks), _kind_of(gives)
    if drama_or_talking(who_kind=who, whom_kind=whom).mode == "dramatic":
        return None
    pair = as_cast((seeks, gives))
    return Refused("talking", MINOR, "granter") if "minor" in (who, whom) else why_no_drama(pair, *pair)


def _kind_of(one: Character) -> str:
    """How the rules call them."""
    if not player_of(one).is_gm:
        return "PC"
    return "recurring" if one.role in (MAIN, RECURRING) else "minor"


def name_sides(turn: Turn, scene: Scene, sides: Sides) -> None:
    """Puts both into their roles; who had one before looks on."""
    for role, character in ((PETITIONER, sides.petitioner), (GRANTER, sides.granter)):
        for one in scene.in_role(role):
            if one.pk not in (sides.petitioner.pk, sides.granter.pk):
                give_role(turn, scene, one, BYSTANDER)
        if scene.role_of(character) != role:
            give_role(turn, scene, character, role)


# forms


class SceneForm(ActForm):
    """Something that is said of the scene that plays, by whoever has a word in it."""

    @property
    def scene(self) -> Scene | None:
        return playing(self.viewer.desk)

    def clean(self) -> dict[str, Any]:
        if self.scene is None:
            self.add_error(None, "No dramatic scene is being played.")
        elif not has_a_word(self.viewer, self.scene):
            self.add_error(None, "Nobody of yours is in this scene, and you have not called it.")
        elif is_uncontested(self.scene):
            self.add_error(None, "There was no contest: this scene is over.")
        return self.cleaned_data


class SidesForm(SceneForm):
    """The same with both sides, those that go without saying at first."""

    petitioner = CharacterChoice(label="Who seeks something")
    granter = CharacterChoice(label="From whom")

    def setup(self) -> None:
        scene = self.scene
        for name in ("petitioner", "granter"):
            self.choose(name, shown_in(scene) if scene else [])
        found = self.at_first(scene) if scene else None
        if found is not None:
            self.start_with({"petitioner": found.petitioner.public_id, "granter": found.granter.public_id})
        elif scene is not None:
            self.start_with(said_of_sides(scene))

    def at_first(self, scene: Scene) -> Sides | None:
        """Both sides before anybody has named them."""
        return sides_of(self.viewer.desk, scene)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if "petitioner" in data and "granter" in data:
            no = why_not(data["petitioner"], data["granter"])
            if no is not None:
                self.add_error(no.field if no.field in self.fields else "granter", no.text)
        return data

    @property
    def sides(self) -> Sides:
        return Sides(self.cleaned_data["petitioner"], self.cleaned_data["granter"])


def names(sides: Sides) -> dict[str, str]:
    """How events and questions name them."""
    return {"petitioner": sides.petitioner.name, "granter": sides.granter.name}
