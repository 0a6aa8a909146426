"""Which names of models may be chosen: those of allowed providers, of which no part leads anywhere else."""

import re

from evalhub.lib.env import env_list
from evalhub.lib.translation import gettext

VARIABLE = "EVALHUB_MODEL_PROVIDERS"
LONGEST = 200
_PART = re.compile(r"[A-Za-z0-9~][A-Za-z0-9._:+~-]*")
_ADDRESS = re.compile(
    r"(0x[0-9a-f]+|\d+)(\.(0x[0-9a-f]+|\d+)){1,3}(:\d+)?|0x[0-9a-f]+|\d{8,10}|[0-9a-f]*(:[0-9a-f]*){3,}"
    r"|(.*\.)?(localhost|local|localdomain|internal|svc|intranet|lan|corp|home|test|example|invalid|onion"
    r"|com|net|org|io|dev|ai|app|cloud|co|xyz|info|biz|me|sh|us|uk|de|eu|fr|ru|cn)(:\d+)?|[^:]+\.[^:.]+:\d{2,5}",
    re.IGNORECASE,
)


def problem_of(name):
    """Why no model may have this name, or an empty text."""
    parts = name.split("/")
    if not name or len(name) > LONGEST or "://" in name or ".." in name or not all(map(_PART.fullmatch, parts)):
        words = gettext(
            "The model is %(name)s. Valid: a provider and a name of letters, digits and . _ : + ~ - between slashes, "
            "such as openai/gpt-4o-mini."
        )
        return words % {"name": repr(name[:80])}
    if any(map(_ADDRESS.fullmatch, parts)):
        words = gettext(
            "The model is %(name)s, which holds an address. Name a model; its provider's address is a setting."
        )
        return words % {"name": repr(name[:80])}
    return ""


def problem_of_provider(provider, name):
    """Why a provider's models may not be asked here, or an empty text; without the setting all known ones may."""
    allowed = env_list(VARIABLE)
    if not provider or not allowed or provider in allowed:
        return ""
    words = gettext("%(name)s is of the provider %(provider)s. Valid: %(valid)s; %(variable)s lists them.")
    met = {"name": name, "provider": repr(provider)}
    return words % (met | {"valid": ", ".join(sorted(allowed)), "variable": VARIABLE})
