"""Experience dice that the GM awards, as a rule when a session ends (yarn.award-dice)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters import rows
from apps.characters.access import people
from apps.characters.forms import CharactersChoice, number, one_line
from apps.characters.models import Character, Use
from apps.characters.yarn.lines import MOST_DICE
from apps.characters.yarn.people import mains
from apps.characters.yarn.sheet import EXPERIENCE, sheet_of
from apps.characters.yarn.spans import EPISODE
from apps.rules.yarn.experience import Awarded, award_dice
from apps.table.acts import ActForm, act, gms
from apps.table.models import Span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_AWARDED = 9
AWARDED = "yarn.award-dice"
"""The mark of whoever was given dice in an episode."""


def somebody_plays(viewer: Viewer) -> bool:
    """Whether there is a main character who could be given dice."""
    return bool(mains(viewer.desk))


class AwardForm(ActForm):
    characters = CharactersChoice(label="Who took part")
    play = number("For worthy play", 0, MOST_AWARDED, initial=1)
    feats = number("For exceptional feats", 0, MOST_AWARDED, initial=0, required=False)
    why = one_line("Which feats", 120, required=False)

    def setup(self) -> None:
        cast = people(mains(self.viewer.desk))
        self.choose("characters", cast)
        self.fields["characters"].initial = [one.public_id for one in cast if one.present]
        for one in [] if self.viewer.options.equal_awards else cast:
            self.fields[f"own_{one.public_id}"] = number(
                f"More for {one.name} alone", 0, MOST_AWARDED, initial=0, required=False
            )

    def each(self) -> dict[str, int] | None:
        """What each gets by their ids, where they may get different numbers; None where all get the same."""
        if self.viewer.options.equal_awards:
            return None
        data = self.cleaned_data
        same = data["play"] + (data["feats"] or 0)
        return {one.public_id: same + (data[f"own_{one.public_id}"] or 0) for one in data["characters"]}


@act(
    "yarn.award-dice",
    title="Award experience dice",
    form=AwardForm,
    who=gms,
    button="Award the dice",
    menu=44,
    due=somebody_plays,
)
def award_experience(turn: Turn, form: AwardForm) -> None:
    """The same number for all who took part; with the switch equal-awards off some may get more.

    Refuses an award of nothing (nothing), and pools of more than 20 dice (too-many).
    """
    data = form.cleaned_data
    chosen: list[Character] = data["characters"]
    reasons = {"play": data["play"], "feats": data["feats"] or 0}
    pools = {one.public_id: sheet_of(one).experience for one in chosen}
    found = award_dice(
        pools=pools, active=list(pools), dice_awarded=form.each(), dice_by_reason=reasons, options=turn.options
    )
    if found.pools == pools:
        turn.refuse("nothing", "That is no die at all: say how many.", "play")
    award(turn, {one: found.pools[one.public_id] for one in chosen})
    if episode := turn.span(EPISODE):
        _mark(turn, chosen, episode)
    turn.tell("yarn.dice-awarded", _told(chosen, pools, found) | {"why": data["why"]})


def _mark(turn: Turn, chosen: list[Character], episode: Span) -> None:
    before = awarded_in(episode)
    for one in chosen:
        if one not in before:
            turn.create(Use, character=one, rule=AWARDED, span=episode, at=turn.now)


def awarded_in(episode: Span) -> list[Character]:
    """Who was given dice in this episode, as each was first."""
    return [one.character for one in episode.desk.all(Use, span=episode, rule=AWARDED)]


def award(turn: Turn, pools: Mapping[Character, int]) -> None:
    """These pools from now on. Refuses more dice than a sheet holds (too-many)."""
    for one, dice in pools.items():
        if dice > MOST_DICE:
            turn.refuse("too-many", f"{one.name} would have {dice} dice, and a sheet holds {MOST_DICE}.", "play")
        rows.set_rating(turn, one, "pool", EXPERIENCE, dice)


def _told(chosen: list[Character], pools: dict[str, int], found: Awarded) -> dict[str, Any]:
    each = [
        {"name": one.name, "dice": found.pools[one.public_id] - pools[one.public_id], "now": found.pools[one.public_id]}
        for one in chosen
    ]
    return {"each": each, "same": found.dice_awarded}
