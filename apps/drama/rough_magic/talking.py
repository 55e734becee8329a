"""Talk in character that takes no time (rough_magic.roleplay-action): on one's own turn or off it, exhausted or not."""

from __future__ import annotations

from apps.characters.access import knowers_of
from apps.characters.forms import OwnCharacterForm, acting_for, named, one_line
from apps.characters.rough_magic.endurance import is_down, is_exhausted
from apps.characters.rough_magic.lasting import place_now
from apps.rules.rough_magic.drama.story import roleplay_action
from apps.table.acts import act
from apps.table.turn import Turn

RULE = "rough_magic.roleplay-action"


class TalkForm(OwnCharacterForm):
    text = one_line("What they say", 300)


@act("rough_magic.roleplay", menu=70, title="Say in character", form=TalkForm, button="Say it: takes no time")
def roleplay(turn: Turn, form: TalkForm) -> None:
    """Banter, mockery, a proclamation; it costs nothing (rough_magic.roleplay-action). Refuses the defeated."""
    character, text = form.cleaned_data["character"], form.cleaned_data["text"]
    if is_down(character):
        turn.refuse("down", f"{character.name} is defeated and says nothing now.", "character")
    acting_for(turn, character)
    place = place_now(turn.desk)
    own_turn = place is None or place.whose == character.public_id
    said = roleplay_action(text=text, own_turn=own_turn, exhausted=is_exhausted(character))
    turn.tell("rough_magic.said", named(character) | {"text": said.log, "rule": RULE}, knowers_of(character))
