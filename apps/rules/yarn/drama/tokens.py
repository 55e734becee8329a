"""Drama tokens: what moves when a petition is granted, refused, forced or blocked."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.drama.parties import member, why_no_drama
from apps.rules.yarn.lists import BLOCK, FORCE
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.orders import GM as THE_GM
from apps.rules.yarn.orders import names_of
from apps.rules.yarn.verdict import Named, Verdict

KITTY = "kitty"
OUTCOMES = ("granted", "refused")
Gifts = Sequence[Mapping[str, Any]]
"""Who helps, with what: who, hand, give, present, in the order of the gifts."""

# The exchange


@dataclass(frozen=True)
class Exchange:
    """Both hands afterwards, and the change of the kitty."""

    petitioner: int
    granter: int
    kitty: int


def paid(payer: int, receiver: int, price: int = 1) -> tuple[int, int, int]:
    """Hands of payer and receiver, and the change of the kitty, which makes up for what the payer lacks."""
    own = min(payer, price)
    return payer - own, receiver + price, own - price


@rule("yarn.token-exchange")
def token_exchange(*, outcome: str, petitioner: int, granter: int) -> Exchange:
    """Whoever gave in, or was refused, gets a token of the other, or of the kitty (yarn.token-exchange)."""
    whole("petitioner", petitioner, least=0)
    whole("granter", granter, least=0)
    if one_of("outcome", outcome, OUTCOMES) == "granted":
        petitioner, granter, kitty = paid(petitioner, granter)
    else:
        granter, petitioner, kitty = paid(granter, petitioner)
    return Exchange(petitioner, granter, kitty)


@dataclass(frozen=True)
class Flow:
    """So many tokens from one hand to another; from the KITTY where whoever owed them had none."""

    payer: str
    receiver: str
    count: int


def flows(before: Mapping[str, int], after: Mapping[str, int]) -> tuple[Flow, ...]:
    """What moved between hands of which at most one is smaller afterwards: it paid, the kitty what it lacked."""
    payer = next((name for name in before if after[name] < before[name]), KITTY)
    left = before.get(payer, 0) - after.get(payer, 0)
    found = []
    for name in after:
        gain = after[name] - before[name]
        own = min(max(0, gain), left)
        left -= own
        found += [Flow(payer, name, own), Flow(KITTY, name, gain - own)]
    return tuple(one for one in found if one.count > 0)


@dataclass(frozen=True)
class Favour(Exchange):
    """An exchange that nothing later changes; a broken promise may be a scene of complaint."""

    new_scene_possible: bool
    changed_later: bool = False


@rule("yarn.practical-favour")
def practical_favour(*, outcome: str, petitioner: int, granter: int, promise_kept_later: bool | None = None) -> Favour:
    """A promise is a grant if it strikes the petitioner as a concession, kept or not (yarn.practical-favour)."""
    found = token_exchange(outcome=outcome, petitioner=petitioner, granter=granter)
    broken = outcome == "granted" and promise_kept_later is False
    return Favour(found.petitioner, found.granter, found.kitty, broken)


# Forces


@dataclass(frozen=True)
class Side:
    """One side of a force: what its helpers give, what is left to pay for it, and who may not help."""

    given: Mapping[str, int]
    rest: int
    why: Refused | None


def side_of(gifts: Gifts, price: int, not_these: Sequence[str] = ()) -> Side:
    """Gifts first, as they came; no more is taken than the price. A gift that is not allowed is left out."""
    given: dict[str, int] = {}
    why, rest = None, price
    for gift in gifts:
        no = why_no_gift(gift, not_these)
        why = why or no
        take = 0 if no else min(gift["give"], rest)
        given[gift["who"]] = given.get(gift["who"], 0) + take
        rest -= take
    return Side(given, rest, why)


def why_no_gift(gift: Mapping[str, Any], not_these: Sequence[str] = ()) -> Refused | None:
    """Why somebody cannot help with this gift, or None."""
    who, give, hand = gift["who"], whole("give", gift["give"], least=1), whole("hand", gift["hand"], least=0)
    if who in not_these:
        return Refused("both-sides", f"{who} has a side already, and nobody helps both.", "supporters")
    if not gift.get("present", True):
        return Refused("not-present", f"{who} has no character in the scene, and cannot help.", "supporters")
    if give > hand:
        return Refused("too-few-tokens", f"{who} offers {give} tokens, and has {hand}.", "supporters")
    return None


@dataclass(frozen=True)
class Forced(Named, Verdict):
    """A force to its end: `outcome` is None where it could not be paid. Helpers' hands answer to their names."""

    outcome: str | None
    petitioner: int
    granter: int
    kitty: int
    why_no_block: Refused | None
    why_no_support: Refused | None
    hands: Mapping[str, int]

    @property
    def legal_block(self) -> bool:
        return self.why_no_block is None

    @property
    def legal_support(self) -> bool:
        return self.why_no_support is None

    @property
    def named(self) -> Mapping[str, int]:
        return self.hands


