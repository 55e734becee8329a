"""Where the scene plays: in normal surroundings, underwater or in zero-G (rough_magic.underwater-zero-g)."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.models import Track
from apps.combat.rough_magic.attacks.circumstances import NORMAL
from apps.rules.rough_magic.combat.circumstances import ENVIRONMENTS
from apps.table.acts import ActForm, act, gms
from apps.table.desk import Desk
from apps.table.models import Span
from apps.table.spans import ends_with_span
from apps.table.turn import Turn

KEY = "environment"
TITLES = dict(zip(ENVIRONMENTS, ("Normal", "Underwater", "Zero-G"), strict=True))


def environment_of(desk: Desk) -> str:
    """Where the scene plays now."""
    found = desk.one(Track, character=None, seat=None, key=KEY)
    return ENVIRONMENTS[found.value] if found is not None else NORMAL


def set_environment(turn: Turn, environment: str) -> None:
    """From now on it plays there. Inside the hold."""
    value = ENVIRONMENTS.index(environment)
    found = turn.desk.one(Track, character=None, seat=None, key=KEY)
    if found is not None:
        turn.change(found, value=value)
    else:
        turn.create(Track, table=turn.table, character=None, key=KEY, value=value)


class EnvironmentForm(ActForm):
    environment = forms.ChoiceField(label="The scene plays", choices=list(TITLES.items()), widget=forms.RadioSelect)

    def setup(self) -> None:
        self.start_with({"environment": environment_of(self.viewer.desk)})


@act(
    "rough_magic.environment",
    menu=48,
    title="Underwater or zero-G",
    form=EnvironmentForm,
    button="There it plays",
    who=gms,
)
def environment(turn: Turn, form: EnvironmentForm) -> None:
    """Who is not at home there attacks with −3 till the scene is over, or till the GM says otherwise."""
    wanted = form.cleaned_data["environment"]
    if wanted == environment_of(turn.desk):
        turn.refuse("same", f"It plays there already: {TITLES[wanted].lower()}.", "environment")
    set_environment(turn, wanted)
    turn.tell("rough_magic.environment", {"environment": TITLES[wanted], "normal": wanted == NORMAL})


@ends_with_span("scene", game="rough_magic")
def ends_with_scene(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """The next scene plays elsewhere."""
    if environment_of(turn.desk) != NORMAL:
        set_environment(turn, NORMAL)
    return []
