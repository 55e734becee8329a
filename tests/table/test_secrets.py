"""Every secret of Dragonfly and of the house is looked for in every other seat's pages, frames, forms and refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.table.models import Ask, Event, Exchange
from tests.acts_of_an_evening import ASKED, CHECK, PELL, SHANNON, VOSS, Evening, Step, evening, of_ask, step, who
from tests.keeping_secrets import (
    MARK,
    PLAYERS,
    SEATS,
    Secret,
    differing,
    in_each_world,
    look,
    one,
    opened,
    told_by_ids,
    told_in_forms,
    traces_of,
    undone,
)
from tests.live_client import Page
from tests.open_table import Open
from tests.people import newest_event


def a_check(who_: str, name: str, mode: str, **more: Any) -> Step:
    return step(who_, "dragonfly.check", who(name, **CHECK | {"label": MARK, "mode": mode, **more}), dice=(6,))


def asked(name: str, **more: Any) -> Step:
    return step("gm", "dragonfly.ask-check", lambda e: {
        **ASKED, "label": MARK, "characters": [e.character(name)], **more})  # fmt: skip


def against(mover: str, other: str, mode: str, face: int = 6) -> Step:
    player = {"Shannon": "ines", "Pell": "marek"}.get(mover, "gm")
    return step(player, "dragonfly.resist", lambda e: {
        "character": e.character(mover), "opponent": e.character(other), "attribute": "dexterity", "skill": "kung-fu",
        "label": MARK, "mode": mode}, dice=(face,))  # fmt: skip


def rolled(who_: str, mode: str) -> Step:
    return step(who_, "roll", formula="1d20", label=MARK, mode=mode, dice=(13,))


HARM = step("gm", "dragonfly.adjust", who("Voss", track="life-points", by=-7, why=MARK))
SECRETS = (
    one("a roll to the GM", "gm second ines", a_check("ines", "Shannon", "gm")),
    one("a blind roll", "gm second ines", a_check("ines", "Shannon", "blind")),
    one("a roll to oneself", "ines", a_check("ines", "Shannon", "me")),
    one("a GM’s roll to the GMs", "gm second", a_check("gm", "Voss", "gm")),
    one("a GM’s roll to oneself", "gm", rolled("gm", "me")),
    one("free dice to the GM", "gm second marek", rolled("marek", "gm")),
    one("dice by word", "gm second ines", step("ines", "say", text=f"/gmr 1d6 # {MARK}", dice=(4,))),
    one("a whisper between players", "ines marek", step("ines", "say", text=f"/w Marek {MARK}")),
    one("a whisper to the GM", "gm second marek", step("marek", "say", text=f"/w gm {MARK}")),
    one("a whisper of a GM", "gm ines", step("gm", "say", text=f"/w Ines {MARK} [[1d6]]", dice=(2,))),
    one("a diary", "marek", step("marek", "say", text=MARK, mode="me")),
    one("a hidden character", "gm second", step("gm", "dragonfly.make", **VOSS | {"name": MARK})),
    one("hidden cast", "gm second", step("gm", "dragonfly.quick-cast", name=MARK, muscle=9, combat=9, brains=9,
                                         life_points=30, hidden="on", copies=2)),
    one("what befalls a hidden character", "gm second", HARM,
        step("gm", "condition-add", who("Voss", name=MARK, modifier=-3)),
        step("gm", "dragonfly.award", lambda e: {"characters": [e.character("Voss")], "points": 3, "why": MARK})),
    one("a hidden character is copied, changed and gone", "gm second",
        step("gm", "dragonfly.duplicate", who("Voss", copies=1)),
        step("gm", "dragonfly.edit", who("Voss", **VOSS | {"name": MARK, "dexterity": 9})),
        step("gm", "dragonfly.maneuver-add", lambda e: {
            "character": e.character(MARK), "name": MARK, "attribute": "dexterity", "skill": "", "base_damage": 3,
            **listed()}),
        step("gm", "delete-character", who(MARK)), alone=True),
    one("numbers of the supporting cast", "gm second",
        step("gm", "dragonfly.adjust", who("Dockhand", track="armor", set=17, why=MARK)),
        step("gm", "dragonfly.edit", who("Dockhand", name="Dockhand", role="supporting-cast", muscle=19, combat=3,
                                         brains=2, life_points=40, armor=17, seen_armor=17, notes=MARK))),
    one("a GM’s notes", "gm", step("gm", "note", text=MARK)),
    one("a player’s notes", "ines", step("ines", "note", text=MARK)),
    one("a secret ask and its answer", "gm second marek", asked("Pell", mode="gm"),
        step("gm", "remind", of_ask()), step("marek", "dragonfly.answer-check", of_ask(), dice=(3,))),
    one("a blind ask and its answer", "gm second marek", asked("Pell", mode="blind"),
        step("marek", "dragonfly.answer-check", of_ask(), dice=(3,))),
    one("an ask for a hidden character", "gm second", asked("Voss"), step("gm", "call-off", lambda e: {
        "exchange": e.exchange()})),
    one("a contest in secret", "gm second ines marek", against("Shannon", "Pell", "gm"),
        step("marek", "dragonfly.answer-resist", of_ask(attribute="dexterity", skill="kung-fu"), dice=(2,))),
    one("a contest of the hidden, in secret", "gm second", against("Voss", "Dockhand", "gm")),
    one("a secret roll that is overruled", "gm second ines", a_check("ines", "Shannon", "gm"),
        step("gm", "dragonfly.overrule", lambda e: {"event": e.event("dragonfly.check"), "total": 25})),
    one("a secret roll that is taken back", "gm second ines", a_check("ines", "Shannon", "gm"),
        undone("dragonfly.check"), undone("undo")),
    one("harm to the hidden that is taken back", "gm second", HARM, undone("dragonfly.adjusted")),
    one("a wish to take back", "gm second ines", step("ines", "undo", lambda e: {"event": e.event("dragonfly.check")}),
        step("second", "answer-undo", of_ask(allow="no")), first=(a_check("ines", "Shannon", "everybody"),),
        marked=False),
    one("a seat that is offered and kept", "gm second marek",
        step("gm", "give-seat", lambda e: {"seat": e.seat("marek"), "knock": "", "name": MARK}),
        step("marek", "answer-seat-offer", of_ask(allow="no")), marked=False),
    one("what happens at the door", "gm second",
        step("gm", "turn-away", lambda e: {"knock": e.knock()}, first=lambda e: e.knocks(MARK)),
        step("gm", "waiting-room", on="no"), step("gm", "gm-link"), step("gm", "renew-invite"),
        alone=True),
    one("a link that is shown", "gm second marek", step("gm", "show-link", lambda e: {"seat": e.seat("marek")}),
        step("marek", "renew-link", lambda e: {"seat": e.seat("marek")}), marked=False),
)  # fmt: skip


def listed() -> dict[str, str]:
    from apps.rules.dragonfly.lists import DAMAGE_TYPES, WEAPON_KINDS

    return {"damage_type": DAMAGE_TYPES[0].id, "weapon": WEAPON_KINDS[0].id}


@pytest.fixture
def tonight(db: None, own_pictures: None) -> Evening:
    """A scene is open, Ines plays Shannon, Marek Pell; Dockhand is seen, Voss is hidden."""
    found = evening()
    for one_ in (
        step("gm", "open-session"), step("gm", "open-scene", title="A quay in the rain"),
        step("ines", "dragonfly.make", **SHANNON | {"name": "Shannon"}), step("marek", "dragonfly.make", **PELL),
        step("gm", "dragonfly.quick-cast", name="Dockhand", muscle=12, combat=10, brains=8, life_points=40),
        step("gm", "dragonfly.make", **VOSS),
    ):  # fmt: skip
        found.do(one_)
    return found


@pytest.mark.parametrize("secret", SECRETS, ids=str)
def test_a_secret_leaves_no_trace_with_anybody_else(tonight: Evening, secret: Secret) -> None:
    traces_of(tonight, secret)


@pytest.mark.parametrize("name", ["ines", "marek", "watcher", "second"])
def test_no_form_and_no_refusal_tells_of_a_secret(tonight: Evening, name: str) -> None:
    """Each act's form and each refusal for this seat: equal bytes with all the secrets of the others and without."""
    known = {
        "character": tonight.character("Shannon"), "opponent": tonight.character("Dockhand"), "attribute": "dexterity",
        "doctor": tonight.character("Shannon"), "patient": tonight.character("Pell"), "skill": "", "text": "/w x y",
    }  # fmt: skip
    more = ("event", "ask", "exchange", "condition", "maneuver", "knock", "seat")
    assert not told_in_forms(tonight, name, SECRETS, known, more)


