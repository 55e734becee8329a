"""Attacks hand to hand: the defence before any die, dice for and against, traits that lock, who hears what."""

from __future__ import annotations

import re
from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character, Entry
from apps.characters.yarn.levels import level_of
from apps.combat.models import Tally
from apps.table.models import Ask, Exchange, Telling
from tests.combat.conftest import in_words
from tests.combat.yarn.standing import Dice, begins, fighter, seated, switches
from tests.people import Person
from tests.yarn_world import made, refused, told

ANN: dict[str, Any] = {
    "name": "Ann", "role": "main", "hit_points": 20, "trait_1_name": "Agile", "trait_2_name": "Knife fighter",
    "trait_2_combat": "on", "weapon_1_name": "Knife", "weapon_1_listed": "knife",
}  # fmt: skip


@pytest.fixture
def ann(ines: Person) -> Character:
    """Ines's: a broad trait and one for fighting, 3 dice each, and a knife of factor 2."""
    return made(ines, **ANN)


def line(character: Character, name: str) -> str:
    return Entry.objects.get(character=character, name=name).public_id


def asked(character: Character) -> str:
    """The newest question that is open, whoever is asked."""
    return Ask.objects.filter(table=character.table, closed_at=None).latest("pk").public_id


def attacks(
    person: Person, who: Character, whom: Character, weapon: str = "hands", trait: str = "", **more: object
) -> None:
    weapon = weapon if weapon == "hands" else line(who, weapon)
    by = line(who, trait) if trait else ""
    person.does("yarn.attack", character=who.public_id, target=whom.public_id, weapon=weapon, trait=by, **more)


@pytest.mark.parametrize("act", ["attack", "shoot"])
def test_no_friend_is_proposed_as_a_target(
    gm: Person, ines: Person, ann: Character, joss: Character, bess: Character, act: str
) -> None:
    def proposed() -> list[str]:
        found = BeautifulSoup(ines.get(f"yarn.{act}", character=ann.public_id).content, "lxml")
        return [str(one["value"]) for one in found.select("[name=target][checked]")]

    seated(gm, ann, joss)
    assert proposed() == []
    gm.does("yarn.fight-join", characters=[bess.public_id])
    assert proposed() == [bess.public_id]


@pytest.mark.played("yarn.attack-roll", "yarn.ganging-up")
def test_the_defence_is_chosen_before_any_die(
    gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice
) -> None:
    seated(gm, ann, bess)
    attacks(ines, ann, bess, "Knife", "Knife fighter", what="Low")
    assert told(gm.table, "yarn.attacked")["what"] == "Low"
    dice(6, 5, 4, 3, 2)
    gm.does("yarn.defend", ask=asked(bess), way="")
    facts = told(gm.table, "yarn.attack-settled", "gms")
    assert (facts["attack"]["total"], facts["defence"]["total"], facts["difference"]) == (15, 5, 10)
    assert level_of(Character.objects.get(pk=bess.pk)).now == 16 - 20
    assert not Exchange.objects.filter(table=gm.table, closed_at=None).exists()


def test_players_hear_nothing_of_her_dice_and_numbers(
    gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice
) -> None:
    seated(gm, ann, bess)
    attacks(ines, ann, bess, "Knife")
    dice(6, 6, 1, 1)
    gm.does("yarn.defend", ask=asked(bess), way="")
    facts = told(gm.table, "yarn.attack-settled", "everybody")
    assert facts["attack"]["total"] == 12
    assert facts["defence"] is None
    assert facts["difference"] is None
    assert set(facts["harm"]) == {"character", "character_id", "word", "now"}


def test_of_a_hidden_attacker_there_is_no_name_and_no_die(
    gm: Person, ines: Person, marek: Person, ann: Character, hale: Character, dice: Dice
) -> None:
    seated(gm, ann, hale)
    attacks(gm, hale, ann)
    assert "Hale" not in ines.page() + marek.page()
    dice(6, 6, 2, 2)
    ines.does("yarn.defend", ask=asked(ann), way="")
    facts = told(gm.table, "yarn.attack-settled", "everybody")
    assert facts["attacker"] == "Somebody"
    assert facts["attack"] is None
    assert facts["harm"]["suffered"] == 8
    assert "Hale" not in ines.page() + marek.page()


