"""What waits for people when ships meet."""

from __future__ import annotations

from apps.ships.dragonfly import chasing, evading, looking, maneuvering, sensing, shots
from apps.table.exchanges import exchange_kind

FOLDER = "ships/dragonfly/asks"

exchange_kind(
    name=maneuvering.KIND,
    state=maneuvering.Maneuvering,
    ask_template=f"{FOLDER}/maneuver.html",
    row_template=f"{FOLDER}/maneuver_row.html",
    answer="dragonfly.answer-maneuver",
    open=False,
    context=maneuvering.maneuver_context,
)
exchange_kind(
    name=shots.KIND,
    state=shots.Shot,
    ask_template=f"{FOLDER}/shot.html",
    row_template=f"{FOLDER}/shot_row.html",
    answer="dragonfly.answer-shot",
    open=False,
    context=evading.shot_context,
    bare_row=True,
)
exchange_kind(
    name=looking.DETECT,
    state=looking.Looking,
    ask_template=f"{FOLDER}/detect.html",
    row_template=f"{FOLDER}/detect_row.html",
    answer="dragonfly.detect",
    open=False,
    context=looking.look_context,
    bare_row=True,
)
exchange_kind(
    name=sensing.MOVED,
    state=sensing.Moved,
    ask_template=f"{FOLDER}/hidden-move.html",
    row_template=f"{FOLDER}/hidden-move_row.html",
    answer="dragonfly.hidden-move",
    open=False,
    context=sensing.move_context,
    bare_row=True,
)
exchange_kind(
    name=chasing.KIND,
    state=chasing.Chasing,
    ask_template=f"{FOLDER}/chase.html",
    row_template=f"{FOLDER}/chase_row.html",
    answer="dragonfly.answer-chase",
    open=False,
    context=chasing.chase_context,
    bare_row=True,
)
