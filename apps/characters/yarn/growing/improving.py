"""New traits and better ones, bought with experience dice for good (yarn.spend-experience). What a player wants to buy
waits for the GM's word; what she buys for somebody is bought."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters import entries, rows
from apps.characters.access import readers_of
from apps.characters.forms import OwnCharacterForm, acting_for, named, number, one_line
from apps.characters.models import Character, Entry, Trait
from apps.characters.yarn.giving_up import give_up
from apps.characters.yarn.growing.rising import offer_rise
from apps.characters.yarn.lines import TRAIT
from apps.characters.yarn.sheet import MAIN, score_of, sheet_of, whole_sheet
from apps.rules.yarn.experience import NEW_TRAIT, Improved, central_double, improve_trait, new_trait
from apps.rules.yarn.lists import HIGHEST, KINDS
from apps.table import exchanges
from apps.table.acts import ActForm, act
from apps.table.choices import OneRow
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

BUYING = "yarn.improvement"
TRAINING = "training"
rows.has_several(TRAINING)
MOST_MONTHS = 60
HOW = {"full time": "Full time", "beside other activities": "Beside other activities"}
SPECIAL = {
    "highly specialized": "Highly specialized", "nearly full time": "Nearly full time",
    "1000 dollars a month": "For 1,000 dollars a month or more", "trainer found": "With a trainer",
}  # fmt: skip
"""What training to the highest score needs, all of it."""


@dataclass(frozen=True)
class Purchase:
    """What somebody buys: the `trait` of that public id at a `score`, or a new one where it is empty, for `price` dice.
    `training` says in words what was done for it; `short` that it is less than the rules ask. `before` is the score
    from which it is raised, 0 where it was asked before that was noted.
    """

    character: str
    name: str
    score: int
    price: int
    trait: str = ""
    kind: str = "standard"
    text: str = ""
    sign: str = ""
    tough: bool = False
    training: str = ""
    short: bool = False
    before: int = 0


def may_grow(viewer: Viewer) -> bool:
    """Whether there is somebody who could buy something, as far as all of this seat's role know."""
    return any(one.role == MAIN and one.present for one in viewer.desk.all(Character))


def notes_of(character: Character) -> list[str]:
    """The training that was noted for somebody (yarn.training-scene)."""
    return [one.text for one in character.desk.all(Trait, character=character, key=TRAINING)]


class NoteForm(OwnCharacterForm):
    text = one_line("What was trained, and how long", 120)


@act("yarn.note-training", title="Note some training", form=NoteForm, button="Note it", menu=46, due=may_grow)
def note_training(turn: Turn, form: NoteForm) -> None:
    """A training scene leaves a note: it counts when dice are spent on what was trained."""
    character: Character = form.cleaned_data["character"]
    acting_for(turn, character)
    turn.create(Trait, character=character, key=TRAINING, text=form.cleaned_data["text"])
    turn.tell("yarn.training-noted", named(character) | {"text": form.cleaned_data["text"]}, to=readers_of(character))


# a new trait


class NewForm(OwnCharacterForm):
    name = one_line("The trait", 60, help_text="Never as broad as a central trait")
    text = one_line("What it means", 240, required=False)
    sign = one_line("Its sign", 120, help_text="What others can notice")
    kind = forms.ChoiceField(label="Kind", initial="standard")
    casual = forms.BooleanField(label="It is picked up without training", required=False)
    training = one_line("The training for it", 120, required=False, help_text="None, for what is picked up casually")
    tough = forms.BooleanField(label="Counts for hit points", required=False)

    def setup(self) -> None:
        super().setup()
        narrow = self.viewer.options.narrow_traits
        self.offer("kind", [(row.id, row.title.capitalize()) for row in KINDS if narrow or not row.narrow])

    def open_characters(self) -> list[Character]:
        return [one for one in super().open_characters() if one.role == MAIN]


def _new(viewer: Viewer, form: NewForm) -> dict[str, Any]:
    held = form.chosen()
    return {"price": NEW_TRAIT, "pool": sheet_of(held).experience if held else 0, "notes": notes_of(sure(held))}


