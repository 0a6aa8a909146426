"""The secret key of one installation: made once, readable by its owner only."""

import os
import secrets

SHORTEST = 32


def secret_key(home):
    """SECRET_KEY from the environment, else the kept one, else a new one that is kept from now on."""
    return os.environ.get("SECRET_KEY") or kept_secret_key(home) or _keep(home, new_secret_key())


def kept_secret_key(home):
    """Empty if there is none, or only half of one after a crash."""
    try:
        kept = home.secret_key.read_text().strip()
    except (FileNotFoundError, PermissionError):
        return ""
    return kept if len(kept) >= SHORTEST else ""


def new_secret_key():
    return secrets.token_urlsafe(50)


def _keep(home, key):
    half = home.secret_key.with_suffix(".new")
    half.unlink(missing_ok=True)
    descriptor = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(f"{key}\n")
        file.flush()
        os.fsync(file.fileno())
    half.replace(home.secret_key)
    return key
