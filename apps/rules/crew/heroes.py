"""Big Damn Hero dice: won, lost and used."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from apps.rules.crew.contest import PLACES, Place, other
from apps.rules.crew.options import DEFAULTS, Options
from apps.rules.crew.steps import LADDER, Fallen, Size, read, read_all, read_fallen, sides, written
from apps.rules.crew.totals import Raised, highest_rolling_die, raise_the_stakes, total
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Split:
    """Fallen dice by whose they are, the `rest` thrown after both pools."""

    defender: Pairs
    aggressor: Pairs
    rest: Pairs

    def of(self, place: Place) -> Pairs:
        return self.defender if place == "defender" else self.aggressor


def split(defender: Sequence[Size], aggressor: Sequence[Size], dice: Fallen) -> Split:
    """The dice of two pools as they fell, the defender's first. Refuses dice that are not those of the pools."""
    fallen = read_fallen(dice)
    one, both = len(defender), len(defender) + len(aggressor)
    pools = (*read_all(defender, "defender", LADDER), *read_all(aggressor, "aggressor", LADDER))
    if tuple(size for size, _ in fallen[:both]) != pools:
        raise Refused("other-dice", f"{both} dice are in the pools, the defender's first; others have fallen.", "dice")
    return Split(fallen[:one], fallen[one:both], fallen[both:])


@dataclass(frozen=True)
class Totals:
    """Both totals, and the dice that made them where they are known."""

    defender_total: int
    aggressor_total: int
    dice: Split


def totals_of(
    defender_total: int | None,
    aggressor_total: int | None,
    defender: Sequence[Size],
    aggressor: Sequence[Size],
    dice: Fallen,
) -> Totals:
    """The totals as given, or of the dice of a side whose total was not. Refuses a side of which neither is known."""
    parts = split(defender, aggressor, dice)
    made = []
    for place, given in zip(PLACES, (defender_total, aggressor_total), strict=True):
        if given is None and not parts.of(place):
            raise Refused("no-total", f"The {place} has neither a total nor dice.", f"{place}_total")
        made.append(total(dice=parts.of(place)).total if given is None else whole(f"{place}_total", given, least=0))
    return Totals(made[0], made[1], parts)


def _raised(made: Totals) -> Raised:
    return raise_the_stakes(defender_total=made.defender_total, aggressor_total=made.aggressor_total)


# Won


@dataclass(frozen=True)
class Gained:
    """`exceptional` is for the side that won. `bdh` is the player's store, with the die won."""

    defender_total: int
    aggressor_total: int
    margin: int
    exceptional: bool
    bdh: tuple[int, ...]


@rule("crew.big-damn-hero-gain")
def big_damn_hero_gain(
    *,
    player: Place,
    bdh: Sequence[Size] = (),
    defender: Sequence[Size] = (),
    aggressor: Sequence[Size] = (),
    defender_total: int | None = None,
    aggressor_total: int | None = None,
    dice: Fallen = (),
    options: Options = DEFAULTS,
) -> Gained:
    """A crewmember's exceptional success wins a die of the opposing pool's highest rolling die's size
    (crew.big-damn-hero-gain).

    `player` is the crewmember's side. `dice` fell in the order of the pools given, the defender's first; a total may
    stand for a side's dice. Nothing is won where the opposing pool is not known.
    """
    made = totals_of(defender_total, aggressor_total, defender, aggressor, dice)
    raised = _raised(made)
    store = (*read_all(bdh, "bdh"), *_won(raised, player, made.dice, options))
    return Gained(made.defender_total, made.aggressor_total, raised.margin, raised.exceptional, store)


def _won(raised: Raised, player: Place, dice: Split, options: Options) -> tuple[int, ...]:
    opposing = dice.of(other(_place(player)))
    won = raised.exceptional and opposing and raised.success == (player == "aggressor")
    return (highest_rolling_die(dice=opposing, options=options).die,) if won else ()


def _place(player: Place) -> Place:
    one_of("player", player, PLACES)
    return player


# Lost


def losable(*, bdh: Sequence[Size], die: Size) -> tuple[int, ...]:
    """The sizes in store that may go to an opponent whose highest rolling die is `die`, the largest first."""
    largest = sides(read(die, "die", LADDER))
    return tuple(sorted({size for size in read_all(bdh, "bdh") if size <= largest}, reverse=True))


@dataclass(frozen=True)
class Lost:
    """The die `lost`, None for none, and the store without it. `choices` are the sizes that the owner may choose from,
    where it is theirs to choose and nothing has been chosen yet."""

    lost: int | None
    bdh: tuple[int, ...]
    choices: tuple[int, ...] = ()


@rule("crew.big-damn-hero-loss")
def big_damn_hero_loss(
    *,
    bdh: Sequence[Size],
    exceptional: bool | None = None,
    die: Size | None = None,
    choice: Size | None = None,
    player: Place | None = None,
    defender: Sequence[Size] = (),
    aggressor: Sequence[Size] = (),
    dice: Fallen = (),
    options: Options = DEFAULTS,
) -> Lost:
    """An opponent's `exceptional` success costs a stored die no larger than their highest rolling `die`
    (crew.big-damn-hero-loss): the largest that fits, or the owner's `choice` under the switch bdh-loss-choice.

    Both may be left out and read off the `dice` of two pools, with the `player` named. Refuses a choice that does not
    fit, or that is not the owner's to make.
    """
    store = read_all(bdh, "bdh")
    if exceptional is None or die is None:
        exceptional, die = _beaten(player, defender, aggressor, dice, options)
    fitting = losable(bdh=store, die=die) if exceptional else ()
    picked = _picked(fitting, choice, options)
    if picked is None:
        return Lost(None, store, fitting)
    return Lost(picked, without(store, picked))


