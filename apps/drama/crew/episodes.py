"""Episodes (crew.episode): their start sets plot points and bank anew, their end leaves a title to call back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters import rows
from apps.characters.crew import heroes, points
from apps.characters.crew.holding import held
from apps.characters.forms import CharactersChoice, named, number, one_line
from apps.characters.models import Character, Entry, Move
from apps.characters.points import told_by
from apps.drama.crew.bank import bring_to
from apps.drama.crew.forms import CREWMEMBER, players_crew
from apps.rules.crew import drama as rules
from apps.rules.crew.options import Options
from apps.rules.crew.steps import written
from apps.table.acts import ActForm, act, gms
from apps.table.models import Role, Span, Table
from apps.table.spans import close_span, open_span
from apps.table.turn import Turn, open_spans
from apps.table.viewer import Viewer, seated

RULE, START = "crew.episode", "crew.plot-point-start"
EPISODE, SCENE = "episode", "scene"
MOST_PLAYERS = 20
MOST_EPISODES = 200


def players_of_table(table: Table) -> int:
    """How many players sit at the table."""
    return len([one for one in seated(table.desk) if one.role == Role.PLAYER])


class OpenForm(ActForm):
    title = one_line("What is it called", 60, help_text="By this title it is called back in later Episodes")
    players = number("Players", 0, MOST_PLAYERS, help_text="As many points go into the bank", required=False)

    def setup(self) -> None:
        self.fields["players"].initial = players_of_table(self.viewer.table)

    def players_given(self) -> int:
        given = self.cleaned_data["players"]
        return players_of_table(self.viewer.table) if given is None else int(given)

    def players_shown(self) -> int:
        """As many as stand in the form so far; what is no number of players counts as nothing said."""
        typed = str(self["players"].value())
        many = int(typed) if typed.isdecimal() and len(typed) < 4 else MOST_PLAYERS + 1
        return many if many <= MOST_PLAYERS else players_of_table(self.viewer.table)

    @property
    def starts(self) -> list[dict[str, Any]]:
        """{"name", "now", "after"} of every crewmember's plot points and, at the end, of the bank."""
        table, options = self.viewer.table, self.viewer.options
        crew = [(one.name, points.held(one)) for one in players_crew(table)]
        bank = points.bank_of(table)
        banked = rules.plot_point_start(players=self.players_shown(), old_bank=bank, options=options).bank
        return [
            *({"name": name, "now": now, "after": _starts_with(now, options)} for name, now in crew),
            {"name": "The bank", "now": bank, "after": banked},
        ]


def _starts_with(left: int, options: Options) -> int:
    """The plot points of one player as an Episode starts, of whom so many are left (crew.plot-point-start)."""
    return rules.plot_point_start(players=1, old_pp=[left], options=options).pp[0]


def outlook(viewer: Viewer, form: OpenForm) -> Mapping[str, Any]:
    """The form says itself what becomes of the points; it is drawn anew as the number of players changes."""
    return {}


@act(
    "crew.open-episode",
    menu=60,
    title="Begin an Episode",
    form=OpenForm,
    who=gms,
    button="Begin the Episode",
    template="drama/crew/acts/open_episode.html",
    preview=outlook,
)
def open_episode(turn: Turn, form: OpenForm) -> None:
    """One plot point for every player and one in the bank for each; callbacks may be made anew (crew.episode).

    An Episode that is still open ends with it, and all players' crewmembers have taken part in that one.
    """
    title, players = form.cleaned_data["title"], form.players_given()
    before = turn.span(EPISODE)
    ended = _end(turn, before, before.title, players_crew(turn.table)) if before else []
    span = open_span(turn, EPISODE, title)
    why = f"The Episode “{title}” begins"
    crew, moves = _crew_starts(turn, why)
    track = points.bank_track(turn)
    start = rules.plot_point_start(players=players, old_bank=track.value, options=turn.options)
    moves.append(bring_to(turn, track, start.bank, why, START))
    _callbacks_anew(turn)
    facts = {
        "number": span.number,
        "title": title,
        "players": players,
        "bank": points.bank_of(turn.table),
        "crew": crew,
        "heroes_gone": _heroes_start(turn),
        "ended": ended,
        "rule": RULE,
    }
    told_by(turn, turn.tell("crew.episode-opened", facts), *moves)


def _crew_starts(turn: Turn, why: str) -> tuple[list[dict[str, Any]], list[Move | None]]:
    """Every player's crewmember as an Episode starts (crew.plot-point-start)."""
    told, moves = [], list[Move | None]()
    for character in players_crew(turn.table):
        track = rows.track(turn, character, points.POINTS)
        moves.append(bring_to(turn, track, _starts_with(track.value, turn.options), why, START))
        if not character.hidden:
            told.append(named(character) | {"left": points.held(character)})
    return told, moves


def _callbacks_anew(turn: Turn) -> None:
    """Each past Episode may be called back once more (crew.callback)."""
    for one in turn.desk.all(Entry, kind="episode", amount=1):
        turn.change(one, amount=0)


def _heroes_start(turn: Turn) -> list[str]:
    """Where Big Damn Hero dice do not outlast the Episode they go now; returns of whom which, in words."""
    gone = []
    for character in turn.desk.all(Character, role=CREWMEMBER):
        sizes = heroes.store(character)
        if not sizes or rules.episode(events=["Episode start"], bdh=sizes, options=turn.options).bdh:
            continue
        for one in held(character, "hero-die"):
            turn.delete(one)
        if not character.hidden:
            gone.append(f"{character.name} {', '.join(written(size) for size in sizes)}")
    return gone


class CloseForm(ActForm):
    title = one_line("By what title is it called back", 60, required=False)
    absent = CharactersChoice(label="Who took no part", required=False)

    def setup(self) -> None:
        span = open_spans(self.viewer.desk).get(EPISODE)
        self.fields["title"].initial = span.title if span else ""
        self.choose("absent", players_crew(self.viewer.table))


@act(
    "crew.close-episode",
    menu=61,
    due=lambda viewer: EPISODE in open_spans(viewer.desk),
    title="End the Episode",
    form=CloseForm,
    who=gms,
    button="End the Episode",
)
def close_episode(turn: Turn, form: CloseForm) -> None:
    """Its scene and all created Assets end with it, and whoever took part may call it back (crew.episode)."""
    span = turn.span(EPISODE)
    if span is None:
        turn.refuse("no-episode", "No Episode is open.")
    title, absent = form.cleaned_data["title"] or span.title, form.cleaned_data["absent"]
    took_part = [one for one in players_crew(turn.table) if one not in absent]
    ended = _end(turn, span, title, took_part)
    seen = [one.name for one in took_part if not one.hidden]
    facts = {"number": span.number, "title": title, "took_part": seen, "ended": ended, "rule": RULE}
    turn.tell("crew.episode-closed", facts)


def _end(turn: Turn, span: Span, title: str, took_part: list[Character]) -> list[dict[str, Any]]:
    """Ends the Episode and the scene that is open; its title joins the lists of those who took part."""
    scene = turn.span(SCENE)
    ended = close_span(turn, scene) if scene else []
    ended += close_span(turn, span)
    for character in took_part:
        if len(held(character, "episode")) < MOST_EPISODES:
            turn.create(Entry, character=character, kind="episode", name=title[:60], amount=0)
    return ended
