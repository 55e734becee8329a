"""Opening a contest: who may, against whom, what is at stake."""

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Track
from apps.checks.crew import contests
from apps.checks.models import Draft
from apps.table.models import Ask, Event, Exchange
from tests.checks.crew.conftest import (
    bank,
    contest,
    full_facts,
    of,
    oppose,
    pool,
    the_contest,
    the_exchange,
    throw,
    waits_for,
    words_of,
)
from tests.people import newest_event, state_of_play


def test_a_player_starts_a_roll_against_the_opposition(table, ines, gm, marek, watcher, wren):
    contest(ines, wren)
    held = the_contest(table)
    assert (held.aggressor.name, held.aggressor.kind, held.defender.kind) == ("Wren", "crewmember", "opposition")
    assert {one.side: one.character for one in Draft.objects.all()} == {"defender": None, "aggressor": wren}
    assert waits_for(table) == [("defender", "roll")]
    assert "sets the stakes" in gm.panel("asks")
    assert "Get past the guard" in watcher.panel("crew-contest")
    assert "Wren against the opposition" in marek.log()
    assert newest_event(table).kind == "crew.contest"
    assert "starts a roll" in ines.soup().select_one("#log-cards > [data-awaited]").get_text()


def test_without_a_script_whoever_starts_a_roll_comes_to_the_table_where_its_pool_lies(ines, wren):
    answer = ines.post("crew.contest", plain=True, what="Get past the guard", character=wren.public_id)
    assert answer["Location"] == f"{ines.url}#table"


def test_whoever_makes_a_roll_high_stakes_reads_for_whom_and_begins_with_both(gm, ines, wren):
    contest(ines, wren)
    form = BeautifulSoup(gm.get("crew.stakes", exchange=the_exchange(gm.table).public_id).content, "lxml")
    choices = [one.get_text(strip=True) for one in form.select("#field-high_stakes label:has(input)")]
    assert choices == ["No", "For both", "For the opposition", "For Wren"]
    assert [one["value"] for one in form.select("#field-high_stakes input[checked]")] == ["both"]


def test_no_more_rolls_are_open_than_a_page_can_show(table, gm, ines, marek, wren, kit, monkeypatch):
    monkeypatch.setattr(contests, "AT_ONCE", 1)
    contest(ines, wren)
    before = state_of_play(table)
    for refused in (
        marek.post("crew.contest", what="Climb in", character=kit.public_id),
        gm.post("crew.ask", what="Look out", characters=[kit.public_id], rolls="each"),
    ):
        assert (refused.status_code, "1 rolls are open already" in words_of(refused)) == (422, True)
    assert state_of_play(table) == before
    gm.does("call-off")
    contest(marek, kit)


def test_somebody_who_waits_is_not_asked_yet(table, ines, gm, wren):
    contest(ines, wren)
    assert "Wren" not in ines.panel("asks")
    assert "Waiting for" in ines.panel("awaited")


def test_two_crewmembers_against_each_other(table, ines, marek, wren, kit):
    contest(ines, wren, kit)
    assert the_contest(table).defender.character == kit.public_id
    assert "Kit sets the stakes" in marek.panel("asks")


def test_whoever_acts_may_be_the_one_to_defend(table, ines, wren, tran):
    contest(ines, wren, tran, defends="this")
    held = the_contest(table)
    assert (held.defender.name, held.aggressor.name) == ("Wren", "Marshal Tran")


@pytest.mark.played("crew.exchange")
def test_when_a_gmc_acts_the_crewmember_defends_and_rolls_first(table, gm, ines, wren, tran):
    contest(gm, tran, wren, what="Shoot her down")
    held = the_contest(table)
    assert (held.defender.name, held.aggressor.name) == ("Wren", "Marshal Tran")
    assert "Wren sets the stakes" in ines.panel("asks")


def test_the_gm_names_how_hard_it_is(table, gm, ines, wren):
    contest(gm, wren, difficulty=10, high_stakes="both")
    draft = Draft.objects.get(side="defender")
    assert [one["size"] for one in draft.state["chosen"]] == [10]
    assert the_contest(table).high_stakes == "both"
    assert newest_event(table).by_gm
    assert "high stakes" in ines.panel("crew-contest")


def test_nobody_has_to_say_what_is_tried(table, ines, marek, wren):
    contest(ines, wren, what="")
    assert the_contest(table).what == "A roll"
    assert "starts a roll: A roll . Wren against the opposition" in marek.log()


def test_every_die_of_the_sheet_opens_a_roll_with_it_laid_in(table, ines, wren):
    links = [one["href"] for one in ines.soup().select("#panel-crew-sheet a[href*='lay=']")]
    assert len(links) == len(set(links)) > 20
    for link in links:
        answer = ines.client.get(ines.url + link)
        assert "lies in the pool" in words_of(answer), link


