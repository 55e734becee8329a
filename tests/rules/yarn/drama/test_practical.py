"""Practical scenes, montages, people, places, and bennies."""

from collections import Counter
from itertools import permutations, product
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.yarn import Options
from apps.rules.yarn.drama.bennies import (
    bennie_ballot,
    bennie_burn,
    bennie_limit,
    bennie_secrecy,
    bennie_spending,
    bennie_statements,
    bennie_tally,
    bennie_token,
    bennie_winners,
)
from apps.rules.yarn.drama.people import (
    introduce_minor,
    locations,
    minor_characters,
    promotion,
    recurring_relationships,
    supporting_characters,
)
from apps.rules.yarn.drama.practical import (
    break_consequence,
    call_procedural,
    consequences_in_play,
    drama_or_talking,
    healing_moment,
    montage,
    procedural_scene,
    shopping_scene,
    success_by_narration,
    unresisted_goal,
)
from apps.rules.yarn.lists import BENEFITS

ORDER = ["Ann", "Bob", "GM"]


def no_dice(count, sides):
    raise AssertionError("a die fell")


@pytest.mark.rule("yarn.procedural-scene", "yarn.drama-or-talking", "yarn.call-procedural")
def test_a_practical_goal():
    assert not procedural_scene(success=False).may_petition_later
    assert drama_or_talking(who_kind="PC", whom_kind="minor", score=4).dice_count == 4
    assert drama_or_talking(who_kind="recurring", whom_kind="recurring").dice_count == 2
    call: dict[str, Any] = {"caller": "Ann", "cast": ["Otto"], "setting": "the pier", "goal": "a raid"}
    assert call_procedural(**call).cost == 0
    poor = call_procedural(**call, own_pc_cast=False)
    assert (poor.no.code, poor.hand) == ("no-token", 0)
    assert call_procedural(**{**call, "goal": " "}, hand=2).no.text.startswith("What do they want to achieve?")
    assert call_procedural(**{**call, "cast": []}).no.code == "no-cast"


@pytest.mark.rule("yarn.success-by-narration", "yarn.unresisted-goal")
def test_success_without_dice():
    ends = {how: success_by_narration(narration="x", objectors=["GM"], narrator=how).result for how in ("roll", "drop")}
    assert ends == {"roll": "procedural", "drop": "dropped"}
    for resists, objectors in product((True, False), ([], ["Bob"])):
        found = unresisted_goal(caller="Ann", goal="horses", gm_resists=resists, objectors=objectors)
        assert found.success == found.reframed == (not resists and not objectors)
        assert found.next_caller == ("Ann" if found.success else None)


@pytest.mark.rule("yarn.montage")
def test_an_objection_to_a_montage():
    given: dict[str, Any] = {"order": ORDER, "caller": "Ann", "amount": 3, "unit": "day", "objections": 1}
    lost = montage(**given, for_call=1, for_challenge=2)
    assert (lost.legal, lost.vote_held, lost.time_break_days, lost.next_caller) == (False, True, 0, "Ann")
    assert "montage" in lost.may_call
    won = montage(**given, for_call=2, for_challenge=1)
    assert (won.legal, won.time_break_days, won.may_call) == (True, 3, ("dramatic", "procedural"))
    stops = montage(**given, for_call=2, for_challenge=1, options=Options(montage_objection="one objection stops it"))
    assert (stops.legal, stops.vote_held, stops.no.code) == (False, False, "stopped")
    assert montage(**{**given, "objections": 0}, then_calls="montage").no.code == "no-second"
    own: dict[str, Any] = {**given, "caller": "GM", "for_call": 1, "for_challenge": 1, "GM": "for the challenge"}
    assert not montage(**own).legal
    assert montage(**own, options=Options(gm_party_tie="call stands")).legal


@pytest.mark.rule("yarn.shopping-scene", "yarn.healing-moment", "yarn.consequences-in-play")
def test_shopping_healing_and_consequences():
    assert shopping_scene(order=ORDER, caller="GM", equipment=["rope"], gm_ruling="play").next_caller == "Ann"
    moments = {
        (scene, event): healing_moment(scene=scene, time_break_days=1, days_waiting=2, event=event).applied
        for scene in ("dramatic", "procedural")
        for event in ("scene begins", "scene ends", "scene turns procedural", "session closed")
    }
    assert [key for key, applied in moments.items() if not applied] == [
        ("dramatic", "scene begins"),
        ("procedural", "scene ends"),
    ]
    late: dict[str, Any] = {"scene": "procedural", "time_break_days": 1, "put_off": True}
    assert not healing_moment(**late, event="scene begins").applied
    assert healing_moment(**late, event="session closed").applied
    assert not healing_moment(scene="procedural", time_break_days=0, event="scene begins").applied
    assert consequences_in_play(consequences=[]).reminder is False