def why_not_payable(what: str, price: int, hand: int, rest: int, field: str) -> Refused | None:
    """Why a force or a block cannot be paid, or None: the kitty makes up for nothing."""
    if hand >= rest:
        return None
    return Refused("too-few-tokens", f"{what} costs {price} tokens, and there are {hand + price - rest}.", field)


def force_of(
    *, petitioner: int, granter: int, supporters: Gifts = (), block: bool = False, block_supporters: Gifts = ()
) -> Forced:
    """The petitioner's side pays 2 to the granter; or the granter's side 3 to the petitioner, and all that was set
    aside for the force goes back."""
    whole("petitioner", petitioner, least=0)
    whole("granter", granter, least=0)
    before = {gift["who"]: gift["hand"] for gift in (*block_supporters, *supporters)}
    force = side_of(supporters, FORCE)
    helping = [name for name, tokens in force.given.items() if tokens]
    guard = side_of(block_supporters, BLOCK, not_these=helping)
    support = force.why or guard.why
    if why := why_not_payable("A force", FORCE, petitioner, force.rest, "petitioner"):
        return Forced(why, None, petitioner, granter, 0, None, support, before)
    no_block = why_not_payable("A block", BLOCK, granter, guard.rest, "granter") if block else None
    if block and no_block is None:
        hands = {name: hand - guard.given.get(name, 0) for name, hand in before.items()}
        return Forced(None, "refused", petitioner + BLOCK, granter - guard.rest, 0, None, support, hands)
    hands = {name: hand - force.given.get(name, 0) for name, hand in before.items()}
    return Forced(None, "forced", petitioner - force.rest, granter + FORCE, 0, no_block, support, hands)


@rule("yarn.force")
def force(
    *,
    petitioner: int,
    granter: int,
    supporters: Gifts = (),
    block: bool = False,
    block_supporters: Gifts = (),
    petitioner_player: str = "",
    granter_player: str = "",
) -> Forced:
    """2 tokens force a concession; the granter gets them, unless the force is blocked (yarn.force).

    Not legal: with fewer tokens on the petitioner's side, for the kitty does not help.
    """
    found = force_of(
        petitioner=petitioner,
        granter=granter,
        supporters=supporters,
        block=block,
        block_supporters=block_supporters,
    )
    players = {petitioner_player: found.petitioner, granter_player: found.granter}
    return replace(found, hands={**found.hands, **{name: hand for name, hand in players.items() if name}})


@rule("yarn.force-block")
def force_block(
    *, petitioner: int, granter: int, block: bool = False, block_supporters: Gifts = (), supporters: Gifts = ()
) -> Forced:
    """3 tokens of the granter's side block a force: the petitioner gets them and pays nothing (yarn.force-block).

    With fewer the block does not come about (`legal_block`), and the force stands.
    """
    return force_of(
        petitioner=petitioner,
        granter=granter,
        supporters=supporters,
        block=block,
        block_supporters=block_supporters,
    )