@act(
    "yarn.new-trait",
    title="A new trait",
    form=NewForm,
    template="characters/yarn/growing/acts/new.html",
    preview=_new,
    button=f"Buy it for {NEW_TRAIT} dice",
    menu=47,
    due=may_grow,
)
def buy_trait(turn: Turn, form: NewForm) -> None:
    """5 dice for a side trait, one die better than anybody's (yarn.new-trait). Refuses what the rule does, and a name
    that stands on the sheet (name-twice).
    """
    data = form.cleaned_data
    character: Character = data["character"]
    sheet = whole_sheet(character)
    _refuse_twice(turn, character, data["name"], "name")
    found = new_trait(
        name=data["name"], pool=sheet.experience, kind=data["kind"], casual=data["casual"],
        training=bool(data["training"]), sign=data["sign"], options=turn.options,
    )  # fmt: skip
    if not found.legal:
        turn.refuse(found.no.code, found.no.text, "name" if found.no.field == "pool" else found.no.field)
    bought = Purchase(
        character.public_id, data["name"], found.score, NEW_TRAIT, kind=data["kind"], text=data["text"],
        sign=data["sign"], tough=data["tough"], training=data["training"],
    )  # fmt: skip
    _asks(turn, character, bought)


def _refuse_twice(turn: Turn, character: Character, name: str, field: str) -> None:
    if name.casefold() in {one.name.casefold() for one in whole_sheet(character).signed}:
        turn.refuse("name-twice", "Two traits of one sheet have different names.", field)


# a better one


class TraitOf(OneRow):
    def label_from_instance(self, row: Entry) -> str:
        return f"{row.name}, {score_of(row)} dice, {row.character.name}"


class BetterForm(ActForm):
    trait = TraitOf(label="Which", error_messages={"invalid_choice": "That trait is not yours to raise."})
    to = number("To how many dice", 2, HIGHEST)
    deed = forms.BooleanField(label="Something was done for it in the game world", required=False)
    months = number("Months of training", 0, MOST_MONTHS, required=False)
    how = forms.ChoiceField(label="Done", choices=list(HOW.items()), required=False)
    special = forms.MultipleChoiceField(
        label="For a score of 5", choices=list(SPECIAL.items()), required=False, widget=forms.CheckboxSelectMultiple
    )

    def setup(self) -> None:
        mine = [one for one in self.viewer.desk.all(Character) if one.role == MAIN]
        mine = [one for one in mine if self.viewer.is_gm or one.seat_id == self.viewer.seat.pk]
        found = [line for one in mine for line in entries.read_by(None, one, TRAIT.word)]
        self.choose("trait", [one for one in found if score_of(one) < HIGHEST])

    def training(self) -> str:
        data = self.cleaned_data
        months = f"{data['months']} months {data['how'] or 'full time'}" if data["months"] else ""
        return ", ".join(part for part in (months, *data["special"]) if part)


def _raised(form: BetterForm, training: str) -> Improved:
    """What the rules say to it."""
    row, data = form.cleaned_data["trait"], form.cleaned_data
    central = row.facts["place"] == "central"
    pool = sheet_of(row.character).experience
    asked = {"score": score_of(row), "to": data["to"], "pool": pool, "training": training, "game_world": data["deed"]}
    return central_double(**asked) if central else improve_trait(trait="side", **asked)


def _better(viewer: Viewer, form: BetterForm) -> dict[str, Any]:
    row = form.cleaned_data["trait"]
    pool = sheet_of(row.character).experience
    return {"found": _raised(form, form.training()), "pool": pool, "notes": notes_of(row.character)}


LACKING = {"score": "to", "dice": "to", "game world": "deed"}
WHY = {
    "score": "A score rises, and to 5 dice at most.",
    "dice": "That costs {price} experience dice, and the pool has {pool}.",
    "game world": "It needs something done in the game world first.",
}


@act(
    "yarn.improve-trait",
    title="A better trait",
    form=BetterForm,
    template="characters/yarn/growing/acts/better.html",
    preview=_better,
    button="Buy the dice",
    menu=48,
    due=may_grow,
)
def raise_trait(turn: Turn, form: BetterForm) -> None:
    """A trait raised step by step; the central one for twice the dice and time (yarn.improve-trait,
    yarn.central-double). Of training that is too short the GM may say that it is enough; what else lacks is refused.
    """
    row: Entry = form.cleaned_data["trait"]
    found, pool = _raised(form, form.training()), sheet_of(row.character).experience
    for what in ("score", "dice", "game world"):
        if what in found.lacking:
            turn.refuse("lacking", WHY[what].format(price=found.price, pool=pool), LACKING[what])
    bought = Purchase(
        row.character.public_id, row.name, form.cleaned_data["to"], found.price, trait=row.public_id,
        training=form.training(), short="training" in found.lacking, before=score_of(row),
    )  # fmt: skip
    _asks(turn, row.character, bought)


