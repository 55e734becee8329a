"""The switches that Dragon's fights play by."""

from apps.table.switches import honours

honours("dragon", "speed-zero-gives-die", "speed-choice-secret", "enemy-phases-hidden")
honours("dragon", "unused-phase-auto-hold", "hold-survives-turn", "hold-trigger-secret", "late-bonus-target")
honours("dragon", "defence-ignores-category", "defence-after-attack-roll", "parry-substat", "zero-net-hits")
honours("dragon", "extra-move-per-success", "death-check-tie", "damage-at-sub-round-end")
