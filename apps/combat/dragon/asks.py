"""What waits for people in Dragon's fights."""

from __future__ import annotations

from apps.combat.dragon.attacks import guarding, strike
from apps.combat.dragon.cutting_in import asks as asks_of_cutting_in  # noqa: F401
from apps.combat.dragon.fight import picks, shown, speeds
from apps.combat.dragon.harm import asking
from apps.combat.dragon.moves import further
from apps.combat.dragon.phases import going_on, looking
from apps.table.exchanges import exchange_kind

FOLDER = "combat/dragon/asks"

for _name in picks.OF_PLAYERS:
    exchange_kind(
        name=_name,
        state=picks.Picking,
        template=f"{FOLDER}/pick",
        answer="dragon.pick",
        open=_name == picks.OPEN,
        context=shown.pick_context,
        bare_row=True,
    )
for _name in picks.OF_GMS:
    exchange_kind(
        name=_name,
        state=picks.GmPicking,
        template=f"{FOLDER}/pick_gm",
        answer="dragon.pick",
        open=_name == picks.OF_GM,
        context=shown.gm_context,
        bare_row=True,
    )
for _name in speeds.TURNS:
    exchange_kind(
        name=_name,
        state=speeds.Turning,
        template=f"{FOLDER}/turn_dice",
        answer="dragon.turn-dice",
        open=_name == speeds.TURN,
        context=shown.turn_context,
        bare_row=True,
    )
for _name in asking.KINDS:
    exchange_kind(
        name=_name,
        state=asking.Checking,
        template=f"{FOLDER}/death-check",
        answer="dragon.death-check",
        open=_name == asking.OPEN,
        waits_for="a Death Check",
        context=asking.ask_context,
        closing=going_on.when_over,
    )
for _name in strike.KINDS:
    exchange_kind(
        name=_name,
        state=strike.Strike,
        template=f"{FOLDER}/attack",
        answer="dragon.defend",
        open=_name == strike.OPEN,
        context=guarding.defend_context,
        closing=going_on.when_over,
        bare_row=True,
    )
for _name in further.KINDS:
    exchange_kind(
        name=_name,
        state=further.Further,
        template=f"{FOLDER}/further",
        answer="dragon.stay",
        open=_name == further.OPEN,
        waits_for="where they run",
        context=further.context,
        bare_row=True,
    )

going_on.goes_on_beside(*picks.KINDS, *speeds.TURNS)  # of newcomers, in the middle of a turn
going_on.goes_on_beside(asking.QUIETLY, looking.LOOK_QUIETLY, looking.SEARCH_QUIETLY)  # of which players do not know

for _name in looking.LOOKS:
    exchange_kind(
        name=_name,
        state=looking.Looking,
        template=f"{FOLDER}/look",
        answer="dragon.answer-look",
        open=_name == looking.LOOK,
        context=looking.look_context,
        bare_row=True,
    )
for _name in looking.SEARCHES:
    exchange_kind(
        name=_name,
        state=looking.Searching,
        template=f"{FOLDER}/search",
        answer="dragon.search",
        open=_name == looking.SEARCH,
        context=looking.search_context,
        bare_row=True,
    )
