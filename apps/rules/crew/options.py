"""The table's switches as the rules of Crew take them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from apps.rules.registry import book


@dataclass(frozen=True)
class Options:
    """One field for each switch of crew.table-options, named as its key; the defaults are a new table's."""

    signature_assets_per_roll: Literal["any that fit", "1"] = "any that fit"
    extra_dice_after_comparing: bool = False
    highest_die_tie: Literal["larger", "smaller"] = "larger"
    bdh_counts_for_exceptional: bool = True
    bdh_kept_between_episodes: bool = True
    bdh_loss_choice: Literal["largest that fits", "owner chooses"] = "largest that fits"
    bdh_per_roll: Literal["any", "1"] = "any"
    lender_gets_point: bool = False
    gm_botch_complication: bool = False
    complications_clear_at: Literal["never", "scene end", "episode end"] = "never"
    opportunity_price: Literal["one for all steps", "one per step"] = "one for all steps"
    recovery_limit: Literal["per complication", "per patient", "per crew"] = "per complication"
    next_round_starter: Literal["GM picks", "last actor picks"] = "GM picks"
    ganging_up_count: Literal["every GMC", "only the excess"] = "every GMC"
    plot_points_carry: bool = False
    callback_limit: Literal["each once per Episode", "free"] = "each once per Episode"
    award_nominations: bool = True
    gmc_stay_complication: bool = True

    @classmethod
    def from_switches(cls, switches: Mapping[str, str]) -> "Options":
        """From the stored texts by key.

        Raises Unknown for a key that is no switch and Refused for a text that does not fit. A missing key keeps its
        default: an exchange that began before an upgrade knows nothing of newer switches.
        """
        crew = book("crew")
        parsed = {key.replace("-", "_"): crew.switch(key).parse(text) for key, text in switches.items()}
        return cls(**parsed)  # type: ignore[arg-type]


DEFAULTS = Options()
