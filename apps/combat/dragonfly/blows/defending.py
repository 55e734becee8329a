"""Defenses (dragonfly.defense-allowance): the target of an attack dodges, parries or takes it; then both are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from operator import itemgetter
from typing import Any, cast

from django import forms
from django.utils.text import capfirst

from apps.characters.access import sheet_open_to
from apps.characters.forms import acting_for
from apps.characters.models import Character
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.facts import SOMEBODY
from apps.checks.dragonfly.sides import labelled, thrown_for
from apps.checks.thrown import Thrown
from apps.checks.versus import whom_to_ask
from apps.combat.dragonfly.blows import blow, cards, landing, spreading
from apps.combat.dragonfly.blows.answers import Choice, Helps, choices_of, kept_face, why_no_defense
from apps.combat.dragonfly.blows.blow import Attack, Defense, Way
from apps.combat.dragonfly.blows.expecting import level_rows
from apps.combat.dragonfly.blows.striking import StrikerForm
from apps.combat.dragonfly.fighters import moves, questions
from apps.combat.dragonfly.fighters.standing import Standing, count, still_fighting
from apps.combat.dragonfly.fighters.tests_due import AnsweringForm
from apps.rules.dragonfly.combat import turns
from apps.rules.dragonfly.combat.odds import AttackOdds, DefenseOdds, attack_odds, defense_odds
from apps.rules.dragonfly.lists import ATTACK_KINDS
from apps.rules.odds import percent
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.acts import act
from apps.table.models import Ask, Event
from apps.table.templatetags.kit import minus
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KINDS = questions.kinds_for(questions.ATTACK)
MADE = "dragonfly.attack-made"
TAKE = "take"
DODGES = {"acrobatics": "Acrobatics", "getting-medieval": "Getting Medieval", "kung-fu": "Kung Fu"}
KIND_TITLES = {row.id: row.title.lower() for row in ATTACK_KINDS}


# asking


def ask(turn: Turn, attack: Attack) -> Event:
    """The attack is made and counted, and its die has fallen: asks the target for a defense, or lands it at once.

    It lands at once on whoever cannot defend, and misses at once where everybody knows that it misses. Returns the
    event that tells of it. The die stays sealed in the exchange unless the rules make its total known
    (`blow.known_total`).
    """
    target, attacker = (still_fighting(turn.desk, key) for key in (attack.target, attack.attacker))
    if target is None or attacker is None:
        turn.refuse("gone", "That target is not in the fight any more.", "target")
    options = moves.options_of(turn.viewer, target.fight)
    if (nothing := unanswered(target, attack, options)) is not None:
        return landing.land(turn, attack, nothing)
    return _open(turn, attack, attacker, target, options)


def ask_all(turn: Turn, attacks: list[Attack]) -> None:
    """Asks every target of one roll. What nobody can answer lands at once, or, where others of the same roll are asked,
    together with theirs."""
    if len(attacks) == 1:
        ask(turn, attacks[0])
        return
    together = spreading.of_one_roll(attacks)
    unasked = [(one, found) for one in together if (found := _unasked(turn, one)) is not None]
    waiting = [one for one in together if one not in [attack for attack, _ in unasked]]
    if not waiting:
        spreading.land(turn, unasked)
    for one in waiting:
        ask(turn, spreading.with_answered(one, unasked))


def _unasked(turn: Turn, attack: Attack) -> Defense | None:
    target = still_fighting(turn.desk, attack.target)
    if target is None:
        turn.refuse("gone", "One of the targets is not in the fight any more.", "target")
    return unanswered(target, attack, moves.options_of(turn.viewer, target.fight))


def unanswered(target: Standing, attack: Attack, options: Any) -> Defense | None:
    """What stands for the answer where nobody is asked: everybody knows that it misses, or the target cannot defend."""
    if blow.cannot_land(attack, options):
        return Defense("none", "Nobody has to defend")
    no = why_no_defense(target, attack, options)
    return Defense("none", no.text.removesuffix(".")) if no else None


def _open(turn: Turn, attack: Attack, attacker: Standing, target: Standing, options: Any) -> Event:
    event = _tell_made(turn, attack, attacker.character, target.character)
    secret = attacker.character.hidden or target.character.hidden
    waiting = replace(attack, turn=target.fight.turn_id or 0)
    exchange = exchanges.open_exchange(
        turn, f"{questions.ATTACK}-secret" if secret else questions.ATTACK, waiting, by=event
    )
    facts: dict[str, Any] = {
        "who": target.character.name,
        "character_id": target.character.public_id,
        "by": SOMEBODY if attacker.character.hidden else attacker.character.name,
        "way": cards.way_told(attack.way.name, attack.sort, seen=not attacker.character.hidden),
        "sort": attack.sort,
        "kind": KIND_TITLES[attack.kind],
    }
    total = blow.known_total(attack, options)
    if total is not None:
        facts["total"] = total
    exchanges.ask(turn, exchange, whom_to_ask(target.character), facts)
    return event


def _tell_made(turn: Turn, attack: Attack, attacker: Character, target: Character) -> Event:
    """That somebody attacks; nothing of the sealed die."""
    made = cards.Made(attacker=attacker.name, target=target.name, way=attack.way.name, sort=attack.sort)
    return cards.tell(turn, MADE, made, attacker, target)


# the odds


def chances(viewer: Viewer, attack: Attack, choice: Choice, total: int | None, face: int | None) -> DefenseOdds:
    """The odds of one way to answer, from what this seat may know: the total that is known, the attacker's numbers if
    it may read them, or nothing of the attack."""
    return defense_odds(**choice.side(face), **_known_attack(viewer, attack, total), counts=attack.counts)


def _known_attack(viewer: Viewer, attack: Attack, total: int | None) -> dict[str, int]:
    if total is not None:
        return {"attack_total": total}
    attacker = still_fighting(viewer.desk, attack.attacker)
    if attacker is None or not sheet_open_to(viewer, attacker.character):
        return {}
    return {"attack_bonus": attack.bonus}


def undefended(viewer: Viewer, attack: Attack, total: int | None) -> AttackOdds | None:
    """The odds of an attack that nobody answers, as far as this seat may know it."""
    known = _known_attack(viewer, attack, total)
    return attack_odds(**known, counts=attack.counts) if known else None


def told_chance(found: DefenseOdds) -> str:
    """The chance to stay unhurt; against an unknown attack, that of a total that defends at all."""
    return percent(found.success if found.safe is None else found.safe)


# answering


class DefendForm(StrikerForm, AnsweringForm):
    kinds = KINDS
    how = forms.ChoiceField(label="What is done against it", widget=forms.RadioSelect)
    ruled_out = forms.MultipleChoiceField(
        label="Tick what does not fit a dodge here",
        choices=list(DODGES.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    field_order = ("ask", "how")

    def setup(self) -> None:
        super().setup()
        if not self.viewer.is_gm or self.sheet is None or not self.sheet.is_full:
            self.fields.pop("ruled_out")
        if self.row is not None and self.sheet is not None:
            self._offer_answers()

    def _offer_answers(self) -> None:
        standing = self.standing()
        found = self.choices(Helps(weapon=Way("another weapon", "hand-weapon"))) if standing else []
        offered = [(one.id, labelled(one.words)) for one in found if not _senseless(one)]
        self.offer_if_there("how", [*offered, (TAKE, labelled("Take it"))])
        possible = [one.id for one in found if one.why_not is None]
        if not self.is_bound:
            self.initial.setdefault("how", possible[0] if possible else TAKE)

    @property
    def attack(self) -> Attack:
        return cast(Attack, self.state)

    def character_key(self) -> int:
        target = self.find_standing()
        return target.character.pk if target else 0

    def find_standing(self) -> Standing | None:
        return still_fighting(self.viewer.desk, self.attack.target) if self.row else None

    def helps(self) -> Helps:
        """What the form adds to whichever way is chosen."""
        return Helps(self.own_lines(), self.uses, tuple(self.cleaned_data.get("ruled_out") or ()), self.another_weapon)

    def choices(self, helps: Helps) -> list[Choice]:
        standing = self.standing()
        return choices_of(standing, self.attack, self.options, helps) if standing else []

    def chosen(self) -> Choice | None:
        """The way that is chosen; None where the target takes it."""
        how = self.cleaned_data["how"]
        return next((one for one in self.choices(self.helps()) if one.id == how), None)

    @property
    def kept(self) -> int | None:
        """The die of the first defense of the Turn."""
        standing = self.standing()
        return kept_face(standing, self.options) if standing else None

    @property
    def was_shown(self) -> bool:
        """An answer that only waited for those of others was not."""
        return not self.attack.more.get(spreading.ROLL)

    @property
    def known_face(self) -> int | None:
        """The die that counts, where it has fallen: for the first defense of the Turn, or in an answer taken back."""
        return self.fallen if self.kept is None else self.kept

    @property
    def known_total(self) -> int | None:
        """The attack's total, where it is known before the choice, or was shown with an answer that was taken back."""
        shown: int | None = self.open_ask.facts.get("total")
        return self.attack.check().total if shown is None and self.fallen is not None else shown


