"""Hiding a ship (dragonfly.hiding): the pilot finds a place and lies low, each other ship looks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from django import forms

from apps.characters.access import sheet_open_to
from apps.characters.dragonfly.points import spent_told_by
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.forms import acting_for
from apps.characters.models import Character
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.sides import FEAT, Added, Line, hand_of, so_far
from apps.rules.dice import Dice
from apps.rules.dragonfly.checks import SIDES, Check
from apps.rules.dragonfly.lists import COVERS, Cover
from apps.rules.dragonfly.options import Options
from apps.rules.dragonfly.ships.chase import chase_to_hide
from apps.rules.dragonfly.ships.odds import HideOdds, hide_odds
from apps.rules.dragonfly.ships.sensors import cover_of, cover_on, find_parts, told_of_hiding
from apps.rules.dragonfly.ships.sheet import post_roll
from apps.rules.odds import percent
from apps.rules.refusal import Refused
from apps.ships.board import running, sailing, spent_aboard
from apps.ships.dragonfly.crew import (
    FLED,
    TRIED,
    action_parts,
    note,
    number_of_next,
    options_of,
    pilot_of,
    totals_of,
    used_up,
    why_no_more,
    why_unfit,
)
from apps.ships.dragonfly.looking import (
    call_off_looks,
    gain_of,
    hide_lines,
    is_closed,
    look_for,
    operator_of,
    operator_side,
)
from apps.ships.dragonfly.sheet import ship_sheet_of
from apps.ships.dragonfly.sight import Facts, crew_of, crew_that_may_know, hiding_of, reaches, rows_of, tell
from apps.ships.dragonfly.stations import (
    COVER_TITLES,
    OPERATOR,
    PILOT,
    PostForm,
    SteeredForm,
    VesselChoice,
    lines_of,
    named_ship,
    opened_sides,
    steered_by,
)
from apps.ships.dragonfly.steps import why_not_now
from apps.ships.models import Concealment, Vessel
from apps.table.acts import act
from apps.table.audience import EVERYBODY
from apps.table.models import Event
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer


def face_of(what: str) -> forms.IntegerField:
    return forms.IntegerField(
        label=f"The face of my real die {what}",
        required=False,
        min_value=0,
        max_value=10,
        help_text="A printed 0 is a 10.",
    )


class HideForm(PostForm):
    ship = VesselChoice()
    cover = forms.ChoiceField(
        label="Cover",
        required=False,
        widget=forms.RadioSelect,
        choices=[("", "A die tells"), *((row.id, row.title) for row in COVERS)],
    )
    feat_on = forms.ChoiceField(
        label="The Heroic Feat is for",
        required=False,
        widget=forms.RadioSelect,
        initial="hide",
        choices=[("find", "Finding a place"), ("hide", "Lying low there")],
    )
    face = face_of("to find a place")
    cover_face = face_of("for the cover")
    hide_face = face_of("to lie low")

    def setup(self) -> None:
        self._steered = steered_by(self.viewer)
        self.choose("ship", self._steered)
        if not self.is_bound and self._steered and "ship" not in self.initial:
            self.initial["ship"] = self._steered[0].public_id
        super().setup()
        self._trim()

    def _trim(self) -> None:
        if not self.viewer.is_gm:
            del self.fields["cover"]
        elif not self.options.random_cover:
            self.offer("cover", [(row.id, row.title) for row in COVERS])
        gone = [] if self.viewer.options.typed_dice else ["cover_face", "hide_face"]
        if self.sheet is not None and not self.sheet.is_full:
            gone = ["cover_face", "hide_face", "feat_on"]
        for name in gone:
            self.fields.pop(name, None)

    def vessel(self) -> Vessel | None:
        given = so_far(self, "ship")
        return next((one for one in self._steered if one.public_id == given), None)

    def whose(self) -> Character | None:
        vessel = self.vessel()
        return pilot_of(vessel) if vessel else None

    @property
    def alone(self) -> bool:
        return False

    @property
    def only_ship(self) -> bool:
        return len(self._steered) == 1

    # what it comes to

    def of_post(self, post: str, feat: bool, *more: Line) -> Added:
        """One of the two rolls; the Heroic Feat goes onto the one that was named."""
        self.post_key = post
        self.cleaned_data["score"] = post_roll(post=post, options=self.options).score
        added = self.side(*more)
        if added.feat and not feat:
            return replace(added, lines=[line for line in added.lines if line != FEAT], feat=False)
        return added

    def find(self) -> Added:
        """The Notice test for a place, with the ship's own sensors."""
        gain = gain_of(ship_sheet_of(self.held().ship, self.options))
        parts = (*find_parts(gain=gain), *action_parts(self.number))
        return self.of_post(OPERATOR, self.cleaned_data.get("feat_on") == "find", *lines_of(*parts))

    def lie_low(self, cover: str) -> Added:
        """The Pilot roll, less Size, with the cover."""
        feat = self.cleaned_data.get("feat_on") != "find"
        more = lines_of(*action_parts(self.number))
        return self.of_post(PILOT, feat, *hide_lines(self.held(), cover, self.options), *more)

    @property
    def number(self) -> int:
        """Which additional action of the Turn it takes."""
        return number_of_hiding(self.held(), self.own_sheet.character, self.options)

    def held(self) -> Vessel:
        return sure(self.vessel())

    def named_cover(self) -> Cover | None:
        """The cover that the GM named; None leaves it to a die. Refuses that where the switch random-cover is off."""
        try:
            return cover_of(cover=self.cleaned_data.get("cover") or None, options=self.options)
        except Refused as no:
            text = (
                no.text if self.viewer.is_gm else f"{no.text} Ask the {self.viewer.game.gm}, who hides the ship then."
            )
            raise Refused(no.code, text, no.field) from no


