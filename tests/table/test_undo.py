"""Any change is taken back by an act, with what it caused; where later acts stand in the way the GM is told which."""

from django.db import connection

from apps.characters.models import Condition
from apps.table import desk
from apps.table.models import Ask, Event, Exchange, Span, Telling
from apps.table.shared import panels as shared_panels
from tests.people import newest_event, state_of_play


def scene(gm, title):
    gm.does("open-scene", title=title)
    return newest_event(gm.table)


def test_the_newest_is_taken_back_whole(table, gm, ines):
    scene(gm, "One")
    scene(gm, "Two")
    gm.does("undo")
    assert [(one.title, one.closed_at) for one in Span.objects.filter(kind="scene")] == [("One", None)]
    assert "One" in ines.panel("scene")
    assert "taken back by Director" in ines.log()


def test_a_card_is_taken_back_by_name(gm, table):
    event = scene(gm, "One")
    gm.does("pause")
    gm.does("undo", event=event.public_id)
    event.refresh_from_db()
    assert event.undone_by is not None
    assert not Span.objects.exists()


def test_what_stands_in_the_way_is_listed_and_may_go_as_well(table, gm):
    one = scene(gm, "One")
    two = scene(gm, "Two")
    before = state_of_play(table)
    answer = gm.post("undo", event=one.public_id)
    assert answer.status_code == 422
    assert "Two" in answer.content.decode()
    assert state_of_play(table) == before
    assert "sets the scene: Two" in gm.get("undo", event=one.public_id).content.decode()
    gm.does("undo", event=one.public_id, with_later="on")
    two.refresh_from_db()
    assert two.undone_by is not None
    assert not Span.objects.exists()


def test_what_later_acts_are_built_on_by_later_ones_still_is_listed_too(gm):
    one = scene(gm, "One")
    for title in ("Two", "Three"):
        scene(gm, title)
    words = " ".join(gm.get("undo", event=one.public_id).content.decode().split())
    assert "sets the scene: Two" in words
    assert "sets the scene: Three" in words


def test_what_an_act_brought_about_is_named_with_it(table, gm, ines):
    """Both from the card of the act and from that of what it brought about in the same moment."""
    gm.does("dragonfly.quick-cast", name="Brute", muscle=12, combat=10, brains=8, life_points=40)
    act = newest_event(table)
    told = {"seat": gm.seat, "kind": "scene-closed", "cause": act}
    at_once = Event.objects.create(table=table, at=act.at, **told)
    after = Event.objects.create(table=table, **told)
    for event, title in ((at_once, "The gate"), (after, "The yard")):
        Telling.objects.create(event=event, table=table, audience="everybody", facts={"title": title, "ended": []})
    for event in (act, at_once):
        words = gm.get("undo", event=event.public_id).content.decode()
        places = [words.index(one) for one in ("Brute", "With it goes what it brought about", "The gate", "The yard")]
        assert places == sorted(places)
    words = gm.get("undo", event=after.public_id).content.decode()
    assert "The yard" in words
    assert "The gate" not in words


def test_taking_back_the_taking_back_brings_it_again(table, gm):
    event = scene(gm, "One")
    gm.does("undo")
    undo = newest_event(table)
    gm.does("undo", event=undo.public_id)
    event.refresh_from_db()
    assert event.undone_by is None
    assert Span.objects.get().title == "One"


def test_whoever_brings_a_question_back_without_a_script_comes_to_it(gm, ines, dice):
    """Where it is their own: whoever is not asked comes to the card that tells of it."""
    dice(3, 4)
    ines.does("roll", formula="2d6")
    asks = ines.post("undo", plain=True)
    assert asks["Location"] == f"{ines.url}#card-{newest_event(gm.table).public_id}"
    ask = Ask.objects.get()
    gm.does("answer-undo", ask=ask.public_id, allow="no")
    back = gm.post("undo", plain=True, event=newest_event(gm.table).public_id)
    assert back["Location"] == f"{gm.url}#ask-{ask.public_id}"
    assert gm.soup().find(id=f"ask-{ask.public_id}")


