"""Whether a model can be asked, and with which parameters; no database."""

import math
import re

from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _
from reviews.engine.client import extras, model_names
from reviews.engine.client.completion import PARAMETERS
from reviews.engine.client.endpoints import resolve

# What the API answers where a model, its parameters or the policy of its run are not valid.
MODEL_ERRORS = (
    "invalid_model",
    "invalid_parameter",
    "invalid_policy",
    "model_not_callable",
    "unknown_key",
    "unknown_policy",
)
_MODEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@+~-]{0,199}")
_NUMBERS = {"frequency_penalty": (-2, 2), "presence_penalty": (-2, 2), "temperature": (0, 2), "top_p": (0, 1)}


def check_model(model, *, field="model"):
    """`check_name`, and InvalidInput with the variable to set where this installation cannot ask the model."""
    model = check_name(model, field=field)
    reason = resolve(model).blocked_reason
    if reason:
        raise InvalidInput(reason, code="model_not_callable", details={"field": field})
    return model


def check_name(model, *, field="model"):
    """The name without blanks around it; InvalidInput for one that no model has."""
    model = str(model).strip()
    if not _MODEL.fullmatch(model):
        raise InvalidInput(
            _("The model is %(met)s. Valid: a provider and a name, such as openai/gpt-4o-mini.")
            % {"met": repr(model[:80])},
            code="invalid_model",
            details={"field": field},
        )
    reason = model_names.problem_of(model)
    if reason:
        raise InvalidInput(reason, code="invalid_model", details={"field": field})
    return model


def check_parameters(parameters, *, place="parameters"):
    """InvalidInput unless every parameter may be set and has a value of its kind; null takes a default away.

    `place`: what the caller calls the object that they stand in.
    """
    for name, value in parameters.items():
        if name not in PARAMETERS:
            valid = ", ".join(sorted(PARAMETERS))
            met = {"name": f"{place}.{name[:40]}", "valid": valid}
            words = _("%(name)s is unknown. Valid: %(valid)s.") % met
            raise InvalidInput(words, code="unknown_parameter")
        valid = _mistake(name, value)
        if value is not None and valid:
            met = {"name": f"{place}.{name}", "met": repr(value)[:60], "valid": valid}
            words = _("%(name)s is %(met)s. Valid: %(valid)s.") % met
            raise InvalidInput(words, code="invalid_parameter")


def _mistake(name, value):
    """What would be valid, or an empty text when the value is."""
    if name in _NUMBERS:
        low, high = _NUMBERS[name]
        fits = (
            isinstance(value, (int, float))
            and not isinstance(value, bool)
            and math.isfinite(value)
            and low <= value <= high
        )
        return "" if fits else _("a number from %(low)s to %(high)s") % {"low": low, "high": high}
    if name in extras.NAMES:
        return extras.mistake(name, value)
    if name == "seed":
        fits = isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63
        return "" if fits else _("a whole number")
    if name == "stop":
        texts = value if isinstance(value, list) else [value]
        fits = 0 < len(texts) <= 4 and all(isinstance(text, str) and 0 < len(text) <= 200 for text in texts)
        return "" if fits else _("a text, or up to four of them")
    return "" if isinstance(value, str) and 0 < len(value) <= 40 else _("a word")
