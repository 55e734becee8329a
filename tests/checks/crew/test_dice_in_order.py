"""On a card dice stand kept from high to low, then those that do not count, then the jinxes."""

from apps.checks.crew.words import as_shown


def die(face, state):
    return {"face": face, "state": state}


def test_the_order_of_dice_on_a_card():
    fallen = [die(3, "dropped"), die(1, "jinx"), die(4, "kept"), die(2, "extra"), die(6, "kept"), die(2, "dropped")]
    shown = [(one["face"], one["state"]) for one in as_shown(fallen)]
    assert shown == [(6, "kept"), (4, "kept"), (2, "extra"), (3, "dropped"), (2, "dropped"), (1, "jinx")]
