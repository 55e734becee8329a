"""Portraits: pictures are checked before they are decoded, made anew without what they carried, and named at random."""

from __future__ import annotations

import io
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from PIL import Image, ImageOps, UnidentifiedImageError

from apps.table.ids import new_token

MOST_BYTES = 10 * 1024 * 1024
MOST_PIXELS = 24_000_000
SIDE = 512
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")


@dataclass(frozen=True)
class Picture:
    """What came of an upload: a clean WebP, or why there is none."""

    content: bytes = b""
    refusal: str = ""


def prepare(data: Mapping[str, Any], files: Any) -> Any:
    """Decodes the picture before the hold, so that nobody waits for it."""
    sent = files.get("picture") if files else None
    if sent is None or isinstance(sent, Picture):
        return files
    return {"picture": picture_from(sent)}


def picture_from(sent: Any) -> Picture:
    """A clean picture from an uploaded file, or the refusal's words."""
    if sent.size > MOST_BYTES:
        return Picture(refusal=f"The file has {sent.size / 1_048_576:.1f} MB, and 10 MB is the limit.")
    return clean_picture(sent.read())


def clean_picture(content: bytes) -> Picture:
    """Looks at the picture's size before decoding it, then draws it anew, no larger than 512 pixels."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            return _redrawn(content)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return _too_large()
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, MemoryError):
        return Picture(refusal="This is no picture that can be read: PNG, JPEG, WebP and GIF can.")


def _redrawn(content: bytes) -> Picture:
    with Image.open(io.BytesIO(content), formats=FORMATS) as found:
        width, height = found.size
        if width * height > MOST_PIXELS or width * height == 0:
            return _too_large()
        found.draft("RGB", (SIDE * 2, SIDE * 2))
        upright = ImageOps.exif_transpose(found)
        plain = upright.convert("RGBA" if "transparency" in upright.info or "A" in upright.getbands() else "RGB")
    plain.thumbnail((SIDE, SIDE))
    fresh = Image.new(plain.mode, plain.size)
    fresh.paste(plain)
    kept = io.BytesIO()
    fresh.save(kept, "WEBP", quality=82)
    return Picture(kept.getvalue())


def _too_large() -> Picture:
    return Picture(refusal="The picture has more than 24 million pixels. A smaller one will do: 512 are kept a side.")


def keep(picture: Picture) -> str:
    """Writes the picture under a random name and returns the name. An earlier one stays, for undo."""
    name = f"{new_token()}.webp"
    folder = place()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / name
    path.write_bytes(picture.content)
    path.chmod(0o600)
    return name


def place() -> Path:
    return Path(settings.MEDIA_ROOT) / "portraits"


class PictureField(forms.Field):
    """A picture that `prepare` has made ready."""

    widget = forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"})
    default_error_messages: ClassVar[dict[str, Any]] = {"required": "Choose a picture first."}

    def to_python(self, value: Any) -> Picture | None:
        if value in self.empty_values:
            return None
        if not isinstance(value, Picture):
            raise ValidationError("This is no picture that can be read.", "picture")
        if value.refusal:
            raise ValidationError(value.refusal, "picture")
        return value
