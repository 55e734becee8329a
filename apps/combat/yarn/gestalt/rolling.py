"""What each of the players' side rolls, openly: once, or they lend their dice, as the GM has said how it becomes one
number (yarn.gestalt-combat, yarn.group-effort)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.access import sheet_open_to, watchers_of
from apps.characters.forms import acting_for, named
from apps.checks.yarn.experience import as_extra
from apps.checks.yarn.group.efforts import RULES, TITLES
from apps.checks.yarn.group.settling import COMBINING, Lent
from apps.checks.yarn.pools import Built, Sought, built
from apps.checks.yarn.real_dice import RealDiceForm
from apps.checks.yarn.rolling import facts_of, rolled
from apps.combat import tracking
from apps.combat.models import Combatant, CombatantKey, Fight
from apps.combat.yarn.attacks.forms import ExperienceForm
from apps.combat.yarn.rounds import stored, told
from apps.combat.yarn.rounds.forms import DiceForm, likeliest_trait, trait_field, traits_of
from apps.rules.yarn.pool import ready
from apps.table import exchanges
from apps.table.acts import act
from apps.table.models import Ask, Event, Exchange
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "yarn.gestalt-side"
stored.asks_in_fights(KIND)
TOTAL = "gestalt-total"
"""What somebody of the players' side has rolled, and 1 more, so that no roll is none."""
LENT = ("base", "bonus", "penalty")
"""What somebody lends where dice are combined, each with 1 more of the base; the tallies begin with `gestalt-`."""
OVER = "This roll is no longer waited for."


@dataclass(frozen=True)
class Asked:
    """Whose roll is waited for."""

    combatant: CombatantKey


@stored.begins_with(stored.GESTALT)
def ask_players(turn: Turn, fight: Fight) -> None:
    """Everybody whom a player plays is asked for a roll."""
    for one in stored.everybody(fight):
        if one.character.seat_id is not None:
            exchange = exchanges.open_exchange(turn, KIND, Asked(one.pk), turn.events[0])
            facts = {"who": one.character.name, "character_id": one.character.public_id, "way": stored.way_of(fight)}
            exchanges.ask(turn, exchange, ("character", one.character_id), facts)


def total_of(one: Combatant) -> int | None:
    """What they have rolled."""
    found = tracking.tallies_of(one, one.fight.span).get(TOTAL)
    return found - 1 if found else None


def lent_of(one: Combatant) -> dict[str, int] | None:
    """The dice that they have lent, as the rules of groups take them."""
    held = tracking.tallies_of(one, one.fight.span)
    if not held.get("gestalt-base"):
        return None
    found = {name: held.get(f"gestalt-{name}", 0) for name in LENT}
    return found | {"base": found["base"] - 1}


def lends(fight: Fight) -> bool:
    return stored.way_of(fight) == COMBINING


def has_given(one: Combatant) -> bool:
    """Whether they have rolled, or lent their dice."""
    return total_of(one) is not None or lent_of(one) is not None


def side_of(fight: Fight) -> list[Lent]:
    """What everybody of the players' side has rolled or lent so far."""
    there = [one for one in stored.everybody(fight) if has_given(one)]
    return [Lent(one.character.public_id, one.character.name, total_of(one), **(lent_of(one) or {})) for one in there]


def still_to_roll(fight: Fight) -> list[str]:
    """Whose roll is waited for, of those of whom everybody knows."""
    waiting = [asked_of(one) for one in exchanges.open_exchanges(fight.desk, KIND)]
    return [one.character.name for one in waiting if one is not None and not one.character.hidden]


def first_answered(fight: Fight) -> Ask:
    """The first of the questions for a roll that was answered in this fight. Refuses (LookupError) where none was."""
    cast = {one.pk for one in stored.everybody(fight) if has_given(one)}
    rows = (one for one in fight.desk.all(Exchange, kind=KIND) if exchanges.state_of(one).combatant in cast)
    asks = [ask for one in rows for ask in fight.desk.all(Ask, exchange=one)]
    if not asks:
        raise LookupError("nobody has rolled")
    return min(asks, key=lambda one: one.pk)


def asked_of(exchange: Exchange) -> Combatant | None:
    found = exchange.desk.find(Combatant, exchanges.state_of(exchange).combatant)
    return found if found is not None and found.state != "out" and not has_given(found) else None


