"""Verdicts: the shown label or labels of the stages that fit the evidence, or that the model abstains."""

import re

from reviews.gates import lines, registry
from reviews.gates.base import Answer, Gate, Refused

ABSTAIN = "ABSTAIN"
_SEPARATORS = re.compile(r"\s*[,;/]\s*|\s+")


class VerdictGate(Gate):
    """`read_labels` turns the value of the line into labels; all of them must have been shown."""

    def read_text(self, text, context):
        line = lines.last("VERDICT", text)
        if line.value.upper() == ABSTAIN:
            return self._abstain(context), line.before
        decoded = _decode(self.read_labels(line.value), context)
        if _goes_on(line.after, context):
            raise Refused("The verdict goes on below its line. Valid: all of it on one line.")
        return decoded, line.before

    def _abstain(self, context):
        if not context.abstain_enabled:
            raise Refused("The model abstains, which is not allowed here.")
        return {"abstained": True, "decoded": []}

    def read_labels(self, value):
        raise NotImplementedError


@registry.register("score_gen_single.1")
class SingleVerdict(VerdictGate):
    """Exactly one label."""

    parser_version = "score_gen_single.1"

    class answer(Answer):
        verdict: str

    def read_labels(self, value):
        return [value]

    def read_answer(self, answer, context):
        value = lines.bare(answer.verdict)
        return self._abstain(context) if value.upper() == ABSTAIN else _decode([value], context)


@registry.register("score_gen_subset.1")
class SubsetVerdict(VerdictGate):
    """One label or more, in any order; the same label twice is said once."""

    parser_version = "score_gen_subset.1"

    class answer(Answer):
        verdict: list[str]

    def read_labels(self, value):
        found = [lines.bare(part) for part in _SEPARATORS.split(value)]
        if not all(found):
            raise Refused(f"The verdict {value[:80]!r} has an empty place. Valid: labels with commas between them.")
        return found

    def read_answer(self, answer, context):
        values = [lines.bare(value) for value in answer.verdict]
        is_abstained = len(values) == 1 and values[0].upper() == ABSTAIN
        return self._abstain(context) if is_abstained else _decode(values, context)


def _decode(labels, context):
    shown = context.label_mapping
    unknown = [label for label in labels if label not in shown]
    if unknown or not labels:
        met = repr(unknown[0][:80]) if unknown else "nothing"
        raise Refused(f"The verdict names {met}. Valid: {', '.join(shown) or 'no label was shown'}.")
    return {"abstained": False, "decoded": sorted({shown[label] for label in labels})}


def _goes_on(after, context):
    """Whether the next line that is not empty holds nothing but labels: a list that was broken over lines."""
    below = next((line for line in after if line.strip() and not lines.is_fence(line)), "")
    found = [lines.bare(part) for part in _SEPARATORS.split(below.strip().lstrip("-*\u2022 ")) if part]
    return bool(found) and all(part in context.label_mapping for part in found)
