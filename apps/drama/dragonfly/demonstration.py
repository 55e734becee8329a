"""The demonstration of Dragonfly: a finished scene, another one begun, and a roll that waits for Ines."""

from __future__ import annotations

from typing import Any

from apps.characters.demonstrating import bring_cast, the
from apps.table.demonstration import Stage, script

GM, INES, MAREK = "Robin", "Ines", "Marek"
SHANNON, PELL, DOC = "Shannon Reyes", "Pell", "Doc Amari"
BRUTE, VOSS = "Brute", "Voss"
KESTREL, CUTTER = "The Kestrel", "Harbour cutter"

FISTS, CLUB, BLADE = ("unarmed", "bash"), ("hand-weapon", "bash"), ("hand-weapon", "slash-stab")
PISTOL, AUTOMATIC, RIFLE, FLARES = ("pistol", "bullet"), ("automatic", "bullet"), ("rifle", "bullet"), ("other", "fire")
ARMS = (
    (INES, SHANNON, "Flying kick", "kung-fu", 8, FISTS, ""),
    (INES, SHANNON, "Boarding knife", "getting-medieval", 6, BLADE, ""),
    (INES, SHANNON, "Service pistol", "gun-fu", 9, PISTOL, 12),
    (MAREK, PELL, "Spanner", "sports", 7, CLUB, ""),
    (MAREK, PELL, "Machine pistol", "gun-fu", 8, AUTOMATIC, 30),
    (GM, BRUTE, "Wrench", "", 10, CLUB, ""),
    (GM, "Dockhand 1", "Fists", "", 5, FISTS, ""),
    (GM, "Dockhand 2", "Boat hook", "", 6, BLADE, ""),
    (GM, "Dockhand 3", "Flare gun", "", 4, FLARES, 1),
    (GM, VOSS, "Long rifle", "", 14, RIFLE, 6),
)
"""Who arms whom, with what, Skill (without one by the Combat Score), base damage, weapon and kind of damage, rounds."""


@script("dragonfly", "The Kestrel’s Wake", parts={INES: SHANNON, MAREK: PELL})
def play(stage: Stage) -> None:
    """The whole evening so far."""
    stage.does(GM, "open-session", title="What the Kestrel left behind")
    bring_cast(stage, __file__)
    arm_the_cast(stage)
    crew_the_ships(stage)
    look_about(stage)
    fight_on_the_gantry(stage)
    patch_up(stage)
    begin_the_next_scene(stage)


def arm_the_cast(stage: Stage) -> None:
    """Ways of attacking: these are the demonstration’s own numbers, as every table brings its own."""
    for who, name, what, skill, damage, (weapon, kind), rounds in ARMS:
        by = {"attribute": "dexterity", "skill": skill} if skill else {"score": "combat"}
        means = {"base_damage": damage, "weapon": weapon, "damage_type": kind, "ammunition": rounds}
        stage.does(who, "dragonfly.maneuver-add", character=the(stage, name), name=what, **by, **means)


def crew_the_ships(stage: Stage) -> None:
    """The Kestrel, with the players aboard, and what waits for her outside."""
    posts = ((INES, SHANNON, "pilot", KESTREL), (MAREK, PELL, "gunner", KESTREL), (GM, BRUTE, "pilot", CUTTER))
    for who, name, post, ship in posts:
        stage.does(who, "dragonfly.take-post", ship=the(stage, ship), person=the(stage, name), post=post)


def checks(stage: Stage, who: str, name: str, attribute: str, skill: str, face: int, label: str, **more: Any) -> None:
    """Somebody rolls for what is to be done."""
    sides = {"character": the(stage, name), "attribute": attribute, "skill": skill}
    stage.does(who, "dragonfly.check", (face,), **sides, label=label, **more)


