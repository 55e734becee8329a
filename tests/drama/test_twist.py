"""Plot Twist: asked, answered, and refunded."""

import pytest

from apps.characters.dragonfly.points import drama_points_of
from apps.characters.models import Use
from apps.combat.models import Fight
from apps.table.models import Ask
from tests.checks.conftest import words_of
from tests.people import state_of_play


def asked(person, character, what="The warden turns out to be a fan."):
    return person.post("dragonfly.plot-twist", character=character.public_id, what=what)


def answered(gm, allow, **more):
    return gm.post("dragonfly.answer-twist", ask=Ask.objects.latest("pk").public_id, allow=allow, **more)


@pytest.mark.played("dragonfly.plot-twist")
def test_the_point_is_set_aside_and_the_gm_asked(gm, ines, marek, shannon):
    assert asked(ines, shannon).status_code == 200
    assert drama_points_of(shannon) == 9
    assert "The warden turns out to be a fan." in gm.panel("asks")
    assert "asks" not in marek.panel("asks")
    assert "A Plot Twist for Shannon Reyes" in marek.log()


@pytest.mark.played("dragonfly.plot-twist")
def test_allowed_once_a_session(gm, ines, marek, shannon):
    gm.does("open-session")
    asked(ines, shannon)
    assert answered(gm, "yes", words="He has your poster.").status_code == 200
    assert "lets the Plot Twist of Shannon Reyes happen. He has your poster." in marek.log()
    assert drama_points_of(shannon) == 9
    before = state_of_play(gm.table)
    refused = asked(ines, shannon)
    assert refused.status_code == 422
    assert "already had a Plot Twist in this session" in refused.content.decode()
    assert state_of_play(gm.table) == before
    gm.does("open-session")
    assert asked(ines, shannon).status_code == 200


@pytest.mark.played("dragonfly.plot-twist")
def test_refused_the_point_comes_back_and_the_twist_is_unused(gm, ines, marek, shannon):
    asked(ines, shannon)
    answered(gm, "no", words="You walked into the den.")
    assert drama_points_of(shannon) == 10
    assert not Use.objects.exists()
    assert "the Drama Point comes back, 10 now. You walked into the den." in marek.log()
    assert asked(ines, shannon).status_code == 200


def test_without_a_session_it_counts_since_the_table_opened(gm, ines, shannon):
    asked(ines, shannon)
    answered(gm, "yes")
    assert asked(ines, shannon).status_code == 422
    gm.does("open-session")
    assert asked(ines, shannon).status_code == 200


def test_after_a_session_was_closed_its_twist_is_still_used(gm, ines, shannon):
    gm.does("open-session")
    asked(ines, shannon)
    answered(gm, "yes")
    gm.does("close-session")
    assert asked(ines, shannon).status_code == 422


def test_no_points_no_twist(gm, ines, shannon):
    gm.does("dragonfly.take-back", character=shannon.public_id, points=10)
    before = state_of_play(gm.table)
    refused = asked(ines, shannon)
    assert refused.status_code == 422
    assert "No Drama Points are left" in refused.content.decode()
    assert state_of_play(gm.table) == before


def test_an_answer_counts_once(gm, ines, shannon):
    asked(ines, shannon)
    answered(gm, "no")
    refused = answered(gm, "no")
    assert refused.status_code == 422
    assert "no longer open" in refused.content.decode()
    assert drama_points_of(shannon) == 10


def test_only_the_gm_answers(gm, ines, marek, watcher, stranger, shannon):
    asked(ines, shannon)
    before = state_of_play(gm.table)
    for person in (ines, marek, watcher):
        assert answered(person, "yes").status_code == 403
    assert answered(stranger.at(ines), "yes").status_code == 404
    assert answered(gm, "perhaps").status_code == 422
    assert gm.post("dragonfly.answer-twist", ask="<script>", allow="yes").status_code == 422
    assert state_of_play(gm.table) == before


def test_others_do_not_ask_for_her(ines, marek, watcher, stranger, shannon):
    before = state_of_play(ines.table)
    assert asked(marek, shannon).status_code == 422
    assert asked(watcher, shannon).status_code == 403
    assert asked(stranger.at(ines), shannon).status_code == 404
    for what in ("", "x" * 201, "a\u202eb"):
        assert asked(ines, shannon, what).status_code == 422
    assert state_of_play(ines.table) == before


def test_undo_of_the_answer_asks_again_and_of_the_question_gives_all_back(gm, ines, shannon):
    asked(ines, shannon, "<script>x")
    assert "<script>x" not in gm.page() + ines.page()
    answered(gm, "no")
    gm.does("undo")
    assert drama_points_of(shannon) == 9
    assert Use.objects.exists()
    assert answered(gm, "yes").status_code == 200
    question = [one for one in gm.soup().find_all("li", id=True) if "A Plot Twist for" in one.get_text()]
    gm.does("undo", event=question[0]["id"].removeprefix("card-"))
    assert drama_points_of(shannon) == 10
    assert not Use.objects.exists()
    assert not Ask.objects.exists()


def test_without_javascript(gm, ines, shannon):
    assert ines.post("dragonfly.plot-twist", plain=True, character=shannon.public_id, what="Rain.").status_code == 302
    one = Ask.objects.get().public_id
    page = gm.get("dragonfly.answer-twist", plain=True, ask=one, allow="no").content.decode()
    assert "Rain." in page
    assert gm.post("dragonfly.answer-twist", plain=True, ask=one, allow="no").status_code == 302


@pytest.mark.played("dragonfly.plot-twist")
def test_in_a_fight_the_form_says_at_once_that_intentions_are_over(gm, ines, shannon):
    def form():
        return words_of(ines.get("dragonfly.plot-twist", character=shannon.public_id))

    gm.does("dragonfly.start-fight", characters=[shannon.public_id])
    assert "Intentions are over" not in form()
    assert "the Director tells what comes of it" in form()
    Fight.objects.update(phase="actions")
    assert "Intentions are over" in form()
