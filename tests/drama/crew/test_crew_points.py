"""Plot points by hand: awarded, spent, taken back; the bank; the ledger that everybody sees move."""

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Move
from apps.checks.crew.drafts import Chosen
from apps.rules.crew.lists import PLOT_POINT_USES
from apps.table.models import Switch
from tests.checks.crew.conftest import contest, oppose
from tests.crew_play import SHOOT, against_difficulty
from tests.drama.crew.conftest import bank, held, put, said
from tests.people import newest_event, state_of_play


@pytest.mark.played("crew.award", "crew.pile", "crew.plot-point-gains")
def test_given_from_the_pile_and_everybody_sees_it_move(gm, marek, watcher, wren, kit):
    gm.does("crew.award", characters=[wren.public_id], why="That line")
    assert (held(wren), held(kit)) == (2, 1)
    assert "gives a plot point from the pile (That line): Wren now has 2." in watcher.log()
    assert "Wren I Ines 2 plot points" in marek.panel("crew-points")
    line = Move.objects.get(why="That line")
    assert (line.source, line.event, line.rule) == (None, newest_event(gm.table), "crew.award")


def test_one_tap_for_everybody(gm, wren, kit, tran):
    gm.does("crew.award", to="all")
    assert (held(wren), held(kit), held(tran)) == (2, 2, 0)
    gm.does("undo")
    assert (held(wren), held(kit)) == (1, 1)


def test_nobody_is_refused(gm, wren):
    before = state_of_play(gm.table)
    assert "Choose at least one crewmember." in said(gm.post("crew.award"))
    assert state_of_play(gm.table) == before


def test_without_crew_everybody_is_nobody(gm):
    answer = gm.post("crew.award", to="all")
    assert answer.status_code == 422
    assert "No player has a crewmember yet." in said(answer)


def test_a_hidden_crewmember_is_the_gms_to_know(gm, ines, make, wren):
    secret = make(gm, name="Kraken", role="crewmember", mental=6, physical=6, social=6, hidden="on")
    gm.does("crew.award", characters=[wren.public_id, secret.public_id])
    assert "Kraken" not in ines.page()
    assert "Wren now has 2." in ines.log()
    assert "Kraken now has" in gm.log()


@pytest.mark.played("crew.plot-point-uses")
def test_what_no_act_does_is_a_plain_payment(marek, ines, wren):
    assert "nothing else is changed" in said(ines.get("crew.spend", character=wren.public_id))
    ines.does("crew.spend", character=wren.public_id, what="The guard knows my aunt")
    assert held(wren) == 0
    assert "pays a plot point of Wren: The guard knows my aunt. 0 left." in marek.log()
    assert Move.objects.get(source__character=wren).rule == "crew.plot-point-uses"


@pytest.mark.parametrize("use", PLOT_POINT_USES, ids=lambda one: one.id)
@pytest.mark.played("crew.plot-point-uses")
def test_for_all_that_the_book_lists_it_shows_the_way_or_when_it_is_asked(ines, wren, use):
    way = _ways(ines, "crew.spend", character=wren.public_id)[use.title[:1].upper() + use.title[1:]]
    carbine = wren.entries.get(name="Grandfather’s carbine").public_id
    mine = f"character={wren.public_id}"
    there = {"asset": f"crew.asset?{mine}", "trigger": f"crew.trigger?{mine}&trigger={carbine}-0"}.get(use.id)
    assert way.get("href") == (f"act/{there}" if there else None)
    assert ("off" in way["class"]) == (there is None)


@pytest.mark.played("crew.plot-point-uses", "crew.bank")
def test_everything_that_a_point_buys_says_its_price(gm, ines, wren):
    found = {title: one.select_one(".sub b").get_text() for title, one in _ways(ines, "crew.spend").items()}
    assert len(found) == len(PLOT_POINT_USES)
    assert found["Create an Asset d6 for the scene"] == found["Step down a Complication"] == "1 plot point"
    assert found["Keep one more die"] == found["Roll a Big Damn Hero die and add it"] == "1 plot point each"
    assert found["Act while Taken Out"] == "1 plot point per action"
    bank = {title: one.select_one(".sub b").get_text() for title, one in _ways(gm, "crew.bank-spend").items()}
    assert bank["One more die in a total of the GM"] == "1 point of the bank each"


def test_by_the_switch_a_step_has_its_price(gm, ines, wren):
    Switch.objects.filter(table=gm.table, key="opportunity-price").update(value="one per step")
    assert "1 plot point per step" in said(ines.get("crew.spend"))


