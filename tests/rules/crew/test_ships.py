"""Ships, land vehicles and watercraft."""

import pytest

from apps.rules import Refused
from apps.rules.crew.lists import SHIP_ATTRIBUTES, SHIP_TYPES
from apps.rules.crew.ships import (
    attribute_sizes,
    land_vehicles,
    ship_attributes,
    ship_sheet,
    ship_traits,
    watercraft,
)

LENA = {"engines": 8, "hull": 10, "systems": 6}


def refused(call, **given):
    with pytest.raises(Refused) as no:
        call(**given)
    return no.value.code, no.value.field


@pytest.mark.rule("crew.ship-attributes")
@pytest.mark.parametrize(("uses", "size"), LENA.items())
def test_the_ship_stands_in_for_the_pilot_and_the_skill_stays(uses, size):
    assert ship_attributes(ship=LENA, uses=uses, skill="fly", fly=12).pool == (size, 12)
    assert ship_attributes(ship=LENA, uses=uses.title(), skill="Operate", fly=12).pool == (size, 4)


@pytest.mark.rule("crew.ship-attributes")
def test_the_ship_refuses():
    assert refused(ship_attributes, ship=LENA, uses="mental", skill="fly") == ("not-listed", "uses")
    assert refused(ship_attributes, ship={"hull": 8}, uses="engines", skill="fly") == ("not-rated", "uses")
    assert refused(ship_attributes, ship={"speed": 8}, uses="hull", skill="fly") == ("not-listed", "uses")
    assert refused(ship_attributes, ship=LENA, uses="hull", skill="ramming") == ("not-listed", "skill")
    assert refused(ship_attributes, ship={"hull": 14}, uses="hull", skill="fly") == ("no-size", "uses")
    assert refused(ship_attributes, ship=LENA, uses="hull", skill="fly", fly=5) == ("no-size", "skill")


@pytest.mark.rule("crew.ship-attributes")
def test_d4_and_d12_need_the_gms_leave():
    assert attribute_sizes() == (6, 8, 10)
    assert attribute_sizes(gm_leave=True) == (4, 6, 8, 10, 12)


@pytest.mark.rule("crew.ship-traits")
@pytest.mark.parametrize(
    ("on", "user", "pp", "outcome"),
    [
        ("ship", "kit", 1, (True, (6,), 0, 2)),
        ("ship", "wren", 1, (True, (6,), 0, 0)),
        ("person", "wren", 3, (True, (6,), 2, 2)),
        ("person", "kit", 1, (False, (), 0, 2)),
        ("ship", "kit", 0, (False, (), 0, 2)),
        ("ship", "wren", 0, (False, (), 0, 0)),
    ],
)
def test_an_asset_of_the_ship_serves_every_crewmember(on, user, pp, outcome):
    made = ship_traits(creator="wren", creator_pp=pp, asset_on=on, user=user, user_pp=2)
    assert (made.legal, made.added, made.creator_pp, made.user_pp) == outcome


@pytest.mark.rule("crew.ship-traits")
@pytest.mark.parametrize(("field", "value"), [("creator_pp", -1), ("user_pp", -1), ("asset_on", "moon")])
def test_an_asset_of_the_ship_refuses(field, value):
    given = {"creator": "wren", "creator_pp": 1, "user": "kit", field: value}
    assert refused(ship_traits, **given)[1] == field


@pytest.mark.rule("crew.land-vehicles", "crew.watercraft")
@pytest.mark.parametrize(
    ("function", "rated"),
    [(land_vehicles, ("body", "handling", "speed")), (watercraft, ("hull", "maneuverability", "power"))],
)
def test_simple_ones_are_assets_and_complex_ones_have_three_attributes(function, rated):
    simple = function(kind="simple")
    assert (simple.asset, simple.pool) == (6, None)
    for place, uses in enumerate(rated):
        vehicle = dict(zip(rated, (6, 8, 10), strict=True))
        begun = function(kind="complex", vehicle=vehicle, uses=uses, drive=12)
        assert (begun.asset, begun.pool) == (None, ((6, 8, 10)[place], 12))


@pytest.mark.rule("crew.land-vehicles", "crew.watercraft")
@pytest.mark.parametrize("function", [land_vehicles, watercraft])
def test_vehicles_refuse(function):
    assert refused(function, kind="huge") == ("not-a-choice", "kind")
    assert refused(function, kind="complex", uses="engines") == ("not-listed", "uses")
    of_its_own = "speed" if function is land_vehicles else "power"
    assert refused(function, kind="complex", uses=of_its_own) == ("not-rated", "uses")


@pytest.mark.rule("crew.ship-sheet")
@pytest.mark.parametrize("kind", SHIP_TYPES, ids=lambda kind: kind.id)
def test_one_sheet_with_three_names_that_differ(kind):
    sheet = ship_sheet(type=kind.id)
    assert sheet == ship_sheet(type=kind.title)
    assert sheet.rated == SHIP_ATTRIBUTES[kind.id]
    assert sheet.attributes == tuple(row.title for row in kind.attributes)
    assert len(sheet.attributes) == 3
    assert {row.id for row in sheet.fields if row.changes} == {"assets", "complications", "taken-out", "aboard"}


@pytest.mark.rule("crew.ship-sheet")
def test_a_ship_of_no_known_type_is_refused():
    assert refused(ship_sheet, type="balloon") == ("not-listed", "type")