@rule("yarn.force-support")
def force_support(
    *, petitioner: int, granter: int, supporters: Gifts = (), block: bool = False, block_supporters: Gifts = ()
) -> Forced:
    """Others whose characters are present help either side with tokens (yarn.force-support); gifts are spent first.

    A gift that is not allowed is left out (`legal_support`): of somebody not there, of tokens that are not held, to
    both sides.
    """
    return force_of(
        petitioner=petitioner,
        granter=granter,
        supporters=supporters,
        block=block,
        block_supporters=block_supporters,
    )


# The GM's pool


@dataclass(frozen=True)
class Pooled(Named, Verdict):
    """Everybody's hand afterwards, under the name; the GM's pool is GM."""

    hands: Mapping[str, int]
    kitty: int

    @property
    def named(self) -> Mapping[str, int]:
        return self.hands


def settle(hands: Mapping[str, int], scene: Mapping[str, Any]) -> tuple[dict[str, int], int, Refused | None]:
    """One scene between two participants: an outcome, or a force that may be blocked."""
    seeks, gives = scene["petitioner"], scene["granter"]
    mine, theirs = hands.get(seeks, 0), hands.get(gives, 0)
    if not scene.get("force"):
        flow = token_exchange(outcome=scene["outcome"], petitioner=mine, granter=theirs)
        return {**hands, seeks: flow.petitioner, gives: flow.granter}, flow.kitty, None
    forced = force_of(petitioner=mine, granter=theirs, block=scene.get("block", False))
    return {**hands, seeks: forced.petitioner, gives: forced.granter}, forced.kitty, forced.why


def _participants(scene: Mapping[str, Any], hands: Mapping[str, int]) -> dict[str, Any]:
    """The scene with participants in place of characters: one told by name alone is recurring, the GM's; a side that is
    left out is the player's whose hand stands there."""
    told = {key for key in scene if key in ("petitioner", "granter", "petitioner_player", "granter_player")}
    sides: dict[str, Any] = {}
    for side in ("petitioner", "granter"):
        if f"{side}_player" in told:
            sides[side] = scene[f"{side}_player"]
        elif side in told:
            sides[side] = member(scene[side]).player or THE_GM
        else:
            sides[side] = next((name for name in scene if name in hands and name != THE_GM), THE_GM)
    return {**scene, **sides}


KNOWN = ("petitioner", "granter", "petitioner_player", "granter_player", "outcome", "force", "block", THE_GM)


@rule("yarn.gm-pool")
def gm_pool(
    *,
    petitioner: str = "",
    granter: str = "",
    outcome: str = "",
    GM: int = 0,
    scenes: Sequence[Mapping[str, Any]] = (),
    **hands: int,
) -> Pooled:
    """One pool for all recurring characters: what one earned, another may spend (yarn.gm-pool).

    Not legal: a scene between two of them, and a force that cannot be paid.
    """
    held: dict[str, int] = {THE_GM: whole("GM", GM, least=0), **hands}
    told_alone = {"petitioner": petitioner, "granter": granter, "outcome": outcome}
    alone: dict[str, Any] = {key: text for key, text in told_alone.items() if text} | hands
    kitty = 0
    for scene in scenes or (alone,):
        held.update({name: hand for name, hand in scene.items() if name not in KNOWN})
        told = _participants(scene, held)
        if told["petitioner"] == told["granter"]:
            why = Refused("recurring-only", "No dramatic scene is played between recurring characters.", "scenes")
            return Pooled(why, held, kitty)
        held, change, why_not = settle(held, told)
        kitty += change
        if why_not:
            return Pooled(why_not, held, kitty)
    return Pooled(None, held, kitty)