LURKER: dict[str, Any] = {
    "name": "Lurker", "role": "minor", "hit_points": 20, "hidden": "on",
    "weapon_1_name": "Skinning knife", "weapon_1_listed": "knife",
    "weapon_2_name": "Grease gun", "weapon_2_listed": "light-smg", "weapon_2_firearm": "smg",
}  # fmt: skip


@pytest.mark.parametrize(
    ("weapon", "seen", "far"), [("Skinning knife", "hand to hand", {}), ("Grease gun", "from afar", {"metres": 5})]
)
def test_with_what_somebody_hidden_strikes_the_gm_alone_knows(
    gm: Person, ines: Person, marek: Person, ann: Character, dice: Dice, weapon: str, seen: str, far: dict[str, int]
) -> None:
    """Whether it comes from afar is seen: what stops a blow does not stop a shot."""
    lurker = made(gm, **LURKER)
    seated(gm, ann, lurker)
    act = "yarn.shoot" if far else "yarn.attack"
    gm.does(act, character=lurker.public_id, target=ann.public_id, weapon=line(lurker, weapon), trait="", **far)
    assert seen in ines.panel("asks")
    assert f"Somebody at Ann, {seen}" in in_words(ines.get("yarn.defend", ask=asked(ann)))
    assert weapon not in ines.page()
    dice(6, 6, 2, 2)
    ines.does("yarn.defend", ask=asked(ann), way="")
    for person in (ines, marek):
        assert f"Somebody, {seen}, at Ann" in person.log()
        assert weapon not in person.page()
    assert weapon in gm.log()


def test_whoever_is_set_upon_does_not_read_who_of_them_hides(
    gm: Person, ines: Person, marek: Person, ann: Character, joss: Character, bess: Character, hale: Character
) -> None:
    dunn = made(gm, "quick-cast", name="Dunn", role="minor")
    seated(gm, ann, joss, bess, hale, dunn)
    gang = [one.public_id for one in (joss, bess, hale, dunn)]
    gm.does("yarn.gang-up", target=ann.public_id, attackers=gang)
    own = ines.panel("asks")
    assert "Joss Amber" in own
    assert "Somebody" in own
    assert "Hale" not in ines.page()
    form = in_words(ines.get("yarn.choose-gang", ask=asked(ann)))
    assert "Somebody" in form
    assert "Hale" not in form
    assert "Hale" in in_words(gm.get("yarn.choose-gang", ask=asked(ann)))


def test_a_card_tells_at_a_glance_of_the_harm_and_not_of_the_dice(
    gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice
) -> None:
    seated(gm, ann, bess)
    attacks(gm, bess, ann)
    dice(6, 6, 1, 1)
    ines.does("yarn.defend", ask=asked(ann), way="")
    assert glance(ines) == "Ann: 20 to 10 of 20, messed up"
    attacks(ines, ann, bess, "Knife")
    dice(2, 2, 2, 1, 1)
    gm.does("yarn.defend", ask=asked(bess), way="")
    assert glance(ines) == "Old Bess hurt"


def glance(person: Person) -> str:
    """What the newest card that has one says at a glance."""
    return str(person.soup().select("#log-cards [data-glance]")[-1]["data-glance"])


def test_a_hit_that_shows_nothing_says_so(
    gm: Person, ines: Person, ann: Character, carver: Character, dice: Dice
) -> None:
    seated(gm, ann, carver)
    attacks(ines, ann, carver)
    dice(2, 2, 2, 1, 6)
    gm.does("yarn.defend", ask=asked(carver), way="")
    assert "No harm shows on Carver." in ines.log()


