"""Power stunts (rough_magic.power-stunt): a power is used in a new way, if the GM accepts the idea."""

from __future__ import annotations

from apps.characters.forms import named, one_line
from apps.characters.models import Entry
from apps.characters.points import told_by
from apps.characters.rough_magic import boosts, states
from apps.characters.rough_magic.points import held_for, payer_of, spend
from apps.characters.rough_magic.sheet import sheet_of
from apps.drama.rough_magic.boosting import LastsForm
from apps.drama.rough_magic.wishes import Granted, Wish, granted_by, hearers, wish_for
from apps.rules.rough_magic.drama.bought import power_stunt
from apps.rules.rough_magic.roll import STEP
from apps.table.acts import act
from apps.table.choices import OneRow
from apps.table.models import Event
from apps.table.turn import Turn

RULE, STATE = "rough_magic.power-stunt", "power stunt"
MOST_OF_NOTE = 120


class StuntForm(LastsForm):
    power = OneRow(label="Which power")
    idea = one_line("What it does now", 200)
    bonus_on = one_line("A roll that gets +3", 60, required=False, help_text="If that is what it is for: Computing")

    field_order = ("character", "power", "idea", "bonus_on", "duration")

    def setup(self) -> None:
        super().setup()
        character = self.chosen()
        powers = character.desk.all(Entry, character=character, kind="power") if character else []
        self.fields["duration"].help_text = f"Either takes the {self.viewer.game.gm}’s yes"
        self.choose("power", powers, None if powers else "No power stands on the sheet")


@act(
    "rough_magic.stunt",
    menu=63,
    title="Power stunt",
    form=StuntForm,
    button="Ask for it: 1 point on yes",
    template="drama/rough_magic/acts/wish.html",
    preview=lambda viewer, form: {},
)
def stunt(turn: Turn, form: StuntForm) -> None:
    """Asks for a new use of a power (rough_magic.power-stunt). Refuses who has no point left that does not wait."""
    data = form.cleaned_data
    character, payer = data["character"], payer_of(data["character"])
    wish = Wish(
        use="stunt",
        seat=payer.public_id,
        character=character.public_id,
        trait=data["power"].public_id,
        text=f"{data['power'].name}: {data['idea']}",
        more=data["bonus_on"],
        duration=form.lasts(),
    )
    wish_for(turn, wish, payer, character, "character")


@granted_by("stunt")
def granted(turn: Turn, grant: Granted) -> Event:
    """Pays, and notes the stunt on the sheet for as long as it lasts."""
    wish, character = grant.wish, grant.hero
    power = next((one.name for one in sheet_of(character).powers if one.id == wish.trait), "")
    found = power_stunt(
        points=held_for(character), power=power, idea=wish.text, bonus_on=wish.more, duration=wish.duration
    )
    until = boosts.for_how_long(turn, wish.duration)
    paid = spend(turn, grant.payer, f"Power stunt: {wish.text}"[:MOST_OF_NOTE], RULE)
    note = f"{power}: +{STEP} on {wish.more}" if wish.more else found.new_use
    states.begin(
        turn,
        character,
        STATE,
        note=note[:MOST_OF_NOTE],
        amount=STEP * found.av_bonuses or None,
        until=until,
        ends_with=turn.span("scene"),
    )
    facts = named(character) | {"text": found.new_use, "bonus_on": wish.more, "words": grant.words, "rule": RULE}
    facts |= {"ends": boosts.ends_in_words(turn.desk, until), "left": found.points}
    told = turn.tell("rough_magic.stunt", facts, hearers(character))
    told_by(turn, told, paid)
    return told
