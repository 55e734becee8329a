"""The fight itself: begun, joined and left, taken on step by step, ended (dragonfly.turn)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from apps.characters.access import all_known_to, knowers_of, known_to, readers_of
from apps.characters.dragonfly import writing
from apps.characters.dragonfly.sheet_form import MOST_LIFE_POINTS
from apps.characters.forms import (
    CharacterChoice,
    CharactersChoice,
    OwnCharacterForm,
    acting_for,
    named,
    number,
    one_line,
)
from apps.characters.models import Character, Use
from apps.characters.rows import make_character, when_deleted
from apps.combat import tracking
from apps.combat.dragonfly import fury, initiative, moves, plans, told
from apps.combat.dragonfly.ending import end_of_turn
from apps.combat.dragonfly.standing import FURY_RULE, Standing, count, standing_of
from apps.combat.dragonfly.states import states_of
from apps.combat.models import Combatant, Declaration, Fight, Hold
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.models import Exchange, Span
from apps.table.spans import ends_with_span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_THUGS = 12
BEGIN = "Begin the actions"


# beginning, joining, leaving


class StartForm(ActForm):
    title = one_line("What is it about", 120, required=False, help_text="Such as: The gantry")
    characters = CharactersChoice(label="Who fights", required=False)

    def setup(self) -> None:
        field = self.fields["characters"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        field.queryset = known_to(self.viewer)
        self.initial.setdefault("characters", [one.public_id for one in known_to(self.viewer).filter(present=True)])


@act("dragonfly.start-fight", menu=30, title="Start a fight", form=StartForm, who=gms, button="Start the fight")
def start_fight(turn: Turn, form: StartForm) -> None:
    """Opens a fight with those who are there; the first Turn begins with Intentions (dragonfly.turn)."""
    fight = tracking.start(turn, "intentions", form.cleaned_data["title"])
    came = tracking.join(turn, fight, form.cleaned_data["characters"])
    facts = {"title": fight.span.title}
    told.tell_both(
        turn, "dragonfly.fight-started", facts | {"names": told.names(came)},
        facts | {"names": told.names(moves.seen(came))},
    )  # fmt: skip


class JoinForm(ActForm):
    characters = CharactersChoice(label="Who comes in")

    def setup(self) -> None:
        field = self.fields["characters"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        fight = tracking.fight_of(self.viewer.table)
        inside = fight.combatants.exclude(state="out").values_list("character", flat=True) if fight else []
        field.queryset = known_to(self.viewer).exclude(pk__in=inside)


@act("dragonfly.fight-join", title="Bring somebody into the fight", form=JoinForm, who=gms, button="Bring them in")
def fight_join(turn: Turn, form: JoinForm) -> None:
    """More combatants; once initiative is under way it is asked of them, or taken from their scores."""
    fight = tracking.running(turn)
    _come_in(turn, fight, tracking.join(turn, fight, form.cleaned_data["characters"]), {})


def _come_in(turn: Turn, fight: Fight, came: list[Combatant], more: Mapping[str, Any]) -> None:
    under_way = fight.phase in {"initiative", *moves.ACTING_PHASES}
    to_ask, fell = initiative.call_up(turn, fight) if under_way else ([], [])
    if under_way and fight.phase != "initiative":
        initiative.settle(turn, fight, turn.dice)
        moves.go_on(turn, fight)
    seen = moves.seen(came)
    full = {"names": told.names(came), "thrown": fell, **more}
    event = told.tell_both(
        turn, "dragonfly.fight-joined", full, {"names": told.names(seen), "thrown": [], **more} if seen else None
    )
    initiative.ask_for(turn, to_ask, event)


class ThugsForm(ActForm):
    """Several of a kind: copies of somebody who is there, or made from a name and two numbers."""

    base = CharacterChoice(label="Copies of", required=False, help_text="Nobody: made from the numbers below")
    name = one_line("Name", 50, required=False, initial="Thug")
    combat = number("Combat", initial=10, required=False)
    life_points = number("Life Points", most=MOST_LIFE_POINTS, initial=20, required=False)
    count = number("How many", 1, MOST_THUGS, initial=6)
    hidden = forms.BooleanField(label="Hidden from the players", required=False)

    def setup(self) -> None:
        field = self.fields["base"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = known_to(self.viewer).filter(sheet="score", seat=None)

    def clean(self) -> dict[str, Any]:
        if not self.cleaned_data.get("base"):
            for name in ("name", "combat", "life_points"):
                if self.cleaned_data.get(name) in {None, ""} and name not in self.errors:
                    self.add_error(name, "Without somebody to copy this is needed.")
        return self.cleaned_data


@act("dragonfly.fight-thugs", title="Thugs", form=ThugsForm, who=gms, button="Into the fight with them")
def fight_thugs(turn: Turn, form: ThugsForm) -> None:
    """Several of the Supporting Cast, numbered, who come into the fight at once."""
    fight = tracking.running(turn)
    data = form.cleaned_data
    base: Character | None = data["base"]
    names = _numbered(turn.viewer, base.name if base else data["name"], data["count"])
    made = [_copy(turn, base, name, data["hidden"]) if base else _thug(turn, name, data) for name in names]
    _come_in(turn, fight, tracking.join(turn, fight, made), {"new": True})


def _numbered(viewer: Viewer, name: str, many: int) -> list[str]:
    """Thug 1, Thug 2 and so on, with numbers that nobody has; a single one keeps a free name as it is."""
    taken = set(all_known_to(viewer).values_list("name", flat=True))
    if many == 1 and name not in taken:
        return [name]
    stem = name.rstrip("0123456789 ")[:54] or name[:54]
    free = (f"{stem} {place}" for place in range(1, 1000) if f"{stem} {place}" not in taken)
    return [next(free) for _ in range(many)]


def _copy(turn: Turn, base: Character, name: str, hidden: bool) -> Character:
    twin = writing.copy_sheet(turn, base, name)
    return turn.change(twin, hidden=hidden or base.hidden, present=True)


def _thug(turn: Turn, name: str, data: Mapping[str, Any]) -> Character:
    thug = make_character(turn, name=name, sheet="score", role="supporting-cast", seat=None, hidden=data["hidden"])
    writing.blank_sheet(turn, thug)
    scores = {"muscle": data["combat"], "combat": data["combat"], "brains": data["combat"]}
    writing.write_numbers(turn, thug, {**scores, "life_points": data["life_points"]})
    return thug


class FighterForm(OwnCharacterForm):
    """About one combatant: a player's own, any for a GM."""

    def open_characters(self) -> Any:
        fight = tracking.fight_of(self.viewer.table)
        inside = fight.combatants.values_list("character", flat=True) if fight else []
        return super().open_characters().filter(pk__in=inside)

    def combatant(self, turn: Turn) -> Combatant:
        """The combatant, read inside the hold."""
        found = tracking.combatant_of(tracking.running(turn), self.cleaned_data["character"])
        assert found is not None
        return found


