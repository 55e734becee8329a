"""Triggers: what they cost or pay, what the program does, and what waits for the GM's yes."""

import pytest

from apps.characters.crew import heroes
from apps.characters.models import Entry, Move, Track
from apps.table.models import Ask
from tests.drama.crew.conftest import bank, held, put, said, the
from tests.people import newest_event, open_a_table, sit_down, state_of_play


def with_trigger(character, points=0, effect="", text="When it matters", kind="distinction"):
    return put(character, kind, "Loyal to the end", 8 if kind == "signature-asset" else None, text="",
               triggers=[{"text": text, "points": points, "effect": effect}])  # fmt: skip


def used(person, character, entry, **more):
    return person.post("crew.trigger", character=character.public_id, trigger=f"{entry.public_id}-0", **more)


def answered(gm, allow, **more):
    return gm.post("crew.answer-trigger", ask=Ask.objects.latest("pk").public_id, allow=allow, **more)


@pytest.mark.played("crew.triggers", "crew.plot-point-uses")
def test_one_that_costs_is_paid_at_once(ines, marek, wren):
    entry = with_trigger(wren, -1, "reroll", "Spend a plot point to reroll a die", "signature-asset")
    assert used(ines, wren, entry).status_code == 200
    assert held(wren) == 0
    log = marek.log()
    assert "uses “Loyal to the end” for Wren (Spend a plot point to reroll a die), reroll a die." in log
    assert "One plot point, 0 left." in log
    assert Move.objects.get(source__character=wren).rule == "crew.triggers"


def test_what_is_cut_off_on_a_phone_stands_below_in_full(ines, wren):
    entry = with_trigger(wren, -1, "create-asset", "Spend a plot point to make a thing from scrap")
    page = ines.get("crew.trigger", character=wren.public_id, trigger=f"{entry.public_id}-0")
    whole = "Loyal to the end: Spend a plot point to make a thing from scrap, costs a plot point."
    assert whole in said(page)


@pytest.mark.played("crew.triggers")
def test_one_that_costs_is_refused_without_a_point(ines, wren):
    entry = with_trigger(wren, -1, "create-asset")
    Track.objects.filter(character=wren, key="plot-points").update(value=0)
    before = state_of_play(ines.table)
    refused = used(ines, wren, entry, name="Rope")
    assert refused.status_code == 422
    assert "costs 1 plot point, and none is left to Wren" in said(refused)
    assert state_of_play(ines.table) == before


@pytest.mark.played("crew.triggers", "crew.plot-point-gains")
def test_one_that_pays_waits_for_the_gm(gm, ines, marek, wren):
    entry = with_trigger(wren, 1, "create-complication", "Gain a point when you stay behind")
    assert used(ines, wren, entry, name="Left behind", target=wren.public_id).status_code == 200
    assert held(wren) == 1
    assert "which pays a plot point once the GM agrees: Gain a point when you stay behind" in marek.log()
    assert "Left behind" in gm.panel("asks")
    assert answered(gm, "yes").status_code == 200
    assert held(wren) == 2
    assert the("complication", "Left behind").amount == 6
    assert "Wren: Left behind d6. One plot point from the pile, 2 now." in marek.log()
    gm.does("undo")
    assert held(wren) == 1
    assert "Left behind" in gm.panel("asks")


@pytest.mark.played("crew.triggers")
def test_one_that_the_gm_does_not_agree_to(gm, ines, marek, wren):
    used(ines, wren, with_trigger(wren, 1))
    assert answered(gm, "no", words="Nothing is at stake").status_code == 200
    assert held(wren) == 1
    assert "finds that Wren’s “Loyal to the end” does not apply here. Nothing is at stake" in marek.log()
    assert answered(gm, "yes").status_code == 422


def test_the_gm_needs_nobodys_yes(gm, wren):
    assert used(gm, wren, with_trigger(wren, 1)).status_code == 200
    assert held(wren) == 2
    assert newest_event(gm.table).by_gm
    assert not Ask.objects.exists()


@pytest.mark.played("crew.triggers", "crew.bank")
def test_a_major_gmcs_trigger_is_paid_from_the_bank(gm, ines, tran):
    gm.does("crew.bank-set", points=1)
    entry = with_trigger(tran, -1, text="Call a deputy")
    assert used(gm, tran, entry).status_code == 200
    assert bank(gm) == 0
    assert "One point from the bank, 0 in it." in ines.log()
    before = state_of_play(gm.table)
    refused = used(gm, tran, entry)
    assert "none is left to the bank" in said(refused)
    assert state_of_play(gm.table) == before


def test_a_major_gmcs_trigger_never_fills_the_bank(gm, tran):
    assert used(gm, tran, with_trigger(tran, 1)).status_code == 200
    assert bank(gm) == 0


def test_an_asset_is_created_and_stepped_up(gm, ines, wren):
    assert used(ines, wren, with_trigger(wren, 0, "create-asset"), name="Cover").status_code == 200
    row = the("asset", "Cover")
    assert (row.amount, held(wren)) == (6, 1)
    up = with_trigger(wren, 0, "step-up-asset")
    assert used(ines, wren, up, asset=row.public_id).status_code == 200
    assert "Wren: Cover d6 to d8." in gm.log()
    Entry.objects.filter(pk=row.pk).update(amount=12)
    before = state_of_play(gm.table)
    assert "there is no larger Asset" in said(used(ines, wren, up, asset=row.public_id))
    assert state_of_play(gm.table) == before


