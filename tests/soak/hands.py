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


SUBSTATS = ("strength", "accuracy", "wit", "charisma")
SPEEDS = ("body", "reflexes", "mind", "social")


class Dragon(Monkey):
    """Turn after turn of a fight: picks, phases in every way that there is, attacks, triggers and offers."""

    def gm(self) -> list[Way]:
        return [
            *super().gm(), (self.start, 12, "dragon.start-fight"), (self.begin, 3, "dragon.begin-rounds"),
            (self.next_part, 16, "dragon.next-part"), (self.end, 1, "dragon.end-fight"),
            (self.heal, 2, "dragon.heal"), (self.ask_check, 3, "dragon.ask-check"),
        ]  # fmt: skip

    def player(self) -> list[Way]:
        return [*super().player(), (self.pick, 8, "dragon.pick")]

    def anybody(self) -> list[Way]:
        return [
            *super().anybody(), (self.check, 6, "dragon.check"), (self.tap, 16, "dragon.pass"),
            (self.attack, 12, "dragon.attack"), (self.does, 6, "dragon.act"), (self.hold, 8, "dragon.hold"),
            (self.claim, 6, "dragon.claim-trigger"), (self.offer, 5, "dragon.offer-bonus"),
        ]  # fmt: skip

    def check(self, page: Page) -> Act:
        substat, mode = self.dice.choice(SUBSTATS), self.dice.choice(MODES)
        return "dragon.check", {"character": self.mine(), "substat": substat, "mode": mode}

    def ask_check(self, page: Page) -> Act:
        return "dragon.ask-check", {"characters": [self.dice.choice(self.heroes)], "substat": "wit", "required": "2"}

    def tap(self, page: Page) -> Act | None:
        """Any button of the game's own panels: wait, hold, pass, it has come, the next part."""
        return self.pressed(page, "dragon-")

    def start(self, page: Page) -> Act:
        """Of a few: whoever was made in an act that was taken back is not there any more."""
        return "dragon.start-fight", {"characters": self.dice.sample([*self.heroes, *self.cast], 3)}

    def begin(self, page: Page) -> Act:
        return "dragon.begin-rounds", {}

    def end(self, page: Page) -> Act:
        return "dragon.end-fight", {}

    def next_part(self, page: Page) -> Act:
        return "dragon.next-part", {"far": "on"}

    def heal(self, page: Page) -> Act:
        return "dragon.heal", {"character": self.mine(), "by": "9", "why": "A short rest"}

    def pick(self, page: Page) -> Act | None:
        asks = page.root.xpath("//*[@id='panel-asks']//*[@data-ask]/@data-ask")
        return ("dragon.pick", {"ask": str(asks[-1]), "speed": self.dice.choice(SPEEDS)}) if asks else None

    def attack(self, page: Page) -> Act:
        target = self.dice.choice([*self.heroes, *self.cast])
        return "dragon.attack", {"character": self.mine(), "target": target, "weapon": "fist"}

    def does(self, page: Page) -> Act:
        return "dragon.act", {"character": self.mine(), "words": "Looks around"}

    def hold(self, page: Page) -> Act:
        words = {"trigger": "Somebody runs", "then": "trip them"} if self.dice.random() < 0.7 else {}
        return "dragon.hold", {"character": self.mine(), **words}

    def claim(self, page: Page) -> Act:
        return "dragon.claim-trigger", {"character": self.mine(), "event": "There he goes"}

    def offer(self, page: Page) -> Act:
        to = self.dice.choice([*self.heroes, *self.cast])
        return "dragon.offer-bonus", {"character": self.mine(), "to": to, "words": "Lay down your arms!"}


RANKS = ("agility", "brawn", "perception", "reason", "will")
GRADES = ("challenging", "demanding", "frustrating")