@act("dragonfly.fight-leave", title="Out of the fight", form=FighterForm, who=gms, button="Out of the fight")
def fight_leave(turn: Turn, form: FighterForm) -> None:
    """Takes a combatant out; whoever they held, and who held them, is free."""
    combatant = form.combatant(turn)
    if combatant.state == "out":
        turn.refuse("out", f"{combatant.character.name} is out of the fight already.", "character")
    acting_for(turn, combatant.character)
    initiative.call_off(turn, combatant.fight, combatant)
    for hold in [*combatant.holding.all(), *combatant.held_by.all()]:
        turn.delete(hold)
    turn.change(combatant, state="out", place=None, initiative=None)
    moves.go_on(turn, combatant.fight)
    turn.tell("dragonfly.fight-left", named(combatant.character), to=knowers_of(combatant.character))


# step by step


class NextForm(ActForm):
    """`seen` is the step that the button was drawn for: two taps of two GMs go on once."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=60)


def stamp(fight: Fight) -> str:
    """Where the fight stands, for the button that takes it on."""
    assert fight.turn is not None
    acting = "-".join(sorted(one.public_id[:6] for one in fight.combatants.filter(state="acting")))
    return f"{fight.turn.number}.{fight.phase}.{acting}"[:60]


def next_words(fight: Fight, viewer: Viewer) -> tuple[str, str]:
    """What going on will do, and what speaks against it, if anything."""
    assert fight.turn is not None
    if fight.phase == "intentions":
        missing = undeclared(fight)
        warning = f"Nothing declared yet: {', '.join(told.names(missing))}" if missing else ""
        wanting = initiative.wanting(fight, moves.options_of(viewer, fight))
        return ("Initiative" if wanting else BEGIN), warning
    if fight.phase == "initiative":
        left = len(initiative.open_asks(fight))
        warning = f"{left} still {'throws' if left == 1 else 'throw'}" if left else ""
        return "Roll for everybody left" if left else BEGIN, warning
    if fight.phase in moves.ACTING_PHASES:
        return _next_actor(fight)
    return f"Turn {fight.turn.number + 1}", ""


def _next_actor(fight: Fight) -> tuple[str, str]:
    done = moves.would_be_done(fight)
    warning = f"{', '.join(told.names(done))} would be done" if done else ""
    if Exchange.objects.filter(table=fight.table_id, closed_at=None, kind__startswith=moves.ATTACK).exists():
        warning = f"{warning}{'; ' if warning else ''}an attack still waits for its defense"
    _, group = moves.up_next(fight)
    if group:
        return f"Next: {', '.join(told.names(group)) if len(group) < 3 else f'{len(group)} together'}", warning
    assert fight.turn is not None
    return f"End Turn {fight.turn.number}", warning


def undeclared(fight: Fight) -> list[Combatant]:
    """Players' combatants who can act and of whom nothing is declared for this Turn."""
    done = Declaration.objects.filter(turn=fight.turn).values("combatant")
    found = tracking.combatants_of(fight).exclude(pk__in=done).exclude(state="out")
    played = [one for one in found if one.character.seat_id]
    states = states_of(one.character for one in played)
    return [one for one in played if states[one.character_id].can_act]


