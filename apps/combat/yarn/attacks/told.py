"""Who hears what of an attack: dice of a player's character everybody's, those of the GM's side hers alone."""

from __future__ import annotations

from typing import Any

from apps.characters.models import Character
from apps.characters.yarn import landing
from apps.characters.yarn.landing import Landed
from apps.checks.versus import SOMEBODY, arms_unseen
from apps.combat.yarn.attacks.strike import Clash
from apps.rules.yarn.combat.lists import BANDS
from apps.rules.yarn.combat.shooting import in_range
from apps.table.audience import EVERYBODY, GMS, Audience, players_of
from apps.table.models import Event
from apps.table.turn import Turn, Version

Facts = dict[str, Any]


def named(clash: Clash) -> Facts:
    """Who attacks whom with what, and from how far. Its card bears the attacker's name (`bearer`), not that of whoever
    chose the defence, with which the dice fell."""
    strike, aim = clash.strike, clash.aim
    return {
        "attacker": clash.attacker.character.name,
        "bearer": clash.attacker.character.name,
        "attacker_id": clash.attacker.character.public_id,
        "target": clash.target.character.name,
        "target_id": clash.target.character.public_id,
        "weapon": strike.called,
        "what": strike.what,
        "effect": strike.effect,
        "ranged": strike.ranged,
        "metres": aim.metres,
        "band": band_of(clash),
        "tactic": strike.tactic if strike.tactic != "none" else "",
        "shot": strike.shot,
        "dull": strike.dull,
    }


def band_of(clash: Clash) -> str:
    """Short, medium; empty at arm's length."""
    if clash.aim.metres is None:
        return ""
    place = in_range(clash.strike.weapon, clash.aim.metres, clash.options)
    return BANDS[place - 1] if place <= len(BANDS) else "beyond the last range"


def harm_facts(landed: Landed | None) -> Facts | None:
    return landing.facts_of(landed) if landed is not None else None


def is_open(character: Character) -> bool:
    """Whether everybody hears of somebody's dice and numbers: those of players' characters, unless they hide."""
    return bool(character.seat_id) and not character.hidden


def cut(clash: Clash, full: Facts, landed: Landed | None, owns: Character | None = None) -> Facts:
    """A card as those may read it who have no sheet of it, or that of one of the two."""
    attacker, target = clash.attacker.character, clash.target.character
    found = dict(full)
    for role, one in (("attacker", attacker), ("target", target)):
        if one.hidden and one != owns:
            found |= {role: SOMEBODY, f"{role}_id": ""}
            found |= {"bearer": SOMEBODY, "weapon": arms_unseen(clash.strike.ranged)} if role == "attacker" else {}
    shown = {one: is_open(one) or one == owns for one in (attacker, target)}
    if not shown[attacker]:
        found |= {"attack": None, "dull": False}
    if not shown[target]:
        found |= {"defence": None, "met": ""}
    if not all(shown.values()):
        found["difference"] = None
    found["harm"] = _harm(full, landed, shown[target], all(shown.values()))
    return found


def _harm(full: Facts, landed: Landed | None, reads_target: bool, reads_both: bool) -> Facts | None:
    """What it did: every step to those who know both sides; else the points, or a word, of how the target is."""
    if landed is None or reads_both:
        return full["harm"]  # type: ignore[no-any-return]
    found = landing.facts_of(landed)
    if not reads_target:
        return landing.facts_for_others(landed)
    return {key: found[key] for key in ("character", "character_id", "word", "now", "suffered", "from", "to", "full")}


def tell(turn: Turn, kind: str, full: Facts, clash: Clash, landed: Landed | None = None) -> Event:
    """All of it to the GMs, to both players and to everybody what each may know; to nobody else what befalls somebody
    hidden. Who may know no more than everybody has no version apart."""
    attacker, target = clash.attacker.character, clash.target.character
    public = None if target.hidden else cut(clash, full, landed)
    owned = [(players_of(one.pk), cut(clash, full, landed, one)) for one in (attacker, target) if one.seat_id]
    versions: list[tuple[Audience, Facts, int]] = [(GMS, full, 2)]
    versions += [(who, facts, 1) for who, facts in owned if facts != public]
    if public is not None:
        versions.append((EVERYBODY, public, 0))
    return turn.record(kind, [Version(*atom, rank, facts) for one, facts, rank in versions for atom in one.atoms])