def test_complications_are_made_and_stepped_down(gm, ines, marek, wren, tran):
    made = with_trigger(wren, 0, "create-complication")
    assert used(ines, wren, made, name="Blinded", target=tran.public_id).status_code == 200
    row = the("complication", "Blinded")
    assert row.character == tran
    down = with_trigger(wren, 0, "step-down-complication")
    hurt = put(wren, "complication", "Bruised", 8)
    assert used(ines, wren, down, complication=hurt.public_id).status_code == 200
    assert "Wren: Bruised d8 to d6." in marek.log()
    assert used(ines, wren, down, complication=hurt.public_id).status_code == 200
    assert "Wren: Bruised d6 is gone." in marek.log()
    ines.does("undo")
    assert the("complication", "Bruised").amount == 6


def test_a_hero_die_is_gained_by_crewmembers_alone(gm, ines, wren, tran):
    assert used(ines, wren, with_trigger(wren, 0, "gain-hero-die"), die=8).status_code == 200
    assert heroes.store(wren) == [8]
    assert "Wren gains a Big Damn Hero die d8." in gm.log()
    assert used(gm, tran, with_trigger(tran, 0, "gain-hero-die"), die=8).status_code == 422


def test_the_ships_triggers_serve_the_crew(ines, marek, wren, kit, lena):
    entry = with_trigger(lena, -1, "create-asset")
    assert used(marek, kit, entry, name="Burn").status_code == 200
    assert (held(kit), the("asset", "Burn").character) == (0, lena)
    assert "of The Long Lena for Kit" in ines.log()


def test_what_an_effect_needs_is_asked_for(ines, wren):
    entry = with_trigger(wren, 0, "create-complication")
    before = state_of_play(ines.table)
    for missing in ({}, {"name": "Blinded"}, {"target": wren.public_id}):
        refused = used(ines, wren, entry, **missing)
        assert refused.status_code == 422
        assert 'class="refusal"' in refused.content.decode()
    assert state_of_play(ines.table) == before
    form = ines.get("crew.trigger", character=wren.public_id, trigger=f"{entry.public_id}-0").content.decode()
    assert 'name="target"' in form
    assert 'name="die"' not in form


def test_what_was_typed_stays_while_the_form_is_drawn_again(gm, ines, wren):
    with_trigger(wren, 0)
    entry = with_trigger(wren, 0, "create-complication")
    so_far = {
        "character": wren.public_id,
        "trigger": f"{entry.public_id}-0",
        "name": "Blinded",
        "target": wren.public_id,
    }
    drawn = ines.get("crew.trigger", **so_far).content.decode()
    assert 'value="Blinded"' in drawn
    assert f'value="{wren.public_id}" selected' in drawn
    looked = ines.post("crew.trigger", plain=True, look="1", **so_far).content.decode()
    assert 'value="Blinded"' in looked
    assert "It costs nothing. Create a Complication." in said(ines.get("crew.trigger", **so_far))


def test_others_may_not(gm, ines, marek, watcher, stranger, wren, kit):
    entry = with_trigger(wren, 0)
    before = state_of_play(gm.table)
    assert used(marek, kit, entry).status_code == 422
    assert used(marek, wren, entry).status_code == 422
    assert used(watcher, wren, entry).status_code == 403
    assert used(stranger.at(ines), wren, entry).status_code == 404
    assert "is not Kit’s" in said(used(gm, kit, entry)) or used(gm, kit, entry).status_code == 422
    assert state_of_play(gm.table) == before
    used(ines, wren, with_trigger(wren, 1))
    assert answered(ines, "yes").status_code == 403
    assert answered(gm, "perhaps").status_code == 422


def test_of_the_hidden_nobody_hears(gm, ines, make, wren):
    gm.does("crew.bank-set", points=2)
    secret = make(gm, name="Kraken", role="major-gmc", mental=6, physical=6, social=6, hidden="on")
    used(gm, secret, with_trigger(secret, -1, "create-complication"), name="Watched", target=wren.public_id)
    assert "Kraken" not in ines.page()
    assert the("complication", "Watched").character == wren
    assert "Kraken" not in said(ines.get("crew.trigger"))


def test_without_javascript_and_called_off(gm, ines, wren):
    entry = with_trigger(wren, 1, text="<script>x")
    answer = ines.post("crew.trigger", plain=True, character=wren.public_id, trigger=f"{entry.public_id}-0")
    assert answer.status_code == 302
    assert "<script>x" not in gm.page() + ines.page()
    one = Ask.objects.get()
    assert "Loyal to the end" in said(gm.get("crew.answer-trigger", plain=True, ask=one.public_id))
    gm.does("call-off")
    assert held(wren) == 1


@pytest.mark.parametrize(("free", "code"), [("each once per Episode", 422), ("free", 200)])
@pytest.mark.played("crew.callback", "crew.triggers")
def test_a_callback_pays_for_a_trigger(db, make, free, code):
    table = open_a_table("Callbacks", game="crew", callback_limit=free)
    ines = sit_down(table, "I")
    wren = make(ines, name="Wren", role="crewmember", mental=6, physical=6, social=6)
    episode = put(wren, "episode", "The Harrow Heist", 0)
    entry = with_trigger(wren, -1)
    assert used(ines, wren, entry, callback=episode.public_id).status_code == 200
    assert held(wren) == 1
    assert "calls “The Harrow Heist” back and uses" in ines.log()
    assert used(ines, wren, entry, callback=episode.public_id).status_code == code