def _picked(fitting: tuple[int, ...], choice: Size | None, options: Options) -> int | None:
    if not fitting:
        return None
    owner_chooses = options.bdh_loss_choice == "owner chooses" and len(fitting) > 1
    if choice is None:
        return None if owner_chooses else fitting[0]
    return read(choice, "choice", fitting if owner_chooses else fitting[:1])


def _beaten(
    player: Place | None, defender: Sequence[Size], aggressor: Sequence[Size], dice: Fallen, options: Options
) -> tuple[bool, int]:
    if player is None or not defender or not aggressor:
        raise Refused(
            "no-dice", "Either the opponent's success and die are needed, or both pools and a player.", "dice"
        )
    made = totals_of(None, None, defender, aggressor, dice)
    raised = _raised(made)
    opposing = made.dice.of(other(_place(player)))
    beaten = raised.exceptional and raised.success == (player == "defender")
    return beaten, highest_rolling_die(dice=opposing, options=options).die


# Used


@dataclass(frozen=True)
class Used:
    """How it stands once the die is thrown; as before, with `why`, where it is not `legal`. `bdh` is the store, with
    the die that went back or was newly won; `jinxes` are the 1s of the player that stay."""

    legal: bool
    defender_total: int
    aggressor_total: int
    success: bool
    margin: int
    exceptional: bool
    returned: bool
    bdh: tuple[int, ...]
    pp: int
    jinxes: int
    why: str = ""


@rule("crew.big-damn-hero-use")
def big_damn_hero_use(
    *,
    player: Place,
    bdh: Sequence[Size],
    pp: int,
    use: Size,
    take_back: bool = True,
    already: int = 0,
    defender_total: int | None = None,
    aggressor_total: int | None = None,
    defender: Sequence[Size] = (),
    aggressor: Sequence[Size] = (),
    dice: Fallen = (),
    options: Options = DEFAULTS,
) -> Used:
    """A plot point and a stored die, thrown and added to the player's total (crew.big-damn-hero-use).

    `use` is the die chosen, `already` how many were added before it; its face is the last of `dice`, after those of the
    pools that were given. On a 1 it adds nothing and, unless `take_back` is False, returns to store; the point does
    not. Not `legal`: no point, no such die in store, a second one under the switch bdh-per-roll.
    """
    made = totals_of(defender_total, aggressor_total, defender, aggressor, dice)
    store, size = read_all(bdh, "bdh"), read(use, "use")
    whole("pp", pp, least=0)
    ones = [face for _, face in made.dice.of(_place(player))].count(1)
    before = _unused(made, store, pp, ones)
    try:
        refuse_hero_die(bdh=store, pp=pp, use=size, already=already, options=options)
    except Refused as no:
        return replace(before, why=no.text)
    face = _hero_face(made.dice.rest, size)
    returned = face == 1 and take_back
    after = _with_face(made, player, face)
    raised = _counted(made, after, options)
    left = store if returned else without(store, size)
    return replace(
        _unused(after, (*left, *_won(raised, player, made.dice, options)), pp - 1, ones + (face == 1 and not returned)),
        legal=True,
        exceptional=raised.exceptional,
        returned=returned,
    )


def refuse_hero_die(*, bdh: Sequence[Size], pp: int, use: Size, already: int = 0, options: Options = DEFAULTS) -> None:
    """Refuses a Big Damn Hero die that is not in store, that nobody can pay for, or that is one too many."""
    size = read(use, "use")
    if size not in read_all(bdh, "bdh"):
        raise Refused("no-such-die", f"There is no {written(size)} in store.", "use")
    if whole("pp", pp, least=0) < 1:
        raise Refused("no-points", "A Big Damn Hero die costs 1 plot point, and none is left.", "pp")
    if options.bdh_per_roll == "1" and whole("already", already, least=0):
        raise Refused("one-hero-die", "At this table each side adds one Big Damn Hero die, and it has been.", "use")


def _hero_face(rest: Pairs, size: int) -> int:
    if [thrown for thrown, _ in rest] != [size]:
        raise Refused("other-dice", f"After the pools one die is thrown, the {written(size)} of the store.", "dice")
    return rest[0][1]


def _unused(made: Totals, store: tuple[int, ...], pp: int, ones: int) -> Used:
    """How it stands with those totals, no die having been used."""
    raised = _raised(made)
    totals = made.defender_total, made.aggressor_total
    return Used(False, *totals, raised.success, raised.margin, raised.exceptional, False, store, pp, ones)


def _with_face(before: Totals, player: Place, face: int) -> Totals:
    more = face if face > 1 else 0
    if player == "defender":
        return replace(before, defender_total=before.defender_total + more)
    return replace(before, aggressor_total=before.aggressor_total + more)


def _counted(before: Totals, after: Totals, options: Options) -> Raised:
    """Who wins after the die; whether exceptionally, with or without it, is the switch's bdh-counts-for-exceptional."""
    raised, earlier = _raised(after), _raised(before)
    if options.bdh_counts_for_exceptional:
        return raised
    return replace(raised, exceptional=earlier.exceptional and earlier.success == raised.success)


def without(store: tuple[int, ...], size: int) -> tuple[int, ...]:
    """The store less one die of that size, which must be in it."""
    place = store.index(size)
    return store[:place] + store[place + 1 :]
