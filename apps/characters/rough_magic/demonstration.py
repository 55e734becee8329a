"""The demonstration of Rough Magic: a sluice is opened together, and in a fight a shot is dodged. It is Ines’s turn."""

from __future__ import annotations

from apps.characters.demonstrating import bring_cast, line_of, the
from apps.table.demonstration import Stage, script

GM, INES, MAREK = "Robin", "Ines", "Marek"
RESSA, IONE = "Ressa Tull", "Ione Marsh"
SEL, GUARD, ASH = "Sel Marrow", "Guard", "Warden Ash"


@script("rough_magic", "The Low Tide", parts={INES: RESSA, MAREK: IONE})
def play(stage: Stage) -> None:
    """The whole evening so far."""
    stage.does(GM, "open-session", title="What the tide left")
    stage.does(INES, "take-ready", ready="ressa-tull")
    stage.does(MAREK, "take-ready", ready="ione-marsh")
    bring_cast(stage, __file__)
    come_into_the_foundry(stage)
    open_the_sluice(stage)
    begin_a_fight(stage)


def come_into_the_foundry(stage: Stage) -> None:
    """Ressa hears what waits behind the door; Ione hears too much else."""
    stage.does(
        GM,
        "open-scene",
        title="The drowned foundry",
        text="Chains drip. Somewhere below, a hammer falls on iron that nobody heats.",
    )
    stage.does(
        GM,
        "rough_magic.ask-check",
        attribute="perception",
        grade="demanding",
        label="What moves there",
        characters=[the(stage, RESSA), the(stage, IONE)],
    )
    stage.answers(INES, "rough_magic.answer-check", (5, 6))
    stage.answers(MAREK, "rough_magic.answer-check", (5, 6))
    stage.does(INES, "say", text="/me knocks twice on the door, and waits for an answer.")
    stage.does(
        GM,
        "rough_magic.check",
        (4, 2),
        character=the(stage, ASH),
        attribute="agility",
        grade="challenging",
        label="Along the gallery",
        mode="gm",
    )


def open_the_sluice(stage: Stage) -> None:
    """Two heads and one pair of strong arms."""
    stage.does(
        GM,
        "rough_magic.joint",
        label="Open the sluice",
        attribute="brawn",
        grade="frustrating",
        characters=[the(stage, RESSA), the(stage, IONE)],
    )
    stage.answers(MAREK, "rough_magic.join-work", (4, 5), attribute="brawn")
    stage.answers(INES, "rough_magic.join-work", (6, 5), attribute="brawn")
    stage.does(INES, "say", text="Told you. Nobody below is left below.")


def begin_a_fight(stage: Stage) -> None:
    """Ione raises her veil and draws the captain’s eye, and the captain’s shot; then it is Ressa’s turn."""
    order = [the(stage, one) for one in (IONE, SEL, RESSA, f"{GUARD} 1", f"{GUARD} 2", f"{GUARD} 3")]
    stage.does(GM, "rough_magic.start-fight", characters=order, noticed=order, title="The sluice gate")
    veil = line_of(stage, IONE, "Glass veil")
    stage.does(MAREK, "rough_magic.switch-power", power=veil, to="on")
    stage.does(MAREK, "rough_magic.move", character=the(stage, IONE), how="walk", metres=4, where="Behind the winch")
    stage.does(MAREK, "rough_magic.distract", (6, 5), character=the(stage, IONE), target=the(stage, SEL))
    stage.does(MAREK, "rough_magic.next")
    shoot_at_ione(stage)


def shoot_at_ione(stage: Stage) -> None:
    """Distracted or not, the captain hits; a dodge leaves one level of two, for the turn of the next round."""
    rifle = line_of(stage, SEL, "Rifle")
    shot = {"character": the(stage, SEL), "target": the(stage, IONE), "weapon": rifle, "distance": 12}
    stage.does(GM, "rough_magic.attack", (6, 5), **shot)
    stage.answers(MAREK, "rough_magic.answer-attack", guard="dodge")
    stage.does(GM, "rough_magic.next")
