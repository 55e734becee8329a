"""The exact odds of an attack and of each way to meet it, from what a seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from apps.characters.access import sheet_open_to
from apps.characters.models import Character
from apps.characters.yarn.circumstances import helpless
from apps.characters.yarn.landing import TASER, met_by, worn_by
from apps.characters.yarn.levels import level_of
from apps.characters.yarn.sheet import sheet_for
from apps.checks.yarn.pools import Built
from apps.combat.yarn.attacks.settling import kept_total
from apps.combat.yarn.attacks.strike import (
    CLUMSY,
    DODGE,
    HELPLESS,
    STAND,
    Clash,
    Met,
    attack_pool,
    defence_pool,
    met_by_itself,
    metres_for_damage,
    options_of_defence,
    plain_defence,
)
from apps.combat.yarn.rounds import stored, told
from apps.combat.yarn.rounds.forms import traits_of
from apps.rules.odds import Distribution, mean, percent
from apps.rules.yarn.combat.armour import kind_of_attack
from apps.rules.yarn.combat.damage import divided, factor_of
from apps.rules.yarn.combat.damage_odds import certain, dealt_odds, shocked_odds, stops_at_most, suffered_odds
from apps.rules.yarn.odds import check_odds, hit_odds, total_odds
from apps.rules.yarn.options import Options
from apps.rules.yarn.pool import AVERAGE, Pool
from apps.table.chances import row
from apps.table.sure import sure
from apps.table.viewer import Viewer

LEVELS = (4, 7, 11, 14, 18)
"""The totals against which an attack is shown while its defence is not known."""


@dataclass(frozen=True)
class Way:
    """A way to meet an attack: the word that is sent, what it is called, what it throws, its chances as far as they
    may be known."""

    word: str
    title: str
    line: str
    missed: str = ""
    down: str = ""


def knows(viewer: Viewer, who: Character) -> bool:
    """Whether this seat may know the dice of somebody."""
    return viewer.is_gm or (not who.hidden and bool(who.seat_id) and sheet_open_to(viewer, who))


def words_of_ways(viewer: Viewer, clash: Clash) -> list[tuple[str, str]]:
    """The ways in which a target may meet it, as choices; of somebody helpless, or unaware of it, there is one."""
    if clash.strike.unaware and helpless(clash.target.character, secret_too=viewer.is_gm) is None:
        return [(HELPLESS, "Knows nothing of it")]
    if met := met_by_itself(clash, secret_too=viewer.is_gm):
        return [(met.way, sure(helpless(clash.target.character)).source)]
    traits = traits_of(viewer, clash.target.character, clash.target, "defence")
    if clash.strike.ranged:
        found = [(STAND, "Stands"), *((f"{DODGE}{key}", f"Dodges: {title}") for key, title in traits[:-1])]
        found += [(DODGE, f"Dodges · {AVERAGE}"), (CLUMSY, "Dodges, clumsy · 1")]
    else:
        found = list(traits)
    return [*found, (HELPLESS, "Helpless or unaware")] if viewer.is_gm else found


def ways_of(viewer: Viewer, clash: Clash) -> list[Way]:
    """The same with what each throws, and its chances where this seat may know the attacker's dice."""
    attack = attack_pool(clash) if knows(viewer, clash.attacker.character) else None
    listed = [pair for pair in words_of_ways(viewer, clash) if pair[0] != CLUMSY]
    return [_way(viewer, clash, attack, word, title) for word, title in listed]


def _way(viewer: Viewer, clash: Clash, attack: Built | None, word: str, title: str) -> Way:
    defence = defence_pool(clash, Met(word))
    line = told.thrown_words(defence.pool)
    if note := lock_note(viewer, clash, word):
        line = f"{line} · {note}"
    short = title.rpartition(" · ")[0] or title
    if attack is None:
        return Way(word, short, line)
    falls = hit_odds(attack.pool, defence.pool, clash.options)
    open_target = knows(viewer, clash.target.character)
    down = down_chance(viewer, clash, attack.pool, defence.pool) if open_target else None
    missed = percent(falls.chance(lambda n: n == 0))
    return Way(word, short, line, missed, percent(down) if down is not None else "")


def lock_note(viewer: Viewer, clash: Clash, word: str) -> str:
    """What the answer does to the trait for the rest of the round."""
    trait = word.removeprefix(DODGE)
    line = sheet_for(viewer, clash.target.character).trait(trait) if trait else None
    if line is None or line.combat:
        return ""
    if stored.is_locked(clash.target, line.id, "defence"):
        return "locked to attack"
    return "" if stored.side_of(clash.target, line.id) else "locks it to defence"


def suffered(
    viewer: Viewer, clash: Clash, attack: Pool, defence: Pool, others: Options | None = None
) -> Distribution[int]:
    """How often it costs how many hit points, of the two rolls as they would fall, by all that this seat may know to be
    in its way; `others` are the options of the defence."""
    strike, options, metres = clash.strike, clash.options, metres_for_damage(clash)
    factor = factor_of(strike.weapon, strike.ammunition, strike.tactic, metres)
    target, kind = clash.target.character, kind_of_attack(strike.weapon)
    armour = met_by(target, worn_by(target), secret_too=viewer.is_gm)
    if armour is None:
        return certain(0)
    most = 1 + stops_at_most(armour) if kind == TASER else 1
    blows = dealt_odds(attack, defence, factor, most, options, others=others).map(
        lambda blow: (blow[0], divided(blow[1], strike.weapon, metres, bool(strike.effect), options))
    )
    if kind == TASER:
        return shocked_odds(blows, armour)
    return suffered_odds(blows.map(lambda blow: blow[1]), kind, armour, strike.ammunition, options)


