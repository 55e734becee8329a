"""What an empty table tells each person to do next, in every game, until the first scene opens."""

import pytest
from bs4 import BeautifulSoup
from django.conf import settings

from apps.characters import ready
from apps.characters.models import Character
from apps.table.doors import knocks
from apps.table.hold import hold
from apps.table.ids import new_token, token_hash
from tests.people import open_a_table, sit_down, state_of_play


@pytest.fixture(params=settings.GAMES)
def table(request, db):
    return open_a_table(game=request.param)


@pytest.fixture
def gm(table):
    return sit_down(table, "Robin", "gm")


def step(person):
    found = person.soup().select_one("#panel-first-steps [aria-current=step]")
    return found.get_text(strip=True) if found else ""


def sets_a_scene(gm):
    """Without a call of anybody's, where the game has scenes called."""
    by_hand = "yarn.set-scene" if gm.table.game == "yarn" else "open-scene"
    gm.does(by_hand, title="A quay")


def test_a_gm_is_led_from_the_invite_to_the_first_scene(table, gm):
    assert step(gm) == "Invite"
    ines = sit_down(table, "Ines")
    assert step(gm) == "Characters"
    assert "Ines chooses" in gm.panel("first-steps")
    ines.does("take-ready", ready=ready.people(table.game)[0].id)
    assert step(gm) == gm.viewer.game.book.session.capitalize()
    gm.does("open-session")
    assert step(gm) == "Scene"
    sets_a_scene(gm)
    assert gm.panel("first-steps") == ""
    gm.does("close-scene")
    assert gm.panel("first-steps") == "", "the evening has begun"


def test_whoever_knocks_is_named_where_nobody_else_is(table, gm):
    assert "Nobody is at the table yet" in gm.panel("first-steps")
    for name, words in (("Ines", "Ines knocks"), ("Marek", "Ines and Marek knock ")):
        with hold(table.public_id) as desk:
            knocks.knock(desk, name, "moss", "player", token_hash(new_token()), "on a phone")
        assert words in gm.panel("first-steps")
        assert "Nobody is at the table" not in gm.panel("first-steps")


def test_the_session_may_come_first(table, gm):
    gm.does("open-session")
    sit_down(table, "Ines").does("take-ready", ready=ready.people(table.game)[0].id)
    assert step(gm) == "Scene"


def test_a_session_closed_before_its_first_scene_leads_to_the_next_one(table, gm):
    sit_down(table, "Ines").does("take-ready", ready=ready.people(table.game)[0].id)
    gm.does("open-session")
    gm.does("yarn.break-off" if table.game == "yarn" else "close-session")
    assert step(gm) == gm.viewer.game.book.session.capitalize()
    gm.does("open-session")
    assert step(gm) == "Scene"


def test_nobody_without_a_character_holds_up_the_evening(table, gm):
    nils = sit_down(table, "Nils")
    opens = gm.soup().select_one("#panel-first-steps :is(form[action$=open-session], a[href$=open-session])")
    assert opens.get_text(strip=True).endswith("without them")
    gm.does("open-session")
    assert step(gm) == "Scene"
    assert "Give a ready one to Nils" in gm.panel("first-steps")
    assert "Who do you play?" in nils.panel("first-steps")


def test_who_only_watches_is_nobody_to_wait_for(table, gm):
    sit_down(table, "Wanda", "spectator")
    assert step(gm) == "Invite"


def test_the_invite_is_on_the_page_of_gms_alone(table, gm):
    ines = sit_down(table, "Ines")
    sit_down(table, "Wanda", "spectator")
    gm.client.get(gm.url)
    assert table.invite_token not in ines.page()
    other = open_a_table(game=table.game)
    alone = sit_down(other, "Robin", "gm")
    assert f"/j/{other.public_id}/{other.invite_token}" in alone.page()


def test_a_player_chooses_then_reads_then_plays(table, gm):
    ines = sit_down(table, "Ines")
    assert "Who do you play?" in ines.panel("first-steps")
    ines.does("take-ready", ready=ready.people(table.game)[0].id)
    assert "Open the sheet" in ines.panel("first-steps")
    sets_a_scene(gm)
    assert ines.panel("first-steps") == ""