ID_FIELDS = {
    "character": "hidden", "characters": "hidden", "opponent": "hidden", "doctor": "hidden", "patient": "hidden",
    "event": "event", "ask": "ask", "exchange": "exchange", "condition": "condition",
}  # fmt: skip


@pytest.mark.parametrize("name", ["ines", "watcher"])
def test_the_id_of_a_secret_thing_is_as_good_as_none(tonight: Evening, name: str) -> None:
    """Hidden characters, secret cards, asks, exchanges and conditions: named by their ids they are as unknown."""
    for one_ in (
        a_check("gm", "Voss", "gm"),
        step("gm", "condition-add", who("Voss", name=MARK)),
        asked("Pell", mode="gm"),
    ):
        tonight.do(one_)
    ids = {
        "hidden": tonight.character("Voss"), "event": tonight.event("dragonfly.check"),
        "ask": Ask.objects.latest("pk").public_id, "exchange": Exchange.objects.latest("pk").public_id,
        "condition": tonight.row("Voss").conditions.get().public_id,
    }  # fmt: skip
    assert not told_by_ids(tonight, name, ids, ID_FIELDS)


# one thing in two ways: whoever may not know which is shown the same


def test_a_hidden_difficulty_is_nowhere(tonight: Evening) -> None:
    """Its number, its row and the levels that are needed: on the ask, in its odds, in its refusals and on the card."""
    hard = [{"difficulty": "difficult", "exact": -1, "required_levels": 1},
            {"difficulty": "very-difficult", "exact": -4, "required_levels": 2}]  # fmt: skip
    asking = [(asked("Shannon", hidden="hidden", **one_),) for one_ in hard]
    open_ = in_each_world(tonight, asking, PLAYERS)
    assert differing(open_) == []
    assert any("id-" in world["ines: ask"] for world in open_)
    answering = [(*ask, step("ines", "dragonfly.answer-check", of_ask(), dice=(10,))) for ask in asking]
    assert differing(in_each_world(tonight, answering, PLAYERS)) == []
    assert differing(in_each_world(tonight, asking, ("gm",))) != []


