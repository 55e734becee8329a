"""An episode closes: hands are fixed, statements, ballots, bennies, tokens to the kitty, the next theme."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.yarn.harm import suffer
from apps.characters.yarn.levels import level_of
from apps.drama.yarn.closes import open_step
from apps.drama.yarn.themes import chooser_of_theme, theme_to_come
from apps.rules.dice import ScriptedDice
from apps.table import door
from apps.table.models import Ask, Exchange, Span
from apps.table.turn import Turn
from tests.acts_of_an_evening import said
from tests.people import Person, sit_down
from tests.yarn_world import asked, held, in_a_turn, made, opens, refused, starts, told


@pytest.fixture
def over(maud: Character, joss: Character, gm: Person, ines: Person, marek: Person) -> Character:
    """The last scene is over; Ines holds 2 tokens and Marek none."""
    starts(gm)
    gm.does("yarn.set-hand", who=key(ines), points="tokens", count=2)
    gm.does("close-scene")
    return maud


def key(person: Person) -> str:
    assert person.seat is not None
    return person.seat.public_id


def closes(gm: Person, *there: Person) -> None:
    gm.does("yarn.close-episode", here=[key(one) for one in there])


def states(person: Person, text: str = "I did.") -> None:
    person.does("yarn.state", ask=asked(person), text=text)


def ranks(person: Person, *names: Person) -> None:
    person.does("yarn.ballot", ask=asked(person), order=",".join(key(one) for one in names))


def confirms(gm: Person, *winners: Person, **more: Any) -> None:
    gm.does("yarn.confirm-winners", ask=asked(gm), winners=[key(one) for one in winners], **more)


def said_in(person: Person) -> str:
    return " ".join(person.panel("yarn-closing").split())


def shuffles(monkeypatch: pytest.MonkeyPatch, *faces: int) -> None:
    monkeypatch.setattr(door, "dice", ScriptedDice(faces))


@pytest.mark.played("yarn.healing-moment", "yarn.session-end")
def test_days_that_still_wait_heal_as_the_episode_closes(
    over: Character, hale: Character, gm: Person, ines: Person, marek: Person
) -> None:
    def levels() -> list[int]:
        return [level_of(Character.objects.get(pk=one.pk)).now for one in (over, hale)]

    def hurts_both(turn: Turn) -> None:
        for one in (over, hale):
            suffer(turn, turn.desk.own(one), 8)

    in_a_turn(gm, hurts_both)
    gm.does("yarn.time-passes", count=4, unit="days")
    before = levels()
    assert "Maud Ferrin, 4 days, active 13 to 13 of 21" in said(gm.get("yarn.close-episode"))
    rests: dict[str, Any] = {f"does-{over.public_id}": "rest"}
    assert "Maud Ferrin, 4 days, rest 13 to 17 of 21" in said(gm.get("yarn.close-episode", **rests))
    gm.does("yarn.close-episode", here=[key(ines), key(marek)], **rests)
    assert levels() == [before[0] + 4, before[1]]
    assert "Maud Ferrin, 4 days, rest: 13 to 17 of 21." in marek.log()
    assert "Hale" not in marek.log()
    assert "days to heal" not in gm.panel("yarn-patients")
    gm.does("undo")
    assert (levels(), "4 days to heal." in gm.panel("yarn-patients")) == (before, True)
    gm.does("yarn.break-off")
    assert levels() == before


@pytest.mark.played("yarn.session-end", "yarn.bennie-statements", "yarn.bennie-ballot", "yarn.token-reset")
def test_an_episode_closes_step_by_step(
    over: Character, gm: Person, ines: Person, marek: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    closes(gm, ines, marek)
    assert told(gm.table)["hands"] == [{"who": "Ines", "tokens": 2}, {"who": "Marek", "tokens": 0}]
    assert "mother or creditor" in ines.panel("asks")
    assert marek.panel("asks") == ""
    assert "Whose poles I Ines then M Marek" in said_in(marek)
    states(ines, "I fed them.")
    assert "Whose poles M Marek" in said_in(ines)
    assert "I fed them." in marek.panel("yarn-closing")
    states(marek)
    ranks(ines, marek)
    ranks(gm, ines, marek)
    assert "2 of 3 ballots are in" in marek.panel("yarn-closing")
    ranks(marek, ines)
    assert held(ines) == 2
    shuffles(monkeypatch, 2)
    confirms(gm, ines)
    assert (held(ines), held(ines, "bennies"), held(marek, "bennies")) == (0, 1, 0)
    assert told(gm.table, "yarn.themes-drawn") == {"names": ["Marek", "Ines"]}
    assert "You choose the theme of episode 2" in marek.panel("asks")
    assert "Marek chooses the theme of the next episode." in said_in(ines)
    marek.does("yarn.choose-theme", ask=asked(marek), theme="Debts")
    assert "notes the theme of the next episode: Debts." in gm.log()
    assert "chose it" not in gm.log(), "who has noted it is who chose it"
    chooser = chooser_of_theme(gm.viewer.desk)
    assert chooser
    assert (theme_to_come(gm.viewer.desk), chooser.name) == ("Debts", "Marek")
    assert "Award experience dice" in gm.panel("asks")
    for _ in "12":
        gm.does("yarn.award-dice", characters=[over.public_id], play=1)
    assert f"Have theirs: {over.name}. Award more dice" in gm.panel("asks")
    gm.does("yarn.finish-episode", ask=asked(gm))
    assert told(gm.table)["theme"] == "Debts"
    assert not Span.objects.filter(kind="session", closed_at=None).exists()


@pytest.mark.played("yarn.bennie-tally", "yarn.bennie-winners", "yarn.bennie-secrecy")
def test_the_tally_is_the_gms_and_who_gains_is_everybodys(
    over: Character, gm: Person, ines: Person, marek: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    closes(gm, ines, marek)
    states(ines)
    states(marek)
    ranks(ines, marek)
    ranks(marek, ines)
    ranks(gm, marek, ines)
    scores = gm.panel("yarn-scores")
    assert "Ines 3 − 2 1 gains a bennie M Marek 2 − 0 2 gains a bennie" in scores
    assert "Marek : Ines" in scores
    assert "yarn-scores" not in ines.page()
    shuffles(monkeypatch, 1)
    confirms(gm, ines, marek)
    card = next(one for one in ines.soup().select("#log-cards > li") if "gain a bennie" in one.text)
    assert "news" in card["class"]
    assert told(gm.table, "yarn.bennies-gained", "everybody") == {"names": ["Ines", "Marek"]}
    assert told(gm.table, "yarn.bennies-gained", "gms")["scores"][0] == {
        "who": "Ines", "sum": 3, "hand": 2, "score": 1,
    }  # fmt: skip
    assert gm.panel("yarn-scores") == ""


def test_with_anonymous_ballots_the_gm_reads_no_name(over: Character, gm: Person, ines: Person, marek: Person) -> None:
    gm.table.switches.filter(key="anonymous-ballots").update(value="on")
    closes(gm, ines, marek)
    states(ines)
    states(marek)
    for one, ballot in ((ines, [marek]), (marek, [ines]), (gm, [marek, ines])):
        ranks(one, *ballot)
    gm.table.switches.filter(key="anonymous-ballots").update(value="off")  # what was promised is kept
    assert "Marek : Ines" not in gm.panel("yarn-scores")
    assert "Marek, Ines" in gm.panel("yarn-scores")


def test_whoever_took_no_part_is_left_out(
    over: Character, gm: Person, ines: Person, marek: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    closes(gm, ines)
    states(ines)
    assert marek.panel("asks") == ""
    assert ines.panel("asks") == ""  # nobody else is there whom she could rank
    ranks(gm, ines)
    shuffles(monkeypatch, 2)
    confirms(gm, ines)
    assert "You choose the theme" in ines.panel("asks")  # Marek is first, but not here: the two change places


def test_somebody_without_a_character_votes_and_is_not_ranked(
    over: Character, gm: Person, ines: Person, marek: Person
) -> None:
    piet = sit_down(gm.table, "Piet")
    closes(gm, ines, marek, piet)
    states(ines)
    states(marek)
    assert "Whose poles came out best?" in piet.panel("asks")
    assert "Piet" not in ines.get("yarn.ballot", ask=asked(ines)).content.decode()


@pytest.mark.played("yarn.bennie-statements")
def test_the_gm_makes_the_case_for_who_cannot(over: Character, gm: Person, ines: Person, marek: Person) -> None:
    closes(gm, ines, marek)
    assert "Say it in a few words" in refused(ines, "yarn.state", ask=asked(ines), text="")
    assert "Maud Ferrin: mother or creditor" in " ".join(
        ines.get("yarn.state", ask=asked(ines)).content.decode().split()
    )
    ines.does("yarn.hand-statement", ask=asked(ines))
    states(gm, "She fed them.")
    assert told(gm.table)["by_gm"]
    assert "said by the GM" in marek.panel("yarn-closing")
    assert "How did you bring out the poles of Joss" in marek.panel("asks")
    assert refused(ines, "yarn.hand-statement", ask=asked(marek))
    gm.does("yarn.state", ask=asked(marek), text="")
    assert "no case to make" in gm.log()


def test_a_ballot_is_tapped_name_by_name(over: Character, gm: Person, ines: Person, marek: Person) -> None:
    closes(gm, ines, marek)
    states(ines)
    states(marek)
    page = gm.get("yarn.ballot", ask=asked(gm)).content.decode()
    assert "2 more to place" in " ".join(page.split())
    tapped = gm.get("yarn.ballot", ask=asked(gm), order=key(marek)).content.decode()
    assert f'value="{key(marek)},{key(ines)}"' in tapped  # the one left over takes the last place by itself
    assert "Not ranked yet: Ines, Marek." in refused(gm, "yarn.ballot", ask=asked(gm), order="")


def test_nobody_casts_or_closes_for_others(over: Character, gm: Person, ines: Person, marek: Person) -> None:
    assert ines.post("yarn.close-episode", here=[key(ines)]).status_code == 403
    closes(gm, ines, marek)
    assert "It is being closed already" in refused(gm, "yarn.close-episode", here=[key(ines)])
    assert "no longer open" in refused(marek, "yarn.state", ask=asked(ines), text="x")
    states(ines)
    states(marek)
    assert "Nobody answers this for somebody else" in refused(gm, "yarn.ballot", ask=asked(ines), order=key(marek))


def test_the_scene_is_settled_first(maud: Character, gm: Person, ines: Person) -> None:
    assert "No episode is open" in refused(gm, "yarn.close-episode", here=[key(ines)])
    assert "No episode is open" in refused(gm, "yarn.break-off")
    starts(gm)
    assert refused(gm, "close-session", here=[key(ines)]).count("End the scene first") == 1
    assert "End the scene first" in gm.get("close-session").content.decode()
    gm.does("close-scene")
    assert "Somebody took part" in refused(gm, "yarn.close-episode", here=[])


def test_no_scene_is_called_any_more(over: Character, gm: Person, ines: Person, marek: Person) -> None:
    assert "is to call" in ines.panel("yarn-calling")
    closes(gm, ines, marek)
    assert "is to call" not in ines.panel("yarn-calling")
    no = refused(gm, "yarn.set-scene", title="The attic", mode="dramatic", cast=[over.public_id])
    assert "no scene is called any more" in no


def test_what_is_broken_off_does_nothing_of_it(over: Character, gm: Person, ines: Person, marek: Person) -> None:
    closes(gm, ines, marek)
    gm.does("yarn.break-off")
    assert not Exchange.objects.filter(closed_at=None).exists()
    assert held(ines) == 2


def test_after_an_episode_everybody_reads_that_it_is_over_and_what_comes_next(
    over: Character, gm: Person, ines: Person
) -> None:
    gm.does("yarn.break-off")
    for words in ("Episode 1 is over. Sheets, bennies and the log stay.", "Open the episode Award experience dice"):
        assert words in gm.panel("yarn-calling")
    assert ines.panel("yarn-calling").startswith("Episode 1 is over. ")
    assert ines.panel("yarn-calling").endswith("opens the next one.")


@pytest.mark.played("yarn.session-end")
def test_a_whole_close_is_taken_back_step_by_step(
    over: Character, gm: Person, ines: Person, marek: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the GM, the newest first. A ballot of somebody else is nobody's to take back: past it only all of it goes."""
    closes(gm, ines, marek)
    states(ines)
    states(marek)
    for person, *order in ((ines, marek), (marek, ines), (gm, ines, marek)):
        ranks(person, *order)
    shuffles(monkeypatch, 2)
    confirms(gm, ines)
    marek.does("yarn.choose-theme", ask=asked(marek), theme="Debts")
    gm.does("yarn.finish-episode", ask=asked(gm))
    for left in ("the last step", "the theme", "who gains a bennie", "the GM’s ballot"):
        gm.does("undo")
        assert open_step(gm.viewer.desk), left
    assert (held(ines), held(ines, "bennies")) == (2, 0)
    assert "2 of 3 ballots are in" in said_in(marek)
    assert "Later acts build on it" in refused(gm, "undo")
    gm.does("undo", with_later="on")
    while open_step(gm.viewer.desk):
        gm.does("undo")
    assert (held(ines), held(marek), held(ines, "bennies")) == (2, 0, 0)
    assert "is to call" in ines.panel("yarn-calling")


