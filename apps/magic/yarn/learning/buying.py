"""Buying psychic shots with experience dice (yarn.fringe-shot-price)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.access import watchers_of
from apps.characters.forms import OwnCharacterForm, acting_for, named, number
from apps.characters.models import Character
from apps.characters.yarn.giving_up import give_up
from apps.characters.yarn.sheet import sheet_of
from apps.magic.yarn import shots
from apps.rules.yarn.magic.shots import PRICE, fringe_shot_price
from apps.table.acts import act
from apps.table.turn import Turn
from apps.table.viewer import Viewer


class BuyForm(OwnCharacterForm):
    shots = number("Shots", 1, 30, initial=1)


def outlook(viewer: Viewer, form: BuyForm) -> Mapping[str, Any]:
    wanted, sheet = form.cleaned_data["shots"], sheet_of(form.cleaned_data["character"])
    return {
        "subheading": f"Experience dice: {sheet.experience}, shots: {sheet.pool}. What is given up never comes back.",
        "button": f"Give up {PRICE * wanted} dice for {wanted} {'shot' if wanted == 1 else 'shots'}",
        "rule": "yarn.fringe-shot-price",
    }


@act(
    "yarn.buy-shot",
    title="Buy psychic shots",
    form=BuyForm,
    button="Buy it",
    preview=outlook,
    template="magic/yarn/learning/acts/learn.html",
)
def buy_shot(turn: Turn, form: BuyForm) -> None:
    """Two experience dice a shot, for good; it comes full. Refuses it without a pool, or without the dice."""
    character: Character = form.cleaned_data["character"]
    acting_for(turn, character)
    sheet, wanted = sheet_of(character), form.cleaned_data["shots"]
    asked = {"experience_pool": sheet.experience, "psychic_pool": sheet.pool or "none", "shots_wanted": wanted}
    found = fringe_shot_price(**asked)
    give_up(turn, character, PRICE * wanted)
    shots.set_pool(turn, character, found.psychic_pool)
    told: dict[str, Any] = {"shots": wanted, "dice": PRICE * wanted, "pool": found.psychic_pool}
    turn.tell("yarn.shot-bought", named(character) | told, to=watchers_of(character))
