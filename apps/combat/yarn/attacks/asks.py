"""What waits for people in Yarn's attacks: a defence."""

from apps.combat.yarn.attacks import defending, ganging, strike
from apps.table.exchanges import exchange_kind

FOLDER = ganging.FOLDER

for _name in strike.KINDS:
    exchange_kind(
        name=_name,
        state=strike.Strike,
        ask_template=f"{FOLDER}/attack.html",
        row_template=f"{FOLDER}/attack_row.html",
        answer="yarn.defend",
        open=_name == strike.OPEN,
        waits_for="a defence",
        context=defending.ask_context,
        bare_row=True,
    )
