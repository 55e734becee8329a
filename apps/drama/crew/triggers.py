"""Triggers of Distinctions and Signature Assets (crew.triggers): a text, what it does to the plot points, an effect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import QuerySet

from apps.characters.access import all_known_to, played_by
from apps.characters.crew import assets, complications, heroes, points
from apps.characters.crew.forms import PaysForm, die_field
from apps.characters.crew.holding import CREW, held, is_crewmember
from apps.characters.crew.sheet import EFFECT_TITLES, Trigger, triggers_of
from apps.characters.forms import CharacterChoice, OwnCharacterForm, acting_for, named, one_line
from apps.characters.models import SHIP, Character, Entry
from apps.characters.points import told_by
from apps.drama.crew.effects import MISSING, NEEDS, Wished, carry_out
from apps.drama.crew.forms import EntryChoice, among, known_entries
from apps.drama.crew.points import paid_facts, purse
from apps.drama.crew.telling import hearers_of
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.exchanges import exchange_kind, open_exchange
from apps.table.models import Ask
from apps.table.turn import Turn
from apps.table.viewer import Viewer

RULE, KIND = "crew.triggers", "crew.trigger"
