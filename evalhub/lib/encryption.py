"""Secrets at rest: encrypted with the first of EVALHUB_ENCRYPTION_KEYS, read with any of them (Fernet)."""

from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from evalhub.lib.env import SettingError


class Unreadable(Exception):
    """The keys that are set do not read this; it was encrypted with another one."""


def encrypt(text: str) -> str:
    return _cipher(tuple(settings.ENCRYPTION_KEYS)).encrypt(text.encode()).decode()


def decrypt(token: str) -> str:
    """Raises Unreadable."""
    try:
        return _cipher(tuple(settings.ENCRYPTION_KEYS)).decrypt(token.encode()).decode()
    except InvalidToken:
        raise Unreadable("The setting EVALHUB_ENCRYPTION_KEYS has changed.") from None


@lru_cache(maxsize=4)
def _cipher(keys):
    try:
        return MultiFernet([Fernet(key) for key in keys])
    except ValueError:
        raise SettingError(
            "EVALHUB_ENCRYPTION_KEYS has a key that is none. Valid: keys of 32 bytes in URL-safe base64, separated "
            "with commas, as `Fernet.generate_key()` of the package cryptography makes them."
        ) from None
