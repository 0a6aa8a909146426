"""Numbers of structured answers that a model wrote as texts."""

import re
from typing import Annotated

from pydantic import BeforeValidator, Field

_PLAIN = re.compile(r"\s*(?:\d{1,3}(?:\.\d{1,20})?|\.\d{1,20})\s*", re.ASCII)


def number(value):
    """A text that is nothing but a plain decimal number as that number; anything else as it is."""
    return float(value) if isinstance(value, str) and _PLAIN.fullmatch(value) else value


# From 0 to 1; `"0.8"` is 0.8, while a share of a hundred, a range or a word is refused like any other text.
WrittenShare = Annotated[float, BeforeValidator(number), Field(ge=0, le=1, allow_inf_nan=False)]
