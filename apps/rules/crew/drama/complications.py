"""What 1s do: jinxes and botches, and how a Complication grows, shrinks and is treated."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from apps.rules.crew.options import DEFAULTS, Options
from apps.rules.crew.steps import BEYOND, LADDER, Fallen, Size, Stepped, new_complication, read, read_fallen, step
from apps.rules.crew.totals import raise_the_stakes, total
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule

COMPLICATION_SIZES = LADDER[1:]
Answer = Literal["new", "step up", "pass"]
ANSWERS: tuple[Answer, ...] = ("new", "step up", "pass")


def ones(dice: Fallen, field: str = "dice") -> int:
    """How many of the fallen dice show 1."""
    return [face for _, face in read_fallen(dice, field)].count(1)


@rule("crew.complication")
def complication(*, size: Size, steps: int, owner: str = "", name: str = "") -> Stepped:
    """A Complication stepped up, or down where negative (crew.complication): gone below d6, d12+ takes out."""
    return step(size=size, steps=steps)


# Jinx and botch


@dataclass(frozen=True)
class Jinxed:
    """`complication`: the size of a new one, `existing` that of one stepped up, as it was where nothing was bought."""

    complication: int | None
    existing: int | None
    pp: int
    taken_out: bool


def why_no_jinx(*, jinxes: int, gm: str = "new", existing: Size | None = None, botch: bool = False) -> Refused | None:
    """Why the GM cannot answer the 1s of a roll so, or None if they can."""
    one_of("gm", gm, ANSWERS)
    if botch:
        return Refused("botch", "All dice show 1: the botch makes a Complication, and no jinx can be bought.", "gm")
    if not jinxes:
        return Refused("no-jinx", "No die shows 1, so there is no jinx to buy.", "gm")
    if gm == "step up" and existing is None:
        return Refused("none-to-step-up", "There is no Complication to step up; make a new one.", "existing")
    return None


@rule("crew.jinx")
def jinx(
    *, jinxes: int | None = None, gm: str = "pass", existing: Size | None = None, pp: int = 0, dice: Fallen = ()
) -> Jinxed:
    """What the GM makes of the jinxes of a roll (crew.jinx): a new Complication, one stepped up, or nothing ("pass").

    Give the number of `jinxes` or the `dice` as they fell. All go into one Complication, and the player gains 1 plot
    point from the pile, however many there are. Refuses to buy where there is none, or where all dice show 1.
    """
    count = ones(dice) if jinxes is None else whole("jinxes", jinxes, least=0)
    before = None if existing is None else read(existing, "existing", COMPLICATION_SIZES)
    whole("pp", pp, least=0)
    no = why_no_jinx(jinxes=count, gm=gm, existing=before, botch=bool(dice) and count == len(dice))
    if gm == "pass":
        return Jinxed(None, before, pp, False)
    if no:
        raise no
    if gm == "new":
        made = new_complication(count)
        return Jinxed(made.size, before, pp + 1, made.taken_out)
    grown = step(size=before or 6, steps=count)
    return Jinxed(None, grown.size, pp + 1, grown.taken_out)


@dataclass(frozen=True)
class Botched:
    """`total` is None where the roll is no botch: then it is worked out as ever."""

    botch: bool
    total: int | None
    complication: int | None
    pp: int
    taken_out: bool


@rule("crew.botch")
def botch(
    *,
    dice: Fallen,
    pp: int = 0,
    kind: Literal["crewmember", "major-gmc", "minor-gmc", "extra", "opposition"] = "crewmember",
    options: Options = DEFAULTS,
) -> Botched:
    """Whether all dice of the pool show 1, and the Complication that this makes without a plot point (crew.botch).

    A Major or Minor GMC (`kind`) gets one only under the switch gm-botch-complication, others of the GM's never.
    """
    whole("pp", pp, least=0)
    count = ones(dice)
    if not dice or count < len(dice):
        return Botched(False, None, None, pp, False)
    suffers = kind == "crewmember" or (options.gm_botch_complication and kind in ("major-gmc", "minor-gmc"))
    if not suffers:
        return Botched(True, 0, None, pp, False)
    made = new_complication(count)
    return Botched(True, 0, made.size, pp, made.taken_out)


# Opportunity


@dataclass(frozen=True)
class Opportunity:
    """The Complication afterwards, None when it is gone, and the buyer's plot points; `price` is what it costs."""

    legal: bool
    complication: int | None
    pp: int
    taken_out: bool
    price: int


def steps_to_nothing(size: Size) -> int:
    """How many steps down make a Complication of this size go."""
    return COMPLICATION_SIZES.index(read(size, "complication", COMPLICATION_SIZES)) + 1


def why_no_opportunity(*, ones: int, pp: int, price: int = 1) -> Refused | None:
    """Why the GM's 1s cannot be used, or None if they can. `pp`: plot points at hand, a callback is one more."""
    if not ones:
        return Refused("no-opportunity", "None of the GM's dice shows 1, so there is no opportunity.")
    if pp < price:
        costs = f"costs {price} plot point{'' if price == 1 else 's'}"
        return Refused("no-points", f"This opportunity {costs}, and there {_is(pp)} at hand.", "steps")
    return None


def _is(pp: int) -> str:
    return "is none" if not pp else "is 1" if pp == 1 else f"are {pp}"


