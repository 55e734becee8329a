"""Retcons (rough_magic.retcon): a fact of the past changes for good, if the GM accepts it."""

from __future__ import annotations

from apps.characters.documents import LONGEST_TEXT
from apps.characters.forms import named, one_line
from apps.characters.models import Character, Entry
from apps.characters.points import told_by
from apps.characters.rough_magic.lines import usual_attributes
from apps.characters.rough_magic.points import held_by, payer_of, spend
from apps.characters.rough_magic.sheet import sheet_of
from apps.characters.rows import set_trait
from apps.drama.rough_magic.people import HeroForm
from apps.drama.rough_magic.wishes import Granted, Wish, granted_by, hearers, wish_for, with_area
from apps.rules.rough_magic.drama.points import retcon as rule
from apps.table.acts import act
from apps.table.models import Event
from apps.table.turn import Turn

RULE = "rough_magic.retcon"


class RetconForm(HeroForm):
    fact = one_line("What has been so all along", 300)
    skill = one_line("A skill that it brings", 60, required=False)
    area = one_line("And an area of it", 60, required=False)


@act(
    "rough_magic.retcon",
    menu=65,
    title="Retcon",
    form=RetconForm,
    button="Ask for it: 1 point on yes",
    template="drama/rough_magic/acts/wish.html",
    preview=lambda viewer, form: {},
)
def retcon(turn: Turn, form: RetconForm) -> None:
    """Asks for a change of the past (rough_magic.retcon). Refuses who has no point left that does not wait."""
    data = form.cleaned_data
    character, payer = data["character"], payer_of(data["character"])
    wish = Wish(
        use="retcon",
        seat=payer.public_id,
        character=character.public_id,
        text=data["fact"],
        more=data["skill"],
        area=data["area"],
    )
    wish_for(turn, wish, payer, character, "fact")


@granted_by("retcon")
def granted(turn: Turn, grant: Granted) -> Event:
    """Pays, and writes it on the sheet, where it stays."""
    wish, character = grant.wish, grant.hero
    change = with_area(wish.more, wish.area)
    found = rule(points=held_by(grant.payer), fact=wish.text, sheet_change=change)
    paid = spend(turn, grant.payer, f"Retcon: {wish.text}"[:120], RULE)
    remember(turn, character, found.log)
    if wish.more:
        learn(turn, character, wish.more, wish.area)
    facts = {"text": found.log, "more": found.sheet_change, "words": grant.words, "left": found.points, "rule": RULE}
    told = turn.tell("rough_magic.retconned", named(character) | facts, hearers(character))
    told_by(turn, told, paid)
    return told


def remember(turn: Turn, character: Character, fact: str) -> None:
    """A line among the notes, while there is room for it."""
    notes = "\n".join(filter(None, (sheet_of(character).notes, fact)))
    if len(notes) <= LONGEST_TEXT:
        set_trait(turn, character, "notes", notes)


def learn(turn: Turn, character: Character, skill: str, area: str) -> None:
    """A skill of the sheet with its usual attributes, or one more area of a skill that stands there."""
    areas = [area] if area else []
    for row in turn.desk.all(Entry, character=character, kind="skill"):
        if row.name.casefold() == skill.casefold():
            held = list(row.facts.get("areas", ()))
            turn.change(row, facts=row.facts | {"areas": [*held, *(one for one in areas if one not in held)]})
            return
    turn.create(
        Entry,
        character=character,
        kind="skill",
        name=skill,
        facts={"attributes": usual_attributes(skill), "areas": areas},
    )
