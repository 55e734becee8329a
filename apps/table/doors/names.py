"""What people may be called: something that can be read, and that nobody mistakes for a name already taken."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable

from apps.rules.refusal import Refused

LONGEST = 40
MOST_MARKS = 3  # signs above and below one letter; more cover the lines around them

# Control, format (bidi and zero width), private, lone halves of pairs, line and paragraph separators, unassigned.
UNFIT = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Cn"}
# Letters by category that draw nothing.
BLANK = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
# Marks that only choose between drawings of the sign before them.
CHOOSING = {*range(0xFE00, 0xFE10), *range(0x180B, 0x1810)}


def clean(text: str, longest: int = LONGEST) -> str:
    """The name as it is kept: composed, with single spaces. Refuses what cannot be read or is too long."""
    if any(unicodedata.category(sign) in UNFIT or sign in BLANK for sign in text):
        raise Refused("name-signs", "A name is made of letters, digits and signs that can be seen.", "name")
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in name):
        raise Refused("name-empty", "A name has at least one letter.", "name")
    if len(name) > longest:
        raise Refused("name-long", f"A name has at most {longest} letters; this has {len(name)}.", "name")
    if _piled(name):
        raise Refused("name-marks", f"A letter carries at most {MOST_MARKS} marks.", "name")
    return name


def _piled(name: str) -> bool:
    run = 0
    for sign in unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.category(sign).startswith("M") else 0
        if run > MOST_MARKS:
            return True
    return False


# Signs that read as another: the first of each line stands for all of it. Accents stay: Zoë is not Zoe.
# Capitals and small letters are looked at apart, because Greek Η reads as H and its small η as n.
SMALL = """
a αаɑ | b Ьƅь | c сϲᴄ | d ԁ | e еєҽε | g ɡց | h һհ | i ιіɩı1lӏǀ|!Iɪ | j јϳ | k κкᴋ | m мᴍ | n ηпո | o οоσ0օө
p рρ | q ԛգ | r гᴦ | s ѕꜱ | t тτᴛ | u υսᴜц | v νѵᴠ | w ѡԝᴡω | x хχ× | y уγүʏ | z ᴢ
2 ƨ | 3 ʒзӡɜ | 6 б | ' ’‘ʼ`´′ʹ | - ‐‑‒–—−ー
"""
LARGE = """
A ΑАᎪ | B ΒВᏴ | C СϹᏟ | D Ꭰ | E ΕЕᎬ | F Ϝ | G ԌᏀ | H ΗНᎻ | I ΙІӀ1L|!Ɩ | J ЈᎫ | K ΚКᏦ | M ΜМᎷ | N ΝⲚ | O ΟО0Օθ | P ΡРᏢ
Q Ԛ | R Ꭱ | S ЅՏᏚ | T ΤТᎢ | V ѴᏙ | W ԜᎳ | X ΧХ | Y ΥҮУ | Z ΖᏃ | 3 ЗƷӠ | 6 Б | ' ’‘ʼ`´′ʹ | - ‐‑‒–—−ー
"""


def _table(rows: str) -> dict[int, str]:
    """From the lines above: each sign to the one that stands for it."""
    found = {}
    for row in rows.replace("\n", " | ").split(" | "):
        stands, _, signs = row.strip().partition(" ")
        found.update({ord(sign): stands for sign in signs})
    return found


_SMALL, _LARGE = _table(SMALL), _table(LARGE)


def name_key(name: str) -> str:
    """What a name is unique by; names with the same key are taken for each other."""
    key = _skeleton(_folded(name).upper(), _LARGE)
    return key if len(key) <= 160 else hashlib.sha256(key.encode()).hexdigest()


def looks(name: str) -> frozenset[str]:
    """How a name reads in capitals and in small letters."""
    folded = _folded(name)
    return frozenset({_skeleton(folded.upper(), _LARGE), _skeleton(folded, _SMALL)})


def alike(name: str, others: Iterable[str]) -> str | None:
    """The first of the others that could be taken for this name."""
    mine = looks(name)
    return next((other for other in others if mine & looks(other)), None)


def _folded(name: str) -> str:
    """Without case and without compatibility forms (full width, mathematical, circled)."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _skeleton(text: str, table: dict[int, str]) -> str:
    """Letters stand for what they look like; the marks on them stay."""
    apart = unicodedata.normalize("NFKD", text)
    seen = "".join(sign for sign in apart if ord(sign) not in CHOOSING)
    return unicodedata.normalize("NFC", seen.translate(table)).casefold()
