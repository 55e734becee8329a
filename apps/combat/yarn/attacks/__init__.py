"""Yarn's attacks: declared, answered before any die, thrown, landed, told (yarn.attack-roll, yarn.ranged-attack)."""
