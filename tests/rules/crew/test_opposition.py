"""What a crewmember rolls against."""

import pytest

from apps.rules import Refused
from apps.rules.crew.lists import DIFFICULTIES
from apps.rules.crew.opposition import difficulty, major_gmc, opposition_other


def refused(code, function, **kwargs):
    with pytest.raises(Refused) as no:
        function(**kwargs)
    assert no.value.code == code
    return no.value


@pytest.mark.rule("crew.difficulty")
@pytest.mark.parametrize(
    ("title", "die"), [("Very easy", 4), ("Easy", 6), ("Challenging", 8), ("Hard", 10), ("Really hard", 12)]
)
def test_difficulty_dice(title, die):
    assert difficulty(difficulty=title).die == die
    assert difficulty(difficulty=difficulty(difficulty=title).row.id).row.title == title


def test_only_difficulties_of_the_table():
    assert refused("not-listed", difficulty, difficulty="Absurd").field == "difficulty"
    assert len(DIFFICULTIES) == 5


@pytest.mark.rule("crew.opposition-other")
def test_the_opposition_in_its_order():
    made = opposition_other(
        difficulty="Hard", traits=["d4", "d6"], extras="d8", scale=True, crew_complications=["d10", "d12+"]
    )
    assert (made.pool, made.keep) == ((10, 4, 6, 8, 8, 10, 14), 3)
    assert [die.kind for die in made.dice][:4] == ["difficulty", "trait", "trait", "gmc"]
    assert opposition_other(difficulty="Hard", extras=[8]).pool == (10, 8)


@pytest.mark.rule("crew.opposition-other")
def test_never_fewer_than_two_dice():
    made = opposition_other(difficulty="Easy")
    assert (made.pool, made.keep, made.dice[1].label) == ((6, 6), 2, "Situation")


@pytest.mark.rule("crew.opposition-other")
def test_what_the_opposition_refuses():
    assert refused("two-gmc", opposition_other, difficulty="Hard", extras=["d6", "d6"]).field == "extras"
    assert refused("no-size", opposition_other, difficulty="Hard", traits=["d12+"]).field == "trait"
    assert refused("no-size", opposition_other, difficulty="Hard", crew_complications=["d4"]).field == "complication"


@pytest.mark.rule("crew.major-gmc")
def test_a_major_gmc_in_order():
    made = major_gmc(
        attribute="d8",
        skill="d10",
        traits=["d6"],
        distinction="d8",
        signature_assets=["d6"],
        crew_complications=["d12"],
    )
    assert (made.pool, made.keep) == ((8, 10, 6, 8, 6, 12), 2)
    assert major_gmc(attribute=4, skill=12).pool == (4, 12)


@pytest.mark.rule("crew.major-gmc")
def test_a_major_gmcs_distinction_is_d8():
    assert refused("no-size", major_gmc, attribute=8, skill=8, distinction="d4").field == "distinction"