def _senseless(one: Choice) -> bool:
    return one.why_not is not None and one.why_not.code == "no-parry"


def defend_outlook(viewer: Viewer, form: DefendForm) -> Mapping[str, Any]:
    """The odds of what is chosen, from what this seat may know of the attack."""
    asked, chosen = form.open_ask.facts, form.chosen()
    found: dict[str, Any] = {
        "heading": f"{asked['by']} attacks {asked['who']}",
        "subheading": capfirst(asked["way"]),
        "own_footer": True,
    }
    total = form.known_total
    if chosen is None:
        return found | {"button": "Take it", "odds": _drawn_undefended(undefended(viewer, form.attack, total))}
    if no := _no_answer(form, chosen):
        return found | {"refused_now": no.text, "button": chosen.words}
    face = form.known_face
    drawn = _drawn(chances(viewer, form.attack, chosen, total, face), chosen, total)
    return found | {"odds": drawn, "added": chosen, "button": _button(chosen, face, form.cleaned_data.get("face"))}


def _no_answer(form: DefendForm, chosen: Choice) -> Refused | None:
    standing = form.standing()
    no = why_no_defense(standing, form.attack, form.options) if standing else None
    return no or chosen.why_not


def _button(chosen: Choice, fallen: int | None, face: int | None) -> str:
    if chosen.is_score or fallen is not None:
        return f"{chosen.words}: {chosen.bonus + (0 if chosen.is_score else fallen or 0)}"
    return f"{chosen.words}: {odds.button(chosen.bonus, face)}"