def down_chance(viewer: Viewer, clash: Clash, attack: Pool, defence: Pool, others: Options | None = None) -> Fraction:
    """How often it puts the target down."""
    now = level_of(clash.target.character).now
    if now <= 0:
        return Fraction(1)
    return suffered(viewer, clash, attack, defence, others).chance(lambda points: points >= now)


# before it is declared


def drawn(viewer: Viewer, clash: Clash, *, unaware: bool = False) -> dict[str, Any]:
    """For the attacker's form: against each defence that this seat may know of, else against totals. Where a total is
    kept (the switch defence-rolls) nothing else is thrown against it; somebody `unaware` has no dice at all."""
    if unaware:
        return _against_each(viewer, clash, {HELPLESS: "whoever knows nothing of it"}, "to hit ")
    attack, known = attack_pool(clash), knows(viewer, clash.target.character)
    met = met_by_itself(clash, secret_too=viewer.is_gm)
    kept = kept_total(clash.attacker, clash.target) if met is None else None
    if kept is not None and known:
        return _against_kept(clash, attack, kept)
    if met or known or (clash.strike.ranged and kept is None):
        return _against_ways(viewer, clash)
    totals = total_odds(attack.pool, clash.options)
    rows = [row(f"above {n}", totals.chance(lambda total, n=n: total > n)) for n in LEVELS]  # type: ignore[misc]
    words = f"on average: {told.thrown_words(attack.pool)}"
    return {"headline": f"{float(mean(totals)):.1f}", "sentence": words, "rows": rows}


def _against_kept(clash: Clash, attack: Built, kept: int) -> dict[str, Any]:
    hits = check_odds(attack.pool, kept, clash.options).higher
    hints = [told.thrown_words(attack.pool)]
    return {"headline": percent(hits), "sentence": f"to hit: the defence of this round, {kept}, counts on",
            "rows": [], "hints": hints}  # fmt: skip


def on_button(words: str, odds: Mapping[str, Any]) -> str:
    """What a button does, with the chance that it does it where that may be known."""
    return f"{words} · {odds['headline']}" if odds["headline"].endswith("%") else words


def _against_ways(viewer: Viewer, clash: Clash) -> dict[str, Any]:
    by_itself = met_by_itself(clash, secret_too=viewer.is_gm)
    words = {STAND: "if the target stands", DODGE: f"if it dodges with {AVERAGE}"}
    titles = words if clash.strike.ranged and not by_itself else dict(_first_ways(viewer, clash))
    return _against_each(viewer, clash, titles, "to hit, " if clash.strike.ranged or by_itself else "to hit against ")


def _against_each(viewer: Viewer, clash: Clash, titles: Mapping[str, str], so: str) -> dict[str, Any]:
    """Against each of these ways to meet it; the first one is told in words that begin with `so`."""
    attack, ways = attack_pool(clash), [Met(word) for word in titles]
    open_dice = knows(viewer, clash.target.character)
    found = [
        (titles[one.way], hit_odds(attack.pool, _shown(clash, one, open_dice).pool, clash.options)) for one in ways
    ]
    title, first = found[0]
    rows = [row(name, falls.chance(lambda n: n > 0)) for name, falls in found]
    hints = [told.thrown_words(attack.pool)]
    if open_dice:
        down = down_chance(viewer, clash, attack.pool, _shown(clash, ways[0], open_dice).pool)
        hints.append(f"{percent(down)} down")
    hit = percent(first.chance(lambda n: n > 0))
    return {"headline": hit, "sentence": f"{so}{title}", "rows": rows, "hints": hints}


def _first_ways(viewer: Viewer, clash: Clash) -> list[tuple[str, str]]:
    found = words_of_ways(viewer, clash)
    return [pair for pair in found if pair[0] != HELPLESS] or found


def _shown(clash: Clash, met: Met, open_dice: bool) -> Built:
    """The defence as it may be known: of somebody whose sheet is closed the circumstances alone."""
    return defence_pool(clash, met) if open_dice or met.way == HELPLESS else plain_defence(clash, met)


# while it is answered


def of_defence(viewer: Viewer, clash: Clash, met: Met) -> dict[str, Any]:
    """What a way to meet it comes to: against an attacker of whom this seat knows nothing the own total alone."""
    defence = defence_pool(clash, met)
    words = told.thrown_words(defence.pool)
    if not knows(viewer, clash.attacker.character):
        totals = total_odds(defence.pool, options_of_defence(clash, met))
        rows = [row(f"{n} or more", totals.chance(lambda total, n=n: total >= n)) for n in LEVELS]  # type: ignore[misc]
        return {"headline": f"{float(mean(totals)):.1f}", "sentence": f"on average: {words}", "rows": rows}
    attack, others = attack_pool(clash), options_of_defence(clash, met)
    falls = hit_odds(attack.pool, defence.pool, clash.options, others=others)
    hints = [words]
    if knows(viewer, clash.target.character):
        hints.append(f"{percent(down_chance(viewer, clash, attack.pool, defence.pool, others))} down")
    return {"headline": percent(falls.chance(lambda n: n == 0)), "sentence": "that it misses", "hints": hints}
