"""What waits for people when ships meet."""

from __future__ import annotations

from apps.ships.dragonfly import chasing, detecting, evading, looking, maneuvering, sensing, shots
from apps.table.exchanges import exchange_kind

FOLDER = "ships/dragonfly/asks"

exchange_kind(
    name=maneuvering.KIND,
    state=maneuvering.Maneuvering,
    template=f"{FOLDER}/maneuver",
    answer="dragonfly.answer-maneuver",
    open=False,
    context=maneuvering.maneuver_context,
)
exchange_kind(
    name=shots.KIND,
    state=shots.Shot,
    template=f"{FOLDER}/shot",
    answer="dragonfly.answer-shot",
    open=False,
    context=evading.shot_context,
    bare_row=True,
)
exchange_kind(
    name=looking.DETECT,
    state=looking.Looking,
    template=f"{FOLDER}/detect",
    answer="dragonfly.detect",
    open=False,
    context=detecting.look_context,
    bare_row=True,
)
exchange_kind(
    name=sensing.MOVED,
    state=sensing.Moved,
    template=f"{FOLDER}/hidden-move",
    answer="dragonfly.hidden-move",
    open=False,
    context=sensing.move_context,
    bare_row=True,
)
exchange_kind(
    name=chasing.KIND,
    state=chasing.Chasing,
    template=f"{FOLDER}/chase",
    answer="dragonfly.answer-chase",
    open=False,
    context=chasing.chase_context,
    bare_row=True,
)
