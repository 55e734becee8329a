"""What the server writes of itself: never the secret of a link, wherever the address comes from."""

import logging
import re

SECRET = re.compile(r"(/(?:claim|[gj]/[^/\s]+|seat/[^/\s]+)/)[\w-]+")


class WithoutSecrets(logging.Formatter):
    """Hides the last part of every link that opens a door, in messages and traces."""

    def format(self, record: logging.LogRecord) -> str:
        return SECRET.sub(r"\1***", super().format(record))
