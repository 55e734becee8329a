"""Who sits where: taking a post and leaving it."""

import pytest
from bs4 import BeautifulSoup

from apps.rules.dragonfly.lists import POSTS
from apps.ships.models import Post
from tests.people import newest_event, state_of_play
from tests.ships.conftest import seated, sheet, ship_made
from tests.ships.fleet import rated


def left(player, post, **more):
    return player.post("dragonfly.leave-post", post=post.public_id, **more)


@pytest.mark.rule("dragonfly.ship-sheet")
def test_whoever_has_a_post_rolls_with_their_own_numbers(gm, ines, marek, kestrel, shannon, pell, patrol):
    for player, person, post in (
        (ines, shannon, "pilot"), (marek, pell, "gunner"), (gm, patrol, "sensor-operator"), (marek, pell, "engineer"),
    ):  # fmt: skip
        assert seated(player, kestrel, person, post).status_code == 200
    crew = [(one.post.id, one.person.name, one.bonus, one.is_score) for one in sheet(kestrel).crew]
    assert crew == [
        ("pilot", "Shannon", 9, False), ("gunner", "Pell", 8, False), ("sensor-operator", "Patrol pilot", 8, True),
        ("engineer", "Pell", 8, False),
    ]  # fmt: skip


@pytest.mark.rule("dragonfly.ship-sheet", "dragonfly.table-options/pilot-attribute")
@pytest.mark.parametrize(("attribute", "bonus"), [("Dexterity", 9), ("Intelligence", 7)])
def test_the_switch_says_what_a_pilot_rolls_with(ines, kestrel, shannon, attribute, bonus):
    switch = kestrel.table.switches.get(key="pilot-attribute")
    switch.value = attribute
    switch.save(update_fields=["value"])
    seated(ines, kestrel, shannon)
    post = Post.objects.get()
    assert ines.soup().find(id=f"post-{post.public_id}").find(class_="num").get_text() == str(bonus)


def test_it_changes_records_and_rings(table, ines, marek, watcher, kestrel, shannon):
    version = ines.viewer.table.version
    assert seated(ines, kestrel, shannon).status_code == 200
    assert ines.viewer.table.version == version + 1
    post = Post.objects.get()
    assert (post.ship, post.key, post.person, post.order) == (kestrel, "pilot", shannon, 1)
    assert newest_event(table).kind == "dragonfly.post-taken"
    for person in (ines, marek, watcher):
        assert "seats Shannon as pilot of The Kestrel." in person.log()
    assert "Shannon" in ines.panel("ship")
    assert not newest_event(table).by_gm


def test_several_gunners_stand_in_their_order_and_one_pilot_is_enough(ines, marek, kestrel, shannon, pell):
    for player, person in ((ines, shannon), (marek, pell)):
        assert seated(player, kestrel, person, "gunner").status_code == 200
    assert [one.person.name for one in sheet(kestrel).at("gunner")] == ["Shannon", "Pell"]
    assert list(Post.objects.order_by("pk").values_list("order", flat=True)) == [1, 2]
    assert seated(ines, kestrel, shannon).status_code == 200
    before = state_of_play(ines.table)
    refused = seated(marek, kestrel, pell)
    assert refused.status_code == 422
    assert "This post is taken: whoever has it leaves it first." in refused.content.decode()
    assert state_of_play(ines.table) == before


def test_a_post_of_several_has_its_limit(gm, kestrel):
    gm.does("dragonfly.quick-cast", name="Hand", muscle=9, combat=9, brains=9, life_points=20, copies=12)
    gm.does("dragonfly.quick-cast", name="Spare", muscle=9, combat=9, brains=9, life_points=20)
    hands = list(kestrel.table.characters.filter(role="supporting-cast").order_by("pk"))
    assert [seated(gm, kestrel, one, "gunner").status_code for one in hands] == [200] * 12 + [422]


def test_nobody_is_twice_at_a_post_or_aboard_two_ships(gm, ines, kestrel, shannon):
    seated(ines, kestrel, shannon)
    tern = ship_made(gm, name="Tern", seat=ines.seat.public_id)
    before = state_of_play(gm.table)
    assert "has this post already" in seated(ines, kestrel, shannon).content.decode()
    assert "is aboard The Kestrel" in seated(ines, tern, shannon).content.decode()
    assert state_of_play(gm.table) == before
    left(ines, Post.objects.get())
    assert seated(ines, tern, shannon).status_code == 200


@pytest.mark.parametrize("wrong", [{"ship": "x"}, {"person": "x"}, {"post": "cook"}, {"post": ""}, {"ship": ""}])
def test_what_does_not_fit_changes_nothing(ines, kestrel, shannon, wrong):
    before = state_of_play(ines.table)
    data = {"ship": kestrel.public_id, "person": shannon.public_id, "post": "pilot", **wrong}
    assert ines.post("dragonfly.take-post", **data).status_code == 422
    assert state_of_play(ines.table) == before


def test_players_seat_their_own_people_on_the_players_ships(
    gm, ines, marek, watcher, stranger, kestrel, ashfall, widow, shannon, pell
):
    before = state_of_play(gm.table)
    assert seated(marek, kestrel, shannon).status_code == 422
    for ship in (ashfall, widow):
        assert seated(marek, ship, pell).status_code == 422
        assert ship.name not in marek.get("dragonfly.take-post").content.decode()
    assert seated(ines, kestrel, kestrel).status_code == 422
    assert seated(watcher, kestrel, pell).status_code == 403
    assert seated(stranger.at(marek), kestrel, pell).status_code == 404
    assert state_of_play(gm.table) == before


