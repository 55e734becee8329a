"""Tests that harm and fear ask of a character: who is asked, what is added, Heroic Feats, and how the card tells it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from apps.characters.access import watchers_of
from apps.characters.dragonfly.points import Spent, spend_drama_point
from apps.characters.dragonfly.sheet import LISTED, DragonflySheet
from apps.characters.models import Character, Use
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.asking import AskedForm
from apps.checks.dragonfly.checks import OwnSideForm
from apps.checks.dragonfly.sides import Added, Line, SideForm
from apps.combat import tracking
from apps.combat.dragonfly import initiative, moves
from apps.combat.dragonfly.standing import FEAT_RULE, standing_of
from apps.combat.models import Combatant, Fight
from apps.rules.dragonfly import drama
from apps.rules.dragonfly.checks import Check
from apps.rules.dragonfly.combat.wound_odds import PassOdds
from apps.rules.odds import percent
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.audience import EVERYBODY, Atom
from apps.table.models import Ask, Event, Exchange, Table
from apps.table.turn import Turn
from apps.table.viewer import Viewer

Facts = dict[str, Any]
Down = Callable[[Turn, Combatant], None]
_of_the_awake: set[str] = set()
_when_down: list[Down] = []
FEATS = ("attack", "defense", "damage", "initiative", "other")
TITLES = {
    "attribute-doubled": "the same again", "life-points-below-zero": "Life Points below zero",
    "success-levels": "Success Levels of the attack", "taser": "Taser", "qualities": "Qualities",
    "by-hand": "Something else", "modifier": "Modifier", "held": "Held", "injury": "Injury", "grapple": "Grapple",
    "heroic-feat": "Heroic Feat", "additional-action": "Additional action",
    "panic-run-away": "Run Away!",
}  # fmt: skip
NO_FEAT = {
    "no-points": "no Drama Points left", "feat-made": "one in this Turn already",
    "not-intentions": "announced during Intentions only",
}  # fmt: skip


def title_of(label: str) -> str:
    """What a part of a sum is called on a card."""
    return LISTED[label].title if label in LISTED else TITLES.get(label, label)


# who is asked, and what is open


def whom_to_ask(character: Character) -> Atom:
    """Whoever plays the character; the GMs where nobody does."""
    return ("character", character.pk) if character.seat_id else ("gms", 0)


def kinds_for(*kinds: str) -> tuple[str, ...]:
    """These kinds of exchange and their secret twins, for characters of whom not everybody knows."""
    return tuple(name for kind in kinds for name in (kind, f"{kind}-secret"))


def kind_for(kind: str, character: Character) -> str:
    return f"{kind}-secret" if character.hidden else kind


def open_about(table: Table, character: Character, *kinds: str) -> list[Exchange]:
    """The open exchanges of these kinds about this character."""
    found = Exchange.objects.filter(table=table, kind__in=kinds_for(*kinds), closed_at=None).order_by("pk")
    return [one for one in found if one.state.get("character") == character.pk]


def call_off(turn: Turn, character: Character, *kinds: str) -> None:
    """Closes what is open about this character and has become needless."""
    for one in open_about(turn.table, character, *kinds):
        exchanges.close(turn, one)


def of_the_awake(*kinds: str) -> None:
    """Names kinds of exchange that nobody waits for any more once the character they are about is down."""
    _of_the_awake.update(kinds)


def when_down(listener: Down) -> Down:
    """Registers what else follows when a combatant goes down."""
    _when_down.append(listener)
    return listener


def ask_about(
    turn: Turn, kind: str, character: Character, state: Any, facts: Facts, whom: Atom | None = None,
    by: Event | None = None,
) -> Ask:  # fmt: skip
    """Opens an exchange about a character and asks its player, or `whom`. The turn has told its event already."""
    exchange = exchanges.open_exchange(turn, kind_for(kind, character), state, by=by or turn.events[0])
    named = {"who": character.name, "character_id": character.public_id}
    return exchanges.ask(turn, exchange, whom or whom_to_ask(character), named | facts)


def fighting(character: Character) -> Combatant | None:
    """The character in the fight that runs, unless it is out of it."""
    fight = tracking.fight_of(character.table)
    found = tracking.combatant_of(fight, character) if fight else None
    return found if found is not None and found.state != "out" else None


def options_for(viewer: Viewer, character: Character) -> Any:
    """The switches that count for this character now: in a fight those that the Turn began with."""
    found = fighting(character)
    return moves.options_of(viewer, found.fight) if found else viewer.options


def drops_everything(turn: Turn, character: Character) -> None:
    """Whoever goes down holds nobody, is asked nothing that only the awake answer, and the next one is up."""
    call_off(turn, character, *sorted(_of_the_awake))
    found = fighting(character)
    if found is None:
        return
    for hold in found.holding.all():
        turn.delete(hold)
    initiative.call_off(turn, found.fight, found)
    for listener in _when_down:
        listener(turn, found)
    if found.state == "acting":
        moves.finish(turn, found)


def out_of_the_fight(turn: Turn, character: Character) -> None:
    """Whoever is down for good takes no part in the fight that runs, and nobody holds them any more."""
    drops_everything(turn, character)
    if (found := fighting(character)) is not None:
        for hold in found.held_by.all():
            turn.delete(hold)
        turn.change(found, state="out")


# Heroic Feats


def feats_this_turn(character: Character, fight: Fight) -> int:
    """How many Heroic Feats the character has made or announced in the Turn that runs."""
    made = Use.objects.filter(character=character, rule=FEAT_RULE, span=fight.turn).count()
    found = tracking.combatant_of(fight, character)
    declared = tracking.declaration_of(fight, found) if found else None
    announced = set(declared.plan.get("drama", ())) & set(FEATS) if declared else set()
    return max(made, len(announced))


def no_feat(viewer: Viewer, sheet: DragonflySheet, use: drama.Use) -> Refused | None:
    """Why the character can make no Heroic Feat now, or None if it can (dragonfly.drama-points)."""
    found = fighting(sheet.character)
    if found is None:
        return drama.why_no_feat(points=sheet.drama_points)
    intentions, options = found.fight.phase == "intentions", moves.options_of(viewer, found.fight)
    try:
        drama.timing(use=use, in_fight=True, in_intentions=intentions, options=options)
    except Refused as no:
        return no
    made = feats_this_turn(sheet.character, found.fight)
    return drama.why_no_feat(points=sheet.drama_points, feats_this_turn=made)


def pay(turn: Turn, sheet: DragonflySheet, use: drama.Use) -> Spent:
    """Pays for a Heroic Feat before any die falls and notes it for the Turn. Refuses where none can be made."""
    if no := no_feat(turn.viewer, sheet, use):
        turn.refuse(no.code, no.text, "heroic_feat")
    spent = spend_drama_point(turn, sheet.character)
    if (found := fighting(sheet.character)) is not None:
        turn.create(Use, character=sheet.character, rule=FEAT_RULE, span=found.fight.turn, at=turn.now)
    return spent


# what is said beside the rule's own numbers

NOT_NEEDED = ("attribute", "skill", "withheld", "score", "conditions", "looked")


class PlainSide(SideForm):
    """A side whose numbers the rules name: what is said is a modifier, a Heroic Feat, the face of a real die."""

    use: drama.Use = "heroic-feat"
    announced = False

    def setup(self) -> None:
        super().setup()
        for name in NOT_NEEDED:
            self.fields.pop(name, None)

    @property
    def why_no_feat(self) -> str:
        if self.sheet is None or not self.sheet.is_full:
            return ""
        no = no_feat(self.viewer, self.sheet, self.use)
        return NO_FEAT.get(no.code, no.text) if no else ""

    @property
    def by_hand(self) -> int:
        return self.cleaned_data.get("modifier") or 0

    @property
    def feat(self) -> bool:
        """Whether a Heroic Feat is on this roll: announced before, or paid for with it."""
        return self.announced or bool(self.cleaned_data.get("heroic_feat"))

    def lines(self) -> tuple[Part, ...]:
        """What is added by the one who answers."""
        by = Part("by-hand", self.by_hand, "modifier")
        return (*((by,) if by.value else ()), *((drama.FEAT,) if self.feat else ()))

    def pay(self, turn: Turn) -> Spent | None:
        assert self.sheet is not None
        return pay(turn, self.sheet, self.use) if self.feat and not self.announced else None

    @property
    def modifier_title(self) -> str:
        return self.cleaned_data.get("modifier_name") or TITLES["by-hand"]


class TestForm(PlainSide, AskedForm):
    """The answer to a test that is asked for."""

    __test__ = False
    use: drama.Use = "test-feat"


class OwnActForm(PlainSide, OwnSideForm):
    """An act of somebody whom this seat plays. `announced`: in Intentions, for the Turn's first act of this sort."""

    def setup(self) -> None:
        super().setup()
        found = fighting(self.sheet.character) if self.sheet else None
        if found is not None:
            standing = standing_of(found)
            self.announced = "other" in standing.drama and not standing.done.others


