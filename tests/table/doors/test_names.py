"""Which names are refused, and which are taken for each other."""

import pytest

from apps.rules.refusal import Refused
from apps.table.doors.names import alike, clean, looks, name_key

ALIKE = [
    ("Ines", "INES", "case"),
    ("Straße", "STRASSE", "case"),
    ("ΗΑΝΚ", "ηανκ", "Greek case"),
    ("Ines", "lnes", "small l for capital I"),
    ("Ali", "A1i", "1 for l"),
    ("Pell", "Pe||", "bars for l"),
    ("Bob", "B0b", "0 for o"),
    ("Otto", "0tt0", "0 for O"),
    ("Marek", "Маrеk", "Cyrillic М, а, е"),
    ("Cora", "Сога", "all Cyrillic"),
    ("Hank", "Ηank", "Greek capital eta"),
    ("Nan", "ηαη", "Greek small eta"),
    ("June", "Ｊｕｎｅ", "full width"),
    ("June", "𝐉𝐮𝐧𝐞", "mathematical bold"),
    ("O’Neil", "O'Neil", "apostrophes"),
    ("Jean-Luc", "Jean–Luc", "dashes"),
    ("Zoë", "Zoe\u0308", "composed and not"),
    ("Zоё", "Zoë", "Cyrillic with the same dots"),
    ("Sun ☀", "Sun ☀️", "a sign that only chooses how the one before it is drawn"),
]
APART = [
    ("Zoe", "Zoë"),
    ("Nan", "Han"),
    ("Ines", "Inez"),
    ("Łukasz", "Lukasz"),
    ("Ann", "Anna"),
    ("王", "玉"),
    ("Bo", "Do"),
]


@pytest.mark.parametrize(("one", "other", "why"), ALIKE)
def test_look_alikes_are_taken_for_each_other(one, other, why):
    assert alike(clean(other), [one]) == one, why
    assert alike(clean(one), [clean(other)]), why


@pytest.mark.parametrize(("one", "other"), APART)
def test_names_that_read_differently_may_both_sit(one, other):
    assert alike(one, [other]) is None
    assert name_key(one) != name_key(other)


def test_the_key_is_one_of_the_looks_and_fits_its_column():
    assert name_key("Ηank") in looks("Hank")
    assert len(name_key("\ufdfa" * 40)) <= 160


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "name-empty"),
        ("   ", "name-empty"),
        ("\u0301", "name-empty"),
        ("a" * 41, "name-long"),
        ("Ines\u202e", "name-signs"),
        ("Ines\u200b", "name-signs"),
        ("In\u200des", "name-signs"),
        ("In\x00es", "name-signs"),
        ("In\nes", "name-signs"),
        ("In\u2028es", "name-signs"),
        ("In\ue000es", "name-signs"),
        ("In\ud800es", "name-signs"),
        ("\u3164", "name-signs"),
        ("\u2800", "name-signs"),
        ("Z\u0300\u0301\u0302\u0303algo", "name-marks"),
    ],
)
def test_what_cannot_be_read_is_refused(text, code):
    with pytest.raises(Refused) as no:
        clean(text)
    assert no.value.code == code


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  Doc   Amari ", "Doc Amari"),
        ("Zoe\u0308", "Zoë"),
        ("a" * 40, "a" * 40),
        ("Łukasz", "Łukasz"),
        ("Nguyễn", "Nguyễn"),
        ("王小明", "王小明"),
        ("7", "7"),
        ("☀", "☀"),
        ("A\u00a0B", "A B"),
    ],
)
def test_what_can_be_read_is_kept(text, kept):
    assert clean(text) == kept
