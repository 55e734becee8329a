"""Assets as people make them (crew.asset, crew.asset-keep): created, kept for the Episode, shared, let go."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.access import played_by
from apps.characters.crew import assets, points
from apps.characters.crew.access import crews_ships
from apps.characters.crew.forms import PaysForm
from apps.characters.crew.holding import is_crewmember
from apps.characters.forms import CharacterChoice, OwnCharacterForm, acting_for, named, one_line
from apps.characters.models import SHIP, Character, Entry
from apps.characters.points import told_by
from apps.checks.crew import contests
from apps.drama.crew.forms import EntryChoice, OwnCrewmemberForm, crew_known_to, known_entries, own_crew
from apps.drama.crew.points import paid_facts, purse
from apps.drama.crew.telling import hearers_of
from apps.rules.crew.steps import written
from apps.table.acts import ActForm, act
from apps.table.turn import Turn
from apps.table.viewer import Viewer

RULE, KEEP = "crew.asset", "crew.asset-keep"
FREE = "For nothing: the GM gives it"


def ships_for(viewer: Viewer) -> list[Character]:
    """The ships that this seat's people act through: those of the crew, for a GM all."""
    return viewer.desk.all(Character, sheet=SHIP) if viewer.is_gm else crews_ships(viewer)


class FreelyForm(PaysForm):
    """Something that costs a plot point; a GM may give it for nothing."""

    free = forms.BooleanField(label=FREE, required=False)

    def only_gms_give(self) -> None:
        """Players have no such field."""
        if not self.viewer.is_gm:
            del self.fields["free"]

    def is_free(self) -> bool:
        return bool(self.cleaned_data.get("free"))


class AssetForm(OwnCharacterForm, FreelyForm):
    ship = CharacterChoice(label="Whose is it", required=False)
    name = one_line("What is it", 60, help_text="Smoke grenade, A borrowed uniform, The high ground")
    flashback = one_line("How come", 300, required=False, help_text="The flashback that explains it, if asked for")

    field_order = ("character", "ship", "name", "flashback", "free", "callback")

    def setup(self) -> None:
        super().setup()
        self.fields["character"].label = "Who creates it"
        ships = ships_for(self.viewer)
        self.choose("ship", ships, "The crewmember’s own")
        if not ships:
            del self.fields["ship"]
        self.only_gms_give()
        self.set_callbacks(self.chosen())

    def open_characters(self) -> list[Character]:
        return played_by(self.viewer) if self.viewer.is_gm else own_crew(self.viewer)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("character") and not is_crewmember(data["character"]) and not self.is_free():
            self.add_error("character", "Only crewmembers create Assets for a plot point. Give it for nothing.")
        return data


def outlook(viewer: Viewer, form: AssetForm) -> dict[str, Any]:
    """What whoever pays holds now, or that it costs no point."""
    instead = "nothing" if form.is_free() else "a callback" if form.callback_given() else ""
    return purse(viewer, form) | ({"button": f"Create it, d6, for {instead}"} if instead else {})


@act(
    "crew.asset",
    menu=56,
    title="Create an Asset",
    form=AssetForm,
    button="Create it, d6, for 1 plot point",
    template="drama/crew/acts/pay.html",
    preview=outlook,
)
def asset(turn: Turn, form: AssetForm) -> None:
    """An Asset d6 for the scene, on a crewmember or the ship, for one plot point (crew.asset).

    Refuses it without a point, and in the middle of a roll: once one's own dice have fallen. The GM may give one to
    anybody for nothing.
    """
    data = form.cleaned_data
    creator, holder = data["character"], data.get("ship") or data["character"]
    acting_for(turn, creator)
    paid = None
    if not form.is_free():
        _refuse_in_mid_roll(turn, creator)
        paid = points.pay(turn, creator, "An Asset", RULE, callback=form.callback_given(), field="character")
    row = assets.create(turn, holder, data["name"], creator=creator if is_crewmember(creator) else None)
    facts = asset_facts(row) | {"by": creator.name, "flashback": data["flashback"], "free": paid is None, "rule": RULE}
    told = turn.tell("crew.asset-made", facts | (paid_facts(paid) if paid else {}), to=hearers_of(holder, creator))
    told_by(turn, told, paid.move if paid else None)


def _refuse_in_mid_roll(turn: Turn, creator: Character) -> None:
    for exchange in contests.running(turn.table):
        contest = contests.contest_of(exchange)
        for side in (contest.defender, contest.aggressor):
            if side.character == creator.public_id and side.faces:
                turn.refuse("fallen", "The dice have fallen: create it once this contest is over.", "character")


