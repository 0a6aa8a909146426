"""What every parser is: structured answers first, anchored text else, and one Decision either way."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pydantic import BaseModel, ConfigDict, ValidationError

from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _
from reviews.engine.client.json_answer import find_object

MOST_LABELS = 100
# Zero-width spaces and joiners, soft hyphens and byte order marks.
INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u180e\u200b\u200c\u200d\u2060\ufeff"))


class Refused(Exception):
    """The text is no answer at this stage; the message says why."""


class Answer(BaseModel):
    """The structured form of an answer: every field there, none besides, and no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)

    reasoning: str


@dataclass(frozen=True)
class Context:
    """What a parser must know: {token: stage number} of the rubric as shown, its size, whether abstaining is open.

    `scale_size` is 0 when it is not known; the mapping is empty where no verdict is read.
    """

    label_mapping: Mapping[str, int] = field(default_factory=dict)
    scale_size: int = 0
    abstain_enabled: bool = True

    @classmethod
    def read(cls, found):
        """From JSON; InvalidInput names what is wrong in it."""
        unknown = set(found) - {"label_mapping", "scale_size", "abstain_enabled"}
        if unknown:
            raise InvalidInput(
                f"The context has {sorted(unknown)!r}. Valid: label_mapping, scale_size, abstain_enabled."
            )
        size, enabled = found.get("scale_size", 0), found.get("abstain_enabled", True)
        mapping = found.get("label_mapping") or {}
        if isinstance(size, bool) or not isinstance(size, int) or not 0 <= size <= MOST_LABELS:
            raise InvalidInput(f"scale_size is {size!r}. Valid: a whole number up to {MOST_LABELS}.")
        if not isinstance(enabled, bool):
            raise InvalidInput(f"abstain_enabled is {enabled!r}. Valid: true, false.")
        if not isinstance(mapping, dict) or not all(
            isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= (size or MOST_LABELS)
            for number in mapping.values()
        ):
            raise InvalidInput(f"label_mapping is {mapping!r}. Valid: an object from label to stage number, from 1 on.")
        return cls(label_mapping=mapping, scale_size=size, abstain_enabled=enabled)


@dataclass(frozen=True)
class Decision:
    """`values` are the stage's own when accepted; `reason` is empty then. `read_as` is text, json or fenced."""

    accepted: bool
    reason: str = ""
    reasoning: str = ""
    parser_version: str = ""
    read_as: str = "text"
    values: Mapping = field(default_factory=dict)

    def as_json(self):
        return {
            "accepted": self.accepted,
            "reason": self.reason or None,
            "reasoning": self.reasoning,
            "parser_version": self.parser_version,
            "read_as": self.read_as,
            **self.values,
        }


class Parser:
    """One stage in one version. Subclasses name `parser_version` and `answer`, and read both forms.

    `read_text` gives (values, reasoning), `read_answer` gives the values; both raise Refused. `is_tolerant`, from
    version 2 of a stage on: characters that nobody sees are passed over, and a value may stand below its keyword.
    """

    parser_version = ""
    answer = Answer
    is_tolerant = False

    def decide(self, text, context):
        """The Decision over what a model wrote; never raises for a text, whatever it holds."""
        if self.is_tolerant:
            text = text.translate(INVISIBLE)
        found = find_object(text)
        if found.value is None:
            return self._decided("text", lambda: self.read_text(text, context))
        return self._decided(found.found, lambda: self._read_object(found.value, context))

    def read_text(self, text, context):
        raise NotImplementedError

    def read_answer(self, answer, context):
        raise NotImplementedError

    def _read_object(self, value, context):
        try:
            answer = self.answer.model_validate(value)
        except ValidationError as error:
            mistake = error.errors(include_url=False)[0]
            where = ".".join(map(str, mistake["loc"])) or _("The answer")
            met = {"where": where, "problem": mistake["msg"], "met": repr(str(mistake.get("input"))[:80])}
            raise Refused(_("%(where)s: %(problem)s (met %(met)s).") % met) from None
        return self.read_answer(answer, context), answer.reasoning.strip()

    def _decided(self, read_as, read):
        decision = Decision(accepted=False, parser_version=self.parser_version, read_as=read_as)
        try:
            values, reasoning = read()
        except Refused as refused:
            return replace(decision, reason=refused.args[0])
        if not any(char.isalnum() for char in reasoning):
            return replace(decision, reason=_("There is no reasoning before the answer."))
        return replace(decision, accepted=True, reasoning=reasoning, values=values)
