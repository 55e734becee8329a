"""A running turn on the stage: the ten rounds, and the phase of whoever is due."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from apps.board.board import stands_on_it
from apps.combat import gathering, tracking
from apps.combat.dragon import at_once
from apps.combat.dragon import turns as stored
from apps.combat.dragon.attacks import guards, strike
from apps.combat.dragon.phases import going_on, grid, keeping, spending, stepping, telling
from apps.combat.dragon.phases.lasting import hold_words
from apps.combat.dragon.phases.words import price_words
from apps.combat.models import Combatant, Fight
from apps.rules.dragon.combat import turns as rules
from apps.rules.dragon.combat.parts import PARTS, Moment
from apps.rules.dragon.combat.prices import Price
from apps.rules.dragon.combat.turns import Fighter
from apps.rules.dragon.visibility import PHASES, visibility
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.acts import offers
from apps.table.models import Ask
from apps.table.names import listed
from apps.table.panels import panel
from apps.table.templatetags import kit
from apps.table.viewer import Viewer

Context = Mapping[str, Any]
NONE: Context = {"fight": None}


def running(viewer: Viewer) -> Fight | None:
    """The fight, while the rounds of a turn run."""
    found = tracking.fight_of(viewer.table)
    return found if spending.under_way(found) else None


# the ten rounds


@panel(
    "dragon-rounds",
    template="combat/dragon/panels/rounds.html",
    slot="stage",
    order=12,
    game="dragon",
    per="role",
)
def rounds(viewer: Viewer) -> Context:
    """Turn, round and part, and the phases of everybody whose phases this role may see."""
    fight = running(viewer)
    if fight is None:
        return NONE
    cast = stored.fighters_of(fight)
    known = cast if viewer.is_gm else gathering.seen(cast)
    shows_bad = viewer.is_gm or visibility(viewer="player", item=PHASES, options=spending.options_of(fight)).shown
    rows = grid.lines_of(fight, known, shows_bad, viewer.is_gm, _soon(viewer, fight))
    now = telling.at(fight)
    found = {
        "fight": fight,
        "under_way": True,
        "comes_in": viewer.is_gm and bool(gathering.others(viewer)),
        "now": now,
        "numbers": range(1, 11),
        "parts": _parts(now),
        "good": [(one, one.head(viewer, now)) for one in rows if one.combatant.side == "good"],
        "bad": [(one, shows_bad and one.head(viewer, now)) for one in rows if one.combatant.side == "bad"],
        "shows_bad": shows_bad,
        "legend": _legend(one for one in rows if shows_bad or one.combatant.side == "good"),
        "soon": any(cell.soon for row in rows for cell in row.cells if shows_bad or row.combatant.side == "good"),
    } | _waiting(viewer, fight, shows_bad)
    return found | _for_the_gm(viewer, fight) if viewer.is_gm else found


def _soon(viewer: Viewer, fight: Fight) -> dict[int, tuple[int, ...]]:
    """What a defence would cost whoever is attacked, as far as this role knows of the attack (dragon.abort)."""
    kinds = strike.KINDS if viewer.is_gm else (strike.OPEN,)
    attacks = [exchanges.state_of(one) for one in exchanges.open_exchanges(fight.desk, *kinds)]
    found = [sides for one in attacks if (sides := strike.sides_of(fight.desk, one))]
    return {one.target.pk: guards.would_go(one) for one in found}


def _legend(rows: Iterable[grid.Row]) -> list[str]:
    """The marks that stand there, in the kit's order."""
    there = {cell.kind for row in rows for cell in row.cells}
    return [kind for kind in kit.PHASES if kind in there]


def _parts(now: Moment) -> list[dict[str, str]]:
    """The three parts of the round, with where it stands."""
    at = PARTS.index(now.part)
    return [
        {"title": Moment(now.round, part).announced, "state": "done" if n < at else "now" if n == at else ""}
        for n, part in enumerate(PARTS)
    ]


def _waiting(viewer: Viewer, fight: Fight, shows_bad: bool) -> dict[str, Any]:
    """For whom the part waits, as far as this role may know; whoever goes in Late; who could still do something."""
    known = not viewer.is_gm
    theirs = telling.at(fight).part == "Bad"
    if theirs and not shows_bad:
        return {"answers": _asked_players(viewer), "waits_for_gm": True}
    if known and going_on.known_to_wait(fight):
        answers = _asked_players(viewer)
        return {"answers": answers, "waits_for_gm": not answers}
    late = [one for one in stored.fighters_of(fight) if stored.fighter_of(one).waits and telling.phases_open(one)]
    return {
        "due": going_on.waited_for(fight, known),
        "could": going_on.might_still(fight, known),
        "late": [] if telling.at(fight).part == "Late" else late,
        "waits_for_gm": False,
    }


def _asked_players(viewer: Viewer) -> list[Ask]:
    """What players have still to answer, as far as everybody knows of it."""
    asked = exchanges.all_open_asks(viewer)
    return [one for one in asked if one.audience != "gms" and exchanges.kind_of(one.exchange).open]


def _for_the_gm(viewer: Viewer, fight: Fight) -> dict[str, Any]:
    """Where an answer is still open, the main button goes on by one part as the one beside it does. It says so where it
    passes somebody by who is due in this very part (`idle`)."""
    nearest, far = stepping.next_words(fight), stepping.next_words(fight, far=True)
    skips = far != nearest and not going_on.waits_for_answers(fight)
    return {
        "next": far if skips else nearest,
        "nearest": nearest,
        "skips": skips,
        "idle": len(going_on.waited_for(fight, known=False)),
        "stamp": stepping.stamp(fight),
        "back": stepping.newest_step(viewer, fight),
        "open_answer": going_on.waits_for_answers(fight),
    }


