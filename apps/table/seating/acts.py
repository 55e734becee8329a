"""Acts about seats and links. None of them can be taken back: whoever was let in has been here."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.table import exchanges
from apps.table.acts import ActForm, act, anyone, gms
from apps.table.audience import GMS, seats
from apps.table.desk import Desk
from apps.table.doors import colours, names, opening, sitting
from apps.table.doors.sitting import NameField, check_free, facts_of, waiting_at
from apps.table.models import Ask, Event, Exchange, Knock, Note, Role, Seat, SeatDevice
from apps.table.turn import Turn
from apps.table.viewer import Viewer
from apps.table.viewer import seated as everybody

from . import leaving
from .asks import SeatOffer


def seated(viewer: Viewer) -> str:
    """Whoever sits here, spectators too."""
    return ""


def named(seat: Seat) -> dict[str, Any]:
    return {"seat": seat.public_id, "name": seat.name}


def signed_by(seat: Seat) -> list[Event]:
    """The cards on anybody's last page of the log that bear this seat's name and colour: they are drawn anew."""
    newest = {one.event_id: one.event for one in seat.desk.tail()}
    return [one for one in newest.values() if one.seat_id == seat.pk or _undone_by(one, seat)]


def _undone_by(event: Event, seat: Seat) -> bool:
    return event.undone_by is not None and event.undone_by.seat_id == seat.pk


class Nothing(ActForm):
    """An act that needs to be told nothing."""


# the door


class KnockForm(ActForm):
    knock = forms.CharField(widget=forms.HiddenInput, max_length=16)

    def clean_knock(self) -> Knock:
        found = waiting(self.viewer.desk, self.cleaned_data["knock"])
        if found is None:
            raise forms.ValidationError("Nobody waits there any more: answered already, or gone again.")
        return found


def waiting(desk: Desk, public_id: str) -> Knock | None:
    """The open knock of that public id."""
    return next((one for one in waiting_at(desk) if one.public_id == public_id), None)


@act("admit", title="Let them in", form=KnockForm, button="Let them in", who=gms, lasting=True)
def admit(turn: Turn, form: KnockForm) -> None:
    """Opens the door: the knock becomes a seat on the device that knocked."""
    sitting.let_in(turn, form.cleaned_data["knock"])


@act("turn-away", title="Not now", form=KnockForm, button="Not now", who=gms, lasting=True)
def turn_away(turn: Turn, form: KnockForm) -> None:
    knock: Knock = form.cleaned_data["knock"]
    turn.change(knock, refused=True)
    turn.tell("turned-away", {"name": knock.name}, to=GMS)


class RoomForm(ActForm):
    on = forms.ChoiceField(
        label="Who has the link",
        widget=forms.RadioSelect,
        choices=[("yes", "waits until somebody lets them in"), ("no", "sits down at once")],
    )

    def setup(self) -> None:
        self.fields["on"].initial = "yes" if self.viewer.table.waiting_room else "no"


@act("waiting-room", title="The waiting room", form=RoomForm, button="Keep it so", who=gms, lasting=True)
def waiting_room(turn: Turn, form: RoomForm) -> None:
    """With the waiting room off, whoever has the link sits down at once."""
    on = form.cleaned_data["on"] == "yes"
    if on == turn.table.waiting_room:
        turn.refuse("same", "It is so already.", "on")
    turn.change(turn.table, waiting_room=on)
    turn.tell("waiting-room", {"on": on}, to=GMS)


@act("renew-invite", title="Renew the invite", form=Nothing, button="Renew it", who=gms, lasting=True)
def renew_invite(turn: Turn, form: Nothing) -> None:
    """Old links and open knocks die; seats stay."""
    dead = waiting_at(turn.desk)
    for knock in dead:
        turn.delete(knock)
    turn.change(turn.table, invite=turn.table.invite + 1)
    turn.tell("invite-renewed", {"knocks": len(dead)}, to=GMS)


@act(
    "gm-link",
    title="A link for somebody who leads with you",
    form=Nothing,
    button="Make the link",
    who=gms,
    lasting=True,
)
def gm_link(turn: Turn, form: Nothing) -> None:
    """Makes a one-use link that seats its user as a GM; an earlier one dies."""
    turn.change(turn.table, gm_invite=opening.new_gm_link())
    turn.tell("gm-invited", {}, to=GMS)


# one's own seat


class NewNameForm(ActForm):
    name = NameField(label="Your name at the table")

    def setup(self) -> None:
        self.fields["name"].initial = self.viewer.seat.name

    def clean_name(self) -> str:
        check_free(self.viewer.desk, self.cleaned_data["name"], but=self.viewer.seat)
        return str(self.cleaned_data["name"])


@act("rename-seat", title="Another name", form=NewNameForm, button="Take this name", lasting=True)
def rename_seat(turn: Turn, form: NewNameForm) -> None:
    before, name = turn.seat.name, form.cleaned_data["name"]
    if name == before:
        turn.refuse("same", "This is your name.", "name")
    turn.change(turn.seat, name=name, name_key=names.name_key(name))
    turn.tell("renamed", {"before": before, "name": name}, about=signed_by(turn.seat))


class ColourForm(ActForm):
    colour = forms.ChoiceField(label="Your colour and mark", widget=forms.RadioSelect)

    def setup(self) -> None:
        self.tiles = colours.tiles(self.viewer.desk, but=self.viewer.seat)
        field = self.offer("colour", [(tile.colour, tile.title) for tile in self.tiles if tile.open])
        field.initial = self.viewer.seat.colour
        field.error_messages["invalid_choice"] = "That colour is somebody’s, or there is no such colour."

    @property
    def chosen(self) -> str:
        return str(self["colour"].value() or "")

    @property
    def initial_letter(self) -> str:
        return self.viewer.seat.name[:1].upper()


def player(viewer: Viewer) -> str:
    """Players have a colour of their own; a GM is parchment."""
    return "" if viewer.role == Role.PLAYER else "Only players have a colour of their own."


@act(
    "recolour",
    title="Another colour",
    form=ColourForm,
    button="Take this colour",
    who=player,
    lasting=True,
    template="table/seating/recolour.html",
)
def recolour(turn: Turn, form: ColourForm) -> None:
    if form.cleaned_data["colour"] == turn.seat.colour:
        turn.refuse("same", "This is your colour.", "colour")
    turn.change(turn.seat, colour=form.cleaned_data["colour"])
    turn.tell("recoloured", {"colour": turn.seat.colour}, about=signed_by(turn.seat))


@act("leave", title="Give up my seat", form=Nothing, button="Give up my seat", who=seated, lasting=True, paused=True)
def leave(turn: Turn, form: Nothing) -> None:
    """Gets up for good; what they played stays with the GM."""
    _keep_a_gm(turn, turn.seat)
    facts = named(turn.seat)
    turn.tell("left", facts)
    _empty(turn, turn.seat)


def _keep_a_gm(turn: Turn, seat: Seat) -> None:
    if seat.is_gm and sitting.gms_of(turn.desk) == [seat]:
        gm = turn.viewer.game.gm
        turn.refuse("last-gm", f"A table keeps at least one {gm}. Make somebody else the {gm} first.")


def _empty(turn: Turn, seat: Seat) -> None:
    """Nobody sits there any more: no device holds the seat, and what was asked of it alone is called off."""
    _sign_out(turn, seat)
    _end_gm_link(turn, seat)
    turn.change(seat, removed_at=turn.now)
    for goodbye in leaving.goodbyes():
        goodbye(turn, seat)
    for offer in _offers(turn, seat):
        exchanges.close(turn, offer)


def _end_gm_link(turn: Turn, seat: Seat) -> None:
    """A link for another GM, which every GM may read, would let one who leads no longer lead again: it dies."""
    if seat.is_gm and turn.table.gm_invite:
        turn.change(turn.table, gm_invite=0)


def _sign_out(turn: Turn, seat: Seat, but: str = "") -> None:
    """No device holds the seat any more, but the one with that hash."""
    for device in turn.desk.all(SeatDevice, seat=seat):
        if device.token_hash != but:
            turn.drop(device)


def _offers(turn: Turn, seat: Seat) -> list[Exchange]:
    return exchanges.about(turn.desk, "seat-offer", seat=seat.public_id)


# other people's seats


class SeatForm(ActForm):
    """A seat at this table; an act says which may be meant."""

    seat = forms.ChoiceField(label="Whose seat", widget=forms.RadioSelect)

    def setup(self) -> None:
        self.may_be: dict[str, Seat] = {seat.public_id: seat for seat in self.offered()}
        field = self.offer("seat", [(key, seat.name) for key, seat in self.may_be.items()])
        field.error_messages["invalid_choice"] = "There is no such seat to choose."

    def offered(self) -> list[Seat]:
        """Everybody else who sits here."""
        return others_than(self.viewer)

    def clean_seat(self) -> Seat:
        return self.may_be[self.cleaned_data["seat"]]


def others_than(viewer: Viewer) -> list[Seat]:
    return [seat for seat in everybody(viewer.desk) if seat is not viewer.seat]


@act("remove-seat", title="Remove a seat", form=SeatForm, button="Remove the seat", who=gms, lasting=True)
def remove_seat(turn: Turn, form: SeatForm) -> None:
    """Takes the seat from all of its devices at once; with a GM's seat a link for another GM dies."""
    seat: Seat = form.cleaned_data["seat"]
    turn.tell("seat-removed", named(seat))
    _empty(turn, seat)