@pytest.mark.parametrize(("lay", "chosen"), [("mental", "attribute"), ("fix", "skill"), ("own", "distinction")])
@pytest.mark.parametrize("defends", ["other", "this"])
def test_the_die_that_was_tapped_lies_in_the_pool(table, ines, wren, tran, lay, chosen, defends):
    key = wren.entries.get(kind="distinction").public_id if lay == "own" else lay
    contest(ines, wren, tran, lay=key, defends=defends)
    draft = Draft.objects.get(character=wren)
    assert [(one["kind"], one["source"]) for one in draft.state["chosen"]] == [(chosen, key)]
    assert draft.side == ("defender" if defends == "this" else "aggressor")


def test_a_die_may_go_into_the_roll_that_is_open_already(table, ines, wren):
    contest(ines, wren)
    page = BeautifulSoup(ines.get("crew.contest", character=wren.public_id, lay="mental").content, "lxml")
    (link,) = page.select("a[href*='crew.draft']")
    assert "Into “Get past the guard”" in link.get_text()
    assert "Put in Mental d6" in words_of(ines.at_address(link["href"]))


@pytest.mark.parametrize("lay", ["luck", "scale", "x" * 40, "<script>"])
def test_what_is_not_on_the_sheet_lays_nothing(table, ines, wren, lay):
    contest(ines, wren, lay=lay)
    assert not Draft.objects.get(character=wren).state["chosen"]


@pytest.mark.parametrize(
    ("more", "field"),
    [({"against": "wren"}, "against"), ({"against": "sniper"}, "against"),
     ({"character": "kit"}, "character"), ({"what": "x" * 200}, "what")],
)  # fmt: skip
def test_what_is_refused(table, ines, wren, kit, make, more, field):
    make("Sniper", role="minor-gmc", hidden=True)
    people = {"wren": wren, "kit": kit, "sniper": table.characters.get(name="Sniper")}
    sent = {"what": "Get past the guard", "character": wren.public_id}
    sent |= {key: people[value].public_id if value in people else value for key, value in more.items()}
    before = state_of_play(table)
    answer = ines.post("crew.contest", **sent)
    assert answer.status_code == 422
    assert f'id="field-{field}"' in answer.content.decode() or field == "character"
    assert state_of_play(table) == before
    if sent["what"]:
        assert sent["what"] in answer.content.decode()


def test_a_gmc_alone_has_nobody_to_beat(table, gm, tran):
    answer = gm.post("crew.contest", what="Shoot", character=tran.public_id)
    assert answer.status_code == 422
    assert "name the crewmember who answers" in words_of(answer)


def test_who_may(table, ines, marek, gm, watcher, stranger, wren, kit):
    contest(gm, kit)
    sent = {"what": "Run", "character": wren.public_id}
    assert marek.post("crew.contest", **sent).status_code == 422
    assert watcher.post("crew.contest", **sent).status_code in {403, 422}
    assert stranger.at(ines).post("crew.contest", **sent).status_code == 404
    assert Exchange.objects.count() == 1


def test_without_javascript_and_taken_back(table, ines, wren):
    assert ines.post("crew.contest", plain=True, what="Run", character=wren.public_id).status_code == 302
    assert Draft.objects.count() == 2
    ines.does("undo", event=newest_event(table).public_id)
    assert not Draft.objects.exists()
    assert not Exchange.objects.exists()
    assert not Ask.objects.exists()


def test_whoever_is_hidden_has_no_name_before_the_others(table, gm, ines, watcher, wren, make):
    sniper = make("Sniper", role="major-gmc", hidden=True, physical=8, shoot=8)
    contest(gm, sniper, wren, what="A shot from the dark")
    assert "Sniper" in gm.panel("crew-contest")
    assert "Sniper" in gm.log()
    for person in (ines, watcher):
        assert "Sniper" not in person.page()
        assert "Somebody against Wren" in person.log()
    assert Event.objects.get(kind="crew.contest").tellings.count() == 2


def test_a_hidden_character_is_in_no_choice(ines, wren, make):
    make("Sniper", role="minor-gmc", hidden=True)
    make("Deputy", role="minor-gmc")
    form = ines.get("crew.contest").content.decode()
    assert "Deputy" in form
    assert "Sniper" not in form
    assert "high_stakes" not in form


# high stakes


def test_high_stakes_are_offered_by_name_where_the_gm_rolls_and_below_until_dice_fell(ines, gm, wren, dice):
    """With what it means; a die that fell takes the choice away."""
    contest(ines, wren)
    for place in ("asks", "crew-contest"):
        assert "Make it high stakes the loser is Taken Out" in gm.panel(place)
        assert "high stakes" not in ines.panel(place)
    stakes(gm, gm.table, "both")
    assert "Change the high stakes" in gm.panel("asks")
    dice(3, 2)
    oppose(gm)
    assert "high stakes the loser" not in gm.panel("crew-contest") + gm.panel("asks")


def stakes(person, table, wanted):
    return person.post("crew.stakes", exchange=the_exchange(table).public_id, high_stakes=wanted)


def test_the_gm_says_what_is_at_stake_before_anybody_rolls(table, ines, gm, wren, dice):
    contest(ines, wren)
    assert stakes(gm, table, "aggressor").status_code == 200
    assert the_contest(table).high_stakes == "aggressor"
    assert "high stakes for the aggressor" in ines.log()
    assert "that is what is at stake already" in words_of(stakes(gm, table, "aggressor")).lower()
    bank(table, 0)
    dice(3, 2)
    oppose(gm)
    before = state_of_play(table)
    assert "Dice have fallen" in words_of(stakes(gm, table, "no"))
    assert state_of_play(table) == before


