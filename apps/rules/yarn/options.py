"""The table's switches as the rules of Yarn take them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from apps.rules.registry import book

Sometimes = Literal["off", "on", "asked each time"]
"""An optional rule that a table plays never, always, or when the GM says so."""


@dataclass(frozen=True)
class Options:
    """One field for each switch, named as its key; the defaults are a new table's."""

    # yarn.story-options
    token_colour: str = "blue"  # noqa: S105 - what the tokens look like
    precedence_source: Literal["shuffle", "GM arranges"] = "shuffle"
    narrow_traits: bool = False
    unknown_traits: bool = False
    sheets_open: bool = True
    hp_floor: bool = True
    hp_roll_without_trait: bool = False
    multiple_experience_dice: bool = False
    story_word_limit: int = 25
    first_theme_by: Literal["GM", "first player in the calling order"] = "GM"
    gm_slot: Literal["chooser's place", "end", "asked each episode"] = "chooser's place"
    vote_reveal: Literal["when all are in", "live"] = "when all are in"
    gm_party_tie: Literal["GM decides", "call stands"] = "GM decides"
    gm_may_duck_and_rush: bool = True
    tokens_public: bool = True
    no_contest_exchange: bool = False
    quiz_settlement: Literal["in order", "all at once"] = "in order"
    montage_objection: Literal["vote", "one objection stops it"] = "vote"
    healing_odd_day_carries: bool = True
    second_place_many: Literal["all", "none of the tied"] = "all"
    anonymous_ballots: bool = False
    procedural_bennie: Literal["bonus die", "off"] = "bonus die"
    burn_gm_pool: bool = False
    equal_awards: bool = True
    narrow_development: Literal["one over average", "good column"] = "one over average"
    # yarn.mechanics-switches
    hidden_rolls_announced: bool = False
    multiple_actions_declared: Literal["turn", "start of round"] = "turn"
    breaks_count_dropped_dice: bool = False
    consequence_rolls: Literal["one per kind", "one per break"] = "one per kind"
    botch: Sometimes = "off"
    botch_needs_two_dice: bool = False
    blow_top: Sometimes = "off"
    unstoppable_six: Sometimes = "off"
    unstoppable_six_counts_dropped_dice: bool = False
    combat_mode: Literal["asked each fight", "gestalt", "detailed"] = "asked each fight"
    seconds_per_round: int = 3
    turn_order: Literal["initiative", "seating, GM first", "seating, GM last"] = "initiative"
    gmc_initiative: Literal["one roll for all", "one each"] = "one roll for all"
    defence_rolls: Literal["per attack", "per attacker"] = "per attack"
    penalties_on_ranged_defence: Literal["always", "only when dodging"] = "always"
    beyond_last_range: Literal["impossible", "six dice"] = "impossible"
    half_dice: bool = False
    predictable_attacks: bool = True
    second_shot: Literal["part of the attack", "extra action as well"] = "part of the attack"
    count_ammunition: bool = True
    full_auto_ammo: Literal["10 rounds", "whole clip"] = "10 rounds"
    taser_can_kill: bool = False
    vest_one_with_hollow_point: Literal["no effect", "divide by 2"] = "no effect"
    recovery_share: Literal["1/3", "1/2", "2/3"] = "1/2"
    desperate_defence: Sometimes = "off"
    alternate_damage: Sometimes = "off"
    serious_wounds: Sometimes = "off"
    fringe_powers: bool = True
    psi_mute: bool = False
    psychic_recovery: Literal["one by one", "all after 24 hours"] = "one by one"
    hunches_vulnerable: bool = True
    lightning_strike_lasts: Literal["one attack", "one round"] = "one attack"
    telekinetic_punch_resisted: bool = True
    magic_limits: Literal["none", "one in six", "two in six"] = "none"
    magic_intense_study: bool = False
    magic_no_fringe_powers: bool = False
    magic_rare_resources: bool = False
    spell_levels_hidden: bool = True

    @classmethod
    def from_switches(cls, switches: Mapping[str, str]) -> "Options":
        """From the stored texts by key.

        Raises Unknown for a key that is no switch and Refused for a text that does not fit. A missing key keeps its
        default: a scene that began before an upgrade knows nothing of newer switches.
        """
        yarn = book("yarn")
        parsed = {key.replace("-", "_"): yarn.switch(key).parse(text) for key, text in switches.items()}
        return cls(**parsed)  # type: ignore[arg-type]

    def answered(self, **on: bool) -> "Options":
        """With the GM's word on rules that are asked each time; one that is on or off stays so."""
        asked = {name: "on" if word else "off" for name, word in on.items() if getattr(self, name) == "asked each time"}
        return replace(self, **asked)  # type: ignore[arg-type]


DEFAULTS = Options()
