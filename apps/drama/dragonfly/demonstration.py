"""The demonstration of Dragonfly: a finished scene, another one begun, and a roll that waits for Ines."""

from __future__ import annotations

from apps.characters.demonstrating import the
from apps.table.demonstration import Stage, script

GM, INES, MAREK = "Robin", "Ines", "Marek"
SHANNON, PELL, DOC = "Shannon Reyes", "Pell", "Doc Amari"
BRUTE, VOSS = "Brute", "Voss"
KESTREL, CUTTER = "The Kestrel", "Harbour cutter"


@script("dragonfly", "The Kestrel’s Wake", parts={INES: SHANNON, MAREK: PELL})
def play(stage: Stage) -> None:
    """The whole evening so far."""
    stage.does(GM, "open-session", title="What the Kestrel left behind")
    make_the_cast(stage)
    arm_the_cast(stage)
    crew_the_ships(stage)
    look_about(stage)
    fight_on_the_gantry(stage)
    patch_up(stage)
    begin_the_next_scene(stage)


def make_the_cast(stage: Stage) -> None:
    stage.does(
        INES,
        "dragonfly.make",
        name=SHANNON,
        role="cast-member",
        character_type="White Hat",
        life_points=42,
        armor=2,
        strength=4,
        dexterity=7,
        constitution=5,
        intelligence=3,
        perception=6,
        willpower=4,
        acrobatics=5,
        kung_fu=4,
        getting_medieval=2,
        sports=2,
        gun_fu=3,
        doctor=1,
        pilot=6,
        notice=4,
        notes="Ran the blockade at Tern Reach twice. Does not talk about the third time.",
    )
    stage.does(
        MAREK,
        "dragonfly.make",
        name=PELL,
        role="cast-member",
        character_type="Hero",
        life_points=40,
        strength=3,
        dexterity=5,
        constitution=4,
        intelligence=6,
        perception=5,
        willpower=4,
        acrobatics=2,
        sports=1,
        gun_fu=4,
        pilot=2,
        notice=3,
        repair=6,
        own_skill_1_name="Sleight of hand",
        own_skill_1_value=4,
        notes="Can hear which bearing is going. Owes money on three docks.",
    )
    stage.does(
        GM,
        "dragonfly.make",
        sheet="full",
        name=DOC,
        role="guest-star",
        character_type="Hero",
        life_points=30,
        drama_points=4,
        strength=2,
        dexterity=3,
        constitution=3,
        intelligence=6,
        perception=4,
        willpower=5,
        doctor=6,
        notice=3,
    )
    stage.does(GM, "dragonfly.quick-cast", name=BRUTE, muscle=15, combat=13, brains=7, life_points=50)
    stage.does(GM, "dragonfly.quick-cast", name="Dockhand", copies=3, muscle=12, combat=10, brains=8, life_points=24)
    stage.does(GM, "dragonfly.quick-cast", name=VOSS, muscle=10, combat=14, brains=15, life_points=36, hidden="on")


def arm_the_cast(stage: Stage) -> None:
    """Ways of attacking: these are the demonstration’s own numbers, as every table brings its own."""
    fists, blade, pistol = ("unarmed", "bash"), ("hand-weapon", "slash-stab"), ("pistol", "bullet")
    for who, name, what, attribute, skill, damage, (weapon, kind), rounds in (
        (INES, SHANNON, "Flying kick", "dexterity", "kung-fu", 8, fists, ""),
        (INES, SHANNON, "Boarding knife", "dexterity", "getting-medieval", 6, blade, ""),
        (INES, SHANNON, "Service pistol", "dexterity", "gun-fu", 9, pistol, 12),
        (MAREK, PELL, "Spanner", "dexterity", "sports", 7, ("hand-weapon", "bash"), ""),
        (MAREK, PELL, "Machine pistol", "dexterity", "gun-fu", 8, ("automatic", "bullet"), 30),
    ):
        stage.does(
            who,
            "dragonfly.maneuver-add",
            character=the(stage, name),
            name=what,
            attribute=attribute,
            skill=skill,
            base_damage=damage,
            weapon=weapon,
            damage_type=kind,
            ammunition=rounds,
        )
    for name, what, damage, (weapon, kind), rounds in (
        (BRUTE, "Wrench", 10, ("hand-weapon", "bash"), ""),
        ("Dockhand 1", "Fists", 5, fists, ""),
        ("Dockhand 2", "Boat hook", 6, blade, ""),
        ("Dockhand 3", "Flare gun", 4, ("other", "fire"), 1),
        (VOSS, "Long rifle", 14, ("rifle", "bullet"), 6),
    ):
        stage.does(
            GM,
            "dragonfly.maneuver-add",
            character=the(stage, name),
            name=what,
            score="combat",
            base_damage=damage,
            weapon=weapon,
            damage_type=kind,
            ammunition=rounds,
        )


