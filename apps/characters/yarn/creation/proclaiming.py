"""What players say of their main characters in the order that was drawn: name, role and relationships, then a desire,
then two poles."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters import rows
from apps.characters.forms import named, one_line
from apps.characters.models import Character
from apps.characters.yarn import ties, writing
from apps.characters.yarn.creation.steps import Creation, WordForm, answered, proclaimed
from apps.characters.yarn.people import Participant, players
from apps.characters.yarn.sheet import MAIN, PERSON, sheet_of
from apps.rules.yarn.cast import desire, dramatic_poles, relationships, role
from apps.rules.yarn.lists import DESIRES
from apps.table import exchanges
from apps.table.acts import act
from apps.table.models import Ask
from apps.table.sure import sure
from apps.table.turn import Turn

FIRST_DIE = 1
"""That of a new character's experience pool (yarn.experience-pool)."""
OWN_WORDS = "own"


class ProclaimForm(WordForm):
    """Name and role, and what the character is to each who entered before; the words back may differ."""

    does = "yarn.proclaim"
    needs_main = False
    name = one_line("Name", help_text="Names differ, so that lists are clear")
    group_role = one_line("Role in the group", 120)

    def setup(self) -> None:
        for one in self.others:
            self.fields[f"tie_{one.public_id}"] = one_line(
                f"To {one.name}", 120, help_text="A sister, a creditor, a first love"
            )
            self.fields[f"back_{one.public_id}"] = one_line(
                f"From {one.name}’s side", 120, required=False, help_text="Empty: the same words"
            )
        if self.main is not None:
            self.start_with(_as_proclaimed(self.main, self.others))

    @property
    def others(self) -> list[Character]:
        """Whose characters have entered before."""
        if self.row is None:
            return []
        state: Creation = exchanges.state_of(self.row.exchange)
        return [one for one in proclaimed(self.viewer.desk, state) if one != self.main]

    def ties(self) -> list[dict[str, Any]]:
        """The fields for each of them, with what stands already on either side of a new tie."""
        return [
            {
                "other": one,
                "to": self[f"tie_{one.public_id}"],
                "back": self[f"back_{one.public_id}"],
                "theirs": sheet_of(one).relations,
            }
            for one in self.others
        ]


def _as_proclaimed(main: Character, others: list[Character]) -> dict[str, Any]:
    """What stands on the sheet already, as the form's values."""
    found: dict[str, Any] = {"name": main.name, "group_role": sheet_of(main).group_role}
    for one in others:
        to, back = ties.relation_between(main, one), ties.relation_between(one, main)
        found |= {f"tie_{one.public_id}": to.text if to else "", f"back_{one.public_id}": back.text if back else ""}
    return found


@act(
    "yarn.proclaim",
    title="Who enters",
    form=ProclaimForm,
    template="characters/yarn/creation/acts/proclaim.html",
    button="Proclaim",
)
def proclaim(turn: Turn, form: ProclaimForm) -> None:
    """Steps 3 to 6 (yarn.role, yarn.relationships). Refuses a name that another main character has (name-taken)."""
    data = form.cleaned_data
    ask: Ask = data["ask"]
    others, held = form.others, form.main
    _may_enter(turn, others, held, data)
    main = held or _new(turn, sure(form.who), data["name"])
    turn.change(main, name=data["name"])
    rows.set_trait(turn, main, "group-role", data["group_role"])
    facts = named(main) | {"role": data["group_role"], "ties": [_tie(turn, main, one, data) for one in others]}
    _for_somebody_else(turn, form)
    event = turn.tell("yarn.proclaimed", facts)
    answered(turn, ask, event, newest=main.public_id)


def _may_enter(turn: Turn, others: list[Character], held: Character | None, data: dict[str, Any]) -> None:
    there = [one for one in turn.desk.all(Character, role=MAIN, sheet=PERSON) if held is None or one.pk != held.pk]
    count = max(2, len(players(turn.desk)), len(others) + 1)
    taken = [one.name for one in there]
    found = role(players=count, entering=len(others) + 1, name=data["name"], role=data["group_role"], taken=taken)
    if not found.legal:
        raise found.no


