"""The demonstration of Crew: a finished scene, another one begun, and a pool that waits to be thrown by Ines."""

from __future__ import annotations

from apps.characters.demonstrating import asked, bring_cast, the
from apps.characters.models import Entry
from apps.checks.models import Draft
from apps.table.demonstration import Stage, script

GM, INES, MAREK = "Robin", "Ines", "Marek"
WREN, KIT = "Wren", "Kit"
TRAN, LENA = "Marshal Tran", "The Long Lena"


@script("crew", "The Long Lena", parts={INES: WREN, MAREK: KIT})
def play(stage: Stage) -> None:
    """The whole evening so far."""
    stage.does(GM, "open-session", title="Late on the rent")
    bring_cast(stage, __file__)
    come_aboard(stage)
    begin_the_episode(stage)
    slip_past_the_watch(stage)
    great_moments(stage)
    meet_the_marshal(stage)
    raise_the_stakes(stage)


def thing(stage: Stage, name: str) -> str:
    """The public id of something on a sheet."""
    return stage.table.desk.all(Entry, name=name)[-1].public_id


def answers(stage: Stage, who: str, act: str, dice: tuple[int, ...] = (), /, of: str = "", **data: object) -> None:
    """Somebody answers the newest open question, or that of one side of a contest."""
    stage.does(who, act, dice, ask=asked(stage, **({"place": of} if of else {})), **data)


def taps(stage: Stage, who: str, side: str, *dice: str) -> None:
    """Somebody puts these dice into the pool of that side, one tap each."""
    draft = stage.table.desk.all(Draft, side=side)[-1].public_id
    for die in dice:
        stage.does(who, "crew.draft", draft=draft, die=die)


def come_aboard(stage: Stage) -> None:
    for who, name in ((INES, WREN), (MAREK, KIT)):
        stage.does(who, "crew.board", ship=the(stage, LENA), person=the(stage, name))


def begin_the_episode(stage: Stage) -> None:
    stage.does(GM, "crew.open-episode", title="Nine Moons, No Money")
    stage.does(
        GM,
        "open-scene",
        title="The Gilded Anchor, before dawn",
        text="A taproom under a landing pad. Every time a ship sets down, the glasses ring.",
    )
    stage.does(GM, "crew.place-trait", name="A crowded taproom", size=6)
    stage.does(INES, "say", text="We are not stealing it. It was ours before they impounded it.")
    stage.does(
        INES,
        "crew.asset",
        character=the(stage, WREN),
        name="A borrowed apron",
        flashback="She washed dishes here, two winters ago.",
    )


def slip_past_the_watch(stage: Stage) -> None:
    """A roll against a difficulty: Kit lends a die, the jinx is bought and burdens them both."""
    stage.does(INES, "crew.contest", what="Slip past the dock watch", character=the(stage, WREN))
    answers(stage, GM, "crew.oppose", (5, 3), of="defender", difficulty=8)
    taps(
        stage, INES, "aggressor", "attribute::physical:", "skill::sneak:", f"asset::{thing(stage, 'A borrowed apron')}:"
    )
    draft = stage.table.desk.all(Draft, side="aggressor")[0].public_id
    stage.does(MAREK, "crew.lend", draft=draft, character=the(stage, KIT), skill="operate")
    stage.does(MAREK, "say", text="I know where they keep the switch for the lights.")
    answers(stage, INES, "crew.throw", (7, 6, 1, 3), of="aggressor")
    stage.does(
        GM, "crew.answer-jinx", ask=asked(stage, jinxes=1), choice=f"new:{the(stage, WREN)}", name="Seen by the cook"
    )
    answers(stage, INES, "crew.announce", of="aggressor")


def great_moments(stage: Stage) -> None:
    """A plot point unasked, and one that a player finds due to another."""
    stage.does(GM, "crew.award", to="some", characters=[the(stage, KIT)], why="The lights went out to the bar")
    stage.does(
        MAREK, "crew.nominate", nominee=the(stage, WREN), character=the(stage, KIT), why="The bow at the kitchen door"
    )
    stage.does(GM, "crew.answer-nomination", ask=asked(stage, who=WREN), allow="yes", words="The cook is charmed.")
    stage.does(GM, "close-scene")


def meet_the_marshal(stage: Stage) -> None:
    """The second scene, and what lies on the table in it."""
    stage.does(
        GM,
        "open-scene",
        title="The landing field, behind the fence",
        text="Floodlights, dust, and between you and the Lena somebody with a badge.",
    )
    stage.does(GM, "crew.place-trait", name="Dust storm", size=8)
    stage.does(INES, "crew.asset", character=the(stage, WREN), name="High ground")
    law = thing(stage, "The law never sleeps")
    stage.does(GM, "crew.trigger", character=the(stage, TRAN), trigger=f"{law}-0")
    stage.does(GM, "say", text="“Nobody flies tonight,” says Tran, and the deputy comes round the fuel tank.")


def raise_the_stakes(stage: Stage) -> None:
    """High stakes: the Marshal's total stands, Wren's pool is put together, and the table waits for Ines."""
    stage.does(
        GM,
        "crew.contest",
        what="Get Wren past the Marshal, or get her caught",
        character=the(stage, WREN),
        against=the(stage, TRAN),
        high_stakes="both",
    )
    storm = f"trait:{the(stage, 'The place')}:{thing(stage, 'Dust storm')}:"
    badge = f"signature-asset::{thing(stage, 'Marshal’s badge')}:"
    taps(stage, GM, "defender", "attribute::physical:", "skill::shoot:", storm, badge)
    answers(stage, GM, "crew.throw", (6, 5, 4, 2), of="defender")
    answers(stage, GM, "crew.announce", of="defender")
    fault = f"distinction::{thing(stage, 'Loyal to a fault')}:8"
    carbines, ground = f"specialty::{thing(stage, 'Carbines')}:", f"asset::{thing(stage, 'High ground')}:"
    taps(stage, INES, "aggressor", "attribute::physical:", "skill::shoot:", carbines, fault, ground)
    stage.does(MAREK, "say", text="Wren, if you fall off that crane I am not explaining it to your mother.")
