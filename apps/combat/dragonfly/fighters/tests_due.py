"""Tests that harm and fear ask of a character: who is asked, what is added, Heroic Feats, and how the card tells it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from apps.characters.access import watchers_of
from apps.characters.dragonfly.points import FeatsOfTurn, Spent, turns_count
from apps.characters.dragonfly.sheet import LISTED, DragonflySheet
from apps.characters.models import Character, Use
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.asking import AskedForm
from apps.checks.dragonfly.checks import OwnSideForm
from apps.checks.dragonfly.sides import Added, Line, SideForm, pay_for_feat
from apps.combat import tracking
from apps.combat.dragonfly.fighters import plans
from apps.combat.dragonfly.fighters.standing import FEAT_RULE, OTHER_FEAT, Standing, standing_of, there
from apps.combat.models import Fight
from apps.rules.dragonfly import drama
from apps.rules.dragonfly.checks import Check
from apps.rules.dragonfly.combat.wound_odds import PassOdds
from apps.rules.odds import percent
from apps.rules.parts import Part
from apps.table import exchanges
from apps.table.audience import EVERYBODY
from apps.table.models import Ask, Event, Span
from apps.table.turn import Turn

Facts = dict[str, Any]
TITLES = {
    "attribute-doubled": "the same again",
    "life-points-below-zero": "Life Points below zero",
    "success-levels": "Success Levels of the attack",
    "taser": "Taser",
    "qualities": "Qualities",
    "by-hand": "Something else",
    "modifier": "Modifier",
    "held": "Held",
    "injury": "Injury",
    "grapple": "Grapple",
    "heroic-feat": "Heroic Feat",
    "additional-action": "Additional action",
    "panic-run-away": "Run Away!",
}


def title_of(label: str) -> str:
    """What a part of a sum is called on a card."""
    return LISTED[label].title if label in LISTED else TITLES.get(label, label)


# Heroic Feats


def feats_this_turn(character: Character, fight: Fight) -> int:
    """How many Heroic Feats the character has made or announced in the Turn that runs."""
    made = len(fight.desk.all(Use, character=character, rule=FEAT_RULE, span=fight.turn))
    found = tracking.combatant_of(fight, character)
    declared = tracking.declaration_of(fight, found) if found else None
    announced = set(declared.plan.get("drama", ())) & set(plans.FEATS) if declared else set()
    return max(made, len(announced))


def feat_waits(standing: Standing) -> bool:
    """Whether a Heroic Feat was announced for another roll than an attack or a defense, which has not come yet."""
    return "other" in standing.drama and not standing.has_used_other_feat


def _runs(character: Character) -> Span | None:
    """The Turn of the fight that they are in, out of it or not."""
    found = tracking.in_the_fight(character)
    return found.fight.turn if found else None


def _made(character: Character) -> int:
    found = tracking.fighting(character)
    return feats_this_turn(character, found.fight) if found else 0


def _waits(character: Character) -> bool:
    found = tracking.fighting(character)
    return found is not None and feat_waits(standing_of(found))


def _note(turn: Turn, character: Character) -> None:
    found = tracking.fighting(character)
    if found is None:
        return
    declared = tracking.declaration_of(found.fight, found)
    if declared and feat_waits(standing_of(found)):
        turn.change(declared, plan={**declared.plan, OTHER_FEAT: True})
    else:
        turn.create(Use, character=character, rule=FEAT_RULE, span=found.fight.turn, at=turn.now)


turns_count(FeatsOfTurn(_runs, _made, _waits, _note))


# what is said beside the rule's own numbers

NOT_NEEDED = ("attribute", "skill", "withheld", "score", "conditions", "looked")


class SureSide(SideForm):
    """A side of which is asked only after it was looked at: then it is somebody's."""

    @property
    def own(self) -> DragonflySheet:
        """Whose side it is."""
        return there(self.sheet)