@pytest.mark.played("yarn.theme-order")
def test_cards_for_themes_lie_as_they_lay_after_they_were_taken_back(
    over: Character, gm: Person, ines: Person, marek: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    closes(gm, ines, marek)
    for person in (ines, marek):
        states(person)
    for person, *order in ((ines, marek), (marek, ines), (gm, ines, marek)):
        ranks(person, *order)
    shuffles(monkeypatch, 2)
    confirms(gm, ines, marek)
    drawn = told(gm.table, "yarn.themes-drawn")
    gm.does("undo")
    shuffles(monkeypatch, 1)
    confirms(gm, ines, marek)
    assert told(gm.table, "yarn.themes-drawn") == drawn


def test_the_order_for_themes_lasts(
    over: Character, gm: Person, ines: Person, marek: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, chooser in ((1, marek), (2, ines), (3, marek)):
        shuffles(monkeypatch, *([2] if number == 1 else []))
        closes(gm, ines, marek)
        states(ines)
        states(marek)
        for one, ballot in ((ines, [marek]), (marek, [ines]), (gm, [marek, ines])):
            ranks(one, *ballot)
        confirms(gm)
        chooser.does("yarn.choose-theme", ask=asked(chooser), theme=f"Theme {number}")
        gm.does("yarn.finish-episode", ask=asked(gm))
        shuffles(monkeypatch, 1)
        gm.does("open-session", title=f"Theme {number}")


def comes_to_the_theme(gm: Person, *there: Person) -> Ask:
    """Opens an episode and closes it up to the question for the theme of the next one."""
    if not Span.objects.filter(kind="session", closed_at=None).exists():
        gm.does("yarn.open-episode", title="The next")
    closes(gm, *there)
    for one in there:
        states(one)
    for one in (*there, gm):
        if others := [each for each in there if each is not one]:
            ranks(one, *others)
    confirms(gm)
    return Ask.objects.get(table=gm.table, closed_at=None)


def plays_out(gm: Person, *there: Person) -> str:
    """An episode in all its steps; returns who has chosen the theme of the next one."""
    ask = comes_to_the_theme(gm, *there)
    gm.does("yarn.choose-theme", ask=ask.public_id, theme="Debts")
    assert f"{ask.facts['who']} chose it." in gm.log()
    gm.does("yarn.finish-episode", ask=asked(gm))
    return str(ask.facts["who"])


@pytest.fixture
def three(over: Character, joss: Character, gm: Person, ines: Person, marek: Person, monkeypatch: Any) -> list[Person]:
    """Ines, Marek and Piet, in that order for themes; cards lie as they lay."""
    piet = sit_down(gm.table, "Piet")
    made(piet, name="Corin", role="main")
    shuffles(monkeypatch, *([1] * 90))
    return [ines, marek, piet]


@pytest.mark.played("yarn.theme-order")
def test_who_was_absent_changes_places_for_this_pass_alone(three: list[Person], gm: Person) -> None:
    _, marek, piet = three
    assert plays_out(gm, marek, piet) == "Marek"
    chosen = [plays_out(gm, *three) for _ in range(5)]
    assert chosen == ["Ines", "Piet", "Ines", "Marek", "Piet"]


@pytest.mark.played("yarn.theme-order")
def test_who_comes_later_or_leaves_moves_nobodys_turn(three: list[Person], gm: Person) -> None:
    ines, marek, piet = three
    assert [plays_out(gm, *three) for _ in range(4)] == ["Ines", "Marek", "Piet", "Ines"]
    nils = sit_down(gm.table, "Nils")
    made(nils, name="Ubbe", role="main")
    assert [plays_out(gm, *three, nils) for _ in range(3)] == ["Marek", "Piet", "Nils"]
    assert plays_out(gm, *three, nils) == "Ines"
    gm.does("remove-seat", seat=key(ines))
    assert [plays_out(gm, marek, piet, nils) for _ in range(4)] == ["Marek", "Piet", "Nils", "Marek"]


@pytest.mark.parametrize("leaves", ["asked", "named"])
def test_a_chooser_who_leaves_takes_nobodys_turn_along(three: list[Person], gm: Person, leaves: str) -> None:
    ines, marek, piet = three
    ask = comes_to_the_theme(gm, *three)
    steps = [("yarn.choose-theme", {"ask": ask.public_id, "theme": "Debts"}), ("remove-seat", {"seat": key(ines)})]
    for act, fields in steps if leaves == "named" else reversed(steps):
        gm.does(act, **fields)
    gm.does("yarn.finish-episode", ask=asked(gm))
    assert [plays_out(gm, marek, piet) for _ in range(3)] == ["Marek", "Piet", "Marek"]


def test_a_theme_that_was_named_before_the_session_broke_off_was_a_turn(three: list[Person], gm: Person) -> None:
    gm.does("yarn.choose-theme", ask=comes_to_the_theme(gm, *three).public_id, theme="Debts")
    gm.does("yarn.break-off")
    assert plays_out(gm, *three) == "Marek"


@pytest.mark.parametrize("begins", ["before", "asked"])
def test_whoever_begins_to_lead_chooses_no_theme_any_more(three: list[Person], gm: Person, begins: str) -> None:
    ines, marek, piet = three
    if begins == "before":
        assert plays_out(gm, *three) == "Ines"
        gm.does("make-gm", seat=key(marek))
        assert [plays_out(gm, ines, piet) for _ in range(3)] == ["Piet", "Ines", "Piet"]
        return
    ask = comes_to_the_theme(gm, *three)
    gm.does("make-gm", seat=key(ines))
    gm.does("yarn.choose-theme", ask=ask.public_id, theme="Debts")
    gm.does("yarn.finish-episode", ask=asked(gm))
    assert [plays_out(gm, marek, piet) for _ in range(2)] == ["Marek", "Piet"]


def test_where_the_gm_arranges_she_lays_the_cards_for_themes(
    over: Character, gm: Person, ines: Person, marek: Person
) -> None:
    gm.table.switches.filter(key="precedence-source").update(value="GM arranges")
    closes(gm, ines, marek)
    states(ines)
    states(marek)
    for one, ballot in ((ines, [marek]), (marek, [ines]), (gm, [marek, ines])):
        ranks(one, *ballot)
    places = {f"place_{key(ines)}": 1, f"place_{key(marek)}": 1}
    assert "one player’s" in refused(gm, "yarn.confirm-winners", ask=asked(gm), **places)
    confirms(gm, ines, **places | {f"place_{key(ines)}": 2})
    assert "You choose the theme" in marek.panel("asks")


def test_nobody_to_rank_leaves_the_theme(table: Any, gm: Person, ines: Person) -> None:
    gm.does("open-session", title="A first evening")
    closes(gm, ines)
    assert "You choose the theme of episode 2" in ines.panel("asks")


@pytest.mark.parametrize(("value", "gaining"), [("all", 4), ("none of the tied", 1)])
def test_three_tied_for_second_by_the_switch(
    value: str,
    gaining: int,
    gm: Person,
    ines: Person,
    marek: Person,
    maud: Character,
    joss: Character,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ines has 4, the others 8, two of them thanks to their tokens."""
    piet, sam = (sit_down(gm.table, name) for name in ("Piet", "Sam"))
    for one in (piet, sam):
        made(one, name="Somebody", role="main")
    gm.table.switches.filter(key="second-place-many").update(value=value)
    shuffles(monkeypatch, 1, 1, 1)
    gm.does("open-session", title="Ties")
    for one, tokens in ((piet, 2), (sam, 4)):
        gm.does("yarn.set-hand", who=key(one), points="tokens", count=tokens)
    closes(gm, ines, marek, piet, sam)
    for one in (ines, marek, piet, sam):
        states(one)
    ranks(ines, marek, piet, sam)
    ranks(marek, ines, piet, sam)
    ranks(piet, ines, sam, marek)
    ranks(sam, ines, marek, piet)
    ranks(gm, ines, marek, piet, sam)
    assert gm.panel("yarn-scores").count("gains a bennie") == gaining


@pytest.mark.played("yarn.theme-order")
def test_the_first_theme_by_the_switch_is_a_players(table: Any, gm: Person, ines: Person, marek: Person) -> None:
    gm.table.switches.filter(key="first-theme-by").update(value="first player in the calling order")
    opens(gm, 2, title="")
    assert ines.panel("asks") == ""
    marek.does("yarn.choose-theme", ask=asked(marek), theme="What we inherit")
    assert Span.objects.get(kind="session").title == "What we inherit"
    assert theme_to_come(gm.viewer.desk) == ""


def test_the_first_theme_is_the_gms(table: Any, gm: Person, ines: Person) -> None:
    opens(gm, title="")
    assert ines.panel("asks") == ""


def test_a_session_that_was_broken_off_takes_no_turn_in_the_order_for_themes(
    over: Character, gm: Person, ines: Person, marek: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    gm.does("yarn.break-off")
    opens(gm)
    closes(gm, ines, marek)
    states(ines)
    states(marek)
    for one, ballot in ((ines, [marek]), (marek, [ines]), (gm, [marek, ines])):
        ranks(one, *ballot)
    shuffles(monkeypatch, 2)
    confirms(gm)
    assert "You choose the theme of episode 3" in marek.panel("asks")  # first in the order, though a session was lost


def test_whoever_leaves_is_waited_for_no_longer(
    over: Character, gm: Person, ines: Person, marek: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The GM answers for an empty seat, and nobody ranks it or is paid for it."""
    piet = sit_down(gm.table, "Piet")
    made(piet, name="Corin", role="main")
    closes(gm, ines, marek, piet)
    gm.does("remove-seat", seat=key(ines))
    gm.does("yarn.state", ask=Ask.objects.get(closed_at=None).public_id, text="")
    for one in (marek, piet):
        states(one)
    ranks(marek, piet)
    gm.does("remove-seat", seat=key(piet))
    ranks(gm, marek)
    assert "Marek 1" in gm.panel("yarn-scores").replace("M Marek", "Marek")
    shuffles(monkeypatch)
    confirms(gm, marek)
    assert "You choose the theme" in marek.panel("asks")
