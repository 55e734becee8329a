"""What the GM, a player and a spectator see of a fight, and what each can do about it with one tap."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Character, Entry, Track
from apps.combat.models import Combatant, Hold
from apps.rules.dragonfly.combat import injury
from tests.combat.conftest import acting_names, fighter, go_on, now, order, refused, start, state_of_fight, throw
from tests.people import newest_event


def buttons(person: Any, panel: str) -> list[str]:
    """The words of the links and buttons in a panel."""
    found = person.soup().find(id=f"panel-{panel}")
    return [" ".join(one.get_text(" ").split()) for one in found.find_all(["a", "button"])]


def links(person: Any, panel: str) -> list[str]:
    found = person.soup().find(id=f"panel-{panel}")
    return [one["href"] for one in found.find_all("a")]


def row_of(person: Any, character: Any) -> str:
    row = person.soup().find(id=f"fighter-{fighter(character).public_id}")
    return " ".join(row.get_text(" ").split()) if row else ""


def armed(character: Any) -> None:
    """A pistol on the sheet."""
    facts = {"weapon": "pistol", "base_damage": 16, "damage_type": "bullet"}
    Entry.objects.create(character=character, kind="maneuver", name="Pistol", facts=facts)


# the tracker


def test_how_everybody_threw_is_shown_in_dice(fight, gm, ines, shannon, pell, dice):
    go_on(gm)
    dice(9, 8, 4, 2)
    go_on(gm)
    throws = gm.soup().select(".throws li")
    thrown = {one.select_one("span").get_text(" ", strip=True).split()[0] for one in throws if one.select_one(".die")}
    assert thrown == {"Shannon", "Pell"}
    assert all("by the sheet" in one.get_text() for one in throws if not one.select_one(".die"))


@pytest.mark.played("dragonfly.turn")
def test_the_tracker_says_turn_phase_and_whose_move_it_is(acting, gm, ines, watcher, shannon, brute):
    for person in (gm, ines, watcher):
        soup = person.soup().find(id="panel-fight")
        assert soup.find("li", {"aria-current": "step"}).get_text() == "Actions"
        assert "Shannon" in soup.find("article", class_="now").get_text()
        names = [one.get_text() for one in soup.select(".fighter .fwho > b")]
        assert names == ["Shannon", "Brute", "Pell", "Thug 1", "Thug 2"]
    go_on(gm)
    assert "Already acted" in ines.panel("fight")


def test_who_has_no_initiative_yet_is_said_in_words_too(fight, ines, shannon):
    assert "No initiative yet" in row_of(ines, shannon)


def test_numbers_of_players_are_for_all_and_the_gms_own_for_the_gm(acting, gm, ines, watcher, shannon, brute):
    assert "Life Points 30" in row_of(gm, brute)
    for person in (ines, watcher):
        assert "Initiative 16" in row_of(person, shannon)
        assert "Life Points 42" in row_of(person, shannon)
        assert "Life Points" not in row_of(person, brute)
        assert "13" not in row_of(person, brute)


def test_badges_say_how_somebody_fares(table, acting, ines, shannon, brute):
    Track.objects.create(table=table, character=shannon, key="ordinary-damage", value=34)
    Track.objects.create(table=table, character=brute, key="state-on-fire", value=1)
    assert "Injured" in row_of(ines, shannon)
    assert "On fire" in row_of(ines, brute)
    assert "Injured −2" in ines.panel("my-fight"), "where one looks for what one can do stands what ails one"


def test_only_the_gm_has_buttons_in_the_tracker(acting, gm, ines, watcher):
    assert buttons(ines, "fight") == []
    assert buttons(watcher, "fight") == []
    found = buttons(gm, "fight")
    for words in ("Undo this step", "Next: Brute", "Thugs", "End the fight"):
        assert words in found


def test_one_thing_alone_is_called_stepping_back(acting, gm):
    """The safety act in the bar: the tracker's own takes a step of the fight back."""
    assert gm.soup().body.get_text().count("Step back") == 1


def test_a_gm_who_looks_as_a_player_does_has_no_buttons(acting, gm, ines):
    page = gm.at_address(f"as/{ines.seat.public_id}/").content.decode()
    assert "dragonfly.fight-next" not in page
    assert 'action="act/dragonfly.fight-act"' not in page