def test_hiding_the_card_of_a_hidden_difficulty_tells_whoever_rolled_no_more(tonight: Evening) -> None:
    worlds = [
        (asked("Shannon", hidden="hidden", difficulty="difficult", exact=number),
         step("ines", "dragonfly.answer-check", of_ask(), dice=(10,)),
         step("gm", "hide", lambda e: {"event": e.event("dragonfly.check")}))
        for number in (-1, -2)
    ]  # fmt: skip
    assert differing(in_each_world(tonight, worlds, PLAYERS)) == []


def test_a_sealed_die_is_shown_to_nobody_before_the_other_has_rolled(tonight: Evening) -> None:
    """Not to the GMs, and not to whoever threw it."""
    worlds = [(against("Shannon", "Pell", "everybody", face),) for face in (2, 9)]
    assert differing(in_each_world(tonight, worlds, SEATS)) == []
    answer = step("marek", "dragonfly.answer-resist", of_ask(attribute="dexterity"), dice=(5,))
    assert differing(in_each_world(tonight, [(*world, answer) for world in worlds], ("watcher",))) != []


def test_whoever_rolls_blind_learns_that_it_fell_and_no_more(tonight: Evening) -> None:
    worlds = [
        (step("ines", "dragonfly.check", who("Shannon", **CHECK, mode="blind"), dice=(face,)),
         step("ines", "say", text="/br 1d20 # luck", dice=(face,)))
        for face in (2, 9)
    ]  # fmt: skip
    assert differing(in_each_world(tonight, worlds, PLAYERS)) == []
    assert differing(in_each_world(tonight, worlds, ("gm",))) != []


