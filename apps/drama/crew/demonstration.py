"""The demonstration of Crew: a finished scene, another one begun, and a pool that waits to be thrown by Ines."""

from __future__ import annotations

from apps.characters.demonstrating import the
from apps.characters.models import Entry
from apps.checks.models import Draft
from apps.table.demonstration import Stage, script
from apps.table.models import Ask

GM, INES, MAREK = "Robin", "Ines", "Marek"
WREN, KIT = "Wren", "Kit"
TRAN, DEPUTY, THUG, SNIPER = "Marshal Tran", "Deputy", "Thug", "The man on the roof"
LENA = "The Long Lena"


@script("crew", "The Long Lena", parts={INES: WREN, MAREK: KIT})
def play(stage: Stage) -> None:
    """The whole evening so far."""
    stage.does(GM, "open-session", title="Late on the rent")
    make_the_crew(stage)
    make_the_opposition(stage)
    begin_the_episode(stage)
    slip_past_the_watch(stage)
    great_moments(stage)
    meet_the_marshal(stage)
    raise_the_stakes(stage)


def thing(stage: Stage, name: str) -> str:
    """The public id of something on a sheet."""
    return stage.table.desk.all(Entry, name=name)[-1].public_id


def asked(stage: Stage, **facts: object) -> str:
    """The newest open question of which this is told."""
    open_ones = [one for one in stage.table.desk.all(Ask, closed_at=None) if one.exchange.closed_at is None]
    return next(one.public_id for one in reversed(open_ones) if facts.items() <= one.facts.items())


def answers(stage: Stage, who: str, act: str, dice: tuple[int, ...] = (), /, of: str = "", **data: object) -> None:
    """Somebody answers the newest open question, or that of one side of a contest."""
    stage.does(who, act, dice, ask=asked(stage, **({"place": of} if of else {})), **data)


def taps(stage: Stage, who: str, side: str, *dice: str) -> None:
    """Somebody puts these dice into the pool of that side, one tap each."""
    draft = stage.table.desk.all(Draft, side=side)[-1].public_id
    for die in dice:
        stage.does(who, "crew.draft", draft=draft, die=die)


def make_the_crew(stage: Stage) -> None:
    stage.does(
        INES,
        "crew.make",
        name=WREN,
        role="crewmember",
        mental=6,
        physical=8,
        social=8,
        shoot=10,
        sneak=8,
        move=6,
        fly=8,
        treat=6,
        notice=8,
        influence=6,
        specialty_1_name="Carbines",
        specialty_1_skill="shoot",
        distinction_1_name="Loyal to a fault",
        distinction_1_text="Nobody of mine is left behind.",
        distinction_1_trigger_1="Step up a Complication to double a die",
        distinction_1_trigger_1_points=0,
        distinction_1_trigger_1_effect="double",
        distinction_2_name="Quick on the draw",
        distinction_3_name="Everybody’s big sister",
        signature_1_name="Grandfather’s carbine",
        signature_1_die=8,
        signature_1_trigger_1="Spend a plot point to reroll a die",
        signature_1_trigger_1_points=-1,
        signature_1_trigger_1_effect="reroll",
        episode_1_name="The Harrow Heist",
        episode_2_name="Dust and Diamonds",
        notes="Keeps the ledger. Nobody else may look into it.",
    )
    stage.does(
        MAREK,
        "crew.make",
        name=KIT,
        role="crewmember",
        mental=10,
        physical=6,
        social=6,
        fix=10,
        operate=8,
        craft=8,
        know=6,
        drive=6,
        trick=6,
        specialty_1_name="Engines",
        specialty_1_skill="fix",
        distinction_1_name="Talks to machines",
        distinction_1_text="They answer, mostly.",
        distinction_1_trigger_1="Gain a plot point when a machine lets you down",
        distinction_1_trigger_1_points=1,
        distinction_2_name="Cannot lie to save his life",
        signature_1_name="Box of spares",
        signature_1_die=8,
        episode_1_name="Dust and Diamonds",
        notes="Has not paid the landing fee. Again.",
    )
    stage.does(
        GM,
        "crew.make-ship",
        name=LENA,
        type="ship",
        model="Short-haul freighter",
        engines=8,
        hull=10,
        systems=6,
        of_the_crew="on",
        distinction_1_name="Held together by spit",
        signature_1_name="Hidden hold",
        signature_1_die=8,
    )
    for who, name in ((INES, WREN), (MAREK, KIT)):
        stage.does(who, "crew.board", ship=the(stage, LENA), person=the(stage, name))


def make_the_opposition(stage: Stage) -> None:
    """One of every kind, and somebody of whom the players do not know yet."""
    stage.does(
        GM,
        "crew.make",
        name=TRAN,
        role="major-gmc",
        mental=8,
        physical=10,
        social=8,
        shoot=8,
        focus=8,
        influence=10,
        notice=8,
        fight=6,
        specialty_1_name="Interrogation",
        specialty_1_skill="influence",
        distinction_1_name="The law never sleeps",
        distinction_1_trigger_1="Spend a point to call a deputy",
        distinction_1_trigger_1_points=-1,
        signature_1_name="Marshal’s badge",
        signature_1_die=8,
    )
    stage.does(GM, "crew.quick-gmc", name=DEPUTY, role="minor-gmc", die=8)
    stage.does(GM, "crew.quick-gmc", name=THUG, role="extra", die=6, copies=3)
    stage.does(GM, "crew.quick-gmc", name=SNIPER, role="minor-gmc", die=10, hidden="on")


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
