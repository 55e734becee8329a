"""Powers and spells: what they cost, whom they beat, and what their totals give."""

from itertools import product
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.yarn import Options
from apps.rules.yarn.combat.damage import damage_order
from apps.rules.yarn.magic.powers import (
    POWERS,
    aura_sight,
    healing,
    healing_disease,
    hunches,
    lightning_strike,
    mind_scan_find,
    mind_scan_read,
    power_list,
    pre_reaction,
    roaming_eyes_past,
    roaming_eyes_present,
    sending,
    skin_of_iron,
    telekinesis,
    telekinetic_punch,
    telepathy,
    through_skin,
)
from apps.rules.yarn.magic.shots import (
    fringe_circumstances,
    fringe_learn,
    fringe_pool,
    fringe_pool_recovery,
    fringe_push,
    fringe_resist,
    fringe_resist_psychic,
    fringe_shot_price,
    fringe_use,
    psi_mute,
)
from apps.rules.yarn.magic.spells import (
    SPELLS,
    blessed_black,
    grip_of_stone,
    lurking_chains,
    magic_limits,
    ring_of_gyges,
    serpents_tongue,
    seven_shields,
    spell_cast,
    spell_learn,
    spell_learn_botch,
    spell_list,
    spell_resist,
)

MUTE = Options(psi_mute=True)


def no_dice(count, sides):
    raise AssertionError("a die fell")


# Powers and shots


@pytest.mark.rule("yarn.fringe-learn", "yarn.psi-mute")
def test_a_six_is_a_power():
    for faces in product(range(1, 7), repeat=2):
        found = fringe_learn(experience_pool=3, given_up=2, dice=ScriptedDice(faces))
        assert (found.acquired, found.psychic_pool, found.experience_pool) == (6 in faces, int(6 in faces), 1)
    easy = fringe_learn(
        experience_pool=2, given_up=1, lowest_face=5, first_power=False, psychic_pool=4, dice=ScriptedDice([5])
    )
    assert (easy.score, easy.psychic_pool, easy.shown_to_player) == (1, 4, False)
    assert not fringe_learn(experience_pool=2, given_up=1, psi_mute=True, dice=ScriptedDice([6])).acquired
    first = psi_mute(attempt=1, given_up=1, options=MUTE, dice=ScriptedDice([1, 6]))
    assert (first.psi_mute, first.acquired, first.shown_to_player) == (True, False, "not acquired")
    assert psi_mute(attempt=1, given_up=1, dice=ScriptedDice([6])).acquired
    with pytest.raises(Refused, match="plays without fringe powers"):
        fringe_learn(experience_pool=2, given_up=1, options=Options(fringe_powers=False), dice=no_dice)


@pytest.mark.rule("yarn.fringe-pool", "yarn.fringe-shot-price", "yarn.fringe-use", "yarn.fringe-push")
def test_shots_are_bought_and_spent():
    assert fringe_pool(start=True, powers=2, dice=no_dice).pool == 3
    bought = fringe_shot_price(experience_pool=7, psychic_pool=2, shots_wanted=1)
    assert (bought.experience_pool, bought.psychic_pool, bought.most_shots) == (5, 3, 3)
    used = fringe_use(score=1, shots=1, bonus=1, dice=ScriptedDice([2, 5]))
    assert (used.total, used.shots, used.dropped) == (5, 0, (2,))
    pushed = fringe_push(score=2, shots=2, penalty=1, dice=ScriptedDice([1, 4, 6]))
    assert (pushed.thrown, pushed.counted, pushed.total, pushed.shots) == (3, 2, 10, 0)
    for call, shots, text in ((fringe_use, 0, "costs 1"), (fringe_push, 1, "costs 2")):
        with pytest.raises(Refused, match=text):
            call(score=2, shots=shots, dice=no_dice)


