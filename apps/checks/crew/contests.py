"""A contest at the table as it stands: its exchange, the two asks of its sides, who rolls, and what they may be called.

Each side has one ask for as long as the contest is open. Whatever falls for a side stays with its ask, so that an act
that was taken back is done again with the same faces.
"""

from __future__ import annotations

from apps.characters.crew.holding import is_crewmember
from apps.characters.models import Character
from apps.rules.crew import contest as rules
from apps.rules.crew.contest import Contest, Place, Side, side_of
from apps.rules.crew.options import Options
from apps.rules.dice import Fallen
from apps.table import exchanges
from apps.table.games import game_of
from apps.table.models import Ask, Exchange, Table
from apps.table.turn import Turn, open_spans

KIND = "crew.contest"
PLACES: tuple[Place, Place] = ("defender", "aggressor")
OPEN, RESULT = "open", "result"
ROLL, KEEP, HERO, JINX = "roll", "keep", "hero", "jinx"
SOMEBODY = "Somebody"
OPPOSITION = "The opposition"
AT_ONCE = 12
"""So many contests may be open at the same time, more than ever are: every page shows them all."""


def contest_of(exchange: Exchange) -> Contest:
    """The contest that an exchange of kind "crew.contest" holds."""
    found: Contest = exchanges.state_of(exchange)
    return found


def options_of(exchange: Exchange) -> Options:
    """The switches that the contest began with."""
    found: Options = game_of(exchange.table).options(exchange.options)
    return found


def character_of(turn_or_table: Turn | Table, side: Side) -> Character | None:
    """Who rolls for a side; None for the GM's bare opposition, and for somebody who is gone."""
    return turn_or_table.desk.one(Character, public_id=side.character)


def open_name(side: Side, character: Character | None) -> str:
    """What everybody may call whoever rolls for a side."""
    if character is not None and character.hidden:
        return SOMEBODY
    return character.name if character is not None and side.name == SOMEBODY else side.name


def lenders(table: Table, side: Side) -> list[Character]:
    """Who lent a skill die to the pool that was thrown, in the order of the pool."""
    ids = dict.fromkeys(one.of for one in side.pool if one.kind == "loan")
    return [one for key in ids if (one := table.desk.one(Character, public_id=key))]


def running(table: Table) -> list[Exchange]:
    """The contests that are open, the newest first."""
    return exchanges.open_exchanges(table.desk, KIND)[::-1]


def roll_of(character: Character | None) -> Exchange | None:
    """The contest in which a crewmember has still to roll, or to be rolled against. The GM's characters may be in
    several, and what follows from a result holds nobody up."""
    if character is None or not is_crewmember(character):
        return None
    going = [one for one in running(character.desk.table) if one.stage != RESULT]
    return next((one for one in going if _takes_part(character, contest_of(one))), None)


def _takes_part(character: Character, contest: Contest) -> bool:
    return character.public_id in {contest.defender.character, contest.aggressor.character}


def roll_still_open(character: Character | None) -> str:
    """Why a crewmember begins no other roll now, or nothing."""
    found = roll_of(character)
    if character is None or found is None:
        return ""
    what = contest_of(found).what
    return f"{character.name} is in a roll already: “{what}”, at the table. Finish that one first, or have it moved on."


def last_ended(table: Table) -> list[Exchange]:
    """The contest of this scene, or of this session outside of one, that came to its result last; else none."""
    spans = open_spans(table.desk)
    span = spans.get("scene") or spans.get("session")
    ended = [one for one in table.desk.all(Exchange, kind=KIND, stage=RESULT) if one.closed_at is not None]
    newest = sorted(ended, key=lambda one: (one.closed_at, one.pk), reverse=True)[:AT_ONCE]
    return [one for one in newest if (one.opened_by and one.opened_by.span) == span][:1]


def ask_of(exchange: Exchange, place: Place) -> Ask:
    """The ask of a side, whether it waits or not."""
    return next(one for one in exchange.desk.all(Ask, exchange=exchange) if one.facts["place"] == place)


def place_of(ask: Ask) -> Place:
    found: Place = ask.facts["place"]
    return found


def anybody_rolled(contest: Contest) -> bool:
    return any(rules.has_rolled(side_of(contest, place)) for place in PLACES)


def standing(side: Side) -> list[Fallen]:
    """The dice of a side that have fallen for good, as (sides, face), those that were thrown anew among them."""
    pool = [(die.sides, face) for die, face in zip(side.pool, side.faces, strict=True)] if side.faces else []
    return [*pool, *side.rerolled, *((die.size, die.face) for die in side.heroes)]


def is_veiled(ask: Ask) -> bool:
    """Whether the GM rolled for this side in secret: everybody hears its total and its 1s only (crew.visibility)."""
    return bool(ask.facts.get("veiled"))
