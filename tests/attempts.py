"""What must not come of any act, tried through a whole evening: before each act is done that no evening before plays.

All who have no business with it try it, and requests that are none; a player tries it while the table is paused, when
all acts wait but those that are marked, and what is quiet; and hostile values are typed into its form. Of all that
nothing may stay. One evening is played for all of them, as by people whose pages have a live line.
"""

from __future__ import annotations

from apps.table.hold import at_the_desk
from tests.acts_of_an_evening import Evening
from tests.desks import differs_from_fresh
from tests.evenings import own_acts, steps
from tests.hostile_input import Trial
from tests.intruders import Intruders, refused_to_all, refused_while_paused, waits
from tests.people import state_of_play


def not_withstood(tonight: Evening, which: str) -> str:
    """What went wrong, a line each."""
    intruders, wrong = Intruders(tonight), []
    unmet, waiting = own_acts(which), own_acts(which)
    for step in steps(which):
        data = tonight.prepare(step)
        if step.act in unmet:
            unmet.remove(step.act)
            state = state_of_play(tonight.table)
            wrong += refused_to_all(tonight, intruders, step, data)
            wrong += Trial(tonight, step, data).all()
            if state_of_play(tonight.table) != state:
                wrong.append(f"{step}: something was changed")
            with at_the_desk(tonight.table.public_id):  # of what was done the trial has taken the rows back behind it
                wrong += [f"{step}, the desk: {one}" for one in differs_from_fresh(tonight.table)]
        if step.act in waiting and waits(tonight, step):
            waiting.remove(step.act)
            refused_while_paused(tonight, step, data)
        tonight.people[step.who].has_a_line = True
        tonight.do(step, data)
    return (wrong and f"{len(wrong)}\n" + "\n".join(wrong[:80])) or ""