def next_outlook(viewer: Viewer, form: NextForm) -> Mapping[str, Any]:
    fight = tracking.fight_of(viewer.table)
    if fight is None:
        return {"refused_now": "No fight is running."}
    words, warning = next_words(fight, viewer)
    return {"button": words, "warning": warning}


@act("dragonfly.fight-next", title="Go on", form=NextForm, who=gms, button="Next",
     template="combat/dragonfly/acts/next.html", preview=next_outlook)  # fmt: skip
def fight_next(turn: Turn, form: NextForm) -> None:
    """One step on: the next phase, the next combatant, the next Turn. Nothing that is missing holds the GM up."""
    fight = tracking.running(turn)
    if form.cleaned_data["seen"] and form.cleaned_data["seen"] != stamp(fight):
        turn.refuse("gone-on", "The fight has gone on in the meantime. Look where it stands before the next step.")
    steps = {"intentions": _to_initiative, "initiative": _to_actions, "end-of-turn": _next_turn}
    steps.get(fight.phase, _next_combatant)(turn, fight)


def _to_initiative(turn: Turn, fight: Fight) -> None:
    """Declarations are shown, scores taken; players are asked. Where nobody is, the actions begin at once."""
    shown = _show(turn, fight)
    known = [one for one in shown if not one.combatant.character.hidden]
    to_ask, fell = initiative.call_up(turn, fight)
    ties = () if to_ask else initiative.settle(turn, fight, turn.dice)
    turn.change(fight, phase="initiative" if to_ask else "actions")
    now = moves.go_on(turn, fight)
    full, public = ({}, {}) if to_ask else told.order(fight, ties)
    event = told.step(
        turn, fight, now, full=full | {"thrown": fell, "shown": [_shown_facts(fight, one) for one in shown]},
        public=public | {"shown": [_shown_facts(fight, one) for one in known]},
    )  # fmt: skip
    _ledger_open(turn, shown, event)
    initiative.ask_for(turn, to_ask, event)


def _show(turn: Turn, fight: Fight) -> list[Declaration]:
    """What was declared in secret is known to all from now on (switch secret-intentions)."""
    hidden = Declaration.objects.filter(turn=fight.turn, shown=False).select_related("combatant__character__seat")
    return [turn.change(one, shown=True) for one in hidden.order_by("pk")]


def _shown_facts(fight: Fight, one: Declaration) -> dict[str, Any]:
    return plans.declared_facts(one) | {"fury": fury.began_in(fight, one.combatant.character)}


def _ledger_open(turn: Turn, shown: list[Declaration], event: Any) -> None:
    """Points paid in secret stand in everybody's ledger from now on."""
    for one in shown:
        if told.is_open(one.combatant.character):
            for line in plans.moves_of(one):
                turn.change(line, event=event)


