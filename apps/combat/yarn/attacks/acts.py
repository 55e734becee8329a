"""Importing this module registers every act of Yarn's attacks."""

from apps.combat.yarn.attacks import attacking as attacking
from apps.combat.yarn.attacks import defending as defending
from apps.combat.yarn.attacks import ganging as ganging
from apps.combat.yarn.attacks import judging as judging
from apps.combat.yarn.attacks import reloading as reloading
from apps.combat.yarn.attacks import shooting as shooting
from apps.combat.yarn.attacks import throwing as throwing
from apps.combat.yarn.attacks import together as together
