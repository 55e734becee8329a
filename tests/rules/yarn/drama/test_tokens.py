"""Petitions and the tokens that move: against a purse that is counted by hand."""

import random
from itertools import product
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.yarn import Options
from apps.rules.yarn.drama.petitions import (
    call_dramatic,
    designate_petitioner,
    gm_dramatic_call,
    no_two_recurring,
    petitioner_granter,
    play_dramatic,
    resolve_petition,
)
from apps.rules.yarn.drama.several import (
    conference,
    group_quiz,
    group_scene,
    no_contest,
    soft_open,
    two_way,
)
from apps.rules.yarn.drama.tokens import (
    KITTY,
    Flow,
    death_token,
    drama_tokens,
    flows,
    force,
    force_block,
    force_support,
    gm_pool,
    practical_favour,
    recurring_characters,
    token_exchange,
    token_reset,
    two_way_alike,
    two_way_split,
)

HANDS = list(product(range(5), repeat=2))
CAST = ["Iva (Ann)", "Otto (Bob)", "Mayor (recurring)"]


class Purse:
    """Tokens on a real table: whoever owes hands one over, or the kitty does."""

    def __init__(self, **hands):
        self.hands, self.kitty = dict(hands), 0

    def pays(self, payer, receiver, count=1):
        for _ in range(count):
            if self.hands[payer]:
                self.hands[payer] -= 1
            else:
                self.kitty -= 1
            self.hands[receiver] += 1


@pytest.mark.rule("yarn.token-exchange", "yarn.practical-favour")
@pytest.mark.parametrize("outcome", ["granted", "refused"])
def test_the_exchange_with_any_hands(outcome):
    for p, g in HANDS:
        purse = Purse(p=p, g=g)
        purse.pays(*(("p", "g") if outcome == "granted" else ("g", "p")))
        found = token_exchange(outcome=outcome, petitioner=p, granter=g)
        assert (found.petitioner, found.granter, found.kitty) == (*purse.hands.values(), purse.kitty)
        favour = practical_favour(outcome=outcome, petitioner=p, granter=g, promise_kept_later=False)
        assert (favour.petitioner, favour.new_scene_possible) == (found.petitioner, outcome == "granted")


@pytest.mark.rule("yarn.two-way-alike", "yarn.two-way-split", "yarn.two-way")
def test_both_ways_with_any_hands():
    for a, b in HANDS:
        alike = two_way_alike(both="denied", A=a, B=b)
        assert (alike.A, alike.B, alike.kitty) == (max(a, 1), max(b, 1), -(a == 0) - (b == 0))
        purse = Purse(A=a, B=b)
        purse.pays("B", "A", 2)
        split = two_way_split(petition_of_A="denied", petition_of_B="granted", A=a, B=b, player_B="GM")
        assert (split.A, split.B, split.kitty, split.GM) == (*purse.hands.values(), purse.kitty, purse.hands["B"])
    assert two_way(petition_of_A="denied", petition_of_B="granted").outcome == "only B's granted"
    assert two_way(two_way=False, petition_of_A="denied", petition_of_B="denied").rule == "yarn.token-exchange"


@pytest.mark.rule("yarn.force", "yarn.force-block", "yarn.force-support")
def test_random_forces_against_a_table_of_who_pays():
    chance = random.Random(11)
    for _ in range(500):
        p, g = chance.randint(0, 4), chance.randint(0, 5)
        hands = {name: chance.randint(0, 3) for name in ("Cy", "Dee", "Eve", "Fay")}
        sides = {name: chance.choice(["force", "block", "none"]) for name in hands}
        gives = {name: chance.randint(1, 3) for name in hands}
        present = {name: chance.random() < 0.8 for name in hands}
        block = chance.random() < 0.6

        def gifts(side, hands=hands, sides=sides, gives=gives, present=present):
            told = [name for name in hands if sides[name] == side]
            return [{"who": n, "hand": hands[n], "give": gives[n], "present": present[n]} for n in told]

        def collected(side, price, hands=hands, gives=gives, present=present, gifts=gifts):
            lies = [one["who"] for one in gifts(side) for _ in range(one["give"])
                    if present[one["who"]] and gives[one["who"]] <= hands[one["who"]]]  # fmt: skip
            return lies[:price]

        found = force_support(
            petitioner=p, granter=g, supporters=gifts("force"), block=block, block_supporters=gifts("block")
        )
        lent, against = collected("force", 2), collected("block", 3)
        if p + len(lent) < 2:
            expected: tuple[str | None, int, int] = (None, p, g)
            spent: list[str] = []
        elif block and g + len(against) >= 3:
            expected, spent = ("refused", p + 3, g - (3 - len(against))), against
        else:
            expected, spent = ("forced", p - (2 - len(lent)), g + 2), lent
        assert (found.outcome, found.petitioner, found.granter) == expected
        told = {name for name, side in sides.items() if side != "none"}
        assert {name: getattr(found, name) for name in told} == {n: hands[n] - spent.count(n) for n in told}
        assert (found.legal, found.kitty) == (found.outcome is not None, 0)
        assert p + g + sum(hands[n] for n in told) == found.petitioner + found.granter + sum(found.hands.values())


