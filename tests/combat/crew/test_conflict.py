"""A conflict: opened, joined, left and closed; the baton goes from hand to hand."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from apps.characters.crew import out
from apps.characters.models import Character, Condition, Entry, Track
from apps.checks.crew import drafts, gangs
from apps.combat import tracking
from tests.checks.crew.conftest import contest, words_of
from tests.combat.crew.conftest import baton, gmc, now, opened, passes, state_of_conflict
from tests.crew_play import the_draft
from tests.people import newest_event, open_a_table, state_of_play


def takes_out(character: Character) -> None:
    Condition.objects.create(character=character, name=out.NAME, tone="bad", note="Until the conflict is over")


# opening and closing


@pytest.mark.played("crew.action-order")
def test_a_conflict_is_opened_from_those_who_are_there(gm, ines, watcher, wren, kit, thug):
    fight = opened(gm, wren, kit, thug)
    assert baton(gm) == (1, "", [])
    assert fight.combatants.count() == 3
    for person in (ines, watcher, gm):
        assert "The cargo bay Round 1" in person.panel("crew-conflict")
    assert "opens a conflict: The cargo bay. In it: Wren, Kit, Thug." in ines.log()


def test_who_does_not_see_it_begin_is_told(gm, ines, wren, kit):
    opened(gm, wren, kit)
    assert ines.soup().select("[data-tells='A conflict begins: The cargo bay.']")


def test_those_who_are_present_are_ticked_already(gm, wren, kit):
    kit.present = False
    kit.save(update_fields=["present"])
    page = gm.get("crew.open-conflict").content.decode()
    ticked = [line for line in page.split("<label") if "checked" in line]
    assert len(ticked) == 1
    assert wren.public_id in ticked[0]


@pytest.mark.played("crew.action-order")
def test_whoever_comes_late_reads_so_and_is_brought_into_the_order_from_one_place(
    gm, ines, marek, watcher, wren, kit, thug
):
    opened(gm, wren)
    assert gm.panel("fight-left-out") == "Not in the conflict: Kit. Bring in Kit"
    assert marek.panel("fight-outside") == "Kit is not in this conflict. The GM can bring them in."
    assert ines.panel("fight-outside") == ""
    assert watcher.soup().find(id="panel-fight-outside") is None
    link = gm.soup().select_one("#panel-fight-left-out a")
    assert link is not None
    form = BeautifulSoup(gm.client.get(gm.url + str(link["href"])).content, "lxml")
    assert [one["value"] for one in form.select("[name=characters][checked]")] == [kit.public_id]
    gm.does("crew.conflict-join", characters=[kit.public_id])
    assert gm.panel("fight-left-out") == marek.panel("fight-outside") == ""
    gm.does("crew.conflict-leave", character=kit.public_id)
    assert gm.panel("fight-left-out") == "", "whoever has left is not missing"


def test_only_a_gm_opens_one_and_only_one(gm, ines, watcher, stranger, wren):
    for person in (ines, watcher):
        assert person.post("crew.open-conflict").status_code == 403
    assert stranger.at(gm).post("crew.open-conflict").status_code == 404
    opened(gm, wren)
    before = state_of_conflict()
    assert gm.post("crew.open-conflict").status_code == 422
    assert state_of_conflict() == before


def test_thugs_come_in_at_once_and_by_number(gm, ines, wren):
    opened(gm, wren)
    gm.does("crew.conflict-thugs", name="Thug", die=8, count=3)
    names = list(Character.objects.filter(role="extra").order_by("pk").values_list("name", flat=True))
    assert names == ["Thug 1", "Thug 2", "Thug 3"]
    assert set(Character.objects.filter(role="extra").values_list("ratings__value", flat=True)) == {8}
    assert "sends into the conflict: Thug 1, 2 and 3." in ines.log()
    gm.does("undo")
    assert not Character.objects.filter(role="extra").exists()


def test_more_come_in_and_leave(gm, ines, wren, kit, thug):
    opened(gm, wren, thug)
    assert "Bring somebody in" in gm.panel("crew-conflict")
    gm.does("crew.conflict-join", characters=[kit.public_id])
    assert "Bring somebody in" not in gm.panel("crew-conflict"), "all are in it"
    assert gm.post("crew.conflict-join", characters=[kit.public_id]).status_code == 422
    gm.does("crew.conflict-leave", character=thug.public_id)
    assert gm.post("crew.conflict-leave", character=thug.public_id).status_code == 422
    assert "Thug is out of the conflict." in ines.log()
    assert "Thug" not in ines.panel("crew-conflict")
    gm.does("crew.conflict-join", characters=[thug.public_id])
    assert ines.post("crew.conflict-join", characters=[thug.public_id]).status_code == 403


@pytest.mark.played("crew.taken-out", "crew.scene")
def test_whoever_was_taken_out_by_high_stakes_is_back_when_it_is_over(gm, ines, wren, kit):
    opened(gm, wren, kit)
    takes_out(wren)
    Entry.objects.create(character=kit, kind="complication", name="Broken leg", amount=14)
    assert "Back in when it is over: Wren" in words_of(gm.get("crew.close-conflict"))
    gm.does("crew.close-conflict")
    assert not out.is_out(wren)
    assert out.is_out(kit)
    assert tracking.fight_of(gm.table) is None
    assert "says that the conflict is over: The cargo bay. Back again: Wren." in ines.log()
    gm.does("undo")
    assert out.is_out(wren)
    assert tracking.fight_of(gm.table) is not None


def test_extras_leave_the_scene_with_their_conflict_unless_the_gm_says_otherwise(gm, ines, wren, sniper):
    """Those who were taken out of it too; a Minor GMC stays."""
    opened(gm, wren, sniper)
    gm.does("crew.conflict-thugs", name="Thug", die=8, count=3)
    gm.does("crew.conflict-thugs", name="Lookout", die=6, count=1, hidden="on")
    one, two, three, lookout = Character.objects.filter(role="extra").order_by("pk")
    gm.does("crew.conflict-leave", character=two.public_id)
    form = BeautifulSoup(gm.get("crew.close-conflict").content, "lxml")
    ticked = [str(each["value"]) for each in form.select("[name=leave][checked]")]
    assert ticked == [each.public_id for each in (one, two, three, lookout)]
    gm.does("crew.close-conflict", leave=[one.public_id, two.public_id, lookout.public_id])
    here = ines.panel("crew-here")
    assert "Thug 3" in here
    assert "Thug 1" not in here
    assert "Thug 2" not in here
    assert "Out of the scene: Thug 1 and 2." in ines.log()
    assert "Lookout" in gm.log()
    gm.does("undo")
    assert "Thug 1" in ines.panel("crew-here")
    assert Character.objects.get(pk=lookout.pk).present


def test_where_no_extra_was_in_it_nobody_is_asked_about(gm, wren, sniper):
    opened(gm, wren, sniper)
    assert "Out of the scene" not in words_of(gm.get("crew.close-conflict"))


@pytest.mark.played("crew.scene")
def test_the_end_of_the_scene_ends_the_conflict_too(gm, wren):
    gm.does("open-scene", title="A hold")
    opened(gm, wren)
    takes_out(wren)
    gm.does("close-scene")
    assert tracking.fight_of(gm.table) is None
    assert not out.is_out(wren)


def test_it_can_be_over_where_no_order_was_kept(gm, ines, wren):
    assert gm.post("crew.close-conflict").status_code == 422
    takes_out(wren)
    assert "Wren back in" in gm.panel("crew-conflict")
    assert ines.panel("crew-conflict") == ""
    assert ines.post("crew.close-conflict").status_code == 403
    gm.does("crew.close-conflict")
    assert not out.is_out(wren)


# the baton


@pytest.mark.played("crew.action-order")
def test_the_gm_picks_the_first_and_whoever_has_gone_the_next(gm, ines, marek, wren, kit, thug):
    opened(gm, wren, kit, thug)
    assert "Pick who goes first" in gm.panel("crew-conflict")
    assert gm.soup().select_one("#panel-crew-conflict p:-soup-contains('Pick who goes first') + ol"), "the tiles follow"
    passes(gm, wren)
    assert baton(gm) == (1, "Wren", [])
    assert "Wren acts now" in marek.panel("crew-conflict")
    passes(ines, thug)
    assert baton(gm) == (1, "Thug", ["Wren"])
    assert "Wren has acted; Thug is next." in marek.log()
    passes(gm, kit)
    assert baton(gm) == (1, "Kit", ["Wren", "Thug"])
    passes(gm, kit)
    assert baton(gm) == (2, "Kit", [])
    assert "round 2 begins, Kit starts it." in ines.log()


def rolls_for(person, character):
    """The ways on the stage's conflict to begin the roll by which they act."""
    found = person.soup().find(id="panel-crew-conflict").select("a[href*='crew.contest']")
    return [one for one in found if character.public_id in one["href"]]


