"""The table's switches as the rules of Rough Magic take them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from apps.rules.registry import book


@dataclass(frozen=True)
class Options:
    """One field for each switch of rough_magic.table-options, named as its key; the defaults are a new table's.

    A cap or a limit of 0 is none.
    """

    typed_dice: bool = True
    close_range_m: int = 2
    unskilled: Literal["no modifier", "penalty", "not allowed"] = "no modifier"
    surprise_ends: Literal["end of first turn", "on becoming aware"] = "end of first turn"
    running_jump: Literal["whole action", "the leap itself"] = "whole action"
    beyond_range: Literal["ask", "always allowed", "one band further only", "never"] = "ask"
    order_ties: Literal["higher Perception, players first, roll again", "roll again"] = (
        "higher Perception, players first, roll again"
    )
    gm_order_rolls: Literal["one per named, one per group", "one for all"] = "one per named, one per group"
    force_again_while_owing: bool = True
    shield_uses: Literal["protector's defence", "victim's margin"] = "protector's defence"
    swap_task_for_movement: bool = False
    free_action_limit: int = 6
    stun_hurts_objects: bool = False
    unnamed_may_react: bool = True
    show_margin_before_reaction: bool = True
    forced_defence_ends: Literal["next turn taken", "sacrificed turn"] = "next turn taken"
    dive_cover: Literal["avoids", "defence bonus only"] = "avoids"
    grapple_uses_gear: bool = False
    restrained_may_dodge: bool = False
    taunt_action: Literal["task", "roleplay"] = "task"
    immediate_resist: bool = False
    explosion_defence_modifiers: bool = True
    terror_recovery: Literal["task", "free"] = "task"
    plot_point_cap: int = 0
    auto_success_after_roll: bool = True
    auto_success_holds: bool = False
    one_round_ends: Literal["same place", "end of the current round"] = "same place"
    boosts_stack: bool = False
    rally_when_defeated: bool = True
    point_costs_shown: bool = False
    enemy_levels_shown: bool = True
    target_number_shown: bool = True

    @classmethod
    def from_switches(cls, switches: Mapping[str, str]) -> "Options":
        """From the stored texts by key.

        Raises Unknown for a key that is no switch and Refused for a text that does not fit. A missing key keeps its
        default: a fight that began before an upgrade knows nothing of newer switches.
        """
        rough = book("rough_magic")
        parsed = {key.replace("-", "_"): rough.switch(key).parse(text) for key, text in switches.items()}
        return cls(**parsed)  # type: ignore[arg-type]


DEFAULTS = Options()