@pytest.fixture
def carver(gm: Person) -> Character:
    """Somebody of the GM's in a jacket."""
    return made(gm, name="Carver", role="recurring", armour_1_name="Coat", armour_1_listed="jacket")


def test_who_may_know_no_more_than_everybody_is_not_told_apart(
    gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice
) -> None:
    seated(gm, ann, bess)
    attacks(ines, ann, bess)
    dice(6, 6, 1, 1)
    gm.does("yarn.defend", ask=asked(bess), way="")
    heard = Telling.objects.filter(event__kind="yarn.attack-settled").values_list("audience", flat=True)
    assert set(heard) == {"gms", "everybody"}


def test_whoever_defends_is_not_offered_the_gms_word(gm: Person, ines: Person, ann: Character, bess: Character) -> None:
    seated(gm, ann, bess)
    attacks(gm, bess, ann, what="Low")
    form = ines.get("yarn.defend", ask=asked(ann)).content.decode()
    assert "Old Bess at Ann, Bare hands: Low" in " ".join(form.split())
    assert "yarn.judge-attack" not in form


def test_a_trait_for_fighting_is_chosen_before_one_with_more_dice(
    gm: Person, ines: Person, bess: Character, dice: Dice
) -> None:
    ann = made(ines, **ANN | {"trait_1_place": "central", "trait_1_superior": "on"})
    seated(gm, ann, bess)
    assert chosen_in(ines.get("yarn.attack", character=ann.public_id), "trait") == line(ann, "Knife fighter")
    attacks(gm, bess, ann)
    assert chosen_in(ines.get("yarn.defend", ask=asked(ann)), "way") == line(ann, "Knife fighter")


def chosen_in(answer: Any, field: str) -> str:
    """What is chosen of that field in a form as it is drawn."""
    return str(BeautifulSoup(answer.content, "lxml").select(f"[name={field}][checked]")[0]["value"])


def test_equal_misses(gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice) -> None:
    seated(gm, ann, bess)
    attacks(ines, ann, bess)
    dice(4, 4, 5, 3)
    gm.does("yarn.defend", ask=asked(bess), way="")
    assert told(gm.table, "yarn.attack-settled", "gms")["hit"] is False


@pytest.mark.played("yarn.trait-lock")
def test_a_broad_trait_that_has_attacked_is_worth_two_dice_in_defence(
    gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice
) -> None:
    seated(gm, ann, bess)
    attacks(ines, ann, bess, trait="Agile")
    dice(1, 1, 1, 6, 6)
    gm.does("yarn.defend", ask=asked(bess), way="")
    assert "Agile: attack" in ines.panel("yarn-fight")
    attacks(gm, bess, ann)
    assert "locked to attack" in ines.page()
    dice(1, 1, 3, 3)
    ines.does("yarn.defend", ask=asked(ann), way=line(ann, "Agile"))
    assert told(gm.table, "yarn.attack-settled", "gms")["defence"]["total"] == 6
    gm.does("yarn.fight-next")
    gm.does("yarn.fight-next")
    assert "Agile: attack" not in ines.panel("yarn-fight")


def test_one_for_fighting_is_for_both(gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice) -> None:
    seated(gm, ann, bess)
    attacks(ines, ann, bess, trait="Knife fighter")
    dice(1, 1, 1, 6, 6)
    gm.does("yarn.defend", ask=asked(bess), way="")
    attacks(gm, bess, ann)
    dice(1, 1, 3, 3, 3)
    ines.does("yarn.defend", ask=asked(ann), way=line(ann, "Knife fighter"))
    assert told(gm.table, "yarn.attack-settled", "gms")["defence"]["total"] == 9


