"""Importing this module registers every act of Dragonfly's fights."""

from apps.combat.dragonfly.blows import attacking as attacking
from apps.combat.dragonfly.blows import defending as defending
from apps.combat.dragonfly.fight import acting as acting
from apps.combat.dragonfly.fight import declaring as declaring
from apps.combat.dragonfly.fight import fury as fury
from apps.combat.dragonfly.fight import joining as joining
from apps.combat.dragonfly.fight import refunding as refunding
from apps.combat.dragonfly.fight import steps as steps
from apps.combat.dragonfly.fighters import initiative as initiative
from apps.combat.dragonfly.holds import breaking_free as breaking_free
from apps.combat.dragonfly.holds import seizing as seizing
from apps.combat.dragonfly.shots import aiming as aiming
from apps.combat.dragonfly.shots import reloading as reloading
from apps.combat.dragonfly.shots import shooting as shooting
from apps.combat.dragonfly.wounds import burning as burning
from apps.combat.dragonfly.wounds import enduring as enduring
from apps.combat.dragonfly.wounds import fate as fate
from apps.combat.dragonfly.wounds import fear as fear
from apps.combat.dragonfly.wounds import panic as panic
from apps.combat.dragonfly.wounds import recovering as recovering
from apps.combat.dragonfly.wounds import stabilising as stabilising
from apps.combat.dragonfly.wounds import troubles as troubles
