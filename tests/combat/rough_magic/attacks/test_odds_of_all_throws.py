"""What the odds of an attack say, against what all thirty-six throws of it come to."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from apps.characters.models import Character, Condition
from apps.combat.rough_magic.attacks import expecting, settling
from apps.combat.rough_magic.attacks.landing import levels_for
from apps.combat.rough_magic.attacks.strike import Arms, Clash, Part, Strike
from apps.rules.rough_magic.options import Options
from apps.table.desk import opened

CLOSE, RANGED = Arms("Axe"), Arms("Bow", "ranged", ("penetrating",))
MENTAL, NET = Arms("Torment", "ranged", power="Torment"), Arms("Net", harmless=True)
FACES = list(product(range(1, 7), repeat=2))
SEVEN = (Part("Brawn", 7),)


@pytest.mark.parametrize("running", ["", "blocking", "dodging", "blocking Torment"])
def test_the_odds_are_those_of_all_throws(jun: Character, sel: Character, running: str) -> None:
    """Taken, with a block or a dodge that goes on, and met once more; bought or not, by either switch."""
    if running:
        name, _, note = running.partition(" ")
        Condition.objects.create(character=sel, name=name, note=note)
    for arms, bought, holds in product((CLOSE, RANGED, MENTAL, NET), (False, True), (False, True)):
        strike = Strike(attacker=jun.pk, target=sel.pk, arms=arms, mine=SEVEN, theirs=SEVEN, bought=bought)
        clash, options = _clash(strike, jun, sel), Options(auto_success_holds=holds)
        for how in (settling.TAKE, settling.DODGE if arms.is_ranged else settling.BLOCK):
            said = expecting.chances(clash, options, how)
            fallen = Counter(_cost(replace(strike, faces=faces), clash.target, how, options) for faces in FACES)
            assert {n: said.total * count for n, count in fallen.items()} == {n: 36 * count for n, count in said}


def _clash(strike: Strike, attacker: Character, target: Character) -> Clash:
    """Both as the desk has them now."""
    desk = opened(attacker.table_id)
    desk.refresh()
    return Clash(strike, desk.get(Character, attacker.pk), desk.get(Character, target.pk))


def _cost(strike: Strike, struck: Character, how: str, options: Options) -> int:
    """The levels that this throw takes; of what does no harm whether it hits."""
    margin = settling.margin_after(strike, struck, settling.Met(how), options)
    if not strike.harmful:
        return int(margin is not None and margin >= 0)
    return min(4, levels_for(struck, settling.levels_of(strike, margin), strike.stunning, options))
