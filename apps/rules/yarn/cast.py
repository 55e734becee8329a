"""Creating the cast: who is asked for what, relationships between all PCs, desires, poles and wants."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.lists import CHECKLIST, DESIRES, STEPS
from apps.rules.yarn.orders import GM, Names, names_of
from apps.rules.yarn.verdict import Verdict

# The sheet


@dataclass(frozen=True)
class Checklist:
    """What is still missing, by the id of its entry, and how much of it."""

    missing: Mapping[str, int]

    @property
    def complete(self) -> bool:
        return not self.missing


OPENABLE = ("side_traits", "central_trait", "flaw")
"""What may be left open as an unknown trait, in the order in which open ones are counted."""


@rule("yarn.character-checklist")
def checklist(*, filled: Mapping[str, int], players: int, unknown_traits: int = 0) -> Checklist:
    """What a sheet lacks (yarn.character-checklist); traits left open on purpose count as filled, with their signs.

    Refuses an entry that no sheet has.
    """
    whole("players", players, least=2)
    left = whole("unknown_traits", unknown_traits, least=0, most=4)
    for entry, count in filled.items():
        one_of("filled", entry, [row.id for row in CHECKLIST])
        whole("filled", count, least=0)
    missing = {row.id: row.needed(players) - filled.get(row.id, 0) for row in CHECKLIST}
    missing["signs"] -= left
    for entry in OPENABLE:
        covered = min(left, max(0, missing[entry]))
        missing[entry], left = missing[entry] - covered, left - covered
    return Checklist({entry: count for entry, count in missing.items() if count > 0})


# Step by step

WANTS, OWN, PLAY = 9, 15, 22
"""The steps with which a round of wants, everybody's own work, and play begin."""
RECORDED = {3: (1, 1), 4: (2, 2), 5: (3, 3)}
"""Of the steps that bring PCs in: the places in the order of who enters, first and last; step 6 brings the rest."""


@dataclass(frozen=True)
class Creation:
    """How far creation is. What is recorded is None where no number of players was given."""

    names_recorded: int | None
    links_in_all: int | None
    asked: str | None
    asked_for: str | None
    new_order: bool
    next_step: int | None
    calling_order: Names = ()

    @property
    def roles_recorded(self) -> int | None:
        return self.names_recorded


def enough(pcs: int) -> int:
    """By how many others each PC is to be wanted: two, or with two PCs by the other."""
    return min(2, pcs - 1)


@rule("yarn.character-creation")
def creation(
    *,
    players: int | None = None,
    step: int | None = None,
    steps: Sequence[int] = (),
    least_named: int | None = None,
    order: Sequence[str] = (),
    turn: int = 1,
    pitch: Mapping[str, Any] | None = None,
) -> Creation:
    """The 22 steps: who is asked, what steps have recorded, and what comes next (yarn.character-creation).

    `order` is the order in force and `turn` whose turn it is in it. Refuses a step that there is not.
    """
    entered = [place for one in steps for place in _entering(_step(one), _players(players))]
    again = step == PLAY - 8 and least_named is not None and least_named < enough(players or 3)
    row = None if step is None else STEPS[_step(step) - 1]
    return Creation(
        names_recorded=len(entered) if steps else None,
        links_in_all=sum(place - 1 for place in entered) if steps else None,
        asked=_asked(step, order, turn) if step else None,
        asked_for=row.does if row else None,
        new_order=step in (2, WANTS, PLAY) or again,
        next_step=None if step is None else WANTS if again else 0 if step == PLAY else step + 1,
        calling_order=tuple(order) if step == PLAY else (),
    )


def _step(number: int) -> int:
    return whole("step", number, least=1, most=len(STEPS))


def _players(players: int | None) -> int:
    if players is None:
        raise Refused("how-many", "How many players are there? What a step records depends on it.", "players")
    return whole("players", players, least=2)


def _entering(step: int, players: int) -> range:
    """The places in the order of those who enter in this step."""
    first, last = RECORDED.get(step, (4, players) if step == 6 else (1, 0))
    return range(first, min(last, players) + 1)


def _asked(step: int, order: Sequence[str], turn: int) -> str:
    who = STEPS[step - 1].who
    if who == GM or not order or step >= PLAY - 8:
        return GM if who == GM else "all" if step >= PLAY - 8 else who
    place = {3: 1, 4: 2, 5: 3, 10: 1}.get(step, turn)
    return order[whole("turn", place, least=1, most=len(order)) - 1]