def test_nothing_says_who_paused(tonight: Evening) -> None:
    """Also not where it is taken back, and not to whoever looks for it by seat."""
    worlds = [(step(name, "pause"),) for name in ("ines", "marek", "gm")]
    found = in_each_world(tonight, worlds, SEATS)
    for world in found:
        for name in SEATS:
            del world[f"{name}: answers"]
    assert differing(found) == []
    tonight.do(worlds[0][0])
    event = newest_event(tonight.table)
    assert (event.kind, event.seat) == ("pause", None)
    for name in SEATS:
        for seat in SEATS:
            assert (
                event.public_id not in tonight.people[name].at_address("log", seat=tonight.seat(seat)).content.decode()
            )
    tonight.do(step("gm", "go-on"))
    assert tonight.people["ines"].post("undo", event=event.public_id).status_code == 422


@pytest.mark.parametrize(
    ("act", "data"),
    [("step-back", {"wish": ""}), ("step-back", {"wish": "fade"}), ("add-line", {"kind": "veil", "text": MARK})],
    ids=["stepping back", "a wish", "an entry"],
)
def test_nothing_says_who_did_what_keeps_play_safe(tonight: Evening, act: str, data: dict[str, Any]) -> None:
    """Whoever did it, everybody is shown the same: pages, exports, frames, and the GM who looks through their eyes."""
    worlds = [(step(name, act, lambda e: data),) for name in ("ines", "marek", "watcher", "gm")]
    found = in_each_world(tonight, worlds, SEATS)
    for world in found:
        for name in SEATS:
            del world[f"{name}: answers"]
    assert differing(found) == []


def test_the_numbers_of_the_supporting_cast_are_nowhere(tonight: Evening) -> None:
    """Scores, life, armor and notes: before an opponent has acted, nobody but the GMs knows them."""
    numbers: list[dict[str, Any]] = [
        {"muscle": 12, "combat": 10, "brains": 8, "life_points": 40, "armor": 3},
        {"muscle": 5, "combat": 21, "brains": 3, "life_points": 90, "armor": 9},
    ]
    sheet = {"name": "Dockhand", "role": "supporting-cast", "notes": MARK}
    worlds = [(step("gm", "dragonfly.edit", who("Dockhand", **sheet, **one_)),) for one_ in numbers]
    query = "act/dragonfly.resist?opponent={}&attribute=dexterity"
    assert differing(in_each_world(tonight, worlds, PLAYERS, query)) == []
    assert differing(in_each_world(tonight, worlds, ("gm",), query)) != []


# cards that are shown and hidden again


def test_what_was_revealed_and_hidden_again_is_gone_with_all_that_repeats_it(tonight: Evening) -> None:
    """The card, the line that revealed it, and the one that took it back."""
    tonight.do(rolled("gm", "gm"))
    card = newest_event(tonight.table).public_id
    chosen: Callable[[Evening], dict[str, str]] = lambda e: {"event": card}  # noqa: E731
    for one_ in (step("gm", "reveal", chosen), step("gm", "undo", chosen)):
        tonight.do(one_)
    assert all(MARK in "".join(pages.values()) for pages in look(tonight, PLAYERS).values())
    tonight.do(step("gm", "hide", chosen))
    for name, pages in look(tonight, PLAYERS).items():
        for address, text in pages.items():
            assert MARK not in text.replace(f"log?q={MARK}", "").replace(f'value="{MARK}"', ""), f"{name}: {address}"
            assert card not in text, f"{name}: {address}"


def test_a_reveal_that_is_taken_back_shows_nothing_any_more(tonight: Evening) -> None:
    tonight.do(rolled("gm", "gm"))
    card = newest_event(tonight.table).public_id
    tonight.do(step("gm", "reveal", lambda e: {"event": card}))
    table = opened(tonight, Open)
    tonight.do(step("gm", "undo", lambda e: {"event": e.event("revealed")}))
    table.settle()
    for name, pages in look(tonight, PLAYERS).items():
        assert f"card-{card}" not in dict(table.pages[name].page.cards)
        for address, text in pages.items():
            assert MARK not in text.replace(f'value="{MARK}"', ""), f"{name}: {address}"