def test_whoever_has_taken_the_wrong_one_chooses_again(table, gm):
    ines = sit_down(table, "Ines")
    first, second = (one.id for one in ready.people(table.game)[:2])
    ines.does("take-ready", ready=first)
    leads = ines.soup().find("a", string="Rather somebody else")
    assert leads is not None
    page = ines.client.get(f"{ines.url}{leads['href']}").content.decode()
    assert "goes with every number" in page
    assert "You then choose somebody else." in page
    assert f"Delete {Character.objects.get(seat=ines.seat).name}, with all the numbers" in page
    assert "Let them go" not in page
    ines.does("let-go", character=Character.objects.get(seat=ines.seat).public_id)
    assert not Character.objects.exists()
    assert "Who do you play?" in ines.panel("first-steps")
    ines.does("take-ready", ready=second)


def test_whom_the_gm_has_prepared_goes_back_to_the_gm(table, gm):
    ines = sit_down(table, "Ines")
    gm.does("take-ready", ready=ready.people(table.game)[0].id, seat=ines.viewer.seat.public_id)
    prepared = Character.objects.get()
    leads = ines.soup().find("a", string="Rather somebody else")
    assert leads is not None
    page = ines.client.get(f"{ines.url}{leads['href']}").content.decode()
    assert f"{prepared.name} goes back to the {gm.viewer.game.gm} as they are" in page
    assert "goes with every number" not in page
    assert f"Give {prepared.name} back to the {gm.viewer.game.gm}" in page
    ines.does("let-go", character=prepared.public_id)
    prepared.refresh_from_db()
    assert prepared.seat is None
    assert f"gives {prepared.name} back" in gm.log()
    assert "Who do you play?" in ines.panel("first-steps")
    ines.does("undo")
    prepared.refresh_from_db()
    assert prepared.seat == ines.seat


def test_a_ready_one_who_was_given_back_is_taken_again_as_they_are(table, gm):
    ines, marek = sit_down(table, "Ines"), sit_down(table, "Marek")
    one = ready.people(table.game)[0]
    gm.does("take-ready", ready=one.id, seat=ines.viewer.seat.public_id)
    prepared = Character.objects.get()
    ines.does("let-go", character=prepared.public_id)
    for person in (ines, marek):
        assert f"Take {one.name}, as they are" in person.panel("first-steps")
    assert "Given back" in marek.get("take-ready").content.decode()
    marek.does("take-ready", ready=one.id)
    prepared.refresh_from_db()
    assert (Character.objects.count(), prepared.seat) == (1, marek.seat)
    assert f"Marek plays {one.name}." in ines.panel("first-steps")
    gm.does("give-character", character=prepared.public_id)
    assert "At the table already." in ines.panel("first-steps"), "the GM keeps them"
    before = state_of_play(table)
    assert ines.post("take-ready", ready=one.id).status_code == 422
    assert state_of_play(table) == before


def test_whom_the_gm_gives_to_nobody_stays_the_gm_s(table, gm):
    ines = sit_down(table, "Ines")
    one = ready.people(table.game)[0]
    gm.does("take-ready", ready=one.id, seat=ines.viewer.seat.public_id)
    prepared = Character.objects.get()
    ines.does("let-go", character=prepared.public_id)
    gm.does("take-ready", ready=one.id)
    assert "At the table already." in ines.panel("first-steps")
    gm.does("undo")
    assert f"Take {one.name}, as they are" in ines.panel("first-steps")


def test_a_character_that_was_handed_on_goes_to_the_gm_and_not_to_whoever_made_it(table, gm):
    ines, marek = sit_down(table, "Ines"), sit_down(table, "Marek")
    ines.does("take-ready", ready=ready.people(table.game)[0].id)
    one = Character.objects.get()
    gm.does("give-character", character=one.public_id, seat=marek.viewer.seat.public_id)
    before = state_of_play(table)
    assert ines.post("let-go", character=one.public_id).status_code == 422, "it is not theirs any more"
    assert gm.post("let-go", character=one.public_id).status_code == 422, "the GM takes it by another act"
    assert state_of_play(table) == before
    marek.does("let-go", character=one.public_id)
    one.refresh_from_db()
    assert one.seat is None


def test_whoever_keeps_somebody_or_deletes_no_person_does_not_choose_again(table, gm):
    ines = sit_down(table, "Ines")
    for person, one in zip((ines, gm), ready.people(table.game), strict=False):
        person.does("take-ready", ready=one.id)
    Character.objects.filter(table=table).update(seat=ines.seat)
    first, second = Character.objects.filter(table=table).order_by("pk")
    assert "You then choose" not in the_words_before_deleting(ines, second)
    Character.objects.filter(pk=second.pk).update(sheet="ship")
    assert "You then choose" not in the_words_before_deleting(ines, second)
    assert "You then choose" in the_words_before_deleting(ines, first)