def test_what_was_taken_back_comes_again_in_its_order(table, gm):
    """Of two that were taken back the older comes first: the newer one stands on it."""
    gm.does("dragonfly.quick-cast", name="Brute", muscle=12, combat=10, brains=8, life_points=40)
    brute = table.characters.get()
    hurts = {"character": brute.public_id, "track": "life-points", "by": -5}
    for _ in range(2):
        gm.does("dragonfly.adjust", **hurts)
    first, second = Event.objects.filter(table=table, kind="dragonfly.adjusted").order_by("pk")
    for one in (second, first):
        gm.does("undo", event=one.public_id)
    back_first, back_second = (Event.objects.get(undid=one) for one in (first, second))
    before = state_of_play(table)
    answer = gm.post("undo", event=back_second.public_id)
    assert answer.status_code == 422
    assert "Later acts build on it" in answer.content.decode()
    assert state_of_play(table) == before
    for one, damage in ((back_first, 5), (back_second, 10)):
        gm.does("undo", event=one.public_id)
        assert brute.tracks.get(key="ordinary-damage").value == damage
    gm.does("undo", event=second.public_id)
    assert brute.tracks.get(key="ordinary-damage").value == 5
    gm.does("undo", event=first.public_id)
    assert brute.tracks.get(key="ordinary-damage").value == 0


def test_with_all_that_is_later_what_was_taken_back_comes_again_at_once(table, gm):
    for title in ("One", "Two"):
        scene(gm, title)
    for _ in range(2):
        gm.does("undo")
    undone = Event.objects.filter(table=table, kind="undo").order_by("pk")[0]
    gm.does("undo", event=undone.public_id, with_later="on")
    assert [(one.title, one.closed_at is None) for one in Span.objects.order_by("pk")] == [
        ("One", False),
        ("Two", True),
    ]


def test_it_is_not_taken_back_twice(table, gm):
    event = scene(gm, "One")
    gm.does("undo")
    before = state_of_play(table)
    assert "taken back already" in gm.post("undo", event=event.public_id).content.decode()
    assert state_of_play(table) == before


def test_an_undone_act_no_longer_stands_in_the_way(gm):
    one = scene(gm, "One")
    scene(gm, "Two")
    gm.does("undo")
    gm.does("undo", event=one.public_id)
    assert not Span.objects.exists()


def test_a_player_cannot_take_back_what_is_the_gms(table, gm, ines):
    event = scene(gm, "One")
    before = state_of_play(table)
    assert "nothing there" in ines.post("undo", event=event.public_id).content.decode()
    assert state_of_play(table) == before


def test_nothing_to_take_back_is_said(gm):
    assert "nothing there to take back" in gm.post("undo").content.decode()


def test_the_hand_says_what_it_would_take_back(gm):
    assert "nothing yet" in gm.panel("hand")
    scene(gm, "One")
    assert "sets the scene: One" in gm.panel("hand")


def test_a_long_name_in_the_hand_breaks_between_syllables(gm):
    """The tile is narrow: without soft hyphens a word would break wherever the line ends."""
    scene(gm, "Castellane")
    assert "Cas\u00adtel\u00adlane" in gm.page()


def rolled(table, ines):
    """Something with dice that this seat has done, which it cannot take back by itself."""
    first = Event.objects.create(table=table, kind="scene-closed", seat=ines.seat, dice_fell=True)
    Telling.objects.create(event=first, table=table, audience="everybody", facts={"title": "x", "ended": []})
    return first


def said(answer):
    return answer.content.decode()


def test_asking_the_gm_is_an_ask_that_they_answer(table, gm, ines):
    """A player whose act is no longer their newest asks; refused, it stands; allowed, it goes."""
    first = rolled(table, ines)
    ines.does("undo", event=first.public_id)
    assert Exchange.objects.get().kind == "undo-request"
    assert "asks to take something back" in gm.panel("asks")
    assert "With it goes" not in gm.panel("asks")
    assert "asked already" in ines.post("undo", event=first.public_id).content.decode()
    ask = Exchange.objects.get().asks.get()
    gm.does("answer-undo", ask=ask.public_id, allow="yes")
    first.refresh_from_db()
    assert first.undone_by is not None
    assert "no longer open" in gm.post("answer-undo", ask=ask.public_id, allow="yes").content.decode()


