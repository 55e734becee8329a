"""Refusing somebody who sits at the table."""


class Forbidden(Exception):  # noqa: N818 - what the person is told
    """The seat is right, the act is not for it, or not now; the message says why."""
