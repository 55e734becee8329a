"""What each fringe power does with its total, R."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.rules.dice import Dice, system_dice
from apps.rules.listed import pick
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.checks import checked, compare
from apps.rules.yarn.combat.armour import TASER_FACTOR, Protected, half_up, kind_of_attack, protect, shock, worn
from apps.rules.yarn.combat.lists import AMMUNITION, HOLLOW, PIERCING
from apps.rules.yarn.combat.shooting import in_range
from apps.rules.yarn.magic.shots import Resisted, resist
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.pool import AVERAGE, SIDES, Faces, MayHaveRoll, Rolled, pool_of, ready, throw

CONTACT = 30
"""Seconds that healer and patient stay in contact."""


def _total(total: int) -> int:
    return whole("total", total, least=0)


# Senses


@dataclass(frozen=True)
class Aura:
    """Bonus dice for the power's roll, the resistance, and whether the aura is read."""

    bonus: int
    met: Resisted

    @property
    def resistance(self) -> int:
        return self.met.resistance

    @property
    def read(self) -> bool:
        return self.met.works


@rule("yarn.power-aura-sight")
def aura_sight(
    *,
    power_total: int,
    base: int = AVERAGE,
    near: bool = False,
    known: bool = False,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Aura:
    """Reads an aura above the resistance (yarn.power-aura-sight); near, and known, are a bonus die each."""
    return Aura(near + known, resist(power_total, base, 0, 0, options, dice))


@dataclass(frozen=True)
class Hunch(MayHaveRoll):
    """How a hunch ended, or the roll of its owner against a power."""

    outcome: str | None
    roll: Rolled | None

    resistance = MayHaveRoll.total


@rule("yarn.power-hunches")
def hunches(
    *,
    total: int | None = None,
    factor: int | None = None,
    owner_resists: bool = False,
    base: int = AVERAGE,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Hunch:
    """A feeling against the GM's hidden difficulty (yarn.power-hunches); under the switch hunches-vulnerable its owner
    resists powers with a penalty die.
    """
    outcome = None if total is None or factor is None else compare(_total(total), factor).outcome
    if not owner_resists:
        return Hunch(outcome, None)
    return Hunch(outcome, throw(pool_of(base=base, penalty=int(options.hunches_vulnerable)), options, dice))


@dataclass(frozen=True)
class Minds:
    found: tuple[bool, ...]


@rule("yarn.power-mind-scan-find")
def mind_scan_find(*, total: int, metres: Sequence[float]) -> Minds:
    """Finds minds within R metres (yarn.power-mind-scan-find)."""
    return Minds(tuple(one <= _total(total) for one in metres))


def read_as(total: int, resistance: int) -> str:
    """What is read: a thought above the resistance, clear at double."""
    if total <= resistance:
        return "resisted"
    return "clear" if total >= 2 * resistance else "thought"


class MayBeResisted:
    """The total that `met` a power, of an outcome for which somebody may have resisted."""

    met: Rolled | None

    @property
    def resistance(self) -> int | None:
        return self.met.total if self.met else None


@dataclass(frozen=True)
class Read(MayBeResisted):
    """The reach, contact for each total, and what was read."""

    range: int | None
    contact: tuple[bool, ...]
    met: Rolled | None
    outcome: str | tuple[str, ...] | None

    @property
    def resistance_rolled(self) -> bool:
        return self.met is not None


@rule("yarn.power-mind-scan-read")
def mind_scan_read(
    *,
    metres: float,
    in_sight: bool = True,
    sensed: bool = False,
    score: int | None = None,
    totals: Sequence[int] = (),
    cases: Sequence[Sequence[int]] = (),
    base: int = AVERAGE,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Read:
    """Reads a mind within 2 R metres in sight, R if it is sensed otherwise (yarn.power-mind-scan-read).

    Above the resistance a thought, at double clear. Refuses a target that is neither seen nor sensed.
    """
    if not (in_sight or sensed):
        raise Refused("not-sensed", "The target must be seen, or sensed in another way.", "in_sight")
    times = 2 if in_sight else 1
    if cases:
        return Read(None, (), None, tuple(read_as(_total(mine), theirs) for mine, theirs in cases))
    if score is None:
        contact = tuple(times * _total(one) >= metres for one in totals)
        return Read(times * totals[0] if totals else None, contact, None, None)
    total = throw(ready(pool_of(base=score)), options, dice).total
    if times * total < metres:
        return Read(times * total, (False,), None, "no contact")
    met = throw(pool_of(base=base), options, dice)
    return Read(times * total, (True,), met, read_as(total, met.total))


@dataclass(frozen=True)
class Eyes:
    range: int
    in_range: tuple[bool, ...]
    rounds: int


@rule("yarn.power-roaming-eyes-present")
def roaming_eyes_present(*, total: int, metres: Sequence[float] = ()) -> Eyes:
    """Sees what is up to 100 R metres away, for R rounds (yarn.power-roaming-eyes-present)."""
    reach = 100 * _total(total)
    return Eyes(reach, tuple(one <= reach for one in metres), total)


@dataclass(frozen=True)
class Past:
    reachable: tuple[bool, ...]
    rounds: int


@rule("yarn.power-roaming-eyes-past")
def roaming_eyes_past(
    *,
    total: int,
    hours_ago: Sequence[float] = (),
    weeks_ago: Sequence[float] = (),
    ago: Sequence[float] = (),
    unit: str = "hours",
) -> Past:
    """Sees what happened here up to R hours ago, or R of the unit that the GM says (yarn.power-roaming-eyes-past)."""
    one_of("unit", unit, ("hours", "days", "weeks", "centuries"))
    ages = {"hours": hours_ago, "weeks": weeks_ago}.get(unit) or ago
    return Past(tuple(age <= _total(total) for age in ages), total)


# Speaking


@dataclass(frozen=True)
class Sent(MayBeResisted):
    """The reach, whether it is received, and for how many minutes one can go on."""

    range: int
    received: bool | tuple[bool, ...]
    minutes: int
    met: Rolled | None


@rule("yarn.power-sending")
def sending(
    *,
    total: int,
    well_known: bool,
    in_sight: bool = False,
    metres: float | Sequence[float],
    target_resists: bool = False,
    base: int = AVERAGE,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Sent:
    """Speaks in a mind up to R km away if well known, else 10 R metres, for R minutes (yarn.power-sending).

    A target that resists must be beaten. Refuses one that is neither well known nor in sight.
    """
    if not (well_known or in_sight):
        raise Refused("not-known", "The recipient is well known, or in sight.", "well_known")
    reach = _total(total) * (1000 if well_known else 10)
    many = (metres,) if isinstance(metres, int | float) else tuple(metres)
    met = throw(pool_of(base=base), options, dice) if target_resists else None
    heard = tuple(one <= reach and (met is None or total > met.total) for one in many)
    return Sent(reach, heard[0] if isinstance(metres, int | float) else heard, total, met)


@dataclass(frozen=True)
class Told(MayBeResisted):
    """Who can be read and sent to at these distances; and one use, None where none was asked for."""

    read: tuple[bool, ...]
    sent: tuple[bool, ...]
    sent_friend: tuple[bool, ...]
    minutes: int
    outcome: str | None
    met: Rolled | None


@rule("yarn.power-telepathy")
def telepathy(
    *,
    total: int,
    read_metres: Sequence[float] = (),
    send_in_sight_metres: Sequence[float] = (),
    send_friend_metres: Sequence[float] = (),
    use: str = "",
    metres: float = 0,
    in_sight: bool = True,
    well_known: bool = False,
    target_resists: bool = False,
    base: int = AVERAGE,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Told:
    """Reads within R metres; sends 5 R metres in sight, 500 R to friends out of sight (yarn.power-telepathy).

    Refuses to send to a stranger who is out of sight.
    """
    one_of("use", use, ("", "read", "send"))
    reads = _total(total)
    lists = (
        tuple(one <= reads for one in read_metres),
        tuple(one <= 5 * reads for one in send_in_sight_metres),
        tuple(one <= 500 * reads for one in send_friend_metres),
    )
    if use == "send" and not (in_sight or well_known):
        raise Refused("not-known", "Out of sight it sends to friends and acquaintances alone.", "well_known")
    reach = reads if use == "read" else 5 * reads if in_sight else 500 * reads
    resists = use == "read" or target_resists
    met = throw(pool_of(base=base), options, dice) if use and metres <= reach and resists else None
    return Told(*lists, reads, _telepathic(use, metres <= reach, reads, met), met)


def _telepathic(use: str, reaches: bool, total: int, met: Rolled | None) -> str | None:
    if not use:
        return None
    if use == "read":
        return read_as(total, met.total) if met else "no contact"
    return "received" if reaches and (met is None or total > met.total) else "blocked"


# Healing


@dataclass(frozen=True)
class Healed:
    """Points regained, hit points now and once recovery is done, and the shots left."""

    healed: int
    current: int
    after_recovery: int
    shots: int | None


def healed_by(total: int, recovery_open: bool, contact: bool) -> int:
    """The points that come of a total: twice as many before the recovery by half, none without contact."""
    return total * (2 if recovery_open else 1) if contact else 0


@rule("yarn.power-healing")
def healing(
    *,
    score: int,
    current: int,
    reference: int,
    maximum: int,
    recovery_open: bool,
    shots: int | None = None,
    contact_seconds: float = CONTACT,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Healed:
    """R hit points come back, 2 R before the recovery by half, up to the maximum (yarn.power-healing).

    With contact broken early nothing is healed, and the shot is gone. Refuses it without a shot.
    """
    if shots is not None and whole("shots", shots, least=0) < 1:
        raise Refused("no-shots", "This costs 1 psychic shot, and 0 are left.", "shots")
    pool = ready(pool_of(base=score))
    whole("current", current, most=whole("maximum", maximum, least=1))
    total = throw(pool, options, dice).total
    healed = min(healed_by(total, recovery_open, contact_seconds >= CONTACT), maximum - current)
    now = current + healed
    point = max(reference, now)
    after = (now + point + 1) // 2 if recovery_open else now
    return Healed(healed, now, max(now, after), None if shots is None else shots - 1)


@dataclass(frozen=True)
class Affliction:
    id: str
    title: str
    difficulty: int


AFFLICTIONS = (
    Affliction("light", "Common cold, cold sores, acne", 5),
    Affliction("hard", "Addiction to nicotine or cocaine, pneumonia", 10),
    Affliction("grave", "Leprosy, cerebral palsy, Alzheimer's, cancer", 15),
)


def difficulty_of(disease: str) -> int:
    """The difficulty of a disease that a row names. Refuses any other."""
    for row in AFFLICTIONS:
        if disease.strip() and disease.strip().casefold() in row.title.casefold():
            return row.difficulty
    known = "; ".join(row.title for row in AFFLICTIONS)
    raise Refused("not-listed", f"“{disease}” is not listed: {known}.", "disease")


@dataclass(frozen=True)
class Cure:
    """A try against a disease; with all ones the healer catches it, and cannot heal until it is cured."""

    difficulty: int
    total: int
    outcome: str
    healer_catches: bool

    @property
    def cured(self) -> bool:
        return self.outcome == "success"

    @property
    def healing_lost(self) -> bool:
        return self.healer_catches


@rule("yarn.power-healing-disease")
def healing_disease(
    *,
    score: int,
    disease: str,
    bonus: int = 0,
    penalty: int = 0,
    push: bool = False,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Cure:
    """Above the difficulty a disease is cured; all kept dice ones are caught (yarn.power-healing-disease).

    Refuses a disease that is not listed, and a roll without dice.
    """
    difficulty = difficulty_of(disease)
    pool = ready(pool_of(base=score, bonus=bonus + score * push, penalty=penalty))
    roll = throw(pool, options, dice)
    catches = set(roll.kept) == {1}
    outcome = "failure" if catches else checked(roll, difficulty, options).outcome
    return Cure(difficulty, roll.total, str(outcome), catches)


# Fighting


@rule("yarn.power-lightning-strike")
def lightning_strike(
    *,
    attack: int,
    score: int,
    natural_weapon: bool,
    push: bool = False,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Rolled:
    """The power's dice count in an attack with hands or feet, and pushed are bonus dice too
    (yarn.power-lightning-strike). Refuses a held weapon.
    """
    if not natural_weapon:
        raise Refused("held-weapon", "This power strikes with hands, feet or another natural weapon.", "natural_weapon")
    return throw(ready(pool_of(base=attack, extra=score, bonus=score * push)), options, dice)


@rule("yarn.power-pre-reaction")
def pre_reaction(
    *,
    normal_roll: int | str = "none",
    score: int,
    would_notice: bool = True,
    weapon: str = "",
    metres: float = 0,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Rolled:
    """The power's dice count in a reaction, or alone where none is due (yarn.power-pre-reaction); against a shot they
    join the dice of the distance. Refuses what would never be noticed.
    """
    if not would_notice:
        raise Refused("not-noticed", "Nobody reacts to what would never be noticed.", "would_notice")
    usual = in_range(weapon, metres, options) if weapon else 0
    if not isinstance(normal_roll, str):
        usual = whole("normal_roll", normal_roll, least=0)
    return throw(ready(pool_of(base=usual, extra=score)), options, dice)


MINUTES = 10


@dataclass(frozen=True)
class Skin:
    """What is taken off each blow, how many it takes, and what these hits came to."""

    protection: int
    blows: int | None
    shots_spent: int
    stopped: int | None
    suffered: int | tuple[int, ...] | None
    longest_minutes: int = MINUTES


@rule("yarn.power-skin-of-iron")
def skin_of_iron(
    *,
    score: int | None = None,
    first: Sequence[int] = (),
    reroll: bool = False,
    protection: int | None = None,
    blows_left: int | None = None,
    gross: int | None = None,
    hits: Sequence[int] = (),
    taser_difference: Sequence[int] = (),
    attack: str = "normal",
    ammunition: str | Sequence[str] = "standard",
    armour: Sequence[str] = (),
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Skin:
    """R is taken off every blow, as many blows as the highest kept die (yarn.power-skin-of-iron).

    A second roll counts only if it is higher. Against bullets it is regular armour. Refuses a power that is not told.
    """
    one_of("attack", attack, ("normal", "bullet", "taser"))
    if protection is None:
        return _hardened(score, tuple(first), reroll, options, dice)
    kinds = (ammunition,) if isinstance(ammunition, str) else tuple(ammunition)
    for kind in kinds:
        one_of("ammunition", kind, AMMUNITION)
    if taser_difference:
        done = tuple(0 if protection >= one else TASER_FACTOR * one for one in taser_difference)
        return Skin(protection, blows_left, 0, protection, done)
    left = len(hits) + 1 if blows_left is None else blows_left
    told = hits or (() if gross is None else (gross,) * len(kinds))
    loads = (kinds * len(told))[: len(told)]
    taken = [
        _blow(one, protection * ((place if hits else 0) < left), score or 0, attack, load, armour, options, dice)
        for place, (one, load) in enumerate(zip(told, loads, strict=True))
    ]
    suffered = tuple(after for _, after in taken)
    single = not hits and isinstance(ammunition, str)
    spent = None if blows_left is None else max(0, blows_left - sum(one > 0 for one in hits or told[:1]))
    first_stopped = taken[0][0] if taken else None
    return Skin(protection, spent, 0, first_stopped, suffered[0] if single and suffered else suffered)


def _hardened(score: int | None, first: Faces, reroll: bool, options: Options, dice: Dice) -> Skin:
    """A roll of the power, or the better of two."""
    if score is None:
        raise Refused("no-score", "What is the power’s score? Its dice are thrown.", "score")
    roll = throw(ready(pool_of(base=score)), options, dice)
    better = not reroll or sum(roll.kept) > sum(first)
    kept = roll.kept if better else first
    return Skin(roll.total if better else sum(first), max(kept), 1 + reroll, None, None)


def _blow(
    gross: int, skin: int, score: int, attack: str, load: str, armour: Sequence[str], options: Options, dice: Dice
) -> tuple[int, int]:
    """What the skin takes off a blow, and what is suffered through it and the armour worn besides."""
    layers = worn(armour)
    if attack == "bullet" and load == PIERCING:
        off = score + layers.rating if skin else layers.rating
        return score if skin else 0, half_up(max(0, gross - off), 2)
    if attack != "bullet":
        return skin, protect(max(0, gross - skin), "normal", layers, options=options, dice=dice).suffered
    faces = dice(layers.dice, SIDES) if gross and layers.dice else ()
    roll = skin + sum(faces) + layers.points
    stopped = 2 * roll if load in HOLLOW else roll // 2
    vest = worn([row.title for row in layers.layers if row.bullet_proof_dice and not row.regular_dice])
    return stopped, protect(max(0, gross - stopped), "bullet", vest, load, options, dice).suffered


def through_skin(
    hit: Protected, skin: int, score: int, difference: int, weapon: str, ammunition: str, armour: Sequence[str]
) -> int:
    """What is suffered of a hit that armour met already: against bullets the skin counts with the roll of the armour,
    and what is left meets the bullet-proof dice that fell."""
    kind, layers = kind_of_attack(weapon), worn(armour)
    if kind == "taser":
        return shock(difference, hit.stopped + skin) and hit.gross
    if kind != "bullet":
        return max(0, hit.suffered - skin)
    if ammunition == PIERCING:
        return half_up(max(0, hit.gross - layers.rating - score), 2)
    roll = sum(hit.faces) + layers.points + skin
    return half_up(max(0, hit.gross - (2 * roll if ammunition in HOLLOW else roll // 2)), hit.divisor)


# Moving things


@dataclass(frozen=True)
class Moved:
    push_kg: int
    lift_kg: float
    reach_m: int
    seconds: int
    works: tuple[bool, ...]


@rule("yarn.power-telekinesis")
def telekinesis(
    *,
    score: int | None = None,
    total: int | None = None,
    tries: Sequence[Mapping[str, float]] = (),
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Moved:
    """Pushes R kg and lifts a tenth of it, R metres away, for R seconds (yarn.power-telekinesis).

    Refuses a power that is not told.
    """
    if total is None and score is None:
        raise Refused("no-score", "What is the power’s score? Its dice are thrown.", "score")
    moved = _total(throw(ready(pool_of(base=score or 0)), options, dice).total if total is None else total)
    most = {"push_kg": moved, "lift_kg": moved / 10, "metres": moved}
    works = tuple(all(one[key] <= limit for key, limit in most.items() if key in one) for one in tries)
    return Moved(moved, moved / 10, moved, moved, works)


@dataclass(frozen=True)
class Punch(MayBeResisted):
    """Whether it reaches, what it does to a target, or how a feat of strength ended."""

    reaches: bool
    met: Rolled | None
    gross: int
    suffered: int
    outcome: str | None
    difference: int | None


@rule("yarn.power-telekinetic-punch")
def telekinetic_punch(
    *,
    total: int,
    metres: float = 0,
    base: int = AVERAGE,
    armour: Sequence[str] = (),
    use: str = "",
    factor: int | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Punch:
    """R is damage and reach (yarn.power-telekinetic-punch), or a strength roll against the `factor` of a feat.

    Under the switch telekinetic-punch-resisted a target must be beaten first.
    """
    reaches, layers = metres <= _total(total), worn(armour)
    if use or factor is not None:
        found = compare(total, factor or 0)
        return Punch(reaches, None, 0, 0, found.outcome, found.difference)
    if not reaches:
        return Punch(False, None, 0, 0, None, None)
    met = throw(pool_of(base=base), options, dice) if options.telekinetic_punch_resisted else None
    gross = total if met is None or total > met.total else 0
    return Punch(True, met, gross, protect(gross, "normal", layers, options=options, dice=dice).suffered, None, None)


# The list


@dataclass(frozen=True)
class PowerRow:
    """A power: what it is resisted by, and what R means."""

    id: str
    title: str
    resisted_by: str
    formula: str


POWERS = tuple(
    PowerRow(title.casefold().replace(" ", "-"), title, resisted_by, formula)
    for title, resisted_by, formula in (
        ("Aura Sight", "2 dice", "R above resistance: aura read"),
        ("Healing (wounds)", "-", "heals R points, 2R before recovery by half; 30 seconds; touch"),
        (
            "Healing (disease)",
            "difficulty 5 / 10 / 15",
            "R above difficulty cures; all ones: healer catches it and loses Healing until cured",
        ),
        ("Hunches", "-", "R judged by the GM"),
        ("Lightning Strike", "-", "power dice added to bare-handed attack rolls"),
        ("Mind Scan (finding)", "-", "finds minds within R metres"),
        (
            "Mind Scan (reading)",
            "2 dice",
            "2R metres in sight; above: thought; at least double: clear with memories",
        ),
        ("Pre-Reaction", "-", "power dice added to a reaction roll, or alone where no roll is due"),
        ("Roaming Eyes, present", "-", "R x 100 m, R rounds"),
        ("Roaming Eyes, past", "-", "up to R hours back"),
        ("Sending", "2 dice if the target resists", "R minutes; R x 10 m stranger, R km well known"),
        ("Skin of Iron", "-", "armour R; blows = highest die; at most 10 minutes"),
        ("Telekinesis", "-", "push R kg, lift R x 100 g, R m, R seconds"),
        ("Telekinetic Punch", "2 dice by ruling", "R damage, R metres; R as a strength roll"),
        ("Telepathy", "as Mind Scan", "read R metres; send R x 5 m in sight, R x 500 m out of sight"),
    )
)


def numbers_of(power: str, total: int) -> dict[str, Any]:
    """The plain numbers that R gives."""
    known: dict[str, dict[str, Any]] = {
        "Healing (wounds)": {"healed": total, "before_recovery": 2 * total},
        "Mind Scan (finding)": {"metres": total},
        "Mind Scan (reading)": {"range": 2 * total},
        "Roaming Eyes, present": {"range": 100 * total, "rounds": total},
        "Roaming Eyes, past": {"hours": total, "rounds": total},
        "Sending": {"minutes": total, "stranger_m": 10 * total, "well_known_m": 1000 * total},
        "Skin of Iron": {"protection": total, "longest_minutes": MINUTES},
        "Telekinesis": {"push_kg": total, "lift_kg": total / 10, "reach_m": total, "seconds": total},
        "Telekinetic Punch": {"gross": total, "metres": total},
        "Telepathy": {"read_m": total, "sent_m": 5 * total, "sent_friend_m": 500 * total},
    }
    return known.get(power, {})


@dataclass(frozen=True)
class PowerOf:
    resisted_by: str
    formula: str
    numbers: Mapping[str, Any]


@rule("yarn.power-list")
def power_list(*, power: str, total: int = 0) -> PowerOf:
    """What a power is resisted by, and what its total gives (yarn.power-list). Refuses one that is not listed."""
    row = pick("power", power, POWERS)
    return PowerOf(row.resisted_by, row.formula, numbers_of(row.title, _total(total)))