def the_words_before_deleting(person, character):
    page = person.get("delete-character", character=character.public_id).content.decode()
    assert f"{character.name} goes with every number" in page
    return page


def test_where_scenes_are_called_a_player_is_told_so_once_the_episode_is_open(db):
    table = open_a_table(game="yarn")
    gm, ines = sit_down(table, "Robin", "gm"), sit_down(table, "Ines")
    ines.does("take-ready", ready="maud-ferrin")
    assert "When the GM has opened the episode" in ines.panel("first-steps")
    gm.does("open-session")
    assert "change what you like. Below stands whose call it is" in ines.panel("first-steps")
    assert "When the GM has opened" not in ines.panel("first-steps")


@pytest.mark.parametrize("game", ["dragonfly", "crew", "rough_magic"])
def test_a_gm_reads_what_a_session_is_and_what_comes_after_it(db, game):
    gm = sit_down(open_a_table(game=game), "Robin", "gm")
    sit_down(gm.table, "Ines").does("take-ready", ready=ready.people(game)[0].id)
    led = gm.panel("first-steps")
    assert "A session is this evening" in led
    assert "from the menu of three dots at the top. " in led
    assert ("An Episode comes next, the story that you play" in led) == (game == "crew")
    assert ("Each player begins it with one plot point." in led) == (game == "rough_magic")


def test_where_episodes_fill_the_bank_a_gm_is_told_so_before_the_first_scene(db):
    gm = sit_down(open_a_table(game="crew"), "Robin", "gm")
    sit_down(gm.table, "Ines").does("take-ready", ready=ready.people("crew")[0].id)
    gm.does("open-session")

    def main() -> str:
        return gm.soup().select("#panel-first-steps .main")[0].get_text(strip=True)

    assert "it fills the bank, and everybody starts it with a plot point" in gm.panel("first-steps")
    assert main() == "Begin an Episode", "the button is what the words say comes first"
    gm.does("crew.open-episode", title="Salvage")
    assert main() == "Set the scene"
    assert "Begin an Episode" not in gm.panel("first-steps")


def test_whoever_comes_later_chooses_too(table, gm):
    sets_a_scene(gm)
    late = sit_down(table, "Nils")
    assert "Who do you play?" in late.panel("first-steps")
    assert late.soup().select_one("#panel-first-steps .only") is None, "the others play: their scene stays in sight"


def test_with_one_of_ones_own_nothing_is_to_be_chosen(db):
    ines = sit_down(open_a_table(), "Ines")
    ines.does("dragonfly.make", name="Shannon", role="cast-member", life_points=40)
    assert "You play Shannon" in ines.panel("first-steps")


def test_while_nobody_is_there_the_rest_is_folded_away(table, gm):
    only = gm.soup().select_one("#panel-first-steps .only")
    assert only is not None
    assert "Prepare something first" in only.get_text()
    sit_down(table, "Ines")
    assert gm.soup().select_one("#panel-first-steps .only") is None


def test_through_somebodys_eyes_nothing_is_to_be_pressed(table, gm):
    ines = sit_down(table, "Ines")
    page = BeautifulSoup(gm.at_address(f"as/{ines.viewer.seat.public_id}/").content, "lxml")
    assert "Who do you play?" in page.select("#panel-first-steps")[0].get_text()
    assert not page.select("#panel-first-steps :is(form, button, a)")


DIES = {
    "dragonfly": ("dragonfly.fate", {"fate": "dead"}),
    "dragon": ("dragon.fate", {"word": "dead"}),
}


@pytest.mark.parametrize("game", DIES)
def test_whose_character_is_dead_is_led_to_another(db, game):
    """Folded, so that the fight stays where it was; whoever has another one left is not."""
    table = open_a_table(game=game)
    gm, ines = sit_down(table, "Robin", "gm"), sit_down(table, "Ines")
    first, second = ready.people(game)[:2]
    ines.does("take-ready", ready=first.id)
    gm.does("open-scene", title="A quay")
    assert ines.panel("first-steps") == ""
    act, word = DIES[game]
    gm.does(act, character=Character.objects.get().public_id, **word)
    led = ines.panel("first-steps")
    assert f"{first.name} is dead. Play somebody else" in led
    assert ines.soup().select("#panel-first-steps > details.more:not([open]) > summary")  # seen to be a fold
    assert f"Take {second.name}" in led
    assert f"plays {first.name}" not in led
    assert first.name not in gm.get("take-ready").content.decode()
    ines.does("take-ready", ready=second.id)
    assert ines.panel("first-steps") == ""
    assert "already" in ines.post("take-ready", ready=ready.people(game)[2].id).content.decode()
