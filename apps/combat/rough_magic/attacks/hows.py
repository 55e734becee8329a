"""How somebody is acted upon: the forms of all that can be done to them, one tap from each other."""

from __future__ import annotations

from urllib.parse import urlencode

from apps.table.acts import ActForm, offers

WAYS = (
    ("attack", "Attack"),
    ("slam", "Slam"),
    ("ram", "Ram"),
    ("grapple", "Grapple"),
    ("sweep", "Sweep"),
    ("combined-attack", "Together"),
    ("explode", "Explosion"),
    ("taunt", "Taunt"),
    ("distract", "Distract"),
)
CARRIED = ("character", "target", "weapon", "distance")
"""What of a form goes along to the next one."""


class HowForm(ActForm):
    """A form about somebody who does something to somebody, with the way to the others."""

    @property
    def hows(self) -> list[tuple[str, str]]:
        """The names of the acts, each with its title."""
        found = ((f"rough_magic.{word}", title) for word, title in WAYS if offers("rough_magic", word))
        return list(found)

    @property
    def carried(self) -> str:
        """What is chosen so far, as the query of the next form."""
        chosen = {name: self[name].value() for name in CARRIED if name in self.fields}
        return urlencode({name: getattr(one, "public_id", one) for name, one in chosen.items() if one})