def test_the_director_seats_anybody_anywhere(table, gm, ines, marek, ashfall, patrol, pell):
    assert seated(gm, ashfall, pell).status_code == 200
    assert newest_event(table).by_gm
    assert seated(gm, ashfall, patrol, "gunner").status_code == 200
    assert "Patrol pilot" in marek.log()
    assert "seats" not in ines.log()


def test_of_a_hidden_ship_its_crew_alone_hears(gm, ines, marek, kestrel, shannon):
    gm.does("character-hidden", character=kestrel.public_id, hidden="yes")
    assert seated(ines, kestrel, shannon).status_code == 200
    for person, hears in ((gm, True), (ines, True), (marek, False)):
        assert ("seats Shannon" in person.log()) is hears


def test_of_somebody_hidden_nobody_hears(gm, ines, marek, kestrel, voss, shannon):
    seated(ines, kestrel, shannon)
    page = ines.soup().find(id="panel-ship")
    assert seated(gm, kestrel, voss, "gunner").status_code == 200
    assert "Voss" in gm.log()
    assert "Voss" in gm.panel("ships")
    for person in (ines, marek):
        assert "Voss" not in person.page() + person.log()
    assert str(ines.soup().find(id="panel-ship")) == str(page)


def test_leaving_changes_records_and_rings(table, ines, marek, kestrel, shannon):
    seated(ines, kestrel, shannon)
    version = ines.viewer.table.version
    assert left(ines, Post.objects.get()).status_code == 200
    assert ines.viewer.table.version == version + 1
    assert not Post.objects.exists()
    assert "takes Shannon off as pilot of The Kestrel." in marek.log()
    assert newest_event(table).kind == "dragonfly.post-left"


def test_who_may_clear_a_post(gm, ines, marek, watcher, stranger, kestrel, shannon, pell):
    seated(ines, kestrel, shannon)
    seated(marek, kestrel, pell, "gunner")
    hers, his = Post.objects.get(person=shannon), Post.objects.get(person=pell)
    before = state_of_play(gm.table)
    assert left(marek, hers).status_code == 422
    assert "Shannon" not in marek.get("dragonfly.leave-post", post=hers.public_id).content.decode()
    assert left(watcher, hers).status_code == 403
    assert left(stranger.at(marek), his).status_code == 404
    assert state_of_play(gm.table) == before
    asked = ines.get("dragonfly.leave-post", post=his.public_id).content.decode()
    assert "Pell, Gunner of The Kestrel" in asked
    assert (asked.count("Leave it"), "Leave the post" in asked) == (1, True), "two buttons of the same words"
    assert left(ines, his).status_code == 200
    assert left(gm, hers).status_code == 200
    assert newest_event(gm.table).by_gm
    assert left(gm, hers).status_code == 422


def test_without_javascript_and_back_again(gm, ines, kestrel, shannon):
    assert seated(ines, kestrel, shannon, plain=True).status_code == 302
    taken = newest_event(gm.table)
    assert left(ines, Post.objects.get(), plain=True).status_code == 302
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert Post.objects.get().person == shannon
    gm.does("undo", event=taken.public_id)
    assert not Post.objects.exists()


def test_whoever_has_one_ship_and_one_character_chooses_neither(ines, kestrel, shannon):
    page = ines.get("dragonfly.take-post").content.decode()
    for one in (kestrel, shannon):
        assert f'<option value="{one.public_id}" selected' in page


def proposed_to(player, ship):
    page = player.get("dragonfly.take-post", ship=ship.public_id).content
    [chosen] = BeautifulSoup(page, "lxml").select("[name=post][checked]")
    return chosen["value"]


def test_the_post_that_is_proposed_is_one_at_which_nobody_sits(gm, ashfall, patrol):
    assert proposed_to(gm, ashfall) == "pilot"
    seated(gm, ashfall, patrol)
    assert proposed_to(gm, ashfall) == "sensor-operator"


@pytest.mark.parametrize(
    ("better", "post"), [({}, "pilot"), ({"repair": 9}, "engineer"), ({"notice": 9}, "sensor-operator")]
)
def test_the_post_that_is_proposed_fits_whoever_takes_it(ines, kestrel, shannon, better, post):
    rated(shannon, **better)
    assert proposed_to(ines, kestrel) == post


def test_nobody_is_proposed_for_turrets_that_are_not_there(gm, ines, shannon):
    courier = ship_made(gm, seat=ines.seat.public_id, weapon_2_name="")
    rated(shannon, gun_fu=9)
    assert proposed_to(ines, courier) == "pilot"


def test_where_every_post_is_taken_one_of_several_is_proposed(ines, marek, kestrel, shannon, pell):
    for row in POSTS:
        seated(ines, kestrel, shannon, row.id)
    rated(pell, gun_fu=8)
    assert proposed_to(marek, kestrel) == "gunner"


def test_the_post_that_is_proposed_tells_nobody_of_somebody_hidden(gm, ines, kestrel, shannon, patrol):
    def proposed():
        page = ines.get("dragonfly.take-post", ship=kestrel.public_id).content
        return [one["value"] for one in BeautifulSoup(page, "lxml").select("[name=post][checked]")]

    assert proposed() == ["pilot"]
    patrol.hidden = True
    patrol.save(update_fields=["hidden"])
    seated(gm, kestrel, patrol)
    assert proposed() == ["pilot"]


@pytest.mark.parametrize("who", ["ship", "person"])
def test_who_is_deleted_leaves_and_comes_back_with_undo(gm, ines, kestrel, shannon, who):
    seated(ines, kestrel, shannon)
    doomed = {"ship": kestrel, "person": shannon}[who]
    ines.does("delete-character", character=doomed.public_id)
    assert not Post.objects.exists()
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert (Post.objects.get().ship, Post.objects.get().person) == (kestrel, shannon)