# whose phase it is


@panel(
    "dragon-my-phase",
    template="combat/dragon/panels/my_phase.html",
    slot="stage",
    order=11,
    game="dragon",
    roles={"player"},
)
def my_phase(viewer: Viewer) -> Context:
    """A player's own fighters, each with what can be done now and what it costs."""
    fight = running(viewer)
    if fight is None:
        return NONE
    mine = [one for one in stored.fighters_of(fight) if one.character.seat_id == viewer.seat.pk]
    return {"fight": fight, "cards": [_own_card(viewer, one) for one in mine]} | _offered()


def _own_card(viewer: Viewer, combatant: Combatant) -> dict[str, Any]:
    """With what a tap on it could do at once, while the phase is there to be used."""
    found = card(viewer, combatant)
    return found | at_once.offered(viewer, combatant) if found["up"] else found


@panel(
    "dragon-their-phase",
    template="combat/dragon/panels/their_phase.html",
    slot="stage",
    order=13,
    game="dragon",
    roles={"gm"},
    per="role",
)
def their_phase(viewer: Viewer) -> Context:
    """Whom the GM moves in this part: those whom nobody plays; and players' fighters, for somebody who is away."""
    fight = running(viewer)
    if fight is None:
        return NONE
    due, could = (going_on.waited_for(fight, known=False), going_on.might_still(fight, known=False))
    return {
        "fight": fight,
        "now": telling.at(fight),
        "cards": [card(viewer, one) for one in due if not one.character.seat_id],
        "could": [card(viewer, one) for one in could if not one.character.seat_id],
        "away": [card(viewer, one) for one in (*due, *could) if one.character.seat_id],
    } | _offered()


def _offered() -> dict[str, bool]:
    """Which other acts there are for a phase."""
    return {f"has_{word}": offers("dragon", word) for word in ("attack", "split", "move", "run")}


def card(viewer: Viewer, combatant: Combatant) -> dict[str, Any]:
    """What one fighter can do now: the price, and each way with why not."""
    fight, fighter = combatant.fight, stored.fighter_of(combatant)
    price = spending.price_of(combatant)
    state, id = stored.state_of(fight), combatant.public_id
    (row,), now = grid.rows_of(fight, [combatant]), telling.at(fight)
    return (
        {
            "row": row,
            "now": telling.at(fight),
            "state": _whereabouts(combatant, fighter, price),
            "due": id in rules.due(state),
            "moved": spending.has_moved(combatant) and not fighter.acted,
            "moves": "move-token" if stands_on_it(viewer, combatant.character) else "dragon.move",
            "refused": price.text if isinstance(price, Refused) else "",
            "kept": fighter.kept,
            "waits": fighter.waits,
            "holds_until": hold_words(combatant),
            "late": f"go in Late {now.round} instead",
            "lost": f"round {now.round} is lost",
        }
        | _priced(combatant, fighter, price)
        | _ways(combatant)
    )


def _priced(combatant: Combatant, fighter: Fighter, price: Price | Refused) -> dict[str, Any]:
    """With what they act, in words; `goes` are the later rounds that are suggested."""
    if isinstance(price, Refused):
        return {"up": False}
    now = telling.at(combatant.fight)
    later = fighter.later(now.round)
    decided = (fighter.waits and now.part == "Good") or fighter.declined == now.part
    return {
        "up": fighter.bonus == now or not (decided or _let_go(combatant, fighter)),
        "way": price.way,
        "costs": price_words(combatant, price)[0],
        "goes": listed(price.suggested(later)),
        "category": fighter.category if price.way != "hold" or not fighter.kept else fighter.kept.category,
    }


def _let_go(combatant: Combatant, fighter: Fighter) -> bool:
    """Whether they have said already what becomes of the phase of this round."""
    now = telling.at(combatant.fight).round
    return any(one.round == now and one.spent in {"held", "lost"} for one in fighter.phases)


def _ways(combatant: Combatant) -> dict[str, str]:
    """Why each of the other ways is not there, in words; empty where it is."""
    asks = {
        "no_wait": rules.why_not_wait,
        "no_hold": rules.why_not_hold,
        "no_pass": rules.why_not_keep,
        "no_decline": rules.why_not_decline,
    }
    found = {name: keeping.why_not(combatant, why) for name, why in asks.items()}
    return {name: no.text if no else "" for name, no in found.items()}


def _whereabouts(combatant: Combatant, fighter: Fighter, price: Price | Refused) -> str:
    """Where somebody is in the round, in a few words."""
    now = telling.at(combatant.fight)
    if fighter.down and not fighter.due:
        return "has fallen: phases and holds are void"
    if fighter.acted:
        return f"is done in {now.round}{_dice_kept(fighter)}"
    if fighter.waits and now.part != "Late":
        return f"waits for Late {now.round}"
    return _next_phase(fighter, now)


def _dice_kept(fighter: Fighter) -> str:
    """What of a split waits for an attack of this round."""
    if fighter.share is None:
        return ""
    dice = fighter.share.pool.dice
    return f", keeps {dice} {'die' if dice == 1 else 'dice'} for a {fighter.share.defence}"


def _next_phase(fighter: Fighter, now: Moment) -> str:
    if fighter.has(now.round):
        return f"goes in {now.round}"
    if fighter.bonus is not None and fighter.bonus.round == now.round:
        return f"goes in {now.round} with a bonus phase"
    later = fighter.later(now.round)
    return f"next in {later[0]}" if later else "no phase left in this turn"