@pytest.mark.rule("yarn.break-consequence")
def test_dice_for_breaks():
    each = Options(consequence_rolls="one per break")
    found = break_consequence(good_marks=2, bad_marks=3, options=each, dice=ScriptedDice([5, 6, 2, 3, 4]))
    assert (found.good_consequence, found.bad_consequence, found.dice_thrown) == (True, False, 5)
    declined = break_consequence(good_marks=2, bad_marks=1, declined=True, dice=ScriptedDice([1]))
    assert (declined.good_consequence, declined.bad_consequence, declined.dice_thrown) == (False, True, 1)
    assert break_consequence(good_marks=0, bad_marks=0, dice=no_dice).dice_thrown == 0
    good = Counter(
        break_consequence(good_marks=9, bad_marks=0, dice=ScriptedDice([f])).good_consequence for f in range(1, 7)
    )
    assert good == {False: 5, True: 1}


# People and places


@pytest.mark.rule("yarn.supporting-characters", "yarn.introduce-minor", "yarn.minor-characters", "yarn.promotion")
def test_from_minor_to_recurring():
    assert supporting_characters(name="the Mayor", kind="recurring").kind == "recurring"
    assert introduce_minor(name="Berta").played_by == "GM"
    assert minor_characters(name="the guard", part="talk").legal
    refused = minor_characters(name="the guard", part="petitioner")
    assert refused.no.text == "the guard is a minor character, and no petitioner before it is promoted."
    stays = promotion(name="the guard", kind="minor", first_part="granter")
    assert (stays.kind, stays.relationship_to, stays.cost) == ("minor", None, 0)
    assert promotion(name="the Mayor", kind="recurring").kind == "recurring"
    assert promotion(name="the guard", kind="minor", pc="Iva").kind == "minor"


@pytest.mark.rule("yarn.recurring-relationships", "yarn.locations")
def test_links_and_places():
    away = recurring_relationships(pc="Otto", name="Mayor", cast=["Iva (Ann)", "Mayor (recurring)"], label="kin")
    assert (away.legal, away.label, away.no.text) == (False, None, "Otto is not in this scene.")
    assert locations(setting="the marsh", locations=["the road"]).locations == ("the road", "the marsh")


# Bennies

PLAYERS = ["Ann", "Bob", "Cy", "Dee"]


@pytest.mark.rule("yarn.bennie-statements", "yarn.bennie-ballot")
def test_statements_and_ballots():
    found = bennie_statements(seats=PLAYERS, absent=["Bob"], no_words=["Dee"])
    assert (found.order, found.gm_speaks_for) == (("Ann", "Cy", "Dee"), ("Dee",))
    for ballot, code in (
        (["Bob", "Cy"], "not-complete"),
        (["Ann", "Bob", "Cy"], "not-ranked"),
        (["Bob", "Cy", "Dee", "Bob"], "rank-twice"),
    ):
        given = bennie_ballot(players=PLAYERS, ballot_of="Ann", ballot=ballot)
        assert (given.no.code, given.ranks) == (code, {})
    assert bennie_ballot(players=PLAYERS, ballot_of="Ann", ballot=["Bob"]).missing == ("Cy", "Dee")


@pytest.mark.rule("yarn.bennie-tally", "yarn.bennie-winners")
def test_all_ballots_of_three_players():
    def ranked(names):
        return list(permutations(names))

    voters = [ranked(["Bob", "Cy"]), ranked(["Ann", "Cy"]), ranked(["Ann", "Bob"]), ranked(["Ann", "Bob", "Cy"])]
    tokens = {"Ann": 2, "Bob": 0, "Cy": 1, "GM": 9}
    for cast in product(*voters):
        ballots = dict(zip(("Ann", "Bob", "Cy", "GM"), cast, strict=True))
        sums = {n: sum(b.index(n) + 1 for b in cast if n in b) for n in ("Ann", "Bob", "Cy")}
        scores = {n: total - tokens[n] for n, total in sums.items()}
        found = bennie_tally(ballots=ballots, tokens=tokens)
        assert (found.sums, found.scores) == (sums, scores)
        low = sorted(scores.values())
        first = [n for n in scores if scores[n] == low[0]]
        expected = first if len(first) > 1 else [n for n in scores if scores[n] <= low[1]]
        assert bennie_winners(ballots=ballots, tokens=tokens).bennies == tuple(sorted(expected))


@pytest.mark.rule("yarn.bennie-winners")
def test_three_tied_for_second():
    scores = {"Ann": 1, "Bob": 4, "Cy": 4, "Dee": 4, "GM": 0}
    assert bennie_winners(scores=scores).bennies == ("Ann", "Bob", "Cy", "Dee")
    assert bennie_winners(scores=scores, options=Options(second_place_many="none of the tied")).bennies == ("Ann",)
    pair = {"Ann": 1, "Bob": 4, "Cy": 4}
    assert len(bennie_winners(scores=pair, options=Options(second_place_many="none of the tied")).bennies) == 3
    assert bennie_winners(scores={"Ann": 3}).bennies == ("Ann",)


@pytest.mark.rule("yarn.bennie-secrecy")
def test_the_gm_alone_sees_scores():
    stages = ("statements", "ballots", "bennies awarded")
    gm = [len(bennie_secrecy(viewer="GM", after=stage).sees) for stage in stages]
    ann = [bennie_secrecy(viewer="Ann", after=stage).sees for stage in stages]
    assert (gm, ann) == ([0, 2, 5], [(), ("own ballot",), ("own ballot", "winners")])
    assert bennie_secrecy(viewer="GM", options=Options(anonymous_ballots=True)).hidden == ("other ballots",)