class OwnOrAnyForm(SeatForm):
    def setup(self) -> None:
        super().setup()
        self.fields["seat"].initial = self.viewer.seat.public_id

    def offered(self) -> list[Seat]:
        return everybody(self.viewer.desk) if self.viewer.is_gm else [self.viewer.seat]


@act(
    "renew-link",
    title="Renew a private link",
    form=OwnOrAnyForm,
    button="Renew it",
    who=seated,
    lasting=True,
    paused=True,
)
def renew_link(turn: Turn, form: OwnOrAnyForm) -> None:
    """The old link dies, and every other device of the seat is signed out; the one in hand stays."""
    seat: Seat = form.cleaned_data["seat"]
    _sign_out(turn, seat, but=turn.viewer.device or "")
    turn.change(seat, link=seat.link + 1)
    turn.tell("link-renewed", named(seat), to=GMS | seats(seat))


@act("show-link", title="A seat’s private link", form=SeatForm, button="Show me the link", who=gms, lasting=True)
def show_link(turn: Turn, form: SeatForm) -> None:
    """A GM sees another seat's private link, to bring it to another device; the seat is told of it."""
    seat: Seat = form.cleaned_data["seat"]
    turn.tell("link-shown", named(seat), to=GMS | seats(seat))


class NoGMYetForm(SeatForm):
    def offered(self) -> list[Seat]:
        return self.viewer.others


