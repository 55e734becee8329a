"""An evening of the parlour game: votes, ballots, orders, bets, and lines that only the host reads."""

from __future__ import annotations

from collections.abc import Iterator

from apps.table.models import Ask
from tests.acts_of_an_evening import Data, Evening, Step, step, who
from tests.evenings import EVENINGS, Played


def asked(name: str, **more: str) -> Data:
    """The newest question to this person; to whoever hosts that to the GMs."""

    def found(e: Evening) -> dict[str, str]:
        seat = e.people[name].seat
        assert seat is not None
        mine = {"audience": "gms"} if seat.is_gm else {"audience": "seat", "subject": seat.pk}
        return {"ask": Ask.objects.filter(table=e.table, closed_at=None, **mine).latest("pk").public_id, **more}

    return found


def hand(name: str, how: str) -> Step:
    return step(name, "parlour.vote", asked(name, hand=how), note=how)


def ballot(name: str, text: str) -> Step:
    return step(name, "parlour.rank", asked(name, ballot=text))


def beginning() -> Iterator[Step]:
    yield step("gm", "open-session", title="Tonight")
    yield step("gm", "open-scene", title="The parlour")
    yield step("ines", "parlour.make", name="Bix")
    yield step("marek", "parlour.make", name="Oda")
    yield step("gm", "parlour.coins", coins=3)


def parlour() -> Iterator[Step]:
    yield step("gm", "parlour.line", who("Bix", text="Owes a life"))
    yield step("gm", "parlour.line", who("Bix", text="Is the heir", hidden="on"), note="hidden")
    yield step("ines", "parlour.lines", who("Bix", line_1_name="Owes a life", line_2_name="Sings"))
    yield step("gm", "parlour.sit", order="Marek Ines")
    yield step("gm", "parlour.place", name="Ines", place=1)
    yield step("gm", "parlour.call-vote", question="Shall we go in?")
    yield step("ines", "parlour.bet", coins=2)
    yield step("ines", "parlour.bet", coins=1, note="less")
    yield hand("ines", "for")
    yield hand("ines", "against")
    yield hand("gm", "for")
    yield step("gm", "leave-out", asked("marek"))
    yield step("gm", "parlour.call-vote", question="And again?")
    yield hand("marek", "for")
    yield step("gm", "remind", asked("ines"))
    yield hand("second", "for")
    yield hand("ines", "for")
    yield step("gm", "parlour.call-rank", question="Who was best?")
    yield ballot("ines", "Marek")
    yield ballot("marek", "Ines")
    yield ballot("gm", "Ines")


def waiting() -> Iterator[Step]:
    yield step("gm", "parlour.call-wait", question="Is everybody there?")
    for name in ("ines", "marek", "gm"):
        yield step(name, "parlour.wait", asked(name))


EVENINGS["parlour"] = Played("parlour", (beginning, parlour, waiting), first=True)