def _to_actions(turn: Turn, fight: Fight) -> None:
    """The GM throws for everybody left, and the actions begin."""
    fell = initiative.throw_the_rest(turn, fight)
    ties = initiative.settle(turn, fight, turn.dice)
    turn.change(fight, phase="actions")
    now = moves.go_on(turn, fight)
    full, public = told.order(fight, ties)
    open_ones = [one for one in fell if one["open"]]
    told.step(turn, fight, now, full=full | {"thrown": fell}, public=public | {"thrown": open_ones})


def _next_combatant(turn: Turn, fight: Fight) -> None:
    """Whoever is acting is done; after the last of them the Turn ends."""
    before = moves.would_be_done(fight)
    known = moves.seen(before)
    for one in before:
        turn.change(one, state="acted")
    now = moves.go_on(turn, fight)
    if not now:
        _end_turn(turn, fight)
        return
    told.step(
        turn, fight, now, full={"done": told.names(before)}, public={"done": told.names(known)},
        quietly=not known and not moves.seen(now),
    )  # fmt: skip


def _end_turn(turn: Turn, fight: Fight) -> None:
    """What happens at the end of a Turn; where nothing is due of which all may know, the next one opens at once."""
    turn.change(fight, phase="end-of-turn")
    due = end_of_turn(turn, fight)
    open_ones = [one for one in due if not one.get("hidden")]
    if not open_ones:
        _next_turn(turn, fight, due)
        return
    told.step(turn, fight, [], full={"due": due}, public={"due": open_ones})


def _next_turn(turn: Turn, fight: Fight, due: Sequence[Mapping[str, Any]] = ()) -> None:
    """The next Turn: initiative is open again, unless it is thrown once per fight; long acts go on."""
    before = fight.turn
    tracking.new_turn(turn, fight, "intentions")
    options = moves.options_of(turn.viewer, fight)
    for one in fight.combatants.exclude(state="out").select_related("character"):
        if not initiative.keeps_place(one, options):
            turn.change(one, initiative=None, place=None)
    _carry_on(turn, fight, before)
    told.step(turn, fight, [], full={"due": list(due)}, public={"due": []})


def _carry_on(turn: Turn, fight: Fight, before: Span | None) -> None:
    """An act that takes several Turns is declared for the next one by itself."""
    for one in Declaration.objects.filter(turn=before, verdict="longer", turns_left__gt=1):
        plan = {**one.plan, "drama": []}
        turn.create(
            Declaration, combatant=one.combatant, turn=fight.turn, text=one.text, plan=plan, verdict="longer",
            turns_left=one.turns_left - 1,
        )  # fmt: skip


# places, marks and moves


class PlaceForm(FighterForm):
    place = number("Acts as number", 1, 200, required=False, help_text="1 is first")
    initiative = number("Initiative", -99, 999, required=False, help_text="Empty: as it is")

    def clean(self) -> dict[str, Any]:
        if not self.errors and all(self.cleaned_data.get(name) is None for name in ("place", "initiative")):
            self.add_error("place", "A place or a number: nothing is named yet.")
        return self.cleaned_data


@act("dragonfly.fight-place", title="Set the place", form=PlaceForm, who=gms, button="Set it")
def fight_place(turn: Turn, form: PlaceForm) -> None:
    """The order of acting by hand: a place in it, or another number, which finds its place (dragonfly.initiative)."""
    combatant = form.combatant(turn)
    fight, data = combatant.fight, form.cleaned_data
    if combatant.state == "out":
        turn.refuse("out", f"{combatant.character.name} is out of the fight. Bring them back first.", "character")
    acting_for(turn, combatant.character)
    ordered = fight.phase not in {"intentions", "initiative"}
    if not ordered and None not in {data["place"], data["initiative"]}:
        turn.refuse("both", "The order is still open: name a place in it, or a number, not both.", "place")
    if data["initiative"] is not None:
        turn.change(combatant, initiative=data["initiative"])
    initiative.call_off(turn, fight, combatant)
    if ordered:
        _move(turn, fight, combatant, data["place"])
    elif data["place"] is not None:
        turn.change(combatant, place=data["place"], initiative=None)
    facts = named(combatant.character) | {"initiative": combatant.initiative, "place": _place_now(combatant)}
    less = facts if told.is_open(combatant.character) else named(combatant.character)
    told.tell_both(turn, "dragonfly.fight-placed", facts, None if combatant.character.hidden else less)