def test_whoever_acts_now_finds_their_roll_where_the_baton_is(gm, ines, marek, wren, kit, thug):
    """The GM for anybody; not while a roll of theirs is under way already."""
    opened(gm, wren, kit, thug)
    assert not rolls_for(gm, wren)
    passes(gm, wren)
    assert rolls_for(ines, wren)
    assert rolls_for(gm, wren)
    assert not rolls_for(marek, wren)
    exchange = contest(ines, wren)
    assert not rolls_for(ines, wren)
    gm.does("crew.move-on", exchange=exchange.public_id)
    passes(ines, thug)
    assert rolls_for(gm, thug)
    assert not rolls_for(ines, wren)


@pytest.mark.played("crew.taken-out", "crew.limited-action")
def test_whoever_is_taken_out_as_they_act_reads_what_a_roll_costs(gm, ines, wren):
    """It is not the step that they are led to; without a point there is none."""
    opened(gm, wren)
    passes(gm, wren)
    assert "main" in rolls_for(ines, wren)[0]["class"]
    takes_out(wren)
    for person in (ines, gm):
        (link,) = rolls_for(person, wren)
        assert "main" not in link["class"]
        assert link.get_text(" ", strip=True) == "Roll, for 1 plot point for Wren"
    Track.objects.filter(character=wren, key="plot-points").update(value=0)
    assert rolls_for(ines, wren) == []