@pytest.mark.rule("yarn.force", "yarn.force-block", "yarn.force-support")
def test_what_does_not_come_about_says_why():
    poor = force(petitioner=1, granter=0, petitioner_player="Ann", granter_player="GM")
    assert (poor.legal, poor.Ann, poor.GM) == (False, 1, 0)
    assert poor.no.text == "A force costs 2 tokens, and there are 1."
    weak = force_block(petitioner=2, granter=2, block=True)
    assert (weak.legal, weak.legal_block, weak.outcome) == (True, False, "forced")
    assert str(weak.why_no_block) == "A block costs 3 tokens, and there are 2."
    gift: dict[str, Any] = {"who": "Cy", "hand": 3, "give": 1, "present": True}
    given: dict[str, Any] = {"petitioner": 2, "granter": 3, "block": True}
    both = force_support(**given, supporters=[gift], block_supporters=[gift])
    assert (both.legal_support, getattr(both.why_no_support, "code", None), both.granter, both.Cy) == (
        False,
        "both-sides",
        0,
        3,
    )
    away = force_support(**given, supporters=[{**gift, "present": False}])
    assert getattr(away.why_no_support, "code", None) == "not-present"
    assert (
        getattr(force_support(**given, supporters=[{**gift, "give": 4}]).why_no_support, "code", None)
        == "too-few-tokens"
    )


@pytest.mark.rule("yarn.drama-tokens", "yarn.gm-pool", "yarn.recurring-characters")
def test_random_episodes_against_a_purse():
    chance = random.Random(5)
    names = ["Ann", "Bob", "Cy", "GM"]
    for _ in range(60):
        purse, scenes = Purse(**dict.fromkeys(names, 0)), []
        for _ in range(12):
            p, g = chance.sample(names, 2)
            end = chance.choice(["granted", "refused", "refused, forces, no block", "refused, forces, blocked", "two"])
            if end == "two":
                scenes.append(f"{p} and {g} two-way, both granted")
                empty = [name for name in (p, g) if not purse.hands[name]]
                purse.kitty -= len(empty)
                purse.hands.update(dict.fromkeys(empty, 1))
                continue
            if "forces" in end and (purse.hands[p] < 2 or ("blocked" in end and purse.hands[g] < 3)):
                end = "refused"
            scenes.append(f"{p} petitions {g}, {end}")
            count, giver = (
                (3, g) if "blocked" in end else (2, p) if "forces" in end else (1, p if end == "granted" else g)
            )
            purse.pays(giver, p if giver == g else g, count)
        found = drama_tokens(present=names[:3], scenes=scenes)
        assert (found.legal, found.end, len(found.after)) == (True, purse.hands, 12)
        assert sum(found.end.values()) == -purse.kitty


@pytest.mark.rule("yarn.drama-tokens")
def test_moves_and_calls_are_paid_or_refused():
    start = {"Ann": 1, "Bob": 0}
    gift: dict[str, Any] = {"from": "Ann", "to": "Bob", "number": 1}
    assert drama_tokens(start=start, moves=[gift]).no.code == "no-gifts"
    ducked = drama_tokens(start=start, moves=[{**gift, "reason": "duck"}])
    assert (ducked.end, ducked.log) == ({"Ann": 0, "Bob": 1}, ("Ann to Bob: 1 (duck)",))
    much = drama_tokens(start=start, moves=[{**gift, "number": 2, "reason": "duck"}])
    assert (much.no.text, much.end) == ("Ann has 1 tokens, and not 2.", start)
    call = "Ann calls without his PC: Bob petitions Mayor (GM), granted"
    paid = drama_tokens(start=start, scenes=[call])
    assert (paid.end, paid.log) == ({"Ann": 0, "Bob": 0, "GM": 1}, ("Ann: -1", "GM: +1"))
    assert drama_tokens(start=start, scenes=[call, call]).no.code == "no-token"