@act("make-gm", title="Somebody leads with you", form=NoGMYetForm, button="Let them lead", who=gms, lasting=True)
def make_gm(turn: Turn, form: NoGMYetForm) -> None:
    seat: Seat = form.cleaned_data["seat"]
    turn.change(seat, role=Role.GM, colour=colours.GM_COLOUR)
    turn.tell("made-gm", named(seat), about=signed_by(seat))


class WatcherForm(SeatForm):
    def offered(self) -> list[Seat]:
        return [seat for seat in self.viewer.others if seat.role == Role.SPECTATOR]


@act("let-play", title="Whoever watches plays", form=WatcherForm, button="Let them play", who=gms, lasting=True)
def let_play(turn: Turn, form: WatcherForm) -> None:
    """A spectator becomes a player, with a colour of their own, on the same seat and devices."""
    seat: Seat = form.cleaned_data["seat"]
    turn.change(seat, role=Role.PLAYER, colour=colours.fitting(turn.desk, Role.PLAYER))
    turn.tell("let-play", named(seat), about=signed_by(seat))


@act("step-down", title="Lead no longer", form=Nothing, button="Be a player from now on", who=gms, lasting=True)
def step_down(turn: Turn, form: Nothing) -> None:
    """A GM becomes a player, and a link for another GM dies; the last GM cannot."""
    _keep_a_gm(turn, turn.seat)
    _end_gm_link(turn, turn.seat)
    turn.change(turn.seat, role=Role.PLAYER, colour=colours.fitting(turn.desk, Role.PLAYER))
    turn.tell("stepped-down", {}, about=signed_by(turn.seat))


# a seat changes hands


class GiveForm(SeatForm):
    knock = forms.ChoiceField(label="To whom", required=False)
    name = NameField(label="Or to somebody called", required=False)

    def setup(self) -> None:
        super().setup()
        self.waiting = {knock.public_id: knock for knock in waiting_at(self.viewer.desk)}
        field = self.offer(
            "knock", [("", "Nobody at the door"), *((key, one.name) for key, one in self.waiting.items())]
        )
        field.error_messages["invalid_choice"] = "Nobody waits there any more."

    def offered(self) -> list[Seat]:
        return self.viewer.others

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        knock = self.waiting.get(given.get("knock", ""))
        name = given.get("name") or (knock.name if knock else "")
        if not name and "name" not in self.errors:
            self.add_error("name", "Choose somebody at the door, or say a name.")
        elif name and given.get("seat"):
            self._check_name(name, given["seat"], knock)
        given["name"] = name
        return given

    def _check_name(self, name: str, seat: Seat, knock: Knock | None) -> None:
        try:
            free_for(self.viewer, name, seat, knock)
        except forms.ValidationError as no:
            self.add_error("name", no)


