"""The table's switches as the rules of Dragonfly take them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from apps.rules.registry import book


@dataclass(frozen=True)
class QualityBonuses:
    """What the two qualities add for which the rules name no number: to Fear Tests, the first to initiative too."""

    fast_reaction_time: int = 1
    nerves_of_steel: int = 2

    @classmethod
    def parse(cls, text: str) -> "QualityBonuses":
        """From "1 and 2": Fast Reaction Time, then Nerves of Steel."""
        fast, steel = text.split(" and ")
        return cls(int(fast), int(steel))


@dataclass(frozen=True)
class Options:
    """One field for each switch of dragonfly.table-options, named as its key; the defaults are a new table's."""

    typed_dice: bool = True
    initiative_once_per_fight: bool = False
    supporting_initiative: Literal["score", "director", "roll"] = "score"
    secret_intentions: bool = False
    one_die_per_turn: bool = False
    penalty_per_series: bool = False
    free_use_of_additional_actions: bool = False
    ganging_up: bool = True
    feeble_by_arithmetic: bool = False
    strict_drama_timing: bool = False
    starting_drama_points: int = 10
    ok_heals_rounded_down: bool = False
    healing_without_care: Literal["none", "half", "full"] = "none"
    position_needs_nine: bool = False
    size_counts_twice: bool = False
    open_hiding_rolls: bool = False
    players_may_roll_freely: bool = True
    levels_add_up_over_turns: bool = False
    supporting_cast_down_at_zero: bool = True
    quality_bonuses: QualityBonuses = QualityBonuses()
    doctor_treatments: Literal["once per scene", "once per day", "unlimited"] = "once per scene"
    healing_is_shared: bool = False
    retest_total_terror: bool = False
    turns_per_minute: int = 12
    simultaneous_ties: bool = False
    defend_after_seeing: bool = False
    ganging_up_on_attacks_only: bool = False
    catching_bare_handed: bool = False
    weapon_parry_without_levels: bool = False
    no_penalty_to_break_free: bool = False
    shots_beyond_long: bool = False
    volley_versus_defense_levels: bool = False
    spread_volley: bool = False
    reload_actions: int = 1
    heroic_burst_per_bullet: bool = False
    listed_damage_is_final: bool = False
    armor_against_fire: bool = False
    injury_hurts_supporting_cast: bool = True
    consciousness_every_turn: bool = False
    stabilising_does_not_heal: bool = False
    pilot_attribute: str = "Dexterity"
    turrets_always_add_successes: bool = False
    evasion_at_missile_penalty: bool = False
    supplies_last_until_third_hit: bool = False
    weapons_hit_silences_one: bool = False
    reroll_dead_systems: bool = False
    repair_time: Literal["a Turn", "an hour", "as the Director says"] = "a Turn"
    random_cover: bool = True
    chase_by_higher_total: bool = False
    free_evasion_while_fleeing: bool = False
    refund_unused_drama: bool = False

    @classmethod
    def from_switches(cls, switches: Mapping[str, str]) -> "Options":
        """From the stored texts by key.

        Raises Unknown for a key that is no switch and Refused for a text that does not fit. A missing key keeps its
        default: a fight that began before an upgrade knows nothing of newer switches.
        """
        return cls(**{key.replace("-", "_"): _value(key, text) for key, text in switches.items()})


def _value(key: str, text: str) -> Any:
    value = book("dragonfly").switch(key).parse(text)
    return QualityBonuses.parse(str(value)) if key == "quality-bonuses" else value


DEFAULTS = Options()