@pytest.mark.rule("yarn.gm-pool", "yarn.recurring-characters")
def test_one_pool_for_all_recurring_characters():
    one = gm_pool(petitioner="Iva (Ann)", granter="Mayor (recurring)", outcome="granted", GM=0, Ann=1)
    assert (one.GM, one.Ann, one.kitty) == (1, 0, 0)
    left_out = gm_pool(scenes=[{"petitioner": "Smith", "outcome": "refused", "Bob": 0}])
    assert (left_out.GM, left_out.Bob, left_out.kitty) == (1, 0, -1)
    poor = gm_pool(scenes=[{"petitioner": "Smith", "granter_player": "Ann", "force": True, "Ann": 1}])
    assert (poor.legal, poor.Ann) == (False, 1)
    both: dict[str, Any] = {"petitioner": "Mayor (recurring)", "granter": "Widow (recurring)", "outcome": "granted"}
    assert gm_pool(**both).no.code == "recurring-only"
    assert recurring_characters(**both, GM=2).GM == 2


@pytest.mark.rule("yarn.token-reset", "yarn.death-token")
def test_tokens_go_back_to_the_kitty():
    assert token_reset(hands={"Ann": 2, "GM": 1}).used_in_tally == {"Ann": 2}
    acts = ["vanishing", "last words"]
    for tokens, scene in ((0, False), (1, False), (2, True), (5, True)):
        found = death_token(tokens=tokens, wanted=acts)
        paid = min(tokens, 2)
        assert (found.allowed, found.tokens_left, found.scene_called) == (paid, tokens - paid, scene)


# Petitions


@pytest.mark.rule("yarn.petitioner-granter", "yarn.call-dramatic", "yarn.designate-petitioner")
def test_who_petitions():
    assert petitioner_granter(caller="Ann", cast=CAST[:2]).granter == "Otto (Bob)"
    named = petitioner_granter(caller="GM", cast=CAST, who="Mayor", whom="Iva")
    assert (named.petitioner, named.granter) == ("Mayor (recurring)", "Iva (Ann)")
    call: dict[str, Any] = {"setting": "the loft", "cast": CAST[1:]}
    other = call_dramatic(caller="Ann", petitioner="Otto", **call)
    assert (other.legal, other.petitioner, other.intent_needed) == (True, "Otto (Bob)", True)
    assert call_dramatic(caller="Ann", **call).no.code == "who-petitions"
    changed = designate_petitioner(caller="Ann", cast=CAST, petitioner="Otto", intent="trust", asked_change="praise")
    assert (changed.intent, changed.cost) == ("praise", 0)


@pytest.mark.rule("yarn.no-two-recurring", "yarn.gm-dramatic-call")
def test_recurring_characters_need_a_pc():
    two = ["Mayor (recurring)", "Widow (recurring)"]
    assert no_two_recurring(cast=two, mode="procedural").legal
    among = no_two_recurring(cast=[*two, "Iva (Ann)"], petitioner=two[0], granter=two[1])
    assert among.no.text == "No dramatic scene is played between recurring characters."
    assert gm_dramatic_call(cast=CAST, petitioner=CAST[2], granter=CAST[0]).legal
    assert not gm_dramatic_call(cast=two).legal


@pytest.mark.rule("yarn.play-dramatic", "yarn.resolve-petition")
def test_how_a_petition_ends():
    assert not play_dramatic(ends_because="rebuffed", ended_by="granter").question_asked
    plain = resolve_petition(petitioner_answer="no", players=4)
    assert (plain.outcome, plain.voters, plain.gm_votes) == ("refused", 5, False)
    for granted, refused in product(range(4), repeat=2):
        votes: dict[str, Any] = {"petitioner_answer": "no", "others_who_disagree": 1, "players": 6}
        for extra in ("", "granted", "refused"):
            found = resolve_petition(
                **votes, votes_granted=granted, votes_refused=refused, caller="Ann", caller_extra_vote=extra
            )
            won = granted > refused or (granted == refused and extra == "granted")
            assert found.outcome == ("granted" if won else "refused")
            assert found.extra_vote_used == (granted == refused and bool(extra))


# Several


@pytest.mark.rule("yarn.no-contest")
def test_no_contest_leaves_the_turn_with_the_caller():
    given: dict[str, Any] = {"order": ["Ann", "Bob", "GM"], "caller": "Bob", "petitioner": 1, "granter": 0}
    passed = no_contest(**given, declared=True, then="pass")
    assert (passed.next_caller, passed.petitioner, passed.scene_ended) == ("GM", 1, True)
    granted = no_contest(**given, declared=True, options=Options(no_contest_exchange=True))
    assert (granted.petitioner, granted.granter, granted.next_caller) == (0, 1, "Bob")
    assert no_contest(**given, declared=False).next_caller is None