def test_an_ask_about_what_is_gone_costs_nobody_the_page(table, gm, ines, monkeypatch):
    def gone(viewer, ask):
        raise LookupError

    ines.does("undo", event=rolled(table, ines).public_id)
    monkeypatch.setattr(shared_panels, "_ask_context", gone)
    desk.forget_all()
    assert "What this asks about is no longer at the table." in gm.panel("asks")
    gm.does("call-off", exchange=Exchange.objects.get().public_id)
    assert gm.panel("asks") == ""


def test_who_answers_too_late_reads_who_has_answered(table, gm, ines, sit):
    """Whoever was not asked reads no name."""
    first = rolled(table, ines)
    ines.does("undo", event=first.public_id)
    again = {"ask": Exchange.objects.get().asks.get().public_id, "allow": "no"}
    gm.does("answer-undo", **again)
    assert "no longer open. You have answered it." in said(gm.post("answer-undo", **again))
    assert f"no longer open. {gm.seat.name} has answered it." in said(sit("Sam", "gm").post("answer-undo", **again))
    refused = said(ines.post("answer-undo", **again))
    assert "answered it" not in refused.replace("Somebody answered it", "")


def test_the_gm_who_is_asked_reads_what_goes_with_it(table, gm, ines):
    told = {"table": table, "audience": "everybody"}
    first = Event.objects.create(table=table, kind="scene-closed", seat=ines.seat, dice_fell=True)
    Telling.objects.create(event=first, facts={"title": "The gate", "ended": []}, **told)
    after = Event.objects.create(table=table, kind="scene-closed", seat=gm.seat, cause=first)
    Telling.objects.create(event=after, facts={"title": "The yard", "ended": []}, **told)
    ines.does("undo", event=first.public_id)
    asked = gm.panel("asks")
    assert asked.index("The gate") < asked.index("With it goes") < asked.index("The yard")


def test_what_was_built_on_something_new_stands_in_its_way(table, gm):
    """A condition on a character that would be gone: it goes as well, by an act of its own, or nothing does."""
    gm.does("dragonfly.quick-cast", name="Brute", muscle=12, combat=10, brains=8, life_points=40)
    made, brute = newest_event(table), table.characters.get()
    gm.does("condition-add", character=brute.public_id, name="Wet")
    wet, before = newest_event(table), state_of_play(table)
    answer = gm.post("undo", event=made.public_id)
    assert answer.status_code == 422
    assert "puts “Wet” on Brute. Take them back as well" in answer.content.decode()
    assert state_of_play(table) == before
    gm.does("undo", event=made.public_id, with_later="on")
    wet.refresh_from_db()
    assert wet.undone_by is not None
    assert not table.characters.exists()


def test_a_row_whose_place_is_taken_does_not_come_back_beside_the_other(table, gm):
    """What stands in its place now is named, and goes as well, or nothing does."""
    gm.does("dragonfly.quick-cast", name="Brute", muscle=12, combat=10, brains=8, life_points=40)
    brute = table.characters.get().public_id
    gm.does("dragonfly.quick-cast", name="Thug", muscle=12, combat=10, brains=8, life_points=40)
    gm.does("dragonfly.start-fight", title="The gate", characters=[])
    gm.does("dragonfly.fight-join", characters=[brute])
    joined = newest_event(table)
    gm.does("undo", event=joined.public_id)
    taken_back = newest_event(table)
    gm.does("dragonfly.fight-join", characters=[brute])
    assert "Brute" in refused(gm, taken_back)
    gm.does("undo")
    gm.does("undo", event=taken_back.public_id)
    assert "Brute" in gm.panel("fight")


def test_what_points_at_somebody_deleted_comes_back_with_them_or_not_at_all(table, gm):
    gm.does("dragonfly.quick-cast", name="Brute", muscle=12, combat=10, brains=8, life_points=40)
    brute = table.characters.get().public_id
    gm.does("condition-add", character=brute, name="Wet")
    gm.does("condition-remove", condition=Condition.objects.get().public_id)
    dried = newest_event(table)
    gm.does("delete-character", character=brute)
    before = state_of_play(table)
    assert "deletes Brute" in refused(gm, dried)
    assert state_of_play(table) == before
    gm.does("undo", event=dried.public_id, with_later="on")
    connection.check_constraints()
    assert [(one.name, one.character.name) for one in Condition.objects.all()] == [("Wet", "Brute")]


def refused(gm, event) -> str:
    answer = gm.post("undo", event=event.public_id)
    assert answer.status_code == 422
    return " ".join(answer.content.decode().split())
