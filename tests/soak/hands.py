"""What a game adds to what people do at random."""

from __future__ import annotations

from tests.live_client import Page
from tests.soak.monkey import MODES, Act, Monkey, Way

ATTRIBUTES = ("muscle", "dexterity", "constitution", "intelligence", "perception", "willpower")
SKILLS = ("", "notice", "brawling", "acrobatics")


class Dragonfly(Monkey):
    def gm(self) -> list[Way]:
        return [
            *super().gm(), (self.award, 5, "dragonfly.award"), (self.take_points, 2, "dragonfly.take-back"),
            (self.ask_check, 6, "dragonfly.ask-check"),
        ]  # fmt: skip

    def player(self) -> list[Way]:
        return [*super().player(), (self.spend, 5, "dragonfly.spend"), (self.twist, 2, "dragonfly.plot-twist")]

    def anybody(self) -> list[Way]:
        return [*super().anybody(), (self.check, 22, "dragonfly.check"), (self.adjust, 12, "dragonfly.adjust")]

    def check(self, page: Page) -> Act:
        feat = {"heroic_feat": "on"} if self.dice.random() < 0.1 else {}
        return "dragonfly.check", {
            "character": self.mine(), "attribute": self.dice.choice(ATTRIBUTES), "skill": self.dice.choice(SKILLS),
            "difficulty": self.dice.choice(["easy", "moderate", "challenging", ""]), "mode": self.dice.choice(MODES),
            **feat,
        }  # fmt: skip

    def adjust(self, page: Page) -> Act:
        track = self.dice.choice(["life-points", "ordinary-damage", "fire-damage", "drama-points", "armor"])
        by = str(self.dice.choice([-2, -1, 1, 2]))
        return "dragonfly.adjust", {"character": self.mine(), "track": track, "by": by}

    def spend(self, page: Page) -> Act:
        return "dragonfly.spend", {"character": self.mine(), "points": "1", "why": "For luck"}

    def twist(self, page: Page) -> Act:
        return "dragonfly.plot-twist", {"character": self.mine(), "what": "The rope is longer than it looked"}

    def award(self, page: Page) -> Act:
        if self.dice.random() < 0.5:
            return "dragonfly.award", {"to": "all", "points": "2"}
        return "dragonfly.award", {"to": "some", "characters": [self.mine()], "points": "1", "why": "Well played"}

    def take_points(self, page: Page) -> Act:
        return "dragonfly.take-back", {"character": self.mine(), "points": "1"}

    def ask_check(self, page: Page) -> Act:
        asked = self.dice.sample(self.heroes, self.dice.randint(1, len(self.heroes)))
        return "dragonfly.ask-check", {
            "characters": asked, "attribute": self.dice.choice(ATTRIBUTES), "skill": "notice",
            "hidden": self.dice.choice(["", "hidden"]), "mode": self.dice.choice(MODES[:3]),
        }  # fmt: skip


class Crew(Monkey):
    def gm(self) -> list[Way]:
        return [
            *super().gm(), (self.award, 6, "crew.award"), (self.adjust, 6, "crew.adjust"),
            (self.bank, 2, "crew.bank-set"), (self.complication, 5, "crew.complication"),
        ]  # fmt: skip

    def player(self) -> list[Way]:
        return [*super().player(), (self.spend, 6, "crew.spend")]

    def anybody(self) -> list[Way]:
        return [*super().anybody(), (self.contest, 6, "crew.contest"), (self.tap, 30, "crew.draft")]

    def contest(self, page: Page) -> Act:
        """Often against the GM, now and then against one of the cast or somebody else at the table."""
        against = self.dice.choice(["", "", *self.heroes, *self.cast])
        return "crew.contest", {"what": "Over the fence", "character": self.mine(), "against": against}

    def tap(self, page: Page) -> Act | None:
        """A die into a pool, or any other button of the game's panels."""
        return self.pressed(page, "crew-")

    def spend(self, page: Page) -> Act:
        return "crew.spend", {"character": self.mine(), "what": "Not today"}

    def award(self, page: Page) -> Act:
        return "crew.award", {"to": "some", "characters": [self.dice.choice(self.heroes)], "why": "That line"}

    def adjust(self, page: Page) -> Act:
        return "crew.adjust", {"character": self.dice.choice(self.heroes), "by": str(self.dice.choice([-1, 1, 2]))}

    def bank(self, page: Page) -> Act:
        return "crew.bank-set", {"points": str(self.dice.randint(0, 9)), "why": "A guess"}

    def complication(self, page: Page) -> Act:
        return "crew.complication", {"character": self.mine(), "do": "new", "name": "Shaken", "size": "6"}


HANDS: dict[str, type[Monkey]] = {"dragonfly": Dragonfly, "crew": Crew}