def test_who_has_acted_and_is_out_reads_so_in_one_row(gm, ines, wren, kit, thug):
    opened(gm, wren, kit, thug)
    passes(gm, thug)
    passes(gm, wren)
    assert "Has acted Thug" in ines.panel("crew-conflict")
    takes_out(thug)
    assert "Has acted Thug, Taken Out" in ines.soup().find(id="panel-crew-conflict").get_text(" ", strip=True)


@pytest.mark.played("crew.action-order")
def test_nobody_acts_twice_in_a_round(gm, ines, wren, kit, thug):
    opened(gm, wren, kit, thug)
    passes(gm, wren)
    before = state_of_conflict()
    assert "waits for the next round" in passes(ines, wren, 422)
    assert "waits for the next round" in passes(gm, wren, 422)
    assert state_of_conflict() == before


def test_only_the_one_who_acts_passes_it_on(gm, ines, marek, watcher, stranger, wren, kit, thug):
    opened(gm, wren, kit, thug)
    before = state_of_conflict()
    assert "Now the GM picks" in passes(ines, wren, 422)
    passes(gm, wren)
    after = state_of_conflict()
    assert before != after
    assert "Wren says who is next." in passes(marek, kit, 422)
    assert watcher.post("crew.pass", to=kit.public_id).status_code == 403
    assert stranger.at(ines).post("crew.pass", to=kit.public_id).status_code == 404
    assert ines.post("crew.pass", to="nobody").status_code == 422
    assert state_of_conflict() == after
    passes(ines, kit)


def test_whoever_is_done_may_leave_the_pick_to_the_gm(gm, ines, wren, kit):
    opened(gm, wren, kit)
    assert "Nobody acts just now" in passes(gm, None, 422)
    passes(gm, wren)
    passes(ines, None)
    assert baton(gm) == (1, "", ["Wren"])
    assert "Wren has acted." in ines.log()
    assert "Now the GM picks" in passes(ines, kit, 422)
    passes(gm, kit)
    assert baton(gm) == (1, "Kit", ["Wren"])


def test_a_tap_that_comes_too_late_passes_nothing(gm, ines, wren, kit, thug):
    opened(gm, wren, kit, thug)
    passes(gm, wren)
    seen = ines.soup().find(id="panel-crew-conflict").find("input", {"name": "seen"})["value"]
    passes(ines, kit)
    assert "passed on in the meantime" in passes(gm, thug, 422, seen=seen)
    assert baton(gm)[1] == "Kit"


