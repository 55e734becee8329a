"""Export and import."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Character, Condition, Entry, Rating
from tests.characters.test_maneuvers import KICK
from tests.characters.test_portrait import picture
from tests.people import state_of_play


@pytest.fixture
def document(gm, ines, make):
    """Shannon with something in every list."""
    shannon = make(
        ines,
        damage_multiplier=1,
        own_skill_1_name="Whip",
        own_skill_1_value=5,
        nerves_of_steel=2,
        notes="Line 1\nLine 2",
    )
    key = next(one.key for one in sheet_of(shannon).skills if one.own)
    ines.does("dragonfly.maneuver-add", character=shannon.public_id, **{**KICK, "skill": key, "ammunition": 3})
    gm.does("condition-add", character=shannon.public_id, name="Off balance", modifier=-2)
    gm.does("dragonfly.adjust", character=shannon.public_id, track="fire-damage", set=4)
    gm.does("dragonfly.adjust", character=shannon.public_id, track="drama-points", set=3)
    ines.does("portrait", character=shannon.public_id, picture=picture())
    response = ines.at_address("export", character=shannon.public_id)
    assert response.status_code == 200
    assert response["Content-Disposition"] == 'attachment; filename="shannon-reyes.json"'
    return json.loads(response.content)


def brought(person, document, **more):
    text = document if isinstance(document, bytes) else json.dumps(document).encode()
    return person.post("dragonfly.import", file=SimpleUploadedFile("a.json", text, "application/json"), **more)


def test_an_import_is_a_copy_with_new_ids(gm, ines, document):
    original = Character.objects.get()
    assert brought(gm, document).status_code == 200
    copy = Character.objects.latest("pk")
    assert copy.pk != original.pk
    assert copy.public_id != original.public_id
    assert copy.seat is None
    one, other = sheet_of(original), sheet_of(copy)
    for name in ("name", "role_title", "character_type", "notes", "attributes", "max_life_points", "life_points",
                 "fire_damage", "armor", "drama_points", "own_multiplier"):  # fmt: skip
        assert getattr(one, name) == getattr(other, name), name
    assert [(n.title, n.value) for n in one.skills] == [(n.title, n.value) for n in other.skills]
    assert [(n.title, n.value) for n in one.qualities] == [(n.title, n.value) for n in other.qualities]
    assert [c.name for c in one.conditions] == [c.name for c in other.conditions]
    assert not {n.key for n in one.skills if n.own} & {n.key for n in other.skills if n.own}
    assert other.title(other.maneuvers[0].skill) == "Whip"
    assert other.maneuvers[0].id != one.maneuvers[0].id
    assert copy.portrait
    assert copy.portrait != original.portrait


def test_nothing_of_this_server_is_in_a_document(document):
    original = Character.objects.get()
    text = json.dumps(document)
    assert original.seat
    for secret in (original.public_id, original.portrait, original.table.public_id, original.seat.public_id):
        assert secret not in text


def test_a_player_brings_their_own_with_the_points_of_a_new_sheet(ines, marek, document):
    assert brought(marek, document).status_code == 200
    copy = Character.objects.latest("pk")
    assert copy.seat == marek.seat
    assert sheet_of(copy).drama_points == 10
    assert "imports Shannon Reyes" in ines.log()


def test_pasted_text_will_do(gm, document):
    assert gm.post("dragonfly.import", plain=True, text=json.dumps(document)).status_code == 302
    assert Character.objects.count() == 2


def test_one_event_and_one_undo(gm, document):
    before = state_of_play(gm.table)
    counts = [model.objects.count() for model in (Character, Rating, Entry, Condition)]
    brought(gm, document)
    gm.does("undo")
    assert [model.objects.count() for model in (Character, Rating, Entry, Condition)] == counts
    assert state_of_play(gm.table) != before  # the log has it


def _track(document, key):
    return next(one for one in document["tracks"] if one["key"] == key)


WRONG = [
    (lambda d: d.pop("name"), "name: is missing"),
    (lambda d: d.update(extra=1), "extra: is not known"),
    (lambda d: d.update(version=2), "version:"),
    (lambda d: d.update(game="yarn"), "game:"),
    (lambda d: d["ratings"][3].update(value="four"), "ratings[3].value: a whole number is wanted"),
    (lambda d: d["ratings"][3].update(value=4.5), "ratings[3].value: a whole number is wanted"),
    (lambda d: d["ratings"][0].update(value=100), "ratings[0].value: from 0 to 99 is possible"),
    (lambda d: d["ratings"][0].update(key="charm"), "ratings[0].key:"),
    (lambda d: d["ratings"][0].pop("group"), "ratings[0].group: is missing"),
    (lambda d: d["ratings"].append(dict(d["ratings"][0])), "ratings: “strength” is there twice"),
    (lambda d: d["ratings"].extend([d["ratings"][0]] * 90), "ratings: 60 are possible at most"),
    (
        lambda d: d["ratings"].remove(next(r for r in d["ratings"] if r["key"] == "life-points")),
        "life-points is missing",
    ),
    (lambda d: d["tracks"][0].update(key="luck"), "tracks[0].key:"),
    (lambda d: d["tracks"][0].update(value=-1), "tracks[0].value:"),
    (lambda d: d["tracks"][0].update(override="x"), "tracks[0].override: a whole number or null is wanted"),
    (lambda d: _track(d, "damage-multiplier").update(override=10), ".override: from 0 to 9 is possible"),
    (lambda d: d["traits"][0].update(key="diary"), "traits[0].key:"),
    (lambda d: d["conditions"][0].update(modifier=10**30), "conditions[0].modifier:"),
    (lambda d: d["conditions"][0].update(tone="loud"), "conditions[0].tone:"),
    (lambda d: d["maneuvers"][0].update(damage_type="cold"), "maneuvers[0].damage_type:"),
    (lambda d: d["maneuvers"][0].update(name=""), "maneuvers[0].name: a text is wanted"),
    (lambda d: d.update(name="x" * 61), "name: 60 signs"),
    (lambda d: d.update(name="a\u202eb"), "name: a sign in it"),
    (lambda d: d.update(role="king"), "role:"),
    (lambda d: d.update(sheet="score"), "sheet: a Cast Member has no score sheet"),
    (lambda d: d.update(portrait="!!!"), "portrait: base64 is wanted"),
    (lambda d: d.update(portrait="bm8gcGljdHVyZQ=="), "portrait: This is no picture"),
]


@pytest.mark.parametrize(("change", "words"), WRONG, ids=[words for _, words in WRONG])
def test_what_does_not_fit_is_named(gm, document, change, words):
    change(document)
    before = state_of_play(gm.table)
    refused = brought(gm, document)
    assert refused.status_code == 422
    assert words in refused.content.decode()
    assert state_of_play(gm.table) == before


@pytest.mark.parametrize(
    ("text", "words"),
    [(b"<script>alert(1)</script>", "no JSON"), (b"\xff\xfe", "no JSON"),
     (b"[" * 100_000, "a group of fields is wanted"),
     (b" " * (1024 * 1024) + b"{}", "is the limit"), (b"[]", "a group of fields is wanted"), (b"", "Choose a file")],
    ids=["markup", "bytes", "deep", "long", "list", "empty"],
)  # fmt: skip
def test_what_is_no_document(gm, text, words):
    refused = brought(gm, text)
    assert refused.status_code == 422
    assert words in refused.content.decode()
    assert "<script>alert" not in refused.content.decode()
    assert not Character.objects.exists()


def test_players_bring_cast_members(gm, ines, brute):
    document = gm.at_address("export", character=brute.public_id).json()
    refused = brought(ines, document)
    assert refused.status_code == 422
    assert "Cast Members" in refused.content.decode()
    assert brought(gm, document, hidden="on").status_code == 200
    assert Character.objects.latest("pk").hidden


def test_exports_are_for_who_reads_the_sheet(gm, ines, marek, watcher, stranger, document):
    shannon = Character.objects.get()
    assert gm.at_address("export", character=shannon.public_id).status_code == 200
    for person in (marek, watcher, stranger.at(ines)):
        assert person.at_address("export", character=shannon.public_id).status_code == 404
        assert person.at_address("print", character=shannon.public_id).status_code == 404


def test_others_do_not_import(ines, watcher, stranger, document):
    assert brought(watcher, document).status_code == 403
    assert brought(stranger.at(ines), document).status_code == 404
    assert Character.objects.count() == 1


def test_the_sheet_on_paper(ines, document):
    shannon = Character.objects.get()
    page = ines.at_address("print", character=shannon.public_id).content.decode()
    for words in ("Shannon Reyes", "Dexterity", "Whip", "Off balance", "Kick", "38 of 42", "Line 1<br>Line 2"):
        assert words in page
