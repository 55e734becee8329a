"""Kinds of events of explosions, and what waits for people in them."""

from apps.combat.rough_magic.blasts import asking, charge, diving
from apps.combat.rough_magic.blasts import words as words  # templates use its filters
from apps.table.exchanges import exchange_kind
from apps.table.kinds import always, kind

FOLDER = "combat/rough_magic/events"

kind("rough_magic.went-off", FOLDER, group="rolls", whole=True)
kind("rough_magic.dived", FOLDER, group="rolls", whole=True)
kind("rough_magic.blast-asked", FOLDER, group="rolls", whole=True, awaited=always)
kind("rough_magic.blast-refused", FOLDER, group="rolls", whole=True)
kind("rough_magic.exploded", FOLDER, shape="result", group="points")
for _name in charge.KINDS:
    exchange_kind(
        name=_name,
        state=charge.Blast,
        template="combat/rough_magic/asks/blast",
        answer="rough_magic.answer-blast",
        open=_name == charge.OPEN,
        waits_for="who dives clear",
        context=diving.context,
        bare_row=True,
    )
exchange_kind(
    name=asking.KIND,
    state=asking.Held,
    template="combat/rough_magic/asks/throw",
    answer="rough_magic.answer-throw",
    open=False,
    context=asking.context,
    bare_row=True,
)
