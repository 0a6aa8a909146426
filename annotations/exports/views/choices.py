"""The choices of the export form, as they were posted and in words."""

from django.utils.translation import gettext_lazy as _

from annotations.exports.actions.options import ExportOptions

SETS = {
    "annotator_kinds": (
        _("Answers from"),
        {
            "human": _("People"),
            "llm": _("Language models"),
            "program": _("Programs"),
            "jury": _("Juries"),
        },
    ),
    "include": (
        _("Also include"),
        {
            "values": _("Individual values (ground truth)"),
            "reasons": _("Reasons and confidence"),
            "evidence": _("Quoted evidence"),
            "audits": _("Audits"),
            "exposure": _("Exposure"),
            "timings": _("Times"),
        },
    ),
    "policy": (
        _("What counts as ground truth"),
        {
            "adjudicated": _("Adjudicated"),
            "consensus": _("Consensus of people"),
            "mixed": _("Consensus of people and models"),
            "single": _("A single person, also with models"),
            "panel": _("Models alone"),
        },
    ),
}
ONE_OF = {
    "items": (
        _("Items"),
        {
            "all": _("All items"),
            "complete": _("Complete"),
            "incomplete": _("Not complete"),
            "adjudicated": _("Adjudicated"),
            "flagged": _("Flagged"),
        },
    ),
    "unresolved": (
        _("Items without ground truth"),
        {
            "exclude": _("Exclude"),
            "include": _("Include, marked as unresolved"),
        },
    ),
}
SWITCHES = {
    "blind_only": _("Only blind answers"),
    "pseudonymise": _("Pseudonyms instead of names"),
    "compress": _("Compress the file (gzip)"),
}
SOURCE_LABELS = SETS["policy"][1] | SETS["annotator_kinds"][1]
USUAL = ExportOptions()


class ExportChoices:
    """`chosen` is what was posted or asked for by link; a form that was never sent holds the usual choices."""

    def __init__(self, chosen):
        self._chosen = chosen
        self._is_sent = bool(chosen.get("sent"))

    def options(self):
        """The options for `exports.request`, as far as they were sent; what cannot be read is handed on."""
        options = {name: self._chosen[name] for name in ONE_OF if name in self._chosen}
        if self._is_sent:
            options |= {name: self._chosen.getlist(name) for name in SETS}
            options |= {name: bool(self._chosen.get(name)) for name in SWITCHES}
        return options

    def sets(self):
        return [self._set(name) for name in SETS if name != "policy"]

    def policy(self):
        return self._set("policy")

    def one_of(self):
        return [
            self._group(name, *part, checked=[self._chosen.get(name, getattr(USUAL, name))])
            for name, part in ONE_OF.items()
        ]

    def switches(self):
        return [
            {"name": name, "label": label, "checked": bool(self._chosen.get(name))} for name, label in SWITCHES.items()
        ]

    @property
    def is_open(self):
        """Whether something beyond the first row of the form was chosen."""
        return self._is_sent

    def _set(self, name):
        chosen = self._chosen.getlist(name) if self._is_sent else getattr(USUAL, name)
        return self._group(name, *SETS[name], checked=chosen)

    def _group(self, name, title, labels, *, checked):
        return {
            "name": name,
            "title": title,
            "rows": [{"value": value, "label": label, "checked": value in checked} for value, label in labels.items()],
        }

    @staticmethod
    def description_of(options, *, is_truth):
        """In words, what differs from the usual choices."""
        words = [
            labels[getattr(options, name)]
            for name, (_title, labels) in ONE_OF.items()
            if getattr(options, name) != getattr(USUAL, name)
        ]
        for name in ("annotator_kinds", "policy") if is_truth else ("annotator_kinds",):
            if getattr(options, name) != getattr(USUAL, name):
                words += [SETS[name][1][value] for value in getattr(options, name)]
        return words + [label for name, label in SWITCHES.items() if getattr(options, name)]
