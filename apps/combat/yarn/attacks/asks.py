"""What waits for people in Yarn's attacks: a defence, a hit that waits for the others of its moment."""

from apps.combat.yarn.attacks import defending, ganging, strike, throwing, together
from apps.table.exchanges import exchange_kind

FOLDER = ganging.FOLDER

for _name in strike.KINDS:
    exchange_kind(
        name=_name,
        state=strike.Strike,
        template=f"{FOLDER}/attack",
        answer="yarn.defend",
        open=_name == strike.OPEN,
        waits_for="a defence",
        context=defending.ask_context,
        bare_row=True,
    )

exchange_kind(
    name=together.KIND,
    state=together.Held,
    template=f"{FOLDER}/blow",
    answer="yarn.land-blow",
    open=False,
    waits_for="the others of its moment",
    context=together.context,
    bare_row=True,
)

for _name in throwing.KINDS:
    exchange_kind(
        name=_name,
        state=throwing.Throwing,
        template=f"{FOLDER}/throw",
        answer="yarn.type-throw",
        open=_name == strike.THROWS,
        waits_for="dice",
        context=throwing.ask_context,
        bare_row=True,
    )
