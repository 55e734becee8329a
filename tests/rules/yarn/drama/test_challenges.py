"""Challenges of a call and of what is told; ducking and rushing."""

from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.yarn import Options
from apps.rules.yarn.drama.challenges import (
    challenge,
    challenge_novelty,
    challenge_plot,
    challenge_time,
    challenge_vote,
    go_procedural,
    location_challenge,
    narration_challenge,
    repeat_scene_ban,
    right_to_describe,
)
from apps.rules.yarn.drama.entering import duck, duck_pair, rush, rush_block
from apps.rules.yarn.lists import CHALLENGES

CAST = ["Iva (Ann)", "Otto (Bob)", "Mayor (recurring)"]
FOR, AGAINST = "for the call", "for the challenge"
STANDS = Options(gm_party_tie="call stands")
NOT_HERS = Options(gm_may_duck_and_rush=False)


@pytest.mark.rule("yarn.challenge")
def test_each_kind_is_settled_in_its_way():
    settled = {row.id: challenge(kind=row.title, challenger="Ann").vote_held for row in CHALLENGES}
    assert [kind for kind, vote in settled.items() if vote] == ["time-jump", "plot-jump"]
    again = challenge(kind="novelty", earlier_kinds=["time jump", "novelty"])
    assert (again.legal, again.no.code, again.settled_by) == (False, "tried-before", "the GM")
    gms = {row.id for row in CHALLENGES if challenge(kind=row.id, challenger="GM").legal}
    assert gms == {"own-casting", "practical-success", "location"}
    assert "does not challenge time jump" in challenge(kind="time jump", challenger="GM").no.text


@pytest.mark.rule("yarn.challenge-vote")
def test_every_vote_of_five():
    for call in range(6):
        for against in range(6 - call):
            found = challenge_vote(players=5, for_call=call, for_challenge=against, GM=AGAINST)
            assert (found.gm_votes, found.upheld) == (call == against, against >= call)
    votes = {"Ann": "call", "Bob": "challenge"}
    assert challenge_vote(votes=votes, GM=FOR).challenge_supporters == ("Bob",)
    own: dict[str, Any] = {"votes": votes, "caller": "GM", "GM": AGAINST}
    assert challenge_vote(**own).upheld
    assert not challenge_vote(**own, options=STANDS).upheld
    assert challenge_vote(votes=votes, caller="Ann", GM=AGAINST, options=STANDS).upheld
    with pytest.raises(Refused, match="2 to 2: the GM breaks the tie"):
        challenge_vote(for_call=2, for_challenge=2)


@pytest.mark.rule("yarn.challenge-time", "yarn.challenge-plot", "yarn.challenge-novelty")
def test_what_a_lost_vote_asks_of_the_caller():
    assert challenge_time(time_break="a month", for_call=1, for_challenge=2).time_break == "none"
    assert challenge_time(time_break="a month", for_call=2, for_challenge=1).time_break == "a month"
    lost: dict[str, Any] = {"challenger": "Bob", "votes": {"Ann": "call", "Bob": "challenge", "Cy": "challenge"}}
    assert challenge_plot(**lost, new_situation="dawn", accepts=["Bob", "Cy"]).stands
    half = challenge_plot(**lost, new_situation="dawn", accepts=["Bob"], tries=2)
    assert (half.stands, half.gm_judges) == (False, True)
    assert challenge_plot(challenger="Bob", votes={"Ann": "call"}).stands
    assert challenge_novelty(too_alike=False).stands
    assert challenge_novelty(too_alike=True, change="none", enough=True).different_scene
    assert not challenge_novelty(too_alike=True, change="a storm").stands


@pytest.mark.rule("yarn.repeat-scene-ban")
def test_a_repeat_is_warned_of_in_both_directions_for_the_episode():
    earlier = {"scene": 3, "episode": 1, "petitioner": "Iva", "granter": "Otto", "force": "blocked"}
    call: dict[str, Any] = {"scene": 7, "episode": 1, "cast": ["Otto (Bob)", "Lea (Cy)", "Iva (Ann)"]}
    warned = repeat_scene_ban(episode=1, earlier=earlier, call=call)
    assert (warned.warning, warned.new_element_asked, warned.legal) == (True, True, True)
    assert not repeat_scene_ban(episode=1, earlier=earlier, call={**call, "cast": ["Iva", "Lea"]}).warning
    assert not repeat_scene_ban(episode=2, earlier=earlier, call={**call, "episode": 2}).warning


