"""What whoever is hit may answer with, each with what it leaves and what it costs (rough_magic.blocking,
rough_magic.dodging, rough_magic.diving-clear, rough_magic.esoteric-block)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from apps.board.board import cell_of
from apps.board.models import Spot
from apps.characters.models import THING, Character
from apps.characters.rough_magic import states
from apps.characters.rough_magic.endurance import damage_of, word_for
from apps.characters.rough_magic.sheet import Power, RoughSheet
from apps.combat.rough_magic.attacks import settling
from apps.combat.rough_magic.attacks.circumstances import UNDERWATER
from apps.combat.rough_magic.attacks.environment import environment_of
from apps.combat.rough_magic.attacks.landing import levels_for
from apps.combat.rough_magic.attacks.settling import BLOCK, DIVE, DODGE, POWER, TAKE, Met
from apps.combat.rough_magic.attacks.strike import GRAPPLE, Clash
from apps.combat.rough_magic.order import getting_clear, stored
from apps.combat.rough_magic.order.getting_clear import NOWHERE, Cleared
from apps.rules.distance import Cell
from apps.rules.rough_magic.combat.defences import all_out, blocks, dodges, esoteric_block
from apps.rules.rough_magic.combat.holds import restrained
from apps.rules.rough_magic.endurance import Damage, damage_record
from apps.rules.rough_magic.options import Options

TITLES = {TAKE: "Take it", BLOCK: "Block", DODGE: "Dodge", DIVE: "Dive clear", POWER: "Block with {}"}
FORCED = {BLOCK: "block", DODGE: "dodge", DIVE: "dive clear", POWER: "block"}
"""What the rules of forcing call each answer that is not free."""
UNPERCEIVED = ("defender-cannot-perceive", "defender-blind-and-deaf")


@dataclass(frozen=True)
class Guard:
    """One way to answer: `id` is what the form sends. What is `off` cannot be done, and why. `price` is what is given
    up for it, as the order of play says it; `levels`, `after` and `word` are what it leaves, `begins` the states that
    come with the hit. `asks`: the GM has to agree first."""

    id: str
    title: str
    off: str = ""
    price: str = ""
    levels: int = 0
    after: Damage | None = None
    word: str = ""
    power: str = ""
    asks: bool = False
    begins: tuple[str, ...] = ()

    @property
    def how(self) -> str:
        """The id without which power it is."""
        return self.id.partition(":")[0]

    def met(self, price: str, cleared: Cleared = NOWHERE) -> Met:
        """As the attack is settled with it."""
        return Met(self.how, price, self.power, cleared=cleared)


def guards_of(clash: Clash, options: Options) -> list[Guard]:
    """Every answer, those too that cannot be given, with the reason."""
    found = [_guard(clash, one, options) for one in (TAKE, BLOCK, DODGE, DIVE)]
    return [*found, *(_with_power(clash, one, options) for one in _powers_against(clash))]


def _guard(clash: Clash, how: str, options: Options) -> Guard:
    off = "" if how == TAKE else why_not(clash, how, options)
    return _leaves(clash, Guard(how, TITLES[how], off, "" if off else price_of(clash, how)), options)


def _leaves(clash: Clash, guard: Guard, options: Options) -> Guard:
    """The same with what is left after it, and what begins."""
    strike, target = clash.strike, clash.target
    margin = settling.margin_after(strike, target, guard.met(""), options)
    hit = margin is not None and margin >= 0
    before = damage_of(target)
    counted = levels_for(target, settling.levels_of(strike, margin), strike.stunning, options)
    after = damage_record(lost=before.lost, stun=before.stun, new=counted, stunning=strike.stunning)
    lost = after.lost + after.stun - before.lost - before.stun
    begins = _begins(clash, guard) if hit else ()
    return replace(guard, levels=lost, after=after, word=word_for(target, after), begins=begins)


def _begins(clash: Clash, guard: Guard) -> tuple[str, ...]:
    """The states that a hit brings about, however few levels it costs."""
    if clash.target.sheet == THING:
        return ()
    held = ("restrained",) if clash.strike.sort == GRAPPLE else ()
    return (*held, *settling.effects_of(clash.strike, guard.met(""), True))


def price_of(clash: Clash, how: str) -> str:
    """What an answer would cost: nothing where the attack comes outside a fight, and taking it never does."""
    fight = clash.fight
    return stored.price_of(fight, clash.target, FORCED[how]) if fight and how in FORCED else ""


# why not


def why_not(clash: Clash, how: str, options: Options) -> str:
    """Why this answer cannot meet that attack; empty if it can."""
    return _unfit(clash, how, options) or _unable(clash, how, options)


def _unfit(clash: Clash, how: str, options: Options) -> str:
    """What of the attack, and of whoever is hit, stands against it."""
    strike, target = clash.strike, clash.target
    if how in (BLOCK, DODGE) and settling.running(target, how):
        return f"{target.name} {how}s already: it counts by itself."
    if how in (BLOCK, DODGE) and settling.is_met(strike, target):
        return f"{target.name} blocks it already with a power: it is lessened once."
    if how == BLOCK and not blocks(strike.arms.attack, strike.harmful):
        return _no_block(clash)
    if how == DODGE and not dodges(strike.arms.attack):
        return "Only a ranged attack can be dodged. This is close combat."
    if how in (DODGE, DIVE) and not limber(target, how, options):
        return f"{target.name} is restrained."
    return ""


def _no_block(clash: Clash) -> str:
    if clash.strike.arms.is_ranged:
        return "Only close combat can be blocked. This comes from afar."
    return "It does no harm that a block could lessen."


def limber(target: Character, how: str, options: Options) -> bool:
    """Whether being restrained leaves room for it (rough_magic.restrained)."""
    held = states.is_in(target, "restrained")
    return not held or (how == DODGE and restrained(restrained=True, wanted="dodge", options=options).legal)


def _unable(clash: Clash, how: str, options: Options) -> str:
    """Why nothing can be done out of turn now."""
    if any(one.id in UNPERCEIVED for one in clash.strike.boxes):
        return f"{clash.target.name} does not perceive the attack."
    fight = clash.fight
    no = stored.why_not_force(fight, clash.target, FORCED[how]) if fight else None
    return no.text if no else ""


def reach_of_dive(clash: Clash) -> int:
    """How far whoever is hit gets when they dive clear, in metres."""
    return all_out(clash.struck.rank("agility"), **moved_by(clash.struck))


def where_to_dive(clash: Clash, spot: Spot, metres: int | None, options: Options) -> Cell | None:
    """The cell to which whoever is hit dives if none is named: as far as it is to safety, where that is said, else the
    nearest one out of reach of a blow, or beside where a shot strikes. Where a hidden attacker stands tells nothing."""
    attacker = clash.attacker
    there = getting_clear.spot_on_board(attacker) if clash.target.hidden or not attacker.hidden else None
    danger = cell_of(there) if there else None
    if metres:
        return getting_clear.so_far(spot, danger, metres)
    beyond = 0 if clash.strike.arms.is_ranged else max(options.close_range_m, clash.strike.distance or 0)
    return getting_clear.aside(spot, danger, beyond, reach_of_dive(clash))


def moved_by(sheet: RoughSheet) -> dict[str, Any]:
    """What an all-out move of theirs is made of beside their feet, as the rules take it (rough_magic.diving-clear)."""
    in_water = environment_of(sheet.character.desk) == UNDERWATER
    return {"in_water": in_water, "powers": [one.all_out for one in sheet.powers if one.on]}


# with a power


def _powers_against(clash: Clash) -> list[Power]:
    """The powers that may meet a power: the very same one, and others if the GM agrees."""
    return [one for one in clash.struck.powers if one.esoteric] if clash.strike.arms.power else []


def _with_power(clash: Clash, power: Power, options: Options) -> Guard:
    attack = clash.strike.arms.power.casefold()
    alike = esoteric_block(attack_power=attack, defender_powers=[power.name.casefold()], margin_rolled=0).legal
    runs = settling.running(clash.target, POWER, clash.strike.arms.power)
    off = f"{clash.target.name} blocks it already." if runs else _lessened(clash) or _unable(clash, POWER, options)
    price = "" if off else price_of(clash, POWER)
    title = TITLES[POWER].format(power.name)
    made = Guard(f"{POWER}:{power.id}", title, off, price, power=power.name, asks=not alike)
    return _leaves(clash, made, options)


def _lessened(clash: Clash) -> str:
    """Why a power would take nothing more off the margin; empty where it would."""
    found = next((one for one in (BLOCK, DODGE) if settling.running(clash.target, one)), "")
    counts = found and settling.is_met(clash.strike, clash.target)
    return f"{clash.target.name} {found}s already: it is lessened once." if counts else ""