@pytest.mark.rule("yarn.fringe-pool-recovery")
def test_shots_return_in_a_day():
    at_once = Options(psychic_recovery="all after 24 hours")
    for pool in range(1, 9):
        for hours in range(49):
            case = {"pool": pool, "left": 0, "hours": hours}
            assert fringe_pool_recovery(cases=[case]).left == (min(pool, hours * pool // 24),)
            assert fringe_pool_recovery(cases=[case], options=at_once).left == (pool * (hours >= 24),)
    half = fringe_pool_recovery(cases=[{"pool": 6, "left": 1, "hours": 9, "rate": "1/2"}])
    assert (half.left, half.hours_each) == ((2,), (8.0,))


@pytest.mark.rule("yarn.fringe-resist", "yarn.fringe-resist-psychic", "yarn.fringe-circumstances")
def test_a_power_must_beat_the_resistance():
    for power, faces in product(range(13), product(range(1, 7), repeat=2)):
        assert fringe_resist(power_total=power, dice=ScriptedDice(faces)).works == (power > sum(faces))
    plain = fringe_resist_psychic(knows=False, shots=2, attacking="sending", own_powers={}, dice=ScriptedDice([1, 2]))
    assert (plain.resistance, plain.shots) == (3, 2)
    given: dict[str, Any] = {"shots": 1, "attacking": "mind scan", "own_powers": {"pyrokinesis": 2}}
    for choice, knows, shots, code in (
        ("counter", True, 1, "no-power"),
        ("best power", False, 1, "does-not-know"),
        ("best power", True, 0, "no-shots"),
    ):
        with pytest.raises(Refused) as no:
            fringe_resist_psychic(**{**given, "shots": shots}, knows=knows, choice=choice, dice=no_dice)
        assert no.value.code == code
    even = fringe_circumstances(power={"base": 1}, target={"base": 1}, dice=ScriptedDice([3, 3]))
    assert not even.works


# Each power


@pytest.mark.rule(
    "yarn.power-aura-sight", "yarn.power-hunches", "yarn.power-mind-scan-find", "yarn.power-mind-scan-read"
)
def test_senses():
    seen = aura_sight(power_total=6, near=True, known=True, dice=ScriptedDice([5, 1]))
    assert (seen.bonus, seen.read) == (2, False)
    open_mind = hunches(owner_resists=True, dice=ScriptedDice([6, 2, 3]))
    assert (open_mind.thrown, open_mind.counted, open_mind.resistance) == (3, 2, 5)
    assert hunches(owner_resists=True, options=Options(hunches_vulnerable=False), dice=ScriptedDice([6, 2])).thrown == 2
    assert mind_scan_find(total=0, metres=[0, 0.5]).found == (True, False)
    read = mind_scan_read(score=2, metres=12, dice=ScriptedDice([2, 4, 2, 1]))
    assert (read.range, read.resistance, read.outcome) == (12, 3, "clear")
    far = mind_scan_read(score=2, metres=7, in_sight=False, sensed=True, dice=ScriptedDice([2, 4]))
    assert (far.outcome, far.resistance_rolled) == ("no contact", False)
    assert mind_scan_read(metres=1, cases=[[4, 4]]).outcome == ("resisted",)


@pytest.mark.rule(
    "yarn.power-roaming-eyes-present", "yarn.power-roaming-eyes-past", "yarn.power-sending", "yarn.power-telepathy"
)
def test_far_away():
    assert roaming_eyes_present(total=2, metres=[200, 201]).in_range == (True, False)
    assert roaming_eyes_past(total=3, unit="centuries", ago=[3, 4]).reachable == (True, False)
    heard = sending(total=3, well_known=True, metres=[3000, 3001])
    assert (heard.received, heard.minutes) == ((True, False), 3)
    assert telepathy(total=3, read_metres=[4], send_friend_metres=[1501]).sent_friend == (False,)
    assert telepathy(total=6, use="read", metres=6, dice=ScriptedDice([1, 1])).outcome == "clear"
    assert telepathy(total=6, use="read", metres=7, dice=no_dice).outcome == "no contact"
    assert (
        telepathy(total=6, use="send", metres=30, target_resists=True, dice=ScriptedDice([5, 1])).outcome == "blocked"
    )
    assert (
        telepathy(total=6, use="send", metres=3000, in_sight=False, well_known=True, dice=no_dice).outcome == "received"
    )


@pytest.mark.rule("yarn.power-healing", "yarn.power-healing-disease")
def test_healing_hands():
    hurt: dict[str, Any] = {
        "score": 1,
        "current": 20,
        "reference": 20,
        "maximum": 22,
        "recovery_open": True,
        "shots": 2,
    }
    full = healing(**hurt, dice=ScriptedDice([6]))
    assert (full.healed, full.current, full.after_recovery, full.shots) == (2, 22, 22, 1)
    broken = healing(**hurt, contact_seconds=29, dice=ScriptedDice([6]))
    assert (broken.healed, broken.shots) == (0, 1)
    pushed = healing_disease(score=1, disease="acne", push=True, dice=ScriptedDice([1, 6]))
    assert (pushed.total, pushed.cured, pushed.healer_catches) == (6, True, False)
    assert healing_disease(score=1, disease="Cancer", dice=ScriptedDice([1])).healing_lost


@pytest.mark.rule("yarn.power-lightning-strike", "yarn.power-pre-reaction", "yarn.power-telekinesis", "yarn.power-telekinetic-punch")  # fmt: skip # noqa: E501
def test_force():
    pushed = lightning_strike(attack=1, score=1, natural_weapon=True, push=True, dice=ScriptedDice([1, 5, 6]))
    assert (pushed.counted, pushed.total) == (2, 11)
    assert pre_reaction(score=1, weapon="Pistol", metres=8, dice=ScriptedDice([1, 2, 3])).counted == 3
    moved = telekinesis(score=1, tries=[{"push_kg": 4}, {"lift_kg": 0.5}, {"metres": 4}], dice=ScriptedDice([4]))
    assert (moved.works, moved.lift_kg) == ((True, False, True), 0.4)
    met = telekinetic_punch(total=6, metres=6, armour=["Armored Jacket"], dice=ScriptedDice([2, 3, 4]))
    assert (met.resistance, met.suffered) == (5, 2)
    assert telekinetic_punch(total=6, dice=ScriptedDice([3, 3])).suffered == 0
    free = Options(telekinetic_punch_resisted=False)
    assert telekinetic_punch(total=6, options=free, dice=no_dice).suffered == 6
    assert telekinetic_punch(total=6, use="a door", factor=5, dice=no_dice).outcome == "success"


@pytest.mark.rule("yarn.power-skin-of-iron")
def test_a_skin_of_iron():
    second = skin_of_iron(score=2, first=[3, 6], reroll=True, dice=ScriptedDice([5, 5]))
    assert (second.protection, second.blows, second.shots_spent) == (10, 5, 2)
    worse = skin_of_iron(score=2, first=[3, 6], reroll=True, dice=ScriptedDice([4, 5]))
    assert (worse.protection, worse.blows) == (9, 6)
    blows = skin_of_iron(protection=5, blows_left=2, hits=[8, 4, 8])
    assert (blows.suffered, blows.blows) == ((3, 0, 8), 0)
    shot: dict[str, Any] = {"protection": 5, "attack": "bullet", "gross": 20}
    loads = skin_of_iron(**shot, score=2, ammunition=["standard", "armour-piercing", "hollow point"])
    assert loads.suffered == (18, 9, 10)
    assert skin_of_iron(**shot, armour=["Bullet-proof Vest"], dice=ScriptedDice([3])).suffered == 6
    assert skin_of_iron(protection=5, taser_difference=[5, 6]).suffered == (0, 30)


@pytest.mark.rule("yarn.power-list")
def test_every_power_is_listed():
    assert len(POWERS) == 15
    for row in POWERS:
        assert power_list(power=row.title, total=3).formula == row.formula
    assert power_list(power="Sending", total=3).numbers["well_known_m"] == 3000


# Spells


@pytest.mark.rule("yarn.magic-limits")
def test_who_has_the_talent():
    for options, most in ((Options(magic_limits="one in six"), 1), (Options(magic_limits="two in six"), 2)):
        found = magic_limits(characters=6, options=options, dice=ScriptedDice(range(1, 7)))
        assert sum(found.talent) == most
    assert magic_limits(characters=2, dice=no_dice).talent == (True, True)


@pytest.mark.rule("yarn.spell-learn", "yarn.spell-learn-botch")
def test_a_spell_is_learned_week_by_week():
    poor = spell_learn(level=18, experience_pool=12, weeks=3, dice=ScriptedDice([6, 6, 5]))
    assert (poor.totals, poor.learned, poor.third_week, poor.experience_pool, poor.progress) == (
        (6, 11),
        False,
        "refused",
        2,
        2,
    )
    first = spell_learn(level=3, experience_pool=9, psychic_pool=4, then_buy_shots=2, dice=ScriptedDice([3]))
    assert (first.learned_in_week, first.experience_pool, first.psychic_pool) == (1, 0, 6)
    one: dict[str, Any] = {"level": 1, "experience_pool": 5}
    assert spell_learn_botch(**one, dice=ScriptedDice([1])).botch
    two = Options(botch_needs_two_dice=True)
    assert spell_learn_botch(**one, options=two, dice=ScriptedDice([1])).learned


@pytest.mark.rule("yarn.spell-cast", "yarn.spell-resist", "yarn.spell-list")
def test_casting_and_resisting():
    assert spell_cast(psychic_pool="none", casts=1).allowed == (False,)
    for faces in product(range(1, 7), repeat=2):
        assert spell_resist(level=9, dice=ScriptedDice(faces)).resisted == (sum(faces) >= 9)
    assert [row.level for row in SPELLS] == [3, 6, 9, 12, 12, 15, 18]
    asked = spell_list(timers_in_rounds_of_3_seconds=[row.title for row in SPELLS])
    assert (asked.rounds, asked.level) == ((200, 20, 20, 600, 0, 200, 1200), None)
    assert spell_list(spell="Ring of Gyges").duration == "10 minutes"


@pytest.mark.rule("yarn.spell-lurking-chains", "yarn.spell-blessed-black", "yarn.spell-serpents-tongue", "yarn.spell-ring-of-gyges", "yarn.spell-seven-shields")  # fmt: skip # noqa: E501
def test_each_spell():
    assert lurking_chains(metres=20).most_metres == 0
    dark = blessed_black(metres=[10, 11], seconds_per_round=10)
    assert (dark.out, dark.rounds) == ((True, False), 6)
    assert serpents_tongue(roll="sing", base=1, active=True, dice=ScriptedDice([3])).thrown == 1
    assert serpents_tongue(roll="convince", base=1, active=False, dice=ScriptedDice([3])).thrown == 1
    assert ring_of_gyges(seconds_per_round=7).rounds == 86
    assert seven_shields(instants=[0, 7, 8]).through == (0, 0, 1)


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: fringe_learn(experience_pool=2, given_up=3, dice=no_dice), "too-high"),
        (lambda: fringe_learn(experience_pool=2, given_up=1, months=0, dice=no_dice), "too-low"),
        (lambda: psi_mute(attempt=0, given_up=1, dice=no_dice), "too-low"),
        (lambda: fringe_pool(start=True, powers=0, dice=no_dice), "too-low"),
        (lambda: fringe_shot_price(experience_pool=4, psychic_pool="none", shots_wanted=1), "no-pool"),
        (lambda: fringe_shot_price(experience_pool=3, psychic_pool=1, shots_wanted=2), "too-few-dice"),
        (lambda: fringe_use(score=0, shots=1, dice=no_dice), "no-dice"),
        (lambda: fringe_pool_recovery(cases=[{"pool": 1, "left": 0, "hours": 1, "rate": "0"}]), "no-rate"),
        (lambda: mind_scan_read(metres=1, in_sight=False, score=1, dice=no_dice), "not-sensed"),
        (lambda: roaming_eyes_past(total=1, unit="moons"), "not-a-choice"),
        (lambda: sending(total=1, well_known=False, metres=1), "not-known"),
        (lambda: telepathy(total=1, use="send", in_sight=False, dice=no_dice), "not-known"),
        (
            lambda: healing(score=1, current=1, reference=1, maximum=2, recovery_open=False, shots=0, dice=no_dice),
            "no-shots",
        ),
        (lambda: healing_disease(score=1, disease="love", dice=no_dice), "not-listed"),
        (lambda: lightning_strike(attack=2, score=1, natural_weapon=False, dice=no_dice), "held-weapon"),
        (lambda: pre_reaction(score=1, would_notice=False, dice=no_dice), "not-noticed"),
        (lambda: skin_of_iron(dice=no_dice), "no-score"),
        (lambda: telekinesis(dice=no_dice), "no-score"),
        (lambda: power_list(power="Flight"), "not-listed"),
        (lambda: spell_learn(level=3, experience_pool=4, dice=no_dice), "too-few-dice"),
        (lambda: spell_list(spell="Fireball"), "not-listed"),
        (lambda: lurking_chains(metres=21), "out-of-range"),
        (lambda: grip_of_stone(metres=16, dice=no_dice), "out-of-range"),
        (lambda: blessed_black(seconds_per_round=0), "no-length"),
    ],
)
def test_refusals_come_before_any_die(call, code):
    with pytest.raises(Refused) as no:
        call()
    assert no.value.code == code


