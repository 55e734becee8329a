"""How several are named in a line."""

import pytest

from apps.table.names import by_kind, listed, name_of_all


@pytest.mark.parametrize(
    ("words", "said"), [([], ""), ([5], "5"), ([5, 9], "5 and 9"), (["Ines", "Marek", "June"], "Ines, Marek and June")]
)
def test_words_are_listed(words: list[object], said: str) -> None:
    assert listed(words) == said


@pytest.mark.parametrize(
    ("called", "said"),
    [
        (["Guard 2"], "Guard 2"),
        (["Tide warden 1", "Tide warden 2", "Tide warden 4"], "Tide warden 1, 2 and 4"),
        ([f"Guard {number}" for number in range(1, 13)], "Guard 1 to 12"),
        (["Guard 1", "Guard 2", "Guard 3", "Guard 4", "Guard 6"], "Guard 1 to 4 and 6"),
        (["Jun", "Bramble", "Sel"], "Jun, Bramble and Sel"),
        (["Guard 1", "Thug 2"], "Guard 1 and Thug 2"),
        (["Jun", "Guard 1", "Guard 2"], "Jun, Guard 1 and Guard 2"),
        (["Jun", *(f"Guard {number}" for number in range(1, 5)), "Sel"], "Jun, Guard 1 to 4 and Sel"),
    ],
)
def test_those_of_a_kind_have_one_name(called: list[str], said: str) -> None:
    assert name_of_all(called) == said


def test_in_a_list_those_of_a_kind_who_follow_each_other_are_one() -> None:
    called = ["Jun", "Bramble", *(f"Guard {number}" for number in range(1, 8)), "Thug 3", "Guard 9", "Guard 8"]
    assert by_kind(called) == "Jun, Bramble, Guard 1 to 7, Thug 3, Guard 9 and 8"
    assert by_kind([]) == ""
