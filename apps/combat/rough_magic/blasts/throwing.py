"""Setting something off (rough_magic.exploding): where its middle is, who is how far away, and what each would lose."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms

from apps.board.board import board_of
from apps.board.forms import CellField, on_this_board
from apps.characters.access import played_by, sheet_open_to
from apps.characters.forms import CharacterChoice, CharactersChoice, acting_for, number, one_line
from apps.characters.models import Character
from apps.characters.rough_magic.endurance import is_down
from apps.characters.rough_magic.sheet import Arm, sheet_of
from apps.characters.rough_magic.states import is_in
from apps.checks.rough_magic.check import refuse_unable
from apps.combat import tracking
from apps.combat.rough_magic.attacks import ranges
from apps.combat.rough_magic.attacks.landing import counted, levels_for
from apps.combat.rough_magic.attacks.paying import use_one
from apps.combat.rough_magic.blasts import area, asking, opening
from apps.combat.rough_magic.blasts.charge import EXPLODING, Blast, Caught, caught_in, effect, explosives_of, is_guarded
from apps.combat.rough_magic.order import provoked, stored, turns_of
from apps.combat.rough_magic.order.before import Before, before_a_task
from apps.combat.rough_magic.order.stored import uses_task
from apps.rules.distance import Cell, name_of
from apps.rules.refusal import Refused
from apps.rules.rough_magic.combat.special import explosion_falloff
from apps.rules.rough_magic.lists import ATTACK_TYPES
from apps.table.acts import ActForm, act
from apps.table.choices import OneRow
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_RANK, MOST_METRES = 40, 9999
FAR = "far_"
NOWHERE = "|"
"""What the metres were counted from while no middle was named: they are as somebody typed them."""


class ExplodeForm(ActForm):
    """What goes off, and where. Without anybody who throws it, it is the GM's, who says how strong it is."""

    character = CharacterChoice(label="Who sets it off", required=False, empty_label="Nobody: it goes off by itself")
    arm = forms.ChoiceField(label="With", required=False, widget=forms.RadioSelect)
    what = one_line("What explodes", 60, required=False)
    rank = number("Rank", 1, MOST_RANK, required=False)
    radius = number("Radius in metres", 1, MOST_METRES, required=False, help_text="Empty: as many metres as its rank")
    types = forms.MultipleChoiceField(
        label="It is",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[(one.id, one.title) for one in ATTACK_TYPES if one.id != EXPLODING],
    )
    at = OneRow(label="Where", required=False, empty_label="Nobody is in its middle")
    cell = CellField(label="Cell in the middle", required=False)
    guarded = CharactersChoice(label="Guarded", required=False)
    terror = forms.ChoiceField(
        label="The terrified", choices=[("cower", "Cower"), ("flee", "Flee")], required=False, widget=forms.RadioSelect
    )

    measured = forms.CharField(required=False, max_length=24, widget=forms.HiddenInput)

    stale = False
    """Whether the metres that were sent were counted from another middle than the one that is named."""

    newly_named = False
    """Whether no middle was named before: what is left empty then follows it."""

    def setup(self) -> None:
        self.choose("character", [one for one in played_by(self.viewer) if one.present])
        self.choose("at", self.there)
        self.choose("guarded", self.there)
        self._by_whom()
        self._with_what()
        if board_of(self.viewer) is None:
            del self.fields["cell"]
        self._distances()
        self.start_with({"guarded": [one.public_id for one in self.there if is_guarded(one)], "terror": "cower"})

    def _by_whom(self) -> None:
        """A player sets off what is their own; a GM also what is nobody's."""
        field = self.fields["character"]
        if not self.viewer.is_gm:
            field.required = True
            able = [one for one in field.rows if explosives_of(one)]  # type: ignore[attr-defined]
            self.start_with({"character": (able or [None])[0]})
            for name in ("what", "rank", "radius", "types"):
                del self.fields[name]

    def _with_what(self) -> None:
        arms = self.arms
        self.offer("arm", [(key, f"{one.name} {one.rank}{_left(one)}") for key, one in arms.items()])
        self.start_with({"arm": next(iter(arms), "")})

    def _distances(self) -> None:
        for one in self.there:
            field = number(f"{one.name}, metres away", 0, MOST_METRES, required=False)
            self.fields[f"{FAR}{one.public_id}"] = field
        cell, at = self._middle()
        self._forget_other_middles(f"{name_of(cell) if cell else ''}|{at.public_id if at else ''}")
        found = {f"{FAR}{one.public_id}": area.from_middle(self.viewer, one, cell, at) for one in self.there}
        self.start_with({name: metres for name, metres in found.items() if metres is not None})

    def _forget_other_middles(self, here: str) -> None:
        """Metres that were counted from another middle count no more; those that were typed before there was one do."""
        before = (self.data if self.is_bound else self.initial).get("measured")
        self.stale = bool(before) and before not in (here, NOWHERE)
        self.newly_named = before == NOWHERE != here
        for name in (f"{FAR}{one.public_id}" for one in self.there):
            if self.stale or (self.newly_named and not self.initial.get(name)):
                self.initial.pop(name, None)
        self.initial["measured"] = here

    # what is chosen so far

    @cached_property
    def there(self) -> list[Character]:
        return area.there(self.viewer)

    @cached_property
    def thrower(self) -> Character | None:
        named = str(self["character"].value() or "")
        rows: list[Character] = self.fields["character"].rows  # type: ignore[attr-defined]
        return next((one for one in rows if one.public_id == named), None)

    @property
    def before(self) -> Before | None:
        return before_a_task(self.viewer, self.thrower)

    @cached_property
    def arms(self) -> dict[str, Arm]:
        return explosives_of(self.thrower) if self.thrower else {}

    @property
    def arm_chosen(self) -> Arm | None:
        return self.arms.get(str(self["arm"].value() or ""))

    @property
    def terrifies(self) -> bool:
        """Whether somebody has to say what the terrified do."""
        return self.viewer.is_gm or any("terrifying" in one.types for one in self.arms.values())

    def _middle(self) -> tuple[Cell | None, Character | None]:
        """The middle so far, as the address or what was sent has it."""
        named = str(self["at"].value() or "")
        at = next((one for one in self.there if one.public_id == named), None)
        cell = self.fields["cell"].clean(self["cell"].value()) if self._cell_reads() else None
        return area.middle(self.viewer, cell, at), at

    def _cell_reads(self) -> bool:
        if "cell" not in self.fields or not self["cell"].value():
            return False
        try:
            self.fields["cell"].clean(self["cell"].value())
        except forms.ValidationError:
            return False
        return True

    @property
    def distances(self) -> list[tuple[Character, forms.BoundField]]:
        """Each who is there with the field of their distance."""
        return [(one, self[f"{FAR}{one.public_id}"]) for one in self.there]

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The same as the table has them while it is not said yet what goes off."""
        return [{"name": one.name, "far": far} for one, far in self.distances]

    # what is right

    def clean_cell(self) -> Cell | None:
        cell: Cell | None = self.cleaned_data["cell"]
        return on_this_board(board_of(self.viewer), cell) if cell else None

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors and data.get("character") and self.arm_chosen is None:
            self.add_error("arm", f"{data['character'].name} has nothing that explodes.")
        if not self.errors and not data.get("character") and not data.get("rank"):
            self.add_error("rank", "How strong is it? Its rank says so.")
        return data

    @property
    def centre(self) -> Cell | None:
        data = self.cleaned_data
        return area.middle(self.viewer, data.get("cell"), data["at"])

    def blast(self) -> Blast:
        """What goes off, in a form that is right, with those of whom this seat knows."""
        data, arm = self.cleaned_data, self.arm_chosen
        if data["character"] is not None and arm is not None:
            about: dict[str, Any] = {
                "what": arm.name, "rank": arm.rank, "radius": arm.radius or arm.rank, "types": arm.types,
                "harmless": arm.harmless, "by": data["character"].pk,
            }  # fmt: skip
        else:
            about = {
                "what": data["what"] or "An explosion", "rank": data["rank"], "radius": data["radius"] or data["rank"],
                "types": tuple(data["types"]), "by": 0,
            }  # fmt: skip
        blast = Blast(**about, caught=(), terror=data["terror"] or "cower", cell=self.centre)
        return self._with_caught(blast)

    def _with_caught(self, blast: Blast) -> Blast:
        far = {one: self.far(one) for one in self.there}
        within = [(one, metres) for one, metres in far.items() if metres is not None and metres <= blast.radius]
        guarded = self.cleaned_data["guarded"]
        caught = tuple(Caught(one.pk, metres, one in guarded) for one, metres in within)
        return opening.with_unseen(self.viewer, Blast(**(vars(blast) | {"caught": caught})))

    def far(self, one: Character) -> int | None:
        """How far somebody is from the middle: as it was typed, else as the board has it."""
        name = f"{FAR}{one.public_id}"
        typed: int | None = self.cleaned_data.get(name)
        if not self.stale and (typed is not None or (self.data.get(name) == "" and not self.newly_named)):
            return typed
        return area.from_middle(self.viewer, one, self.centre, self.cleaned_data["at"])

    def typed(self, blast: Blast) -> tuple[int, ...]:
        """Those of whom it was said otherwise than the board has it how far they are."""
        far = ((one, self.far(one), area.by_board(self.viewer, one, blast.cell)) for one in self.there)
        return tuple(one.pk for one, said, by_board in far if by_board is not None and said != by_board)


def _left(arm: Arm) -> str:
    return "" if arm.left is None else f" · {arm.left} left"


# may they


def why_not(viewer: Viewer, form: ExplodeForm) -> Refused | None:
    """Why it does not go off so: who throws it sprints or is down, or this table allows none from so far. A GM goes on
    with that."""
    character, arm = form.cleaned_data["character"], form.arm_chosen
    if character is None or arm is None:
        return None
    if is_down(character):
        return Refused("down", f"{character.name} is defeated and does nothing.", "character")
    if is_in(character, "sprinting"):
        return Refused("sprinting", f"{character.name} sprints: a shot would miss, and this cannot be aimed.", "arm")
    if viewer.is_gm:
        return None
    no = ranges.why_out_of_reach(arm, form.far(character), viewer.options)
    return Refused(no.code, no.text, "at") if no else None


def asks_gm(viewer: Viewer, form: ExplodeForm) -> bool:
    """Whether the GM decides first: its middle is farther from whoever throws it than it reaches."""
    character, arm = form.cleaned_data["character"], form.arm_chosen
    if viewer.is_gm or character is None or arm is None:
        return False
    return ranges.asks_gm(ranges.beyond(arm, form.far(character), viewer.options), viewer.options)


# what it would do


def outlook(viewer: Viewer, form: ExplodeForm) -> Mapping[str, Any]:
    """A row for each who is in it: at which rank, and what it would cost them, where this seat reads their sheet."""
    blast, character = form.blast(), form.cleaned_data["character"]
    no, asks = why_not(viewer, form), asks_gm(viewer, form)
    button = f"Ask the {viewer.game.gm}" if asks else "Set it off" if character else "It goes off"
    return {
        "heading": f"{character.name}: {blast.what}" if character else blast.what,
        "subheading": f"Rank {blast.rank}, {blast.radius} m: no roll",
        "own_footer": True,
        "blast": blast,
        "middle": name_of(blast.cell) if blast.cell else "",
        "lines": [{"name": one.name, "far": far, "row": _row(viewer, blast, one)} for one, far in form.distances],
        "half": blast.radius / 2,
        "refused_now": no.text if no else "",
        "asks_gm": asks,
        "button": button,
    }


def _row(viewer: Viewer, blast: Blast, character: Character) -> dict[str, Any] | None:
    one = blast.of(character)
    if one is None:
        return None
    here = explosion_falloff(rank=blast.rank, radius=blast.radius, distance=one.distance).rank_here
    row: dict[str, Any] = {"name": character.name, "metres": one.distance, "rank": here, "guarded": one.guarded}
    if sheet_open_to(viewer, character):
        found = effect(blast, one, sheet_of(character), viewer.options)
        lost = 0 if blast.harmless else found.endurance_lost or 0
        levels = levels_for(character, lost, found.stunning, viewer.options)
        row |= {"levels": counted(character, levels), "falls": counted(character, levels) is None and levels > 0}
    return row


@act(
    "rough_magic.explode",
    title="Set something off",
    form=ExplodeForm,
    button="Set it off",
    menu=47,
    preview=outlook,
    template="combat/rough_magic/acts/explode.html",
)
def explode(turn: Turn, form: ExplodeForm) -> None:
    """It goes off: who can dive clear is asked, the others are struck with them (rough_magic.exploding). What a player
    throws farther than it reaches waits for the GM, and nothing of it is spent before a yes."""
    character: Character | None = form.cleaned_data["character"]
    blast = form.blast()
    if no := why_not(turn.viewer, form):
        raise no
    if not blast.caught:
        turn.refuse("nobody", "Nobody stands in it: say how far away they are, or where its middle is.", "at")
    if character is not None:
        acting_for(turn, character)
        may_throw(turn, character, blast)
        if asks_gm(turn.viewer, form):
            _ask(turn, form, blast, character)
            return
        use_one(turn, character, sure(form.arm_chosen).id)
        if tracking.fight_of(turn.table):
            uses_task(turn, character, caught_in(turn.desk, blast))
    opening.goes_off(turn, blast, form.cleaned_data["at"])


def may_throw(turn: Turn, character: Character, blast: Blast) -> None:
    """Refuses players whose turn it is not or who have had their task, the taunted whose taunter is not in it, and the
    terrified, before anybody is asked."""
    refuse_unable(turn, sheet_of(character))
    one = tracking.fighting(character)
    no = provoked.why_not(turn.viewer, character, caught_in(turn.desk, blast)) if one else None
    no = no or (turns_of.why_not(one, "task", stored.options_of(one.fight), turn.viewer.game.gm) if one else None)
    if no and not turn.viewer.is_gm:
        raise no


def _ask(turn: Turn, form: ExplodeForm, blast: Blast, character: Character) -> None:
    arm, at = sure(form.arm_chosen), form.cleaned_data["at"]
    held = asking.Held(blast, arm.id, at.pk if at else 0, form.typed(blast))
    asking.ask(turn, held, form.far(character) or 0, arm.range or 0)