@pytest.mark.rule("yarn.go-procedural", "yarn.narration-challenge", "yarn.right-to-describe")
def test_what_is_told_stands_or_is_changed():
    told: dict[str, Any] = {"narration": "I climb the tower", "objectors": ["GM"]}
    assert go_procedural(**told, narrator="roll").procedural_required
    assert go_procedural(**told, narrator="withdraw").narration == "none"
    assert go_procedural(**told, narrator="adjust", new_narration="one ledge").procedural_required
    assert not go_procedural(narration="I climb").procedural_required
    vote: dict[str, Any] = {"narration": "Otto is drunk", "objectors": ["Bob"], "narrator": "vote"}
    assert narration_challenge(**vote, for_call=1, for_challenge=2).narration == "none"
    assert narration_challenge(**vote, for_call=2, for_challenge=1).narration == "Otto is drunk"
    assert not narration_challenge(narration="rain").vote_held
    assert not right_to_describe(player="Ann", pc_present=False, narration="rain").stands
    assert right_to_describe(player="GM", pc_present=False, narration="rain").stands
    open_ = right_to_describe(player="Ann", pc_present=True, narration="rain", challenged=True)
    assert (open_.stands, open_.logged) == (False, True)


@pytest.mark.rule("yarn.location-challenge")
def test_a_detail_of_a_place():
    tie: dict[str, Any] = {"ground": "tone", "gm_agrees": True, "players": 4, "would_vote_against": 2}
    assert location_challenge(**tie, GM=FOR).stands
    assert not location_challenge(**tie, GM=AGAINST, author="GM").stands
    assert location_challenge(**tie, GM=AGAINST, author="GM", options=STANDS).stands


@pytest.mark.rule("yarn.duck", "yarn.duck-pair")
def test_out_of_a_scene():
    give = duck(cast=CAST, player="Otto", caller_answer="give way", hand=3)
    assert (give.cast, give.hand, give.caller_starts_over) == (("Iva (Ann)", "Mayor (recurring)"), 3, False)
    stays = duck(cast=CAST[:1], player="Iva", caller_answer="compel", hand=3)
    assert (stays.cast, stays.caller_starts_over) == (("Iva (Ann)",), False)
    mayor: dict[str, Any] = {
        "cast": CAST[1:],
        "player": "Mayor",
        "caller_answer": "compel",
        "player_answer": "pay",
        "hand": 2,
    }
    assert duck(**mayor).caller_starts_over
    refused = duck(**mayor, options=NOT_HERS)
    assert (refused.no.code, refused.hand, refused.cast) == ("not-the-gms", 2, tuple(CAST[1:]))
    alone = duck_pair(**mayor, caller="Bob", ducked=["Iva"])
    assert (alone.next_caller, alone.barred, alone.caller_hand) == ("Bob", ("Iva", "Mayor"), 1)
    poor = duck(cast=CAST, player="Otto", caller_answer="compel", player_answer="pay")
    assert poor.no.text == "To duck costs a token, and the hand is empty: the character stays."


@pytest.mark.rule("yarn.rush")
def test_into_a_scene():
    kept: dict[str, Any] = {"consent": False, "hand": 2, "bennies": 1, "caller_hand": 4, "caller_bennies": 0}
    gm = rush(**kept, caller="GM", GM=4)
    assert (gm.joined, gm.hand, gm.GM, gm.gm_bennies) == (True, 1, 5, 0)
    gone = rush(**kept, caller="GM", pays="bennie", block=True)
    assert (gone.joined, gone.bennies, gone.caller_bennies) == (True, 0, 0)
    assert rush(consent=False, pays="bennie", hand=3).no.code == "nothing-to-pay"
    assert rush(consent=False, hand=1, rusher="GM").joined
    assert rush(consent=False, hand=1, rusher="GM", options=NOT_HERS).no.code == "not-the-gms"


@pytest.mark.rule("yarn.rush-block")
def test_one_block_in_a_scene():
    rushes = [
        {"by": "Cy", "pays": "token", "hand": 1, "block": True},
        {"by": "Dee", "pays": "token", "hand": 2, "block": True},
    ]
    found = rush_block(caller_hand=0, caller_bennies=2, rushes=rushes)
    assert (found.joined, found.hands) == (("Dee",), {"Cy": 1, "Dee": 1})
    assert (found.caller_hand, found.caller_bennies) == (1, 1)
    assert rush_block(pays="token", hand=1, block=True, caller_bennies=2, caller_spent=1).joined
    assert rush_block(pays="token", hand=1, block=True).joined


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: challenge(kind="weather"), "not-listed"),
        (lambda: challenge_vote(players=3, for_call=2, for_challenge=2), "too-many-votes"),
        (lambda: challenge_vote(votes={"Ann": "perhaps"}), "not-a-choice"),
        (lambda: go_procedural(narration="x", objectors=["GM"], narrator="adjust"), "no-words"),
        (lambda: narration_challenge(narration="x", objectors=["GM"]), "no-words"),
        (
            lambda: location_challenge(ground="luck", gm_agrees=True, players=3, would_vote_against=1),
            "not-a-choice",
        ),
        (lambda: repeat_scene_ban(earlier={"force": "no"}, call={}), "not-a-choice"),
        (lambda: duck(cast=CAST, player="Lea", caller_answer="compel"), "not-cast"),
        (lambda: rush(consent=False, pays="gold"), "not-a-choice"),
    ],
)
def test_refusals(call, code):
    with pytest.raises(Refused) as no:
        call()
    assert no.value.code == code
