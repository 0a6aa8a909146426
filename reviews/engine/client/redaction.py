"""Takes out of texts what is not for everybody who reads them: keys, tracebacks, pages, and files of a server."""

import os
import re
from typing import Any

_KEY_LIKE = re.compile(
    r"(?:sk|rk|pk|gsk|xai|hf|r8)[-_][A-Za-z0-9_*\-]{6,}"
    r"|AIza[0-9A-Za-z_\-]{10,}"
    r"|(?i:bearer)\s+[A-Za-z0-9._~+/\-]{6,}=*"
    r"|(?i:(?:api[-_]?key|access[-_]?token|key)=)[^\s&\"']{6,}"
)
_SECRET_NAME = re.compile(r"(?:_KEY|_TOKEN|_SECRET|_PASSWORD)$")
_SHORTEST_SECRET = 6
LONGEST_MESSAGE = 600
_PAGE = re.compile(r"<\s*(?:!doctype|html|head|body|title|script|style|h1|div|p|center)\b", re.IGNORECASE)
_TRACE = re.compile(r"Traceback \(most recent call last\)|\bFile \"[^\"]*\", line \d+|\bat [\w$.<>]+\([\w$.]+:\d+\)")
_SERVER_PATH = re.compile(
    r"(?<![\w:/.~-])~?/(?:[\w.@+-]+/)+[\w.@+-]*\.(?:py|js|ts|go|rb|java|rs|so|c|cc|cpp|json|ya?ml|toml|cfg|conf|ini|env|pem|key)\b(?::\d+)?"
    r"|(?<![\w:/.~-])/(?:home|usr|var|opt|srv|app|tmp|root|etc|mnt|data|work|workspace|private|Users|proc|run|lib)"
    r"(?:/[\w.@+-]+)+/?"
    r"|\b[A-Za-z]:\\(?:[\w.@+ -]+\\)*[\w.@+-]+"
)
_INVISIBLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+")


def scrub(text, *secrets):
    """`text` without the given secrets, the values of this process's secret variables, and key-like words."""
    in_environment = (value for name, value in os.environ.items() if _SECRET_NAME.search(name))
    for secret in sorted({*secrets, *in_environment}, key=len, reverse=True):
        if len(secret) >= _SHORTEST_SECRET:
            text = text.replace(secret, "[key removed]")
    return _KEY_LIKE.sub("[key removed]", text)


def cleaned(text, *secrets):
    """What a provider said, as one short line that every reader may see; empty where it was a page or a traceback."""
    if _PAGE.search(text):
        return ""
    text = _TRACE.split(text, maxsplit=1)[0]
    line = " ".join(_INVISIBLE.sub(" ", _SERVER_PATH.sub("[path removed]", scrub(text, *secrets))).split())
    return line if len(line) <= LONGEST_MESSAGE else f"{line[:LONGEST_MESSAGE]}…"


def scrub_json(value: Any, *secrets: str) -> Any:
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