@pytest.mark.played("yarn.predictable-attack", "yarn.advantage")
def test_the_gm_judges_before_the_dice(gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice) -> None:
    seated(gm, ann, bess)
    attacks(ines, ann, bess, grounds=["better position", "better weaponry"])
    exchange = Exchange.objects.get(table=gm.table, kind="yarn.attack", closed_at=None).public_id
    gm.does("yarn.judge-attack", exchange=exchange, granted=["better position"], dull="on")
    dice(2, 5, 6, 6)
    gm.does("yarn.defend", ask=asked(bess), way="", granted=["better position"], dull="on")
    roll = told(gm.table, "yarn.attack-settled", "gms")["attack"]
    assert [(one["source"], one["sort"]) for one in roll["sources"]] == [
        ("Better position", "bonus"),
        ("Predictable", "penalty"),
    ]
    assert roll["total"] == 7


def test_the_gms_word_is_beside_a_defence_that_waits_for_a_player(
    gm: Person, ines: Person, marek: Person, ann: Character, bess: Character
) -> None:
    seated(gm, ann, bess)
    ines.does("yarn.fight-next")
    attacks(gm, bess, ann)
    assert "Your word on it" in gm.panel("waiting")
    exchange = Exchange.objects.get(table=gm.table, kind="yarn.attack", closed_at=None).public_id
    assert gm.get("yarn.judge-attack", exchange=exchange).status_code == 200
    assert "Your word on it" not in ines.page()


def test_the_card_bears_the_attackers_name(
    gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice
) -> None:
    seated(gm, ann, bess)
    attacks(ines, ann, bess)
    dice(6, 6, 1, 1)
    gm.does("yarn.defend", ask=asked(bess), way="")
    head = ines.page().rsplit("The dice of both sides", 1)[0].rsplit("<header>", 1)[1].split("</header>")[0]
    assert "Ann" in head
    assert "Director" not in head


def test_a_gmc_is_never_dull(gm: Person, ines: Person, ann: Character, bess: Character) -> None:
    seated(gm, ann, bess)
    attacks(gm, bess, ann)
    exchange = Exchange.objects.get(table=gm.table, kind="yarn.attack", closed_at=None).public_id
    assert 'name="dull"' not in gm.get("yarn.judge-attack", exchange=exchange).content.decode()


@pytest.mark.played("yarn.special-effect")
def test_an_effect_halves_the_harm_and_takes_what_the_gm_says(
    gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice
) -> None:
    seated(gm, ann, bess)
    attacks(ines, ann, bess, effect="Disarm")
    dice(6, 3, 2, 2)
    gm.does("yarn.defend", ask=asked(bess), way="", needed=5)
    facts = told(gm.table, "yarn.attack-settled", "gms")
    assert (facts["effect_done"], facts["harm"]["suffered"]) == (True, 3)


@pytest.mark.played("yarn.surprise")
def test_somebody_unaware_has_no_dice_and_is_not_asked(
    gm: Person, ines: Person, ann: Character, hale: Character, dice: Dice
) -> None:
    seated(gm, ann, hale)
    dice(6, 6, 1, 1)
    form = gm.get(
        "yarn.attack", character=hale.public_id, target=ann.public_id, weapon="hands", surprise=2, unaware="on"
    )
    assert "to hit whoever knows nothing of it" in words_of(form)
    assert words_of(form).endswith("Attack · 100%")
    attacks(gm, hale, ann, surprise=2, unaware="on")
    facts = told(gm.table, "yarn.attack-settled", "gms")
    assert (facts["difference"], facts["met"]) == (12, "helpless")
    assert not Ask.objects.filter(table=gm.table, closed_at=None).exists()


@pytest.mark.played("yarn.desperate-defence")
def test_desperate_defence_gives_up_the_attack(
    gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice
) -> None:
    gm.does("switches", **switches(gm, desperate_defence="on"))
    seated(gm, ann, bess)
    attacks(gm, bess, ann)
    dice(1, 1, 6, 2, 5)
    ines.does("yarn.defend", ask=asked(ann), way="", desperate="on")
    assert told(gm.table, "yarn.attack-settled", "gms")["defence"]["total"] == 11
    why = refused(ines, "yarn.attack", character=ann.public_id, target=bess.public_id, weapon="hands")
    assert "given up the attack" in why