def free_for(viewer: Viewer, name: str, seat: Seat, knock: Knock | None) -> None:
    """Refuses a name that anybody but this seat and this knock has."""
    if knock is not None and names.alike(name, [knock.name]):
        others = [one.name for one in everybody(viewer.desk) if one is not seat]
        if other := names.alike(name, others):
            raise forms.ValidationError(f"{other} sits here already, and the names look alike.", "name-taken")
        return
    check_free(viewer.desk, name, but=seat)


@act("give-seat", title="Give a seat to somebody else", form=GiveForm, button="Ask them", who=gms, lasting=True)
def give_seat(turn: Turn, form: GiveForm) -> None:
    """Asks whoever sits there; nothing changes before their yes."""
    seat, name = form.cleaned_data["seat"], form.cleaned_data["name"]
    if _offers(turn, seat):
        turn.refuse("asked", f"{seat.name} has been asked already.", "seat")
    offered = turn.tell("seat-offered", {**named(seat), "to": name}, to=GMS | seats(seat))
    state = SeatOffer(seat=seat.public_id, name=name, knock=form.cleaned_data["knock"])
    exchange = exchanges.open_exchange(turn, "seat-offer", state, by=offered)
    exchanges.ask(turn, exchange, ("seat", seat.pk), {"to": name, "by": turn.seat.name, "who": seat.name})


class OfferForm(ActForm):
    ask = forms.CharField(widget=forms.HiddenInput, max_length=16)
    allow = forms.ChoiceField(
        label="Give up this seat", choices=[("yes", "Give it up"), ("no", "Keep it")], widget=forms.RadioSelect
    )

    def clean_ask(self) -> Ask:
        found = exchanges.may_answer(self.viewer, self.cleaned_data["ask"])
        if found is None or found.exchange.kind != "seat-offer":
            raise forms.ValidationError("This is no longer open. It was answered, or called off.")
        return found


@act(
    "answer-seat-offer",
    title="Give up this seat?",
    form=OfferForm,
    button="Answer",
    who=anyone,
    lasting=True,
    template="table/seating/answer_offer.html",
)
def answer_seat_offer(turn: Turn, form: OfferForm) -> None:
    """Yes comes from the seat itself; a GM may only say no for it."""
    ask: Ask = form.cleaned_data["ask"]
    seat = turn.desk.get(Seat, ask.subject)
    if form.cleaned_data["allow"] == "no":
        exchanges.close(turn, ask.exchange)
        turn.tell("seat-kept", named(seat), to=GMS | seats(seat))
        return
    if seat.pk != turn.seat.pk:
        turn.refuse("not-yours", f"Only {seat.name} can say yes to this.", "allow")
    _hand_over(turn, ask.exchange)


def _hand_over(turn: Turn, exchange: Exchange) -> None:
    """The seat's devices are signed out, its link is new and its notes are gone; whoever knocked gets it where they
    wait."""
    state: SeatOffer = exchanges.state_of(exchange)
    before, seat = turn.seat.name, turn.seat
    knock = waiting(turn.desk, state.knock)
    if state.knock and knock is None:
        turn.refuse("gone", f"{state.name} does not wait at the door any more.", "allow")
    try:
        free_for(turn.viewer, state.name, seat, knock)
    except forms.ValidationError as no:
        turn.refuse("name-taken", no.messages[0], "allow")
    exchanges.close(turn, exchange)
    _sign_out(turn, seat)
    if (note := turn.desk.one(Note, seat=seat)) is not None:
        turn.keep(note, text="")
    turn.change(seat, link=seat.link + 1, name=state.name, name_key=names.name_key(state.name))
    if knock is not None:
        turn.add(SeatDevice, seat=seat, token_hash=knock.token_hash)
        turn.change(knock, seat=seat)
    turn.tell("seat-given", {**facts_of(seat), "before": before, "waiting": knock is None}, about=signed_by(seat))