class RoughMagic(Monkey):
    """Rolls, joint tasks and long work, harm and states; fights by the buttons of the game's own panels."""

    def gm(self) -> list[Way]:
        return [
            *super().gm(), (self.ask_check, 4, "rough_magic.ask-check"), (self.joint, 5, "rough_magic.joint"),
            (self.long_work, 3, "rough_magic.long-work"), (self.start, 3, "rough_magic.start-fight"),
            (self.end, 1, "rough_magic.end-fight"), (self.hurt, 4, "rough_magic.hurt"),
            (self.heal, 3, "rough_magic.heal"),
        ]  # fmt: skip

    def anybody(self) -> list[Way]:
        return [
            *super().anybody(), (self.check, 16, "rough_magic.check"), (self.attempt, 6, "rough_magic.attempt"),
            (self.work, 8, "rough_magic.join-work"), (self.tap, 12, "rough_magic.next"),
            (self.attack, 6, "rough_magic.attack"),
        ]  # fmt: skip

    def _roll(self) -> dict[str, str]:
        return {"attribute": self.dice.choice(RANKS), "grade": self.dice.choice(GRADES)}

    def check(self, page: Page) -> Act:
        boxes = self.dice.sample(["helps", "hinders", "harder", "easier"], 2)
        seen = {"boxes": boxes, "seen": " ".join(f"{one}-" for one in boxes)}
        return "rough_magic.check", {
            "character": self.mine(), "mode": self.dice.choice(MODES), **self._roll(), **seen,
        }  # fmt: skip

    def ask_check(self, page: Page) -> Act:
        hidden = self.dice.choice(["", "hidden"])
        return "rough_magic.ask-check", {
            "characters": [self.dice.choice(self.heroes)],
            "hidden": hidden,
            **self._roll(),
        }

    def joint(self, page: Page) -> Act:
        asked = self.dice.sample(self.heroes, self.dice.randint(1, len(self.heroes)))
        return "rough_magic.joint", {"characters": asked, "label": "The sluice", **self._roll()}

    def long_work(self, page: Page) -> Act:
        return "rough_magic.long-work", {"name": "The raft", "needed": "3", **self._roll()}

    def attempt(self, page: Page) -> Act | None:
        works = page.root.xpath("//*[starts-with(@id, 'work-')]/@id")
        given = {"character": self.mine(), "attribute": self.dice.choice(RANKS)}
        return ("rough_magic.attempt", {"work": str(works[0])[5:], **given}) if works else None

    def work(self, page: Page) -> Act | None:
        asks = page.root.xpath("//*[@id='panel-asks']//section[.//form[contains(@action, 'join-work')]]/@data-ask")
        act = "rough_magic.join-work" if self.dice.random() < 0.9 else "rough_magic.sit-out"
        return (act, {"ask": str(asks[-1]), "attribute": self.dice.choice(RANKS)}) if asks else None

    def tap(self, page: Page) -> Act | None:
        """Any button of the game's own panels: who is next, hold, break in."""
        return self.pressed(page, "rough_magic-")

    def start(self, page: Page) -> Act:
        return "rough_magic.start-fight", {"characters": self.dice.sample([*self.heroes, *self.cast], 3)}

    def end(self, page: Page) -> Act:
        return "rough_magic.end-fight", {}

    def attack(self, page: Page) -> Act:
        target = self.dice.choice([*self.heroes, *self.cast])
        return "rough_magic.attack", {"character": self.mine(), "target": target, "weapon": "hands"}

    def hurt(self, page: Page) -> Act:
        return "rough_magic.hurt", {"character": self.dice.choice(self.heroes), "levels": "1", "why": "A falling beam"}

    def heal(self, page: Page) -> Act:
        return "rough_magic.heal", {"character": self.dice.choice(self.heroes), "levels": "1", "why": "Rest"}


MODES_OF_A_CALL = ("dramatic", "dramatic", "procedural", "soft-open", "conference")
CHALLENGES = ("time-jump", "plot-jump", "novelty")


