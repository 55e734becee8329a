"""The GM's approval of a sheet: from then on everybody reads it, if the table plays so (yarn.approval)."""

from __future__ import annotations

from django import forms

from apps.characters import entries, rows
from apps.characters.access import opens_sheets
from apps.characters.forms import KnownCharacterForm, named
from apps.characters.models import Character, Entry, Trait
from apps.characters.yarn.giving_up import has_given_up
from apps.characters.yarn.lines import TRAIT
from apps.characters.yarn.people import mains, players
from apps.characters.yarn.sheet import APPROVED, MAIN, YarnSheet, sheet_of
from apps.characters.yarn.votes import Outcome, Tile, Vote, call_vote, when_voted
from apps.rules.yarn.cast import checklist
from apps.rules.yarn.lists import CHECKLIST
from apps.rules.yarn.orders import GM
from apps.rules.yarn.visibility import story_visibility
from apps.table.acts import ActForm, act, gms
from apps.table.choices import OneRow
from apps.table.games import game_of
from apps.table.models import Exchange
from apps.table.switches import values_of
from apps.table.turn import Turn

YES, NO = "yes", "no"
STANDS, STRUCK = "stands", "struck"
TITLES = {row.id: row.title for row in CHECKLIST} | {"hit_points": "the word for the hit points"}
"""What an entry is called that lacks something; of hit points every sheet has the number (yarn.hit-points-word)."""


def missing(sheet: YarnSheet) -> list[str]:
    """What a main character still lacks, in words (yarn.character-checklist). A relationship to somebody whom a player
    has yet to bring is not lacking: there is nobody to write it about."""
    desk = sheet.character.desk
    seats = max(2, len(players(desk)))
    written = filled(sheet)
    written["relationships"] += max(0, seats - len(mains(desk)))
    found = checklist(filled=written, players=seats)
    lacks = [f"{TITLES[entry]} ({count})" if count > 1 else TITLES[entry] for entry, count in found.missing.items()]
    return lacks + _superior(sheet)


def _superior(sheet: YarnSheet) -> list[str]:
    """Once there are three positive traits exactly one of them is superior (yarn.superior-trait)."""
    three = [one for one in sheet.traits if one.place != "more"]
    chosen = [one.name for one in three if one.superior]
    return ["one superior trait, exactly"] if len(three) >= 3 and len(chosen) != 1 else []


def filled(sheet: YarnSheet) -> dict[str, int]:
    """How much there is of each entry of the checklist."""
    by_place = [one.place for one in sheet.traits]
    return {
        "name": 1,
        "role": int(bool(sheet.group_role)),
        "relationships": len(sheet.relations),
        "desire": int(bool(sheet.desire)),
        "dramatic_poles": len(sheet.poles),
        "wants": len(sheet.wants),
        "central_trait": by_place.count("central"),
        "side_traits": by_place.count("side1") + by_place.count("side2"),
        "flaw": len(sheet.flaws),
        "signs": len(sheet.signs),
        "hit_points": int(bool(sheet.hit_points_word)),
        "experience_pool": int(bool(sheet.experience) or has_given_up(sheet.character)),
        "finances": int(bool(sheet.texts.get("finances"))),
        "my_story": int(bool(sheet.story)),
    }


@opens_sheets("yarn")
def is_open(character: Character) -> bool:
    """Whether everybody reads the sheet (yarn.story-visibility): a main character's, once it is approved."""
    desk = character.desk
    if character.role != MAIN or desk.one(Trait, character=character, key=APPROVED) is None:
        return False
    options = game_of(desk.table).options(values_of(desk))
    return story_visibility(viewer="somebody", item="sheet", whose="somebody else", options=options).shown


def set_approved(turn: Turn, character: Character, approved: bool = True) -> None:
    """The GM's word on a main character's sheet, or none yet."""
    rows.set_trait(turn, character, APPROVED, YES if approved else "")


class ApproveForm(KnownCharacterForm):
    approved = forms.ChoiceField(label="The sheet is", choices=[(YES, "Approved"), (NO, "Still being written")])

    def open_characters(self) -> list[Character]:
        return [one for one in super().open_characters() if one.role == MAIN]


@act("yarn.approve", title="Approve a sheet", form=ApproveForm, who=gms, button="So it is")
def approve(turn: Turn, form: ApproveForm) -> None:
    """Approves a main character, complete or not, or takes that back. Refuses what is so already (same)."""
    character: Character = form.cleaned_data["character"]
    wanted = form.cleaned_data["approved"] == YES
    if sheet_of(character).approved == wanted:
        turn.refuse("same", f"The sheet of {character.name} is so already. Nothing was changed.", "approved")
    set_approved(turn, character, wanted)
    facts = named(character) | {"approved": wanted, "missing": missing(sheet_of(character)) if wanted else []}
    turn.tell("yarn.approved", facts)


# a doubtful trait


class DoubtForm(ActForm):
    trait = OneRow(label="Which trait", error_messages={"invalid_choice": "There is no such trait to vote on."})

    def setup(self) -> None:
        cast = [one for one in self.viewer.desk.all(Character) if one.role == MAIN]
        self.choose("trait", [line for one in cast for line in entries.read_by(None, one, TRAIT.word)])


@act("yarn.doubt-trait", title="Vote on a trait", form=DoubtForm, who=gms, button="Let them vote")
def doubt_trait(turn: Turn, form: DoubtForm) -> None:
    """All players but the owner vote on a doubtful trait, and the GM breaks a tie (yarn.approval).

    Refuses where nobody else plays (nobody).
    """
    trait: Entry = form.cleaned_data["trait"]
    voters = [one for one in players(turn.desk) if one.seat is not trait.character.seat]
    if not voters:
        turn.refuse("nobody", "Nobody else is here to vote on it.", "trait")
    facts = named(trait.character) | {"name": trait.name}
    event = turn.tell("yarn.vote-called", facts | {"question": f"Shall {trait.name} stand?"})
    question = f"{trait.character.name}: shall “{trait.name}” stand?"
    tiles = (Tile(STANDS, "It stands"), Tile(STRUCK, "It is struck out"))
    call_vote(turn, Vote("trait", question, tiles, tie=GM, about=trait.public_id), voters, by=event)


@when_voted("trait")
def _judged(turn: Turn, exchange: Exchange, outcome: Outcome) -> None:
    """A trait that is struck out is gone from the sheet (yarn.trait-review)."""
    trait = turn.desk.one(Entry, public_id=outcome.vote.about)
    if trait is not None and outcome.winner == STRUCK:
        turn.delete(trait)
