"""Takes keys out of texts that are stored or shown."""

import os
import re

_KEY_LIKE = re.compile(
    r"(?:sk|rk|pk|gsk|xai|hf|r8)[-_][A-Za-z0-9_*\-]{6,}"
    r"|AIza[0-9A-Za-z_\-]{10,}"
    r"|(?i:bearer)\s+[A-Za-z0-9._~+/\-]{6,}=*"
    r"|(?i:(?:api[-_]?key|access[-_]?token|key)=)[^\s&\"']{6,}"
)
_SECRET_NAME = re.compile(r"(?:_KEY|_TOKEN|_SECRET|_PASSWORD)$")
_SHORTEST_SECRET = 6
LONGEST_MESSAGE = 600


def scrub(text, *secrets):
    """`text` without the given secrets, the values of this process's secret variables, and key-like words."""
    for secret in sorted({*secrets, *_secrets_of_environment()}, key=len, reverse=True):
        if len(secret) >= _SHORTEST_SECRET:
            text = text.replace(secret, "[key removed]")
    return _KEY_LIKE.sub("[key removed]", text)


def message_of(error, *secrets):
    """An exception as one short line without keys."""
    line = " ".join(scrub(str(error), *secrets).split()) or type(error).__name__
    return line if len(line) <= LONGEST_MESSAGE else f"{line[:LONGEST_MESSAGE]}…"


def scrub_json(value, *secrets):
    """The same JSON value with every text scrubbed of the given secrets only: a judged text may look like a key."""
    if isinstance(value, str):
        for secret in secrets:
            if len(secret) >= _SHORTEST_SECRET:
                value = value.replace(secret, "[key removed]")
        return value
    if isinstance(value, dict):
        return {key: scrub_json(part, *secrets) for key, part in value.items()}
    if isinstance(value, list):
        return [scrub_json(part, *secrets) for part in value]
    return value


def _secrets_of_environment():
    return [value for name, value in os.environ.items() if _SECRET_NAME.search(name)]
