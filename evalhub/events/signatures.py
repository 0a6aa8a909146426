"""Secrets and signatures of webhooks, as Standard Webhooks has them (https://www.standardwebhooks.com)."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable

PREFIX = "whsec_"
SECRET_BYTES = 32


def new_secret() -> str:
    """`whsec_` and the base64 of random bytes, which are the key of the signature."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def headers(*, id: str, timestamp: int, body: bytes, secrets: Iterable[str]) -> dict[str, str]:
    """What goes with a body: its id, the seconds since 1970 when it is sent, and a signature with each secret."""
    return {
        "webhook-id": id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(_signature(secret, id, timestamp, body) for secret in secrets),
    }


def _signature(secret, id, timestamp, body):
    key = base64.b64decode(secret.removeprefix(PREFIX))
    digest = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    return "v1," + base64.b64encode(digest).decode()