@rule("yarn.recurring-characters")
def recurring_characters(*, petitioner: str, granter: str, outcome: str, GM: int = 0, **hands: Any) -> Pooled:
    """Recurring characters grant and petition with the GM's one pool, never one another (yarn.recurring-characters)."""
    if why := why_no_drama((petitioner, granter), petitioner, granter):
        return Pooled(why, {THE_GM: GM, **hands}, 0)
    return gm_pool(petitioner=petitioner, granter=granter, outcome=outcome, GM=GM, **hands)


# All hands


@dataclass(frozen=True)
class Ledger(Verdict):
    """Hands after each scene or move, at the end, and a line for each move; it stops at what is not `legal`."""

    after: tuple[Mapping[str, int], ...]
    end: Mapping[str, int]
    log: tuple[str, ...]


@rule("yarn.drama-tokens")
def drama_tokens(
    *,
    present: Sequence[str] = (),
    start: Mapping[str, int] | None = None,
    scenes: Sequence[str] = (),
    moves: Sequence[Mapping[str, Any]] = (),
    options: Options = DEFAULTS,
) -> Ledger:
    """All start with 0, nobody holds fewer, and the kitty never runs out (yarn.drama-tokens).

    Not legal: more tokens than are held, and a gift that no rule is the reason of.
    """
    hands = dict(start if start is not None else dict.fromkeys((*names_of("present", present), THE_GM), 0))
    after: list[Mapping[str, int]] = []
    log: list[str] = []
    steps: tuple[str | Mapping[str, Any], ...] = (*scenes, *moves)
    for step in steps:
        flows, why = _scene(step, hands) if isinstance(step, str) else _move(step, hands)
        if why:
            return Ledger(why, tuple(after), hands, tuple(log))
        log += _lines(flows) if isinstance(step, str) else [_line(step)]
        hands = hands | {name: hands.get(name, 0) + change for name, change in flows.items()}
        after.append(dict(hands))
    return Ledger(None, tuple(after), hands, tuple(log))


def _lines(flows: Mapping[str, int]) -> list[str]:
    return [f"{name}: {change:+d}" for name, change in flows.items() if change]


def _line(move: Mapping[str, Any]) -> str:
    reason = f" ({move['reason']})" if move.get("reason") else ""
    return f"{move['from']} to {move['to']}: {move['number']}{reason}"


def _move(move: Mapping[str, Any], hands: Mapping[str, int]) -> tuple[dict[str, int], Refused | None]:
    giver, taker, count = move["from"], move["to"], whole("number", move["number"], least=1)
    if KITTY not in (giver, taker) and not move.get("reason"):
        return {}, Refused("no-gifts", "Tokens are given only where a rule says so: for which reason?", "moves")
    if giver != KITTY and hands.get(giver, 0) < count:
        return {}, Refused("too-few-tokens", f"{giver} has {hands.get(giver, 0)} tokens, and not {count}.", "moves")
    flows = {giver: -count, taker: count}
    return {name: change for name, change in flows.items() if name != KITTY}, None


PETITION = re.compile(r"(?:(?P<caller>.+) calls without his PC: )?(?P<rest>.+)")
ONE_WAY = re.compile(
    r"(?P<a>.+) petitions (?P<b>.+?), (?P<end>granted|refused)(?:, forces, (?P<block>no block|blocked))?"
)
BOTH_WAYS = re.compile(r"(?P<a>.+) and (?P<b>.+?) two-way, both (?P<end>granted|denied)")


