"""An attack: it pays, throws and seals; who may, and what speaks against it."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from apps.characters.dragon.sheet import Skill, Weapon
from apps.characters.models import Character
from apps.combat.dragon.attacks.arms import skills_with
from apps.combat.models import Fight
from apps.table.models import Ask, Exchange, Telling
from tests.characters.dragon.conftest import made
from tests.combat.conftest import in_words
from tests.combat.dragon.conftest import fighter, in_round, newest, told_to_gms
from tests.people import state_of_play

Dice = Callable[..., Any]


def line(character: Character, kind: str, name: str) -> str:
    return character.entries.get(kind=kind, name=name).public_id


def sabre(ana: Character) -> dict[str, Any]:
    """Ana's sabre, with the skill for it."""
    return {"weapon": line(ana, "weapon", "Sabre"), "skills": [line(ana, "skill", "Sword")]}


def attacks(person: Any, own: Character, target: Character, **more: Any) -> Ask:
    """The question that an attack leaves open; with the fist where nothing else is named."""
    given = {"character": own.public_id, "target": target.public_id, "weapon": "fist"} | more
    answer = person.post("dragon.attack", **given)
    assert answer.status_code == 200, in_words(answer)
    return Ask.objects.filter(table=person.table, closed_at=None).latest("pk")


def refused(person: Any, own: Character, target: Character, **more: Any) -> str:
    """The words of an attack that is refused, and that changes nothing."""
    before = state_of_play(person.table)
    given = {"character": own.public_id, "target": target.public_id, "weapon": "fist"} | more
    answer = person.post("dragon.attack", **given)
    assert (answer.status_code, state_of_play(person.table)) == (422, before)
    return in_words(answer)


# it pays, throws and seals


@pytest.mark.parametrize(
    ("weapon", "skills", "taken"),
    [
        (Weapon("own", "Woodaxe", 3, "melee", "axe"), "Axe Sword", "Axe"),
        (Weapon("own", "Woodaxe", 3, "melee", ""), "Axe", "Axe"),
        (Weapon("own", "Woodaxe", 3, "melee", ""), "Axe Sword", ""),
        (Weapon("own", "Longbow", 3, "ranged", ""), "Axe", ""),
        (Weapon("fist", "Fist", 1, "melee", ""), "Axe", ""),
    ],
)
def test_a_weapon_of_the_sheet_goes_with_the_skill_it_names_or_the_only_melee_skill(
    weapon: Weapon, skills: str, taken: str
) -> None:
    sheet: Any = SimpleNamespace(
        weapons=[weapon] if weapon.id == "own" else [],
        skills=[*(Skill(one, one, 2, True) for one in skills.split()), Skill("Dodge", "Dodge", 1, False)],
    )
    assert [one.name for one in skills_with(sheet, weapon)] == taken.split()


@pytest.mark.played("dragon.attack", "dragon.weapons")
def test_it_pays_throws_and_asks_the_target(
    gm: Any, ines: Any, marek: Any, ana: Character, guard: Character, duel: Fight, dice: Dice
) -> None:
    dice(5, 5, 9, 1, 2, 3)
    ask = attacks(ines, ana, guard, **sabre(ana), first="draws it")
    assert fighter(gm, ana).acted
    assert Exchange.objects.get(pk=ask.exchange_id).state["faces"] == [5, 5, 9, 1, 2, 3]
    assert "Ana attacks Lantern guard: Sabre. First: draws it." in marek.log()
    assert marek.soup().select("#log-cards [data-awaited]")
    assert "Ana attacks Lantern guard" in gm.panel("asks")
    assert "Ana attacks" in ines.soup().select_one("#log-cards > [data-awaited]").get_text()
    assert "Waiting for the GM" in ines.panel("dragon-rounds")
    assert "99% to be hit >99% to be hurt 0% to fall" in gm.panel("asks")


