"""High stakes and being Taken Out, the order of actions, timed actions, ganging up."""

from apps.rules.crew.combat.stakes import (
    exact,
    gmc_stay,
    high_stakes,
    limited_action,
    price_choices,
    price_size,
    stay_in_the_fight,
    taken_out,
    why_no_gmc_stay,
    why_no_stay,
    why_not_limited,
)
from apps.rules.crew.combat.turns import (
    action_order,
    gang_dice,
    ganging_up,
    timed_action,
    who_picks,
    why_not_picked,
)

__all__ = [
    "action_order",
    "exact",
    "gang_dice",
    "ganging_up",
    "gmc_stay",
    "high_stakes",
    "limited_action",
    "price_choices",
    "price_size",
    "stay_in_the_fight",
    "taken_out",
    "timed_action",
    "who_picks",
    "why_no_gmc_stay",
    "why_no_stay",
    "why_not_limited",
    "why_not_picked",
]
