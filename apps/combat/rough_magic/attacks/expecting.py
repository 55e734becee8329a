"""The odds of an attack: how many levels it costs, taken and met, from what a seat may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from apps.characters.models import THING
from apps.characters.rough_magic.endurance import damage_of
from apps.checks.rough_magic import odds as of_checks
from apps.checks.rough_magic.buying import BOOST, SUCCESS
from apps.checks.rough_magic.sides import Value, duel
from apps.combat.rough_magic.attacks import knowing, opening
from apps.combat.rough_magic.attacks.landing import levels_open
from apps.combat.rough_magic.attacks.settling import BLOCK, DODGE, TAKE, holds, is_met
from apps.combat.rough_magic.attacks.strike import Clash
from apps.rules.odds import Distribution, percent
from apps.rules.rough_magic.combat.defences import blocks, dodges
from apps.rules.rough_magic.lists import ENDURANCE, MOST
from apps.rules.rough_magic.odds import levels_lost
from apps.rules.rough_magic.options import Options
from apps.rules.rough_magic.visibility import LEVEL, visibility
from apps.table.chances import NEVER, row
from apps.table.viewer import Viewer

if TYPE_CHECKING:
    from apps.combat.rough_magic.attacks.attacking import AttackForm

Drawn = dict[str, Any]
Levels = Distribution[int]


def drawn(viewer: Viewer, form: AttackForm, clash: Clash, asks: bool) -> Drawn:
    """Both sides of the form, its odds and its button."""
    strike, known = clash.strike, knowing.defence_known(viewer, clash.target, clash.strike.theirs)
    mine = Value(" + ".join(f"{one.label} {one.value}" for one in strike.mine), strike.av)
    both = duel(form, mine, _theirs(viewer, clash, known))
    found: Drawn = {"duel": both, "button": _button(form, both.roll, asks)}
    if not known:
        bonus = both.bonus or 0
        glance = of_checks.glance(bonus, None, strike.auto)
        return found | {"odds": of_checks.totals(bonus), "glance": glance, "spend": _spend(form, None)}
    return found | _levels(viewer, form, clash)


def _theirs(viewer: Viewer, clash: Clash, known: bool) -> Value:
    """The other side's number: its parts for those who read that sheet, else what was seen."""
    strike, whole = clash.strike, viewer.is_gm or clash.target.seat_id == viewer.seat.pk
    if not known:
        return Value("Defence, not seen yet", None)
    words = " + ".join(f"{one.label} {one.value}" for one in strike.theirs) if whole else "Defence, seen before"
    halved = f", halved from {strike.whole_dv}" if strike.dv != strike.whole_dv else ""
    return Value(words + halved, strike.dv)


def _button(form: AttackForm, roll: str, asks: bool) -> str:
    if asks:
        return "Ask the GM"
    if form.auto == "fail":
        return "Attack: it misses"
    return f"Roll {roll}{' for 1 point' if form.buys else ''}"


def _levels(viewer: Viewer, form: AttackForm, clash: Clash) -> Drawn:
    """Levels lost, as it is and if it is met; what one rank more would bring as a ghost."""
    options = viewer.options
    taken = chances(clash, options)
    met = met_by(clash, options)
    other = chances(clash, options, met) if met else None
    names = words_for(clash, options)
    lifted = chances(clash, options, more=int(form.buys != BOOST)) if form.lifts else None
    ghost = None if form.buys == BOOST else lifted
    last = max(max(one.outcomes) for one in (taken, other or taken, ghost or taken))
    found: Drawn = {
        "odds": _column(taken, "to hit, if it is taken", names, last, ghost),
        "glance": _glance(taken, other, met),
        "spend": _spend(form, lifted),
    }
    if other is not None:
        found["odds_met"] = _column(other, f"to hit, if it is met by a {met}", names, last, None)
    return found


def chances(clash: Clash, options: Options, how: str = TAKE, more: int = 0) -> Levels:
    """How often it costs how many levels, met so; a block or a dodge that goes on counts in any case, and whoever has
    no name is defeated by any. `more` ranks lift the attack."""
    strike = clash.strike
    by = strike.av + strike.sides.av_net + more - (strike.roll().target or 0)
    met = is_met(strike, clash.target, how)
    found = levels_lost(by, strike.arms.attack, block=met, dodge=met, auto=strike.auto)
    if holds(strike, options) and strike.auto == "success":
        found = found.map(lambda n: max(n, 1))
    if not strike.harmful:
        return found.map(lambda n: min(n, 1))
    return found.map(lambda n: MOST if n else 0) if clash.struck.unnamed else found


def met_by(clash: Clash, options: Options) -> str:
    """What may lessen it, if anything may and nothing does already: a block or a dodge."""
    strike = clash.strike
    if not opening.can_answer(clash.target, options) or is_met(strike, clash.target):
        return ""
    if blocks(strike.arms.attack, strike.harmful):
        return BLOCK
    return DODGE if dodges(strike.arms.attack) else ""


def words_for(clash: Clash, options: Options) -> list[str]:
    """What so many levels make of the target, in words that everybody may hear."""
    if not clash.strike.harmful:
        return ["Misses", "Hits"]
    shown = levels_open(clash.target) or visibility(viewer="player", item=LEVEL, options=options).shown
    damage = damage_of(clash.target)
    rows = [ENDURANCE[min(MOST, damage.lost + damage.stun + n)] for n in range(1, MOST + 1)]
    plain = [f"{n} level{'' if n == 1 else 's'}" for n in range(1, MOST + 1)]
    names = [one.object if clash.target.sheet == THING else one.title.capitalize() for one in rows]
    return ["Misses", *(names if shown else plain)]


def _column(found: Levels, sentence: str, names: list[str], last: int, ghost: Levels | None) -> Drawn:
    hit, two = found.chance(lambda n: n > 0), found.chance(lambda n: n > 1)
    return {
        "headline": percent(hit),
        "sentence": sentence,
        "hints": [f"{percent(two)} for two levels or more"] if two else [],
        "rows": [_row(n, found, names, ghost) for n in range(last + 1) if n < len(names)],
    }


def _row(n: int, found: Levels, names: list[str], ghost: Levels | None) -> Drawn:
    chance = found.chance(lambda one: one == n)
    over = ghost.chance(lambda one: one == n) if ghost else None
    return row(names[n], chance or None, n, over, fail=n == 0, best=n > 1)


def _glance(taken: Levels, other: Levels | None, met: str) -> Drawn:
    rows = [
        _glanced("If taken", taken),
        *([_glanced(f"If {met}ed" if met == "block" else "If dodged", other)] if other else []),
    ]
    return {"head": ["Levels lost", "hits", *map(str, range(MOST + 1))], "rows": rows}


def _glanced(title: str, found: Levels) -> list[str]:
    each = [found.chance(lambda one, n=n: one == n) for n in range(MOST + 1)]  # type: ignore[misc]
    return [title, percent(found.chance(lambda n: n > 0)), *(percent(one) if one else NEVER for one in each)]


def _spend(form: AttackForm, lifted: Levels | None) -> dict[str, str]:
    """What each use of a plot point would make of the chance to hit, as far as it is known."""
    boosted = f"{percent(lifted.chance(lambda n: n > 0))}, for one round" if lifted else "totals 1 higher"
    found = {one.value: boosted for one in form.lifts}
    return found | {SUCCESS: "100%; roll to see whether it is extreme", "": "Nothing is paid"}