@pytest.mark.rule("yarn.group-scene", "yarn.conference", "yarn.soft-open")
def test_what_a_talk_of_many_was():
    there = ["Ann", "Bob", "Cy"]
    hands = {"Ann": 1, "Bob": 0, "Cy": 0}
    found = group_scene(in_scene=there, sought=["Ann"], got=True, hands=hands, **{"from": "Cy"})
    assert (found.asks, found.hands, found.kitty) == ((), {"Ann": 0, "Bob": 0, "Cy": 1}, 0)
    assert group_scene(in_scene=there, sought=["Ann"], got=False).asks == ("from",)
    assert conference(in_scene=there, sought=["Ann", "Bob"]).kind == "quiz"
    assert soft_open(cast=["Iva"], situation="a fire").roles_asked_at_end is False


@pytest.mark.rule("yarn.group-quiz")
def test_random_quizzes_against_a_purse():
    chance = random.Random(3)
    names = ["Ann", "Bob", "Cy", "Dee", "GM"]
    for _ in range(200):
        hands: dict[str, Any] = {name: chance.randint(0, 2) for name in names}
        order = chance.sample(names[:4], 4)
        answers: list[dict[str, Any]] = []
        for name in chance.sample(names, chance.randint(0, 5)):
            other = chance.choice([n for n in names if n != name])
            answers.append({"who": name, "from": other, "got": chance.random() < 0.5})
        purse, kept, gains, kitty = Purse(**hands), dict(hands), dict.fromkeys(names, 0), 0
        for answer in sorted(answers, key=lambda one: [*order, "GM"].index(one["who"])):
            pair = (answer["who"], answer["from"]) if answer["got"] else (answer["from"], answer["who"])
            purse.pays(*pair)
            kitty -= not kept[pair[0]]
            kept[pair[0]] -= bool(kept[pair[0]])
            gains[pair[1]] += 1
        given: dict[str, Any] = {"order": order, "hands": hands, "answers": answers}
        found = group_quiz(**given)
        assert (found.hands, found.kitty) == (purse.hands, purse.kitty)
        at_once = group_quiz(**given, options=Options(quiz_settlement="all at once"))
        assert (at_once.hands, at_once.kitty) == ({n: kept[n] + gains[n] for n in names}, kitty)


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: token_exchange(outcome="lost", petitioner=1, granter=1), "not-a-choice"),
        (lambda: token_exchange(outcome="granted", petitioner=-1, granter=1), "too-low"),
        (lambda: two_way_split(petition_of_A="denied", petition_of_B="denied", A=1, B=1), "alike"),
        (lambda: drama_tokens(scenes=["Ann sings"]), "no-scene"),
        (lambda: death_token(tokens=1, wanted=["a song"]), "not-a-choice"),
        (lambda: death_token(tokens=3, wanted=["vanishing", "vanishing"]), "name-twice"),
        (lambda: petitioner_granter(caller="Dee", cast=CAST), "who-petitions"),
        (lambda: petitioner_granter(caller="Ann", cast=CAST), "not-cast"),
        (lambda: petitioner_granter(caller="Ann", cast=CAST, whom="Iva"), "of-oneself"),
        (lambda: gm_dramatic_call(caller="Ann", cast=CAST), "not-a-choice"),
        (
            lambda: resolve_petition(
                petitioner_answer="no", others_who_disagree=1, players=2, votes_granted=3, votes_refused=1
            ),
            "too-many-votes",
        ),
        (lambda: group_scene(in_scene=["Ann"], sought=["Bob"]), "not-a-choice"),
        (
            lambda: group_quiz(
                order=["Ann"], hands={"Ann": 0}, answers=[{"who": "Ann", "from": "GM", "got": True}] * 2
            ),
            "answered-twice",
        ),
        (lambda: soft_open(cast=[]), "no-cast"),
    ],
)
def test_refusals(call, code):
    with pytest.raises(Refused) as no:
        call()
    assert no.value.code == code


def test_flows_are_what_hands_lose_and_gain_and_the_kitty_fills_up():
    assert flows({"A": 2, "B": 0}, {"A": 1, "B": 1}) == (Flow("A", "B", 1),)
    assert flows({"A": 1, "B": 4}, {"A": 0, "B": 6}) == (Flow("A", "B", 1), Flow(KITTY, "B", 1))
    assert flows({"A": 0, "B": 0}, {"A": 1, "B": 1}) == (Flow(KITTY, "A", 1), Flow(KITTY, "B", 1))
    assert flows({"A": 2, "B": 1}, {"A": 2, "B": 1}) == ()
