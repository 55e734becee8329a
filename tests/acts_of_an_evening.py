"""Every act of the game, done as people do it in the course of an evening: what the tests of all acts go through.

A step says who does which act with what; `Evening` knows the people and finds what a step needs by its name. The
evenings themselves are put together in `tests/evenings.py`.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from apps.characters.dragonfly import document
from apps.characters.models import Character
from apps.rules.dice import ScriptedDice
from apps.table import door
from apps.table.devices import COOKIE
from apps.table.doors import knocks
from apps.table.hold import at_the_desk, hold
from apps.table.ids import new_token, token_hash
from apps.table.models import Ask, Boundary, Event, Exchange, Knock, Seat, Table
from apps.table.switches import offered, values_of
from tests.desks import reading
from tests.people import Person, newest_event, open_a_table, sit_down

Given = Mapping[str, Any]
Data = Callable[["Evening"], Given]


@dataclass(frozen=True)
class Step:
    """`first` prepares what is no act, such as a knock at the door; the event is kept under the name in `keeps`."""

    who: str
    act: str
    data: Data
    dice: tuple[int, ...] = ()
    first: Callable[[Evening], None] | None = None
    keeps: str = ""
    note: str = ""

    def __str__(self) -> str:
        return f"{self.who} {self.act} {self.note}".strip()


@dataclass
class Evening:
    """A table with two GMs, two players, a spectator, and what was noted on the way (`kept`: public ids by a name;
    `asked`: each act that was done, with what it asked the database)."""

    table: Table
    people: dict[str, Person]
    kept: dict[str, str] = field(default_factory=dict)
    asked: list[tuple[str, list[str]]] = field(default_factory=list)

    def do(self, step: Step, data: Given | None = None) -> Any:
        """Plays a step, with data that was prepared already if need be; another answer than 200 is an error."""
        given = self.prepare(step) if data is None else data
        with at_the_desk(self.table.public_id):
            pass  # what is counted is the act, not the loading of a desk that a test has written behind
        with reading() as asked:
            answer = self.attempt(step, given)
        self.asked.append((str(step), asked))
        assert answer.status_code == 200, f"{step}: {answer.status_code} {said(answer)}"
        if step.keeps:
            self.kept[step.keeps] = newest_event(self.table).public_id
        return answer

    def goes_by(self, steps: Iterable[Step]) -> None:
        """Plays what only leads to what is looked at: as by people whose pages have a live line, so that no answer has
        panels drawn for it."""
        for step in steps:
            data = self.prepare(step)
            person = self.people[step.who]
            person.has_a_line = True
            self.do(step, data)
            person.has_a_line = False

    def prepare(self, step: Step) -> Given:
        if step.first:
            step.first(self)
        return step.data(self)

    def attempt(self, step: Step, data: Given | None = None, person: Person | None = None) -> Any:
        given = self.prepare(step) if data is None else rewound(data)
        door.dice = ScriptedDice(step.dice)
        return (person or self.people[step.who]).post(step.act, **given)

    # what steps ask for

    def character(self, name: str) -> str:
        return self.row(name).public_id

    def row(self, name: str) -> Character:
        """The first that was called so."""
        return Character.objects.filter(table=self.table, name=name).order_by("pk")[0]

    def seat(self, name: str) -> str:
        seat = self.people[name].seat
        assert seat is not None
        return seat.public_id

    def ask(self, of: str = "") -> str:
        """The newest ask that is open; of that character's player."""
        found = Ask.objects.filter(table=self.table, closed_at=None)
        if of:
            found = found.filter(audience="character", subject=self.row(of).pk)
        return found.latest("pk").public_id

    def exchange(self) -> str:
        return Exchange.objects.filter(table=self.table, closed_at=None).latest("pk").public_id

    def boundary(self, text: str) -> str:
        return Boundary.objects.get(table=self.table, text=text).public_id

    def knock(self) -> str:
        return Knock.objects.filter(table=self.table, seat=None, refused=False).latest("pk").public_id

    def event(self, kind: str, by: str = "") -> str:
        """The newest event of that kind."""
        found = Event.objects.filter(table=self.table, kind=kind)
        if by:
            found = found.filter(seat=self.people[by].seat)
        return found.latest("pk").public_id

    def switches(self, **changed: str) -> Given:
        now = values_of(self.table.desk)
        held = {one.key: now[one.key] for one in offered(self.people["gm"].viewer.game)}
        return held | {key.replace("_", "-"): value for key, value in changed.items()}

    def knocks(self, name: str, colour: str = "moss", role: str = "player") -> None:
        """Somebody comes to the door, on a device of their own."""
        token = new_token()
        with hold(self.table.public_id) as desk:
            knocks.knock(desk, name, colour, role, token_hash(token), "on a phone")
        self.kept[f"token of {name}"] = token

    def sits(self, called: str, name: str) -> None:
        """Whoever knocked under that name has a seat now: a person to play with."""
        seat = Seat.objects.get(table=self.table, name=name, removed_at=None)
        person = Person(None, self.table)
        person.seat, person.token = seat, self.kept[f"token of {name}"]
        person.client.cookies[COOKIE] = person.token
        person.url = f"/t/{self.table.public_id}/s/{seat.public_id}/"
        self.people[called] = person


