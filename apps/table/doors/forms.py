"""What the doors need to be told."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.rules.refusal import Refused
from apps.table import games
from apps.table.choices import offer
from apps.table.desk import Desk
from apps.table.doors import colours
from apps.table.doors.sitting import NameField, check_free
from apps.table.models import Role
from apps.table.switches import offered, switch_field
from apps.table.wording import in_our_words


class SitDownForm(forms.Form):
    """Name, colour, and whether to play or only to watch. Bound inside the hold, so that two cannot take one name."""

    use_required_attribute = False
    name = NameField(widget=forms.TextInput(attrs={"class": "big"}))
    colour = forms.CharField(max_length=8, required=False)
    role = forms.ChoiceField(choices=[(Role.PLAYER, "play"), (Role.SPECTATOR, "watch")], required=False)

    def __init__(self, *args: Any, desk: Desk, **about: Any) -> None:
        super().__init__(*args, **about)
        self.desk = desk
        self.tiles = colours.tiles(desk)
        in_our_words(self.fields.values())

    def clean_name(self) -> str:
        check_free(self.desk, self.cleaned_data["name"])
        return str(self.cleaned_data["name"])

    def clean_role(self) -> str:
        return self.cleaned_data["role"] or Role.PLAYER

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if given.get("role") == Role.PLAYER:
            given["colour"] = self._colour(given.get("colour", ""))
        return given

    def _colour(self, wish: str) -> str:
        tile = next((tile for tile in self.tiles if tile.colour == wish), None)
        if wish and tile is None:
            self.add_error("colour", "There is no such colour.")
        elif tile and not tile.open:
            self.add_error("colour", f"{tile.title} belongs to {tile.owner}. Take another.")
        return wish

    @property
    def chosen(self) -> str:
        """The colour that is marked: the one asked for, else the first free one."""
        open_ones = [tile.colour for tile in self.tiles if tile.open]
        wish = self["colour"].value()
        return wish if wish in open_ones else open_ones[0]

    @property
    def initial_letter(self) -> str:
        return str(self["name"].value() or "").strip()[:1].upper()


class GMForm(forms.Form):
    """Whoever has the GM's link says their name."""

    use_required_attribute = False
    name = NameField(widget=forms.TextInput(attrs={"class": "big"}))

    def __init__(self, *args: Any, desk: Desk, **about: Any) -> None:
        super().__init__(*args, **about)
        self.desk = desk
        in_our_words(self.fields.values())

    def clean_name(self) -> str:
        check_free(self.desk, self.cleaned_data["name"])
        return str(self.cleaned_data["name"])


class OpenForm(forms.Form):
    """A new table: its name, its game, the game's switches, and who leads it."""

    use_required_attribute = False
    title = NameField(80, label="What is the table called?", widget=forms.TextInput(attrs={"class": "big"}))
    game = forms.ChoiceField(label="Which game?", widget=forms.RadioSelect)
    lead = forms.ChoiceField(
        label="Who leads it?",
        widget=forms.RadioSelect,
        initial="me",
        choices=[("me", "I do, on this device"), ("link", "Somebody else: make a link for them")],
    )
    name = NameField(label="Your name at the table", required=False)

    def __init__(self, *args: Any, **about: Any) -> None:
        super().__init__(*args, **about)
        all_games = games.games()
        game = offer(self, "game", [(one.key, one.title) for one in all_games])
        game.initial = all_games[0].key
        for one in all_games:
            for switch in offered(one):
                self.fields[f"{one.key}.{switch.key}"] = switch_field(switch, switch.default)
                self.fields[f"{one.key}.{switch.key}"].required = False
        in_our_words(self.fields.values())

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if given.get("lead") == "me" and not given.get("name") and "name" not in self.errors:
            self.add_error("name", "Say your name, or choose the link.")
        given["switches"] = self._switches(given.get("game", ""))
        return given

    def _switches(self, game: str) -> dict[str, str]:
        """The chosen game's switches by key; another game's fields are not looked at."""
        if not game:
            return {}
        chosen = {}
        for switch in offered(games.game(game)):
            text = str(self.cleaned_data.get(f"{game}.{switch.key}") or switch.default)
            try:
                switch.parse(text)
            except Refused as no:
                self.add_error(f"{game}.{switch.key}", no.text)
            chosen[switch.key] = text
        return chosen

    def by_game(self) -> list[tuple[games.Game, list[forms.BoundField]]]:
        """Each game with the fields of its switches, for the page."""
        return [(one, [self[f"{one.key}.{switch.key}"] for switch in offered(one)]) for one in games.games()]