def test_somebody_hidden_is_in_no_other_tracker(gm, ines, watcher, shannon, voss, dice):
    without = start(gm, shannon)
    before = {person: str(person.soup().find(id="panel-fight")) for person in (ines, watcher)}
    gm.does("dragonfly.fight-join", characters=[voss.public_id])
    assert "Voss" in gm.panel("fight")
    assert "hidden" in row_of(gm, voss)
    for person, page in before.items():
        assert str(person.soup().find(id="panel-fight")) == page
    assert without.combatants.count() == 2


def test_the_cast_of_the_gm_acts_from_its_own_row(acting, gm, ines, shannon, brute):
    assert not gm.soup().find(id=f"fighter-{fighter(brute).public_id}").find(class_="fdo")
    go_on(gm)
    row = gm.soup().find(id=f"fighter-{fighter(brute).public_id}").find(class_="fdo")
    assert [one.get_text() for one in row.find_all(["a", "button"])] == ["Attack", "Something else", "Done"]
    assert f"act/dragonfly.attack?character={brute.public_id}" in [one["href"] for one in row.find_all("a")]
    form = row.find("form")
    sent = {one["name"]: one["value"] for one in form.find_all("input")}
    gm.does("dragonfly.fight-act", **sent)
    assert acting_names(gm) == ["Pell"]


# what a player can do now


def test_intentions_with_one_tap(fight, ines, marek, watcher, shannon, pell):
    assert buttons(ines, "my-fight") == ["Declare"]
    assert links(ines, "my-fight") == [f"act/dragonfly.declare?character={shannon.public_id}"]
    ines.does("dragonfly.declare", character=shannon.public_id, text="Kick")
    assert buttons(ines, "my-fight") == ["Change it"]
    assert "Kick" not in marek.panel("my-fight")
    assert watcher.soup().find(id="panel-my-fight") is None


def test_initiative_with_one_tap(fight, gm, ines, shannon, dice):
    go_on(gm)
    assert "Throw for initiative" in ines.panel("my-fight")
    card = ines.soup().find("section", class_="ask")
    assert "Roll d10 + 7" in card.find("button").get_text()
    ask = card.find("input", {"name": "ask"})["value"]
    dice(9)
    ines.does("dragonfly.initiative", ask=ask)
    assert "Throw for initiative" not in ines.panel("my-fight")


def test_the_move_with_one_tap(acting, gm, ines, marek, shannon, pell):
    assert buttons(ines, "my-fight") == ["Attack", "Something else", "Done"]
    assert links(ines, "my-fight")[0] == f"act/dragonfly.attack?character={shannon.public_id}"
    armed(shannon)
    assert buttons(ines, "my-fight") == ["Attack", "Shoot", "Something else", "Done", "Take aim"]
    assert links(ines, "my-fight")[1] == f"act/dragonfly.shoot?character={shannon.public_id}"
    assert buttons(marek, "my-fight") == []
    assert "not Pell’s move yet" in marek.panel("my-fight")
    assert "Now: Shannon." in marek.panel("my-fight")
    for address in links(ines, "my-fight"):
        assert ines.client.get(ines.url + address).status_code == 200


@pytest.mark.played("dragonfly.intentions", "dragonfly.full-defense")
def test_only_what_was_declared_is_offered(gm, ines, shannon, dice):
    start(gm, shannon)
    ines.does("dragonfly.declare", character=shannon.public_id, stance="full-defense")
    go_on(gm)
    throw(ines, shannon, 9, dice)
    assert buttons(ines, "my-fight") == ["Something else", "Done"]


def test_whoever_is_out_or_not_in_it_has_nothing_to_do(acting, gm, ines, shannon):
    gm.does("dragonfly.fight-leave", character=shannon.public_id)
    assert ines.panel("my-fight") == ""
    assert "Out of the fight" in ines.panel("fight")


# step back, and six thugs


@pytest.mark.played("dragonfly.turn")
def test_step_back_takes_the_newest_step_back(acting, gm, ines, shannon):
    before = state_of_fight()
    go_on(gm)
    go_on(gm)
    for name in ("Brute", "Shannon"):
        address = next(one for one in links(gm, "fight") if one.startswith("act/undo"))
        assert gm.client.get(gm.url + address).status_code == 200
        gm.does("undo", event=address.partition("=")[2])
        assert acting_names(gm) == [name]
    assert state_of_fight() == before
    assert "taken back" in gm.log()


