"""The ten rounds of a turn as they are drawn: what became of each phase, how long a hold lasts, who was seen to act."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from apps.characters.dragon.sheet import DragonSheet, sheet_of
from apps.characters.dragon.states import Badge, badges_of
from apps.combat import tracking
from apps.combat.dragon import turns as stored
from apps.combat.dragon.fight.groups import kinds_among
from apps.combat.dragon.phases import spending
from apps.combat.gathering import name_of
from apps.combat.models import Combatant, Fight, Tally
from apps.rules.dragon.combat.holds import hold
from apps.rules.dragon.combat.parts import ROUNDS, Moment
from apps.rules.dragon.combat.turns import GIVEN_UP, Fighter
from apps.rules.dragon.lists import Primary, primary_of
from apps.rules.dragon.options import Options
from apps.table.models import Span
from apps.table.viewer import Viewer

WHO = "combat/dragon/panels/_who.html"
BECAME = {"open": "", "used": "used", "held": "kept", "traded": "given", "aborted": "defence", "lost": "lost"}
"""What a phase is drawn as, by what became of it."""


@dataclass(frozen=True)
class Cell:
    """One round of one fighter. `kind` is a mark of the kit, empty where there is nothing; `now`: the round is on;
    `reach`: a held phase can be used in it; `soon`: it would be given up for a defence that is asked for."""

    number: int
    kind: str
    now: bool = False
    reach: bool = False
    soon: bool = False


@dataclass(frozen=True)
class Row:
    """One fighter's line, or that of extras of one kind of whom the same is to be told; the first speaks for them.

    `acted_in` are the rounds in which everybody saw them act.
    """

    name: str
    combatant: Combatant
    fighter: Fighter
    sheet: DragonSheet
    cells: tuple[Cell, ...]
    acted_in: tuple[int, ...]

    @property
    def id(self) -> str:
        return self.combatant.public_id

    @property
    def character(self) -> Any:
        return self.combatant.character

    @property
    def strip(self) -> SafeString:
        """The ten rounds as they stand in the grid."""
        return SafeString("".join(map(_drawn, self.cells)))

    @property
    def badges(self) -> list[Badge]:
        """How it stands with them, as everybody may know it."""
        return badges_of(self.character)

    @property
    def badges_read(self) -> list[Badge]:
        """The same for whoever reads the sheet."""
        return badges_of(self.character, reads=True)

    @property
    def pick(self) -> Primary | None:
        """The speed that was picked."""
        picked = tracking.declaration_of(self.combatant.fight, self.combatant)
        return primary_of(picked.plan["speed"]) if picked and picked.plan.get("speed") else None

    @property
    def speed(self) -> int | None:
        """Its value on the sheet."""
        key = self.pick.id if self.pick else ""
        return next((one.value for one in self.sheet.primaries if one.key == key), None)

    def head(self, viewer: Viewer, now: Moment) -> SafeString:
        """Who it is, as the grid has it: kept until something of it changes, for all who see it so."""
        kept, late, pick, speed = self.fighter.kept, self.fighter.waits and now.part != "Late", self.pick, self.speed
        key = ("dragon-who", self.id, self.name, viewer.is_gm, kept is not None and kept.carried, late, pick, speed)
        context = {"row": self, "viewer": viewer, "late": late, "pick": pick, "speed": speed}
        return viewer.desk.memo(key, lambda: SafeString(render_to_string(WHO, context).strip()))


@lru_cache(maxsize=1024)
def _drawn(cell: Cell) -> SafeString:
    """Drawn once for all fighters and all who see it: there are few that differ."""
    return SafeString(render_to_string("combat/dragon/panels/_cell.html", {"cell": cell}).strip())


Soon = Mapping[int, Collection[int]]
"""By whose, the rounds of the phases that a defence would cost now."""


def rows_of(fight: Fight, cast: Iterable[Combatant], soon: Soon | None = None) -> list[Row]:
    """A line for each of these."""
    spans = {one.pk: one.number for one in fight.desk.all(Span, inside=fight.turn, kind=stored.ROUND)}
    now, options = stored.round_of(fight).number, spending.options_of(fight)
    return [_row(one, spans, now, options, (soon or {}).get(one.pk, ())) for one in cast]


def lines_of(fight: Fight, cast: Iterable[Combatant], phases: bool, reads: bool, soon: Soon) -> list[Row]:
    """The same, with extras of one kind on one line while the same is to be told of them; without `phases` that is in
    which rounds they acted, and whether they stand."""
    found: list[Row] = []
    for kind in kinds_among(cast):
        alike: dict[Any, list[Row]] = {}
        for row in rows_of(fight, kind.members, soon):
            told = row.acted_in, *(row.badges_read if reads else row.badges), row.character.hidden
            alike.setdefault((*told, row.cells) if phases else told, []).append(row)
        found += [replace(rows[0], name=name_of([one.combatant for one in rows])) for rows in alike.values()]
    return found


def _row(combatant: Combatant, spans: dict[int, int], now: int, options: Options, soon: Collection[int]) -> Row:
    noted: dict[int, dict[str, int]] = {}
    for one in combatant.desk.all(Tally, combatant=combatant):
        if one.span_id in spans:
            noted.setdefault(spans[one.span_id], {})[one.key] = one.value
    fighter = stored.fighter_of(combatant)
    reach = reach_of(fighter, options)
    cells = tuple(
        Cell(
            number,
            kind or _offered(fighter, number, now),
            now=number == now,
            reach=number in reach and number >= now,
            soon=number in soon,
        )
        for number in range(1, ROUNDS + 1)
        for kind in [_kind(fighter, number, noted.get(number, {}), now)]
    )
    acted_in = tuple(sorted(number for number, found in noted.items() if _was_seen(found)))
    return Row(combatant.character.name, combatant, fighter, sheet_of(combatant.character), cells, acted_in)


def _was_seen(noted: dict[str, int]) -> bool:
    """Whether somebody acted in a round, and not upon the hidden alone."""
    return bool(noted.get("acted")) and not noted.get(spending.UNSEEN)


def reach_of(fighter: Fighter, options: Options) -> tuple[int, ...]:
    """The rounds of this turn in which the kept phase can be used (dragon.hold); none without one."""
    kept = fighter.kept
    if kept is None:
        return ()
    own = [one.round for one in fighter.phases if one.spent not in GIVEN_UP]
    if kept.carried:
        return hold(held=ROUNDS, next_turn=own, options=options).usable_next_turn
    return hold(held=kept.round, other=[one for one in own if one > kept.round], options=options).usable


def _kind(fighter: Fighter, number: int, noted: dict[str, int], now: int) -> str:
    phase = next((one for one in fighter.phases if one.round == number), None)
    if phase is None:
        return _bought(noted)
    if phase.spent == "used" and noted.get(spending.DEFENDED):
        return "defence"
    kept = fighter.kept
    if phase.spent == "held" and kept and not kept.carried and kept.round == number:
        return "held"
    if phase.spent == "lost" and fighter.down and number >= now:
        return "void"
    return BECAME[phase.spent] or "phase"


def _offered(fighter: Fighter, number: int, now: int) -> str:
    """A bonus phase that was taken and can still be used; one for round 1 may be that of the turn to come."""
    return "bonus" if fighter.bonus and fighter.bonus.round == number >= now else ""


def _bought(noted: dict[str, int]) -> str:
    """What stands in a round without a phase, in which somebody acted all the same."""
    acted_by = noted.get(spending.ACTED_BY)
    way = spending.WAYS[acted_by - 1] if acted_by else ""
    if noted.get(spending.DEFENDED):
        return "defence" if way in {"hold", "bonus"} else ""
    return {"trade": "bought", "hold": "used", "bonus": "bonus"}.get(way, "")
