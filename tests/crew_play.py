"""Rolls of Crew played from beginning to end, for tests of what follows them."""

from __future__ import annotations

from typing import Any

from apps.characters.models import Character, Entry, Use
from apps.checks.crew import drafts
from apps.checks.models import Draft
from apps.rules.crew.contest import Place
from apps.table.models import Ask, Exchange
from tests.checks.crew.conftest import contest, of, oppose, pool, the_exchange, throw, words_of

Faces = tuple[int, ...]
SHOOT = of("physical", "shoot")


def complication(holder: Character, name: str = "Winded", size: int = 6) -> Entry:
    return Entry.objects.create(character=holder, kind="complication", name=name, amount=size)


def complications(holder: Character) -> dict[str, int | None]:
    """What the holder bears now, by name."""
    held = Entry.objects.filter(character=holder, kind="complication").order_by("pk")
    return dict(held.values_list("name", "amount"))


def the_draft(exchange: Exchange, place: Place = "aggressor") -> Draft:
    """The pool of that side, which is still being put together."""
    found = drafts.draft_of(exchange, place)
    assert found is not None
    return found


def lends(table: Any, lender: Character, skill: str, place: Place = "aggressor") -> None:
    """A skill die lent to the pool of that side."""
    Use.objects.create(character=lender, rule=drafts.loan_rule(the_exchange(table), place, skill))


def against_difficulty(
    gm: Any, person: Any, who: Character, dice: Any, theirs: Faces, mine: Faces, *,
    chosen: Any = SHOOT, lenders: tuple[tuple[Character, str], ...] = (), **more: Any,
) -> Exchange:  # fmt: skip
    """A roll of `who` (Physical and Shoot, if nothing else is chosen) against d8 and the Situation d6."""
    exchange = contest(person, who, **more)
    dice(*theirs)
    oppose(gm)
    attacks(person, dice, mine, chosen, lenders)
    return exchange


def attacks(
    person: Any, dice: Any, faces: tuple[int, ...], chosen: Any = SHOOT,
    lenders: tuple[tuple[Character, str], ...] = (),
) -> None:  # fmt: skip
    """The aggressor throws."""
    pool(person.table, "aggressor", *chosen)
    for lender, skill in lenders:
        lends(person.table, lender, skill)
    dice(*faces)
    answer = throw(person, "aggressor")
    assert answer.status_code == 200, words_of(answer)


def against_gmc(
    gm: Any, person: Any, who: Character, gmc: Character, dice: Any, theirs: Faces, mine: Faces, *,
    chosen: Any = SHOOT, their_pool: Any = SHOOT, lenders: tuple[tuple[Character, str], ...] = (), **more: Any,
) -> Exchange:  # fmt: skip
    """A roll of `who` against a GMC: a Major one with Physical and Shoot, another with a difficulty d8 and its own."""
    exchange = contest(gm, who, gmc, **more)
    if gmc.sheet == "crew":
        pool(gm.table, "defender", *their_pool)
        dice(*theirs)
        answer = throw(gm, "defender")
        assert answer.status_code == 200, words_of(answer)
    else:
        dice(*theirs)
        oppose(gm)
    attacks(person, dice, mine, chosen, lenders)
    return exchange


def the_ask(table: Any, kind: str, of_: Character | None = None) -> Ask:
    """The open question of that kind."""
    found = Ask.objects.filter(table=table, exchange__kind=kind, closed_at=None, exchange__closed_at=None)
    if of_ is not None:
        found = found.filter(facts__who=of_.name)
    return found.latest("pk")


def is_asked(table: Any, kind: str) -> list[str]:
    """About whom questions of that kind are open."""
    found = Ask.objects.filter(table=table, exchange__kind=kind, closed_at=None, exchange__closed_at=None)
    return list(found.order_by("pk").values_list("facts__who", flat=True))


def is_over(exchange: Exchange) -> bool:
    return Exchange.objects.get(pk=exchange.pk).closed_at is not None


def said(answer: Any, status: int = 200) -> str:
    """The words of an answer, whose status is checked."""
    assert answer.status_code == status, f"{answer.status_code}: {words_of(answer)}"
    return words_of(answer)


def with_points(character: Character, value: int) -> Character:
    """The character with so many plot points."""
    from apps.characters.models import Track

    Track.objects.update_or_create(
        table=character.table, character=character, key="plot-points", defaults={"value": value}
    )
    return character


def choice(word: str, row: Character | Entry) -> str:
    """What a form is sent: "new", "step" or "raise" about that holder or Complication."""
    return f"{word}:{row.public_id}"