def crew_the_ships(stage: Stage) -> None:
    """The Kestrel, with the players aboard, and what waits for her outside."""
    stage.does(
        GM,
        "dragonfly.make-ship",
        name=KESTREL,
        size=4,
        speed=5,
        gain="high",
        cargo=6,
        supplies=9,
        medical="on",
        seat=stage.seats[INES].public_id,
        weapon_1_name="Bow gun",
        weapon_1_mount="fixed-forward",
        weapon_2_name="Top turret",
        weapon_2_mount="turret",
    )
    stage.does(
        GM,
        "dragonfly.make-ship",
        name=CUTTER,
        size=3,
        speed=6,
        gain="normal",
        cargo=0,
        supplies=4,
        weapon_1_name="Twin guns",
        weapon_1_mount="fixed-forward",
    )
    posts = ((INES, SHANNON, "pilot", KESTREL), (MAREK, PELL, "gunner", KESTREL), (GM, BRUTE, "pilot", CUTTER))
    for who, name, post, ship in posts:
        stage.does(who, "dragonfly.take-post", ship=the(stage, ship), person=the(stage, name), post=post)


def look_about(stage: Stage) -> None:
    """A check, a secret roll of the GM's, a blind one, talk and a whisper."""
    stage.does(
        GM,
        "open-scene",
        title="Dry dock nine, after the shift",
        text="Floodlights on every third mast. The Kestrel hangs in her cradle, and somebody has left a hatch open.",
    )
    stage.does(INES, "say", text="I go first. If I stop, everybody stops.")
    stage.does(
        INES,
        "dragonfly.check",
        (6,),
        character=the(stage, SHANNON),
        attribute="perception",
        skill="notice",
        label="Who is still about?",
    )
    stage.does(GM, "say", (4, 1), text="/gmr 2d6 # does the watch come by?")
    stage.does(
        MAREK,
        "dragonfly.check",
        (3,),
        character=the(stage, PELL),
        attribute="intelligence",
        skill="repair",
        label="Is the hatch wired?",
        mode="blind",
    )
    stage.does(MAREK, "say", text="/me lays an ear against the hull and counts.")
    stage.does(INES, "say", text="/w director I keep the second key in my boot.")


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
    stage.does(
        MAREK,
        "dragonfly.check",
        (2,),
        character=the(stage, PELL),
        attribute="dexterity",
        skill="acrobatics",
        difficulty="very-difficult",
        heroic_feat="on",
        label="The jump between the gantries",
    )
    stage.does(GM, "dragonfly.award", to="all", points=1, why="Nobody looked down")
    stage.does(
        GM, "dragonfly.adjust", character=the(stage, SHANNON), track="life-points", by=-11, why="The Brute’s wrench"
    )
    stage.does(
        GM,
        "condition-add",
        character=the(stage, SHANNON),
        name="Off balance",
        modifier=-2,
        until="scene",
        note="Hanging from the gantry by one hand",
    )
    stage.does(MAREK, "dragonfly.adjust", character=the(stage, PELL), track="life-points", by=-7, why="The fall")
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
    stage.does(
        INES,
        "dragonfly.check",
        (6,),
        character=the(stage, SHANNON),
        attribute="dexterity",
        skill="kung-fu",
        label="Kicking the wrench away",
    )
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
