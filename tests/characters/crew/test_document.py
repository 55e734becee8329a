"""Export and import, and the sheet on paper."""

import copy
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from apps.characters.bringing import prepared
from apps.characters.crew.document import read
from apps.characters.crew.sheet import sheet_of
from apps.characters.models import Character, Condition, Entry, Rating
from tests.acts_of_an_evening import picture
from tests.people import state_of_play


@pytest.fixture
def document(gm, ines, wren):
    """Wren with something in every list."""
    gm.does("crew.complication", character=wren.public_id, do="new", name="Broken Leg", size=14)
    gm.does("crew.set-hero-die", character=wren.public_id, do="put", die=10)
    gm.does("crew.adjust", character=wren.public_id, set=4)
    gm.does("crew.vehicle-there", name="A mule", kind="land", character=wren.public_id)
    gm.does("condition-add", character=wren.public_id, name="Wet", modifier=0)
    ines.does("portrait", character=wren.public_id, picture=picture())
    response = ines.at_address("export", character=wren.public_id)
    assert response.status_code == 200
    assert response["Content-Disposition"] == 'attachment; filename="wren.json"'
    return json.loads(response.content)


def brought(person, document, **more):
    text = document if isinstance(document, bytes) else json.dumps(document).encode()
    return person.post("crew.import", file=SimpleUploadedFile("a.json", text, "application/json"), **more)


def plain(sheet):
    """A sheet without what is a copy's own."""
    return {
        "dice": [(one.key, one.size, one.listed) for one in (*sheet.attributes, *sheet.skills)], "die": sheet.die,
        "specialties": [(one.name, one.skill) for one in sheet.specialties],
        "features": [(one.name, one.size, one.text, one.triggers)
                     for one in (*sheet.distinctions, *sheet.signature_assets)],
        "play": [(one.name, one.size) for one in (*sheet.assets, *sheet.complications, *sheet.hero_dice)],
        "episodes": [(one.name, one.called_back) for one in sheet.episodes], "points": sheet.plot_points,
        "conditions": [one.name for one in sheet.conditions], "notes": sheet.notes,
    }  # fmt: skip


@pytest.mark.played("crew.sheet")
def test_an_import_is_a_copy_with_new_ids(gm, ines, document):
    original = Character.objects.get(sheet="crew")
    assert brought(gm, document).status_code == 200
    twin = Character.objects.latest("pk")
    assert twin.public_id != original.public_id
    assert twin.seat is None
    assert plain(sheet_of(twin)) == plain(sheet_of(original))
    ids = set(original.entries.values_list("public_id", flat=True))
    assert not ids & set(twin.entries.values_list("public_id", flat=True))
    assert twin.portrait
    assert twin.portrait != original.portrait
    assert "imports Wren." in ines.log()


def test_nothing_of_this_server_is_in_a_document(document):
    original = Character.objects.get(sheet="crew")
    text = json.dumps(document)
    assert original.seat
    ids = original.entries.values_list("public_id", flat=True)
    for secret in (original.public_id, original.portrait, original.table.public_id, original.seat.public_id, *ids):
        assert secret not in text


def test_a_player_brings_their_own_with_the_point_of_a_new_sheet(marek, document):
    assert brought(marek, document).status_code == 200
    twin = Character.objects.latest("pk")
    assert twin.seat == marek.seat
    sheet = sheet_of(twin)
    assert (sheet.plot_points, sheet.hero_dice) == (1, ())
    assert sheet.complications[0].die == "d12+"


def test_pasted_text_will_do_and_one_undo(gm, document):
    counts = [model.objects.count() for model in (Character, Rating, Entry, Condition)]
    assert gm.post("crew.import", plain=True, text=json.dumps(document)).status_code == 302
    assert [model.objects.count() for model in (Character, Rating, Entry, Condition)] != counts
    gm.does("undo")
    assert [model.objects.count() for model in (Character, Rating, Entry, Condition)] == counts


