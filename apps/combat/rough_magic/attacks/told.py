"""Who hears what of an attack (rough_magic.visibility): what a value is made of is its owner's, a secret the GM's."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from apps.characters.models import Character
from apps.checks.versus import SOMEBODY
from apps.combat.rough_magic.attacks.strike import Clash, Part, Strike
from apps.rules.rough_magic.options import Options
from apps.rules.rough_magic.roll import Roll
from apps.rules.rough_magic.visibility import TARGET, visibility
from apps.table.audience import EVERYBODY, GMS, Audience, players_of
from apps.table.models import Event
from apps.table.turn import Turn, Version

Facts = dict[str, Any]
OPENLY, TO_GMS, BLIND = "everybody", "gm", "blind"
MODES = (OPENLY, TO_GMS, BLIND)
OF_TARGET = ("theirs", "target_number", "margin", "dv_net")
"""What of a roll tells the number that it had to reach."""
OF_ROLL = (*OF_TARGET, "mine", "boxes", "left_out", "av_net", "faces", "total", "auto", "typed", "extreme")
"""What a roll in secret keeps to the GMs: whether it hits is all that the others hear."""


def roll_facts(strike: Strike, made: Roll) -> Facts:
    """All of a roll."""
    sides = strike.sides
    return {
        "mine": _parts(strike.mine),
        "theirs": _parts(strike.theirs),
        "whole_dv": strike.whole_dv if strike.dv != strike.whole_dv else None,
        "boxes": [one.told for one in strike.boxes],
        "av_net": sides.av_net,
        "dv_net": sides.dv_net,
        "faces": list(strike.faces),
        "joined": strike.joined,
        "typed": strike.typed,
        "total": made.total,
        "target_number": made.target,
        "margin": made.margin,
        "extreme": made.extreme,
        "auto": made.auto,
        "bought": strike.bought,
        "secret": False,
    }


def _parts(parts: tuple[Part, ...]) -> list[Facts]:
    return [{"label": one.label, "value": one.value} for one in parts]


def named(clash: Clash) -> Facts:
    """Who attacks whom with what."""
    strike = clash.strike
    return {
        "attacker": clash.attacker.name,
        "attacker_id": clash.attacker.public_id,
        "target": clash.target.name,
        "target_id": clash.target.public_id,
        "weapon": strike.arms.name,
        "attack": strike.arms.attack,
        "sort": strike.sort,
        "types": list(strike.arms.types),
        "harmless": not strike.harmful,
        "distance": strike.distance if strike.arms.is_ranged else None,
        "beside": [one.public_id for one in clash.attackers[1:] if not one.hidden],
    }


class Reader:
    """What one audience may know of an attack; `owns` is whose sheet they read, None for everybody."""

    def __init__(self, clash: Clash, options: Options, owns: Character | None = None) -> None:
        self.clash = clash
        self.owns = owns
        self.options = options

    def name(self, one: Character) -> str:
        return SOMEBODY if one.hidden and one != self.owns else one.name

    @property
    def in_secret(self) -> bool:
        """Whether they hear no figures: of a roll to the GM alone all but who rolled it, of a blind one they too."""
        mode = self.clash.strike.mode
        return mode != OPENLY and not (mode == TO_GMS and self.owns == self.clash.attacker)

    @property
    def knows_target(self) -> bool:
        """Whether they may know the number that had to be reached (the switch target-number-shown)."""
        who = "owner" if self.owns == self.clash.target else "player"
        return not self.in_secret and visibility(viewer=who, item=TARGET, options=self.options).shown

    @property
    def may_not_know_arms(self) -> bool:
        """Whether of what an unseen attacker strikes with they learn no more than what it does: only whoever is struck
        is told more, since they choose how they meet it."""
        return self._hides(self.clash.attacker) and self.owns != self.clash.target

    def cut(self, full: Facts) -> Facts:
        """A card of this attack as they may read it."""
        attacker, target = self.clash.attacker, self.clash.target
        found = full | {"attacker": self.name(attacker), "target": self.name(target)}
        found |= {f"{role}_id": "" for role, one in (("attacker", attacker), ("target", target)) if self._hides(one)}
        found |= {"weapon": ""} if self._hides(attacker) else {}
        found |= {"types": []} if self.may_not_know_arms else {}
        if self.in_secret:
            return {key: value for key, value in found.items() if key not in OF_ROLL} | {"secret": True}
        found |= {
            "mine": self._sum(full["mine"], attacker, "Attack"),
            "theirs": self._sum(full["theirs"], target, "Defence"),
        }
        if self.knows_target:
            return found
        found["boxes"] = [one for one in full["boxes"] if one["side"] != "DV"]
        return {key: value for key, value in found.items() if key not in OF_TARGET}

    def _hides(self, one: Character) -> bool:
        return one.hidden and one != self.owns

    def _sum(self, parts: list[Facts], whose: Character, title: str) -> list[Facts]:
        """A value as one number for those who do not read the sheet that it comes from."""
        return parts if whose == self.owns else [{"label": title, "value": sum(one["value"] for one in parts)}]


More = Callable[[Facts, Reader], Facts]


def tell(
    turn: Turn,
    kind: str,
    full: Facts,
    clash: Clash,
    options: Options,
    more: More | None = None,
    about: Iterable[Event] = (),
) -> Event:
    """All of it to the GMs; to both players and everybody what each may know, and nothing to players of an attack on
    somebody hidden that is not theirs. `more` cuts what the card tells besides; `about` are older cards that are told
    differently from now on."""

    def cut(owns: Character | None = None) -> Facts:
        reader = Reader(clash, options, owns)
        found = reader.cut(full)
        return more(found, reader) if more else found

    versions: list[tuple[Audience, Facts, int]] = [(GMS, full, 2)]
    owned = [one for one in dict.fromkeys((*clash.attackers, clash.target)) if one.seat_id]
    versions += [(players_of(one.pk), cut(one), 1) for one in owned]
    if not clash.target.hidden:
        versions.append((EVERYBODY, cut(), 0))
    told = [Version(*atom, rank, facts) for one, facts, rank in versions for atom in one.atoms]
    return turn.record(kind, told, about)
