"""What nobody else may know of powers and spells: who is psi-mute or without talent, how high a spell is, what the GM
throws and what runs in secret. Equal bytes with it and without."""

from __future__ import annotations

import pytest

from apps.table.models import Switch
from tests.acts_of_an_evening import Evening, evening, step, who
from tests.keeping_secrets import MARK, Secret, differing, in_each_world, one, told_in_forms, traces_of, undone
from tests.yarn_evening import beginning
from tests.yarn_evening_powers import PSYCHIC, READER, resists, runs, uses

SKIN = READER | {"power_1_name": MARK, "power_1_listed": "skin-of-iron"}
EYE = f"{MARK}’s eye"
NAMED = step("gm", "yarn.edit", who("Old Bess", **SKIN))
HARDENS = uses("gm", "Old Bess", MARK, dice=(5, 4))
SECRETS = (
    one("a power of the GM’s in secret, and what runs of it", "gm second", HARDENS,
        step("gm", "yarn.alter-power", runs("Old Bess", count=2, unit="hours")),
        step("gm", "yarn.end-power", runs("Old Bess")), first=(NAMED,), alone=True),
    one("a secret power that is taken back", "gm second", HARDENS, undone("yarn.power-used"), first=(NAMED,)),
    one("a mind that is read unawares", "gm second",
        uses("gm", "Old Bess", EYE, on="Maud Ferrin", metres=2, sight="on", dice=(6, 4, 1, 2)),
        first=(step("gm", "yarn.edit", who("Old Bess", **READER | {"power_1_name": EYE})),)),
    one("how fast shots return", "gm second", step("gm", "yarn.shot-rate", who("Joss Amber", rate="50")),
        marked=False),
    one("what the hidden learn", "gm second", step("gm", "yarn.learn-spell", who("Hale", name=MARK, level=9),
        dice=(1, 4)), first=(step("gm", "yarn.adjust", who("Hale", track="experience", by=9)),)),
)  # fmt: skip


@pytest.fixture
def tonight(db: None, own_pictures: None) -> Evening:
    """A scene is open, Ines plays Maud, Marek Joss, who has powers and dice to learn more; with hidden limits."""
    found = evening(game="yarn")
    Switch.objects.filter(table=found.table, key="psi-mute").update(value="on")
    Switch.objects.filter(table=found.table, key="magic-limits").update(value="one in six")
    found.goes_by(beginning())
    found.do(step("marek", "yarn.edit", who("Joss Amber", **PSYCHIC | {"experience": 12})))
    found.do(step("gm", "yarn.adjust", who("Maud Ferrin", track="experience", by=10)))
    return found


@pytest.mark.parametrize("secret", SECRETS, ids=str)
def test_a_secret_leaves_no_trace_with_anybody_else(tonight: Evening, secret: Secret) -> None:
    traces_of(tonight, secret)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["marek", "watcher"])
def test_no_form_and_no_refusal_tells_of_a_secret(tonight: Evening, name: str) -> None:
    known = {"character": tonight.character("Joss Amber"), "target": tonight.character("Old Bess")}
    more = ("ask", "power", "spell", "running")
    assert not told_in_forms(tonight, name, SECRETS[1:], known, more)


ALL = ("marek", "ines", "watcher")


@pytest.mark.played("yarn.psi-mute")
def test_psi_mute_is_bad_luck_byte_by_byte(tonight: Evening) -> None:
    learn = who("Maud Ferrin", listed="sending", given_up=2, months=1)
    again = who("Maud Ferrin", listed="sending", given_up=1, months=1)
    worlds = [
        [step("ines", "yarn.learn-power", learn, dice=faces), step("ines", "yarn.learn-power", again, dice=(then,))]
        for faces, then in (((1, 6, 6), 6), ((2, 5, 5), 5), ((6, 1, 2), 1))
    ]
    assert not differing(in_each_world(tonight, worlds, ALL))


@pytest.mark.played("yarn.magic-limits")
def test_whoever_has_no_talent_throws_too_little_byte_by_byte(tonight: Evening) -> None:
    study = who("Maud Ferrin", spell="ring-of-gyges")
    worlds = [[step("ines", "yarn.learn-spell", study, dice=(talent, 5))] for talent in (1, 2)]
    assert not differing(in_each_world(tonight, worlds, ALL))


@pytest.mark.played("yarn.spell-learn")
def test_how_high_a_spell_is_is_seen_nowhere(tonight: Evening) -> None:
    worlds = [
        [step("gm", "yarn.learn-spell", who("Maud Ferrin", name="The long rain", level=level), dice=(1, 5))]
        for level in (7, 40)
    ]
    assert not differing(in_each_world(tonight, worlds, ALL))


def test_what_one_of_the_gms_throws_to_resist_is_seen_nowhere(tonight: Evening) -> None:
    aims = uses("marek", "Joss Amber", "Under the words", on="Old Bess", metres=2, sight="on")
    worlds = [[aims, resists("gm", "Old Bess", "resist", (3, 3, *faces))] for faces in ((6, 6), (3, 4))]
    assert not differing(in_each_world(tonight, worlds, ALL))


def test_whom_a_secret_power_asks_learns_not_of_its_dice(tonight: Evening) -> None:
    tonight.do(step("gm", "yarn.edit", who("Old Bess", **READER)))
    aims = uses("gm", "Old Bess", "She knows", on="Joss Amber", metres=2, sight="on", knows="on")
    worlds = [[aims, resists("marek", "Joss Amber", "resist", (*faces, 6, 5, 1))] for faces in ((1, 2), (6, 6))]
    assert not differing(in_each_world(tonight, worlds, ALL))
