"""Verdicts: the shown label or labels of the stages that fit the evidence, or that the model abstains."""

import re

from evalhub.lib.translation import gettext as _
from reviews.scorers.parsers import lines
from reviews.scorers.parsers.base import Parser, Refused

ABSTAIN = "ABSTAIN"
SEPARATORS = re.compile(r"\s*[,;/]\s*|\s+")
_NOTE = re.compile(r"([^()]+)\(([^()]*)\)")
_WORD = re.compile(r"[\w-]+")


class VerdictParser(Parser):
    """`read_labels` turns the value of the line into labels; all of them must have been shown."""

    def read_text(self, text, context):
        line = lines.last("VERDICT", text, may_be_below=self.is_tolerant)
        value = without_note(line.value, context) if self.is_tolerant else line.value
        if value.upper() == ABSTAIN:
            return self.abstain(context), line.before
        decoded = decode(self.read_labels(value), context)
        if _goes_on(line.after, context):
            raise Refused(_("The verdict continues below its line. Valid: all of it on one line."))
        return decoded, line.before

    def abstain(self, context):
        if not context.abstain_enabled:
            raise Refused(_("The model abstains, which is not allowed here."))
        return {"abstained": True, "decoded": []}

    def read_labels(self, value):
        raise NotImplementedError


def without_note(value, context):
    """`B` of `B (Weak evidence)`; the value as it is where the note names a label, and so may be another verdict."""
    found = _NOTE.fullmatch(value)
    if found is None or any(word in context.label_mapping for word in _WORD.findall(found.group(2))):
        return value
    return lines.bare(found.group(1))


def decode(labels, context):
    """The values of a verdict that names these labels; Refused when one of them was not shown."""
    shown = context.label_mapping
    unknown = [label for label in labels if label not in shown]
    if unknown or not labels:
        met = {"met": repr(unknown[0][:80]) if unknown else _("nothing")}
        valid = {"valid": ", ".join(shown) or _("no label was shown")}
        raise Refused(_("The verdict names %(met)s. Valid: %(valid)s.") % (met | valid))
    return {"abstained": False, "decoded": sorted({shown[label] for label in labels})}


def _goes_on(after, context):
    """Whether the next line that is not empty holds nothing but labels: a list that was broken over lines."""
    below = next((line for line in after if line.strip() and not lines.is_fence(line)), "")
    found = [lines.bare(part) for part in SEPARATORS.split(below.strip().lstrip("-*\u2022 ")) if part]
    return bool(found) and all(part in context.label_mapping for part in found)
