"""What the target of an attack may answer with, each with its dice and its price (dragon.defences, dragon.abort)."""

from __future__ import annotations

from dataclasses import dataclass

from apps.characters.dragon.sheet import DragonSheet
from apps.checks.dragon.pools import Chosen
from apps.combat.dragon import turns as stored
from apps.combat.dragon.attacks.strike import Facts, Sides
from apps.combat.dragon.phases import spending
from apps.rules.dragon.checks import Pool, Rolled
from apps.rules.dragon.combat.defences import defences, why_no_defence
from apps.rules.dragon.combat.prices import Price
from apps.rules.dragon.combat.turns import Share
from apps.rules.dragon.lists import DEFENCES, Defence, substat_of
from apps.rules.dragon.options import Options
from apps.rules.refusal import Refused

NOTHING, KEPT = "none", "kept"
TITLES: dict[str, str] = {NOTHING: "Nothing", "dodge": "Dodge", "parry": "Parry"}
KEPT_TITLES: dict[str, str] = {"dodge": "Kept dodge", "parry": "Kept parry"}


@dataclass(frozen=True)
class Guard:
    """One way to answer: `id` is what the form sends. What is `off` cannot be done, and why; the rest costs `price`
    where it costs anything. `chosen` are the dice of a sheet, `share` those that were kept of split ones."""

    id: str
    title: str
    chosen: Chosen | None = None
    share: Share | None = None
    price: Price | None = None
    off: Refused | None = None

    def pool(self, options: Options) -> Pool | None:
        """What it throws, if anything."""
        if self.share is not None:
            return self.share.pool
        return self.chosen.pool(options) if self.chosen else None


def would_go(sides: Sides) -> tuple[int, ...]:
    """The rounds of the phases that a defence against this would cost, the later ones as they are suggested."""
    price = next((one.price for one in guards_of(sides) if one.price), None)
    if price is None:
        return ()
    now = (stored.round_of(sides.fight).number,) if price.way == "phase" else ()
    return (*now, *price.next, *price.suggested(spending.later_of(sides.target)))


def guards_of(sides: Sides) -> list[Guard]:
    """Nothing, dice that were kept, a dodge, a parry: those too that cannot be, with the reason."""
    kept = [found] if (found := _kept(sides)) else []
    return [Guard(NOTHING, TITLES[NOTHING]), *kept, *(_defence(sides, one) for one in DEFENCES)]


def _kept(sides: Sides) -> Guard | None:
    share = stored.fighter_of(sides.target).share
    if share is None:
        return None
    return Guard(KEPT, KEPT_TITLES[share.defence], share=share, off=why_not(sides, share.defence))


def _defence(sides: Sides, defence: Defence) -> Guard:
    if off := why_not(sides, defence):
        return Guard(defence, TITLES[defence], off=off)
    chosen = chosen_for(sides.struck, defence, sides.strike.arms.attack, sides.options)
    price = spending.price_of(sides.target, (chosen.substat,), "defence")
    if isinstance(price, Refused):
        return Guard(defence, TITLES[defence], chosen, off=price)
    return Guard(defence, TITLES[defence], chosen, price=price)


def why_not(sides: Sides, defence: Defence) -> Refused | None:
    """Why this defence cannot meet that attack, whatever it costs."""
    return why_no_defence(defence, attack=sides.strike.arms.attack, **known(sides.struck), options=sides.options)


def chosen_for(sheet: DragonSheet, defence: Defence, attack: str, options: Options) -> Chosen:
    """The dice of a defence that is on offer, with the skill that makes it possible."""
    found = defences(attack=attack, **known(sheet), options=options)
    substat, skill = found.rolled_on[defence]
    return Chosen.of(sheet, substat_of(substat).id, [next(one for one in sheet.skills if one.name == skill)])


def known(sheet: DragonSheet) -> Facts:
    """What a sheet brings to the question which defences it has."""
    return {
        "skills": {one.name: one.level for one in sheet.skills},
        "melee_skills": [one.name for one in sheet.skills if one.melee],
        "shticks": sheet.switches,
    }


def kept_side(share: Share, rolled: Rolled, typed: bool) -> Facts:
    """Kept dice as cards tell them: of their pool it is known what it was when it was declared."""
    title = KEPT_TITLES[share.defence]
    return {
        "what": title,
        "faces": [[face, face >= rolled.target] for face in rolled.faces],
        "target": rolled.target,
        "successes": rolled.successes,
        "lines": [
            {"label": title, "value": share.pool.dice, "kind": "dice"},
            {"label": "As it was declared", "value": share.pool.target, "kind": "target"},
        ],
        "typed": typed,
    }


def told_share(share: Share) -> Facts:
    """Dice that wait for an attack, as cards tell them."""
    return {"defence": share.defence, "dice": share.pool.dice}
