"""The demonstration of Dragon: a fight in the middle of a turn. Ines has a phase; Robin is asked something."""

from __future__ import annotations

from apps.characters.demonstrating import the
from apps.characters.models import Character, Entry
from apps.table.demonstration import Stage, script
from apps.table.models import Ask

GM, INES, MAREK = "Robin", "Ines", "Marek"
KETTA, OSKAR = "Ketta Vane", "Oskar Thule"
SORREL, WARDEN, WITCH = "Captain Sorrel", "Tide warden", "Bell-witch"


@script("dragon", "The Salt Stair", parts={INES: KETTA, MAREK: OSKAR})
def play(stage: Stage) -> None:
    """The whole evening so far."""
    stage.does(GM, "open-session", title="What rings under the water")
    make_the_heroes(stage)
    make_the_enemies(stage)
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
    ask = next(one for one in reversed(open_asks(stage)) if one.facts.get("who") == name)
    stage.does(who, act, dice, ask=ask.public_id, **data)


def open_asks(stage: Stage) -> list[Ask]:
    return [one for one in stage.table.desk.all(Ask, closed_at=None) if one.exchange.closed_at is None]


def make_the_heroes(stage: Stage) -> None:
    stage.does(
        INES,
        "dragon.make",
        name=KETTA,
        role="hero",
        strength=4,
        resistance=3,
        health=4,
        accuracy=6,
        dexterity=5,
        energy=5,
        intelligence=4,
        wit=5,
        resolve=4,
        charisma=7,
        grace=7,
        status=8,
        yang=1,
        yin=2,
        chi=1,
        skill_1_name="Sword",
        skill_1_level=2,
        skill_1_melee="on",
        skill_2_name="Courtly speech",
        skill_2_level=2,
        skill_3_name="Dodge",
        skill_3_level=1,
        skill_4_name="Bow",
        skill_4_level=1,
        skill_5_name="Perception",
        skill_5_level=1,
        weapon_1_name="Blade",
        weapon_1_multiple=3,
        weapon_1_skill="Sword",
        weapon_2_name="Short bow",
        weapon_2_multiple=2,
        weapon_2_attack="ranged",
        weapon_2_skill="Bow",
        notes="Left the court by a window. Owes the ferryman for two crossings.",
    )
    stage.does(
        MAREK,
        "dragon.make",
        name=OSKAR,
        role="hero",
        strength=6,
        resistance=4,
        health=5,
        accuracy=5,
        dexterity=4,
        energy=5,
        wit=2,
        charisma=2,
        skill_1_name="Axe",
        skill_1_level=2,
        skill_1_melee="on",
        skill_2_name="Ropes",
        skill_2_level=2,
        weapon_1_name="Boarding axe",
        weapon_1_multiple=4,
        weapon_1_skill="Axe",
        shtick_1_name="Iron hide",
        shtick_1_does_1="hit-points",
        shtick_1_by_1=5,
        notes="Counts the steps of every stair he climbs.",
    )


def make_the_enemies(stage: Stage) -> None:
    stage.does(
        GM,
        "dragon.make",
        name=SORREL,
        role="enemy",
        accuracy=5,
        dexterity=4,
        energy=4,
        strength=4,
        resistance=4,
        charisma=5,
        skill_1_name="Sabre",
        skill_1_level=2,
        skill_1_melee="on",
        skill_2_name="Dodge",
        skill_2_level=1,
        weapon_1_name="Sabre",
        weapon_1_multiple=3,
        weapon_1_skill="Sabre",
    )
    stage.does(GM, "dragon.quick-cast", name=WARDEN, copies=3, weapon="quarterstaff", skill=1, body=3, reflexes=4)
    stage.does(GM, "dragon.make", name=WITCH, role="enemy", yang=5, yin=4, chi=5, hidden="on")


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


def goes_on(stage: Stage, parts: int = 1) -> None:
    """The GM closes the part, and those after it in which nobody is due."""
    for _ in range(parts):
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
    goes_on(stage, 2)
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
    """The witch does something that nobody sees. In round 5 Ketta offers the captain a phase, and has her own."""
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