def asset_facts(row: Entry) -> dict[str, Any]:
    """How an event names an Asset: whose, what, its die, how long it lasts."""
    return named(row.character) | {
        "name": row.name,
        "size": written(row.amount or 6),
        "lasts": row.facts["lasts"],
        "ship": row.character.sheet == SHIP,
    }


# until the Episode ends


class KeepForm(OwnCrewmemberForm, FreelyForm):
    asset = EntryChoice("Which Asset")

    field_order = ("asset", "character", "free", "callback")

    def setup(self) -> None:
        super().setup()
        self.fields["character"].label = "Who pays"
        self.choose("asset", at_hand_of(self.viewer))
        self.only_gms_give()
        self.fields["character"].required = not self.viewer.is_gm
        self.set_callbacks(self.chosen())

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        payer, row = data.get("character"), data.get("asset")
        if payer is None and row is not None and not self.is_free() and not self.errors:
            self.add_error("character", "Who pays for it?")
        if payer and row and not assets.may_use(payer, row):
            self.add_error("asset", f"{payer.name} may not use {row.name}.")
        return data


@act(
    "crew.asset-keep",
    title="Keep an Asset for the Episode",
    form=KeepForm,
    button="Keep it for the Episode",
    template="drama/crew/acts/pay.html",
    preview=lambda viewer, form: purse(viewer, form) if form.cleaned_data["character"] else {},
)
def asset_keep(turn: Turn, form: KeepForm) -> None:
    """An Asset lasts until the Episode ends, for one plot point of whoever may use it (crew.asset-keep)."""
    payer, row = form.cleaned_data["character"], form.cleaned_data["asset"]
    paid = None
    if payer is not None:
        acting_for(turn, payer)
    assets.keep_for_episode(turn, row)
    if not form.is_free():
        paid = points.pay(
            turn, payer, f"{row.name} for the Episode", KEEP, callback=form.callback_given(), field="character"
        )
    facts = asset_facts(row) | {"by": payer.name if payer else "", "free": paid is None, "rule": KEEP}
    told = turn.tell("crew.asset-kept", facts | (paid_facts(paid) if paid else {}), to=hearers_of(row.character, payer))
    told_by(turn, told, paid.move if paid else None)


def at_hand_of(viewer: Viewer) -> list[Entry]:
    """The Assets that this seat's people may use; for a GM all."""
    known = known_entries(viewer, "asset")
    if viewer.is_gm:
        return known
    own, ships = own_crew(viewer), crews_ships(viewer)
    reached = [one for one in known if one.character.sheet != SHIP or one.character in ships]
    return [one for one in reached if any(assets.may_use(mine, one) for mine in own)]


# shared and let go


def in_the_hands_of(viewer: Viewer) -> list[Entry]:
    """The Assets that this seat's people created or bear; for a GM all."""
    known = known_entries(viewer, "asset")
    if viewer.is_gm:
        return known
    own = {one.public_id for one in played_by(viewer)}
    return [one for one in known if one.character.public_id in own or one.facts.get("creator") in own]


class ShareForm(ActForm):
    asset = EntryChoice("Which Asset", "That Asset is not yours to share.")
    whom = CharacterChoice(label="Who may use it too")

    def setup(self) -> None:
        self.choose("asset", [one for one in in_the_hands_of(self.viewer) if one.character.sheet != SHIP])
        self.choose("whom", crew_known_to(self.viewer))

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        row, whom = data.get("asset"), data.get("whom")
        if row and whom and assets.may_use(whom, row):
            self.add_error("whom", f"{whom.name} may use {row.name} already.")
        return data


@act("crew.asset-share", title="Let somebody use an Asset", form=ShareForm, button="Share it")
def asset_share(turn: Turn, form: ShareForm) -> None:
    """The creator agrees that another crewmember uses it (crew.asset). A ship's serves the whole crew anyway."""
    row, whom = form.cleaned_data["asset"], form.cleaned_data["whom"]
    acting_for(turn, row.character)
    assets.share(turn, row, whom)
    facts = asset_facts(row) | {"whom": whom.name, "rule": RULE}
    turn.tell("crew.asset-shared", facts, to=hearers_of(row.character, whom))


class GoneForm(ActForm):
    asset = EntryChoice("Which Asset", "That Asset is not yours to let go.")

    def setup(self) -> None:
        self.choose("asset", in_the_hands_of(self.viewer))


@act("crew.asset-gone", title="Let an Asset go", form=GoneForm, button="Let it go")
def asset_gone(turn: Turn, form: GoneForm) -> None:
    """An Asset is used up or lost before its time."""
    row: Entry = form.cleaned_data["asset"]
    facts, audience = asset_facts(row), hearers_of(row.character)
    acting_for(turn, row.character)
    turn.delete(row)
    turn.tell("crew.asset-gone", facts, to=audience)