def test_with_a_kept_defence_the_second_attack_falls_at_once(
    gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice
) -> None:
    gm.does("switches", **switches(gm, defence_rolls="per attacker"))
    seated(gm, ann, bess)
    gm.does("yarn.extra-actions", character=ann.public_id, extra=1)
    attacks(ines, ann, bess)
    dice(1, 2, 3, 6, 6)
    gm.does("yarn.defend", ask=asked(bess), way="")
    dice(6, 6, 6)
    attacks(ines, ann, bess)
    facts = told(gm.table, "yarn.attack-settled", "gms")
    assert (facts["kept"], facts["hit"]) == (12, False)


@pytest.mark.played("yarn.botch")
def test_a_botched_attack_misses_a_kept_defence_too(gm: Person, ann: Character, bess: Character, dice: Dice) -> None:
    seated_with(gm, ann, bess, defence_rolls="per attacker", botch="on")
    attacks(gm, ann, bess, "Knife", "Knife fighter")
    dice(1, 1, 2, 1, 1)
    gm.does("yarn.defend", ask=asked(bess), way="")
    dice(1, 1, 1)
    attacks(gm, ann, bess, "Knife", "Knife fighter")
    facts = told(gm.table, "yarn.attack-settled", "gms")
    assert (facts["attack"]["total"], facts["kept"], facts["hit"]) == (3, 2, False)


def test_of_somebody_unaware_no_defence_is_kept(gm: Person, ann: Character, bess: Character, dice: Dice) -> None:
    """Who knew nothing of the first attack defends against the second."""
    seated_with(gm, ann, bess, defence_rolls="per attacker")
    dice(1, 1, 1)
    attacks(gm, ann, bess, "hands", "Agile", unaware="on")
    attacks(gm, ann, bess, "hands", "Agile")
    dice(2, 2, 2, 5, 4)
    gm.does("yarn.defend", ask=asked(bess), way="")
    facts = told(gm.table, "yarn.attack-settled", "gms")
    assert (facts["kept"], facts["defence"]["total"]) == (None, 9)


def seated_with(gm: Person, *cast: Character, **switched: str) -> None:
    gm.does("switches", **switches(gm, turn_order="seating, GM last", **switched))
    begins(gm, *cast)


def test_against_a_kept_defence_the_odds_are_those_of_the_total(
    gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice
) -> None:
    """Three dice beat 12 in 56 of 216; players do not know what she threw."""
    seated_with(gm, ann, bess, defence_rolls="per attacker")
    attacks(gm, ann, bess, "Knife", "Knife fighter")
    dice(1, 1, 2, 6, 6)
    gm.does("yarn.defend", ask=asked(bess), way="")
    again: dict[str, Any] = {"character": ann.public_id, "target": bess.public_id, "weapon": line(ann, "Knife"),
             "trait": line(ann, "Knife fighter")}  # fmt: skip
    assert "26%" in words_of(gm.get("yarn.attack", **again))
    theirs = words_of(ines.get("yarn.attack", **again))
    assert "on average: 3 dice 10.5" in theirs
    assert "counts on" not in theirs


def words_of(answer: Any) -> str:
    return " ".join(BeautifulSoup(answer.content, "lxml").get_text(" ").split())


def test_the_odds_of_a_defence_go_by_the_gms_word_in_the_same_form(
    gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice
) -> None:
    """Three dice against two miss in 22 of 100; with the penalty die of a dull attack in 38."""
    seated(gm, ann, bess)
    attacks(ines, ann, bess, "Knife", "Knife fighter")
    plain, dull = (words_of(gm.get("yarn.defend", ask=asked(bess), way="", dull=word)) for word in ("", "on"))
    assert re.findall(r"that it misses (\d+)%", plain) == ["22"]
    assert re.findall(r"that it misses (\d+)%", dull) == ["38"]


