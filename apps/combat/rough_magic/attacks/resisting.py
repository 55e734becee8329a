"""What a hit does besides is resisted at once, by the switch immediate-resist (rough_magic.attack-types): a reaction
against DV 3, and with a success it has no effect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from apps.characters.answers import while_there
from apps.characters.forms import acting_for
from apps.characters.models import Character, CharacterKey
from apps.characters.rough_magic.sheet import RoughSheet, sheet_of
from apps.checks import versus
from apps.checks.rough_magic import odds
from apps.checks.rough_magic.boxes import boxes_for_check, counted, settled
from apps.checks.rough_magic.check import drawn, finish
from apps.checks.rough_magic.recovering import FROM, Recovery
from apps.checks.rough_magic.rolling import NO_SKILL, OwnSideForm
from apps.checks.rough_magic.sides import two_dice
from apps.checks.rough_magic.ways import TITLES, Against
from apps.combat.rough_magic.attacks.landing import Landed, begin
from apps.rules.rough_magic.lists import CHALLENGING
from apps.rules.rough_magic.roll import BASE
from apps.table import exchanges
from apps.table.acts import act
from apps.table.models import Ask, Event, Span
from apps.table.shared.answers import AnswerForm
from apps.table.spans import ends_with_span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

OPEN, QUIETLY = "rough_magic.resist", "rough_magic.resist-secret"
KINDS = (OPEN, QUIETLY)
BY_STATE: Mapping[str, Recovery] = {one.state: one for one in FROM}


@dataclass(frozen=True)
class Resisting:
    """Who resists which state, and who would bring it about; 0 is nobody."""

    character: CharacterKey
    state: str
    by: CharacterKey = 0


def ask_for(turn: Turn, landed: Landed, by: Character | None, event: Event) -> None:
    """Asks whoever was hit to resist what has not begun yet. Inside the hold, when the hit is told."""
    target = landed.character
    secret = target.hidden or (by is not None and by.hidden)
    for state in landed.resists:
        held = Resisting(target.pk, state, by.pk if by else 0)
        exchange = exchanges.open_exchange(turn, QUIETLY if secret else OPEN, held, event)
        facts = {"who": target.name, "character_id": target.public_id, "state": state, "target": BASE + CHALLENGING}
        exchanges.ask(turn, exchange, versus.whom_to_ask(target), facts | {"what": TITLES[BY_STATE[state].attribute]})


class ResistForm(AnswerForm, OwnSideForm):
    """The attribute comes from what is resisted; how somebody moves touches it not."""

    kinds = KINDS
    gait = False

    def setup(self) -> None:
        for name in ("skill", "attribute", "layers"):
            del self.fields[name]
        if self.whose is not None:
            self.offer_side(sheet_of(self.whose))

    @cached_property
    def whose(self) -> Character | None:
        """Who resists; None where they are gone, or the question is closed."""
        return self.viewer.desk.find(Character, self.state.character) if self.row is not None else None

    @property
    def roller(self) -> None:
        """A reaction waits for nobody: the attack was made."""

    def clean_ask(self) -> Ask:
        return while_there(super().clean_ask(), self.whose)

    def _skill_value(self, sheet: RoughSheet) -> str:
        return NO_SKILL

    def _suit(self, key: str, usual: str, fitting: list[str]) -> tuple[str, list[str]]:
        return BY_STATE[self.state.state].attribute, []

    @property
    def against(self) -> Against:
        return Against(f"To resist: {self.state.state}", CHALLENGING)


def outlook(viewer: Viewer, form: ResistForm) -> Mapping[str, Any]:
    name = form.whose.name if form.whose else ""
    return drawn(form, form.against) | {"heading": f"{name} resists", "subheading": "A reaction: it costs nothing"}


@act(
    "rough_magic.resist-effect",
    title="Resist it",
    form=ResistForm,
    button="Roll",
    preview=outlook,
    template="combat/rough_magic/acts/resist.html",
)
def resist(turn: Turn, form: ResistForm) -> None:
    """Perception or Will against DV 3: on a success what the hit would have brought about does not begin."""
    ask: Ask = form.cleaned_data["ask"]
    held: Resisting = form.state
    character = turn.desk.get(Character, held.character)
    acting_for(turn, character)
    turn.cause = ask.exchange.opened_by
    about = {"from_": held.state, "by_rule": BY_STATE[held.state].rule, "resists": True}
    mode = "gm" if character.hidden else "everybody"
    found = finish(turn, form, character, form.against, label="", mode=mode, ask=ask, story=False, **about)
    if not found.success:
        begin(turn, character, held.state, turn.desk.find(Character, held.by) if held.by else None)
    exchanges.answered(turn, ask, found.card)


def context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What one tap would roll, and the chance of it."""
    held: Resisting = exchanges.state_of(ask.exchange)
    character = viewer.desk.find(Character, held.character)
    if character is None:
        return {"asked": ask.facts}
    sheet = sheet_of(character)
    ticked = [one for one in boxes_for_check(sheet, gait=False, options=viewer.options) if one.ticked]
    bonus = sheet.rank(BY_STATE[held.state].attribute) + counted(ticked).av_net
    chance = odds.chance(bonus, BASE + CHALLENGING, settled(ticked))
    return {"asked": ask.facts, "button": f"Roll {two_dice(bonus)}", "chance": chance, "fallen": bool(ask.thrown)}


@ends_with_span("scene", game="rough_magic")
def nobody_resists_any_more(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """It would have ended with the scene."""
    for one in exchanges.open_exchanges(turn.desk, *KINDS):
        exchanges.close(turn, one)
    return []
