"""Evenings at random through the door: whose call it is, what a call costs, and who ducks and rushes, against the
game's text, worked out here once more and by nothing of apps.rules.

The text: the call goes round the order, again from its beginning. A scene without the caller's own character costs a
token, the GM none. Who would not be in it asks the caller, who gives way for nothing, or compels; then they stay, or
pay the caller a token. With one left the caller starts over, without those who ducked. Who was left out comes in for
nothing if the caller likes, else for a token or a bennie, which the caller gets, unless they spend a bennie against
it. A bennie buys a token, burns one of another player's, or a call right after any scene, for which the jumper's next
turn is skipped; one of each in a scene, and between two it is that of the next. Without a contest the caller calls
again. What was called and is not played costs nothing. The seed is fixed, so that what fails once fails again.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.yarn.people import the_gm
from apps.characters.yarn.points import hand_of
from apps.characters.yarn.scenes import scene_of
from apps.drama.yarn import turns
from apps.table.models import Ask
from tests.people import Person
from tests.yarn_world import held, made, opens

GM = "Director"
STEPS = 45


class Scene:
    """A scene as it was called: by whom, who is in it, what lies aside for it, and what it has met."""

    def __init__(self, caller: str, cast: set[str], aside: int, way: str, drama: bool) -> None:
        self.caller, self.cast, self.aside, self.way, self.drama = caller, cast, aside, way, drama
        self.waits, self.over = True, False
        self.ducked: set[str] = set()
        self.blocked: set[str] = set()
        self.met: set[tuple[str, str]] = set()
        self.gone_on: set[str] = set()


class Evening:
    """Three players with a main character each, the GM with Bess; everybody goes by the name of their character."""

    def __init__(self, luck: Random, people: dict[str, Person], cast: dict[str, Character], order: list[str]) -> None:
        self.luck, self.people, self.who, self.order = luck, people, cast, order
        self.gm = people[GM]
        self.hands = {name: luck.randint(0, 3) for name in people}
        self.bennies = {name: luck.randint(0, 4) if name != GM else 0 for name in people}
        self.at, self.skips = -1, list[str]()
        self.again: list[str] = []
        """Who calls again, the newest last."""
        self.spent: set[str] = set()
        self.barred: dict[str, set[str]] = {name: set() for name in people}
        self.scene: Scene | None = None
        self.played = 0
        self.said: list[Any] = []

    # at the door

    def does(self, name: str, act: str, can: bool, **data: Any) -> bool:
        """What this person does, which can be done or is refused."""
        answer = self.people[name].post(act, plain=True, **data)
        self.said.append((name, act, data, answer.status_code))
        assert answer.status_code == (302 if can else 422), self.said[-8:]
        return can

    def asked(self, name: str, kind: str) -> str:
        """What that waits for this person's word."""
        seat = self.people[name].seat
        assert seat is not None
        whose = {"audience": "gms"} if name == GM else {"audience": "seat", "subject": seat.pk}
        found = Ask.objects.filter(table=seat.table, closed_at=None, exchange__kind=kind, **whose)
        return found.latest("pk").public_id

    def key(self, name: str) -> str:
        seat = self.people[name].seat
        assert seat is not None
        return "GM" if name == GM else seat.public_id

    def check(self) -> None:
        """All is where the text has it."""
        desk = self.gm.viewer.desk
        hands = {name: hand_of(desk, the_gm(desk)) if name == GM else held(one) for name, one in self.people.items()}
        assert hands == self.hands, self.said[-6:]
        bennies = {name: held(one, "bennies") for name, one in self.people.items() if name != GM}
        assert bennies | {GM: 0} == self.bennies, self.said[-6:]
        found, scene = turns.coming(desk), scene_of(desk)
        assert found is not None
        assert found.who.name == self.next(), (self.said[-6:], self.order, self.skips, self.again)
        assert (scene is None) == (self.scene is None), self.said[-6:]
        if scene is not None and self.scene is not None:
            assert {one.pk for one in scene.present} == {self.who[name].pk for name in self.scene.cast}, self.said[-6:]

    # the text once more

    def next(self) -> str:
        return self.again[-1] if self.again else self.reached()[0]

    def reached(self) -> tuple[str, list[str]]:
        """Whose turn the order comes to, and which skips are left by then."""
        place, skips = self.at, list(self.skips)
        while True:
            place += 1
            name = self.order[place % len(self.order)]
            if name not in skips:
                return name, skips
            skips.remove(name)

    def turn_over(self) -> None:
        if self.again:
            self.again.pop()
            return
        name, self.skips = self.reached()
        self.at = self.order.index(name)

    def calls_again(self, scene: Scene) -> None:
        """Once more before the order goes on; whoever was to call again before that does so after them."""
        if scene.way != "hand":
            self.again = [name for name in self.again if name != scene.caller] + [scene.caller]

    def may_spend(self, name: str) -> bool:
        return self.bennies[name] > 0 and name not in self.spent

    def spends(self, name: str) -> None:
        self.bennies[name] -= 1
        self.spent.add(name)

    def falls(self) -> None:
        """What was called is not played."""
        scene, self.scene = self.scene, None
        assert scene is not None
        if scene.waits:
            self.hands[scene.caller] += scene.aside
            if scene.way == "jump":
                self.bennies[scene.caller] += 1
                self.spent.discard(scene.caller)
        else:
            self.ends()

    def ends(self) -> None:
        self.scene = None
        self.spent.clear()

    def begins(self) -> None:
        scene = self.scene
        assert scene is not None
        scene.waits, self.played = False, self.played + 1
        self.barred = {name: set() for name in self.people}
        if scene.way == "turn":
            self.turn_over()
        elif scene.way == "jump":
            self.skips.append(scene.caller)

    # between two scenes

    def calls(self) -> None:
        coming = self.next()
        name = coming if self.luck.random() < 0.6 else self.luck.choice(list(self.people))
        way = "turn" if name == coming else "hand" if name == GM else "jump"
        cast = {one for one in self.people if self.luck.random() < (0.8 if one == name else 0.5)} or {name}
        if cast == {GM}:
            cast.add(self.luck.choice(self.order[1:]))
        costs = int(name not in cast and name != GM and way != "hand")
        free = self.scene is None or name == GM
        can = (
            free and self.hands[name] >= costs and not cast & self.barred[name] - ({*cast} if way == "hand" else set())
        )
        if way == "jump":
            can = can and self.played > 0 and self.may_spend(name)
        drama = len(cast) > 1 and self.luck.random() < 0.6
        sent: dict[str, Any] = {"jump": "on"} if way == "jump" else {}
        sent |= {"mode": "dramatic", "situation": "Rain."} if drama else {"mode": "procedural", "what": "To get in"}
        if name == GM:
            sent["caller"] = "GM"
        sent |= {"cast": [self.who[one].public_id for one in sorted(cast)], "new_place": f"Place {len(self.said)}"}
        if not self.does(name, "yarn.call", can, **sent):
            return
        if self.scene is not None:
            self.falls()
        self.hands[name] -= costs
        self.scene = Scene(name, cast, costs, way, drama)
        if way == "jump":
            self.spends(name)

    def passes(self) -> None:
        name = self.luck.choice(list(self.people))
        if self.does(name, "yarn.pass-call", self.scene is None and (name in (self.next(), GM))):
            self.turn_over()

    # bennies at any time

    def buys(self) -> None:
        name = self.luck.choice(self.order[1:])
        if self.does(name, "yarn.buy-token", self.may_spend(name)):
            self.spends(name)
            self.hands[name] += 1

    def burns(self) -> None:
        name, victim = self.luck.choice(self.order[1:]), self.luck.choice(self.order)
        can = self.may_spend(name) and victim not in (name, GM) and self.hands[victim] > 0
        if self.does(name, "yarn.burn", can, victim=self.key(victim), kind="drama"):
            self.spends(name)
            self.hands[victim] -= 1

    # in a scene

    def goes_on(self) -> None:
        scene = self.scene
        if scene is None or not scene.waits:
            return
        if self.luck.random() < 0.4:
            self.does(GM, "yarn.start-anyway", True)
            self.begins()
            return
        name = self.luck.choice([one for one in self.order if one != scene.caller])
        self.does(name, "yarn.go-on", True, ask=self.asked(name, "yarn.window"))
        scene.gone_on.add(name)
        if len(scene.gone_on) == len(self.order) - 1:
            self.begins()

    def withdraws(self) -> None:
        scene, name = self.scene, self.luck.choice(list(self.people))
        can = scene is not None and scene.waits and name in (scene.caller, GM)
        if self.does(name, "yarn.withdraw-call", can):
            self.falls()

    def stops(self) -> None:
        scene, name = self.scene, self.luck.choice(list(self.people))
        can = scene is not None and (name == GM or (not scene.waits and name in (*scene.cast, scene.caller)))
        if self.does(name, "yarn.end-scene", can):
            self.falls()

    def contests_nothing(self) -> None:
        """The granter sees nothing to contest: the scene is over, and its caller calls again."""
        scene = self.scene
        if scene is None or scene.waits or scene.over or len(scene.cast) < 2:
            return
        seeks, gives = self.luck.sample(sorted(scene.cast), 2)
        sides = {"petitioner": self.who[seeks].public_id, "granter": self.who[gives].public_id}
        self.does(GM, "yarn.swap-sides", scene.drama, **sides)
        if self.does(self.luck.choice([gives, GM]), "yarn.no-contest", scene.drama):
            scene.over = True
            self.calls_again(scene)

    def challenged(self, kind: str, name: str) -> bool:
        """Whether the call can be challenged so; it is noted until the call is changed."""
        scene = self.scene
        assert scene is not None
        if scene.waits and (kind, name) in scene.met:
            return False
        scene.met.add((kind, name))
        scene.gone_on.discard(name)
        return True

    def changed(self) -> None:
        """Everybody is asked anew."""
        scene = self.scene
        assert scene is not None
        scene.met.clear()
        scene.gone_on.clear()

    def ducks(self) -> None:
        scene, name = self.scene, self.luck.choice(list(self.people))
        if scene is None:
            return
        can = name in scene.cast and name != scene.caller and self.challenged("duck", name)
        if not self.does(name, "yarn.duck", can, character=self.who[name].public_id):
            return
        if self.luck.random() < 0.3:
            self.burns()
            self.buys()
        ask = self.asked(scene.caller, "yarn.duck")
        if self.luck.random() < 0.4:
            self.does(scene.caller, "yarn.answer-duck", True, ask=ask, answer="give way")
        else:
            self.does(scene.caller, "yarn.answer-duck", True, ask=ask, answer="compel", words="It calls.")
            if not self.pays_or_stays(name, scene.caller):
                return
        self.without(scene, name)

    def pays_or_stays(self, name: str, caller: str) -> bool:
        """Whether they are out of it."""
        ask = self.asked(name, "yarn.duck")
        if self.luck.random() < 0.7 and self.does(name, "yarn.stay", self.hands[name] > 0, ask=ask, answer="pay"):
            self.hands[name] -= 1
            self.hands[caller] += 1
            return True
        self.does(name, "yarn.stay", True, ask=ask, answer="stay")
        return False

    def without(self, scene: Scene, name: str) -> None:
        scene.cast.discard(name)
        scene.ducked.add(name)
        if len(scene.cast) > 1:
            self.changed()
            return
        self.barred[scene.caller] |= scene.ducked
        if not scene.waits:
            self.calls_again(scene)
        self.falls()

    def rushes(self) -> None:
        scene, name = self.scene, self.luck.choice(list(self.people))
        if scene is None:
            return
        pays = self.luck.choice(["token", "token", "bennie", "nothing"])
        held = {"token": self.hands[name] > 0, "bennie": self.may_spend(name), "nothing": True}[pays]
        outside = name not in (*scene.cast, *scene.blocked, scene.caller)
        can = outside and held and self.challenged("rush", name)
        if not self.does(name, "yarn.rush", can, character=self.who[name].public_id, pays=pays):
            return
        if self.luck.random() < 0.3:
            self.burns()
        if not {"token": self.hands[name] > 0, "bennie": self.may_spend(name), "nothing": True}[pays]:
            pays = "nothing"  # by now there is nothing to pay it with
        caller, ask = scene.caller, self.asked(scene.caller, "yarn.rush")
        may_block = pays != "nothing" and caller != GM and self.may_spend(caller)
        if self.luck.random() < 0.4 and self.does(caller, "yarn.answer-rush", may_block, ask=ask, answer="block"):
            self.spends(caller)
            scene.blocked.add(name)
            return
        lets = self.luck.random() < 0.3
        self.does(caller, "yarn.answer-rush", True, ask=ask, answer="let in" if lets else "keep out")
        if lets or pays != "nothing":
            self.comes_in(scene, name, "nothing" if lets else pays)

    def comes_in(self, scene: Scene, name: str, pays: str) -> None:
        if pays == "token":
            self.hands[name] -= 1
            self.hands[scene.caller] += 1
        elif pays == "bennie":
            self.spends(name)
            self.bennies[scene.caller] += scene.caller != GM
        scene.cast.add(name)
        scene.ducked.discard(name)
        for barred in self.barred.values():
            barred.discard(name)
        self.changed()

    def step(self) -> None:
        waits = self.scene is not None and self.scene.waits
        ways = [self.calls] * (1 if self.scene else 5) + [self.buys, self.burns]
        ways += [self.goes_on] * 4 * waits + [self.withdraws, self.passes]
        ways += [self.ducks, self.ducks, self.rushes, self.rushes, self.stops, self.contests_nothing] * (
            self.scene is not None
        )
        self.luck.choice(ways)()
        self.check()


@pytest.mark.played(
    "yarn.calling-turns", "yarn.absent-caller-cost", "yarn.duck-pair", "yarn.rush-block", "yarn.bennie-queue-jump"
)
@pytest.mark.parametrize("seed", range(2))
def test_calls_ducks_and_rushes(
    maud: Character, joss: Character, bess: Character, gm: Person, ines: Person, marek: Person, sit: Any, seed: int
) -> None:
    luck, noor = Random(seed), sit("Noor")
    people = {GM: gm, "Ines": ines, "Marek": marek, "Noor": noor}
    cast = {GM: bess, "Ines": maud, "Marek": joss, "Noor": made(noor, name="Yssa", role="main")}
    deck, faces = ["Ines", "Marek", "Noor"], [luck.randint(1, 3), luck.randint(1, 2)]
    opens(gm, *faces)
    evening = Evening(luck, people, cast, [GM, *(deck.pop(face - 1) for face in faces), *deck])
    for points, held_by in (("tokens", evening.hands), ("bennies", evening.bennies)):
        for name in [one for one, count in held_by.items() if count]:
            gm.does("yarn.set-hand", who=evening.key(name), points=points, count=held_by[name])
    for _ in range(STEPS):
        evening.step()