def test_who_is_set_upon_is_not_asked_any_more_in_the_next_round(
    gm: Person, ann: Character, joss: Character, bess: Character, hale: Character
) -> None:
    seated(gm, ann, joss, bess, hale)
    gm.does("yarn.gang-up", target=bess.public_id, attackers=[one.public_id for one in (ann, joss, hale)])
    assert Ask.objects.filter(closed_at=None).count() == 1
    for _ in range(4):
        gm.does("yarn.fight-next")
    assert told(gm.table, "yarn.turn-came")["round"] == 2
    assert not Ask.objects.filter(closed_at=None)


def test_an_experience_die_needs_its_reason(
    gm: Person, ines: Person, maud: Character, bess: Character, dice: Dice
) -> None:
    gm.does("open-session", title="Tonight")
    seated(gm, maud, bess)
    fields = {"character": maud.public_id, "target": bess.public_id, "weapon": "hands", "experience": 1}
    assert refused(ines, "yarn.attack", **fields)
    ines.does("yarn.attack", **fields, reason="Thrown out many a drunk")
    dice(1, 5, 6, 1, 1)
    gm.does("yarn.defend", ask=asked(bess), way="")
    assert told(gm.table, "yarn.attack-settled", "gms")["attack"]["total"] == 11


def test_the_bonus_of_ganging_up_goes_where_the_one_set_upon_says(
    gm: Person, ines: Person, marek: Person, ann: Character, joss: Character, bess: Character, dice: Dice
) -> None:
    seated(gm, ann, joss, bess)
    dunn = made(gm, "quick-cast", name="Dunn", role="minor")
    dice()
    gm.does("yarn.fight-join", characters=[dunn.public_id])
    three = [ann.public_id, joss.public_id, dunn.public_id]
    gm.does("yarn.gang-up", target=bess.public_id, attackers=three)
    attacks(ines, ann, bess)
    attack = Ask.objects.filter(table=gm.table, closed_at=None, exchange__kind="yarn.attack").get().public_id
    assert "First Old Bess says" in refused(gm, "yarn.defend", ask=attack, way="")
    choice = Ask.objects.filter(table=gm.table, closed_at=None, exchange__kind="yarn.gang-choice").get().public_id
    assert "choose so many" in refused(gm, "yarn.choose-gang", ask=choice, bonus=three)
    gm.does("yarn.choose-gang", ask=choice, bonus=[ann.public_id])
    dice(1, 5, 6, 1, 1)
    gm.does("yarn.defend", ask=attack, way="")
    assert told(gm.table, "yarn.attack-settled", "gms")["attack"]["total"] == 11


def test_what_is_taken_back_falls_again(gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice) -> None:
    seated(gm, ann, bess)
    attacks(ines, ann, bess, trait="Agile")
    dice(6, 6, 6, 1, 1)
    gm.does("yarn.defend", ask=asked(bess), way="")
    event = Telling.objects.filter(event__kind="yarn.attack-settled").latest("pk").event.public_id
    gm.does("undo", event=event)
    assert level_of(Character.objects.get(pk=bess.pk)).now == 16
    dice()
    gm.does("yarn.defend", ask=asked(bess), way="")
    assert told(gm.table, "yarn.attack-settled", "gms")["attack"]["total"] == 18


def test_the_chances_stand_beside_each_answer(gm: Person, ines: Person, ann: Character, bess: Character) -> None:
    seated(gm, ann, bess)
    attacks(ines, ann, bess)
    page = gm.page()
    assert "misses" in page
    assert "down" in page
    attacks(gm, bess, ann)
    assert "misses ·" not in ines.page()


def test_nobody_attacks_out_of_turn_or_twice(
    gm: Person, ines: Person, marek: Person, ann: Character, joss: Character
) -> None:
    seated(gm, ann, joss)
    fields = {"character": joss.public_id, "target": ann.public_id, "weapon": "hands"}
    assert "not Joss Amber’s turn" in refused(marek, "yarn.attack", **fields)
    attacks(ines, ann, joss)
    assert Tally.objects.get(combatant=fighter(ann), key="acts").value == 1
    mine = {"character": ann.public_id, "target": joss.public_id, "weapon": "hands"}
    assert "has acted" in refused(ines, "yarn.attack", **mine)


