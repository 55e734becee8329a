"""Two evenings of Yarn: a cast is made together, from the pitch to the order for play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apps.characters import entries
from tests.acts_of_an_evening import Data, Evening, Step, step, who
from tests.yarn_evening import asked

PITCH: dict[str, Any] = {
    "nutshell": "An inn at low water, and everybody owes.",
    "group": "The Halfway",
    "themes": "What we inherit\nWho pays",
    "people": "Iva\nOtto",
}
OWN: dict[str, Any] = {
    "central_name": "Innkeeper", "central_sign": "Knows your drink", "central_kind": "standard",
    "side1_name": "Drayman", "side1_sign": "Lifts barrels alone", "side1_tough": "on",
    "side2_name": "Counts in her head", "side2_sign": "Moves her lips", "side2_kind": "technical",
    "superior": "central", "flaw_name": "Forgives no debt", "flaw_sign": "Writes it all down",
    "hit_points_word": "bulk", "finances": "An inn.", "story": "My story is of a woman whom nobody asks how she is.",
}  # fmt: skip


def word(person: str, act: str, /, dice: tuple[int, ...] = (), note: str = "", **given: Any) -> Step:
    """What this person answers to what they are asked."""
    return step(person, act, lambda e: {"ask": asked(e, person).public_id, **given}, dice=dice, note=note)


def enters(person: str, name: str, role: str, *others: str) -> Step:
    """A name, a role, and a tie to each of these."""

    def found(e: Evening) -> dict[str, Any]:
        ties = {f"tie_{e.character(one)}": f"Owes {one}" for one in others}
        backs = {f"back_{e.character(one)}": "Is owed" for one in others}
        return {"ask": asked(e, person).public_id, "name": name, "group_role": role, **ties, **backs}

    return step(person, "yarn.proclaim", found)


def creation() -> Iterator[Step]:
    """The pitch, names, an objection, desires and poles, and the GM's hand on it."""
    yield step("gm", "yarn.pitch", **PITCH)
    yield step("gm", "yarn.begin-creation", group="The Halfway", dice=(1,))
    yield enters("ines", "Maud Ferrin", "innkeeper")
    yield enters("marek", "Joss Amber", "ferryman", "Maud Ferrin")
    yield step("ines", "yarn.object-tie", lambda e: {"tie": e.character("Maud Ferrin"), "why": "Nobody owes her."})
    yield word("marek", "yarn.offer-tie", label="Her brother-in-law", back="His sister-in-law")
    yield word("ines", "yarn.agree-tie", allow="no")
    yield word("marek", "yarn.offer-tie", label="Buried her husband", note="again")
    yield word("ines", "yarn.agree-tie", allow="yes", note="content")
    yield word("ines", "yarn.proclaim-desire", listed="respect")
    yield word("marek", "yarn.proclaim-desire", own="to be let off")
    yield word("ines", "yarn.proclaim-poles", pole_1="mother", pole_2="creditor")
    yield word("marek", "yarn.pass-word")
    yield step("gm", "yarn.creation-rests")
    yield step("gm", "yarn.go-to-step", step="3")
    yield enters("ines", "Maud Ferrin", "keeper of the inn")
    yield enters("marek", "Joss Amber", "ferryman", "Maud Ferrin")
    yield step("gm", "yarn.object-tie", lambda e: {"tie": e.character("Maud Ferrin")}, note="for her")
    yield step("gm", "yarn.settle-tie", lambda e: {"exchange": e.exchange(), "label": "Old neighbours"})


def _wants(person: str, of: str, other: str) -> Iterator[Step]:
    """A want, why not, and the words for it that both agree on."""
    yield step(person, "yarn.state-want", lambda e: {
        "ask": asked(e, person).public_id, "target": e.character(of), "want": "A word of thanks"})  # fmt: skip
    yield word(other, "yarn.answer-want", reason="There is nothing to thank for.")
    yield word(person, "yarn.agree-want", wording=f"Thanks that {of} is ashamed to give")
    yield word(other, "yarn.agree-want", wording=f"Thanks that {of} is ashamed to give", note="agrees")


def _trait(name: str, **more: Any) -> Data:
    def found(e: Evening) -> dict[str, Any]:
        (row,) = [one for one in entries.held_by(e.row("Maud Ferrin")) if one.name == name]
        return {"trait": row.public_id, **more}

    return found


def making() -> Iterator[Step]:
    """Wants, everybody's own steps, and the order for play."""
    yield step("gm", "yarn.begin-creation", group="The Halfway", dice=(1,))
    yield step("gm", "yarn.go-to-step", step="9")
    yield word("gm", "yarn.new-round", dice=(2,))
    yield from _wants("marek", "Maud Ferrin", "ines")
    yield from _wants("ines", "Joss Amber", "marek")
    yield step("ines", "yarn.own-steps", who("Maud Ferrin", **OWN))
    yield step("ines", "yarn.roll-hit-points", who("Maud Ferrin", how_1="roll"), dice=(6, 5, 4, 3, 2, 1))
    yield step("ines", "yarn.roll-pool", who("Maud Ferrin", powers=2, choice="roll"), dice=(2, 5))
    yield word("ines", "yarn.finish-own-steps")
    yield step("gm", "yarn.review-trait", _trait("Drayman", decision="edit", new_name="Carter", remark="Broader."))
    yield word("marek", "yarn.finish-own-steps")
    yield word("gm", "yarn.begin-play", dice=(2,))
