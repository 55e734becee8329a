"""Was it granted? The petitioner's word, the doubts of the others, the vote of all, and the tokens that move."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character
from apps.characters.yarn.people import of_seat, the_gm
from apps.characters.yarn.points import hand_of
from apps.characters.yarn.scenes import GRANTER, PETITIONER, Called, call, scene_of
from apps.drama.yarn import turns
from apps.drama.yarn.petition import course
from apps.rules.yarn.drama.tokens import practical_favour, token_exchange
from apps.table.models import Ask, Exchange
from apps.table.turn import Turn
from tests.acts_of_an_evening import said
from tests.people import Person, open_a_table
from tests.yarn_world import asked, held, in_a_turn, made, opens, refused, starts, told
from tests.yarn_world import votes as shows

Sides = dict[str, str]


def says(person: Person, act: str, allow: str, **more: Any) -> None:
    """Answers the newest question to this person."""
    person.does(f"yarn.{act}", ask=asked(person), allow=allow, **more)


@pytest.mark.played("yarn.petitioner-granter", "yarn.play-dramatic")
def test_anybody_in_it_says_that_it_is_over_and_the_petitioner_is_asked(
    played: Sides, ines: Person, marek: Person, gm: Person
) -> None:
    assert "Got it?" in marek.panel("yarn-petition")
    assert "Who asks whom" in marek.panel("yarn-petition")
    marek.does("yarn.signal-end", **played)
    assert told(gm.table)["petitioner"] == "Maud Ferrin"
    assert "Did Maud Ferrin win a real concession from Joss Amber?" in ines.panel("asks")
    assert marek.panel("asks") == ""
    assert "Waiting for I Ines to say whether it was won" in marek.panel("yarn-petition")
    assert "Waiting for" not in ines.panel("yarn-petition")
    scene = scene_of(gm.viewer.desk)
    assert scene
    assert [one.name for role in (PETITIONER, GRANTER) for one in scene.in_role(role)] == ["Maud Ferrin", "Joss Amber"]
    assert "That is being asked already" in refused(ines, "yarn.signal-end", **played)


def test_who_is_not_in_it_has_no_word(played: Sides, sit: Any, watcher: Person, gm: Person) -> None:
    noor = sit("Noor")
    assert "Nobody of yours is in this scene" in refused(noor, "yarn.signal-end", **played)
    assert watcher.post("yarn.confirm-tokens").status_code == 403
    assert "It is over" not in noor.panel("yarn-petition")
    assert "It is over" in gm.panel("yarn-petition")


def test_nobody_petitions_before_the_scene_is_played(
    maud: Character, joss: Character, gm: Person, ines: Person, marek: Person
) -> None:
    starts(gm)
    sides = {"petitioner": maud.public_id, "granter": joss.public_id}
    assert "No dramatic scene is being played" in refused(ines, "yarn.signal-end", **sides)
    gm.does("yarn.set-scene", title="The attic", mode="dramatic", cast=[maud.public_id, joss.public_id])
    assert "No dramatic scene is being played" in refused(ines, "yarn.signal-end", **sides)
    assert "Called" in ines.panel("yarn-petition")


@pytest.mark.played("yarn.recurring-characters", "yarn.drama-or-talking")
def test_the_gms_petition_nobody_of_hers_and_nobody_petitions_a_minor_one(
    played: Sides, maud: Character, bess: Character, gm: Person, ines: Person
) -> None:
    gm.does("yarn.quick-cast", name="Carter", role="minor", text="Waits.", copies=2)
    cast = {one.name: one.public_id for one in Character.objects.filter(table=gm.table)}
    carters = [name for name in cast if name.startswith("Carter")]
    everybody = [cast["Maud Ferrin"], cast["Old Bess"], *(cast[name] for name in carters)]
    gm.does("yarn.set-scene", title="The yard", mode="dramatic", cast=everybody)
    gm.does("yarn.start-anyway")
    to_carter = {"petitioner": maud.public_id, "granter": cast[carters[0]]}
    assert "settled with a roll" in refused(ines, "yarn.swap-sides", **to_carter)
    hers = {"petitioner": bess.public_id, "granter": bess.public_id}
    assert "not themselves" in refused(gm, "yarn.swap-sides", **hers)
    gm.does("yarn.make", name="Aunt Vera", role="recurring", desire="rest")
    vera = Character.objects.get(name="Aunt Vera").public_id
    gm.does("yarn.set-scene", title="The lane", mode="dramatic", cast=[vera, bess.public_id, maud.public_id])
    gm.does("yarn.start-anyway")
    assert "between recurring" in refused(gm, "yarn.swap-sides", petitioner=vera, granter=bess.public_id)


@pytest.mark.played("yarn.resolve-petition", "yarn.token-exchange", "yarn.concession", "yarn.practical-favour")
def test_a_yes_is_granted_and_the_granter_gets_a_token(
    over: Sides, hands: Any, gm: Person, ines: Person, marek: Person
) -> None:
    hands((ines, 2))
    assert "granted: 1 token, you to Marek" in ines.panel("asks")
    assert "refused: 1 token, the kitty to you" in ines.panel("asks")
    says(ines, "got-it", "yes")
    assert (held(ines), held(marek)) == (2, 0)
    assert "The tokens move" in gm.panel("asks")
    gm.does("yarn.confirm-tokens")
    assert (held(ines), held(marek)) == (1, 1)
    found = practical_favour(outcome="granted", petitioner=2, granter=0, promise_kept_later=False)
    assert (found.petitioner, found.granter, found.changed_later) == (1, 1, False)
    assert told(gm.table)["flows"] == [{"payer": "Ines", "receiver": "Marek", "count": 1}]
    assert not Exchange.objects.filter(closed_at=None).exists()
    assert "This petition is decided" in refused(ines, "yarn.signal-end", **over)
    assert "is decided already" in refused(gm, "yarn.two-way", **over)


def test_who_was_there_may_let_the_tokens_move(over: Sides, gm: Person, ines: Person, marek: Person, sit: Any) -> None:
    assert "No tokens wait" in refused(marek, "yarn.confirm-tokens")
    says(ines, "got-it", "yes")
    assert "Nobody of yours" in refused(sit("Noor"), "yarn.confirm-tokens")
    assert "Move the tokens" in marek.panel("yarn-petition")
    marek.does("yarn.confirm-tokens")
    assert told(gm.table)["flows"] == [{"payer": "", "receiver": "Marek", "count": 1}]


@pytest.mark.played("yarn.token-exchange")
def test_a_no_that_nobody_doubts_is_refused(over: Sides, hands: Any, gm: Person, ines: Person, marek: Person) -> None:
    hands((marek, 1))
    says(ines, "got-it", "no")
    assert "Do you see it otherwise?" in marek.panel("asks")
    assert "Asked of you" not in marek.panel("asks")
    says(marek, "doubt", "no")
    says(gm, "doubt", "no")
    assert "Do you force it?" in ines.panel("asks")
    says(ines, "force", "no")
    gm.does("yarn.confirm-tokens")
    assert (held(ines), held(marek)) == (1, 0)
    found = token_exchange(outcome="refused", petitioner=0, granter=1)
    assert (found.petitioner, found.granter) == (1, 0)


def test_the_gm_waits_for_no_more_doubts(over: Sides, gm: Person, ines: Person, marek: Person) -> None:
    assert "No doubt is waited for" in refused(gm, "yarn.let-it-be")
    says(ines, "got-it", "no")
    assert marek.post("yarn.let-it-be").status_code == 403
    gm.does("yarn.let-it-be")
    assert "Do you force it?" in ines.panel("asks")


@pytest.mark.parametrize(("extra", "outcome"), [("granted", "granted"), ("refused", "refused")])
@pytest.mark.played("yarn.resolve-petition")
def test_a_doubt_is_put_to_the_vote_and_the_caller_breaks_a_tie(
    extra: str, outcome: str, over: Sides, gm: Person, ines: Person, marek: Person, sit: Any
) -> None:
    noor = sit("Noor")
    says(ines, "got-it", "no")
    says(noor, "doubt", "yes")
    assert "Did Maud Ferrin win a real concession" in gm.panel("yarn-votes")
    pays = {
        "granted": "1 token to Marek, from Ines or the kitty",
        "refused": "1 token to Ines, from Marek or the kitty, unless it is forced",
    }
    assert f"Granted {pays['granted']} Refused {pays['refused']}" in noor.panel("asks")
    assert "Did Maud Ferrin win a real concession" in said(noor.get("yarn.vote", plain=True, ask=asked(noor)))
    for person, word in ((ines, "refused"), (marek, "refused"), (noor, "granted"), (gm, "granted")):
        shows(person, word)
    assert "you decide" in gm.panel("asks")
    assert "As many on either side: Director decides." in noor.panel("yarn-votes")
    shows(gm, extra)
    shown = noor.panel("yarn-petition")
    assert f"2 + 1 {outcome.capitalize()} So it is decided: {pays[outcome]}" in shown
    assert "Director extra vote" in shown
    asks = {"granted": (gm, "The tokens move"), "refused": (ines, "Do you force it?")}
    person, words = asks[outcome]
    assert words in person.panel("asks")


def test_a_vote_that_is_called_off_leaves_a_refusal(over: Sides, gm: Person, ines: Person, marek: Person) -> None:
    says(ines, "got-it", "no")
    says(marek, "doubt", "yes")
    vote = Exchange.objects.get(kind="yarn.vote", closed_at=None)
    gm.does("call-off", exchange=vote.public_id)
    assert "Do you force it?" in ines.panel("asks")


def test_the_gm_answers_for_whoever_is_asked_but_nobody_else_does(
    over: Sides, gm: Person, ines: Person, marek: Person
) -> None:
    assert "no longer open" in refused(marek, "yarn.got-it", ask=asked(ines), allow="yes")
    assert "Answer for them" in gm.panel("waiting")
    gm.does("yarn.got-it", ask=asked(ines), allow="no")
    assert told(gm.table)["who"] == "Ines"
    assert "no longer open" in refused(gm, "yarn.force", ask=asked(marek), allow="no")


@pytest.mark.played("yarn.petitioner-granter")
def test_the_sides_are_put_right_until_something_is_decided(
    over: Sides, gm: Person, ines: Person, marek: Person
) -> None:
    other = {"petitioner": over["granter"], "granter": over["petitioner"]}
    marek.does("yarn.swap-sides", **other)
    assert ines.panel("asks") == ""
    says(marek, "got-it", "yes")
    assert "comes too late" in refused(marek, "yarn.swap-sides", **over)


def test_whoever_is_the_petitioner_now_is_shown_before_anything_is_asked(played: Sides, ines: Person) -> None:
    other = {"petitioner": played["granter"], "granter": played["petitioner"]}
    for sides, seeks in ((played, "Maud Ferrin"), (other, "Joss Amber"), (played, "Maud Ferrin")):
        ines.does("yarn.swap-sides", **sides)
        petitioner = ines.soup().select_one("#panel-yarn-petition h3")
        assert petitioner is not None
        assert petitioner.get_text(" ", strip=True) == f"{seeks} Petitioner"


def test_a_petitioner_who_was_named_stays_so_where_nobody_was_named_to_grant_it(
    maud: Character, joss: Character, bess: Character, gm: Person, ines: Person, marek: Person
) -> None:
    opens(gm)
    cast = [one.public_id for one in (maud, joss, bess)]
    call = {"cast": cast, "mode": "dramatic", "situation": "Rain.", "new_place": "The attic", "seeks": joss.public_id}
    gm.does("yarn.call", **call)
    gm.does("yarn.start-anyway")
    form = BeautifulSoup(ines.get("yarn.signal-end").content, "lxml")
    named = [form.select_one(f"[name={one}] [selected]") for one in ("petitioner", "granter")]
    assert [one.text for one in named if one and one.get("value")] == ["Joss Amber"]


@pytest.mark.played("yarn.gm-pool", "yarn.drama-tokens")
def test_the_gm_pays_for_all_of_hers_with_one_pool(
    played: Sides, bess: Character, hands: Any, gm: Person, ines: Person
) -> None:
    hands(("GM", 1))
    ines.does("yarn.signal-end", petitioner=played["petitioner"], granter=bess.public_id)
    says(ines, "got-it", "no")
    gm.does("yarn.let-it-be")
    says(ines, "force", "no")
    gm.does("yarn.confirm-tokens")
    assert held(ines) == 1
    assert hand_of(gm.viewer.desk, the_gm(gm.viewer.desk)) == 0


def test_what_was_answered_is_taken_back(over: Sides, gm: Person, ines: Person, marek: Person) -> None:
    says(ines, "got-it", "yes")
    gm.does("yarn.confirm-tokens")
    gm.does("undo")
    assert held(marek) == 0
    assert "The tokens move" in gm.panel("asks")
    gm.does("undo")
    assert "Did Maud Ferrin win" in ines.panel("asks")


def test_another_petition_begins_with_what_has_not_come_out_yet(
    over: Sides, gm: Person, ines: Person, marek: Person
) -> None:
    says(ines, "got-it", "yes")
    gm.does("yarn.confirm-tokens")
    form = BeautifulSoup(marek.get("yarn.signal-end").content, "lxml")
    named = [form.select_one(f"[name={one}] [selected]") for one in ("petitioner", "granter")]
    assert [one.text for one in named if one] == ["Joss Amber", "Maud Ferrin"]


def test_a_scene_that_closes_leaves_nothing_open(over: Sides, gm: Person) -> None:
    gm.does("close-scene")
    assert not Exchange.objects.filter(closed_at=None).exists()
    assert gm.panel("yarn-petition") == ""


def test_one_whom_nobody_knows_of_is_in_no_list(
    maud: Character, joss: Character, hale: Character, gm: Person, ines: Person, marek: Person
) -> None:
    starts(gm)
    gm.does("yarn.set-scene", title="A", mode="dramatic", cast=[one.public_id for one in (maud, joss, hale)])
    gm.does("yarn.start-anyway")
    assert "Hale" not in gm.panel("yarn-petition") + gm.get("yarn.swap-sides").content.decode()
    sides = {"petitioner": maud.public_id, "granter": hale.public_id}
    assert "not yours to choose" in refused(gm, "yarn.swap-sides", **sides)


def test_one_player_does_not_petition_himself(gm: Person, ines: Person, marek: Person, maud: Character) -> None:
    sam = made(ines, name="Sam", role="main")
    starts(gm)
    gm.does("yarn.set-scene", title="A", mode="dramatic", cast=[maud.public_id, sam.public_id])
    gm.does("yarn.start-anyway")
    no = refused(ines, "yarn.swap-sides", petitioner=maud.public_id, granter=sam.public_id)
    assert "One player plays both" in no


def test_of_a_player_who_leaves_the_gm_answers_and_a_pool_does_not_pay_itself(
    played: Sides, bess: Character, hands: Any, gm: Person, ines: Person
) -> None:
    hands(("GM", 2))
    gm.does("yarn.signal-end", petitioner=played["petitioner"], granter=bess.public_id)
    gm.does("remove-seat", seat=ines.viewer.seat.public_id)
    gm.does("yarn.got-it", ask=Ask.objects.get(closed_at=None).public_id, allow="yes")
    gm.does("yarn.confirm-tokens")
    assert told(gm.table, "yarn.tokens-moved")["flows"] == []
    assert hand_of(gm.viewer.desk, the_gm(gm.viewer.desk)) == 2


# no contest


@pytest.mark.played("yarn.no-contest")
def test_the_granter_finds_nothing_to_contest(played: Sides, gm: Person, ines: Person, marek: Person) -> None:
    assert "it is said who asks whom" in refused(marek, "yarn.no-contest")
    ines.does("yarn.swap-sides", **played)
    assert "Only whoever plays the granter" in refused(ines, "yarn.no-contest")
    assert "No contest: no token moves" in marek.panel("yarn-petition")
    assert "No contest" not in ines.panel("yarn-petition")
    marek.does("yarn.no-contest")
    assert told(gm.table)["flows"] == []
    assert "calls again, or passes" in ines.panel("yarn-petition")
    assert "this scene is over" in refused(ines, "yarn.signal-end", **played)


@pytest.mark.played("yarn.no-contest")
def test_whoever_called_a_scene_without_contest_calls_again(
    maud: Character, joss: Character, gm: Person, ines: Person, marek: Person
) -> None:
    opens(gm)

    def calls(turn: Turn) -> None:
        cast = [(turn.desk.own(maud), PETITIONER), (turn.desk.own(joss), GRANTER)]
        call(turn, Called(of_seat(turn.desk.own(marek.viewer.seat)), "dramatic", cast, "The quay"))

    in_a_turn(gm, calls)
    assert "Petitioner" in ines.panel("yarn-petition")
    marek.does("yarn.no-contest")
    found = turns.coming(gm.viewer.desk)
    assert found
    assert (found.who.name, found.again) == ("Marek", "no contest")


@pytest.fixture
def willing(db: None) -> Any:
    return open_a_table("Low Water", game="yarn", no_contest_exchange="on")


def test_at_some_tables_it_counts_as_a_willing_grant(willing: Any) -> None:
    from tests.people import sit_down
    from tests.yarn_evening import JOSS, MAUD

    gm, ines, marek = sit_down(willing, "Edda", "gm", "gm"), sit_down(willing, "Ines"), sit_down(willing, "Marek")
    maud, joss = made(ines, **MAUD), made(marek, **JOSS)
    starts(gm)
    gm.does("yarn.set-scene", title="A", mode="dramatic", cast=[maud.public_id, joss.public_id])
    gm.does("yarn.start-anyway")
    ines.does("yarn.signal-end", petitioner=maud.public_id, granter=joss.public_id)
    assert "No contest: 1 token, the kitty to you" in marek.panel("yarn-petition")
    marek.does("yarn.no-contest")
    assert held(marek) == 1
    assert not Exchange.objects.filter(closed_at=None).exists()


def test_whoever_is_absent_neither_doubts_nor_votes(
    maud: Character, joss: Character, gm: Person, ines: Person, marek: Person, sit: Any
) -> None:
    noor = sit("Noor")
    opens(gm, absent=[noor.viewer.seat.public_id])
    gm.does("yarn.set-scene", title="A", mode="dramatic", cast=[maud.public_id, joss.public_id])
    gm.does("yarn.start-anyway")
    ines.does("yarn.signal-end", petitioner=maud.public_id, granter=joss.public_id)
    says(ines, "got-it", "no")
    assert noor.panel("asks") == ""
    says(marek, "doubt", "yes")
    assert noor.panel("asks") == ""


# hands that are not open


@pytest.fixture
def closed_hands(db: None) -> Any:
    return open_a_table("Low Water", game="yarn", tokens_public="off")


def test_nothing_tells_of_a_hand_that_is_not_open(closed_hands: Any) -> None:
    from tests.people import sit_down
    from tests.yarn_evening import JOSS, MAUD

    gm, ines = sit_down(closed_hands, "Edda", "gm", "gm"), sit_down(closed_hands, "Ines")
    marek = sit_down(closed_hands, "Marek")
    maud, joss = made(ines, **MAUD), made(marek, **JOSS)
    starts(gm)
    gm.does("yarn.set-scene", title="A", mode="dramatic", cast=[maud.public_id, joss.public_id])
    gm.does("yarn.start-anyway")
    ines.does("yarn.signal-end", petitioner=maud.public_id, granter=joss.public_id)
    shown = [[ines.panel("asks"), ines.panel("yarn-petition")]]
    gm.does("yarn.set-hand", who=marek.viewer.seat.public_id, points="tokens", count=3)
    shown.append([ines.panel("asks"), ines.panel("yarn-petition")])
    assert shown[0] == shown[1]
    assert "1 token, Marek or the kitty to you" in shown[0][0]
    assert course.open_petition(gm.viewer.desk)


@pytest.mark.played("yarn.petitioner-granter", "yarn.token-exchange")
def test_a_scene_that_was_called_is_played_to_its_end(
    maud: Character, joss: Character, gm: Person, ines: Person, marek: Person
) -> None:
    opens(gm)
    sides = {"seeks": maud.public_id, "of": joss.public_id}
    cast = [maud.public_id, joss.public_id]
    gm.does("yarn.make-place", name="The quay")
    place = Character.objects.get(name="The quay").public_id
    gm.does("yarn.call", caller="GM", cast=cast, mode="dramatic", situation="Rain.", place=place, **sides)
    gm.does("yarn.start-anyway")
    assert "Maud Ferrin Petitioner" in marek.panel("yarn-petition")
    assert "No contest" in marek.panel("yarn-petition")
    ines.does("yarn.signal-end", petitioner=maud.public_id, granter=joss.public_id)
    says(ines, "got-it", "yes")
    ines.does("yarn.confirm-tokens")
    assert "The scene is decided. Close the scene" in ines.panel("yarn-petition")
    ines.does("close-scene")
    assert held(marek) == 1
    assert ines.panel("yarn-petition") == ""


def test_a_drama_says_what_to_do_in_it_and_what_closing_it_unasked_brings(
    played: Sides, ines: Person, sit: Any
) -> None:
    looks_on: Person = sit("Noor")
    for one in (ines, looks_on):
        assert "Play it in words. When it is over, whoever wanted something is asked" in one.panel("yarn-petition")
    assert "It is over" not in looks_on.panel("yarn-petition")
    assert "Close it: no token moves" in ines.panel("yarn-calling")
    assert "Close the scene" not in ines.panel("yarn-calling")
    ines.does("yarn.signal-end", **played)
    assert "Play it in words" not in ines.panel("yarn-petition")


def test_the_way_to_close_a_drama_stands_once(over: Sides, gm: Person, ines: Person) -> None:
    def ways(person: Person) -> int:
        return sum(person.panel(one).count("Close the scene") for one in ("yarn-calling", "yarn-petition"))

    assert (ways(gm), ways(ines)) == (1, 0)
    says(ines, "got-it", "yes")
    assert (ways(gm), ways(ines)) == (1, 0)
    gm.does("yarn.confirm-tokens")
    assert (ways(gm), ways(ines)) == (1, 1)