@pytest.mark.rule("yarn.bennie-spending", "yarn.bennie-procedural")
def test_what_a_bennie_buys():
    off = Options(procedural_bennie="off")
    for row in BENEFITS:
        found = bennie_spending(by="Ann", benefit=row.title, bennies=1)
        assert (found.bennies, found.hand, found.rule) == (0, int(row.id == "drama-token"), row.rule)
        procedural = row.rule == "yarn.bennie-procedural"
        assert bennie_spending(by="Ann", benefit=row.id, bennies=1, options=off).legal == (not procedural)
    assert bennie_spending(by="Ann", benefit="burn", bennies=0).no.text == "Ann has no bennie to spend."
    twice = bennie_spending(by="Ann", benefit="burn", bennies=2, spent_in_scene={"Ann": 1})
    assert (twice.no.code, twice.bennies) == ("one-in-a-scene", 2)


@pytest.mark.rule("yarn.bennie-limit")
def test_one_bennie_in_a_scene():
    given: dict[str, Any] = {"by": "Ann", "bennies": 2, "Bob": 1, "Cy": 0}
    found = bennie_limit(**given, same_scene=["burn Bob's token", "drama token"])
    assert (found.legal, found.second_legal, found.bennies, found.Bob, found.hand) == (True, False, 1, 0, 0)
    found = bennie_limit(**given, same_scene=["burn Cy's token", "drama token"])
    assert (found.legal, found.second_legal, found.bennies, found.Cy, found.hand) == (False, True, 1, 0, 1)
    assert not bennie_limit(**given, same_scene=["rush"]).second_legal


@pytest.mark.rule("yarn.bennie-token")
def test_a_token_bought_in_the_middle_of_a_force():
    found = bennie_token(petitioner=1, petitioner_bennies=1, granter=0, buy_token=True, force=True)
    assert (found.petitioner, found.petitioner_bennies, found.granter, found.kitty) == (0, 0, 2, -1)
    assert found.outcome == "forced"
    poor = bennie_token(petitioner=0, petitioner_bennies=1, granter=0, buy_token=True, force=True)
    assert (poor.legal, poor.petitioner, poor.petitioner_bennies, poor.kitty) == (False, 0, 1, 0)
    assert bennie_token(hand=0, bennies=0, buy_token=True).no.code == "no-bennie"


@pytest.mark.rule("yarn.bennie-burn")
def test_whose_tokens_can_be_burned():
    given: dict[str, Any] = {"by": "Ann", "bennies": 1, "Ann": 2, "Bob": 1, "Cy": 0, "GM": 2}
    codes = {victim: bennie_burn(victim=victim, **given).why for victim in ("Ann", "Bob", "Cy", "GM")}
    assert {victim: why.code if why else None for victim, why in codes.items()} == {
        "Ann": "own-token",
        "Bob": None,
        "Cy": "no-victim",
        "GM": "gm-pool",
    }
    gm = bennie_burn(victim="GM", **given, options=Options(burn_gm_pool=True))
    assert (gm.GM, gm.kitty) == (1, 1)
    used = bennie_burn(victim="Bob", kind="procedural", **given)
    assert (used.Bob, used.kitty, used.bennies) == (0, 0, 0)
    assert bennie_burn(victim="Bob", **{**given, "bennies": 0}).no.code == "no-bennie"


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: procedural_scene(mode="dramatic", success=True), "not-a-choice"),
        (lambda: success_by_narration(narration="x", narrator="shout"), "not-a-choice"),
        (lambda: montage(order=ORDER, caller="Eve", amount=1, unit="day"), "not-a-choice"),
        (lambda: shopping_scene(order=ORDER, caller="Ann", equipment=[], gm_ruling="no"), "not-a-choice"),
        (lambda: healing_moment(scene="dramatic", time_break_days=1, event="lunch"), "not-a-choice"),
        (lambda: consequences_in_play(consequences=[], marked_faded=["limp"]), "not-a-choice"),
        (lambda: break_consequence(good_marks=-1, bad_marks=0, dice=no_dice), "too-low"),
        (lambda: supporting_characters(name=" "), "no-name"),
        (lambda: minor_characters(name="x", part="hero"), "not-a-choice"),
        (lambda: locations(setting=""), "no-name"),
        (lambda: bennie_statements(seats=["Ann"], no_words=["Bob"]), "not-a-choice"),
        (lambda: bennie_ballot(players=["Ann"], ballot_of="Eve", ballot=[]), "not-a-choice"),
        (lambda: bennie_tally(ballots={"Ann": ["Ann"]}, tokens={}), "not-ranked"),
        (lambda: bennie_limit(by="Ann", bennies=1, same_scene=["gold"]), "not-a-choice"),
        (lambda: bennie_spending(by="Ann", benefit="gold", bennies=1), "not-listed"),
    ],
)
def test_refusals(call, code):
    with pytest.raises(Refused) as no:
        call()
    assert no.value.code == code