@pytest.mark.parametrize("way", ["socket", "news"])
def test_a_card_hidden_while_somebody_was_away_is_gone_when_they_return(tonight: Evening, way: str) -> None:
    tonight.do(rolled("ines", "everybody"))
    card = newest_event(tonight.table).public_id
    tonight.do(step("gm", "say", text="Onwards"))
    table = opened(tonight, Open)
    away = {name: Page(table.pages[name].html()) for name in ("marek", "watcher")}
    tonight.do(step("gm", "hide", lambda e: {"event": card}))
    for name, page in away.items():
        assert f"card-{card}" in dict(page.cards)
        if way == "socket":
            table.come_back({name: page})
        else:
            table.pages[name].asks_for_news(page)
        assert f"card-{card}" not in dict(page.cards), name
        assert MARK not in "".join(text for _, text in page.cards)


def test_a_card_of_which_one_never_knew_is_not_named_when_it_changes(tonight: Evening) -> None:
    """A public event may be about a secret card; its id is sent to nobody who did not hear of it."""
    tonight.do(rolled("ines", "gm"))
    secret = Event.objects.get(public_id=newest_event(tonight.table).public_id)
    table = opened(tonight)
    tonight.do(step("ines", "rename-seat", name="Ines K."))
    table.settle()
    assert secret.public_id in "".join(table.pages["gm"].sent)
    for name in ("marek", "watcher"):
        assert secret.public_id not in "".join(table.pages[name].sent), name


def test_the_name_of_a_copy_tells_of_nobody_hidden(tonight: Evening) -> None:
    tonight.do(step("gm", "dragonfly.make", **VOSS | {"name": "Shannon 2"}))
    tonight.do(step("ines", "dragonfly.duplicate", who("Shannon", copies=1)))
    assert tonight.table.characters.latest("pk").name == "Shannon 2"


def cast(name: str, **more: Any) -> Step:
    numbers: dict[str, Any] = {"muscle": 9, "combat": 9, "brains": 9, "life_points": 30}
    return step("gm", "dragonfly.quick-cast", name=name, **numbers, **more)


def copied(name: str) -> Step:
    """The first of that name: others may be called alike, and are hidden."""
    return step("gm", "dragonfly.duplicate", lambda e: {
        "copies": 2, "character": e.table.characters.filter(name=name, hidden=False).earliest("pk").public_id,
    })  # fmt: skip


def test_the_numbers_of_copies_tell_of_nobody_hidden(tonight: Evening) -> None:
    """With hidden ones of the same name or of another: whoever may not know of them is shown the same."""
    worlds = [
        (cast(hidden, copies=3, hidden="on"), cast(hidden, hidden="on"), cast("Thug", copies=2), copied("Thug 1"),
         step("gm", "dragonfly.start-fight", title="The pier"),
         step("gm", "dragonfly.fight-thugs", name="Thug", combat=9, life_points=9, count=2),
         cast("Wolf"))
        for hidden in ("Thug", "Wolf", "Eel")
    ]  # fmt: skip
    assert differing(in_each_world(tonight, worlds, PLAYERS)) == []
    assert differing(in_each_world(tonight, worlds, ("gm",))) != []


def test_hidden_ones_steer_clear_of_everybody(tonight: Evening) -> None:
    for one_ in (cast("Thug", copies=2), cast("Thug", copies=2, hidden="on"), cast("Thug", copies=2)):
        tonight.do(one_)
    made = tonight.table.characters.filter(name__startswith="Thug").order_by("pk").values_list("name", flat=True)
    assert list(made) == ["Thug 1", "Thug 2", "Thug 3", "Thug 4", "Thug 3", "Thug 4"]


def test_a_hidden_ask_that_is_called_off_with_others_counts_for_nobody_else(tonight: Evening) -> None:
    """Of all that is called off at once each hears of what they knew: the players of the open, the asked of theirs."""
    off = step("gm", "call-off")
    worlds = [
        (asked("Shannon"), *secret, off) for secret in ((), (asked("Voss"),), (asked("Pell", mode="gm"), asked("Voss")))
    ]
    assert differing(in_each_world(tonight, worlds, ("ines", "watcher"))) == []
    assert differing(in_each_world(tonight, worlds[:2], ("marek",))) == []
    for one_ in worlds[2]:
        tonight.do(one_)
    told = newest_event(tonight.table).tellings.order_by("-rank")
    assert [one_.facts["count"] for one_ in told] == [3, 2, 1]
    for name, text in (("ines", '"count": 1'), ("marek", '"count": 2'), ("second", '"count": 3')):
        assert text in tonight.people[name].at_address("export-log", **{"as": "json"}).content.decode()