def number_of_hiding(vessel: Vessel, pilot: Character, options: Options) -> int:
    """Which additional action of the Turn hiding takes, after what the pilot has done at other posts; 0 where none."""
    others = {key: count for key, count in used_up(vessel, pilot).items() if key != TRIED}
    return number_of_next(others, TRIED, options)


def refuse_to_hide(viewer: Viewer, vessel: Vessel, pilot: Character) -> None:
    """Refuses where the ship has fled, tried it or engaged in this Turn, whoever flew it then, and where the pilot's
    action is used up by what was done at another post; and players in another step than that of running and hiding."""
    if no := why_unfit(viewer, pilot):
        raise Refused(no.code, no.text, "ship")
    chase_to_hide(fled_this_turn=bool(spent_aboard(vessel, FLED)))
    if spent_aboard(vessel, TRIED):
        text = f"{vessel.ship.name} has looked for a place in this Turn already. It may be tried again in the next one."
        raise Refused("tried", text, "ship")
    if vessel.choice == "engage" and not viewer.is_gm:
        text = f"{vessel.ship.name} engages in this Turn. A ship that disengages can hide."
        raise Refused("engaged", text, "ship")
    number = number_of_hiding(vessel, pilot, options_of(viewer, vessel.encounter))
    if no := why_no_more(sheet_of(pilot), number):
        raise Refused(no.code, no.text, "ship")
    if no := why_not_now(viewer, vessel, "run"):
        raise no


# odds


def hide_outlook(viewer: Viewer, form: HideForm) -> Mapping[str, Any]:
    """The chance of a place, how the Pilot roll may fall then, and against operators whose sheet this seat may read
    the chance to be hidden in the end."""
    vessel = form.held()
    refuse_to_hide(viewer, vessel, form.own_sheet.character)
    cover = form.named_cover()
    find, low = form.find(), form.lie_low("none")
    size = ship_sheet_of(vessel.ship, form.options).size
    found = {
        "heading": f"{form.own_sheet.name} hides {vessel.ship.name}",
        "own_footer": True,
        "finding": find,
        "added": low,
        "feat_off": form.why_no_feat,
        "button": f"Hide {vessel.ship.name}",
    }
    if find.is_score:
        return found | {"score_total": find.check()}
    bonus = low.bonus - sum(line.value for line in low.lines if line.id == "size")
    chances = partial(hide_odds, find_bonus=find.bonus, hide_bonus=bonus, size=size, cover=cover.id if cover else None)
    return found | {"odds": _drawn(find, chances(detect=None), list(_against(viewer, form, vessel, chances)))}


def _against(viewer: Viewer, form: HideForm, vessel: Vessel, chances: Callable[..., HideOdds]) -> Iterator[Facts]:
    """The chance against each ship whose operator's sheet this seat may read."""
    for seeker in _seekers(vessel):
        operator = operator_of(seeker)
        if operator and sheet_open_to(viewer, operator):
            look = operator_side(seeker, operator, vessel, form.options)
            hidden = sure(chances(detect=totals_of(look)).hidden)
            yield {"number": percent(hidden), "text": f"hidden from {seeker.ship.name}"}


def _drawn(find: Added, chances: HideOdds, facts: list[Facts]) -> Facts:
    enough = chances.totals.chance(lambda total: total >= 9)
    own = [{"number": percent(enough), "text": "9 or more on the Pilot roll there"}]
    least = odds.least(odds.of_added(find, 1))
    return {
        "headline": percent(chances.found),
        "sentence": "Chance to find a place",
        "hints": [least],
        "facts": own + facts,
    }


def _seekers(vessel: Vessel) -> list[Vessel]:
    """The other ships that have this one on their sensors."""
    hidden = {row.seeker_id for row in rows_of(vessel)}
    return [one for one in sailing(vessel.encounter) if one.pk not in {vessel.pk, *hidden} and reaches(one, vessel)]


# the act