@rule("crew.opportunity")
def opportunity(
    *,
    opportunity: int | None = None,
    complication: Size,
    buy: bool = True,
    pp: int,
    steps: int | None = None,
    buyer: str = "",
    dice: Fallen = (),
    options: Options = DEFAULTS,
) -> Opportunity:
    """A Complication of the buyer's steps down once for each 1 of the GM's (crew.opportunity).

    Give their number, `opportunity`, or the GM's `dice`. It costs 1 plot point; under the switch opportunity-price one
    for each step, and then `steps` says how many are wanted (all that help, if left out). Refuses more than there are.
    """
    count = ones(dice) if opportunity is None else whole("opportunity", opportunity, least=0)
    before = read(complication, "complication", COMPLICATION_SIZES)
    each = options.opportunity_price == "one per step"
    wanted = min(count, steps_to_nothing(before)) if steps is None else whole("steps", steps, least=1, most=count)
    price = wanted if each else 1
    legal = why_no_opportunity(ones=count, pp=whole("pp", pp, least=0), price=price) is None
    if not (legal and buy):
        return Opportunity(legal, before, pp, before == BEYOND, price)
    after = step(size=before, steps=-wanted)
    return Opportunity(True, after.size, pp - price, after.taken_out, price)


# Recovery


@dataclass(frozen=True)
class Recovery:
    """A Complication after it was treated, None when it is gone; totals are None where only their outcome was given."""

    legal: bool
    success: bool
    jinxes: int
    complication: int | None
    new_complication: int | None
    pp: int
    taken_out: bool
    opposition_total: int | None = None
    total: int | None = None


def recovery_opposition(*, complication: Size, difficulty: Size) -> tuple[int, int]:
    """The pool that a recovery is rolled against: the Complication and a difficulty die."""
    return read(complication, "complication", COMPLICATION_SIZES), read(difficulty, "difficulty")


def recovery_limit(*, complication: str, patient: str, options: Options = DEFAULTS) -> str:
    """What may be tried once in a scene: the id of the `complication`, of the `patient`, or "crew" for all together.

    By the switch recovery-limit.
    """
    limits = {"per complication": complication, "per patient": patient, "per crew": "crew"}
    return limits[options.recovery_limit]


def why_no_recovery(*, treated_this_scene: bool, options: Options = DEFAULTS) -> Refused | None:
    """Why no recovery can be tried now, or None if it can."""
    if not treated_this_scene:
        return None
    whose = {
        "per complication": "This Complication was",
        "per patient": "One of this patient's Complications was",
        "per crew": "One of the crew's Complications was",
    }
    why = f"{whose[options.recovery_limit]} treated in this scene already, and 1 attempt is the limit."
    return Refused("treated", why, "complication")


@rule("crew.recovery")
def recovery(
    *,
    complication: Size,
    difficulty: Size | None = None,
    roller: Sequence[Size] = (),
    success: bool | None = None,
    jinxes: int = 0,
    gm: str = "pass",
    treated_this_scene: bool = False,
    pp: int = 0,
    dice: Fallen = (),
) -> Recovery:
    """What a recovery roll makes of a Complication (crew.recovery).

    Give `success` and the number of `jinxes`, or the `dice` as they fell: the Complication's, the difficulty's, then
    the roller's. `gm` is "new" where the GM buys the jinxes of a success. Not `legal`, and nothing changes, if it was
    `treated_this_scene`.
    """
    before = read(complication, "complication", COMPLICATION_SIZES)
    one_of("gm", gm, ("new", "pass"))
    whole("pp", pp, least=0)
    if treated_this_scene:
        return Recovery(False, False, 0, before, None, pp, before == BEYOND)
    if success is None:
        return _rolled(before, difficulty, roller, gm, pp, dice)
    return _treated(before, success, whole("jinxes", jinxes, least=0), gm, pp)


def _treated(before: int, success: bool, jinxes: int, gm: str, pp: int) -> Recovery:
    if not success:
        if gm == "new":
            raise Refused(
                "failed", "The roll failed, and its jinxes step up the Complication: none can be bought.", "gm"
            )
        after = step(size=before, steps=jinxes or -1)
        return Recovery(True, False, jinxes, after.size, None, pp, after.taken_out)
    bought = jinx(jinxes=jinxes, gm=gm, pp=pp)
    return Recovery(True, True, jinxes, None, bought.complication, bought.pp, bought.taken_out)


def _rolled(before: int, difficulty: Size | None, roller: Sequence[Size], gm: str, pp: int, dice: Fallen) -> Recovery:
    fallen = read_fallen(dice)
    pool = (
        *recovery_opposition(complication=before, difficulty=difficulty or ""),
        *(read(one, "roller") for one in roller),
    )
    if [size for size, _ in fallen] != list(pool):
        raise Refused(
            "other-dice", f"{len(pool)} dice are rolled: the Complication, the difficulty, the roller's.", "dice"
        )
    opposition, own = total(dice=fallen[:2]), total(dice=fallen[2:])
    result = raise_the_stakes(defender_total=opposition.total, aggressor_total=own.total)
    treated = _treated(before, result.success, own.jinxes, gm, pp)
    return replace(treated, opposition_total=opposition.total, total=own.total)
