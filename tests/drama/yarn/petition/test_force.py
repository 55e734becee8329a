"""Forcing what was refused, blocking it, and what others give to either side."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from django.template import loader

from apps.characters.models import Character, Track
from apps.drama.yarn import bans
from apps.table import panels
from apps.table.models import Exchange
from tests.combat.conftest import in_words
from tests.drama.yarn.petition.test_petition import Sides, says
from tests.people import Person
from tests.yarn_world import asked, held, made, refused, told


@pytest.fixture
def noor(sit: Any) -> Person:
    """A third player, whose Yssa is in the attic as well."""
    found: Person = sit("Noor")
    made(found, name="Yssa", role="main")
    return found


@pytest.fixture
def denied(
    noor: Person, maud: Character, joss: Character, bess: Character, gm: Person, ines: Person, marek: Person
) -> Sides:
    """Joss has refused Maud; Yssa and Bess look on."""
    from tests.yarn_world import starts

    starts(gm)
    cast = [one.public_id for one in Character.objects.filter(table=gm.table, hidden=False)]
    gm.does("yarn.set-scene", title="The attic", mode="dramatic", cast=cast)
    gm.does("yarn.start-anyway")
    sides = {"petitioner": maud.public_id, "granter": joss.public_id}
    ines.does("yarn.signal-end", **sides)
    says(ines, "got-it", "no")
    gm.does("yarn.let-it-be")
    return sides


def moves(gm: Person) -> None:
    gm.does("yarn.confirm-tokens")
    assert not Exchange.objects.filter(closed_at=None).exists()
    assert not Track.objects.filter(key__startswith="aside-", value__gt=0).exists()


@pytest.mark.played("yarn.force", "yarn.force-block", "yarn.repeat-scene-ban")
def test_two_tokens_force_it_and_are_the_granters_at_the_end(
    denied: Sides, hands: Any, gm: Person, ines: Person, marek: Person, maud: Character, joss: Character
) -> None:
    hands((ines, 3), (marek, 1))
    assert "2 of your tokens to Marek, if nobody blocks it for 3" in ines.panel("asks")
    says(ines, "force", "yes")
    assert (held(ines), held(marek)) == (1, 1)
    assert "Block · needs 2 more" in marek.panel("asks")
    assert "A block costs 3 tokens, and there are 1" in refused(marek, "yarn.block", ask=asked(marek), allow="yes")
    says(marek, "block", "no")
    assert "Hands at the end Forced" in gm.panel("asks")
    assert "Hands at the end Forced" in marek.panel("yarn-petition")
    moves(gm)
    assert (held(ines), held(marek)) == (1, 3)
    assert bans.banned_among(gm.viewer.desk, (maud, joss))
    assert "a force was made between them" in ines.panel("yarn-petition")


@pytest.mark.played("yarn.force-block", "yarn.repeat-scene-ban")
def test_three_tokens_block_it_and_are_the_petitioners(
    denied: Sides, hands: Any, gm: Person, ines: Person, marek: Person, maud: Character, joss: Character
) -> None:
    hands((ines, 2), (marek, 4))
    says(ines, "force", "yes")
    assert "Forced if it stands Blocked if it is blocked" in marek.panel("yarn-petition")
    says(marek, "block", "yes")
    moves(gm)
    assert (held(ines), held(marek)) == (5, 1)
    assert bans.banned_among(gm.viewer.desk, (joss, maud))


@pytest.mark.played("yarn.force-support", "yarn.force")
def test_others_give_to_either_side_and_help_for_what_fails_goes_back(
    denied: Sides, hands: Any, gm: Person, ines: Person, marek: Person, noor: Person
) -> None:
    hands((ines, 1), (marek, 1), (noor, 2), ("GM", 3))
    says(ines, "force", "yes")
    assert "The force still lacks 1 token" in ines.panel("asks")
    assert "Add 1 of yours" not in ines.panel("asks")
    assert "all goes back to who laid it; refused: 1 token, Marek to you" in ines.panel("asks")
    give = "Give 1 to the force 1 of your tokens: to Marek if the force stands, else back to you."
    assert give in noor.panel("yarn-petition")
    assert "Waiting for I Ines to add what is missing, or give up" in noor.panel("yarn-petition")
    assert "Maud Ferrin forces Joss Amber: you may help" in str(noor.soup().find(id="pile-force"))
    assert "data-due" not in str(ines.soup().find(id="pile-force"))
    noor.does("yarn.give-to-force", side="force", text="Steps between him and the door")
    assert told(gm.table)["text"] == "Steps between him and the door"
    assert "nobody helps both" in refused(noor, "yarn.give-to-force", side="block")
    gm.does("yarn.give-to-force", side="block")
    assert "2 of 3 block" not in gm.panel("yarn-petition")
    gm.does("yarn.give-to-force", side="block")
    assert "2 of 3 block" in gm.panel("yarn-petition")
    assert "Block it 1 of your tokens to Ines, whose force goes back; it stays refused" in marek.panel("asks")
    assert "the 2 tokens of the force go to you" in marek.panel("asks")
    assert "Blocked if it is blocked" in noor.panel("yarn-petition")
    says(marek, "block", "yes")
    moves(gm)
    assert (held(ines), held(marek), held(noor)) == (4, 0, 2)
    assert "1 token from Marek to Ines; back to their givers: 1 to Ines, 1 to Noor" in noor.log()


@pytest.mark.played("yarn.force-support")
def test_a_side_that_is_given_all_stands_at_once(
    denied: Sides, hands: Any, gm: Person, ines: Person, marek: Person, noor: Person
) -> None:
    hands((ines, 2), (noor, 3))
    says(ines, "force", "yes", own=0)
    assert held(ines) == 2
    assert "Add 1 of yours of your 2: to Marek if the force stands, else back to you" in ines.panel("asks")
    ines.does("yarn.give-to-force", side="force")
    ines.does("yarn.give-to-force", side="force")
    for _ in range(3):
        noor.does("yarn.give-to-force", side="block")
    assert "The tokens move" in gm.panel("asks")
    moves(gm)
    assert (held(ines), held(marek), held(noor)) == (5, 0, 0)


@pytest.mark.played("yarn.force-support")
def test_the_gm_gives_for_somebody_as_for_herself(
    denied: Sides, hands: Any, gm: Person, ines: Person, noor: Person
) -> None:
    hands((ines, 1), (noor, 1), ("GM", 1))
    gm.does("yarn.force", ask=asked(ines), allow="yes", own=0)
    gm.does("yarn.give-to-force", side="force", who=noor.viewer.seat.public_id)
    assert told(gm.table)["who"] == "Noor"
    assert held(noor) == 0
    assert "Noor 1" in gm.panel("yarn-petition")


def test_who_may_give_and_take_back(
    denied: Sides, hands: Any, gm: Person, ines: Person, marek: Person, noor: Person, sit: Any
) -> None:
    hands((ines, 1), (marek, 3), (noor, 1))
    assert "Nothing is gathered" in refused(noor, "yarn.give-to-force", side="force")
    says(ines, "force", "yes", own=0)
    piet = sit("Piet")
    assert "no character in the scene" in refused(piet, "yarn.give-to-force", side="force")
    assert "on the other side" in refused(marek, "yarn.give-to-force", side="force")
    assert "offers 1 tokens, and has 0" in refused(gm, "yarn.give-to-force", side="force")
    assert "Nothing of yours lies there" in refused(noor, "yarn.take-gift-back")
    noor.does("yarn.give-to-force", side="force")
    assert held(noor) == 0
    noor.does("yarn.take-gift-back")
    assert held(noor) == 1
    noor.does("yarn.give-to-force", side="force")
    ines.does("yarn.give-to-force", side="force")
    assert "Nothing of yours lies there" in refused(noor, "yarn.take-gift-back")


def test_whoever_could_give_what_a_block_lacks_sees_what_comes_of_it(
    denied: Sides, hands: Any, gm: Person, ines: Person, marek: Person, noor: Person
) -> None:
    hands((ines, 2), (marek, 1), (noor, 2))
    says(ines, "force", "yes")
    assert "Forced if it stands Blocked if you give 2 I Ines 0 −2 5 +3" in noor.panel("yarn-petition")
    assert "Blocked" not in gm.panel("yarn-petition")
    assert "you hold 1: somebody in the scene must give" in marek.panel("asks")
    noor.does("yarn.give-to-force", side="block")
    assert "Blocked if you give 1" in noor.panel("yarn-petition")


@pytest.mark.played("yarn.force-support", "yarn.force-block")
def test_who_is_forced_hears_that_nobody_is_left_to_help(
    denied: Sides, hands: Any, gm: Person, ines: Person, marek: Person, noor: Person, bess: Character
) -> None:
    gm.does("character-hidden", character=bess.public_id, hidden="yes")
    hands((ines, 1), (marek, 2), (noor, 2))
    says(ines, "force", "yes")
    noor.does("yarn.give-to-force", side="force")
    assert "Block · needs 1 more you hold 2: nobody is there who could still give" in marek.panel("asks")


def test_a_force_that_is_given_up_costs_nothing(
    denied: Sides, hands: Any, gm: Person, ines: Person, noor: Person, marek: Person, maud: Character, joss: Character
) -> None:
    hands((ines, 1), (noor, 1), (marek, 1))
    says(ines, "force", "yes", own=0)
    noor.does("yarn.give-to-force", side="force")
    ines.does("yarn.give-up", ask=asked(ines))
    assert held(noor) == 1
    moves(gm)
    assert (held(ines), held(marek)) == (2, 0)
    assert not bans.banned_among(gm.viewer.desk, (maud, joss))


@pytest.mark.played("yarn.bennie-token")
def test_a_bennie_buys_what_a_force_lacks(denied: Sides, hands: Any, gm: Person, ines: Person, marek: Person) -> None:
    hands((ines, 1))
    assert "for 1 bennie" not in ines.panel("asks")
    gm.does("yarn.set-hand", who=ines.viewer.seat.public_id, points="bennies", count=1)
    assert "1 of yours, and 1 that somebody in the scene must give" in ines.panel("asks")
    assert "Buy a token for 1 bennie, from the kitty" in ines.panel("asks")
    ines.does("yarn.buy-token")
    assert "2 of your tokens to Marek" in ines.panel("asks")
    assert "for 1 bennie" not in ines.panel("asks")


def test_more_than_is_held_is_not_laid(denied: Sides, gm: Person, ines: Person) -> None:
    assert "Ines holds 0." in refused(ines, "yarn.force", ask=asked(ines), allow="yes", own=1)


def test_what_is_called_off_is_asked_again(denied: Sides, hands: Any, gm: Person, ines: Person, marek: Person) -> None:
    hands((ines, 2))
    says(ines, "force", "yes")
    gm.does("call-off", exchange=Exchange.objects.get(kind="yarn.block").public_id)
    assert "forces you" in marek.panel("asks")
    gm.does("call-off", exchange=Exchange.objects.get(kind="yarn.force").public_id)
    assert held(ines) == 2
    assert "Do you force it?" in ines.panel("asks")


def test_a_force_is_taken_back_with_its_tokens(denied: Sides, hands: Any, gm: Person, ines: Person) -> None:
    hands((ines, 2))
    says(ines, "force", "yes")
    gm.does("undo")
    assert held(ines) == 2
    assert "Do you force it?" in ines.panel("asks")


def test_without_help_in_the_scene_a_force_needs_its_price(
    maud: Character, joss: Character, gm: Person, ines: Person, marek: Person
) -> None:
    from tests.yarn_world import starts

    starts(gm)
    gm.does("yarn.set-scene", title="A", mode="dramatic", cast=[maud.public_id, joss.public_id])
    gm.does("yarn.start-anyway")
    ines.does("yarn.signal-end", petitioner=maud.public_id, granter=joss.public_id)
    assert gm.soup().select('a[href="act/yarn.end-scene"]')
    assert "it falls with the scene, and no token moves" in in_words(gm.get("yarn.end-scene"))
    says(ines, "got-it", "no")
    gm.does("yarn.let-it-be")
    assert "Force it off: it costs 2 tokens, you have 0, and nobody else is there to give one" in ines.panel("asks")
    assert "refuses. Nobody here can pay to force it." in ines.panel("asks")
    assert "Do you force it?" not in ines.panel("asks")
    assert "A force costs 2 tokens, and there are 0" in refused(ines, "yarn.force", ask=asked(ines), allow="yes")


# drawn once for all who are sent the same


def drawn_for(people: list[Person], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates of parts that are drawn for their panels, one after the other."""
    found: list[str] = []
    draws = loader.render_to_string

    def noted(template: str, context: Any) -> str:
        found.append(template)
        return draws(template, context)

    monkeypatch.setattr(panels, "render_to_string", noted)
    for person in people:
        for name in ("yarn-petition", "yarn-hands"):
            person.panel(name)
    return [one for one in found if "/_" in one]