WHOLE = {
    "fireside": "character", "version": 1, "game": "crew", "name": "Wren", "role": "crewmember", "die": None,
    "attributes": [{"key": "mental", "die": 6}, {"key": "physical", "die": 8}, {"key": "social", "die": 8}],
    "skills": [{"key": "fly", "die": 8}, {"key": "shoot", "die": 10}],
    "specialties": [{"name": "Carbines", "skill": "shoot"}],
    "distinctions": [
        {"name": "Loyal", "text": "", "triggers": [{"text": "Double a die", "points": 0, "effect": "double"}]}
    ],
    "signature_assets": [{"name": "Carbine", "text": "", "triggers": [], "die": 8}],
    "assets": [{"name": "A mule", "die": 6, "lasts": "scene"}],
    "complications": [{"name": "Broken Leg", "die": 14}], "hero_dice": [10], "plot_points": 4,
    "episodes": [{"title": "Nine Moons", "called_back": False}],
    "conditions": [{"name": "Wet", "modifier": 0, "tone": "warn", "note": ""}], "notes": "",
}  # fmt: skip
WRONG = [
    (lambda d: d.pop("name"), "name: is missing"),
    (lambda d: d.update(extra=1), "extra: is not known"),
    (lambda d: d.update(version=2), "version:"),
    (lambda d: d.update(game="dragonfly"), "game:"),
    (lambda d: d.update(role="king"), "role: “king” is not listed"),
    (lambda d: d.update(role="extra"), "die: a die is wanted for Extra"),
    (lambda d: d.update(die=8), "die: null is wanted for Crewmember"),
    (lambda d: d["attributes"][0].update(die=12), "attributes[0].die: d6, d8, d10 are possible"),
    (lambda d: d["attributes"][0].update(key="luck"), "attributes[0].key: “luck” is not listed"),
    (lambda d: d["attributes"].pop(), "attributes: social is missing"),
    (lambda d: d["skills"].append(d["skills"][0]), "skills: “fly” is there twice"),
    (lambda d: d["skills"][0].update(die=7), "skills[0].die:"),
    (lambda d: d["specialties"][0].update(skill="dance"), "specialties[0].skill:"),
    (lambda d: d["distinctions"][0].update(die=8), "distinctions[0].die:"),
    (lambda d: d["distinctions"][0]["triggers"][0].update(points=2), "distinctions[0].triggers[0].points:"),
    (lambda d: d["distinctions"][0]["triggers"][0].update(effect="win"), "triggers[0].effect: “win”"),
    (lambda d: d["distinctions"][0]["triggers"][0].update(text=""), "triggers[0].text: a text is wanted"),
    (lambda d: d["signature_assets"][0].update(die=10), "signature_assets[0].die: d6, d8 are possible"),
    (lambda d: d["assets"][0].update(lasts="always"), "assets[0].lasts:"),
    (lambda d: d["complications"][0].update(die=4), "complications[0].die:"),
    (lambda d: d["hero_dice"].append(7), "hero_dice[1]:"),
    (lambda d: d["episodes"][0].update(title=""), "episodes[0].title: a text is wanted"),
    (lambda d: d["episodes"][0].update(called_back="no"), "episodes[0].called_back: true or false is wanted"),
    (lambda d: d["episodes"].extend([d["episodes"][0]] * 90), "episodes: 60 are possible at most"),
    (lambda d: d.update(plot_points=-1), "plot_points: from 0 to 99"),
    (lambda d: d.update(role="major-gmc"), "plot_points: only a crewmember"),
    (lambda d: d["conditions"][0].update(tone="loud"), "conditions[0].tone:"),
    (lambda d: d.update(name="a\u202eb"), "name: a sign in it"),
    (lambda d: d.update(notes="x" * 4001), "notes: 4000 signs"),
    (lambda d: d.update(portrait="!!!"), "portrait: base64 is wanted"),
]


@pytest.mark.parametrize(("change", "words"), WRONG, ids=[words for _, words in WRONG])
def test_what_does_not_fit_is_named(change, words):
    wrong = copy.deepcopy(WHOLE)
    change(wrong)
    assert words in prepared(json.dumps(wrong).encode(), read).refusal


def test_the_same_document_fits_without_what_is_wrong():
    assert not prepared(json.dumps(WHOLE).encode(), read).refusal


def test_a_refused_document_changes_nothing(gm):
    before = state_of_play(gm.table)
    refused = brought(gm, WHOLE | {"role": "king"})
    assert refused.status_code == 422
    assert "role: “king” is not listed" in refused.content.decode()
    assert state_of_play(gm.table) == before


def test_a_minor_gmc_goes_and_comes(gm, ines, deputy):
    gm.does("crew.complication", character=deputy.public_id, do="new", name="Drunk", size=6)
    document = gm.at_address("export", character=deputy.public_id).json()
    assert (document["die"], document["attributes"], document["skills"]) == (8, [], [])
    refused = brought(ines, document)
    assert refused.status_code == 422
    assert "players bring crewmembers" in refused.content.decode()
    assert brought(gm, document, hidden="on").status_code == 200
    twin = Character.objects.latest("pk")
    assert twin.hidden
    assert (twin.sheet, sheet_of(twin).die, sheet_of(twin).complications[0].name) == ("minor", 8, "Drunk")


def test_exports_and_paper_are_for_who_reads_the_sheet(gm, ines, marek, watcher, stranger, wren):
    assert gm.at_address("export", character=wren.public_id).status_code == 200
    for person in (marek, watcher, stranger.at(ines)):
        assert person.at_address("export", character=wren.public_id).status_code == 404
        assert person.at_address("print", character=wren.public_id).status_code == 404


def test_others_do_not_import(ines, watcher, stranger, document):
    assert brought(watcher, document).status_code == 403
    assert brought(stranger.at(ines), document).status_code == 404
    assert Character.objects.filter(sheet="crew").count() == 1


def test_the_sheet_on_paper(gm, ines, document, deputy):
    wren = Character.objects.get(name="Wren")
    page = ines.at_address("print", character=wren.public_id).content.decode()
    for words in ("Wren", "Physical", "Master", "Carbines", "Loyal to a fault", "Grandfather’s carbine", "(−1 plot",
                  "Broken Leg", "Taken Out by Broken Leg d12+", "A mule", "Nine Moons", "harbour master"):  # fmt: skip
        assert words in page, words
    assert "d8" in gm.at_address("print", character=deputy.public_id).content.decode()