@pytest.mark.played("crew.action-order", "crew.limited-action")
def test_the_taken_out_are_skipped_unless_they_pay(gm, ines, marek, wren, kit, thug):
    opened(gm, wren, kit, thug)
    takes_out(kit)
    passes(gm, wren)
    passes(ines, thug)
    assert "All have acted" in gm.panel("crew-conflict")
    Track.objects.filter(character=kit).update(value=0)
    assert "no plot point for a limited action" in passes(gm, kit, 422)
    Track.objects.filter(character=kit).update(value=1)
    passes(gm, kit)
    assert baton(gm) == (1, "Kit", ["Wren", "Thug"])
    assert "Kit is next, Taken Out, by a limited action." in marek.log()
    assert Track.objects.get(character=kit, key="plot-points").value == 1


@pytest.mark.played("crew.action-order", "crew.limited-action")
def test_the_last_to_act_hands_the_baton_to_a_taken_out_who_pays(gm, ines, marek, wren, kit, thug):
    """Each has one action, and whoever has gone picks the next; only the next round is the GM's to begin."""
    opened(gm, wren, kit, thug)
    takes_out(kit)
    passes(gm, thug)
    Track.objects.filter(character=kit, key="plot-points").update(value=0)
    passes(gm, wren)
    assert "the GM picks who starts the next round" in passes(ines, kit, 422)
    Track.objects.filter(character=kit, key="plot-points").update(value=1)
    assert picks_of(ines) == ["Next, for 1 plot point"]
    assert picks_of(gm) == ["Starts", "Next, for 1 plot point", "Starts"]
    assert "All have acted but the Taken Out. Whoever else is picked" in gm.panel("crew-conflict")
    assert "waits for the next round" in passes(ines, thug, 422)
    passes(ines, kit)
    assert baton(gm) == (1, "Kit", ["Thug", "Wren"])
    assert "the GM picks who starts the next round" in passes(marek, wren, 422)


def test_a_taken_out_who_has_acted_starts_the_next_round_for_a_point(gm, ines, wren, kit):
    opened(gm, wren, kit)
    passes(gm, kit)
    takes_out(kit)
    passes(gm, wren)
    assert picks_of(gm) == ["Starts", "Starts, for 1 plot point"]
    assert picks_of(ines) == []


def picks_of(person):
    """What the buttons say by which this seat may give somebody the baton."""
    found = person.soup().find(id="panel-crew-conflict").select("ol.baton form button")
    return [one.get_text(" ", strip=True) for one in found]


# the next round


@pytest.mark.played("crew.action-order")
def test_by_default_the_gm_picks_who_starts_the_next_round(gm, ines, wren, kit):
    opened(gm, wren, kit)
    passes(gm, kit)
    passes(gm, wren)
    assert "the GM picks who starts the next round" in passes(ines, kit, 422)
    passes(ines, None)
    assert "Now the GM picks" in passes(ines, wren, 422)
    passes(gm, kit)
    assert baton(gm) == (2, "Kit", [])


class TestLastActorPicks:
    @pytest.fixture
    def table(self, db):
        return open_a_table(game="crew", next_round_starter="last actor picks")

    @pytest.mark.played("crew.action-order")
    def test_the_last_to_act_picks_and_may_pick_themselves(self, gm, ines, marek, wren, kit):
        opened(gm, wren, kit)
        passes(gm, kit)
        passes(marek, wren)
        passes(marek, kit, 422)
        passes(ines, wren)
        assert baton(gm) == (2, "Wren", [])
        assert "Wren" in ines.log()

    def test_also_after_they_are_done(self, gm, ines, marek, wren, kit):
        opened(gm, wren, kit)
        passes(gm, kit)
        passes(marek, wren)
        passes(ines, None)
        passes(marek, kit, 422)
        passes(ines, kit)
        assert baton(gm) == (2, "Kit", [])


# what nobody else may know


def test_of_somebody_hidden_nobody_else_learns(gm, ines, watcher, wren, kit, sniper):
    opened(gm, wren, kit, sniper)
    passes(gm, sniper)
    assert "Sniper acts now" in gm.panel("crew-conflict")
    passes(gm, wren)
    passes(ines, kit)
    for person in (ines, watcher):
        shown = person.page() + person.at_address("log").content.decode()
        assert "Sniper" not in shown
        assert sniper.public_id not in shown
    assert sniper.public_id not in ines.get("crew.pass").content.decode()
    assert ines.post("crew.pass", to=sniper.public_id).content == ines.post("crew.pass", to="x" * 12).content