class AnsweringForm(SureSide, AskedForm):
    """The answer to a question about somebody."""

    @property
    def open_ask(self) -> Ask:
        return there(self.row, "This is not asked any more.", "ask")

    @property
    def state(self) -> Any:
        """What the exchange holds."""
        return exchanges.state_of(self.open_ask.exchange)


class PlainSide(SureSide):
    """A side whose numbers the rules name: what is said is a modifier, a Heroic Feat, the face of a real die."""

    announced = False

    def setup(self) -> None:
        super().setup()
        for name in NOT_NEEDED:
            self.fields.pop(name, None)

    @property
    def by_hand(self) -> int:
        return self.cleaned_data.get("modifier") or 0

    @property
    def feat(self) -> bool:
        """Whether a Heroic Feat is on this roll: announced before, or paid for with it."""
        return self.announced or super().feat

    def lines(self) -> tuple[Part, ...]:
        """What is added by the one who answers."""
        by = Part("by-hand", self.by_hand, "modifier")
        return (*((by,) if by.value else ()), *((drama.FEAT,) if self.feat else ()))

    def pay(self, turn: Turn) -> Spent | None:
        return pay_for_feat(turn, self)

    @property
    def modifier_title(self) -> str:
        return self.cleaned_data.get("modifier_name") or TITLES["by-hand"]


class TestForm(PlainSide, AnsweringForm):
    """The answer to a test that is asked for."""

    __test__ = False
    use: drama.Use = "test-feat"


class OwnActForm(PlainSide, OwnSideForm):
    """An act of somebody whom this seat plays. `announced`: in Intentions, for the Turn's first roll of this sort."""

    def setup(self) -> None:
        super().setup()
        found = tracking.fighting(self.sheet.character) if self.sheet else None
        if found is not None:
            standing = standing_of(found)
            self.announced = feat_waits(standing)


# how it is told


def told_of(check: Check, typed: bool, feat: bool = False, modifier: str = "") -> Facts:
    """A finished check for an event: the die and every number by its name."""
    return {
        "face": check.face,
        "typed": typed and check.face is not None,
        "total": check.total,
        "success": check.success,
        "levels": check.success_levels,
        "word": check.description,
        "feat": feat,
        "parts": told_parts(check.parts, modifier),
        "left_out": [],
    }


def told_parts(parts: Iterable[Part], modifier: str = "") -> list[Facts]:
    return [
        {
            "label": modifier if modifier and part.label_id == "by-hand" else title_of(part.label_id),
            "value": part.value,
            "source": "",
            "kind": part.kind,
        }
        for part in parts
        if part.kind != "die"
    ]


def tell_about(
    turn: Turn, kind: str, character: Character, facts: Mapping[str, Any], openly: Collection[str] | None = None
) -> Event:
    """Everything to those who hear of the character's numbers; the rest, if they know of it, hear what is `openly` so.

    Without `openly` all who know of the character hear everything; where it is empty the rest hear nothing.
    """
    hears = watchers_of(character)
    if hears.public or character.hidden or openly == ():
        return turn.tell(kind, facts, hears)
    known = facts if openly is None else {key: value for key, value in facts.items() if key in openly}
    return turn.tell(kind, facts, hears, {EVERYBODY: known})


# odds


def drawn(sentence: str, plain: PassOdds, with_feat: PassOdds | None, face: int | None = None) -> Facts:
    """The chance of passing, the least face or the one that has fallen, and what a Heroic Feat would buy."""
    hints = [odds.least_face(plain.least_face, face)]
    found: Facts = {"headline": percent(plain.chance), "sentence": sentence, "hints": hints}
    if with_feat is not None:
        found["bought"] = f"{percent(with_feat.chance)} with Heroic Feat"
    return found


def open_part(bonus: int, sentence: str = "", face: int | None = None) -> Facts:
    """How a total falls of which no more than this bonus may be known."""
    found = odds.open_part(Added("", [Line("own", "", bonus, "modifier")], []), face)
    return found | ({"sentence": sentence} if sentence else {})