@act(
    "dragonfly.hide",
    title="Hide the ship",
    form=HideForm,
    button="Hide",
    preview=hide_outlook,
    template="ships/dragonfly/acts/hide.html",
)
def hide(turn: Turn, form: HideForm) -> None:
    """Find, cover, hide; then each ship in sight looks. Its crew learns the place, and not whether it worked."""
    running(turn)
    vessel, pilot = form.held(), form.own_sheet.character
    refuse_to_hide(turn.viewer, vessel, pilot)
    named = form.named_cover()
    acting_for(turn, pilot)
    spent = form.pay(turn)
    note(turn, vessel, pilot, TRIED)
    turn.change(vessel, choice="disengage", target=None)
    find, face = form.find(), form.cleaned_data.get("face")
    first = find.check() if find.is_score else _check(turn, find, face)
    sides = [{"who": "Finding a place", "closed": is_closed(pilot), **find.told(first, face is not None)}]
    lies_low = first.success
    event = _lie_low(turn, form, vessel, pilot, sides, named) if lies_low else _told(turn, vessel, pilot, sides)
    spent_told_by(turn, event, spent)


def _lie_low(
    turn: Turn, form: HideForm, vessel: Vessel, pilot: Character, sides: list[Facts], named: Cover | None
) -> Event:
    """A place is found: its cover, the Pilot roll, and each ship that can look for it."""
    cover_face = None if named else _die(turn, form.cleaned_data.get("cover_face"))(1, SIDES)[0]
    place = named or cover_on(cover_face or 0)
    low, face = form.lie_low(place.id), form.cleaned_data.get("hide_face")
    check = low.check() if low.is_score else _check(turn, low, face)
    sides.append({"who": "Lying low", "closed": is_closed(pilot), **low.told(check, face is not None)})
    event = _told(turn, vessel, pilot, sides, place, cover_face)
    seekers = _seekers(vessel)
    _out_of_reach(turn, vessel, place, check.total)
    for seeker in seekers:
        call_off_looks(turn, vessel, seeker)
        look_for(turn, vessel, seeker, place.id, low, check, face is not None, event)
    return event


def _out_of_reach(turn: Turn, vessel: Vessel, place: Cover, total: int) -> None:
    """Whoever cannot look has not found it; when their range changes, they look."""
    for other in sailing(vessel.encounter):
        far = other.pk != vessel.pk and not reaches(other, vessel)
        if far and hiding_of(vessel, other) is None:
            turn.create(Concealment, hider=vessel, seeker=other, cover=place.id, roll=total)


def _die(turn: Turn, face: int | None) -> Dice:
    """One die: the real one that was typed in, which is put on record, or a fresh one."""
    hand = hand_of(turn, face)
    if hand is None:
        return turn.dice
    turn.dice.fallen.append((SIDES, hand.left[0]))
    return hand


def _check(turn: Turn, added: Added, face: int | None) -> Check:
    return added.check(face=_die(turn, face)(1, SIDES)[0])


def _told(
    turn: Turn,
    vessel: Vessel,
    pilot: Character,
    sides: list[Facts],
    place: Cover | None = None,
    cover_face: int | None = None,
) -> Event:
    """The GMs hear all of it, the crew what place was found; with open-hiding-rolls everybody hears all."""
    known = named_ship(vessel) | {"found": place is not None, "cover": COVER_TITLES[place.id] if place else ""}
    full = known | {"sides": sides, "cover_face": cover_face}
    options = options_of(turn.viewer, vessel.encounter)
    if told_of_hiding(who="others", options=options).rolls and not vessel.ship.hidden:
        return tell(turn, "dragonfly.hid", full, {EVERYBODY: full | {"sides": opened_sides(sides)}})
    return tell(turn, "dragonfly.hid", full, {crew_of(vessel): known})


# coming out of hiding


@act(
    "dragonfly.emerge",
    title="Come out of hiding",
    form=SteeredForm,
    button="Come out",
    template="ships/dragonfly/acts/emerge.html",
)
def emerge(turn: Turn, form: SteeredForm) -> None:
    """Stops hiding from everybody. Its crew learns nothing of who had lost it: it is the same act either way."""
    vessel: Vessel = form.cleaned_data["ship"]
    if (pilot := pilot_of(vessel)) is not None:
        if no := why_unfit(turn.viewer, pilot):
            turn.refuse(no.code, no.text, "ship")
        acting_for(turn, pilot)
    call_off_looks(turn, vessel)
    rows = rows_of(vessel)
    for row in rows:
        turn.delete(row)
    also = {crew_of(vessel): named_ship(vessel)}
    also |= {crew_that_may_know(row.seeker, vessel): named_ship(vessel) for row in rows}
    full = named_ship(vessel) | {"names": [row.seeker.ship.name for row in rows]}
    tell(turn, "dragonfly.emerged", full, also)