def test_six_thugs_in_two_taps(gm, ines, shannon):
    start(gm, shannon)
    address = next(one for one in links(gm, "fight") if "fight-thugs" in one)
    form = BeautifulSoup(gm.client.get(gm.url + address).content.decode(), "lxml").select("form.act")[0]
    fields = [one for one in form.select("input") if one.get("type") != "checkbox"]
    sent = {str(one["name"]): str(one.get("value", "")) for one in fields}
    sent.pop("csrfmiddlewaretoken", None)
    gm.does("dragonfly.fight-thugs", **sent)
    names = [one.character.name for one in Combatant.objects.order_by("pk")]
    assert names == ["Shannon", *(f"Thug {n}" for n in range(1, 7))]
    assert "Thug 6" in ines.panel("fight")
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert Combatant.objects.count() == 1


def test_hidden_thugs_come_unseen(fight, gm, ines, thugs):
    page = ines.panel("fight")
    gm.does("dragonfly.fight-thugs", base=thugs[0].public_id, count=2, hidden="on")
    assert "Thug 3" in gm.panel("fight")
    assert ines.panel("fight") == page
    assert "Thug 3" not in ines.page()


def test_late_thugs_find_their_place(acting, gm, ines):
    gm.does("dragonfly.fight-thugs", name="Rat", combat=14, life_points=5, count=1)
    assert [name for name, _ in order(gm)][:2] == ["Shannon", "Rat"]
    assert "Rat: initiative 14 by the sheet." in gm.log()
    assert "initiative 14" not in ines.log()


def test_a_spectator_is_refused_everything(acting, watcher, gm, shannon):
    before = state_of_fight()
    for act in ("fight-next", "fight-act", "fight-thugs", "fight-leave", "end-fight", "declare"):
        assert watcher.post(f"dragonfly.{act}", character=shannon.public_id, what="done").status_code == 403
    assert state_of_fight() == before
    assert now(gm).phase == "actions"


def test_the_refusal_of_an_old_button_says_what_to_do(acting, gm):
    seen = gm.soup().find(id="panel-fight").find("input", {"name": "seen"})["value"]
    go_on(gm)
    refused(gm.post("dragonfly.fight-next", seen=seen, plain=True), "Look where it stands")


@pytest.mark.played("dragonfly.aiming", "dragonfly.break-free")
def test_an_aim_that_was_declared_and_a_hold_have_their_buttons(gm, ines, shannon, brute, dice):
    start(gm, shannon, brute)
    armed(shannon)
    ines.does("dragonfly.declare", character=shannon.public_id, text="Shoot", aim="on", extra_1="other")
    go_on(gm)
    throw(ines, shannon, 9, dice)
    assert acting_names(gm) == ["Brute"]
    assert buttons(ines, "my-fight") == ["Take aim"]
    go_on(gm)
    assert "Break free" not in buttons(ines, "my-fight")
    Hold.objects.create(holder=fighter(brute), held=fighter(shannon), grip="body")
    assert buttons(ines, "my-fight") == ["Break free", "Attack", "Shoot", "Something else", "Done", "Take aim"]
    for address in links(ines, "my-fight"):
        assert ines.client.get(ines.url + address).status_code == 200


# when it is decided


def test_a_gm_is_led_to_the_end_once_one_side_alone_stands(fight, gm, ines, watcher, brute, thugs):
    assert buttons(gm, "fight-decided") == []
    for one in (brute, *thugs):
        assert buttons(gm, "fight-decided") == []
        gm.does("dragonfly.adjust", character=one.public_id, track="life-points", by=-200)
    assert buttons(gm, "fight-decided") == ["End the fight"]
    assert all(one.soup().find(id="panel-fight-decided") is None for one in (ines, watcher))
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert buttons(gm, "fight-decided") == []


def test_a_fight_ends_too_when_the_last_foe_changes_sides(gm, ines, shannon, brute):
    start(gm, shannon, brute)
    before = state_of_fight()
    assert ines.post("dragonfly.fight-side", character=brute.public_id, side="players").status_code == 403
    assert state_of_fight() == before
    gm.does("dragonfly.fight-side", character=brute.public_id, side="players")
    assert "puts Brute on the players’ side." in ines.log()
    assert all("On the players’ side" in row_of(one, brute) for one in (gm, ines))
    assert buttons(gm, "fight-decided") == ["End the fight"]
    refused(gm.post("dragonfly.fight-side", character=brute.public_id, side="players"), "on that side already")
    gm.does("undo")
    assert buttons(gm, "fight-decided") == []
    assert state_of_fight() == before


