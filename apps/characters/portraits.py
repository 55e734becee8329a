"""Portraits, and pictures of other kinds: they are checked before they are decoded, made anew without what they
carried, and named at random."""

from __future__ import annotations

import io
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import FileResponse
from PIL import ExifTags, Image, ImageOps, UnidentifiedImageError, WebPImagePlugin

from apps.table.ids import new_token

MOST_BYTES = 10 * 1024 * 1024
MOST_MILLIONS = 24
MOST_MILLIONS_OF = {"WEBP": 8}
"""Of pixels. A picture of most kinds is held once while it is read, a WebP four times."""
STRIP = 32  # rows of the copy that are worked on at a time
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
WRITTEN = WebPImagePlugin.WebPImageFile.format
"""Named by its module: by a word Pillow would load all fifty formats to look for it."""
_one_at_a_time = Lock()


@dataclass(frozen=True)
class Album:
    """A kind of pictures: the folder that keeps them, and how many pixels a side they have at most."""

    name: str
    side: int

    def folder(self) -> Path:
        return Path(settings.MEDIA_ROOT) / self.name

    def why_not(self, content: bytes) -> str:
        """What keeps bytes from being a picture of the album as `keep` writes them; nothing where they are one."""
        try:
            with Image.open(io.BytesIO(content), formats=("WEBP",)) as found:
                if max(found.size) > self.side or getattr(found, "n_frames", 1) > 1:
                    return f"It is larger than {self.side} pixels a side."
                found.load()
        except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, MemoryError):
            return "It is no picture."
        return ""


PORTRAITS = Album("portraits", 512)


@dataclass(frozen=True)
class Picture:
    """What came of an upload: a clean WebP, or why there is none."""

    content: bytes = b""
    refusal: str = ""


def prepare(data: Mapping[str, Any], files: Any, album: Album = PORTRAITS) -> Any:
    """Decodes the picture before the hold, so that nobody waits for it."""
    sent = files.get("picture") if files else None
    if sent is None or isinstance(sent, Picture):
        return files
    return {"picture": picture_from(sent, album)}


def picture_from(sent: Any, album: Album = PORTRAITS) -> Picture:
    """A clean picture from an uploaded file, or the refusal's words."""
    if sent.size > MOST_BYTES:
        return Picture(refusal=f"The file has {sent.size / 1_048_576:.1f} MB, and 10 MB is the limit.")
    return clean_picture(sent.read(), album)


def clean_picture(content: bytes, album: Album = PORTRAITS) -> Picture:
    """Looks at the picture's size before decoding it, then draws it anew, no larger than the album has them. One at a
    time: the largest takes a second and a hundred megabytes."""
    try:
        with _one_at_a_time, warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            return _redrawn(content, album.side)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return _too_large(MOST_MILLIONS, album.side)
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, MemoryError):
        return Picture(refusal="This is no picture that can be read: PNG, JPEG, WebP and GIF can.")


def _redrawn(content: bytes, side: int) -> Picture:
    with Image.open(io.BytesIO(content), formats=FORMATS) as found:
        most = MOST_MILLIONS_OF.get(str(found.format), MOST_MILLIONS)
        if not 0 < found.width * found.height <= most * 1_000_000:
            return _too_large(most, side)
        found.draft("RGB", (side * 2, side * 2))
        small = _reduced(found, side)
    ImageOps.exif_transpose(small, in_place=True)
    small.thumbnail((side, side))
    fresh = Image.new(small.mode, small.size)
    fresh.paste(small)
    kept = io.BytesIO()
    fresh.save(kept, WRITTEN, quality=82)
    return Picture(kept.getvalue())


def _reduced(found: Image.Image, side: int) -> Image.Image:
    """A copy by a whole factor smaller, at least as large as is wanted, with what it says of its turning. It is made in
    strips, so that the whole is in memory once."""
    found.load()
    mode = "RGBA" if "transparency" in found.info or "A" in found.getbands() else "RGB"
    factor = max(1, max(found.size) // (side * 2))
    small = Image.new(mode, (-(-found.width // factor), -(-found.height // factor)))
    for top in range(0, found.height, factor * STRIP):
        strip = found.crop((0, top, found.width, min(found.height, top + factor * STRIP)))
        small.paste(strip.convert(mode).reduce(factor), (0, top // factor))
    small.getexif()[ExifTags.Base.Orientation] = found.getexif().get(ExifTags.Base.Orientation, 1)
    return small


def _too_large(millions: int, side: int) -> Picture:
    words = f"The picture has more than {millions} million pixels."
    return Picture(refusal=f"{words} A smaller one will do: {side} are kept a side.")


def keep(picture: Picture, album: Album = PORTRAITS) -> str:
    """Writes the picture under a random name and returns the name. An earlier one stays, for undo."""
    name = new_name()
    folder = album.folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / name
    path.write_bytes(picture.content)
    path.chmod(0o600)
    return name


def sent(path: Path) -> FileResponse:
    """A picture as an answer: it never changes under its name, and is nobody else's."""
    response = FileResponse(path.open("rb"), content_type="image/webp")
    response["Cache-Control"] = "private, max-age=31536000, immutable"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def new_name() -> str:
    return f"{new_token()}.webp"


def place() -> Path:
    return PORTRAITS.folder()


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