def _scene(text: str, hands: Mapping[str, int]) -> tuple[dict[str, int], Refused | None]:
    """What a scene told in words moves; the caller pays first where the own PC is absent."""
    match = PETITION.fullmatch(text)
    rest = match["rest"] if match else ""
    told, two = ONE_WAY.fullmatch(rest), BOTH_WAYS.fullmatch(rest)
    found = told or two
    if match is None or found is None:
        raise Refused("no-scene", f"“{text}” is no scene: NAME petitions NAME, granted or refused.", "scenes")
    now = dict(hands)
    if caller := match["caller"]:
        payer = _who(caller)
        if payer != THE_GM and now.get(payer, 0) < 1:
            return {}, Refused("no-token", f"{payer} has no token to call this scene with.", "scenes")
        now[payer] = now.get(payer, 0) - (payer != THE_GM)
    a, b = _who(found["a"]), _who(found["b"])
    why = None
    if told is None:
        both = two_way_alike(both=found["end"], A=now.get(a, 0), B=now.get(b, 0))
        now |= {a: both.A, b: both.B}
    else:
        how = {"outcome": told["end"], "force": told["block"] is not None, "block": told["block"] == "blocked"}
        now, _, why = settle(now, {"petitioner": a, "granter": b, **how})
    return {name: hand - hands.get(name, 0) for name, hand in now.items()}, why


def _who(written: str) -> str:
    one = member(written)
    return one.player or one.name


@dataclass(frozen=True)
class Reset:
    """What the tally uses, and all hands afterwards."""

    used_in_tally: Mapping[str, int]
    hands: Mapping[str, int]


@rule("yarn.token-reset")
def token_reset(*, hands: Mapping[str, int], event: str = "session closed") -> Reset:
    """Tokens left count towards bennies, then all go back to the kitty (yarn.token-reset), the GM's too."""
    one_of("event", event, ("session closed",))
    used = {name: whole("hands", hand, least=0) for name, hand in hands.items() if name != THE_GM}
    return Reset(used, dict.fromkeys(hands, 0))


LAST_ACTS = ("last words", "vanishing", "heroic sacrifice")


@dataclass(frozen=True)
class LastActs:
    """How many of them can be paid, what is left, and whether a scene is called at once."""

    allowed: int
    tokens_left: int
    scene_called: bool


@rule("yarn.death-token")
def death_token(*, tokens: int, wanted: Sequence[str]) -> LastActs:
    """A last act of somebody who dies for each token, each once, paid to the kitty (yarn.death-token)."""
    for act in names_of("wanted", wanted):
        one_of("wanted", act, LAST_ACTS)
    allowed = min(whole("tokens", tokens, least=0), len(wanted))
    return LastActs(allowed, tokens - allowed, "last words" in wanted[:allowed])


# Two-way exchanges

ANSWERS = ("granted", "denied")


@dataclass(frozen=True)
class BothHands(Named):
    """Both hands afterwards, and the change of the kitty; players' hands under their names."""

    A: int
    B: int
    kitty: int
    players: Mapping[str, int]

    @property
    def named(self) -> Mapping[str, int]:
        return self.players


@rule("yarn.two-way-alike")
def two_way_alike(*, both: str, A: int, B: int) -> BothHands:
    """Both got it, or neither: each receives a token from the other, or from the kitty (yarn.two-way-alike)."""
    one_of("both", both, ANSWERS)
    lacking = {name: int(not whole(name, hand, least=0)) for name, hand in (("A", A), ("B", B))}
    return BothHands(A + lacking["A"], B + lacking["B"], -sum(lacking.values()), {})


@rule("yarn.two-way-split")
def two_way_split(
    *, petition_of_A: str, petition_of_B: str, A: int, B: int, player_A: str = "", player_B: str = ""
) -> BothHands:
    """Whoever refused pays 2 to whoever gave in, the kitty what is lacking (yarn.two-way-split).

    Refuses petitions that ended alike.
    """
    one_of("petition_of_A", petition_of_A, ANSWERS)
    if one_of("petition_of_B", petition_of_B, ANSWERS) == petition_of_A:
        raise Refused("alike", f"Both petitions were {petition_of_A}: they are settled alike.", "petition_of_B")
    whole("A", A, least=0)
    whole("B", B, least=0)
    if petition_of_B == "denied":
        first, second, kitty = paid(A, B, 2)
    else:
        second, first, kitty = paid(B, A, 2)
    players = {name: hand for name, hand in ((player_A, first), (player_B, second)) if name}
    return BothHands(first, second, kitty, players)