def test_the_side_to_go_to_is_the_other_one(fight, gm, shannon, brute):
    for one, side in ((shannon, "others"), (brute, "players")):
        form = gm.get("dragonfly.fight-side", character=one.public_id).content.decode()
        chosen = [box["value"] for box in BeautifulSoup(form, "html.parser").select("[name=side][checked]")]
        assert chosen == [side]


def test_who_has_gone_over_is_attacked_last_by_their_new_side(fight, gm, ines, shannon, pell, brute):
    gm.does("dragonfly.fight-side", character=brute.public_id, side="players")
    gm.does("dragonfly.fight-side", character=pell.public_id, side="others")
    form = ines.get("dragonfly.attack", character=shannon.public_id).content.decode()
    targets = [one["value"] for one in BeautifulSoup(form, "html.parser").select("[name=target]")]
    assert (targets[0], targets[-1]) == (pell.public_id, brute.public_id)


def test_of_a_hidden_one_who_changes_sides_the_gm_alone_hears(fight, gm, ines, voss):
    gm.does("dragonfly.fight-join", characters=[voss.public_id])
    gm.does("dragonfly.fight-side", character=voss.public_id, side="players")
    assert "puts Voss on" in gm.log()
    assert "players’ side" not in ines.log()


def test_a_hero_who_keeps_conscious_goes_on(fight, gm, ines, shannon, pell):
    for one in (shannon, pell):
        gm.does("dragonfly.adjust", character=one.public_id, track="life-points", by=-200)
    assert buttons(gm, "fight-decided") == []


# who is not in it


def test_whoever_comes_late_reads_so_and_is_brought_in_from_one_place(gm, ines, marek, watcher, shannon, brute, pell):
    start(gm, shannon, brute)
    assert gm.panel("fight-left-out") == "Not in the fight: Pell. Bring in Pell"
    assert marek.panel("fight-outside") == "Pell is not in this fight. The Director can bring them in."
    assert ines.panel("fight-outside") == ""
    assert watcher.soup().find(id="panel-fight-outside") is None
    form = BeautifulSoup(gm.client.get(gm.url + links(gm, "fight-left-out")[0]).content, "lxml")
    assert [one["value"] for one in form.select("[name=characters][checked]")] == [pell.public_id]
    gm.does("dragonfly.fight-join", characters=[pell.public_id])
    assert gm.panel("fight-left-out") == marek.panel("fight-outside") == ""
    gm.does("dragonfly.fight-leave", character=pell.public_id)
    assert gm.panel("fight-left-out") == "", "whoever has left is not missing"


def test_nobody_is_missing_who_is_away_or_nobodys(gm, ines, shannon, brute, thugs, pell):
    gm.does("character-present", character=pell.public_id, present="no")
    start(gm, shannon)
    assert gm.panel("fight-left-out") == ""


def test_nobody_misses_who_lies_there(gm, marek, shannon, brute, pell):
    start(gm, shannon, brute)
    full = sheet_of(Character.objects.get(pk=pell.pk)).life_points
    gm.does("dragonfly.adjust", character=pell.public_id, track="life-points", by=injury.DOWN - full)
    assert gm.panel("fight-left-out") == marek.panel("fight-outside") == ""
    gm.does("dragonfly.adjust", character=pell.public_id, track="life-points", by=full - injury.DOWN)
    assert "Pell" in gm.panel("fight-left-out")


NOBODY_ACROSS = "Nobody stands against the players yet."


def test_the_gm_is_led_to_somebody_to_fight_against(gm, ines, shannon):
    """A fight begins with the players' characters: thugs come in once it runs."""
    start(gm, shannon)
    assert f"{NOBODY_ACROSS} Bring thugs in" in gm.panel("fight")
    assert NOBODY_ACROSS not in ines.panel("fight")
    gm.does("dragonfly.fight-thugs", name="Thug", combat="9", life_points="9", count="1")
    assert NOBODY_ACROSS not in gm.panel("fight")