@pytest.mark.played("crew.plot-point-uses", "crew.asset", "crew.asset-keep")
def test_the_ways_lead_to_what_takes_the_point(gm, ines, wren):
    create = _ways(ines, "crew.spend", character=wren.public_id)["Create an Asset d6 for the scene"]
    assert "Create it, d6, for 1 plot point" in said(ines.at_address(create["href"]))
    given = gm.get("crew.asset", character=wren.public_id, name="A fake badge", free="on")
    assert "Create it, d6, for nothing" in said(given)
    gm.does("crew.asset", character=wren.public_id, name="A fake badge", free="on")
    keep = _ways(ines, "crew.spend", character=wren.public_id)["Make an Asset last for the Episode"]
    assert "A fake badge d6" in said(ines.at_address(keep["href"]))


@pytest.mark.played("crew.plot-point-uses", "crew.triggers")
def test_the_way_to_a_trigger_leads_to_one_that_asks_for_a_point(ines, wren):
    wren.entries.filter(kind="signature-asset").delete()
    for name, points in (("Stubborn", 1), ("Lucky coat", -1)):
        put(wren, "distinction", name, None, text="", triggers=[{"text": name, "points": points, "effect": ""}])
    ways = _ways(ines, "crew.spend", character=wren.public_id)
    way = ways["Distinction or Signature Asset trigger that asks for a plot point"]
    form = BeautifulSoup(ines.at_address(way["href"]).content, "lxml")
    (picked,) = form.select("select[name=trigger] option[selected]")
    assert "Lucky coat" in picked.get_text()


@pytest.mark.played("crew.plot-point-uses", "crew.extra-dice")
def test_what_waits_for_an_answer_is_opened_by_its_way(gm, ines, marek, wren, kit, dice):
    a_roll = (*SHOOT, Chosen("distinction", wren.entries.filter(kind="distinction").first().public_id, size=8))
    against_difficulty(gm, ines, wren, dice, (3, 2), (2, 8, 4), chosen=a_roll)
    way = _ways(ines, "crew.spend", character=wren.public_id)["Keep one more die"]
    assert "asked of you now" in way.get_text()
    assert "Keep more dice" in said(ines.at_address(way["href"]))
    assert "off" in _ways(marek, "crew.spend", character=kit.public_id)["Keep one more die"]["class"]


@pytest.mark.played("crew.limited-action")
def test_acting_costs_a_point_only_while_taken_out(gm, ines, wren, dice):
    contest(ines, wren)
    dice(3, 2)
    oppose(gm)
    assert "off" in _ways(ines, "crew.spend", character=wren.public_id)["Act while Taken Out"]["class"]
    gm.does("crew.set-taken-out", character=wren.public_id, out="yes")
    assert "off" not in _ways(ines, "crew.spend", character=wren.public_id)["Act while Taken Out"]["class"]


def _ways(person, act, **query):
    """What the form offers to buy, by its words."""
    found = BeautifulSoup(person.get(act, **query).content, "lxml").select(".opt")
    return {span.get_text(): one for one in found if (span := one.span)}


@pytest.mark.played("crew.plot-point-uses")
def test_without_a_point_there_is_nothing_to_spend(ines, wren):
    ines.does("crew.spend", character=wren.public_id, what="Luck")
    before = state_of_play(ines.table)
    refused = ines.post("crew.spend", character=wren.public_id, what="Once more")
    assert refused.status_code == 422
    assert "Once more costs 1 plot point, and none is left to Wren" in said(refused)
    assert state_of_play(ines.table) == before


def test_the_player_takes_a_spend_back(ines, wren):
    ines.does("crew.spend", character=wren.public_id, what="Luck")
    ines.does("undo")
    assert held(wren) == 1
    assert not Move.objects.filter(source__character=wren).exists()


def test_taken_back_by_the_gm(gm, ines, wren):
    gm.does("crew.take-back", character=wren.public_id, points=1, why="A slip")
    assert held(wren) == 0
    assert "takes 1 plot point from Wren (A slip): 0 left." in ines.log()
    assert newest_event(gm.table).by_gm
    refused = gm.post("crew.take-back", character=wren.public_id, points=1)
    assert refused.status_code == 422
    assert "none is left" in said(refused)