def rewound(data: Given) -> Given:
    """The data to be sent once more, files from their beginning."""
    for one in data.values():
        if hasattr(one, "seek"):
            one.seek(0)
    return data


def said(answer: Any) -> str:
    """The last words of an answer."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())[-600:]


def evening(name: str = "The Kestrel’s Wake", game: str = "dragonfly") -> Evening:
    table = open_a_table(name, game)
    people = {
        "gm": sit_down(table, "Director", "gm", "gm"), "second": sit_down(table, "Second", "gm", "gm"),
        "ines": sit_down(table, "Ines", colour="sea"), "marek": sit_down(table, "Marek", colour="flame"),
        "watcher": sit_down(table, "Wanda", "spectator", "ash"),
    }  # fmt: skip
    return Evening(table, people)


def picture(colour: str = "teal", kind: str = "PNG", side: int = 24) -> SimpleUploadedFile:
    kept = io.BytesIO()
    Image.new("RGB", (side, side), colour).save(kept, kind)
    return SimpleUploadedFile(f"face.{kind.lower()}", kept.getvalue(), content_type=f"image/{kind.lower()}")


def step(
    who: str, act: str, data: Data | None = None, /, dice: tuple[int, ...] = (), *,
    first: Callable[[Evening], None] | None = None, keeps: str = "", note: str = "", **given: Any,
) -> Step:  # fmt: skip
    return Step(who, act, data or (lambda e: given), dice, first, keeps, note)


SHANNON: dict[str, Any] = {
    "name": "Shannon Reyes", "role": "cast-member", "character_type": "White Hat", "life_points": 42, "armor": 2,
    "strength": 4, "dexterity": 7, "constitution": 3, "intelligence": 3, "perception": 6, "willpower": 4,
    "kung_fu": 4, "acrobatics": 5, "doctor": 4, "notice": 4, "gun_fu": 3, "notes": "Owes the harbour master.",
    "own_skill_1_name": "Cards", "own_skill_1_value": 3,
}  # fmt: skip
PELL = SHANNON | {"name": "Pell", "life_points": 40, "armor": 0, "dexterity": 3, "own_skill_1_name": "Knots"}
VOSS: dict[str, Any] = {
    "name": "Voss", "sheet": "full", "role": "adversary", "life_points": 34, "dexterity": 5, "gun_fu": 5,
    "strength": 3, "hidden": "on",
}  # fmt: skip
MANEUVER: dict[str, Any] = {
    "name": "Boat hook", "attribute": "dexterity", "skill": "kung-fu", "modifier": 1, "base_damage": 12,
    "damage_type": "", "weapon": "", "ammunition": "", "note": "2 x Strength",
}  # fmt: skip


def who(whom: str, /, **more: Any) -> Data:
    """Data about the character of that name."""
    return lambda e: {"character": e.character(whom), **more}


def of_ask(of: str = "", **more: Any) -> Data:
    return lambda e: {"ask": e.ask(of), **more}


def of_event(kind: str, by: str = "", **more: Any) -> Data:
    return lambda e: {"event": e.event(kind, by), **more}


def a_maneuver(whom: str = "Shannon Reyes", /, **more: Any) -> Data:
    from apps.rules.dragonfly.lists import DAMAGE_TYPES, WEAPON_KINDS

    listed = {"damage_type": DAMAGE_TYPES[0].id, "weapon": WEAPON_KINDS[0].id}
    return lambda e: {"character": e.character(whom), **MANEUVER, **listed, **more}


def _that_maneuver(**more: Any) -> Data:
    def found(e: Evening) -> Given:
        entry = e.row("Shannon Reyes").entries.filter(kind="maneuver").latest("pk")
        made = dict(a_maneuver()(e)) if more else {}
        made.pop("character", None)
        return {**made, **more, "maneuver": entry.public_id}

    return found


def _condition(name: str) -> Data:
    def found(e: Evening) -> Given:
        row = e.row(name).conditions.latest("pk")
        return {"condition": row.public_id}

    return found


def _written(name: str) -> Data:
    """The export of a character, as its importer pastes it."""
    return lambda e: {"text": document.written(e.row(name)).decode()}


CHECK: dict[str, Any] = {
    "attribute": "dexterity", "skill": "acrobatics", "difficulty": "challenging", "label": "Over the gap",
}  # fmt: skip
ASKED: dict[str, Any] = {
    "attribute": "perception", "skill": "notice", "difficulty": "difficult", "label": "What moves there",
}  # fmt: skip


def _asked(*names: str, **more: Any) -> Data:
    return lambda e: {**ASKED, "characters": [e.character(one) for one in names], **more}


def _against(mover: str, other: str, **more: Any) -> Data:
    return lambda e: {
        "character": e.character(mover), "opponent": e.character(other), "attribute": "dexterity", "skill": "kung-fu",
        **more,
    }  # fmt: skip


def all_of(e: Evening, *names: str) -> list[str]:
    return [e.character(one) for one in names]


def beginning() -> Iterator[Step]:
    yield step("gm", "open-session", title="The first evening")
    yield step("gm", "switches", lambda e: e.switches(starting_drama_points="5"))
    yield step("gm", "open-scene", title="A quay in the rain", text="Ropes creak.\nNobody is about.")
    yield step("ines", "dragonfly.make", **SHANNON)
    yield step("marek", "dragonfly.make", **PELL)
    yield step("gm", "dragonfly.quick-cast", name="Dockhand", muscle=12, combat=10, brains=8, life_points=40, copies=2)
    yield step("gm", "dragonfly.quick-cast", name="Sniper", muscle=9, combat=14, brains=9, life_points=31, hidden="on")
    yield step("gm", "dragonfly.make", **VOSS)
    yield step("gm", "dragonfly.make", name="Harbour master", role="supporting-cast", sheet="score", life_points=28,
               muscle=9, combat=8, brains=15, notes="Takes bribes.")  # fmt: skip


def sheets() -> Iterator[Step]:
    yield step("ines", "dragonfly.edit", who("Shannon Reyes", **SHANNON | {"strength": 5, "notes": "Paid him off."}))
    yield step("ines", "portrait", who_with_picture("Shannon Reyes"))
    yield step("ines", "portrait-remove", who("Shannon Reyes"))
    yield step("ines", "dragonfly.maneuver-add", a_maneuver())
    yield step("ines", "dragonfly.maneuver-edit", _that_maneuver(modifier=2, note="It hooks"))
    yield step("ines", "dragonfly.maneuver-remove", _that_maneuver())
    yield step("gm", "dragonfly.duplicate", who("Dockhand 1", copies=2))
    yield step("gm", "dragonfly.duplicate", who("Voss", copies=1), note="hidden")
    yield step("gm", "dragonfly.import", _written("Harbour master"))
    yield step("marek", "dragonfly.import", _written("Pell"), note="a player’s")
    yield step("gm", "give-character", lambda e: {"character": e.character("Dockhand 2"), "seat": e.seat("marek")})
    yield step("gm", "give-character", lambda e: {"character": e.character("Dockhand 2"), "seat": ""}, note="back")
    yield step("gm", "give-character", lambda e: {"character": e.character("Dockhand 2"), "seat": e.seat("marek")})
    yield step("marek", "let-go", who("Dockhand 2"))
    yield step("ines", "character-present", who("Shannon Reyes", present="no"))
    yield step("ines", "character-present", who("Shannon Reyes", present="yes"), note="back")
    yield step("gm", "character-hidden", who("Dockhand 2", hidden="yes"))
    yield step("gm", "character-hidden", who("Dockhand 2", hidden="no"), note="shown")
    yield step("gm", "delete-character", who("Dockhand 4"))
    yield step("gm", "delete-character", who("Voss 2"), note="hidden")
    yield step("ines", "condition-add", who("Shannon Reyes", name="Off balance", modifier=-2, tone="warn", note="Ice",
                                            until="scene"))  # fmt: skip
    yield step("gm", "condition-add", who("Pell", name="Bleeding", modifier=-1, tone="bad"), note="for a player")
    yield step("gm", "condition-add", who("Sniper", name="Aiming", modifier=3, tone="good", until="scene"), note="hid")
    yield step("ines", "condition-remove", _condition("Shannon Reyes"))
    yield step("ines", "condition-add", who("Shannon Reyes", name="Winded", modifier=-1, until="session"))


KESTREL: dict[str, Any] = {
    "name": "The Kestrel", "size": 4, "speed": 3, "gain": "high", "medical": "on", "cargo": 6, "supplies": 9,
    "weapon_1_name": "Bow gun", "weapon_1_mount": "fixed-forward", "weapon_2_name": "Turret",
    "weapon_2_mount": "turret",
}  # fmt: skip


def who_with_picture(name: str) -> Data:
    return lambda e: {"character": e.character(name), "picture": picture()}


def numbers() -> Iterator[Step]:
    yield step("gm", "dragonfly.adjust", who("Shannon Reyes", track="life-points", by=-17, why="A crate"))
    yield step("gm", "dragonfly.adjust", who("Pell", track="fire-damage", by=9))
    yield step("marek", "dragonfly.adjust", who("Pell", track="ordinary-damage", set=8))
    yield step("gm", "dragonfly.adjust", who("Sniper", track="life-points", by=-4), note="hidden")
    yield step("gm", "dragonfly.adjust", who("Dockhand 1", track="armor", set=3))
    yield step("gm", "dragonfly.adjust", who("Pell", track="drama-points", by=2))
    yield step("ines", "dragonfly.treat", lambda e: {
        "doctor": e.character("Shannon Reyes"), "patient": e.character("Pell")}, dice=(8,))  # fmt: skip
    yield step("gm", "dragonfly.rest", lambda e: {
        "days": 2, "care": "on", "characters": all_of(e, "Pell", "Shannon Reyes", "Sniper")})  # fmt: skip
    yield step("gm", "dragonfly.award", lambda e: {"to": "some", "characters": all_of(e, "Shannon Reyes", "Sniper"),
                                                    "points": 2, "why": "Wit"})  # fmt: skip
    yield step("gm", "dragonfly.award", to="all", points=1, note="all")
    yield step("ines", "dragonfly.spend", who("Shannon Reyes", points=1, why="A lucky rope"))
    yield step("gm", "dragonfly.take-back", who("Pell", points=1, why="Too many"))
    yield step("gm", "dragonfly.adjust", who("Shannon Reyes", track="life-points", by=-11))
    yield step("ines", "dragonfly.im-ok", who("Shannon Reyes"))
    yield step("marek", "dragonfly.plot-twist", who("Pell", what="A boat drifts by"))
    yield step("gm", "dragonfly.answer-twist", of_ask(allow="no", words="Not tonight"))
    yield step("marek", "dragonfly.plot-twist", who("Pell", what="A lantern goes out"), note="again")
    yield step("second", "dragonfly.answer-twist", of_ask(allow="yes"), note="yes")


def talk() -> Iterator[Step]:
    yield step("ines", "say", text="Who goes there? [[2d6]]", mode="everybody", dice=(3, 4))
    yield step("marek", "say", text="/me hides", mode="")
    yield step("ines", "say", text="/w Marek meet me at the crane", note="whisper")
    yield step("marek", "say", text="/w gm I have the key", note="to the GM")
    yield step("gm", "say", text="/w Ines you hear steps", note="of the GM")
    yield step("ines", "say", text="my diary", mode="me", note="to myself")
    yield step("marek", "hear", mode="gm", note="the GM alone from now on")
    yield step("marek", "hear", mode="everybody", note="everybody again")
    yield step("ines", "say", text="/br 1d20 # luck", dice=(11,), note="blind")
    yield step("ines", "roll", formula="2d6+3", label="Crates", mode="everybody", dice=(2, 5))
    yield step("marek", "roll", quick="d20", mode="gm", dice=(17,), note="to the GM")
    yield step("gm", "roll", formula="3d6", mode="me", dice=(1, 2, 3), note="to myself")


def checks() -> Iterator[Step]:
    yield step("ines", "dragonfly.check", who("Shannon Reyes", **CHECK), dice=(6,), keeps="check")
    yield step("ines", "dragonfly.check", who("Shannon Reyes", **CHECK, heroic_feat="on", mode="gm"), dice=(4,),
               note="with a feat, to the GM")  # fmt: skip
    yield step("marek", "dragonfly.check", who("Pell", **CHECK, mode="blind"), dice=(3,), note="blind")
    yield step("marek", "dragonfly.check", who("Pell", **CHECK, mode="me", face=9), note="to myself, a real die")
    yield step("gm", "dragonfly.check", who("Voss", **CHECK, mode="everybody"), dice=(7,), note="of somebody hidden")
    yield step("gm", "dragonfly.check", who("Dockhand 1", score="combat", difficulty="easy"), note="a score")
    yield step("gm", "dragonfly.overrule", lambda e: {"event": e.kept["check"], "total": 31})
    yield step("gm", "dragonfly.ask-check", _asked("Shannon Reyes"))
    yield step("ines", "dragonfly.answer-check", of_ask(), dice=(5,))
    yield step("gm", "dragonfly.ask-check", _asked("Pell", "Shannon Reyes", hidden="hidden"), note="hidden difficulty")
    yield step("gm", "remind", of_ask())
    yield step("ines", "dragonfly.answer-check", of_ask("Shannon Reyes"), dice=(9,), note="hidden difficulty")
    yield step("gm", "dragonfly.answer-check", of_ask(), dice=(2,), note="for a player")
    yield step("gm", "dragonfly.ask-check", _asked("Pell", mode="gm", attribute="choice", skill=""), note="in secret")
    yield step("marek", "dragonfly.answer-check", of_ask(attribute="perception", skill=""), dice=(4,), note="in secret")
    yield step("gm", "dragonfly.ask-check", _asked("Voss"), note="of nobody’s")
    yield step("gm", "call-off", lambda e: {"exchange": e.exchange()})
    yield step("gm", "dragonfly.ask-check", _asked("Pell"), note="to be called off")
    yield step("second", "call-off", note="all")


def contests() -> Iterator[Step]:
    yield step("ines", "dragonfly.resist", _against("Shannon Reyes", "Dockhand 1", against="combat"), dice=(7,))
    yield step("ines", "dragonfly.resist", _against("Shannon Reyes", "Pell", label="The rope"), dice=(5,), note="open")
    yield step("marek", "dragonfly.answer-resist", of_ask(attribute="dexterity", skill="kung-fu"), dice=(8,))
    yield step("marek", "dragonfly.resist", _against("Pell", "Shannon Reyes", mode="gm"), dice=(2,), note="in secret")
    yield step("ines", "dragonfly.answer-resist", of_ask(attribute="dexterity", skill="", heroic_feat="on"), dice=(1,),
               note="in secret")  # fmt: skip
    yield step("gm", "dragonfly.resist", _against("Voss", "Pell", mode="blind"), dice=(6,), note="hidden and blind")
    yield step("gm", "dragonfly.answer-resist", of_ask(attribute="dexterity"), dice=(6,), note="for a player")
    yield step("gm", "switches", lambda e: e.switches(players_may_roll_freely="off", typed_dice="off"), note="no rolls")
    yield step("ines", "dragonfly.check", who("Shannon Reyes", **CHECK), note="asks to roll")
    yield step("gm", "dragonfly.answer-roll-request", of_ask(allow="yes"))
    yield step("ines", "dragonfly.answer-check", of_ask(), dice=(10,), note="that was allowed")
    yield step("marek", "dragonfly.check", who("Pell", **CHECK), note="asks to roll")
    yield step("gm", "dragonfly.answer-roll-request", of_ask(allow="no"), note="no")
    yield step("gm", "switches", lambda e: e.switches(players_may_roll_freely="on", typed_dice="on"), note="back")


def second_thoughts() -> Iterator[Step]:
    yield step("ines", "condition-add", who("Shannon Reyes", name="Wet"))
    yield step("ines", "undo", of_event("condition-added"))
    yield step("ines", "roll", formula="1d6", dice=(1,), mode="everybody")
    yield step("ines", "undo", of_event("roll"), note="asks the GM")
    yield step("gm", "answer-undo", of_ask(allow="no"))
    yield step("ines", "undo", of_event("roll"), note="asks again")
    yield step("gm", "answer-undo", of_ask(allow="yes"), note="yes")
    yield step("marek", "roll", formula="1d8", dice=(4,), mode="gm")
    yield step("gm", "reveal", of_event("roll", "marek"))
    yield step("gm", "hide", of_event("roll", "marek"))
    yield step("ines", "roll", formula="1d10", dice=(4,), mode="everybody")
    yield step("gm", "hide", of_event("roll", "ines"), note="what all saw")
    yield step("gm", "reveal", of_event("roll", "ines"), note="again")
    yield step("gm", "hide", of_event("dragonfly.awarded"), note="a card of points")
    yield step("gm", "note", text="The butler did it")
    yield step("ines", "note", text="Ask the butler", note="a player’s")
    yield step("ines", "pause")
    yield step("gm", "go-on")


def safety() -> Iterator[Step]:
    yield step("marek", "add-line", kind="line", text="Spiders")
    yield step("watcher", "add-line", kind="veil", text="Wounds of children", note="who watches")
    yield step("ines", "step-back", wish="")
    yield step("watcher", "step-back", wish="rewind", note="for a rewind")
    yield step("gm", "add-line", kind="line", text="Betrayal among us", note="meanwhile")
    yield step("marek", "withdraw-line", lambda e: {"line": e.boundary("Spiders")})
    yield step("gm", "go-on", note="after a step back")
    yield step("marek", "step-back", wish="fade", note="for a fade")
    yield step("gm", "fade")
    yield step("gm", "go-on", note="after the fade")
    yield step("gm", "open-scene", lambda e: {"title": "The morning after", "left": all_of(e, "Harbour master")},
               note="with somebody left behind")  # fmt: skip


def seats() -> Iterator[Step]:
    yield step("ines", "rename-seat", name="Ines K.")
    yield step("ines", "recolour", colour="iris")
    yield step("gm", "waiting-room", on="no")
    yield step("gm", "admit", lambda e: {"knock": e.knock()}, first=lambda e: e.knocks("Nils"))
    yield step("gm", "turn-away", lambda e: {"knock": e.knock()}, first=lambda e: e.knocks("Olga", "rose"))
    yield step("gm", "give-seat", lambda e: {"seat": e.seat("nils"), "knock": "", "name": "Nora"},
               first=lambda e: e.sits("nils", "Nils"))  # fmt: skip
    yield step("nils", "answer-seat-offer", of_ask(allow="no"))
    yield step("nils", "take-ready", ready="ruta-havel")
    yield step("gm", "take-ready", lambda e: {"ready": "nadia-quill", "seat": e.seat("nils")}, note="to somebody")
    yield step("gm", "give-seat", lambda e: {"seat": e.seat("nils"), "knock": e.knock()},
               first=lambda e: e.knocks("Piotr", "rose"), note="to somebody at the door")  # fmt: skip
    yield step("nils", "answer-seat-offer", of_ask(allow="yes"), note="yes")
    yield step("gm", "renew-invite", first=lambda e: e.sits("nils", "Piotr"))
    yield step("gm", "gm-link")
    yield step("gm", "show-link", lambda e: {"seat": e.seat("nils")})
    yield step("nils", "renew-link", lambda e: {"seat": e.seat("nils")})
    yield step("gm", "make-gm", lambda e: {"seat": e.seat("nils")})
    yield step("nils", "step-down")
    yield step("nils", "leave")
    yield step("gm", "admit", lambda e: {"knock": e.knock()}, first=lambda e: e.knocks("Rosa", "rose"), note="again")
    yield step("gm", "admit", lambda e: {"knock": e.knock()},
               first=lambda e: e.knocks("Tess", role="spectator"), note="to watch")  # fmt: skip
    yield step("gm", "let-play", lambda e: {"seat": e.seat("tess")}, first=lambda e: e.sits("tess", "Tess"))
    yield step("gm", "remove-seat", lambda e: {"seat": e.seat("rosa")}, first=lambda e: e.sits("rosa", "Rosa"))


def ending() -> Iterator[Step]:
    yield step("gm", "close-scene")
    yield step("gm", "close-session")
