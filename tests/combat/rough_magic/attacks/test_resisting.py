"""With the switch immediate-resist what a hit does besides harm is resisted at once, by a reaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.models import Condition
from apps.table.models import Ask, Event
from tests.combat.conftest import in_words
from tests.combat.rough_magic.attacks.conftest import answers, arm, attacks, lost, made, states, told
from tests.combat.rough_magic.attacks.test_attack import with_points
from tests.combat.wounded import does, undo
from tests.people import open_a_table, sit_down
from tests.rough_evening import ASH, BRAMBLE, JUN, SEL

Dice = Callable[..., Any]
SWITCH = "rough_magic.table-options/immediate-resist"
NEEDLE = {"gear_2_types": ["sensory"], "gear_2_harmless": "on"}


class Seated:
    """GM, Ines with Jun, Marek with Bramble, and Sel with a blinding rifle, at a table where one resists at once."""

    def __init__(self) -> None:
        table = open_a_table(game="rough_magic", immediate_resist="on")
        self.gm, self.ines, self.marek = sit_down(table, "GM", "gm"), sit_down(table, "Ines"), sit_down(table, "Marek")
        self.jun, self.bramble = made(self.ines, JUN), made(self.marek, BRAMBLE)
        self.sel = made(self.gm, SEL | NEEDLE)

    def blinds(self, dice: Dice) -> Ask:
        """Sel hits Jun by 3 or more, and she takes it: the ask to resist."""
        dice(6, 6)
        ask = attacks(self.gm, self.sel, self.jun, arm(self.sel, "Rifle"), distance=8)
        assert ask
        answers(self.gm, ask, "take")
        return Ask.objects.get(table=self.gm.table, closed_at=None)


@pytest.fixture
def seated(db: None) -> Seated:
    return Seated()


def resists(person: Any, ask: Ask, status: int = 200, **more: Any) -> str:
    return does(person, "rough_magic.resist-effect", status, ask=ask.public_id, **more)


@pytest.mark.played("rough_magic.attack-types", "rough_magic.sensory", "rough_magic.reaction", SWITCH)
def test_who_resists_is_not_blinded(seated: Seated, dice: Dice) -> None:
    """Perception 3 and 8 are 11."""
    ask = seated.blinds(dice)
    assert states(seated.jun) == []
    assert told(seated.gm, "attack-settled")["harm"]["resists"] == ["blind and deaf"]
    assert "Jun Vey resists being blind and deaf 11 needed, by Perception" in seated.ines.panel("asks")
    dice(4, 4)
    resists(seated.ines, ask)
    assert states(seated.jun) == []
    assert "To resist: blind and deaf" in seated.marek.log()
    assert "no effect" in seated.marek.log()


@pytest.mark.played("rough_magic.attack-types", "rough_magic.sensory", SWITCH)
def test_who_does_not_is(seated: Seated, dice: Dice) -> None:
    ask = seated.blinds(dice)
    dice(3, 4)
    resists(seated.ines, ask)
    assert states(seated.jun) == ["blind and deaf"]
    assert Condition.objects.get(character=seated.jun).by == seated.sel
    assert "blind and deaf now" in seated.marek.log()
    undo(seated.gm)
    assert states(seated.jun) == []


@pytest.mark.played("rough_magic.automatic-success", "rough_magic.sensory")
def test_a_point_after_the_roll_ends_what_has_begun(seated: Seated, dice: Dice) -> None:
    ask = seated.blinds(dice)
    with_points(seated.gm, seated.ines, 1)
    dice(1, 1)
    resists(seated.ines, ask)
    card = Event.objects.filter(table=seated.gm.table, kind="rough_magic.check").latest("pk").public_id
    seated.ines.does("rough_magic.automatic-success", event=card)
    assert states(seated.jun) == []


@pytest.mark.played("rough_magic.attack-types", "rough_magic.terrifying", SWITCH)
def test_terror_is_resisted_by_will(seated: Seated, dice: Dice) -> None:
    """Bramble's Torment leaves Sel exhausted: her Will 6 less 3 and 4 are 7."""
    dice(6, 6)
    ask = attacks(seated.marek, seated.bramble, seated.sel, arm(seated.bramble, "Torment"), distance=8, terror="flee")
    assert ask
    answers(seated.gm, ask, "take")
    ask = Ask.objects.get(table=seated.gm.table, closed_at=None)
    assert "2d6 + 3" in in_words(seated.gm.get("rough_magic.resist-effect", ask=ask.public_id))
    dice(2, 2)
    resists(seated.gm, ask)
    assert states(seated.sel) == ["fleeing"]


@pytest.mark.played("rough_magic.attack-types", "rough_magic.exploding", SWITCH)
def test_what_explodes_is_resisted_too(seated: Seated, dice: Dice) -> None:
    far = {f"far_{seated.jun.public_id}": 1}
    does(seated.gm, "rough_magic.explode", what="A flash", rank=12, types=["sensory"], **far)
    does(seated.ines, "rough_magic.answer-blast", ask=Ask.objects.get(closed_at=None).public_id)
    assert (lost(seated.jun), states(seated.jun)) == ((1, 0), [])
    dice(6, 6)
    resists(seated.ines, Ask.objects.get(closed_at=None))
    assert states(seated.jun) == []


def test_nobody_else_resists_for_them(seated: Seated, dice: Dice) -> None:
    ask = seated.blinds(dice)
    assert "no longer open" in resists(seated.marek, ask, 422)


def test_of_somebody_hidden_nobody_hears(seated: Seated, dice: Dice) -> None:
    ash = made(seated.gm, ASH)
    dice(6, 6)
    ask = attacks(seated.gm, seated.sel, ash, arm(seated.sel, "Rifle"), distance=8)
    assert ask
    answers(seated.gm, ask, "take")
    before = seated.ines.page()
    dice(1, 1)
    resists(seated.gm, Ask.objects.get(closed_at=None))
    assert states(ash) == ["blind and deaf"]
    assert "Warden Ash" not in before + seated.ines.page()


@pytest.mark.played("rough_magic.sensory")
def test_who_is_blind_already_or_down_resists_nothing(seated: Seated, dice: Dice) -> None:
    Condition.objects.create(character=seated.jun, name="blind and deaf")
    dice(6, 6)
    ask = attacks(seated.gm, seated.sel, seated.jun, arm(seated.sel, "Rifle"), distance=8)
    assert ask
    answers(seated.gm, ask, "take")
    assert not Ask.objects.filter(table=seated.gm.table, closed_at=None).exists()
    assert states(seated.jun) == ["blind and deaf"]
