"""The demonstration of Dragon: a fight in the middle of a turn. Ines has a phase; Robin is asked something."""

from __future__ import annotations

from apps.characters.demonstrating import asked, bring_cast, the
from apps.characters.models import Character, Entry
from apps.table.demonstration import Stage, script

GM, INES, MAREK = "Robin", "Ines", "Marek"
KETTA, OSKAR = "Ketta Vane", "Oskar Thule"
SORREL, WARDEN, WITCH = "Captain Sorrel", "Tide warden", "Bell-witch"


@script("dragon", "The Salt Stair", parts={INES: KETTA, MAREK: OSKAR})
def play(stage: Stage) -> None:
    """The whole evening so far."""
    stage.does(GM, "open-session", title="What rings under the water")
    bring_cast(stage, __file__)
    come_down_the_stair(stage)
    pick_speeds(stage)
    shoot_first(stage)
    hold_the_stair(stage)
    break_in(stage)
    ask_for_terms(stage)


def of(stage: Stage, name: str, kind: str, *names: str) -> list[str]:
    """The public ids of these skills or weapons of theirs."""
    found = stage.table.desk.all(Entry, character=stage.table.desk.all(Character, name=name)[0], kind=kind)
    return [one.public_id for one in found if one.name in names]


def answers_of(stage: Stage, who: str, act: str, name: str, /, dice: tuple[int, ...] = (), **data: object) -> None:
    """Somebody answers what is asked about that character."""
    stage.does(who, act, dice, ask=asked(stage, who=name), **data)


def come_down_the_stair(stage: Stage) -> None:
    """What is seen before anybody draws: a roll, a secret one, and one that the GM asks for."""
    stage.does(
        GM,
        "open-scene",
        title="The Salt Stair, at low tide",
        text="Two hundred wet steps, and a door at the bottom that is open for an hour. Bells, under the water.",
    )
    stage.does(INES, "say", text="If there is a door, I would like to be asked in.")
    stage.does(
        INES,
        "dragon.check",
        (8, 6, 3, 7, 2),
        character=the(stage, KETTA),
        substat="wit",
        skills=of(stage, KETTA, "skill", "Perception"),
        required=2,
        label="Who keeps the stair?",
    )
    stage.does(GM, "say", (6, 2), text="/gmr 2d10 # does the witch wake?")
    stage.does(
        GM,
        "dragon.ask-check",
        characters=[the(stage, OSKAR)],
        substat="strength",
        required=2,
        label="The chain across the landing",
    )
    stage.answers(MAREK, "dragon.answer-check", (9, 4, 7, 1, 8, 5))
    stage.does(MAREK, "say", text="/me lays the chain aside, link by link.")


def pick_speeds(stage: Stage) -> None:
    """The picks lie sealed until the last is in; then the dice fall for all."""
    wardens = [the(stage, f"{WARDEN} {n}") for n in (1, 2, 3)]
    everybody = [the(stage, name) for name in (KETTA, OSKAR, SORREL, WITCH)]
    stage.does(GM, "dragon.start-fight", title="The wardens of the stair", characters=[*everybody, *wardens])
    answers_of(stage, INES, "dragon.pick", KETTA, speed="social")
    answers_of(stage, MAREK, "dragon.pick", OSKAR, speed="body")
    stage.answers(GM, "dragon.pick", (2, 5, 7, 9, 3, 6, 3, 8, 2, 6, 4, 7))


def goes_on(stage: Stage) -> None:
    """The GM closes the part, and those after it in which nothing happens."""
    stage.does(GM, "dragon.next-part", far="on")


def strikes(stage: Stage, who: str, own: str, target: str, weapon: str, skill: str, dice: tuple[int, ...],
            **more: object) -> None:  # fmt: skip
    """An attack with what stands on the sheet; it waits for its answer."""
    stage.does(
        who,
        "dragon.attack",
        dice,
        character=the(stage, own),
        target=the(stage, target),
        weapon=of(stage, own, "weapon", weapon)[0],
        skills=of(stage, own, "skill", skill),
        **more,
    )


def shoot_first(stage: Stage) -> None:
    """Ketta shoots outside the category of her speed, which costs her round 9; a warden strikes back at Oskar."""
    goes_on(stage)
    strikes(stage, INES, KETTA, f"{WARDEN} 1", "Short bow", "Bow", (9, 7, 6, 4, 2, 1), distance=7, pay=9)
    stage.answers(GM, "dragon.defend", guard="none")
    goes_on(stage)
    strikes(stage, GM, f"{WARDEN} 2", OSKAR, "Quarterstaff", "Quarterstaff", (8, 7, 3, 2))
    stage.answers(MAREK, "dragon.defend", guard="none")
    stage.does(MAREK, "say", text="That tickled.")


def hold_the_stair(stage: Stage) -> None:
    """Oskar keeps round 3 for somebody who comes down; the captain does, and strikes at Ketta."""
    goes_on(stage)
    stage.does(
        MAREK,
        "dragon.hold",
        character=the(stage, OSKAR),
        trigger="The captain comes within reach",
        then="bring the axe down on him",
    )
    goes_on(stage)
    strikes(stage, GM, SORREL, KETTA, "Sabre", "Sabre", (9, 8, 7, 3, 1))


def break_in(stage: Stage) -> None:
    """The trigger has come: the axe falls before the sabre does. The captain stands, so his attack goes on."""
    stage.does(MAREK, "dragon.claim-trigger", character=the(stage, OSKAR), event="He is on the last step, beside me")
    stage.answers(GM, "dragon.answer-trigger", allow="yes")
    strikes(stage, MAREK, OSKAR, SORREL, "Boarding axe", "Axe", (9, 8, 6, 5, 2))
    stage.answers(GM, "dragon.defend", guard="none")
    answers_of(stage, INES, "dragon.defend", KETTA, guard="none")


def ask_for_terms(stage: Stage) -> None:
    """The witch does something that nobody sees, after the last part in which somebody could have come before her. In
    round 5 Ketta offers the captain a phase, and has her own."""
    goes_on(stage)
    goes_on(stage)
    stage.does(GM, "dragon.act", character=the(stage, WITCH), words="Counts the bells")
    goes_on(stage)
    stage.does(
        INES,
        "dragon.offer-bonus",
        character=the(stage, KETTA),
        to=the(stage, SORREL),
        words="“Lay down the sabre, captain, and walk up these stairs.”",
    )
