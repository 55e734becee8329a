"""Claiming the server: one living link, made by whoever sits at the machine, spent by one POST."""

import hashlib
import secrets
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from apps.server.models import Claim


def new_token() -> str:
    """A fresh link's token (128 bits, URL-safe); every earlier link dies."""
    token = secrets.token_urlsafe(16)
    with transaction.atomic():
        Claim.objects.all().delete()
        Claim.objects.create(token_hash=digest(token))
    return token


def end_all() -> None:
    Claim.objects.all().delete()


def alive(token: str) -> bool:
    return Claim.objects.filter(token_hash=digest(token)).exists()


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def host() -> User | None:
    """Who claimed the server; there is one at most."""
    return User.objects.filter(is_active=True).order_by("pk").first()


@dataclass(frozen=True)
class Spent:
    """The link was gone when it was to be used."""


def spend(token: str, name: str, password: str) -> User | Spent:
    """Uses the link up: its holder becomes the host, or the host gets this name and password. One of two wins."""
    with transaction.atomic():
        deleted, _ = Claim.objects.filter(token_hash=digest(token)).delete()
        if not deleted:
            return Spent()
        return _host_called(name, password)


def _host_called(name: str, password: str) -> User:
    user = host()
    if user is None:
        return User.objects.create_user(name, password=password)
    user.username = name
    user.set_password(password)
    user.save(update_fields=["username", "password"])
    return user