class RollForm(AnswerForm, DiceForm, ExperienceForm, RealDiceForm):
    """With which trait, as the GM says what is rolled; real dice where they are not lent."""

    kinds = (KIND,)
    trait = trait_field()

    def setup(self) -> None:
        one = self.one
        self.offer_experience(one.character if one else None)
        if one is not None:
            self.offer("trait", traits_of(self.viewer, one.character))
            self.start_with({"trait": likeliest_trait(self.viewer, one.character)})
            if lends(one.fight):
                del self.fields["faces"]

    @property
    def one(self) -> Combatant | None:
        return asked_of(self.row.exchange) if self.row is not None else None

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if self.one is not None:
            self.check_experience(self.one.character)
        return given

    def pool(self, one: Combatant) -> Built:
        used = self.experience_given
        extras = [*self.by_hand(), *as_extra(one.character, used["experience"], used["reason"])]
        return built(Sought(one.character, "action", self.cleaned_data.get("trait") or ""), extras)


def outlook(viewer: Viewer, form: RollForm) -> Mapping[str, Any]:
    """How the dice fall that are thrown or lent, by the way in which the fight is settled."""
    one = form.one
    if one is None:
        return {"refused_now": OVER}
    found = form.pool(one)
    line = told.spread(found.pool, viewer.options)
    button = f"Lend {found.pool.counted}" if lends(one.fight) else f"Throw {found.pool.thrown}"
    shown = {"way": TITLES[stored.way_of(one.fight)], "way_rule": RULES[stored.way_of(one.fight)]}
    return shown | {"heading": f"The fight: {one.character.name}", "button": button, "line": line}


@act(
    "yarn.gestalt-roll",
    title="Your side of the fight",
    form=RollForm,
    button="Throw",
    preview=outlook,
    template="combat/yarn/gestalt/acts/roll.html",
)
def gestalt_roll(turn: Turn, form: RollForm) -> None:
    """One roll for all that somebody does in this fight; where dice are combined they are lent, and fall together.
    Refuses a fight that is over."""
    ask: Ask = form.cleaned_data["ask"]
    one = form.one
    if one is None:
        turn.refuse("over", OVER, "ask")
    acting_for(turn, one.character)
    if lends(one.fight):
        exchanges.answered(turn, ask, _lend(turn, one, form.pool(one)))
        return
    found = form.pool(one)
    thrown = form.dice_of(turn, found.pool.thrown, ask)
    fell = rolled(turn, found, dice=thrown.dice, options=stored.options_of(one.fight))
    thrown.settle()
    tracking.set_tally(turn, one, one.fight.span, TOTAL, fell.total + 1)
    facts = named(one.character) | {"roll": facts_of(found, fell, typed=thrown.typed)}
    event = turn.tell("yarn.gestalt-rolled", facts, to=watchers_of(one.character))
    exchanges.answered(turn, ask, event)


def _lend(turn: Turn, one: Combatant, found: Built) -> Event:
    """Notes the dice for the roll of all. Refuses somebody without dice."""
    pool = ready(found.pool)
    for name, count in zip(LENT, (pool.counted + 1, pool.net_bonus, pool.net_penalty), strict=True):
        tracking.set_tally(turn, one, one.fight.span, f"gestalt-{name}", count)
    for extra in found.extras:
        if extra.used is not None:
            extra.used(turn)
    facts = named(one.character) | {"dice": pool.counted, "bonus": pool.net_bonus, "penalty": pool.net_penalty}
    return turn.tell("yarn.gestalt-lent", facts, to=watchers_of(one.character))


def ask_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """The traits to roll with, a tap each."""
    one = asked_of(ask.exchange)
    if one is None or not sheet_open_to(viewer, one.character):
        return {"gone": True}
    ways = []
    for key, words in traits_of(viewer, one.character):
        pool = built(Sought(one.character, "action", key)).pool
        ways.append({"trait": key, "title": words.rpartition(" · ")[0], "line": told.spread(pool, viewer.options)})
    way = stored.way_of(one.fight)
    return {"ways": ways, "fallen": bool(ask.thrown), "way": TITLES[way], "way_rule": RULES[way],
            "lends": lends(one.fight)}  # fmt: skip