class Yarn(Monkey):
    """Scene after scene: calls and challenges, hands of a vote, petitions and what is paid for them; dice, fights and
    powers. What is asked is answered by the buttons that stand there."""

    def gm(self) -> list[Way]:
        return [
            *super().gm(), (self.start, 4, "yarn.start-anyway"), (self.hand, 6, "yarn.set-hand"),
            (self.tokens, 6, "yarn.confirm-tokens"), (self.let_be, 4, "yarn.let-it-be"),
            (self.fight, 8, "yarn.begin-fight"), (self.end_fight, 1, "yarn.end-fight"),
            (self.ask_check, 4, "yarn.ask-check"), (self.recover, 2, "yarn.adjust"),
        ]  # fmt: skip

    def anybody(self) -> list[Way]:
        return [
            *super().anybody(), (self.answer, 26, "yarn.vote"), (self.call, 16, "yarn.call"),
            (self.challenge, 4, "yarn.challenge"), (self.duck, 2, "yarn.duck"), (self.over, 10, "yarn.signal-end"),
            (self.end, 5, "yarn.end-scene"), (self.give, 4, "yarn.give-to-force"), (self.check, 8, "yarn.check"),
            (self.attack, 10, "yarn.attack"), (self.shoot, 5, "yarn.shoot"), (self.power, 6, "yarn.use-power"),
            (self.tap, 20, "yarn.go-on"),
        ]  # fmt: skip

    # scenes

    def scene(self, page: Page) -> Act:
        """By hand, beside the order; now and then it is only set, and nobody is asked."""
        cast = {"cast": self._some()} if self.dice.random() < 0.7 else {}
        return "yarn.set-scene", {"title": "The quay", "mode": self.dice.choice(MODES_OF_A_CALL), **cast}

    def close_scene(self, page: Page) -> Act:
        return self.end(page)

    def _some(self) -> list[str]:
        return self.dice.sample(self.heroes, 2) + self.dice.sample(self.cast, 1)

    def _in_vain(self) -> bool:
        """Whether something is tried though nothing of the page says that it can be done now."""
        return self.dice.random() < 0.1

    def call(self, page: Page) -> Act | None:
        """With their own character, or for a token without."""
        if not (self.offered(page, "yarn.call") or self._in_vain()):
            return None
        cast = self._some()
        roles = {"seeks": cast[0], "of": cast[1]} if self.dice.random() < 0.8 else {}
        return "yarn.call", {
            "cast": [*cast, self.mine()] if self.dice.random() < 0.8 else cast, "new_place": "The lock",
            "mode": self.dice.choice(MODES_OF_A_CALL), "situation": "Low water.", "what": "The truth",
            "news": "It rains", **roles,
        }  # fmt: skip

    def challenge(self, page: Page) -> Act | None:
        if not (self.offered(page, "yarn.challenge") or self._in_vain()):
            return None
        return "yarn.challenge", {"kind": self.dice.choice(CHALLENGES), "text": "Not so fast"}

    def duck(self, page: Page) -> Act:
        return "yarn.duck", {"character": self.mine()}

    def start(self, page: Page) -> Act:
        return "yarn.start-anyway", {}

    def over(self, page: Page) -> Act | None:
        if not (self.offered(page, "yarn.signal-end") or self._in_vain()):
            return None
        petitioner, granter = self.dice.sample([*self.heroes, *self.cast], 2)
        return "yarn.signal-end", {"petitioner": petitioner, "granter": granter}

    def end(self, page: Page) -> Act:
        return "yarn.end-scene", {}

    def give(self, page: Page) -> Act | None:
        if not (self.offered(page, "yarn.give-to-force") or self._in_vain()):
            return None
        return "yarn.give-to-force", {"side": self.dice.choice(["force", "block"]), "text": "Nods"}

    def let_be(self, page: Page) -> Act:
        return "yarn.let-it-be", {}

    def tokens(self, page: Page) -> Act:
        return "yarn.confirm-tokens", {}

    def hand(self, page: Page) -> Act:
        who, points = self.dice.choice(self.players), self.dice.choice(["tokens", "tokens", "bennies"])
        return "yarn.set-hand", {"who": who, "points": points, "count": str(self.dice.randint(0, 4)), "why": "A guess"}

    def tap(self, page: Page) -> Act | None:
        """Any button of the game's own panels."""
        return self.pressed(page, "yarn-")

    # dice

    def check(self, page: Page) -> Act:
        return "yarn.check", {
            "character": self.mine(), "trait": "", "task": self.dice.choice(["easy", "hard", "really-difficult"]),
            "bonus": str(self.dice.randint(0, 3)), "penalty": str(self.dice.randint(0, 2)),
            "mode": self.dice.choice(MODES),
        }  # fmt: skip

    def ask_check(self, page: Page) -> Act:
        asked = self.dice.sample(self.heroes, self.dice.randint(1, len(self.heroes)))
        return "yarn.ask-check", {"characters": asked, "task": "hard", "mode": self.dice.choice(MODES[:3])}

    def fight(self, page: Page) -> Act:
        cast = [*self.dice.sample(self.heroes, 2), *self.dice.sample(self.cast, 2)]
        return "yarn.begin-fight", {"title": "A brawl", "mode": "detailed", "characters": cast, "dice": "3"}

    def end_fight(self, page: Page) -> Act:
        return "yarn.end-fight", {}

    def _fights(self, page: Page) -> bool:
        return bool(page.root.xpath("//*[@id='panel-yarn-fight']//li")) or self._in_vain()

    def _at(self) -> dict[str, str]:
        return {"character": self.mine(), "target": self.dice.choice([*self.heroes, *self.cast])}

    def attack(self, page: Page) -> Act | None:
        return ("yarn.attack", {**self._at(), "weapon": "hands", "trait": ""}) if self._fights(page) else None

    def shoot(self, page: Page) -> Act | None:
        if not self._fights(page):
            return None
        way = self.dice.choice(["single", "burst"])
        return "yarn.shoot", {**self._at(), "weapon": self._line("Grease gun"), "metres": "9", "way": way, "trait": ""}

    def power(self, page: Page) -> Act:
        target = {"target": self.dice.choice(self.cast)} if self.dice.random() < 0.8 else {}
        push = {"push": "on"} if self.dice.random() < 0.2 else {}
        said = {"metres": "3", "sight": "on", "knows": "on"}
        return "yarn.use-power", {"power": self._line("Under the words"), **target, **push, **said}

    def _line(self, name: str) -> str:
        """Of their own sheet, or of somebody's."""
        return str((self.seat.get("lines") or self.dice.choice(self.sheets))[name])

    def recover(self, page: Page) -> Act:
        return "yarn.adjust", {"character": self.dice.choice(self.heroes), "track": "hit-points", "by": "20"}


HANDS: dict[str, type[Monkey]] = {
    "dragonfly": Dragonfly, "crew": Crew, "dragon": Dragon, "rough_magic": RoughMagic, "yarn": Yarn,
}  # fmt: skip