def look_about(stage: Stage) -> None:
    """A check, a secret roll of the GM's, a blind one, talk and a whisper."""
    stage.does(
        GM,
        "open-scene",
        title="Dry dock nine, after the shift",
        text="Floodlights on every third mast. The Kestrel hangs in her cradle, and somebody has left a hatch open.",
    )
    stage.does(INES, "say", text="I go first. If I stop, everybody stops.")
    checks(stage, INES, SHANNON, "perception", "notice", 6, "Who is still about?")
    stage.does(GM, "say", (4, 1), text="/gmr 2d6 # does the watch come by?")
    checks(stage, MAREK, PELL, "intelligence", "repair", 3, "Is the hatch wired?", mode="blind")
    stage.does(MAREK, "say", text="/me lays an ear against the hull and counts.")
    stage.does(INES, "say", text="/w director I keep the second key in my boot.")


def loses(stage: Stage, who: str, name: str, points: int, why: str) -> None:
    """Somebody writes down what has hurt."""
    stage.does(who, "dragonfly.adjust", character=the(stage, name), track="life-points", by=-points, why=why)


def fight_on_the_gantry(stage: Stage) -> None:
    """Resisted actions, against a score and between two players; a Heroic Feat; harm, and a slip taken back."""
    stage.does(
        INES,
        "dragonfly.resist",
        (7,),
        character=the(stage, SHANNON),
        attribute="dexterity",
        skill="kung-fu",
        opponent=the(stage, BRUTE),
        against="combat",
        label="Getting past the Brute",
    )
    jump = {"difficulty": "very-difficult", "heroic_feat": "on"}
    checks(stage, MAREK, PELL, "dexterity", "acrobatics", 2, "The jump between the gantries", **jump)
    stage.does(GM, "dragonfly.award", to="all", points=1, why="Nobody looked down")
    loses(stage, GM, SHANNON, 11, "The Brute’s wrench")
    hangs = {"name": "Off balance", "modifier": -2, "until": "scene", "note": "Hanging from the gantry by one hand"}
    stage.does(GM, "condition-add", character=the(stage, SHANNON), **hangs)
    loses(stage, MAREK, PELL, 7, "The fall")
    stage.does(MAREK, "undo")
    stage.does(INES, "dragonfly.plot-twist", character=the(stage, SHANNON), what="The cradle’s crane still has power")
    stage.answers(GM, "dragonfly.answer-twist", allow="yes", words="Its hook swings by, just within reach.")


def patch_up(stage: Stage) -> None:
    """The doctor, who is the GM's, and two players against each other."""
    stage.does(GM, "dragonfly.treat", (8,), doctor=the(stage, DOC), patient=the(stage, SHANNON))
    stage.does(
        MAREK,
        "dragonfly.resist",
        (5,),
        character=the(stage, PELL),
        attribute="dexterity",
        skill="",
        opponent=the(stage, SHANNON),
        defender="nobody",
        label="Who gets the top bunk?",
    )
    stage.answers(INES, "dragonfly.answer-resist", (9,), attribute="dexterity", skill="acrobatics")
    stage.does(MAREK, "say", (87,), text="/sr d100 # my luck so far")
    stage.does(GM, "close-scene")


def begin_the_next_scene(stage: Stage) -> None:
    """Asked of two; Marek has answered, Ines has not."""
    stage.does(
        GM,
        "open-scene",
        title="The engine corridor, running dark",
        text="Emergency lamps only. The deck tilts whenever the Kestrel turns.",
    )
    checks(stage, INES, SHANNON, "dexterity", "kung-fu", 6, "Kicking the wrench away")
    stage.does(MAREK, "say", text="That was my wrench.")
    both = [the(stage, SHANNON), the(stage, PELL)]
    stage.does(
        GM,
        "dragonfly.ask-check",
        characters=both,
        attribute="perception",
        skill="notice",
        difficulty="very-difficult",
        label="Something moves behind the coolant pipes",
    )
    stage.answers(MAREK, "dragonfly.answer-check", (4,))
