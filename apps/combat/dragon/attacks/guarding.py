"""The answer to an attack: nothing, a dodge, a parry, or dice that were kept; then both throw (dragon.attack)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from django import forms
from django.utils.text import capfirst

from apps.characters.forms import acting_for, number
from apps.checks.dragon import odds
from apps.checks.dragon.pools import told
from apps.checks.thrown import Thrown
from apps.checks.typed import FacesField, hand_of
from apps.combat.dragon import turns as stored
from apps.combat.dragon.attacks import expecting, guards, judging, landing, opening
from apps.combat.dragon.attacks.guards import KEPT, NOTHING, Guard
from apps.combat.dragon.attacks.landing import Answer
from apps.combat.dragon.attacks.strike import KINDS, Facts, Sides, sides_of
from apps.combat.dragon.forms import PayingForm
from apps.combat.dragon.phases import acting, spending, words
from apps.combat.models import Combatant
from apps.rules.dragon.checks import thrown
from apps.rules.dragon.combat import turns as rules
from apps.rules.dragon.combat.prices import Price
from apps.rules.dragon.combat.split import SplitAction, dice_to_split, why_no_split
from apps.rules.dragon.combat.turns import Share
from apps.rules.dragon.lists import DEFENCES
from apps.rules.odds import percent
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.acts import act
from apps.table.models import Ask
from apps.table.shared.answers import AnswerForm
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_KEPT = 99
GONE = "One of the two is not in the fight any more. The attack can be called off."


class DefendForm(AnswerForm, PayingForm):
    """How an attack is met; of which the dice may be split, and some kept for another attack of the round."""

    kinds = KINDS
    guard = forms.ChoiceField(
        label="Against it",
        widget=forms.RadioSelect,
        error_messages={"required": "Say what is done against it.", "invalid_choice": "That is no defence."},
    )
    keep = number("Dice kept for another attack", 0, MOST_KEPT, required=False, initial=0)
    keep_for = forms.ChoiceField(
        label="Kept for",
        choices=[(one, f"A {one}") for one in DEFENCES],
        initial=DEFENCES[0],
        required=False,
        widget=forms.RadioSelect,
    )
    faces = FacesField()
    how = "defence"

    def setup(self) -> None:
        del self.fields["character"]
        self.offer("guard", [(one.id, one.title) for one in self.guards])
        self.start_with({"guard": NOTHING})
        self.offer_phases()

    @cached_property
    def sides(self) -> Sides | None:
        """Both sides, read once; None where one is gone, or the question is closed."""
        return sides_of(self.viewer.desk, self.state) if self.row is not None else None

    @cached_property
    def guards(self) -> list[Guard]:
        return guards.guards_of(self.sides) if self.sides else []

    def so_far(self) -> Combatant | None:
        return self.sides.target if self.sides else None

    def rolls(self) -> tuple[str, ...]:
        """The substat of the defence that is looked at; at first that of any, for they cost the same phases."""
        named = str(self["guard"].value() or "")
        able = [one for one in self.guards if one.chosen and one.price]
        found = next((one for one in able if one.id == named), able[0] if able else None)
        return (found.chosen.substat,) if found and found.chosen else ()

    @property
    def in_time(self) -> Sides:
        """Both sides, where both are still there."""
        if self.sides is None:
            raise Refused("gone", GONE, "ask")
        return self.sides

    @property
    def chosen_guard(self) -> Guard:
        """What was chosen. Refuses what cannot be done."""
        found = next(one for one in self.guards if one.id == self.cleaned_data["guard"])
        if found.off:
            raise Refused(found.off.code, found.off.text, "guard")
        return found

    @property
    def fallen(self) -> bool:
        """Whether the dice fell in an answer that was taken back."""
        return self.row is not None and bool(self.row.thrown)

    # dice that are split

    @property
    def kept(self) -> int:
        return self.cleaned_data.get("keep") or 0

    def split(self, guard: Guard) -> tuple[Guard, Share | None]:
        """The defence with its part of the dice, and what is kept of them. Refuses what cannot be split so."""
        if not self.kept:
            return guard, None
        if guard.chosen is None:
            raise Refused("no-split", "Dice are split between two defences: choose a dodge or a parry for now.", "keep")
        later = self._later()
        actions = [_action(guard, "this attack"), _action(later, "another attack")]
        now = dice_to_split(actions) - self.kept
        if why := why_no_split(actions=actions, shares=(now, self.kept), shticks=self.in_time.struck.switches):
            raise Refused(why.code, why.text, "keep")
        share = replace(sure(later.chosen), dice=self.kept).pool(self.in_time.options)
        return replace(guard, chosen=replace(guard.chosen, dice=now)), Share(self._kept_for, share)

    def kept_part(self, share: Share) -> Facts:
        """The dice that wait for another attack, and what they are worth."""
        later = sure(self._later().chosen)
        return expecting.part(guards.KEPT_TITLES[share.defence], later.what, share.pool, expecting.TAKES_OFF)

    @property
    def _kept_for(self) -> Any:
        return self.cleaned_data.get("keep_for") or DEFENCES[0]

    def _later(self) -> Guard:
        """The defence for which dice are kept: against a blow, because nobody knows what comes."""
        sides = self.in_time
        blow = replace(sides, strike=replace(sides.strike, arms=replace(sides.strike.arms, attack="melee")))
        if why := guards.why_not(blow, self._kept_for):
            raise Refused(why.code, why.text, "keep_for")
        return Guard(KEPT, "", guards.chosen_for(sides.struck, self._kept_for, "melee", sides.options))


def _action(guard: Guard, target: str) -> SplitAction:
    chosen = sure(guard.chosen)
    return SplitAction(chosen.substat, chosen.dice, chosen.level, target)


# what it looks like


def defend_outlook(viewer: Viewer, form: DefendForm) -> Mapping[str, Any]:
    """The odds of what is chosen, from what this seat may know of the attack."""
    sides = form.in_time
    facts = form.row.facts if form.row else {}
    found: dict[str, Any] = {"heading": f"{facts['by']} attacks {facts['who']}", "own_footer": True}
    guard, share = form.split(form.chosen_guard)
    does = f"{guard.title}, keep {share.pool.dice}" if share else guard.title
    found |= {"subheading": capfirst(facts["weapon"]), "odds": _odds(viewer, form, sides, guard), "button": does}
    found |= {"kept": form.kept_part(share)} if share else {}
    return found | (acting.priced(sides.target, guard.price, form.rolls(), does) if guard.price else {})


def _odds(viewer: Viewer, form: DefendForm, sides: Sides, guard: Guard) -> expecting.Drawn:
    successes = seen_successes(form)
    pool = guard.pool(sides.options)
    if expecting.knows_attack(viewer, sides):
        against = sides.strike.pool(sides.options) if successes is None else successes
        found = expecting.of_attack(against, sides, guard, expecting.knows_target(viewer, sides))
        return expecting.harm(found, "Chance to be hit")
    if successes is not None:
        hit = expecting.of_attack(successes, sides, guard, known=False).hit
        return {"headline": percent(hit), "sentence": "Chance to be hit"}
    if pool is None:
        return {"sentence": "Nothing is taken off the attack but cover."}
    return odds.drawn(pool, None) | {"sentence": "How many of its successes it takes off"}


def seen_successes(form: DefendForm) -> int | None:
    """The successes of the attack, where its dice are seen before the answer (switch defence-after-attack-roll)."""
    sides = form.in_time
    return sides.strike.rolled(sides.options).successes if sides.options.defence_after_attack_roll else None


# the act


@act(
    "dragon.defend",
    title="You are attacked",
    form=DefendForm,
    button="This it is",
    preview=defend_outlook,
    template="combat/dragon/acts/defend.html",
)
def defend(turn: Turn, form: DefendForm) -> None:
    """Pays for the answer, throws it, and lays the attack open; then the damage is done."""
    ask: Ask = form.cleaned_data["ask"]
    sides = form.in_time
    if no := opening.why_wait(ask.exchange):
        raise no
    acting_for(turn, sides.target.character)
    turn.cause = ask.exchange.opened_by
    guard, share = form.split(form.chosen_guard)
    paid = _paid(turn, form, guard, share)
    answer = replace(_thrown(turn, form, guard, ask), paid=paid, kept=guards.told_share(share) if share else None)
    event = landing.land(turn, sides, answer)
    exchanges.answered(turn, ask, event)
    opening.cut_off(turn, sides)
    opening.then_goes_on(turn, sides.fight)


def _paid(turn: Turn, form: DefendForm, guard: Guard, share: Share | None) -> Facts | None:
    """Pays with the kept dice, or with phases; keeps the other part of split dice."""
    sides = form.in_time
    if guard.id == KEPT:
        after, _ = rules.take_share(stored.state_of(sides.fight), sides.target.public_id)
        stored.write(turn, sides.fight, after)
    if guard.price is None:
        return None
    rolls = [guard.chosen.substat] if guard.chosen else []
    if share:
        rolls.append(form._later().chosen.substat)  # type: ignore[union-attr]
    paid = spending.spend(turn, sides.target, rolls, form.cleaned_data["pay"], "defence")
    if share:
        stored.write(turn, sides.fight, rules.reserve(stored.state_of(sides.fight), sides.target.public_id, share))
    return paid


def _thrown(turn: Turn, form: DefendForm, guard: Guard, ask: Ask) -> Answer:
    sides = form.in_time
    pool = guard.pool(sides.options)
    if pool is None:
        return Answer(guard.id, "No defence")
    dice = Thrown(turn, hand_of(form.cleaned_data["faces"], pool.dice, form.fallen), ask)
    rolled = thrown(pool, dice.dice)
    dice.settle()
    if guard.share is not None:
        return Answer(guard.id, guard.title, guards.kept_side(guard.share, rolled, dice.typed))
    return Answer(guard.id, guard.title, told(sure(guard.chosen), rolled, dice.typed, sides.options))


# what is asked


def defend_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card tells: the attack as far as it may be known, and each answer with its price and its odds."""
    form = DefendForm(initial={"ask": ask.public_id}, viewer=viewer)
    found: dict[str, Any] = {"asked": ask.facts, "state": None}
    if form.sides is None:
        return found | {"gone": True}
    sides, answers = form.sides, [_told_guard(viewer, form, one) for one in form.guards]
    no = opening.why_wait(ask.exchange)
    return (
        found
        | _asked_price(form)
        | {
            "sides": sides,
            "strike": sides.strike,
            "strength": sides.attacking.value("strength") if expecting.knows_attack(viewer, sides) else None,
            "resistance": sides.struck.value("resistance"),
            "left": sides.struck.left,
            "successes": seen_successes(form),
            "guards": answers,
            "waits": no.text if no else "",
            "counts_off": any(one.get("chances") for one in answers),
            "fallen": bool(ask.thrown),
            "covers": judging.covers(sides.strike) if viewer.is_gm else [],
        }
    )


def _asked_price(form: DefendForm) -> Facts:
    """What a defence costs, and which later phases may be given up for it; nothing where there is none to pay for."""
    sides, price = form.in_time, form.price()
    if not isinstance(price, Price) or not any(one.price for one in form.guards):
        return {}
    later = spending.later_of(sides.target)
    costs, because = words.price_words(sides.target, price, form.rolls())
    return {
        "costs": costs,
        "because": because,
        "to_name": price.to_name,
        "pays": [one for one in later if one not in price.next],
        "suggested": price.suggested(later),
    }


def _told_guard(viewer: Viewer, form: DefendForm, one: Guard) -> Facts:
    sides = form.in_time
    found: Facts = {"id": one.id, "title": one.title, "off": one.off.text if one.off else ""}
    if one.off:
        return found
    pool = one.pool(sides.options)
    found |= expecting.answer(viewer, sides, one, seen_successes(form))
    if pool:
        found |= {"what": one.chosen.what if one.chosen else "", "dice": pool.dice, "target": pool.target}
    return found | {"costs": words.price_words(sides.target, one.price)[0] if one.price else ""}