def test_a_hidden_pick_looks_as_if_the_gm_was_still_to_pick(gm, ines, wren, kit, sniper):
    opened(gm, wren, kit, sniper)
    passes(gm, wren)
    passes(gm, sniper)
    assert "Wren has acted." in ines.log()
    assert "Now the GM picks who goes next" in ines.panel("crew-conflict")


# the rest


def test_undo_gives_the_baton_back(gm, ines, wren, kit):
    opened(gm, wren, kit)
    passes(gm, wren)
    before = state_of_conflict()
    passes(ines, kit)
    ines.does("undo")
    assert state_of_conflict() == before


def test_the_gm_acts_for_a_player_and_it_is_told(gm, wren, kit):
    opened(gm, wren, kit)
    passes(gm, wren)
    passes(gm, kit)
    assert newest_event(gm.table).by_gm


def test_whoever_is_in_it_is_not_deleted(gm, wren, thug):
    opened(gm, wren, thug)
    before = state_of_play(gm.table)
    refused = gm.post("delete-character", character=thug.public_id)
    assert refused.status_code == 422
    assert "Thug is in the conflict that is open. Take them out of it first" in words_of(refused)
    assert state_of_play(gm.table) == before
    gm.does("crew.conflict-leave", character=thug.public_id)
    gm.does("delete-character", character=thug.public_id)


def test_without_javascript(gm, ines, wren, kit):
    answer = gm.post("crew.open-conflict", plain=True, characters=[wren.public_id, kit.public_id])
    assert answer.status_code == 302
    assert gm.post("crew.pass", plain=True, to=wren.public_id).status_code == 302
    assert "Kit" in ines.get("crew.pass", plain=True).content.decode()
    assert ines.post("crew.pass", plain=True, to=kit.public_id).status_code == 302
    assert baton(gm)[1] == "Kit"
    assert gm.post("crew.close-conflict", plain=True).status_code == 302


def test_without_a_conflict_nothing_can_be_passed(gm, ines, wren):
    for person in (gm, ines):
        assert person.post("crew.pass", to=wren.public_id).status_code == 422
    assert "No conflict is open." in gm.get("crew.pass").content.decode()
    assert gm.post("crew.conflict-thugs", name="Thug", die=6, count=1).status_code == 422


def test_many_of_one_name_act_each_for_themselves(gm, wren, table):
    first, second = gmc(table, "Thug"), gmc(table, "Thug")
    opened(gm, wren, first, second)
    passes(gm, first)
    passes(gm, second)
    assert baton(gm) == (1, "Thug", ["Thug"])
    assert now(gm).combatants.get(character=second).state == "acting"


@pytest.mark.played("crew.ganging-up")
def test_in_a_conflict_only_those_who_are_in_it_count(gm, ines, wren, kit, table):
    thugs = [gmc(table, f"Thug {number}") for number in (1, 2, 3)]
    exchange = contest(ines, wren)

    def allowed():
        return gangs.allowed(drafts.Bench(the_draft(exchange, "defender")), gm.viewer.options)

    assert allowed() == 3
    opened(gm, wren, kit, thugs[0])
    assert allowed() == 1
    gm.does("crew.conflict-join", characters=[one.public_id for one in thugs[1:]])
    assert allowed() == 3
    takes_out(thugs[0])
    assert allowed() == 1


@pytest.mark.played("crew.ganging-up")
def test_another_major_gmc_of_the_conflict_is_counted_and_brings_a_d6(gm, wren, tran, make):
    boss = make("Boss", role="major-gmc", mental=8, physical=8)
    opened(gm, wren, tran, boss)
    exchange = contest(gm, tran, wren)
    draft = the_draft(exchange, "aggressor")
    gm.does("crew.draft", draft=draft.public_id, die=gangs.ALL)
    draft.refresh_from_db()
    assert [(die.kind, die.label, die.size) for die in drafts.pool_of(draft)] == [("gmc", "Boss", 6)]


@pytest.mark.played("crew.ganging-up", "crew.taken-out")
def test_whoever_is_taken_out_brings_no_die(gm, ines, wren, thug, deputy):
    exchange = contest(ines, wren)
    draft = the_draft(exchange, "defender")
    tapped = {"draft": draft.public_id, "die": f"gmc:{thug.public_id}:die:"}
    gm.does("crew.draft", **tapped)
    takes_out(thug)
    assert drafts.pool_of(the_draft(exchange, "defender")) == ()
    assert gm.post("crew.draft", **tapped).status_code == 422