def _move(turn: Turn, fight: Fight, combatant: Combatant, place: int | None) -> None:
    here = [one for one in tracking.combatants_of(fight) if one.state != "out"]
    others = [one for one in here if one.pk != combatant.pk and one.place is not None]
    groups = initiative.groups_of(others)
    if place is None:
        groups = initiative.inserted(groups, combatant, here)
    else:
        groups.insert(place - 1, [str(combatant.pk)])
    initiative.set_places(turn, here, groups)


def _place_now(combatant: Combatant) -> int | None:
    return Combatant.objects.get(pk=combatant.pk).place


class UndefendedForm(FighterForm):
    unable = forms.ChoiceField(
        label="In this Turn", choices=[("yes", "Cannot defend"), ("no", "Can defend")], initial="yes",
        widget=forms.RadioSelect,
    )  # fmt: skip


@act("dragonfly.fight-undefended", title="Cannot defend", form=UndefendedForm, who=gms, button="Keep this")
def fight_undefended(turn: Turn, form: UndefendedForm) -> None:
    """The GM says that a target cannot defend in this Turn, or can again."""
    combatant, unable = form.combatant(turn), form.cleaned_data["unable"] == "yes"
    span = combatant.fight.turn
    assert span is not None
    if bool(tracking.tallies_of(combatant, span).get(moves.UNDEFENDED)) == unable:
        turn.refuse("same", "It is marked so already. Nothing was changed.", "unable")
    acting_for(turn, combatant.character)
    tracking.set_tally(turn, combatant, span, moves.UNDEFENDED, int(unable))
    facts = named(combatant.character) | {"unable": unable}
    turn.tell("dragonfly.fight-undefended", facts, to=knowers_of(combatant.character))


class FightActForm(FighterForm):
    what = forms.ChoiceField(
        label="What", choices=[("other", "Something else than an attack"), ("done", "Done for this Turn")],
        initial="other", widget=forms.RadioSelect,
    )  # fmt: skip
    words = one_line("In your words", 160, required=False, help_text="Such as: pulls the lever")


def act_outlook(viewer: Viewer, form: FightActForm) -> Mapping[str, Any]:
    """What speaks against it: a refusal for a player, advice for a GM."""
    fight = tracking.fight_of(viewer.table)
    combatant = tracking.combatant_of(fight, form.cleaned_data["character"]) if fight else None
    if combatant is None:
        return {}
    standing = standing_of(combatant)
    what = form.cleaned_data["what"]
    no = moves.advice(viewer, standing, what)
    if what == "other" and no is None:
        no = moves.why_not_other(standing, moves.options_of(viewer, standing.fight))
    return {"warning": no.text if no else "", "heading": combatant.character.name}


@act("dragonfly.fight-act", title="Something else, or done", form=FightActForm, button="That is what happens",
     template="combat/dragonfly/acts/fight_act.html", preview=act_outlook)  # fmt: skip
def fight_act(turn: Turn, form: FightActForm) -> None:
    """Another act than an attack, which counts, or no further act in this Turn. Then the next one is up."""
    combatant = form.combatant(turn)
    standing = standing_of(combatant)
    if no := moves.why_not_now(turn.viewer, standing, form.cleaned_data["what"]):
        turn.refuse(no.code, no.text, "character")
    acting_for(turn, combatant.character)
    done, penalty = form.cleaned_data["what"] == "done", 0
    if done:
        moves.finish(turn, combatant)
    else:
        penalty = _something_else(turn, standing)
    facts = named(combatant.character) | {"done": done, "words": form.cleaned_data["words"], "penalty": penalty}
    _tell_acted(turn, combatant, facts)


def _tell_acted(turn: Turn, combatant: Combatant, facts: dict[str, Any]) -> None:
    now = list(Combatant.objects.filter(fight=combatant.fight, state="acting").select_related("character"))
    full = facts | {"now": told.names(now)}
    if combatant.character.hidden:
        turn.tell("dragonfly.fight-acted", full, to=readers_of(combatant.character))
        return
    told.tell_both(turn, "dragonfly.fight-acted", full, facts | {"now": told.names(moves.seen(now))})


