"""A roll of one's own: a substat's dice against a target number (dragon.dice-pool)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.forms import acting_for, named, number, one_line
from apps.characters.models import Character
from apps.checks.dragon import odds
from apps.checks.dragon.pools import Facts, SubstatForm, told
from apps.checks.dragon.secrecy import is_secret, seen
from apps.checks.modes import mode_field, mode_of, set_modes, tell_roll
from apps.checks.versus import SOMEBODY
from apps.rules.dragon.checks import Pool, required_successes, thrown
from apps.table.acts import act
from apps.table.models import Event, Seat
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_REQUIRED = 20


class CheckForm(SubstatForm):
    required = number("Successes needed", 1, MOST_REQUIRED, required=False, initial=1)
    label = one_line("What for, in a few words", 120, required=False)
    mode = mode_field("Who sees the roll")

    def setup(self) -> None:
        super().setup()
        set_modes(self, self.viewer)

    @property
    def needed(self) -> int:
        return self.cleaned_data["required"] or 1


def outlook(viewer: Viewer, form: CheckForm) -> Mapping[str, Any]:
    """Exact odds of what is chosen, and a button that says what it throws."""
    chosen = form.chosen()
    pool = chosen.pool(viewer.options)
    return {
        "heading": f"{form.cleaned_data['character'].name}: {form.cleaned_data['label'] or chosen.what}",
        "own_footer": True,
        "odds": odds.drawn(pool, form.needed),
        "button": button(pool),
    }


def button(pool: Pool) -> str:
    """What the button throws."""
    return "Roll one die" if pool.dice == 1 else f"Roll {pool.dice} dice"


@act(
    "dragon.check",
    menu=10,
    at_hand="die",
    title="Roll a substat",
    form=CheckForm,
    button="Roll",
    preview=outlook,
    template="checks/dragon/acts/check.html",
)
def check(turn: Turn, form: CheckForm) -> None:
    """Throws the pool that was put together, and says whether there are successes enough."""
    character, chosen = form.cleaned_data["character"], form.chosen()
    acting_for(turn, character)
    pool = chosen.pool(turn.options)
    dice = form.thrown(turn, pool)
    facts = told(chosen, thrown(pool, dice.dice), dice.typed, turn.options)
    dice.settle()
    facts |= named(character) | judged(facts, form.needed) | {"label": form.cleaned_data["label"]}
    tell(turn, character, facts, mode_of(form), turn.seat)


def judged(facts: Facts, required: int) -> Facts:
    """Whether there are successes enough (dragon.required-successes)."""
    found = required_successes(successes=facts["successes"], required=required)
    return {
        "required": required,
        "success": found.success,
        "surplus": found.surplus,
        "shortfall": found.shortfall,
    }


def tell(
    turn: Turn, character: Character, facts: Facts, mode: str, roller: Seat, *, number_hidden: bool = False
) -> Event:
    """Tells of a roll. Where the number of successes asked for is hidden, the GMs alone hear whether it is enough."""
    facts = facts | {"mode": mode}
    return tell_roll(turn, "dragon.check", facts, mode, roller, open_part=open_version(facts, character, number_hidden))


def open_version(facts: Facts, character: Character, number_hidden: bool) -> Facts | None:
    """What those may know from whom something is hidden; None where nothing is."""
    if not (is_secret(character) or number_hidden):
        return None
    known = dict(seen(facts, character))
    if character.hidden:
        known |= {"character": SOMEBODY, "character_id": ""}
    if number_hidden:
        for name in ("required", "success", "surplus", "shortfall"):
            known.pop(name)
    return known
