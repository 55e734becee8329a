"""The demonstration of Yarn: an episode with four scenes behind it. In the fifth Ines was refused by a vote, and may
force it with the two tokens that she has."""

from __future__ import annotations

from typing import Any

from apps.characters.demonstrating import bring_cast, line_of, the
from apps.table.demonstration import PEOPLE, Stage, script
from apps.table.models import Role

GM, INES, MAREK, NOOR = "Robin", "Ines", "Marek", "Noor"
MAUD, JOSS, YSSA, BESS, WATCHMAN = "Maud Ferrin", "Joss Amber", "Yssa Marr", "Old Bess", "Watchman"
HALFWAY, LOCK = "The Halfway", "The lock"


@script(
    "yarn",
    "Low Water",
    people=[*PEOPLE[:3], (NOOR, Role.PLAYER, "moss"), *PEOPLE[3:]],
    parts={INES: MAUD, MAREK: JOSS, NOOR: YSSA},
)
def play(stage: Stage) -> None:
    """The whole evening so far."""
    take_the_ready(stage)
    bring_cast(stage, __file__)
    stage.does(GM, "open-session", (1, 1), title="What we inherit")
    ask_for_the_truth(stage)
    go_through_the_lock(stage)
    cross_the_river(stage)
    speak_of_the_mooring(stage)
    ask_before_everybody(stage)


def take_the_ready(stage: Stage) -> None:
    """Each has one with one tap; what they are to each other comes with them."""
    for who, ready in ((INES, "maud-ferrin"), (MAREK, "joss-amber"), (NOOR, "yssa-marr")):
        stage.does(who, "take-ready", ready=ready)
    stage.does(GM, "yarn.unknown-trait", character=the(stage, JOSS), name="Did not let go of the rope", score=4)


def calls(stage: Stage, who: str, *cast: str, **said: Any) -> None:
    """A scene with these is called, and everybody goes on."""
    roles = {key: the(stage, said[key]) for key in ("seeks", "of", "place") if key in said}
    stage.does(who, "yarn.call", **said | roles, cast=[the(stage, one) for one in cast])
    for one in (GM, INES, MAREK, NOOR):
        if one != who:
            stage.answers(one, "yarn.go-on")


def is_over(stage: Stage, who: str, petitioner: str, granter: str, won: str) -> None:
    """The scene is over, and who sought something of somebody says whether they got it."""
    stage.does(who, "yarn.signal-end", petitioner=the(stage, petitioner), granter=the(stage, granter))
    stage.answers(who, "yarn.got-it", allow=won)


def ends(stage: Stage) -> None:
    """The tokens move, and the next one may call."""
    stage.does(GM, "yarn.confirm-tokens")
    stage.does(GM, "yarn.end-scene")


def ask_for_the_truth(stage: Stage) -> None:
    """A drama that Maud loses, and nobody doubts it: she has a token for it."""
    calls(
        stage,
        GM,
        MAUD,
        JOSS,
        mode="dramatic",
        place=HALFWAY,
        situation="After closing. The cap lies on the bar. Nobody has touched it for a year.",
        seeks=MAUD,
        of=JOSS,
        what="That he says out loud what happened on the boat",
    )
    stage.does(MAREK, "say", text="It was dark. It was quick. What else is there?")
    stage.does(INES, "say", text="/me puts the cap away, and wipes where it lay.")
    is_over(stage, INES, MAUD, JOSS, "no")
    for who in (MAREK, NOOR, GM):
        stage.answers(who, "yarn.doubt", allow="no")
    stage.answers(INES, "yarn.force", allow="no")
    ends(stage)


def go_through_the_lock(stage: Stage) -> None:
    """A scene of deeds: a roll with two sixes, one that the GM asks for, and a short fight."""
    calls(
        stage,
        INES,
        MAUD,
        JOSS,
        mode="procedural",
        place=LOCK,
        time="later",
        situation="The lock keeper’s drawer has what Maud looks for. Somebody is paid to sit before it.",
        what="To have the shawl out of the drawer, and nobody the wiser",
    )
    maud = {"character": the(stage, MAUD), "trait": line_of(stage, MAUD, "Hears what is not said")}
    stage.does(INES, "yarn.check", (6, 6, 2), **maud, task="hard", label="Where does he stand?")
    stage.does(GM, "yarn.ask-check", characters=[the(stage, JOSS)], task="hard", label="Over the gate", bonus=1)
    stage.answers(MAREK, "yarn.answer-check", (5, 4, 4, 2, 1), trait=line_of(stage, JOSS, "Ferryman"))
    strike_the_watchman(stage)
    stage.does(INES, "yarn.end-scene")
    stage.answers(INES, "yarn.throw-consequences", (6,))
    gained = line_of(stage, MAUD, "Good consequence")
    stage.does(INES, "yarn.say-consequence", entry=gained, text="The watchman owes her one")


