"""How a fight ends in every game: the form, who leaves the scene with it, and the offer to end it once one side alone
still stands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.forms import CharactersChoice
from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.models import Fight
from apps.combat.sides import WENT_OVER, side_of
from apps.table.acts import ActForm, Preview
from apps.table.desk import Desk
from apps.table.panels import panel
from apps.table.telling import Facts, tell_both
from apps.table.turn import Turn
from apps.table.viewer import Viewer

Counts = Callable[[Character], bool]
"""Whether somebody whom nobody plays is there for the fight alone."""
_extras: dict[str, Counts] = {}


def leave_with_a_fight(game: str, counts: Counts) -> None:
    """Registers whom fights of that game take out of the scene with them, unless the GM says otherwise."""
    _extras[game] = counts


def _here_for(fight: Fight) -> list[Character]:
    """Who is still in the scene of those that a fight takes out of it, whether they are out of the fight or not."""
    counts = _extras.get(fight.desk.table.game)
    if counts is None:
        return []
    came = [one.character for one in tracking.combatants_of(fight)]
    return [one for one in came if one.present and one.seat_id is None and counts(one)]


class EndForm(ActForm):
    """Who leaves the scene with the fight: all that are there for it alone, unless the GM says otherwise."""

    leave = CharactersChoice(label="Out of the scene", required=False)

    def setup(self) -> None:
        fight = tracking.fight_of(self.viewer.table)
        those = _here_for(fight) if fight is not None else []
        if not those:
            del self.fields["leave"]
            return
        self.choose("leave", those)
        self.start_with({"leave": [one.public_id for one in those]})


def tell_end(turn: Turn, kind: str, form: EndForm, full: Facts, public: Facts) -> None:
    """Those whom the form names leave the scene; tells the end of the fight with them: everybody hears of whom they
    know."""
    gone = [turn.change(one, present=False) for one in form.cleaned_data.get("leave") or ()]
    known = [one for one in gone if not one.hidden]
    tell_both(turn, kind, {**full, "gone": _names(gone)}, {**public, "gone": _names(known)})


def _names(cast: Iterable[Character]) -> list[str]:
    return [one.name for one in cast]


END_TEMPLATE = "combat/acts/end_fight.html"


Falls = Callable[[Desk], Iterable[str]]
"""What waits in a fight and falls with it, a sentence each."""
_falling: dict[str, list[Falls]] = {}


def falls_with_a_fight(game: str) -> Callable[[Falls], Falls]:
    """Registers what in fights of that game comes to nothing with them: whoever ends one reads of it before."""

    def registered(falls: Falls) -> Falls:
        _falling.setdefault(game, []).append(falls)
        return falls

    return registered


def taking(takes: str) -> Preview:
    """What the form says: what a fight takes with it, in these words, what waits in it and falls, and that none is
    running, where that is so."""

    def said(viewer: Viewer, form: ActForm) -> Mapping[str, Any]:
        if tracking.fight_of(viewer.table) is None:
            return {"takes": takes, "refused_now": "No fight is running."}
        waits = [one for falls in _falling.get(viewer.table.game, ()) for one in falls(viewer.desk)]
        return {"takes": takes, "refused_now": "", "waits": waits}

    return said


def _had_sides(fight: Fight, sides: Collection[str]) -> bool:
    came = tracking.combatants_of(fight)
    return len(sides) > 1 or any(WENT_OVER in tracking.tallies_of(one, fight.span) for one in came)


@dataclass(frozen=True)
class Decision:
    """How a game knows that a fight is decided: who lies, and the act that ends it."""

    act: str
    lies: Callable[[Character], bool]

    def of(self, fight: Fight) -> str:
        """How it came out, in words, where of the sides that came no more than one can go on; else nothing."""
        came = {side_of(one) for one in tracking.combatants_of(fight)}
        stand = {side_of(one) for one in tracking.still_in(fight) if not self.lies(one.character)}
        if len(stand) > 1 or not _had_sides(fight, came):
            return ""
        return "One side alone still stands." if stand else "Nobody is left standing."


_decisions: dict[str, Decision] = {}


def is_decided_when(game: str, decision: Decision) -> None:
    """Registers how fights of that game are decided."""
    _decisions[game] = decision


@panel("fight-decided", template="combat/panels/decided.html", slot="stage", order=9, per="role", roles={"gm"})
def decided(viewer: Viewer) -> Mapping[str, Any]:
    """Leads to the end of a fight in which nobody of the other side stands any more; the GM may still go on."""
    fight, decision = tracking.fight_of(viewer.table), _decisions.get(viewer.table.game)
    if fight is None or decision is None:
        return {}
    return {"outcome": decision.of(fight), "act": decision.act}
