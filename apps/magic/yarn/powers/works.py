"""Each power and spell as a row: what it asks, who may resist, how far it reaches, how long it lasts, what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from apps.characters.models import Character, CharacterKey
from apps.characters.yarn import landing
from apps.characters.yarn.harm import regain
from apps.characters.yarn.levels import level_of
from apps.magic.yarn import running
from apps.rules.yarn.checks import compare
from apps.rules.yarn.magic.powers import (
    AFFLICTIONS,
    MINUTES,
    POWERS,
    difficulty_of,
    healed_by,
    mind_scan_read,
    numbers_of,
    read_as,
    roaming_eyes_past,
    sending,
    telepathy,
)
from apps.rules.yarn.magic.spells import GRIP, SPELLS, Spell, grip_of_stone, lurking_chains
from apps.rules.yarn.options import Options
from apps.table.turn import Turn

NEVER, ALWAYS, ASKED = "never", "always", "asked"
"""Who resists: nobody; everybody, by nature; only who chooses to, and so is asked."""
READ, SEND = "read", "send"
SPELL = "spell"
"""What a roll to resist is aimed at, where it is no power."""
DISEASE = "healing-(disease)"
PARALYSED = "paralysed"
LOST = "healing-lost"
"""What runs on a healer who has caught a disease."""
SKIN, STRIKE, PRE_REACTION, HUNCHES = "skin-of-iron", "lightning-strike", "pre-reaction", "hunches"
TONGUE, SHIELDS, STONE, BLACK, GYGES = (
    "serpents-tongue", "seven-shields", "grip-of-stone", "blessed-black", "ring-of-gyges",
)  # fmt: skip


@dataclass(frozen=True)
class Using:
    """A power or a spell in use: whose, on whom (0 is nobody), and what was said about it. `power` is the public id of
    its line, `level` a spell's. A `secret` one is known to the GMs alone. `read` are the rules asked
    each time that the GM has said are on; `faces` those of real dice that were typed, closed till it is answered."""

    user: CharacterKey
    power: str
    listed: str
    target: CharacterKey = 0
    push: bool = False
    bonus: int = 0
    penalty: int = 0
    metres: int = 0
    near: bool = False
    known: bool = False
    sight: bool = True
    use: str = READ
    unit: str = "hours"
    affliction: str = AFFLICTIONS[0].id
    factor: int = 0
    contact: bool = True
    level: int = 0
    secret: bool = False
    read: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()


@dataclass(frozen=True)
class Came:
    """How a use came out: its total with the dice that count, the resistance to it, and whether it works."""

    turn: Turn
    options: Options
    using: Using
    user: Character
    target: Character | None
    name: str
    score: int
    total: int
    kept: tuple[int, ...]
    met: int | None
    works: bool

    @property
    def seconds_per_round(self) -> int:
        return int(self.options.seconds_per_round)

    def runs(self, seconds: int | None, on: Character | None = None, name: str = "", **more: Any) -> None:
        """Sets it going on its user, or on somebody else, by its own name or another."""
        secret = self.using.secret
        about = {"by": self.user, "seconds": seconds, "secret": secret} | more
        running.begin(self.turn, on or self.user, self.using.listed, name or self.name, **about)


Facts = dict[str, Any]


def _nothing(came: Came) -> Facts:
    return {}


def _anywhere(using: Using, total: int) -> bool:
    return True


def _no_check(using: Using) -> None:
    """Nothing about it can be wrong."""


def _no_dice(using: Using) -> int:
    return 0


@dataclass(frozen=True)
class Works:
    """A power or spell. `asks` are the fields of its form; `target` says whether it works on somebody: "no", "may" or
    "must". `check` refuses what the rules refuse before any die. What a spell brings about and for how long are told in
    words that do not say how high it is."""

    id: str
    title: str
    rule: str
    asks: tuple[str, ...] = ()
    target: str = "no"
    resisted: Callable[[Using, Options], str] = lambda using, options: NEVER
    rolls: bool = True
    reaches: Callable[[Using, int], bool] = _anywhere
    check: Callable[[Using], object] = _no_check
    bonus: Callable[[Using], int] = _no_dice
    does: Callable[[Came], Facts] = field(default=_nothing)
    effect: str = ""
    lasts: str = ""


def _always(using: Using, options: Options) -> str:
    return ALWAYS


def _asked(using: Using, options: Options) -> str:
    return ASKED


# what they do


def _heals(came: Came) -> Facts:
    """Twice as much before the recovery by half: while something was lost since the last one."""
    target = came.target or came.user
    level = level_of(target)
    still_open = level.lasting < level.reference
    done = regain(came.turn, target, healed_by(came.total, still_open, came.using.contact))
    return {"healed": done.after.lasting - done.before.lasting, "twice": still_open, "to": done.after.now}


def _cures(came: Came) -> Facts:
    title = next(row.title for row in AFFLICTIONS if row.id == came.using.affliction)
    catches, target = set(came.kept) == {1}, came.target or came.user
    cured = not catches and compare(came.total, difficulty_of(title)).outcome == "success"
    if catches:
        secret = came.using.secret
        running.begin(came.turn, came.user, LOST, f"Ill: {title}", by=came.user, secret=secret, state="ill")
    for row in running.running_on(target, LOST) if cured else ():
        came.turn.delete(row)
    return {"disease": title, "cured": cured, "catches": catches}


def _reads(came: Came) -> Facts:
    if came.using.use == SEND:
        return {"minutes": came.total}
    return {"outcome": read_as(came.total, max(0, came.met or 0)) if came.works else ""}


def _sends(came: Came) -> Facts:
    if came.works:
        came.runs(came.total * 60)
    return {"minutes": came.total}


def _telepathic(came: Came) -> Facts:
    return _sends(came) if came.using.use == SEND else _reads(came)


def _hardens(came: Came) -> Facts:
    """A better roll replaces one that has met no blow yet; a worse one is lost."""
    before = running.one_on(came.user, SKIN)
    fresh = before is not None and before.amount == before.facts["blows"]
    if before is not None and fresh and came.total <= before.facts["total"]:
        return {"protection": before.facts["total"], "blows": before.amount, "kept": True}
    blows = max(came.kept)
    came.runs(MINUTES * 60, amount=blows, blows=blows, total=came.total, score=came.score)
    return {"protection": came.total, "blows": blows}


def _strikes(came: Came) -> Facts:
    """For the next attack, or by the switch lightning-strike-lasts for a round."""
    once = came.options.lightning_strike_lasts == "one attack"
    came.runs(None if once else came.seconds_per_round, score=came.score, pushed=came.using.push, once=once)
    return {"dice": came.score, "once": once}


def _punches(came: Came) -> Facts:
    if came.target is None:
        return {"feat": compare(came.total, came.using.factor).outcome if came.using.factor else ""}
    return {"harm": landing.facts_of(landing.land_damage(came.turn, came.target, came.total))} if came.works else {}


def _moves(came: Came) -> Facts:
    came.runs(came.total)
    return {}


def _looks(came: Came) -> Facts:
    came.runs(came.total * came.seconds_per_round)
    return {"unit": came.using.unit}


def _may_look_back(using: Using) -> None:
    roaming_eyes_past(total=0, unit=using.unit)


def _telepathy_reaches(using: Using, total: int) -> bool:
    return using.metres <= (total if using.use == READ else 5 * total if using.sight else 500 * total)


def _may_send(using: Using) -> None:
    telepathy(total=0, use=using.use, in_sight=using.sight, well_known=using.known, metres=using.metres)


def _punch_resisted(using: Using, options: Options) -> str:
    return ALWAYS if using.target and options.telekinetic_punch_resisted else NEVER


def _telepathy_resisted(using: Using, options: Options) -> str:
    return ASKED if using.use == SEND else ALWAYS


_POWERS: Mapping[str, dict[str, Any]] = {
    "Aura Sight": {
        "rule": "power-aura-sight", "asks": ("near", "known"), "target": "must", "resisted": _always,
        "bonus": lambda using: using.near + using.known,
    },
    "Healing (wounds)": {"rule": "power-healing", "asks": ("contact",), "target": "must", "does": _heals},
    "Healing (disease)": {
        "rule": "power-healing-disease", "asks": ("affliction",), "target": "must", "does": _cures,
    },
    "Hunches": {"rule": "power-hunches"},
    "Lightning Strike": {"rule": "power-lightning-strike", "rolls": False, "does": _strikes},
    "Mind Scan (finding)": {"rule": "power-mind-scan-find"},
    "Mind Scan (reading)": {
        "rule": "power-mind-scan-read", "asks": ("metres", "sight"), "target": "must", "resisted": _always,
        "reaches": lambda using, total: using.metres <= total * (2 if using.sight else 1),
        "check": lambda using: mind_scan_read(metres=using.metres, in_sight=using.sight, sensed=True),
        "does": _reads,
    },
    "Pre-Reaction": {"rule": "power-pre-reaction"},
    "Roaming Eyes, present": {"rule": "power-roaming-eyes-present", "asks": ("metres",), "does": _looks,
                              "reaches": lambda using, total: using.metres <= 100 * total},
    "Roaming Eyes, past": {
        "rule": "power-roaming-eyes-past", "asks": ("unit",), "check": _may_look_back, "does": _looks,
    },
    "Sending": {
        "rule": "power-sending", "asks": ("metres", "known", "sight"), "target": "must", "resisted": _asked,
        "reaches": lambda using, total: using.metres <= total * (1000 if using.known else 10),
        "check": lambda using: sending(total=0, well_known=using.known, in_sight=using.sight, metres=using.metres),
        "does": _sends,
    },
    "Skin of Iron": {"rule": "power-skin-of-iron", "does": _hardens},
    "Telekinesis": {"rule": "power-telekinesis", "does": _moves},
    "Telekinetic Punch": {
        "rule": "power-telekinetic-punch", "asks": ("metres", "factor"), "target": "may",
        "resisted": _punch_resisted, "reaches": lambda using, total: using.metres <= total, "does": _punches,
    },
    "Telepathy": {
        "rule": "power-telepathy", "asks": ("use", "metres", "known", "sight"), "target": "must",
        "resisted": _telepathy_resisted, "reaches": _telepathy_reaches, "check": _may_send, "does": _telepathic,
    },
}  # fmt: skip


# spells


def _lasts(came: Came) -> Facts:
    row = next(one for one in SPELLS if one.id == came.using.listed)
    came.runs(row.seconds)
    return {"effect": row.effect, "duration": row.duration}


def _paralyses(came: Came) -> Facts:
    """Whoever stands there can see that somebody is; a name for it has only who knows of the spell."""
    if came.works and came.target is not None:
        seen = came.using.secret and not came.target.hidden
        name = PARALYSED.capitalize() if seen else came.name
        by: Any = {"secret": False, "name": name} if seen else {}
        came.runs(GRIP.seconds, on=came.target, state=PARALYSED, **by)
    return {"effect": SPELL_WORKS[STONE].effect, "duration": GRIP.duration, "state": PARALYSED}


def _grip_reaches(using: Using) -> None:
    grip_of_stone(metres=using.metres, dice=lambda count, sides: (1,) * count)


_SPELLS: Mapping[str, dict[str, Any]] = {
    "lurking-chains": {"asks": ("metres",), "check": lambda using: lurking_chains(metres=using.metres)},
    "grip-of-stone": {
        "asks": ("metres",), "target": "must", "resisted": _asked, "check": _grip_reaches, "does": _paralyses,
        "effect": "paralysis",
    },
    "unswerving-arrow": {"rule": "yarn.spell-list", "does": _nothing},
}  # fmt: skip
POWER_WORKS = {
    row.id: Works(row.id, row.title, **{**_POWERS[row.title], "rule": f"yarn.{_POWERS[row.title]['rule']}"})
    for row in POWERS
}
_BY_RULE: Mapping[str, Any] = {"rolls": False, "does": _lasts}


def _told_of(row: Spell) -> dict[str, str]:
    return {"rule": f"yarn.spell-{row.id}", "effect": row.effect, "lasts": row.duration}


SPELL_WORKS = {
    row.id: Works(row.id, row.title, **{**_BY_RULE, **_told_of(row), **_SPELLS.get(row.id, {})}) for row in SPELLS
}
OWN_SPELL = Works("", "A spell of the table’s own", "yarn.spell-cast", rolls=False)


def works_of(using: Using) -> Works:
    """The row of what is in use."""
    return POWER_WORKS[using.listed] if using.listed in POWER_WORKS else SPELL_WORKS.get(using.listed, OWN_SPELL)


def numbers(listed: str, total: int) -> Mapping[str, Any]:
    """The plain numbers that a power's total gives (yarn.power-list)."""
    return numbers_of(POWER_WORKS[listed].title, total) if listed in POWER_WORKS else {}