def _drawn(found: DefenseOdds, chosen: Choice, total: int | None) -> dict[str, Any]:
    against = f"against {total}" if total is not None else "against this attack"
    known = found.safe is not None
    drawn: dict[str, Any] = {
        "headline": told_chance(found),
        "sentence": f"Chance to stop it, or that it misses, {against}" if known else "Chance of a total that defends",
        "rows": level_rows(found.levels),
    }
    if found.least_face is not None:
        drawn["hints"] = [odds.least_face(found.least_face)]
    return drawn


def _drawn_undefended(found: AttackOdds | None) -> dict[str, Any]:
    if found is None:
        return {"sentence": "Nothing stops it: it lands with 9 or more."}
    return {"headline": percent(1 - found.hit), "sentence": "Chance that it misses by itself: it lands with 9 or more"}


@act(
    "dragonfly.defend",
    title="You are attacked",
    form=DefendForm,
    button="This it is",
    preview=defend_outlook,
    template="combat/dragonfly/acts/defend.html",
)
def defend(turn: Turn, form: DefendForm) -> None:
    """The target dodges, parries or takes it; then the sealed die is shown, and what it does is done."""
    ask: Ask = form.cleaned_data["ask"]
    target = form.standing()
    if target is None:
        turn.refuse("gone", "The target is not in the fight any more. The attack can be called off.", "ask")
    chosen = form.chosen()
    if chosen is not None and (no := _no_answer(form, chosen)):
        turn.refuse(no.code, f"{no.text} Take it instead.", "how")
    acting_for(turn, target.character)
    turn.cause = ask.exchange.opened_by
    thrown = thrown_for(turn, form, ask)
    defense = Defense("none", "Takes it") if chosen is None else _defended(turn, form, chosen, target, thrown)
    event = spreading.keep_back(turn, form.attack, defense) or landing.land(turn, form.attack, defense)
    thrown.settle()
    exchanges.close_ask(turn, ask, event)
    exchanges.close(turn, ask.exchange)


