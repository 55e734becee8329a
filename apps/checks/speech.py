"""What people write in the one line below the log: words, whispers and rolls, in the ways that they know already."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from apps.rules.refusal import Refused

FIELD = "text"
COMMAND = re.compile(r"/([A-Za-z]+)(?:\s+|$)(.*)", re.DOTALL)
INLINE = re.compile(r"\[\[(.+?)\]\]", re.DOTALL)
MOST_INLINE = 10
BIDI = {*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C}
UNWRITTEN = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}


@dataclass(frozen=True)
class Command:
    """What a line may begin with: `words` are the spellings, `value` is the mode or the voice. `brief` is how the
    refusal of an unknown one names it, `means` what it does, where {gm} stands for the game's word."""

    words: tuple[str, ...]
    kind: str
    value: str
    brief: str
    means: str


ROLL, VOICE, WHISPER = "roll", "voice", "whisper"
COMMANDS = (
    Command(
        ("r", "roll"), ROLL, "", "/r 2d6+3 # what for",
        "Rolls dice, such as /r 2d6+3 # falling rocks: what follows # names the roll.",
    ),
    Command(("gmr", "gmroll", "rgm"), ROLL, "gm", "/gmr to the GM", "Rolls to the {gm}: nobody else sees it."),
    Command(("br", "blindroll", "rsec"), ROLL, "blind", "/br blind", "Rolls blind: the {gm} alone sees what fell."),
    Command(("sr", "selfroll", "rme"), ROLL, "me", "/sr for yourself", "Rolls for yourself alone."),
    Command(("pr", "publicroll"), ROLL, "everybody", "/pr for everybody", "Rolls for everybody to see."),
    Command(
        ("w", "whisper"), WHISPER, "", "/w name, /w gm, /w [a, b]",
        "Whispers: /w Ines psst, /w gm, or to several, /w [Ines, Marek]. Only those who are named hear it.",
    ),
    Command(("me", "em", "emote"), VOICE, "me", "/me", "Says what you do: /me looks up."),
    Command(("ooc",), VOICE, "ooc", "/ooc", "Says something outside the story."),
    Command(("ic",), VOICE, "ic", "/ic", "Says something as your character."),
)  # fmt: skip


def _of_kind(kind: str) -> dict[str, str]:
    return {word: one.value for one in COMMANDS if one.kind == kind for word in one.words}


ROLLS, VOICES, WHISPERS = _of_kind(ROLL), _of_kind(VOICE), _of_kind(WHISPER)
HELP = f"{', '.join(one.brief for one in COMMANDS)}. // begins a line with a stroke."


@dataclass(frozen=True)
class Words:
    """Something said. `voice` is "", "me", "ooc" or "ic"; `to` are the keys of `names` it is whispered to."""

    text: str
    voice: str = ""
    to: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Roll:
    """Dice to be rolled; an empty `mode` is that of the switch."""

    formula: str
    label: str = ""
    mode: str = ""


def clean(text: str) -> str:
    """The text without signs that cannot be seen or that turn the writing round; lines stay."""
    text = text.replace("\r\n", "\n").replace("\t", " ")
    seen = (one for one in text if one == "\n" or (ord(one) not in BIDI and unicodedata.category(one) not in UNWRITTEN))
    return "".join(seen).strip()


def understand(text: str, names: Mapping[str, str]) -> Words | Roll:
    """What is meant by a line. `names` are those that may be whispered to, small letters, with the key of each.

    Refuses an empty line, an unknown command and an unknown name.
    """
    text = clean(text)
    if not text:
        raise Refused("empty", "There is nothing to say yet.", FIELD)
    if text.startswith("//"):
        return Words(text[1:])
    if not text.startswith("/"):
        return Words(text)
    found = COMMAND.match(text)
    word = found[1].lower() if found else ""
    rest = found[2].strip() if found else ""
    if word in ROLLS:
        return _roll(rest, ROLLS[word])
    if word in VOICES:
        return Words(_something(rest, word), VOICES[word])
    if word in WHISPERS:
        return _whisper(rest, names)
    raise Refused("unknown-command", f"“{text.split()[0][:30]}” is no command here. There are: {HELP}", FIELD)


def _roll(rest: str, mode: str) -> Roll:
    formula, _, label = rest.partition("#")
    return Roll(formula.strip(), " ".join(label.split())[:120], mode)


def _something(rest: str, word: str) -> str:
    if not rest:
        raise Refused("empty", f"After /{word} something has to follow.", FIELD)
    return rest


def _whisper(rest: str, names: Mapping[str, str]) -> Words:
    if rest.startswith("["):
        inside, closed, text = rest[1:].partition("]")
        if not closed:
            raise Refused("bracket", "The bracket is not closed. Write /w [Ines, Marek] and then the words.", FIELD)
        wanted = [one.strip().strip('"') for one in inside.split(",") if one.strip()]
        keys = tuple(dict.fromkeys(_key(one, names) for one in wanted))
    else:
        name, text = _first_name(rest, names)
        keys = (_key(name, names),)
    if not keys:
        raise Refused("nobody", "Nobody is named. Write /w name and then the words.", FIELD)
    return Words(_something(text.strip(), "w and the name"), to=keys)


def _first_name(rest: str, names: Mapping[str, str]) -> tuple[str, str]:
    """The name that a whisper begins with, the longest that fits, and what follows it."""
    if rest.startswith('"'):
        name, _, text = rest[1:].partition('"')
        return name, text
    folded = rest.casefold()
    for name in sorted(names, key=len, reverse=True):
        if len(folded) == len(rest) and (folded == name or re.match(re.escape(name) + r"[\s:,]", folded)):
            return name, rest[len(name) :].lstrip(":,")
    name, _, text = rest.partition(" ")
    return name, text


def _key(name: str, names: Mapping[str, str]) -> str:
    found = names.get(name.casefold())
    if found is None:
        known = ", ".join(sorted({one for one in names if one}))
        raise Refused("unknown-name", f"Nobody here is called “{name[:40]}”. There are: {known}.", FIELD)
    return found


def pieces(text: str) -> Iterable[tuple[str, bool]]:
    """The text cut at its [[rolls]]: each piece, and whether it is a roll."""
    place = 0
    for found in INLINE.finditer(text):
        yield text[place : found.start()], False
        yield found[1], True
        place = found.end()
    yield text[place:], False


def inline_rolls(text: str) -> int:
    return len(INLINE.findall(text))