@dataclass(frozen=True)
class Entering(Verdict):
    """What the entering player announces, and who follows; `next_entering` is 0 after the last."""

    announces: tuple[str, ...]
    links_by_this_player: int
    next_entering: int


@rule("yarn.role")
def role(
    *, players: int, entering: int, name: str | None = None, role: str = "", taken: Sequence[str] = ()
) -> Entering:
    """Who enters announces name, role, and relationships to those before (yarn.role).

    Not legal: a name that is empty or another PC's. Two PCs may have the same role.
    """
    place = whole("entering", entering, least=1, most=whole("players", players, least=2))
    why = None if name is None else why_not_named(name, taken)
    announces = ("name", "role", "relationships") if place > 1 else ("name", "role")
    return Entering(why, announces, place - 1, (place if why else place + 1) % (players + 1))


def why_not_named(name: str, taken: Sequence[str]) -> Refused | None:
    """Why a PC cannot have this name, or None."""
    if not name.strip():
        return Refused("no-name", "A PC needs a name.", "name")
    if name.strip().casefold() in {other.strip().casefold() for other in taken}:
        return Refused("name-taken", f"There is a PC called {name} already: names must differ.", "name")
    return None


# Relationships

Link = Mapping[str, str]
"""A relationship: a, b and a label, and perhaps label_back, how it reads from the other end."""


@dataclass(frozen=True)
class Relationships:
    """How many relationships there will be, and those proclaimed so far, one for each pair."""

    links_by_this_player: int | None
    links_in_all: int | None
    links: tuple[Link, ...]


