"""What waits for people in a fight in one roll: the players' rolls, then the GM's word."""

from apps.combat.yarn.gestalt import rolling, summing
from apps.table.exchanges import exchange_kind

FOLDER = "combat/yarn/gestalt/asks"

exchange_kind(
    name=rolling.KIND,
    state=rolling.Asked,
    template=f"{FOLDER}/roll",
    answer="yarn.gestalt-roll",
    waits_for="a roll for the fight",
    context=rolling.ask_context,
    bare_row=True,
)
exchange_kind(
    name=summing.KIND,
    state=summing.Sums,
    template=f"{FOLDER}/sums",
    answer="yarn.gestalt-announce",
    open=False,
    context=summing.ask_context,
    bare_row=True,
)