# the GM's word


def _asks(turn: Turn, character: Character, bought: Purchase) -> None:
    """Asks the GM whether it may be; where she has bought it herself, it is bought."""
    acting_for(turn, character)
    if turn.viewer.is_gm:
        _bought(turn, character, bought)
        return
    event = turn.tell("yarn.improvement-asked", _facts(character, bought), to=readers_of(character))
    exchange = exchanges.open_exchange(turn, BUYING, bought, by=event)
    exchanges.ask(turn, exchange, ("gms", 0), {"who": character.name})


def _facts(character: Character, bought: Purchase) -> dict[str, Any]:
    return named(character) | {
        "name": bought.name, "score": bought.score, "price": bought.price, "new": not bought.trait,
    }  # fmt: skip


class JudgeForm(AnswerForm):
    kinds = (BUYING,)
    allow = yes_or_no("Your word", "So be it", "Not yet")
    remark = one_line("A remark", 240, required=False)


@act("yarn.judge-improvement", title="What somebody would buy", form=JudgeForm, button="Answer")
def judge_improvement(turn: Turn, form: JudgeForm) -> None:
    """The GM's word on an improvement, which may call its training sufficient too (yarn.spend-experience).

    Refuses where the trait or the dice are no longer there (gone, too-few-dice), where the trait has other dice than
    when it was asked (other-score), and a name that has come to stand on the sheet (name-twice).
    """
    ask, bought = form.cleaned_data["ask"], form.state
    character = sure(turn.desk.one(Character, public_id=bought.character))
    if form.allowed:
        _bought(turn, character, bought)
    else:
        facts = _facts(character, bought) | {"remark": form.cleaned_data["remark"]}
        turn.tell("yarn.improvement-refused", facts, to=readers_of(character))
    exchanges.answered(turn, ask, turn.events[0])


def _bought(turn: Turn, character: Character, bought: Purchase) -> None:
    """Pays for it, writes it, and asks for more hit points where it counts for them."""
    row = turn.desk.one(Entry, public_id=bought.trait) if bought.trait else None
    if bought.trait and row is None:
        turn.refuse("gone", "That trait is no longer on the sheet.", "allow")
    if row is None:
        _refuse_twice(turn, character, bought.name, "allow")
    else:
        _refuse_other_score(turn, row, bought)
    others = len([one for one in sheet_of(character).traits if one.tough and one.id != bought.trait])
    give_up(turn, character, bought.price, bought.name)
    row = turn.change(row, amount=bought.score) if row is not None else _written(turn, character, bought)
    event = turn.tell("yarn.improved", _facts(character, bought), to=readers_of(character))
    if row.facts["tough"]:
        offer_rise(turn, character, bought.score, others, event)


def _refuse_other_score(turn: Turn, row: Entry, bought: Purchase) -> None:
    """What was asked before the score was noted with it is refused only where it would raise nothing."""
    score = score_of(row)
    if bought.before and score != bought.before:
        no = f"{row.name} has {score} dice by now, and {bought.before} when it was asked: say “Not yet”."
        turn.refuse("other-score", no, "allow")
    if score >= bought.score:
        turn.refuse("other-score", f"{row.name} has {score} dice by now: say “Not yet”.", "allow")


def _written(turn: Turn, character: Character, bought: Purchase) -> Entry:
    facts = {
        "place": "more", "kind": bought.kind, "superior": False, "text": bought.text, "sign": bought.sign,
        "visible": "always", "tough": bought.tough, "combat": False,
    }  # fmt: skip
    return turn.create(Entry, character=character, kind=TRAIT.word, name=bought.name, facts=facts, amount=bought.score)


@rows.when_deleted
def _nothing_to_buy(turn: Turn, character: Character) -> None:
    for one in exchanges.open_exchanges(turn.desk, BUYING):
        if one.state["character"] == character.public_id:
            exchanges.close(turn, one)


def _context(viewer: Viewer, one: Ask) -> dict[str, Any]:
    bought: Purchase = exchanges.state_of(one.exchange)
    character = sure(viewer.desk.one(Character, public_id=bought.character))
    return {"bought": bought, "character": character, "pool": sheet_of(character).experience,
            "notes": notes_of(character)}  # fmt: skip


exchange_kind(
    name=BUYING,
    state=Purchase,
    template="characters/yarn/growing/asks/buying",
    answer="yarn.judge-improvement",
    open=False,
    waits_for="a word on what they would buy",
    context=_context,
    bare_row=True,
)