def _something_else(turn: Turn, standing: Standing) -> int:
    """Counts it; returns what it takes off whatever is rolled for it (dragonfly.extra-action-penalty)."""
    options = moves.options_of(turn.viewer, standing.fight)
    no = moves.why_not_other(standing, options)
    if no and not turn.viewer.is_gm:
        turn.refuse(no.code, f"{no.text} The {turn.viewer.game.gm} can let it happen.", "what")
    penalty = moves.penalty(standing, "other", options)
    count(turn, standing, "other")
    moves.acted(turn, standing)
    return penalty


# the end


class EndForm(ActForm):
    """A fight that ends needs to be told nothing."""


@act("dragonfly.end-fight", title="End the fight", form=EndForm, who=gms, button="End the fight",
     template="combat/dragonfly/acts/end_fight.html",
     preview=lambda viewer, form: {"ends": _would_end(viewer)})  # fmt: skip
def end_fight(turn: Turn, form: EndForm) -> None:
    """Ends the fight and says what ended with it: Righteous Fury, stances, holds."""
    fight = tracking.running(turn)
    title, ending = fight.span.title, what_ends(fight)
    after = tracking.end(turn, fight)
    facts = {"title": title}
    listed = [one for one in after if one not in [_line(line) for line in ending]]
    told.tell_both(
        turn, "dragonfly.fight-ended", facts | {"ended": [*[_line(one) for one in ending], *listed]},
        facts | {"ended": [*[_line(one) for one in ending if not one["hidden"]], *listed]},
    )  # fmt: skip


def _line(one: Mapping[str, Any]) -> dict[str, Any]:
    return {"character": one["character"], "character_id": one["character_id"], "name": one["name"]}


def _would_end(viewer: Viewer) -> list[dict[str, Any]]:
    fight = tracking.fight_of(viewer.table)
    return what_ends(fight) if fight else []


def what_ends(fight: Fight) -> list[dict[str, Any]]:
    """What a fight takes with it (ENDS_WITH_FIGHT, and every hold)."""
    found = [
        _ending(use.character, "Righteous Fury")
        for use in Use.objects.filter(rule=FURY_RULE, span=fight.span).select_related("character").order_by("pk")
    ]
    for one in Declaration.objects.filter(turn=fight.turn, shown=True).select_related("combatant__character"):
        stance = one.plan.get("stance", "normal")
        if stance != "normal":
            found.append(_ending(one.combatant.character, plans.STANCE_TITLES[stance]))
    for hold in Hold.objects.filter(held__fight=fight).select_related("held__character", "holder__character"):
        line = _ending(hold.held.character, f"held by {hold.holder.character.name}")
        found.append(line | {"hidden": line["hidden"] or hold.holder.character.hidden})
    return found


def _ending(character: Character, name: str) -> dict[str, Any]:
    return named(character) | {"name": name, "hidden": character.hidden}


@ends_with_span
def fight_ends(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """However a fight ends, nobody waits any more for what belonged to it."""
    fight = Fight.objects.filter(span=span).select_related("turn").first()
    if fight is None or turn.viewer.table.game != "dragonfly":
        return []
    call_off_questions(turn, fight)
    return [_line(one) for one in what_ends(fight) if not one["hidden"]]


def call_off_questions(turn: Turn, fight: Fight) -> None:
    """Closes what waits for answers within the fight: throws, attacks, wishes for Righteous Fury."""
    waiting = Exchange.objects.filter(table=turn.table, closed_at=None, kind__in=moves.ends_with_fight())
    for one in waiting.order_by("-pk"):
        exchanges.close(turn, one)


@when_deleted
def not_while_fighting(turn: Turn, character: Character) -> None:
    """Whoever fights stays at the table; the rows of fights that are over for them go with them."""
    fight = tracking.fight_of(turn.table)
    if fight is not None and fight.combatants.filter(character=character).exclude(state="out").exists():
        why = f"{character.name} is in the fight that is running. First out of the fight, then delete the sheet."
        turn.refuse("fighting", why, "character")
    for combatant in character.fighting.all():
        for row in [*combatant.declarations.all(), *combatant.tallies.all(), *combatant.holding.all(),
                    *combatant.held_by.all(), combatant]:  # fmt: skip
            turn.delete(row)
