"""Power boosts (rough_magic.power-boost): a plot point lifts an attribute or a power by one rank for a while."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from apps.characters.forms import named
from apps.characters.models import Character, Move
from apps.characters.rough_magic import lasting, states
from apps.characters.rough_magic.lines import TITLES
from apps.characters.rough_magic.points import held_for, payer_of, spend, why_penniless
from apps.characters.rough_magic.sheet import Power, RoughSheet, sheet_of
from apps.rules.refusal import Refused
from apps.rules.rough_magic.drama.bought import Boosted, power_boost
from apps.rules.rough_magic.lists import ATTRIBUTES
from apps.rules.rough_magic.options import Options
from apps.rules.rough_magic.sheet import UNWRITTEN
from apps.table.desk import Desk
from apps.table.turn import Turn

RULE = "rough_magic.power-boost"
BOOSTED = "boosted"
Duration = Literal["round", "scene"]


@dataclass(frozen=True)
class Trait:
    """What can be boosted: an attribute by its id, a power by its entry's public id."""

    id: str
    title: str
    rank: int


def traits_of(sheet: RoughSheet) -> list[Trait]:
    """All that can be boosted, with the ranks as they are now."""
    attributes = [Trait(row.id, row.title, sheet.rank(row.id)) for row in ATTRIBUTES]
    return [*attributes, *(Trait(one.id, one.name, one.rank) for one in sheet.powers)]


def trait_of(sheet: RoughSheet, id: str) -> Trait:
    """Refuses what is not on the sheet."""
    found = next((one for one in traits_of(sheet) if one.id == id), None)
    if found is None:
        raise Refused("no-trait", f"{sheet.name} has no such attribute or power.", "trait")
    return found


def lifted(sheet: RoughSheet, trait: Trait) -> RoughSheet:
    """The sheet as it would be with that boost."""
    if trait.id in TITLES:
        return replace(sheet, ranks={**sheet.ranks, trait.id: sheet.ranks.get(trait.id, UNWRITTEN) + 1})
    return replace(sheet, powers=tuple(_higher(one) if one.id == trait.id else one for one in sheet.powers))


def _higher(power: Power) -> Power:
    arm = replace(power.arm, rank=power.arm.rank + 1) if power.arm else None
    return replace(power, rank=power.rank + 1, arm=arm)


def outlook(character: Character, trait: Trait, duration: Duration, options: Options) -> Boosted:
    """The rank while it lasts, and what hangs on it; `legal` says whether it may be bought."""
    now = lasting.place_now(character.desk)
    return power_boost(
        points=held_for(character),
        trait=trait.title,
        rank=trait.rank,
        duration=duration,
        boosted_already=sheet_of(character).boosted(trait.id) > 0,
        bought_in_turn_of=now.whose if now else "",
        round=now.round if now else 1,
        order=now.order if now else (),
        options=options,
    )


def why_no_boost(character: Character, trait: Trait, options: Options) -> Refused | None:
    """Nobody has a point for it, or it is boosted already (rough_magic.power-boost)."""
    if no := why_penniless(character, "trait"):
        return no
    if not outlook(character, trait, "round", options).legal:
        return Refused("boosted", f"{trait.title} is boosted already: choose another one.", "trait")
    return None


@dataclass(frozen=True)
class Bought:
    """The ledger's line, to be tied to the event, and what the event tells."""

    move: Move
    facts: dict[str, Any]


def boost(turn: Turn, character: Character, trait_id: str, duration: Duration = "round") -> Bought:
    """Pays a plot point and lifts the trait; for a scene only after the GM's yes, which is the caller's to ask for.

    Refuses whoever has no point, what is not on the sheet or boosted already, and a scene where none is open.
    """
    trait = trait_of(sheet_of(character), trait_id)
    if no := why_no_boost(character, trait, turn.options):
        raise no
    rank = outlook(character, trait, duration, turn.options).rank
    until = for_how_long(turn, duration)
    paid = spend(turn, payer_of(character), f"Power boost: {trait.title}", RULE)
    already = next((one.amount or 1 for one in _boosts(character, trait.id) if one.until == until), 0)
    states.begin(turn, character, BOOSTED, note=trait.id, amount=already + 1, until=until, ends_with=turn.span("scene"))
    facts = {"trait": trait.title, "before": trait.rank, "rank": rank, "rule": RULE}
    return Bought(paid, named(character) | facts | {"ends": ends_in_words(turn.desk, until)})


def _boosts(character: Character, trait_id: str) -> list[Any]:
    return [one for one in states.states_of(character) if one.name == BOOSTED and one.note == trait_id]


def for_how_long(turn: Turn, duration: Duration) -> str:
    """The moment at which it ends, for `until`; of a scene none, as it ends with the span. Refuses without a scene."""
    if duration == "round":
        return lasting.a_round(turn.desk, turn.options)
    if turn.span("scene") is None:
        turn.refuse("no-scene", "No scene is open that it could last for.", "duration")
    return ""


def ends_in_words(desk: Desk, until: str) -> str:
    return lasting.moment_in_words(desk, until) or "till the scene ends"
