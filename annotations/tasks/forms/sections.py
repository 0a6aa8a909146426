"""The parts of a task's settings, each said in one line, so that the page of the builder stays short."""

from dataclasses import dataclass

from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotations.tasks.forms.task_settings import STRATEGIES
from evalhub.lib import markdown_parser

FIELDS = {
    "guideline": ("instructions", "description"),
    "cases": (
        "strategy",
        "sample_size",
        "seed",
        "stratify_by",
        "priority_by",
        "metadata_filter",
        "output_name",
        "compared_outputs",
    ),
    "answers": (
        "required_annotations_per_item",
        "consensus_percent",
        "lease_minutes",
        "time_limit_minutes",
        "blind_mode",
        "allow_skip",
        "allow_flag",
    ),
    "people": ("teams", "required_skills", "required_languages", "max_items_per_person", "due_on"),
    "audit": ("audit_sample_percent", "audit_sample_mode", "audit_risk_mode"),
}
LONGEST = 80


@dataclass(frozen=True)
class Section:
    """One part. It is open where something in it has to be mended."""

    summary: str
    is_open: bool


def sections_of(form, *, opened=""):
    """{part: Section} of a TaskForm, as it is filled in; the part `opened` is open whatever it says."""
    summaries = {"guideline": _guideline, "cases": _cases, "answers": _answers, "people": _people, "audit": _audit}
    return {
        name: Section(summaries[name](form), name == opened or any(field in form.errors for field in fields))
        for name, fields in FIELDS.items()
    }


def _guideline(form):
    first_line = str(form["instructions"].value() or "").strip().partition("\n")[0]
    return Truncator(markdown_parser.words(first_line)).chars(LONGEST) or _("Missing")


def _cases(form):
    if "strategy" not in form.fields:
        return ""
    words = [str(STRATEGIES.get(form["strategy"].value(), ""))]
    if form["sample_size"].value():
        words.append(_("at most %(n)s") % {"n": form["sample_size"].value()})
    return ", ".join(words)


def _answers(form):
    words = []
    if "required_annotations_per_item" in form.fields:
        n = form["required_annotations_per_item"].value()
        is_one = str(n) == "1"
        words.append(ngettext("%(n)s answer per item", "%(n)s answers per item", 1 if is_one else 2) % {"n": n})
    if form["blind_mode"].value():
        words.append(_("blind"))
    words.append(_("consensus %(n)s %%") % {"n": form["consensus_percent"].value()})
    return ", ".join(words)


def _people(form):
    values = {name: form[name].value() for name in FIELDS["people"]}
    titles = (str(form.fields[name].label) for name, value in values.items() if value)
    return ", ".join(titles) or _("Anyone who annotates, no due date")


def _audit(form):
    share = form["audit_sample_percent"].value()
    return _("%(n)s %% of model answers at random") % {"n": f"{share:g}" if isinstance(share, float) else share}