@pytest.mark.played("crew.bank")
def test_the_bank_pays_for_the_gm(gm, watcher):
    gm.does("crew.bank-set", points=2, why="Two players")
    assert "sets the bank from 0 to 2 (Two players)." in watcher.log()
    gm.does("crew.bank-spend", what="A deputy comes")
    assert bank(gm) == 1
    assert "pays a point from the bank: A deputy comes. The bank holds 1." in watcher.log()
    assert "The bank the GM’s own 1 point" in watcher.panel("crew-points")


@pytest.mark.played("crew.bank")
def test_an_empty_bank_pays_for_nothing(gm):
    before = state_of_play(gm.table)
    refused = gm.post("crew.bank-spend", what="Luck")
    assert refused.status_code == 422
    assert "the bank holds 0" in said(refused)
    assert gm.post("crew.bank-set", points=0).status_code == 422
    assert state_of_play(gm.table) == before


def test_others_may_not(gm, ines, marek, watcher, stranger, wren):
    before = state_of_play(ines.table)
    for act in ("crew.award", "crew.take-back", "crew.bank-spend", "crew.bank-set"):
        data = {"character": wren.public_id, "characters": [wren.public_id], "points": 1, "what": "Luck"}
        assert ines.post(act, **data).status_code == 403
    assert marek.post("crew.spend", character=wren.public_id, what="Luck").status_code == 422
    assert watcher.post("crew.spend", character=wren.public_id, what="Luck").status_code == 403
    assert stranger.at(ines).post("crew.spend", character=wren.public_id, what="Luck").status_code == 404
    assert state_of_play(ines.table) == before


def test_the_gm_spends_for_anybody(gm, ines, wren):
    gm.does("crew.spend", character=wren.public_id, what="Luck")
    assert held(wren) == 0
    assert newest_event(gm.table).by_gm


@pytest.mark.parametrize("wrong", [{"what": ""}, {"character": "xforeign"}, {"what": "x" * 121},
                                   {"callback": "xforeign"}])  # fmt: skip
def test_bad_values_change_nothing(gm, wren, wrong):
    before = state_of_play(gm.table)
    data = {"character": wren.public_id, "what": "Luck", **wrong}
    assert gm.post("crew.spend", **data).status_code == 422
    assert state_of_play(gm.table) == before


def test_script_is_text_and_without_javascript(gm, ines, wren):
    answer = ines.post("crew.spend", plain=True, character=wren.public_id, what="<script>x")
    assert answer.status_code == 302
    assert "<script>x" not in ines.page() + gm.page()


def test_the_same_submit_twice_pays_once(gm, ines, wren):
    gm.does("crew.award", characters=[wren.public_id])
    for _ in range(2):
        ines.post("crew.spend", nonce="samesubmit1", character=wren.public_id, what="Luck")
    assert held(wren) == 1


def test_the_page_of_points_names_pile_and_bank(gm, ines, wren, kit):
    gm.does("crew.open-episode", title="Nine Moons, No Money")
    gm.does("crew.bank-spend", what="Luck")
    gm.does("crew.award", characters=[wren.public_id], why="That line")
    shown = " ".join(ines.at_address("points").content.decode().split())
    assert "<b>The bank</b>" in shown
    assert "from the pile" in shown
    assert "That line" in shown


def test_who_may_tap_what(gm, ines, watcher, wren, kit):
    assert "crew.award" in gm.page()
    assert "crew.bank-spend" in gm.page()
    mine = str(ines.soup().find(id="panel-crew-points"))
    assert f"nominee={kit.public_id}" in mine
    assert f"nominee={wren.public_id}" not in mine
    assert "act/crew.award" not in mine
    assert "act/" not in str(watcher.soup().find(id="panel-crew-points"))


@pytest.mark.parametrize(("many", "coins"), [(0, 0), (4, 4), (5, 1), (12, 1)])
def test_a_few_points_are_coins_and_more_are_one_and_the_figure(gm, wren, many, coins):
    if many:  # nothing is what it holds already
        gm.does("crew.bank-set", points=many)
    purse = gm.soup().select_one("#purse-bank .coins")
    assert purse is not None
    assert (len(purse.select(".pip")), purse.select_one(".num").get_text()) == (coins, str(many))


def test_each_reads_below_the_points_what_their_buttons_do(gm, ines, watcher, wren):
    for person, reads in ((gm, "Everybody gives each"), (ines, "Nominate: somebody else"), (watcher, "")):
        words = " ".join(person.soup().find(id="points-words").get_text().split())
        assert "The bank is what the GM has for GMCs" in words
        assert reads in words
        other = "Nominate:" if person is gm else "Everybody gives"
        assert other not in words
