from django.contrib.auth.hashers import Argon2PasswordHasher


class ModestArgon2(Argon2PasswordHasher):
    """Argon2 for a small machine: 19 MiB and two passes (OWASP's floor), where Django's takes 100 MiB."""

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1
