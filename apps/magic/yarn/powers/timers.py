"""What runs is ended by whoever set it going, and lengthened or shortened by the GM (yarn.fringe-interpretation)."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.access import played_by
from apps.characters.forms import KnownCharacterForm, acting_for, named, number, one_line
from apps.characters.models import Character, Entry
from apps.characters.rows import set_track
from apps.characters.yarn.clock import UNITS, now
from apps.magic.yarn import running, shots
from apps.magic.yarn.powers.works import SHIELDS
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS, Audience
from apps.table.choices import OneRow
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST = 9999
GONE = "That does not run any more."
RATES = {"50": "Half as fast", "100": "As usual: a pool in 24 hours", "200": "Twice as fast"}


class RunningChoice(OneRow):
    """What runs, and on whom."""

    def label_from_instance(self, row: Entry) -> str:
        return f"{row.name}, {row.character.name}"


def ends_for(viewer: Viewer) -> list[Entry]:
    """What this seat may end: what its own people have set going; for a GM all."""
    if viewer.is_gm:
        return running.all_running(viewer.desk)
    mine = {one.public_id for one in played_by(viewer)}
    return [one for one in running.all_running(viewer.desk) if one.facts["by"] in mine and not running.is_secret(one)]


def hears_of(row: Entry) -> Audience:
    return GMS if running.is_secret(row) else EVERYBODY


class EndForm(ActForm):
    running = RunningChoice(label="What ends", error_messages={"invalid_choice": GONE})

    def setup(self) -> None:
        self.choose("running", ends_for(self.viewer))


@act("yarn.end-power", title="End it", form=EndForm, button="End it")
def end_power(turn: Turn, form: EndForm) -> None:
    """Before its time: nobody needs to wait for the clock."""
    row: Entry = form.cleaned_data["running"]
    caster = turn.desk.one(Character, public_id=row.facts["by"])
    acting_for(turn, caster or row.character)
    turn.tell("yarn.power-ended", named(row.character) | {"power": row.name}, to=hears_of(row))
    turn.delete(row)


class AlterForm(ActForm):
    running = RunningChoice(label="What runs", error_messages={"invalid_choice": GONE})
    count = number("It still lasts", 1, MOST, required=False, help_text="Empty: as long as nobody ends it")
    unit = forms.ChoiceField(label="In", choices=[(one, one.capitalize()) for one in UNITS], initial="minutes")
    amount = number("Blows that it still takes", 0, 99, required=False)
    why = one_line("Why", 120, required=False)

    def setup(self) -> None:
        found = running.all_running(self.viewer.desk) if self.viewer.is_gm else []
        self.choose("running", found)
        row = next((one for one in found if one.public_id == str(self["running"].value() or "")), None)
        if row is None:
            return
        left = running.seconds_left(row)
        self.start_with({"count": left, "unit": "seconds", "amount": row.amount} if left else {"amount": row.amount})
        if row.facts["listed"] == SHIELDS:
            self.fields["amount"].label = "Attacks beyond seven at one instant, which get through"
        elif row.amount is None:
            del self.fields["amount"]


@act("yarn.alter-power", title="Longer or shorter", form=AlterForm, who=gms, button="So it is")
def alter_power(turn: Turn, form: AlterForm) -> None:
    """The plain numbers are general: the GM bends them for the story. Refuses what changes nothing (same)."""
    data = form.cleaned_data
    row: Entry = data["running"]
    until = now(turn.desk) + data["count"] * UNITS[data["unit"]] if data["count"] else None
    amount = data["amount"] if data.get("amount") is not None else row.amount
    if (until, amount) == (row.facts["until"], row.amount):
        turn.refuse("same", "It is so already. Nothing was changed.", "count")
    turn.change(row, facts={**row.facts, "until": until}, amount=amount)
    told: dict[str, Any] = {"power": row.name, "count": data["count"], "unit": data["unit"], "why": data["why"]}
    told["amount"] = data.get("amount")
    turn.tell("yarn.power-altered", named(row.character) | told, to=hears_of(row))


class RateForm(KnownCharacterForm):
    rate = forms.ChoiceField(label="Shots return", choices=list(RATES.items()), initial="100")


@act("yarn.shot-rate", title="How fast shots return", form=RateForm, who=gms, button="So fast")
def shot_rate(turn: Turn, form: RateForm) -> None:
    """Some beings differ (yarn.fringe-pool-recovery). Refuses what is so already (same)."""
    character: Character = form.cleaned_data["character"]
    wanted = int(form.cleaned_data["rate"])
    if shots.rate_of(character) == wanted:
        turn.refuse("same", f"It is so for {character.name} already. Nothing was changed.", "rate")
    set_track(turn, character, shots.RATE, wanted)
    turn.tell("yarn.shot-rate-set", named(character) | {"rate": wanted}, to=GMS)