def _defended(turn: Turn, form: DefendForm, chosen: Choice, target: Standing, thrown: Thrown) -> Defense:
    """Throws the defense, or reads the die of the Turn's first one again, and counts it."""
    kept = form.kept
    if kept is not None and form.cleaned_data.get("face") is not None:
        turn.refuse("kept-die", f"Further defenses use the die of the first: it shows {kept}.", "face")
    values = [line.part() for line in chosen.lines]
    check = turns.thrown(values=values, face=kept, dice=thrown.dice)
    key = turns.die_key(act="defense", options=form.options)
    count(turn, target, "defense", die=key, face=check.face)
    return Defense(
        chosen.how, chosen.words, chosen.what, chosen.lines, check, thrown.typed and kept is None, chosen.way
    )


def defend_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card tells: each way to answer with its chance; never anything of a sealed die."""
    form = DefendForm({"ask": ask.public_id, "how": TAKE}, viewer=viewer)
    found: dict[str, Any] = {"asked": ask.facts, "state": None}
    if form.sheet is None or not form.is_valid() or still_fighting(viewer.desk, form.attack.attacker) is None:
        return found | {"gone": True}
    total = form.known_total
    ways = [one for one in form.choices(Helps(form.own_lines())) if not _senseless(one)]
    return found | {
        "ways": [_way_told(viewer, form, one, total, form.known_face) for one in ways],
        "fallen": bool(ask.thrown),
        "kept": form.kept,
        "take": _taking(viewer, form, total),
    }


def _taking(viewer: Viewer, form: DefendForm, total: int | None) -> dict[str, str]:
    """What comes of no defense, as far as this seat may know: what is lost where the attacker's numbers are known, else
    the chance that it misses."""
    attack, attacker = form.attack, still_fighting(viewer.desk, form.attack.attacker)
    found = undefended(viewer, attack, total)
    if found is None or attacker is None:
        return {"words": "no defense: it lands with 9 or more"}
    losses = _losses(form, found) if sheet_open_to(viewer, attacker.character) else []
    if found.hit == 1:
        return _landing(form.stands.sheet.life_points, losses)
    mean = sum((chance * loss for chance, loss in losses), Fraction(0)) / (found.hit or 1)
    average = f"; if not, {float(mean):.1f} damage on average" if mean else ""
    return {"words": f"no defense: the chance that it misses{average}", "number": percent(1 - found.hit)}


def _landing(life: int, losses: list[tuple[Fraction, int]]) -> dict[str, str]:
    """Of a blow that lands for certain: what is lost, or between what and what."""
    if not losses:
        return {"words": "no defense: it lands"}
    least, most = min(losses, key=itemgetter(1))[1], max(losses, key=itemgetter(1))[1]
    left = minus(life - least) if least == most else f"{minus(life - least)}, or down to {minus(life - most)}"
    number = f"−{least}" if least == most else f"−{least} to −{most}"
    return {"words": f"no defense: Life Points {minus(life)} to {left}", "number": number}


def _losses(form: DefendForm, found: AttackOdds) -> list[tuple[Fraction, int]]:
    """The damage of one blow that lands, for each number of Success Levels, with its chance; none of a hold."""
    attack = form.attack
    if attack.sort == blow.GRAPPLE or attack.more.get("mode", "one") != "one":
        return []
    landing = [one for one in found.levels if one.success_levels]
    return [(one.chance, blow.harm_at(attack, one.success_levels, form.stands, form.options)) for one in landing]


def _way_told(viewer: Viewer, form: DefendForm, one: Choice, total: int | None, kept: int | None) -> dict[str, Any]:
    no = _no_answer(form, one)
    if no is not None:
        return {"id": one.id, "words": one.words, "off": no.text}
    dice = str(one.bonus) if one.is_score else odds.d10(one.bonus) if kept is None else f"{one.bonus + kept}"
    return {
        "id": one.id,
        "words": one.words,
        "what": one.what,
        "dice": dice,
        "chance": told_chance(chances(viewer, form.attack, one, total, kept)),
    }
