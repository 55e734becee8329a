"""Panels about Yarn's characters: a sheet, who is in the story, the cast for the GM, hands and kitty, votes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from apps.characters.access import people
from apps.characters.models import PLACE, Character
from apps.characters.panels import is_led, opened_of_mine, sheet_panel
from apps.characters.yarn.approving import is_open, missing
from apps.characters.yarn.doing import doings
from apps.characters.yarn.people import Participant, main_of, of_key, participants
from apps.characters.yarn.points import bennies_of, hand_of
from apps.characters.yarn.sheet import MAIN, YarnSheet, sheet_for, sheet_of
from apps.characters.yarn.spans import EPISODE, open_now
from apps.characters.yarn.votes import VOTES, breaker_of, hands_for, vote_of
from apps.rules.yarn.visibility import story_visibility
from apps.table import exchanges
from apps.table.desk import Desk
from apps.table.panels import panel, part
from apps.table.sure import sure
from apps.table.viewer import Viewer

Context = Mapping[str, Any]


@sheet_panel("yarn-sheet", "yarn")
def sheet(viewer: Viewer) -> Context:
    """The sheet that this seat has open: a player's own or an approved one, for a GM anybody's."""
    character, mine = opened_of_mine(viewer)
    if character is None:
        return {"mine": mine, "led": is_led(viewer)}
    found = sheet_for(viewer, character)
    own = viewer.acts_as_gm or character in mine
    return {
        "sheet": found,
        "mine": mine,
        "missing": missing(found) if found.is_main and not found.approved else [],
        "by_hand": viewer.acts_as_gm,
        "own": own,
        "counts_rounds": viewer.options.count_ammunition,
        "does": doings(viewer, character) if own else {},
    }


@dataclass(frozen=True)
class Present:
    """Somebody of the story, as those see them who do not play them: their signs, and how they are in a word."""

    sheet: YarnSheet
    signs: tuple[str, ...]
    open: bool

    @property
    def id(self) -> str:
        return self.sheet.id


def present(viewer: Viewer) -> list[Present]:
    """Who is there, as far as everybody knows; what shows only at times is for those who read the sheet."""
    cast = people(one for one in viewer.desk.all(Character) if one.present and not one.hidden)
    rows = [(sheet_of(one), is_open(one)) for one in cast]
    return [Present(one, one.signs if open_ else one.always_seen, open_) for one, open_ in rows]


@panel(
    "yarn-here",
    template="characters/yarn/panels/here.html",
    slot="stage",
    order=24,
    game="yarn",
    per="role",
    roles={"player", "spectator"},
)
def here(viewer: Viewer) -> Context:
    """Everybody in the story by their signs, and the places."""
    places = [one for one in viewer.desk.all(Character, sheet=PLACE) if not one.hidden]
    return {"rows": present(viewer), "places": places}


@panel(
    "yarn-cast",
    template="characters/yarn/panels/cast.html",
    slot="stage",
    order=24,
    game="yarn",
    per="role",
    roles={"gm"},
)
def cast(viewer: Viewer) -> Context:
    """For the GM: main characters and what they lack, her own, and the places."""
    found = [sheet_for(viewer, one) for one in people(viewer.desk.all(Character))]
    return {
        "mains": [(one, [] if one.approved else missing(one)) for one in found if one.character.role == MAIN],
        "others": [one for one in found if one.character.role != MAIN],
        "places": viewer.desk.all(Character, sheet=PLACE),
    }


@dataclass(frozen=True)
class Hand:
    """What somebody holds; a number is None where these eyes may not see it."""

    who: Participant
    main: Character | None
    tokens: int | None
    bennies: int | None


@panel("yarn-hands", template="characters/yarn/panels/hands.html", slot="stage", order=21, game="yarn")
def hands(viewer: Viewer) -> Context:
    """Tokens and bennies of every participant; with tokens-public off one's own alone, and all of them for the GM.
    While the first cast is made there are none yet."""
    if is_led(viewer) and open_now(viewer.desk, EPISODE) is None:
        return {}
    return {"hands": [_row(viewer, one) for one in participants(viewer.desk)]}


def _row(viewer: Viewer, who: Participant) -> SafeString:
    """Drawn once for all who see as much of it; the GM's has a button."""
    looks, by_hand = "GM" if viewer.is_gm else viewer.seat.public_id, viewer.acts_as_gm
    seen = story_visibility(viewer=looks, item="hands", whose=who.key, options=viewer.options).shown
    key = (who.key, seen, viewer.seat.pk if by_hand else 0)
    return part(viewer, "characters/yarn/panels/_hand.html", key, lambda: {
        "one": _hand(viewer.desk, who.key, seen), "by_hand": by_hand, "viewer": viewer if by_hand else None,
        "colour": viewer.options.token_colour,
    })  # fmt: skip


def _hand(desk: Desk, key: str, seen: bool) -> Hand:
    who = sure(of_key(desk, key))
    tokens, bennies = hand_of(desk, who) if seen else None, None if who.is_gm else bennies_of(desk, who)
    return Hand(who, main_of(who, desk), tokens, bennies)


@panel("yarn-votes", template="characters/yarn/panels/votes.html", slot="stage", order=16, game="yarn")
def votes(viewer: Viewer) -> Context:
    """What is voted on, who has shown a hand, and which, as far as these eyes may know."""
    open_ones = exchanges.open_exchanges(viewer.desk, *VOTES)
    return {
        "votes": [
            {"vote": vote_of(one), "hands": hands_for(viewer, one), "breaks": breaker_of(one)} for one in open_ones
        ]
    }
