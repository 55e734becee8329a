"""What waits for people before the rounds: initiative."""

from apps.combat.yarn.rounds import initiative
from apps.table.exchanges import exchange_kind

FOLDER = "combat/yarn/rounds/asks"

exchange_kind(
    name=initiative.KIND,
    state=initiative.Asked,
    template=f"{FOLDER}/initiative",
    answer="yarn.roll-initiative",
    waits_for="initiative",
    context=initiative.ask_context,
    bare_row=True,
)
