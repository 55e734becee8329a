from django.db import models


class Claim(models.Model):
    """A one-time link with which its holder becomes the host, or sets a new password. At most one is alive."""

    token_hash = models.CharField(max_length=64, unique=True)  # SHA-256, hex; the token itself is kept nowhere
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"claim of {self.made_at:%Y-%m-%d %H:%M}"