def strike_the_watchman(stage: Stage) -> None:
    """A fight of one blow."""
    both = [the(stage, JOSS), the(stage, WATCHMAN)]
    stage.does(GM, "yarn.begin-fight", title="On the gate", mode="detailed", characters=both, dice=3)
    stage.answers(MAREK, "yarn.roll-initiative", (6, 5, 3, 2, 4))
    stage.does(
        MAREK,
        "yarn.attack",
        character=the(stage, JOSS),
        target=the(stage, WATCHMAN),
        weapon=line_of(stage, JOSS, "Boat hook"),
        trait=line_of(stage, JOSS, "Brawler, retired"),
        what="With the wet end, so that he sits down",
    )
    stage.answers(GM, "yarn.defend", (4, 4, 2, 4, 3))
    stage.does(GM, "yarn.end-fight")


def cross_the_river(stage: Stage) -> None:
    """Ines challenges the call and is voted down; Joss is refused, and Marek has a token for it."""
    roles = {"seeks": the(stage, JOSS), "of": the(stage, YSSA)}
    stage.does(
        MAREK,
        "yarn.call",
        **roles,
        cast=[the(stage, JOSS), the(stage, YSSA)],
        mode="dramatic",
        new_place="The ferry, mid-river",
        time="day",
        situation="Only the two of them, and the rope. She did not know that he rows on Thursdays.",
        what="That she looks at him as she did",
    )
    stage.answers(GM, "yarn.go-on")
    stage.does(INES, "yarn.challenge", kind="time-jump", text="The same night Maud would have gone to him.")
    stage.answers(NOOR, "yarn.vote", hand="call")
    for who in (INES, NOOR):
        stage.answers(who, "yarn.go-on")
    stage.does(NOOR, "say", text="Row, then.")
    is_over(stage, MAREK, JOSS, YSSA, "no")
    stage.does(GM, "yarn.let-it-be")
    stage.answers(MAREK, "yarn.force", allow="no")
    ends(stage)


def speak_of_the_mooring(stage: Stage) -> None:
    """Yssa gets what she wants; Ines has her second token."""
    calls(
        stage,
        NOOR,
        YSSA,
        MAUD,
        mode="dramatic",
        place=HALFWAY,
        situation="Thursday. She sits where she always sat, and has brought the deed.",
        seeks=YSSA,
        of=MAUD,
        what="That Maud asks for help, for once",
    )
    stage.does(INES, "say", text="Then leave it on the bar. I can read it tomorrow.")
    is_over(stage, NOOR, YSSA, MAUD, "yes")
    ends(stage)


def ask_before_everybody(stage: Stage) -> None:
    """A no that Noor doubts: two hands against two, and whoever called breaks the tie."""
    stage.does(GM, "yarn.set-hand", who=stage.seats[NOOR].public_id, points="bennies", count=1, why="Last time’s theme")
    calls(
        stage,
        GM,
        MAUD,
        JOSS,
        YSSA,
        BESS,
        mode="dramatic",
        new_place="The quay",
        time="day",
        situation="First light. The shawl lies on the bollard, and everybody knows whose it was.",
        seeks=MAUD,
        of=JOSS,
        what="That he says it before them all",
    )
    stage.does(MAREK, "say", text="I held the rope. That is all I will say with her standing here.")
    is_over(stage, INES, MAUD, JOSS, "no")
    stage.answers(NOOR, "yarn.doubt", allow="yes")
    for who, hand in ((INES, "granted"), (NOOR, "granted"), (MAREK, "refused"), (GM, "refused"), (GM, "refused")):
        stage.answers(who, "yarn.vote", hand=hand)
