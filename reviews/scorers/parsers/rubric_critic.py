"""The critic of a rubric."""

import re

from pydantic import Field

from evalhub.lib.translation import gettext as _
from reviews.scorers.parsers import lines, registry
from reviews.scorers.parsers.base import Answer, Parser, Refused

_QUALITY = ("observability", "discriminability")
_FIELD = re.compile(r"\b(observability|discriminability)[*_`\"']*\s*[=:]", re.IGNORECASE)


@registry.register("rubric_critic.1")
class RubricQuality(Parser):
    """How well the stages of a rubric can be observed in evidence, and told from each other."""

    parser_version = "rubric_critic.1"

    class answer(Answer):
        observability: float = Field(ge=0, le=1, allow_inf_nan=False)
        discriminability: float = Field(ge=0, le=1, allow_inf_nan=False)

    def read_text(self, text, context):
        line = lines.last("QUALITY", text, may_be_below=self.is_tolerant)
        before, *found = _FIELD.split(line.raw)
        names, texts = [name.lower() for name in found[::2]], found[1::2]
        if lines.bare(before) or sorted(names) != sorted(_QUALITY):
            words = _("QUALITY is %(met)s. Valid: observability=<0 to 1>, discriminability=<0 to 1>.")
            raise Refused(words % {"met": repr(line.raw[:120])})
        texts[0] = texts[0].rstrip(" \t,;*_`\"'")
        read = {name: lines.probability(text, name) for name, text in zip(names, texts, strict=True)}
        return {name: read[name] for name in _QUALITY}, line.before

    def read_answer(self, answer, context):
        return {name: getattr(answer, name) for name in _QUALITY}
