"""What the forms of a fight share: somebody who is in it, one of their traits, and dice for and against a roll."""

from __future__ import annotations

from django import forms

from apps.characters.forms import OwnCharacterForm, number, one_line
from apps.characters.models import Character
from apps.characters.yarn.sheet import sheet_for
from apps.characters.yarn.written import TraitLine
from apps.checks.yarn.pools import Extra
from apps.combat import tracking
from apps.combat.models import Combatant
from apps.combat.yarn.rounds import stored
from apps.rules.yarn.pool import AVERAGE
from apps.table.acts import ActForm
from apps.table.turn import Turn
from apps.table.viewer import Viewer

PLAIN = "combat/yarn/rounds/acts/plain.html"
"""The template of an act's form that needs no other: why it is refused now, then the fields."""
MOST_BONUS = 9
NO_TRAIT = ("", f"None of these · {AVERAGE}")


class FighterForm(OwnCharacterForm):
    """About one in the fight: a player's own, any for a GM; at first whoever acts."""

    def setup(self) -> None:
        super().setup()
        fight = tracking.fight_of(self.viewer.table)
        now = stored.acting(fight) if fight else []
        mine = [one.character for one in now if one.character in self.open_characters()]
        if mine and not self["character"].value():
            self.start_with({"character": mine[0].public_id})

    def open_characters(self) -> list[Character]:
        there = tracking.fighters(self.viewer.table)
        return [one for one in super().open_characters() if one.pk in there]

    @property
    def own(self) -> Character | None:
        """Who it is so far."""
        return self.chosen()

    def so_far(self) -> Combatant | None:
        """Who is chosen so far, in a fight that runs by rounds."""
        return stored.fighting(self.viewer, self.own) if self.own is not None else None

    def combatant(self, turn: Turn) -> Combatant:
        """Who it is about, read inside the hold. Refuses where no rounds run."""
        found = stored.fighting(turn.viewer, self.cleaned_data["character"])
        if found is None:
            turn.refuse("no-rounds", "No rounds run in this fight, or they are out of it.", "character")
        return found


class DiceForm(ActForm):
    """Bonus and penalty dice by hand, each with its reason."""

    bonus = number("Bonus dice", 0, MOST_BONUS, required=False, initial=0)
    penalty = number("Penalty dice", 0, MOST_BONUS, required=False, initial=0)
    because = one_line("What for", 80, required=False)

    def by_hand(self) -> list[Extra]:
        """What was set by hand."""
        given = self.cleaned_data
        words = given.get("because") or "By hand"
        found = [
            ("bonus", given.get("bonus"), "yarn.bonus-dice"),
            ("penalty", given.get("penalty"), "yarn.penalty-dice"),
        ]
        return [Extra(sort, count, words, rule) for sort, count, rule in found if count]  # type: ignore[arg-type]


def trait_field(label: str = "With which trait") -> forms.ChoiceField:
    """A trait of the sheet, or none; what may be chosen is offered by the form."""
    return forms.ChoiceField(
        label=label,
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "That trait is not on the sheet."},
    )


def likeliest_trait(viewer: Viewer, who: Character, one: Combatant | None = None, now: str = "") -> str:
    """The trait that throws most dice now, one for fighting before any other; empty where none throws more than
    nobody's."""

    def dice(line: TraitLine) -> int:
        locked = one is not None and now and stored.is_locked(one, line.id, now)
        return AVERAGE if locked else line.score

    def fits(line: TraitLine) -> tuple[bool, int]:
        return line.combat and dice(line) > AVERAGE, dice(line)

    best = max(sheet_for(viewer, who).traits, key=fits, default=None)
    return best.id if best is not None and dice(best) > AVERAGE else ""


def traits_of(viewer: Viewer, who: Character, one: Combatant | None = None, now: str = "") -> list[tuple[str, str]]:
    """The traits of somebody as choices, each with its dice; with `now` one that is locked says so
    (yarn.trait-lock)."""
    found = []
    for line in sheet_for(viewer, who).traits:
        locked = one is not None and now and stored.is_locked(one, line.id, now)
        dice = f"{AVERAGE}, locked to {stored.side_of(one, line.id)}" if locked and one else str(line.score)
        found.append((line.id, f"{line.name} · {dice}"))
    return [*found, NO_TRAIT]