# how it is told


def told_of(check: Check, typed: bool, feat: bool = False, modifier: str = "") -> Facts:
    """A finished check for an event: the die and every number by its name."""
    return {
        "face": check.face, "typed": typed and check.face is not None, "total": check.total, "success": check.success,
        "levels": check.success_levels, "word": check.description, "feat": feat,
        "parts": told_parts(check.parts, modifier), "left_out": [],
    }  # fmt: skip


def told_parts(parts: Iterable[Part], modifier: str = "") -> list[Facts]:
    return [
        {"label": modifier if modifier and part.label_id == "by-hand" else title_of(part.label_id),
         "value": part.value, "source": "", "kind": part.kind}
        for part in parts if part.kind != "die"
    ]  # fmt: skip


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


def settle(turn: Turn, ask: Ask, event: Event, spent: Spent | None = None) -> None:
    """The ask is answered: its point is told of, its exchange is over."""
    if spent is not None:
        spent.told_by(turn, event)
    exchanges.close_ask(turn, ask, event)
    exchanges.close(turn, ask.exchange)


# odds


def least_face(found: PassOdds) -> str:
    if found.least_face is None:
        return "no face of the die is enough"
    return "every face of the die" if found.least_face == 1 else f"{found.least_face} or more on the die"


def drawn(sentence: str, plain: PassOdds, with_feat: PassOdds | None) -> Facts:
    """The chance of passing, the least face, and what a Heroic Feat would buy."""
    found: Facts = {"headline": percent(plain.chance), "sentence": sentence, "hints": [least_face(plain)]}
    if with_feat is not None:
        found["bought"] = f"{percent(with_feat.chance)} with Heroic Feat"
    return found


def open_part(bonus: int, sentence: str = "") -> Facts:
    """How a total falls of which no more than this bonus may be known."""
    found = odds.open_part(Added("", [Line("own", "", bonus, "modifier")], []))
    return found | ({"sentence": sentence} if sentence else {})
