"""The table's switches as the rules of Dragon take them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from apps.rules.registry import book


@dataclass(frozen=True)
class Options:
    """One field for each switch of dragon.table-options, named as its key; the defaults are a new table's."""

    speed_points_per_die: int = 2
    speed_zero_gives_die: bool = False
    speed_choice_secret: bool = True
    enemy_phases_hidden: bool = True
    unused_phase_auto_hold: bool = True
    hold_survives_turn: bool = True
    hold_trigger_secret: bool = True
    defence_ignores_category: bool = False
    defence_after_attack_roll: bool = False
    parry_substat: Literal["Dexterity", "Accuracy"] = "Dexterity"
    skill_effect: Literal["lowers target", "adds dice"] = "lowers target"
    untrained_penalty: int = 0
    target_floor: int = 2
    difficulty_applies_to: Literal["target number", "successes"] = "target number"
    zero_net_hits: bool = False
    primary_from_substats: Literal["lowest", "entered"] = "lowest"
    hit_points_formula: Literal["5 x (Health + Energy)", "entered"] = "5 x (Health + Energy)"
    move_formula: Literal["(Strength + Energy) / 2 rounded up", "entered"] = "(Strength + Energy) / 2 rounded up"
    extra_move_per_success: int = 2
    death_check_tie: Literal["unconscious", "dying"] = "unconscious"
    late_bonus_target: Literal["next Bad", "not allowed"] = "next Bad"
    damage_at_sub_round_end: bool = False

    @classmethod
    def from_switches(cls, switches: Mapping[str, str]) -> "Options":
        """From the stored texts by key.

        Raises Unknown for a key that is no switch and Refused for a text that does not fit. A missing key keeps its
        default: a turn that began before an upgrade knows nothing of newer switches.
        """
        dragon = book("dragon")
        parsed = {key.replace("-", "_"): dragon.switch(key).parse(text) for key, text in switches.items()}
        return cls(**parsed)  # type: ignore[arg-type]


DEFAULTS = Options()
