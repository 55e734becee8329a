"""Django's settings. What an owner may change comes from `config.environment`; the rest is decided here."""

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import dj_database_url

from config import environment, secret

BASE_DIR = environment.ROOT
TESTING = "pytest" in sys.modules
ENVIRONMENT = environment.read(os.environ) if TESTING else environment.here()
if TESTING:  # whatever shell and file say, tests stay out of real data
    _folder = Path(tempfile.mkdtemp(prefix="fireside-tests-"))
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)
    ENVIRONMENT = replace(ENVIRONMENT, data=_folder, names=("testserver",))

DATA = ENVIRONMENT.data
DEBUG = ENVIRONMENT.debug
SECRET_KEY = secret.key(DATA / "secret-key")  # `prepare` writes a new one: to look at a folder leaves nothing in it

# One line per game: its folder in apps/rules and in each subsystem.
GAMES = [
    "dragonfly",
    "crew",
    "dragon",
    "rough_magic",
    "yarn",
]
# Not whole yet: the tests play them (tests/settings.py), nobody is offered them.
GAMES_BEING_BUILT: list[str] = []

INSTALLED_APPS = [
    "channels",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "apps.server",
    "apps.table",
    "apps.characters",
    "apps.board",
    "apps.checks",
    "apps.combat",
    "apps.drama",
    "apps.magic",
    "apps.ships",
]

MIDDLEWARE = [
    "apps.server.middleware.known_hosts_only",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "apps.server.middleware.heads_as_gets",
    "django.middleware.gzip.GZipMiddleware",
    "apps.server.middleware.content_security_policy",
    "apps.server.middleware.kept_by_nobody",
    "apps.server.middleware.readable_addresses_only",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "apps.server.middleware.TroublesInWords",
]

ROOT_URLCONF = "config.urls"
CSRF_FAILURE_VIEW = "apps.server.views.not_from_here"
ASGI_APPLICATION = "config.asgi.application"
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "host"
APPEND_SLASH = False
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
            ],
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    [
                        (
                            "django.template.loaders.cached.Loader",
                            [
                                "apps.server.templates.Loader",
                                "django.template.loaders.app_directories.Loader",
                            ],
                        )
                    ],
                )
            ],
            "builtins": ["template_partials.templatetags.partials", "apps.table.templatetags.page"],
        },
    }
]

FORM_RENDERER = "apps.table.widgets.InPython"

# Database: persistent connections (HTTP runs in a fixed pool of threads); no transaction around a request,
# because with IMMEDIATE every transaction is a writer.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        f"PRAGMA journal_mode=WAL; PRAGMA synchronous={ENVIRONMENT.synchronous}; PRAGMA temp_store=MEMORY; "
        "PRAGMA mmap_size=134217728; PRAGMA journal_size_limit=67108864;"
    ),
}


def postgres_options(given: dict[str, Any]) -> dict[str, Any]:
    """What acts ask is always the same: PostgreSQL plans it once for each connection, which was a quarter of its work.
    Not with `server_side_binding` false in DATABASE_URL: behind a pooler each transaction has another connection."""
    planned_once = given.get("server_side_binding", True)
    return {"server_side_binding": planned_once, "prepare_threshold": 5 if planned_once else None} | given


def _database() -> dict[str, Any]:
    url = ENVIRONMENT.database_url or f"sqlite:///{(DATA / 'fireside.sqlite3').as_posix()}"
    found: dict[str, Any] = dict(dj_database_url.parse(url))
    if found["ENGINE"] == "django.db.backends.sqlite3":
        found["OPTIONS"] = SQLITE_OPTIONS
        found["TEST"] = {"NAME": str(DATA / "test.sqlite3")}  # a file: threads and live servers share it
    else:
        found["OPTIONS"] = postgres_options(found.get("OPTIONS", {}))
    found["CONN_MAX_AGE"] = None
    found["CONN_HEALTH_CHECKS"] = True
    return found


DATABASES = {"default": _database()}


def _namespace() -> str:
    """What keeps servers with different databases apart on one Redis, and test workers too."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "") if TESTING else ""
    database = ENVIRONMENT.database_url or str(DATA)
    return "fireside-" + hashlib.sha256(f"{database} {worker}".encode()).hexdigest()[:12]


# One process keeps its channels and its counters to itself; several share them through Redis.
CHANNEL_LAYERS: dict[str, Any] = {
    "default": {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 10_000}}
}
CACHES: dict[str, Any] = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
if ENVIRONMENT.redis_url:
    CHANNEL_LAYERS["default"] = {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [ENVIRONMENT.redis_url], "prefix": _namespace()},
    }
if ENVIRONMENT.redis_url and not TESTING:  # to clear it empties all of Redis, other workers' too
    CACHES["default"] = {
        "BACKEND": "apps.server.counters.Counters",
        "LOCATION": ENVIRONMENT.redis_url,
        "KEY_PREFIX": _namespace(),
    }

# Passwords: the host's alone.
PASSWORD_HASHERS = (
    ["django.contrib.auth.hashers.MD5PasswordHasher"] if TESTING else ["apps.server.passwords.ModestArgon2"]
)
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]

# Doors. Any name is let through here, because LAN addresses are not known in advance:
# `known_hosts_only` admits IP literals, localhost, *.local and the names of FIRESIDE_NAMES.
ALLOWED_HOSTS = ["*"]
USE_X_FORWARDED_HOST = ENVIRONMENT.trust_proxy
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ENVIRONMENT.trust_proxy else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = ENVIRONMENT.trust_proxy
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_HSTS_SECONDS = 180 * 24 * 60 * 60 if ENVIRONMENT.trust_proxy else 0  # said over HTTPS alone
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = None if not ENVIRONMENT.trust_proxy else "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024  # bytes of a form without its files
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
DATA_UPLOAD_MAX_NUMBER_FILES = 4
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024  # larger ones go to a temporary file
# Bytes of a whole request; refused before it is read.
BODY_WITH_FILE = 12 * 1024 * 1024
BODY_OF_ACT = 2 * 1024 * 1024 + 64 * 1024
BODY_ELSEWHERE = 256 * 1024

MEDIA_ROOT = DATA / "media"  # never served by address: a view asks whether the seat may see it
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700

# Static files: hashed and compressed names where `prepare` has collected them, else straight from the source.
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]  # our own files, no package's
STATIC_ROOT = DATA / "static"
if TESTING:
    STATIC_ROOT.mkdir()
COLLECTED = (STATIC_ROOT / "staticfiles.json").exists() and not DEBUG
HASHED_FILES = "apps.server.static.HashedFiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": HASHED_FILES if COLLECTED else "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_ROOT = BASE_DIR / "public"  # what browsers and proxies look for at the top, under names that never change
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
WHITENOISE_USE_FINDERS = not COLLECTED
WHITENOISE_AUTOREFRESH = DEBUG

USE_TZ = True
TIME_ZONE = ENVIRONMENT.time_zone
LANGUAGE_CODE = "en"
USE_I18N = False

LINE = "{asctime} {levelname} {name}: {message}"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "config.logs.WithoutSecrets", "format": LINE, "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.request": {"level": "ERROR"},  # what was refused is told to whom it was refused
    },
}