def _new(turn: Turn, who: Participant, name: str) -> Character:
    made = rows.make_character(turn, name=name, sheet=PERSON, role=MAIN, seat=who.seat)
    writing.write_numbers(turn, made, full=None, experience=FIRST_DIE, pool=0)
    return made


def _tie(turn: Turn, main: Character, other: Character, data: dict[str, Any]) -> dict[str, str]:
    """Writes it on both sheets."""
    label = data[f"tie_{other.public_id}"]
    relationships(a=main.public_id, b=other.public_id, label=label)
    back = data[f"back_{other.public_id}"] or label
    write_tie(turn, main, other, label, back)
    return {"to": other.name, "id": other.public_id, "label": label, "back": back if back != label else ""}


def write_tie(turn: Turn, one: Character, other: Character, label: str, back: str = "") -> None:
    """A relationship of two, on both their sheets (yarn.relationships); empty words take it off them."""
    ties.relate(turn, one, other, label)
    ties.relate(turn, other, one, back or label)


def _for_somebody_else(turn: Turn, form: WordForm) -> None:
    """Notes that the GM answers for whoever is asked."""
    seat = form.who.seat if form.who is not None else None
    turn.for_somebody_else = turn.viewer.is_gm and seat is not None


# desire and poles


class DesireForm(WordForm):
    does = "yarn.proclaim-desire"
    listed = forms.ChoiceField(
        label="From the list",
        choices=[*((row.title, row.title.capitalize()) for row in DESIRES), (OWN_WORDS, "Something else")],
        widget=forms.RadioSelect,
        required=False,
    )
    own = one_line("In your own words", 120, required=False, help_text="Goes before what is chosen above")

    def setup(self) -> None:
        held = sheet_of(self.main).desire if self.main is not None else ""
        if held:
            titles = [row.title for row in DESIRES]
            self.start_with({"listed": held} if held in titles else {"listed": OWN_WORDS, "own": held})

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        data["desire"] = data.get("own") or data.get("listed", "")
        if data["desire"] in ("", OWN_WORDS) and not self.errors:
            self.add_error("own", "A desire is one from the list, or words of your own.")
        return data


@act(
    "yarn.proclaim-desire",
    title="A desire",
    form=DesireForm,
    template="characters/yarn/creation/acts/desire.html",
    button="Proclaim",
)
def proclaim_desire(turn: Turn, form: DesireForm) -> None:
    """Step 7: what drives the character, which only others can give (yarn.desire)."""
    main = sure(form.main)
    found = desire(desire=form.cleaned_data["desire"])
    rows.set_trait(turn, main, "desire", found.desire)
    _for_somebody_else(turn, form)
    event = turn.tell("yarn.desire-proclaimed", named(main) | {"desire": found.desire})
    answered(turn, form.cleaned_data["ask"], event)


class PolesForm(WordForm):
    does = "yarn.proclaim-poles"
    pole_1 = one_line("Torn between", 60, help_text="Two ways to be that pull against each other, such as: healer")
    pole_2 = one_line("and", 60, help_text="Such as: avenger")

    def setup(self) -> None:
        held = sheet_of(self.main).texts if self.main is not None else {}
        self.start_with({"pole_1": held.get("pole-1", ""), "pole_2": held.get("pole-2", "")})

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if not self.errors and not (found := dramatic_poles(poles=[data["pole_1"], data["pole_2"]])).legal:
            self.add_error("pole_2", found.no.text)
        return data


@act("yarn.proclaim-poles", title="Dramatic poles", form=PolesForm, button="Proclaim")
def proclaim_poles(turn: Turn, form: PolesForm) -> None:
    """Step 8: two identities at war in one person (yarn.dramatic-poles)."""
    main, data = sure(form.main), form.cleaned_data
    for n in (1, 2):
        rows.set_trait(turn, main, f"pole-{n}", data[f"pole_{n}"])
    _for_somebody_else(turn, form)
    event = turn.tell("yarn.poles-proclaimed", named(main) | {"poles": [data["pole_1"], data["pole_2"]]})
    answered(turn, data["ask"], event)