def test_what_a_force_comes_to_is_drawn_once_for_all_who_may_do_nothing_about_it(
    denied: Sides, hands: Any, noor: Person, gm: Person, ines: Person, marek: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands((ines, 2), (marek, 1))
    everybody = [gm, ines, marek, noor]
    says(ines, "force", "yes")
    drawn = Counter(drawn_for(everybody, monkeypatch))
    assert drawn["drama/yarn/petition/_moves.html"] == 1
    assert drawn["drama/yarn/petition/panels/_pile.html"] == 2
    assert drawn["drama/yarn/petition/panels/_standing.html"] == 1
    assert "2 of 2 force" in " ".join(noor.panel("yarn-petition").split())
    assert 'action="' not in noor.page().split('id="pile-force"')[1].split("</section>")[0]


def test_where_hands_are_closed_everybody_is_sent_their_own(
    denied: Sides, hands: Any, noor: Person, gm: Person, ines: Person, marek: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    gm.does("switches", **{**dict(gm.table.switches.values_list("key", "value")), "tokens-public": "off"})
    hands((ines, 4), (marek, 7), (noor, 6))
    says(ines, "force", "yes")
    for person, shut in ((noor, "7"), (marek, "6"), (gm, ""), (ines, "7"), (noor, "7")):
        shown = f"{person.panel('yarn-petition')} {person.panel('yarn-hands')}"
        assert not shut or f" {shut} tokens" not in " ".join(shown.split())
    assert "7 tokens" in " ".join(gm.panel("yarn-hands").split())