def test_only_the_gm_changes_the_stakes(table, ines, gm, wren, stranger):
    contest(ines, wren)
    assert stakes(ines, table, "both").status_code == 403
    assert gm.post("crew.stakes", exchange="nothing", high_stakes="both").status_code == 422
    assert stakes(gm, table, "both").status_code == 200
    gm.does("undo", event=newest_event(table).public_id)
    assert the_contest(table).high_stakes == "no"


# moving on, calling off


def move_on(person, table):
    return person.post("crew.move-on", exchange=the_exchange(table).public_id)


def test_the_gm_moves_on(table, ines, gm, wren, dice):
    contest(ines, wren)
    assert move_on(ines, table).status_code == 403
    assert move_on(gm, table).status_code == 200
    assert the_exchange(table).closed_at is not None
    assert not Draft.objects.exists()
    assert not Ask.objects.filter(closed_at=None).exists()
    assert "moves on from “Get past the guard” without a result" in ines.log()
    assert move_on(gm, table).status_code == 422
    gm.does("undo", event=newest_event(table).public_id)
    assert Draft.objects.count() == 2
    assert waits_for(table) == [("defender", "roll")]


def test_calling_it_off_takes_the_pools_away(table, ines, gm, wren):
    contest(ines, wren)
    pool(table, "aggressor", *of("physical", "shoot"))
    gm.does("call-off", exchange=the_exchange(table).public_id)
    assert not Draft.objects.exists()
    gm.does("undo", event=newest_event(table).public_id)
    assert Draft.objects.count() == 2
    assert len(Draft.objects.get(side="aggressor").state["chosen"]) == 2


def test_several_run_at_once_the_newest_first(table, ines, marek, wren, kit, gm, dice):
    contest(ines, wren, what="Talk")
    contest(marek, kit, what="Weld")
    shown = gm.panel("crew-contest")
    assert shown.index("Weld") < shown.index("Talk")
    first = Exchange.objects.filter(kind="crew.contest").order_by("pk")[0]
    dice(4, 2)
    bank(table, 0)
    ask = first.asks.get(closed_at=None)
    gm.does("crew.oppose", ask=ask.public_id, difficulty=6)
    assert full_facts(table)["what"] == "Talk"


@pytest.mark.parametrize("side", ["character", "against"])
def test_a_crewmember_has_one_roll_at_a_time(table, ines, gm, wren, kit, side):
    """The second is refused with the name of the first, whoever begins it and on whichever side."""
    contest(ines, wren, what="Talk")
    sent = {"character": kit.public_id, "against": wren.public_id} if side == "against" else {}
    before = state_of_play(table)
    answer = gm.post("crew.contest", **{"what": "Run", "character": wren.public_id, **sent})
    assert answer.status_code == 422
    assert "Wren is in a roll already: “Talk”, at the table." in words_of(answer)
    assert state_of_play(table) == before


def test_once_it_is_moved_on_the_next_one_begins(table, ines, gm, wren):
    contest(ines, wren, what="Talk")
    gm.does("crew.move-on", exchange=the_exchange(table).public_id)
    assert contest(ines, wren, what="Run").closed_at is None


def test_what_follows_from_a_result_holds_nobody_up(table, ines, gm, wren, dice):
    """The GM has yet to say what becomes of a jinx: the roll itself is over."""
    bank(table, 0)
    Track.objects.filter(character=wren).update(value=0)
    first = contest(ines, wren, what="Talk")
    dice(2, 2)
    oppose(gm)
    pool(table, "aggressor", *of("physical", "shoot"))
    dice(1, 6)
    throw(ines, "aggressor")
    first.refresh_from_db()
    assert (first.stage, first.closed_at) == ("result", None)
    assert contest(ines, wren, what="Run") != first


def test_the_gm_s_characters_may_be_in_several(table, ines, marek, wren, kit, tran):
    contest(ines, wren, tran)
    contest(marek, kit, tran)
    assert Exchange.objects.filter(closed_at=None).count() == 2


def test_with_whoever_would_roll_goes_the_pool_and_comes_back(table, ines, gm, wren):
    contest(ines, wren)
    pool(table, "aggressor", *of("physical", "shoot"))
    gm.does("delete-character", character=wren.public_id)
    assert Draft.objects.count() == 1
    assert gm.page()
    gm.does("undo", event=newest_event(table).public_id)
    assert len(Draft.objects.get(side="aggressor").state["chosen"]) == 2


def test_a_roll_starts_from_the_stage_and_from_the_gm_s_hand(ines, gm, watcher):
    for page in (ines.soup().find(id="panel-rolls"), gm.soup().find(id="panel-hand")):
        assert page.find(href="act/crew.contest")
    assert not gm.soup().find(href="act/crew.ask-check")
    assert not watcher.soup().find(id="panel-rolls")
