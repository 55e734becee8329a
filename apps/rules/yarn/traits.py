"""Traits and their dice, flaws, signs, the story sentence, and the GM's word on all of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.lists import TraitKind, kind_of
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.pool import SIDES, Faces
from apps.rules.yarn.verdict import Verdict

POSITIVE = ("central", "side1", "side2")
ALL_FOUR = (*POSITIVE, "flaw")
FLAT_POOL = 3

# Scores


@dataclass(frozen=True)
class Scores:
    """The dice of each trait that was told, None for the others; `score` is that of a single one."""

    central: int | None = None
    side1: int | None = None
    side2: int | None = None
    score: int | None = None


def played(name: str, field: str, options: Options) -> TraitKind:
    """The kind of trait. Refuses a narrow one where the table does not play with them."""
    kind = kind_of(name, field)
    if kind.narrow and not options.narrow_traits:
        raise Refused("no-narrow-traits", f"This table plays without narrow traits: {kind.title} is none here.", field)
    return kind


def scores(kinds: Mapping[str, str | None], superior: str, options: Options) -> Scores:
    """The superior one of the three has the higher score of its kind."""
    one_of("superior", superior, POSITIVE)
    found: dict[str, int] = {}
    for place, name in kinds.items():
        if name is not None:
            kind = played(name, place, options)
            found[place] = kind.superior if place == superior else kind.good
    return Scores(**found)


@rule("yarn.trait-scores")
def trait_scores(
    *,
    central: str | None = None,
    side1: str | None = None,
    side2: str | None = None,
    superior: str = "central",
    trait: str | None = None,
    owner: bool = True,
    options: Options = DEFAULTS,
) -> Scores:
    """The dice of traits by their kind, or of a single `trait` of an owner or of anybody (yarn.trait-scores).

    Refuses narrow kinds without the switch narrow-traits (yarn.narrow-traits).
    """
    if trait is not None:
        kind = played(trait, "trait", options)
        return Scores(score=kind.good if owner else kind.average)
    return scores({"central": central, "side1": side1, "side2": side2}, superior, options)


@dataclass(frozen=True)
class Superior(Verdict):
    """The scores with one trait superior; none if it is not `legal`."""

    central: int | None
    side1: int | None
    side2: int | None


@rule("yarn.superior-trait")
def superior_trait(
    *,
    central: str = "standard",
    side1: str = "standard",
    side2: str = "standard",
    superior: str | Sequence[str],
    options: Options = DEFAULTS,
) -> Superior:
    """Exactly one of the three positive traits is superior (yarn.superior-trait). Not legal: none, or several."""
    chosen = (superior,) if isinstance(superior, str) else tuple(superior)
    if len(chosen) != 1:
        why = Refused("one-superior", f"Exactly one trait is superior, and {len(chosen)} are chosen.", "superior")
        return Superior(why, None, None, None)
    found = scores({"central": central, "side1": side1, "side2": side2}, chosen[0], options)
    return Superior(None, found.central, found.side1, found.side2)


@dataclass(frozen=True)
class FourTraits(Verdict):
    """Whether all four are there, with signs and a superior one, and the scores of the three positive ones."""

    complete: bool
    central: int | None
    side1: int | None
    side2: int | None


@rule("yarn.traits")
def traits(
    *,
    central: str = "standard",
    side1: str = "standard",
    side2: str = "standard",
    superior: str | None = None,
    trait_names: Mapping[str, str] | None = None,
    signs_given: int = 0,
    options: Options = DEFAULTS,
) -> FourTraits:
    """One central trait, two side traits and a flaw, each with a sign (yarn.traits).

    Not legal: a name that stands twice on the sheet.
    """
    signs = whole("signs_given", signs_given, least=0, most=len(ALL_FOUR))
    names = {place: name.strip().casefold() for place, name in (trait_names or {}).items() if name.strip()}
    for place in names:
        one_of("trait_names", place, ALL_FOUR)
    twice = len(set(names.values())) < len(names)
    why = Refused("name-twice", "Two traits of one sheet have different names.", "trait_names") if twice else None
    complete = why is None and len(names) == signs == len(ALL_FOUR) and superior is not None
    if superior is None:
        return FourTraits(why, complete, None, None, None)
    found = scores({"central": central, "side1": side1, "side2": side2}, superior, options)
    return FourTraits(why, complete, found.central, found.side1, found.side2)


def _named(name: str) -> None:
    if not name.strip():
        raise Refused("no-name", "A trait needs a name.", "name")


@rule("yarn.central-trait")
def central_trait(
    *,
    name: str,
    description: str = "",
    sign: str = "",
    central: str = "standard",
    superior: str,
    options: Options = DEFAULTS,
) -> Scores:
    """The one central trait: who the character is (yarn.central-trait). Refuses one without a name."""
    _named(name)
    return scores({"central": central}, superior, options)


@dataclass(frozen=True)
class SideTraits:
    """The scores of the side traits told, and whether a psychic pool comes with them."""

    side1: int | None
    side2: int | None
    psychic_pool: bool


@rule("yarn.side-traits")
def side_traits(
    *,
    name: str,
    description: str = "",
    sign: str = "",
    side1: str | None = None,
    side2: str | None = None,
    fringe_power: bool = False,
    superior: str,
    options: Options = DEFAULTS,
) -> SideTraits:
    """A specific skill or feature; a fringe power brings a psychic pool (yarn.side-traits).

    Refuses one without a name.
    """
    _named(name)
    found = scores({"side1": side1, "side2": side2}, superior, options)
    return SideTraits(found.side1, found.side2, fringe_power)


@dataclass(frozen=True)
class Shots:
    """How often a day powers can be used, and the dice that said so."""

    shots: int
    faces: Faces

    @property
    def dice_count(self) -> int:
        return len(self.faces)


@rule("yarn.starting-psychic-pool")
def starting_psychic_pool(*, fringe_powers: int, choice: str, dice: Dice = system_dice) -> Shots:
    """3 shots, or the highest of a d6 for each fringe power, chosen before rolling (yarn.starting-psychic-pool).

    Refuses a pool for no power.
    """
    whole("fringe_powers", fringe_powers, least=1)
    if one_of("choice", choice, ("flat", "roll")) == "flat":
        return Shots(FLAT_POOL, ())
    faces = dice(fringe_powers, SIDES)
    return Shots(max(faces), faces)


# Flaw, signs, story


@dataclass(frozen=True)
class Flaw:
    """Whether it breaks out, and the penalty dice on a roll that it touches; the GM is reminded of it."""

    strikes: bool
    penalty: int
    reminder: bool = True


@rule("yarn.flaw")
def flaw(
    *,
    name: str,
    description: str = "",
    sign: str = "",
    effect: str = "penalty dice",
    chance: int | None = None,
    penalty: int = 1,
    dice: Dice = system_dice,
) -> Flaw:
    """A real disadvantage: a penalty die, or only played out (yarn.flaw); with a `chance` a d6 says if it strikes.

    `penalty` is the GM's number. Refuses a flaw without a name.
    """
    _named(name)
    one_of("effect", effect, ("penalty dice", "roleplay"))
    whole("penalty", penalty, least=0)
    most = SIDES if chance is None else whole("chance", chance, least=1, most=SIDES)
    strikes = chance is None or dice(1, SIDES)[0] <= most
    return Flaw(strikes, penalty if effect == "penalty dice" else 0)


@dataclass(frozen=True)
class Signs:
    """How many signs there are, and those that other players are shown."""

    count: int
    description: tuple[str, ...]


@rule("yarn.signs")
def signs(*, signs: Sequence[Mapping[str, str]], options: Options = DEFAULTS) -> Signs:
    """What others notice of each trait (yarn.signs); on closed sheets (sheets-open) not what shows only at times.

    Refuses a trait without its sign.
    """
    for sign in signs:
        one_of("signs", sign.get("visible", "always"), ("always", "at times"))
        if not sign.get("sign", "").strip():
            raise Refused("no-sign", f"{sign.get('trait') or 'A trait'} has no sign: what can others notice?", "signs")
    shown = (sign["sign"] for sign in signs if options.sheets_open or sign.get("visible", "always") == "always")
    return Signs(len(signs), tuple(shown))


@dataclass(frozen=True)
class Story:
    """How long a sentence is, and by how many words too long."""

    words: int
    too_long_by: int

    @property
    def accepted(self) -> bool:
        return not self.too_long_by


@rule("yarn.my-story")
def my_story(*, sentence: str, options: Options = DEFAULTS) -> Story:
    """One sentence of at most 25 words, its opening counted (yarn.my-story); the switch story-word-limit sets another
    number, 0 none at all.
    """
    count = len(sentence.split())
    limit = options.story_word_limit
    return Story(count, max(0, count - limit) if limit else 0)


# The GM's word


@dataclass(frozen=True)
class Reviewed:
    """Whether the trait stands, and how it reads now."""

    trait_accepted: bool
    name: str


@rule("yarn.trait-review")
def trait_review(*, name: str, decision: str, new_name: str = "", remark: str = "") -> Reviewed:
    """The GM accepts, edits or strikes a trait (yarn.trait-review). Refuses an edit without a new name."""
    if one_of("decision", decision, ("accept", "edit", "veto")) == "edit" and not new_name.strip():
        raise Refused("no-new-name", "How does the edited trait read? It needs a name.", "new_name")
    return Reviewed(decision != "veto", new_name if decision == "edit" else name)


@dataclass(frozen=True)
class Approved:
    """How a doubtful trait fared: who could vote, and whether the GM had to."""

    voters: int
    gm_votes: bool
    trait_accepted: bool


@rule("yarn.approval")
def approval(
    *,
    players: int,
    decision: str = "",
    votes_for: int = 0,
    votes_against: int = 0,
    gm_tie: str = "",
) -> Approved:
    """The GM approves, vetoes, or lets all players but the owner vote (yarn.approval); she breaks a tie.

    Refuses more votes than voters, and a tie that she has not broken.
    """
    voters = whole("players", players, least=2) - 1
    if one_of("decision", decision or "vote", ("approve", "veto", "vote")) != "vote":
        return Approved(voters, False, decision == "approve")
    if whole("votes_for", votes_for, least=0) + whole("votes_against", votes_against, least=0) > voters:
        raise Refused("too-many-votes", f"There are more votes than the {voters} players who may vote.", "votes_for")
    if votes_for != votes_against:
        return Approved(voters, False, votes_for > votes_against)
    if gm_tie not in ("for", "against"):
        raise Refused("tie", f"{votes_for} to {votes_against}: the GM breaks the tie, for or against.", "gm_tie")
    return Approved(voters, True, gm_tie == "for")
