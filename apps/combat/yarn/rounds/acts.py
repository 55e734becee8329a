"""Importing this module registers every act of Yarn's rounds."""

from apps.combat.yarn.rounds import beginning as beginning
from apps.combat.yarn.rounds import ending as ending
from apps.combat.yarn.rounds import going_on as going_on
from apps.combat.yarn.rounds import initiative as initiative
from apps.combat.yarn.rounds import own_turn as own_turn
