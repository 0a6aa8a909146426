"""What a page changes of a metric: its wording, criteria and threshold, in plain fields."""

from django import forms
from django.utils.translation import gettext_lazy as _

from annotations.labels.base import number_text
from annotations.labels.reading import tidy, typed_number
from annotations.labels.types import registry as label_types
from annotations.tasks.actions import metrics

DIRECTIONS = {"higher": _("Higher is better"), "lower": _("Lower is better"), "none": _("No direction")}


class MetricForm(forms.Form):
    """The next version of a metric, which keeps its type and settings. `changes()` is what `metrics.revise` takes."""

    title = forms.CharField(max_length=500, label=_("Question"), widget=forms.TextInput(attrs={"dir": "auto"}))
    description = forms.CharField(
        max_length=2_000,
        required=False,
        label=_("Description"),
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
        help_text=_("What is measured. People see it as help; judges get it with the question."),
    )
    anchors = forms.CharField(
        required=False,
        label=_("Anchors"),
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
        help_text=_("What a value stands for, one per line, such as “5: all from the source”."),
    )
    steps = forms.CharField(
        required=False,
        label=_("Steps"),
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
        help_text=_("How to judge, one step per line."),
    )
    direction = forms.ChoiceField(choices=DIRECTIONS.items(), label=_("Direction"))
    pass_at = forms.FloatField(
        required=False, label=_("Passes at"), help_text=_("The value from which an answer passes.")
    )
    method = forms.ChoiceField(
        required=False,
        label=_("Scorer"),
        widget=forms.Select(attrs={"translate": "no"}),
        help_text=_("Computes the metric. Default: people and judges answer."),
    )

    def __init__(self, data=None, *, metric):
        super().__init__(data, initial=_initial(metric))
        self.metric = metric
        keys = [key for source in metrics.method_sources for key in source()]
        self.fields["method"].choices = [("", "-"), *((key, key) for key in keys)]

    def changes(self):
        given = self.cleaned_data
        return {
            "title": " ".join(given["title"].split()),
            "criteria": {
                "description": given["description"].replace("\r\n", "\n"),
                "anchors": [self._anchor(line) for line in _lines(given["anchors"])],
                "steps": _lines(given["steps"]),
            },
            "direction": given["direction"],
            "pass_at": given["pass_at"],
            "method": given["method"],
        }

    def show_error(self, error):
        """Put a refusal beside the field that it is about."""
        path = error.details.get("path", "")
        name = path.removeprefix("criteria.").partition("[")[0]
        problem = error.details.get("problem", error.message)
        self.add_error(name if name in self.fields else None, problem[:1].upper() + problem[1:])

    def _anchor(self, line):
        value, _colon, text = line.partition(":")
        listed = label_types[self.metric.label_type].listed_values(self.metric.config) is not None
        return {"value": value.strip() if listed else typed_number(value.strip()), "text": text.strip()}


def _initial(metric):
    criteria = metric.criteria
    anchors = [f"{number_text(each['value'])}: {each['text']}" for each in criteria.get("anchors", [])]
    return {
        "title": metric.title,
        "description": criteria.get("description", ""),
        "anchors": "\n".join(anchors),
        "steps": "\n".join(criteria.get("steps", [])),
        "direction": metric.direction,
        "pass_at": metric.pass_at if metric.pass_at is None else tidy(metric.pass_at),
        "method": metric.method,
    }


def _lines(text):
    return [line.strip() for line in text.splitlines() if line.strip()]
