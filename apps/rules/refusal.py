"""How a rule says no."""


class Refused(Exception):  # noqa: N818 - the word a person at the table would use
    """The rules do not allow this.

    `code` is a stable id for tests and templates ("no-points"); `text` is one sentence for the person who asked,
    reason first, with the number concerned; `field` is the name of the input to put right, None where it is not one.
    A rule raises it before any die is rolled.
    """

    def __init__(self, code: str, text: str, field: str | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.field = field

    def __repr__(self) -> str:
        return f"Refused({self.code!r}, {self.text!r}, field={self.field!r})"