@pytest.mark.rule("yarn.power-skin-of-iron")
@pytest.mark.parametrize(
    ("weapon", "attack", "ammunition", "difference"),
    [
        ("sword", "normal", "standard", 5),
        ("medium-handgun", "bullet", "standard", 4),
        ("medium-handgun", "bullet", "hollow point", 4),
        ("medium-handgun", "bullet", "armour-piercing", 6),
    ],
)
@pytest.mark.parametrize("armour", [(), ("jacket",), ("leathers",)])
def test_skin_over_armour_that_was_met_is_as_the_rule_has_it(
    weapon: str, attack: str, ammunition: str, difference: int, armour: tuple[str, ...]
) -> None:
    faces = (4,) * sum(one == "jacket" for one in armour)
    done = damage_order(
        difference=difference, weapon=weapon, ammunition=ammunition, armour=armour, metres=5, dice=ScriptedDice(faces)
    )
    found = skin_of_iron(
        protection=7, score=2, gross=done.gross, attack=attack, ammunition=ammunition, armour=armour,
        dice=ScriptedDice(faces),
    )  # fmt: skip
    assert through_skin(done.hit, 7, 2, difference, weapon, ammunition, armour) == found.suffered


@pytest.mark.rule("yarn.power-skin-of-iron")
def test_a_taser_is_stopped_whole_or_not_at_all() -> None:
    for difference, suffered in ((3, 0), (4, 20)):
        done = damage_order(difference=difference, weapon="taser", metres=2)
        assert through_skin(done.hit, 3, 2, difference, "taser", "standard", ()) == suffered