def test_nothing_of_the_sealed_dice_is_told(
    gm: Any, ines: Any, ana: Character, guard: Character, duel: Fight, dice: Dice
) -> None:
    dice(*[9] * 6)
    ask = attacks(ines, ana, guard)
    assert "faces" not in str(list(Telling.objects.values_list("facts", flat=True))) + str(ask.facts)
    assert "successes" not in gm.panel("asks").replace("each net success", "")


@pytest.mark.played("dragon.off-category", "dragon.diced-actions")
def test_outside_the_category_the_phase_that_is_named_goes(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    in_round(gm, {ana: (2, 5, 9), guard: (2,)}, (2, "Good"), {ana: "social"})
    dice(*[1] * 6)
    form = in_words(ines.get("dragon.attack", character=ana.public_id, target=guard.public_id, pay=["5"]))
    assert "Attack Lantern guard · costs round 2, and one later phase" in form
    assert "Name 1 later phase to give up." in refused(ines, ana, guard)
    attacks(ines, ana, guard, pay=[5])
    assert fighter(gm, ana).later(2) == (9,)


@pytest.mark.played("dragon.trade-two", "dragon.stacked-costs")
def test_without_a_phase_two_later_ones_are_given_up(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    in_round(gm, {ana: (4, 6, 9), guard: (2,)}, (3, "Good"))
    dice(*[1] * 6)
    form = in_words(ines.get("dragon.attack"))
    assert "Costs two later phases. Without a phase in this round, two later ones are given up for one." in form
    attacks(ines, ana, guard, pay=[6, 9])
    assert (fighter(gm, ana).later(3), fighter(gm, ana).acted) == ((4,), True)
    assert "Ana buys in, gives up 6 and 9." in ines.log()


@pytest.mark.played("dragon.once-per-round")
def test_whoever_has_acted_does_not_attack_again(
    ines: Any, ana: Character, guard: Character, duel: Fight, dice: Dice
) -> None:
    dice(*[1] * 6)
    attacks(ines, ana, guard)
    assert "Nobody acts twice in a round, and this round’s action is done." in refused(ines, ana, guard)
    assert "Nobody acts twice in a round" in in_words(ines.get("dragon.attack", character=ana.public_id))


@pytest.mark.played("dragon.enemy-sub-round")
def test_in_the_other_sides_part_nobody_attacks(gm: Any, ana: Character, guard: Character, duel: Fight) -> None:
    assert "This part is the other side’s" in refused(gm, guard, ana)


# what is added to the dice


@pytest.mark.played("dragon.range", "dragon.target-number")
def test_a_shot_is_harder_from_afar(gm: Any, ines: Any, guard: Character, ana: Character, dice: Dice) -> None:
    in_round(gm, {ana: (2,), guard: ()}, (2, "Good"))
    bow = {"weapon": "bow"}
    assert "How many hexes away is Lantern guard? A shot needs to know." in refused(ines, ana, guard, **bow)
    dice(*[8] * 6)
    ask = attacks(ines, ana, guard, **bow, distance=20)
    gm.does("dragon.defend", ask=ask.public_id, guard="none")
    attack = told_to_gms(gm, "attack-settled")["attack"]
    assert (attack["target"], attack["successes"]) == (9, 0)
    assert {"label": "Range", "value": 2, "kind": "target"} in attack["lines"]


@pytest.mark.played("dragon.cover")
def test_cover_and_difficulty_are_the_gm_s(gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice) -> None:
    in_round(gm, {ana: (), guard: (2,)}, (2, "Bad"))
    dice(8, 8, 8, 8)
    ask = attacks(gm, guard, ana, cover=1, difficulty=1)
    assert "Cover takes 1 off." in ines.panel("asks")
    ines.does("dragon.defend", ask=ask.public_id, guard="none")
    facts = told_to_gms(gm, "attack-settled")
    assert (facts["attack"]["target"], facts["net"]) == (8, 3)
    assert "cover" not in ines.get("dragon.attack").content.decode().split('id="odds"')[0]


def test_a_distance_that_was_typed_is_known_to_the_next_shot(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    in_round(gm, {ana: (2,), guard: (2,)}, (2, "Good"))
    dice(*[1] * 6)
    gm.does("dragon.defend", ask=attacks(ines, ana, guard, weapon="bow", distance=12).public_id, guard="none")
    dice(*[1] * 4)
    ask = attacks(gm, guard, ana, weapon="bow")
    assert "from 12 hexes" in ines.panel("asks")
    ines.does("dragon.defend", ask=ask.public_id, guard="none")
    assert told_to_gms(gm, "attack-settled")["attack"]["target"] == 8


def test_real_dice_are_typed_and_the_card_says_so(
    gm: Any, ines: Any, ana: Character, guard: Character, duel: Fight
) -> None:
    assert "The pool has 6 dice, and 2 faces are written here." in refused(ines, ana, guard, faces="7 7")
    ask = attacks(ines, ana, guard, faces="7 7 1 1 1 1")
    gm.does("dragon.defend", ask=ask.public_id, guard="none")
    assert "real dice typed in" in ines.log()


# whom, and who may


def test_nobody_attacks_for_others_nor_somebody_unknown(
    gm: Any, ines: Any, marek: Any, watcher: Any, ana: Character, guard: Character, duel: Fight
) -> None:
    refused(marek, ana, guard)
    assert watcher.post("dragon.attack", character=ana.public_id).status_code == 403
    assert "That target is not in the fight." in refused(ines, ana, ana)
    assert "Select a valid choice" not in refused(ines, ana, guard, weapon="cannon")


def test_a_hidden_enemy_changes_nothing_of_the_form(gm: Any, ines: Any, ana: Character, guard: Character) -> None:
    witch = made(gm, name="Bell-witch", role="enemy", hidden="on")
    in_round(gm, {ana: (2, 5), guard: (2,)}, (2, "Good"))
    before = ines.get("dragon.attack").content
    fight = in_round_with(gm, witch)
    assert fight
    assert ines.get("dragon.attack").content == before
    assert "That target is not in the fight." in refused(ines, ana, witch)
    assert "Bell-witch" in in_words(gm.get("dragon.attack", character=guard.public_id))


def in_round_with(gm: Any, character: Character) -> Fight:
    """The same fight, with one more."""
    from apps.combat import tracking
    from apps.table.turn import Turn
    from tests.combat.wounded import a_turn_of

    def joins(turn: Turn) -> None:
        (combatant,) = tracking.join(turn, tracking.running(turn), [character])
        turn.change(combatant, side="bad")

    a_turn_of(gm, joins)
    return Fight.objects.latest("pk")


@pytest.mark.played("dragon.visibility")
def test_what_an_enemy_pays_is_the_gm_s(gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice) -> None:
    in_round(gm, {ana: (2,), guard: (5, 6, 7)}, (2, "Bad"))
    dice(*[1] * 4)
    attacks(gm, guard, ana, pay=[6, 7])
    assert "Lantern guard buys in, gives up 6 and 7." in gm.log()
    assert "gives up" not in ines.log()
    assert Telling.objects.get(event=newest(gm, "attacked"), audience="everybody").facts["paid"] is None


def test_somebody_hidden_attacks_without_a_name(
    gm: Any, ines: Any, marek: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    in_round(gm, {ana: (2,), guard: (2,)}, (2, "Bad"))
    gm.does("character-hidden", character=guard.public_id, hidden="yes")
    dice(*[9] * 4)
    ask = attacks(gm, guard, ana)
    assert "Somebody attacks Ana" in ines.panel("asks")
    ines.does("dragon.defend", ask=ask.public_id, guard="none")
    for person in (ines, marek):
        assert "Somebody attacks Ana" in person.log()
        assert "Lantern guard attacks" not in person.log()


@pytest.mark.parametrize(
    ("weapon", "told", "more"), [("Club", "hand to hand", {}), ("Bow", "from afar", {"distance": 3})]
)
def test_with_what_somebody_hidden_strikes_the_gm_alone_knows(
    gm: Any, ines: Any, marek: Any, ana: Character, guard: Character, dice: Dice, weapon: str, told: str, more: Any
) -> None:
    """Whether it comes from afar is seen, and what it does is counted with; its name is not said."""
    in_round(gm, {ana: (2,), guard: (2,)}, (2, "Bad"))
    gm.does("character-hidden", character=guard.public_id, hidden="yes")
    dice(*[9] * 4)
    ask = attacks(gm, guard, ana, weapon=weapon.lower(), **more)
    form = in_words(ines.get("dragon.defend", ask=ask.public_id, guard="none"))
    assert told.capitalize() in form
    assert weapon not in form
    assert f"{told.capitalize()}: " in ines.panel("asks")
    ines.does("dragon.defend", ask=ask.public_id, guard="none")
    for person in (ines, marek):
        assert f"Somebody attacks Ana, {told}" in person.log()
        assert weapon not in person.log()
    assert weapon in gm.log()


def test_whoever_ends_the_fight_reads_which_attack_still_waits(
    gm: Any, ines: Any, ana: Character, guard: Character, duel: Fight, dice: Dice
) -> None:
    says = "Ana’s attack on Lantern guard still waits for its answer: it comes to nothing."
    assert says not in in_words(gm.get("dragon.end-fight"))
    dice(*[9] * 6)
    ask = attacks(ines, ana, guard)
    assert says in in_words(gm.get("dragon.end-fight"))
    dice(*[1] * 6)
    gm.does("dragon.defend", ask=ask.public_id, guard="none")
    assert says not in in_words(gm.get("dragon.end-fight"))


def test_taken_back_the_phase_is_there_again(
    gm: Any, ines: Any, ana: Character, guard: Character, duel: Fight, dice: Dice
) -> None:
    dice(*[1] * 6)
    attacks(ines, ana, guard)
    gm.does("undo", event=newest(gm, "attacked").public_id)
    assert fighter(gm, ana).has(2)
    assert not fighter(gm, ana).acted
    assert not Ask.objects.filter(table=gm.table, closed_at=None).exists()


# odds


def test_the_form_tells_own_successes_and_the_gm_the_chance_to_hit(
    gm: Any, ines: Any, ana: Character, guard: Character, duel: Fight
) -> None:
    form = in_words(ines.get("dragon.attack", character=ana.public_id, **sabre(ana)))
    assert "One success or more, before a defence and cover" in form
    assert "each net success does 3, and 4 on top" in form
    assert "to fall by it" not in form
    assert "to be hurt" not in form
    form = in_words(gm.get("dragon.attack", character=ana.public_id, **sabre(ana)))
    assert "Chance to hit, if nothing is done against it" in form
    assert "99% to be hurt 0% to fall by it" in form


def test_where_no_skill_is_ticked_the_odds_are_those_without(gm: Any, guard: Character) -> None:
    """One die hits in 7 of 10 with Blades 3, and in 4 of 10 without."""
    blades = {"skill_1_name": "Blades", "skill_1_level": 3, "skill_1_melee": "on"}
    glaive = {"weapon_1_name": "Glaive", "weapon_1_multiple": 2, "weapon_1_skill": "Blades"}
    bo = made(gm, name="Bo", role="hero", accuracy=1, **blades, **glaive)
    in_round(gm, {bo: (2,), guard: (2,)}, (2, "Good"))
    weapon = bo.entries.get(kind="weapon").public_id
    about = {"character": bo.public_id, "target": guard.public_id, "weapon": weapon}
    assert "nothing is done against it 70%" in in_words(gm.get("dragon.attack", **about))
    none = gm.get("dragon.attack", **about, skills_for=f"{bo.public_id} {weapon}")
    assert "nothing is done against it 40%" in in_words(none)
