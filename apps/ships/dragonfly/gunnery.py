"""Opening fire (dragonfly.open-fire): whoever sits at a weapon throws a die that lies sealed until it is answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.access import played_by, sheet_open_to
from apps.characters.dragonfly.points import is_furious, spent_told_by
from apps.characters.forms import CharacterChoice, acting_for
from apps.characters.models import Character
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.sides import Added, labelled
from apps.checks.versus import whom_to_ask
from apps.rules.dragonfly import drama
from apps.rules.dragonfly.checks import Check
from apps.rules.dragonfly.combat.turns import die_key
from apps.rules.dragonfly.ships import dogfight as rules
from apps.rules.dragonfly.ships.odds import fire_odds
from apps.rules.odds import percent
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.ships.dragonfly.crew import (
    FIXED_SHOTS,
    GUNNER,
    PILOT,
    STOPPED,
    TURRET_SHOTS,
    ChosenCrewForm,
    action_parts,
    hurt_parts,
    keep_face,
    note,
    number_of_next,
    options_of,
    pilot_of,
    vessel_with,
    who_is_asked,
    why_no_more,
)
from apps.ships.dragonfly.evading import Evading, evasion_of
from apps.ships.dragonfly.sheet import Weapon
from apps.ships.dragonfly.shots import KIND, Shot, dice_of, pending, settle
from apps.ships.dragonfly.sight import range_between
from apps.ships.dragonfly.steps import (
    DISENGAGE,
    ENGAGE,
    all_sailing,
    has_position,
    proposed_target,
    targets_of,
    why_not_now,
    working_weapons,
)
from apps.ships.dragonfly.telling import UNSEEN, known_to_crew, tell
from apps.ships.models import Post, Vessel
from apps.table import exchanges
from apps.table.acts import act
from apps.table.models import Event
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

FIXED = "fixed-forward"
MANNED_BY = {FIXED: PILOT, "turret": GUNNER}


# whoever sits at a weapon


def manned_by(vessel: Vessel, person: Character) -> list[Weapon]:
    """The working weapons that this person fires: the pilot those that are fixed, gunners the turrets."""
    posts = {one.key for one in vessel.desk.all(Post, ship=vessel.ship_id, person=person)}
    return [one for one in working_weapons(vessel) if MANNED_BY.get(one.mount) in posts] if posts else []


def at_weapons(viewer: Viewer) -> list[Character]:
    """Those whom this seat plays who sit where the weapons of a sailing ship are fired from."""
    posts = [post for one in all_sailing(viewer) for post in viewer.desk.all(Post, ship=one.ship_id)]
    people = {post.person_id for post in posts if post.key in MANNED_BY.values()}
    return [one for one in played_by(viewer) if one.pk in people]


class FireForm(ChosenCrewForm):
    """Who fires which weapon at whom."""

    post_key = GUNNER
    character = CharacterChoice(label="Who fires")
    weapon = forms.ChoiceField(label="Weapon", widget=forms.RadioSelect)
    target = forms.ChoiceField(label="Target", widget=forms.RadioSelect)

    def setup(self) -> None:
        self.alternatives = at_weapons(self.viewer)
        self.choose("character", self.alternatives)
        self._vessel = self._sailing()
        super().setup()
        self._offer_targets()

    def _sailing(self) -> Vessel | None:
        person = self.whose()
        return vessel_with(person) if person else None

    def _offer_targets(self) -> None:
        vessel, sheet = self._vessel, self.sheet
        seen = targets_of(self.viewer, vessel) if vessel else []
        self.targets = {one.public_id: one for one in seen}
        held = manned_by(vessel, sheet.character) if vessel and sheet else []
        self.weapons = {one.id: one for one in held}
        self.offer_if_there("weapon", [(one.id, labelled(f"{one.name}, {one.mount_title.lower()}")) for one in held])
        self.offer_if_there("target", [(one.public_id, labelled(one.ship.name)) for one in seen])
        if not self.is_bound and vessel:
            self.initial.setdefault("weapon", next(iter(self.weapons), ""))
            target = proposed_target(vessel, seen)
            self.initial.setdefault("target", target.public_id if target else "")

    def vessel(self) -> Vessel | None:
        return self._vessel

    @property
    def chosen(self) -> Weapon:
        found: Weapon = self.weapons[self.cleaned_data["weapon"]]
        return found

    @property
    def at(self) -> Vessel:
        found: Vessel = self.targets[self.cleaned_data["target"]]
        return found

    @property
    def counted_as(self) -> str:
        return FIXED_SHOTS if self.chosen.mount == FIXED else TURRET_SHOTS

    @property
    def number(self) -> int:
        """Which additional action of the Turn this shot takes."""
        return number_of_next(self.spent(), self.counted_as, self.options, sure(self._vessel).choice == DISENGAGE)

    def arc(self) -> rules.Arc:
        """What the weapon may do (dragonfly.firing-arcs)."""
        vessel = sure(self._vessel)
        chosen = vessel.choice == ENGAGE and vessel.target_id == self.at.pk
        return rules.firing_arcs(
            mount=self.chosen.mount,
            position=has_position(vessel, self.at, self.options),
            target_is_chosen=chosen,
            piloting_levels=vessel.levels or 0,
            options=self.options,
        )

    def parts(self) -> tuple[Part, ...]:
        own = rules.gunnery_parts(range=range_between(sure(self._vessel), self.at), position_bonus=self.arc().bonus)
        fury = (drama.FURY,) * is_furious(self.own_sheet.character)
        return (*own, *fury, *hurt_parts(self.own_sheet, self.options), *action_parts(self.number))

    def kept_key(self) -> str:
        return f"die-{die_key(act='attack', options=self.options)}"

    def series(self) -> str:
        return "attack"

    def kept_face(self) -> int | None:
        """The die of the first shot of this Turn, which further ones use again."""
        return self.spent().get(self.kept_key())

    def why_not(self) -> Refused | None:
        """Why this shot cannot be fired, or None if it can."""
        if no := self.why_unfit or why_not_now(self.viewer, sure(self._vessel), "fire"):
            return no
        if pending(self.own_sheet.character):
            text = f"{self.own_sheet.name}’s last shot still waits for the other pilot’s answer."
            return Refused("pending", text)
        if not self.arc().may_fire:
            text = "A fixed-forward weapon fires only at the chosen target, and only from firing position."
            return Refused("no-position", text, "weapon")
        if self.spent().get(STOPPED):
            return Refused("series-over", f"A shot of {self.own_sheet.name} was evaded: no more shots in this Turn.")
        return why_no_more(self.own_sheet, self.number)


def fire_outlook(viewer: Viewer, form: FireForm) -> Mapping[str, Any]:
    """The chance to hit a ship that does not evade; against an evasion too, where this seat knows its pilot."""
    added, no = form.everything(), form.why_not()
    found: dict[str, Any] = {
        "heading": f"{form.own_sheet.name} fires at {form.at.ship.name}",
        "subheading": form.chosen.name,
        "added": added,
        "own_footer": True,
        "feat_off": form.why_no_feat,
    }
    if no is not None:
        return found | {"refused_now": no.text, "button": "Fire"}
    if added.is_score or form.kept_face() is not None:
        check = added.check(face=form.kept_face())
        return found | {"score_total": check, "button": f"Fire: {check.total}"}
    drawn = odds.drawn(added, 1, may_feat=not form.why_no_feat) | {"sentence": "Chance to hit, if it does not evade"}
    if (against := _against_evasion(viewer, form, added)) is not None:
        drawn["hints"] = [*drawn["hints"], f"{against} if it evades"]
    return found | {"odds": drawn, "button": odds.button(added.bonus, form.cleaned_data.get("face"))}


def _against_evasion(viewer: Viewer, form: FireForm, added: Added) -> str | None:
    pilot = pilot_of(form.at)
    if pilot is None or not sheet_open_to(viewer, pilot):
        return None
    evading = evasion_of(viewer, form.at, pilot)
    if evading.why_not:
        return None
    found = fire_odds(bonus=added.bonus, evades=True, evasion=evading.totals)
    return percent(found.chance) if found.chance is not None else None


@act(
    "dragonfly.fire",
    title="Open fire",
    form=FireForm,
    button="Fire",
    preview=fire_outlook,
    template="ships/dragonfly/acts/fire.html",
)
def fire(turn: Turn, form: FireForm) -> None:
    """A shot. The die lies sealed until the target's pilot has answered; at a ship that cannot evade it is settled at
    once."""
    vessel, gunner, kept = sure(form.vessel()), form.own_sheet.character, form.kept_face()
    if no := form.why_not():
        raise no
    if kept is not None and form.cleaned_data.get("face") is not None:
        turn.refuse("kept-die", f"Further shots of a Turn use the die of the first: it shows {kept}.", "face")
    acting_for(turn, gunner)
    spent, added, thrown = form.pay(turn), form.everything(), dice_of(turn, form)
    check = added.check(thrown) if kept is None else added.check(face=kept)
    shot = Shot(vessel.pk, form.at.pk, gunner.pk, form.chosen.name, added, check.face, thrown.typed and kept is None)
    note(turn, vessel, gunner, form.counted_as)
    keep_face(turn, vessel, gunner, form.kept_key(), check.face)
    pilot = pilot_of(form.at)
    evading = evasion_of(turn.viewer, form.at, pilot) if pilot else None
    if evading is None or evading.why_not:
        event = settle(turn, shot, vessel, form.at, None, thrown)
    else:
        event = _ask(turn, shot, vessel, form.at, evading, check if kept is not None else None)
    thrown.settle()
    spent_told_by(turn, event, spent)


def _ask(turn: Turn, shot: Shot, vessel: Vessel, target: Vessel, evading: Evading, known: Check | None) -> Event:
    """Asks the target's pilot. Nothing of a sealed die is in the event or in the ask; a kept one is `known` to all."""
    facts = {"ship": vessel.ship.name, "target": target.ship.name, "weapon": shot.weapon}
    event = tell(turn, "dragonfly.shot-fired", facts, vessel, target, felt=True)
    exchange = exchanges.open_exchange(turn, KIND, shot, by=event)
    asked: dict[str, Any] = {**_evades(evading.pilot, vessel, target), "ship": target.ship.name}
    if known is None and options_of(turn.viewer, vessel.encounter).defend_after_seeing:
        known = shot.check()
    if known is not None:
        asked["total"] = known.total
    exchanges.ask(turn, exchange, whom_to_ask(evading.pilot), asked)
    return event


def _evades(pilot: Character, vessel: Vessel, target: Vessel) -> dict[str, Any]:
    """Who is asked, and which ship has fired as they know it."""
    unseen = pilot.seat_id and not known_to_crew(target, vessel)
    return who_is_asked(pilot) | {"by": UNSEEN if unseen else vessel.ship.name}


def hand_over(turn: Turn, target: Vessel, pilot: Character) -> None:
    """Whoever has taken the helm answers the shots that wait for the pilot of this ship."""
    for exchange in exchanges.about(turn.desk, KIND, target=target.pk):
        vessel = turn.desk.find(Vessel, exchanges.state_of(exchange).vessel)
        for one in exchanges.asks_of(exchange) if vessel else []:
            exchanges.ask_instead(turn, one, whom_to_ask(pilot), _evades(pilot, sure(vessel), target))