@rule("yarn.relationships")
def relationships(
    *,
    players: int | None = None,
    entering: int | None = None,
    links: Sequence[Link] = (),
    label: str = "",
    a: str = "",
    b: str = "",
) -> Relationships:
    """A PC that enters is linked to each before it (yarn.relationships); a new link of `a` and `b` takes the place of
    an old one. Refuses a link of a PC to itself, or without a label.
    """
    mine = None if entering is None else whole("entering", entering, least=1, most=players) - 1
    count = None if players is None else whole("players", players, least=2)
    kept = tuple(link for link in links if {link["a"], link["b"]} != {a, b})
    if a or b:
        if a == b or not label.strip():
            raise Refused("no-link", "A relationship is between two PCs and has a label.", "label")
        kept = (*kept, {"a": a, "b": b, "label": label})
    return Relationships(mine, None if count is None else count * (count - 1) // 2, kept)


@dataclass(frozen=True)
class Objection:
    """The wording that both accept; without one the link stays open. There is no vote, and it costs nothing."""

    label: str | None
    vote_held: bool = False
    cost: int = 0

    @property
    def stored(self) -> bool:
        return self.label is not None


@rule("yarn.relationship-objection")
def relationship_objection(*, proposals: Sequence[str], agreed: Sequence[bool] = (), objector: str = "") -> Objection:
    """Proposals until both are content (yarn.relationship-objection); the first stands if nobody objects.

    Refuses no proposal at all, and answers to proposals that were not made.
    """
    if not proposals or not all(one.strip() for one in proposals) or len(agreed) > len(proposals):
        raise Refused("no-proposal", "An objection is to a relationship that was proposed, in words.", "proposals")
    if not agreed and not objector:
        return Objection(proposals[0])
    return Objection(next((text for text, yes in zip(proposals, agreed, strict=False) if yes), None))


@dataclass(frozen=True)
class Map:
    """The map on one player's sheet: lines from the own PC in the middle, and among the others."""

    centre: str
    lines_from_centre: int
    lines_among_others: int
    marked: Names


@rule("yarn.relationship-map")
def relationship_map(
    *, own_pc: str, pcs: Sequence[str], links: Sequence[Link] | None = None, fraught: Sequence[str] = ()
) -> Map:
    """The own PC, all others around it, and a line for each relationship (yarn.relationship-map).

    Refuses names that are not among the PCs.
    """
    for name in (own_pc, *fraught):
        one_of("pcs", name, names_of("pcs", pcs))
    others = len(pcs) - 1
    if links is None:
        return Map(own_pc, others, others * (others - 1) // 2, tuple(fraught))
    mine = sum(own_pc in (link["a"], link["b"]) for link in links)
    return Map(own_pc, mine, len(links) - mine, tuple(fraught))


# Desire, poles, wants


@dataclass(frozen=True)
class DesireOf:
    """A desire as it stands on the sheet."""

    desire: str
    from_list: bool
    seen_by: str = "all"


@rule("yarn.desire")
def desire(*, desire: str, player: str = "") -> DesireOf:
    """One desire, from the list or in the player's own words (yarn.desire). Refuses none."""
    text = desire.strip()
    if not text:
        raise Refused("no-desire", "A desire is one from the list or words of one’s own.", "desire")
    listed = next((row.title for row in DESIRES if row.title == text.casefold()), None)
    return DesireOf(listed or text, listed is not None)


@dataclass(frozen=True)
class Poles(Verdict):
    """The two poles, none if they are not `legal`."""

    poles: Names
    seen_by: str = "all"


@rule("yarn.dramatic-poles")
def dramatic_poles(*, poles: Sequence[str], player: str = "") -> Poles:
    """Two opposite identities (yarn.dramatic-poles). Not legal: fewer, more, or twice the same."""
    given = tuple(pole.strip() for pole in poles)
    if len({pole.casefold() for pole in given if pole}) == len(given) == 2:
        return Poles(None, given)
    return Poles(Refused("two-poles", "A PC is torn between two poles, and they differ.", "poles"), ())


@dataclass(frozen=True)
class Want(Verdict):
    """A want as it stands on the sheet, and its place there; the number of those before if it is not `legal`."""

    want_number: int
    want: str | None


def why_not_wanted(*, wants_of: str, target: str, towards: Sequence[str], pcs: Sequence[str]) -> Refused | None:
    """Why a PC cannot want something of this one now, or None."""
    if target == wants_of:
        return Refused("of-oneself", "A want is of another player’s PC.", "target")
    if pcs and target not in pcs:
        return Refused("no-pc", f"{target} is no PC: in these rounds a want is of a PC.", "target")
    unnamed = set(pcs) - {wants_of} - set(towards)
    if target in towards and (unnamed or not pcs):
        left = ", ".join(sorted(unnamed)) or "others"
        return Refused("named-before", f"{wants_of} has named {target} before, and not yet {left}.", "target")
    return None


@rule("yarn.wants")
def wants(
    *,
    wants_of: str,
    target: str,
    want: str = "",
    reason: str = "",
    wording: str = "",
    towards: Sequence[str] = (),
    pcs: Sequence[str] = (),
) -> Want:
    """What a PC wants from another, in the wording that both players accept (yarn.wants).

    Not legal: of itself, of nobody's PC, of one named before while others are not, or without words.
    """
    text = (wording or want).strip()
    why = why_not_wanted(wants_of=wants_of, target=target, towards=towards, pcs=pcs)
    if why is None and not text:
        why = Refused("no-words", "A want needs words that both players accept.", "wording")
    return Want(why, len(towards), None) if why else Want(None, len(towards) + 1, text)


@dataclass(frozen=True)
class Rounds:
    """Who is wanted by too few, and how many are lacking; then a new order is drawn and another round follows."""

    short: Mapping[str, int]

    @property
    def done(self) -> bool:
        return not self.short

    @property
    def new_order(self) -> bool:
        return not self.done


@rule("yarn.wants-rounds")
def wants_rounds(*, pcs: Sequence[str], rounds: Sequence[Sequence[str]]) -> Rounds:
    """Full rounds of wants until every PC is wanted by two others (yarn.wants-rounds); with two PCs by the other.

    Refuses a want that is not between two of the PCs.
    """
    need = enough(len(names_of("pcs", pcs)))
    wanted_by: dict[str, set[str]] = {pc: set() for pc in pcs}
    for want in (one for each in rounds for one in each):
        who, _, whom = want.partition(">")
        if who == whom or who not in wanted_by or whom not in wanted_by:
            raise Refused("no-want", f"“{want}” is no want of one PC from another.", "rounds")
        wanted_by[whom].add(who)
    return Rounds({pc: need - len(by) for pc, by in wanted_by.items() if len(by) < need})


@dataclass(frozen=True)
class Fraught:
    """The two relationships at the top of the list."""

    fraught: Names


@rule("yarn.fraught-relationships")
def fraught(*, wants_of: str, towards: Sequence[str]) -> Fraught:
    """The first and the second different PC that was named in a want (yarn.fraught-relationships)."""
    return Fraught(tuple(dict.fromkeys(towards))[:2])