@pytest.mark.played("yarn.mechanics-switches", "yarn.alternate-damage", "yarn.blowing-the-top-off")
def test_what_is_asked_each_time_is_asked_in_the_form_of_an_attack(
    gm: Person, ines: Person, table: Any, ann: Character, bess: Character, dice: Dice
) -> None:
    assert "Dice for damage" not in ines.get("yarn.attack").content.decode()
    gm.does("switches", **switches(gm, alternate_damage="asked each time", blow_top="asked each time"))
    seated(gm, ann, bess)
    form = ines.get("yarn.attack", character=ann.public_id).content.decode()
    assert "Dice for damage" in form
    assert "All sixes go on" in form
    attacks(ines, ann, bess, "Knife", "Knife fighter", read=["alternate_damage", "blow_top"])
    dice(6, 6, 6, 6, 2, 1, 1, 4, 5)
    gm.does("yarn.defend", ask=asked(bess), way="")
    facts = told(table, "yarn.attack-settled", "gms")
    assert facts["attack"]["further"] == [6, 2]
    assert "doubled" in [one["word"] for one in facts["harm"]["steps"]], "two dice, of a total twice the other"


@pytest.mark.played("yarn.mechanics-switches", "yarn.blowing-the-top-off")
def test_the_gm_has_a_word_of_its_own_on_the_roll_of_the_defence(
    gm: Person, ines: Person, table: Any, ann: Character, bess: Character, dice: Dice
) -> None:
    gm.does("switches", **switches(gm, blow_top="asked each time"))
    seated(gm, ann, bess)
    attacks(ines, ann, bess, "Knife", "Knife fighter")
    assert "All sixes go on" in gm.get("yarn.defend", ask=asked(bess)).content.decode()
    dice(6, 6, 6, 6, 6, 3)
    gm.does("yarn.defend", ask=asked(bess), way="", read=["blow_top"])
    facts = told(table, "yarn.attack-settled", "gms")
    assert (facts["attack"]["further"], facts["defence"]["further"]) == ([], [3])


@pytest.mark.played("yarn.alternate-damage")
def test_the_chance_to_be_down_counts_dice_for_damage(gm: Person, ann: Character, bess: Character) -> None:
    """Bare hands throw one die, at most doubled: nobody with 13 hit points goes down by it."""
    gm.does("switches", **switches(gm, alternate_damage="asked each time"))
    seated(gm, ann, bess)
    gm.does("yarn.adjust", character=bess.public_id, track="hit-points", by=-3)
    way: dict[str, Any] = {"character": ann.public_id, "target": bess.public_id, "weapon": "hands"}
    way["trait"] = line(ann, "Agile")
    never = re.compile(r"(?<!\d)0% down")
    assert not never.search(gm.get("yarn.attack", **way).content.decode())
    assert never.search(gm.get("yarn.attack", **way, read=["alternate_damage"]).content.decode())


@pytest.mark.played("yarn.serious-wound", "yarn.botch")
def test_a_botched_defence_asks_whether_the_wound_is_serious(
    gm: Person, ines: Person, ann: Character, bess: Character, dice: Dice
) -> None:
    gm.does("switches", **switches(gm, botch="on", serious_wounds="on"))
    seated(gm, ann, bess)
    attacks(ines, ann, bess)
    dice(1, 2, 1, 1)
    gm.does("yarn.defend", ask=asked(bess), way="")
    assert "1 point at one blow, the defence botched" in " ".join(gm.page().split())
    assert "a serious wound for" not in ines.page()
    gm.does("yarn.judge-wound", ask=asked(bess), allow="yes", note="The wrist")
    assert "has a serious wound: The wrist." in gm.log()
