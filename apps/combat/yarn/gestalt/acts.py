"""Importing this module registers every act of fights in one roll."""

from apps.combat.yarn.gestalt import rolling as rolling
from apps.combat.yarn.gestalt import summing as summing
