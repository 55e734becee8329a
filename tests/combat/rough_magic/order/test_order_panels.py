"""The order on the stage, and the card of whoever acts."""

from tests.combat.rough_magic.order.conftest import down, forces, goes_on, starts


def in_words(person, name):
    from bs4 import BeautifulSoup

    return " ".join(BeautifulSoup(person.panel(name), "lxml").get_text(" ").split())


def test_what_is_held_owed_and_forced_stands_beside_the_name(gm, ines, jun, bramble, sel):
    starts(gm, jun, bramble, sel)
    ines.does("rough_magic.hold", character=jun.public_id)
    forces(gm, sel)
    for person in (gm, ines):
        text = in_words(person, "rough_magic-order")
        assert "May break in at any moment" in text
        assert "Held since 1" in text
        assert "Forced Owes 1" in text
    ines.does("rough_magic.break-in", character=jun.public_id)
    text = in_words(ines, "rough_magic-order")
    assert "Interrupted" in text
    assert "Breaks in" in text


def test_a_group_is_one_place_of_which_some_stand(gm, ines, jun, guards):
    starts(gm, jun, *guards)
    down(guards[1])
    assert "Guard 1, 2 and 3 2 of 3 up" in in_words(ines, "rough_magic-order")


def test_players_see_no_gap_where_somebody_hides_and_nobody_who_is_not_aware(gm, ines, jun, sel, ash):
    starts(gm, jun, ash, unaware=(sel,))
    assert "Not aware yet Sel Marrow" in in_words(gm, "rough_magic-order")
    text = in_words(ines, "rough_magic-order")
    assert "Sel" not in text
    assert "Ash" not in text
    goes_on(gm)
    assert "Next: The surroundings" in in_words(gm, "rough_magic-order")
    assert "Ash" not in in_words(ines, "rough_magic-order")


def test_the_card_has_what_is_left_of_the_turn(gm, ines, marek, jun, bramble):
    starts(gm, jun, bramble)
    assert "Walk 6 m Run 12 m Sprint 36 m" in in_words(ines, "rough_magic-turn")
    ines.does("rough_magic.move", character=jun.public_id, how="walk", metres=2)
    assert "Walk 4 m" in in_words(ines, "rough_magic-turn")
    assert "Run" not in in_words(ines, "rough_magic-turn").replace("Run after", "")
    assert "defends out of turn: costs the turn in round 1" in in_words(marek, "rough_magic-turn")


def test_the_gm_has_the_card_of_those_whom_nobody_plays(gm, jun, sel):
    starts(gm, jun, sel)
    assert "Your turn" not in in_words(gm, "rough_magic-turn")
    goes_on(gm)
    assert "Sel Marrow" in in_words(gm, "rough_magic-turn")
