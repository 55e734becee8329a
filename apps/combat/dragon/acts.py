"""Importing this module registers every act of Dragon's fights."""

from apps.combat.dragon import at_once as at_once
from apps.combat.dragon.attacks import attacking as attacking
from apps.combat.dragon.attacks import guarding as guarding
from apps.combat.dragon.attacks import judging as judging
from apps.combat.dragon.attacks import opening as opening
from apps.combat.dragon.attacks import splitting as splitting
from apps.combat.dragon.cutting_in import breaking_in as breaking_in
from apps.combat.dragon.cutting_in import claiming as claiming
from apps.combat.dragon.cutting_in import offering as offering
from apps.combat.dragon.fight import joining as joining
from apps.combat.dragon.fight import picking as picking
from apps.combat.dragon.fight import turning as turning
from apps.combat.dragon.harm import asking as asking
from apps.combat.dragon.harm import by_hand as by_hand
from apps.combat.dragon.harm import fate as fate
from apps.combat.dragon.harm import landing as landing
from apps.combat.dragon.moves import further as further
from apps.combat.dragon.moves import on_the_board as on_the_board
from apps.combat.dragon.moves import running as running
from apps.combat.dragon.moves import walking as walking
from apps.combat.dragon.phases import acting as acting
from apps.combat.dragon.phases import keeping as keeping
from apps.combat.dragon.phases import looking as looking
from apps.combat.dragon.phases import stepping as stepping
