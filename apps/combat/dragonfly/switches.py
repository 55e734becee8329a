"""The table options that fights play by."""

from apps.table.switches import honours

honours(
    "dragonfly", "initiative-once-per-fight", "supporting-initiative", "secret-intentions", "one-die-per-turn",
    "penalty-per-series", "free-use-of-additional-actions", "ganging-up", "feeble-by-arithmetic",
    "strict-drama-timing", "refund-unused-drama", "supporting-cast-down-at-zero", "quality-bonuses",
    "retest-total-terror", "turns-per-minute", "simultaneous-ties", "defend-after-seeing",
    "ganging-up-on-attacks-only", "catching-bare-handed", "weapon-parry-without-levels", "no-penalty-to-break-free",
    "shots-beyond-long", "volley-versus-defense-levels", "spread-volley", "reload-actions",
    "heroic-burst-per-bullet", "listed-damage-is-final", "armor-against-fire", "injury-hurts-supporting-cast",
    "consciousness-every-turn", "stabilising-does-not-heal",
)  # fmt: skip
