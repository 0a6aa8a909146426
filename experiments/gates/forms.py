"""The form of a gate, and that of deciding one evaluation."""

from django import forms
from django.utils.translation import gettext_lazy as _

from datasets.models import Dataset
from experiments.evaluations.models import Evaluation
from experiments.gates.decision import LEAST_CASES, LEAST_SCORED_SHARE
from experiments.gates.expression import MOST_CHARACTERS
from experiments.gates.models.gate import LAST_PASSED, NONE, OWN, PINNED

MOST_DATASETS = 500
MOST_EVALUATIONS = 100  # offered, those that ended last
BASELINE_RULES = {
    NONE: _("No baseline"),
    PINNED: _("A pinned evaluation"),
    LAST_PASSED: _("The last evaluation that passed"),
    OWN: _("The baseline of the evaluation itself"),
}
PLAIN = {"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off", "translate": "no"}


class EvaluationField(forms.ModelChoiceField):
    """Evaluations that have ended, the newest first; empty until `offer` names the organization."""

    def __init__(self, **options):
        widget = forms.Select({"translate": "no", "dir": "auto"})
        super().__init__(queryset=Evaluation.objects.none(), widget=widget, **options)

    def offer(self, organization, dataset=None, *, also=None):
        """All that ended are valid; the newest, and `also` one that is chosen now, are listed."""
        self.queryset = Evaluation.objects.for_organization(organization).finished()
        if dataset is not None:
            self.queryset = self.queryset.filter(task__dataset_version__dataset=dataset)
        listed = list(self.queryset.order_by("-created_at")[:MOST_EVALUATIONS])
        if also is not None and also not in listed:
            listed.append(also)
        self.choices = [("", self.empty_label or ""), *((each.pk, each.name) for each in listed)]


class GateForm(forms.Form):
    """`fields_of_gate()` is what `gates.create` and `gates.change` take."""

    name = forms.CharField(label=_("Name"), max_length=200, widget=forms.TextInput({"dir": "auto"}))
    dataset = forms.ModelChoiceField(
        Dataset.objects.none(),
        label=_("Dataset"),
        required=False,
        empty_label=_("All datasets"),
        help_text=_("The gate decides evaluations of this dataset."),
        widget=forms.Select({"translate": "no", "dir": "auto"}),
    )
    expression = forms.CharField(
        label=_("Expression"),
        max_length=MOST_CHARACTERS,
        widget=forms.Textarea(PLAIN | {"rows": 5, "class": "mono"}),
        help_text=_("One condition a line, such as “faithfulness.mean >= baseline - 0.02”. All of them must be met."),
    )
    baseline_rule = forms.ChoiceField(label=_("Compare with"), choices=BASELINE_RULES.items())
    baseline = EvaluationField(
        label=_("Pinned evaluation"),
        required=False,
        empty_label=_("None"),
        help_text=_("Also used until an evaluation has passed, where the gate compares with the last one that did."),
    )
    least_cases = forms.IntegerField(
        label=_("Least cases"), min_value=1, max_value=10**6, help_text=_("With fewer it stays undecided.")
    )
    least_scored_percent = forms.FloatField(
        label=_("Least scored (%)"),
        min_value=0,
        max_value=100,
        help_text=_("With a smaller share of scored cases it stays undecided."),
    )
    is_active = forms.BooleanField(
        label=_("Decide every evaluation when it ends"),
        required=False,
        help_text=_("Otherwise only people and programs that ask are answered."),
    )

    def __init__(self, data=None, *, organization, gate=None):
        if gate is None:
            share = 100 * LEAST_SCORED_SHARE
            initial = {"least_cases": LEAST_CASES, "least_scored_percent": f"{share:g}", "is_active": True}
        else:
            names = ("name", "dataset", "expression", "baseline_rule", "baseline", "least_cases", "is_active")
            initial = {name: getattr(gate, name) for name in names} | {
                "least_scored_percent": f"{100 * gate.least_scored_share:g}"
            }
        super().__init__(data, initial=initial)
        datasets = Dataset.objects.for_organization(organization).order_by("name")
        self.fields["dataset"].queryset = datasets
        listed = list(datasets.listed().values_list("pk", "name")[:MOST_DATASETS])
        if gate is not None and gate.dataset and (gate.dataset_id, gate.dataset.name) not in listed:
            listed.append((gate.dataset_id, gate.dataset.name))
        self.fields["dataset"].choices = [("", self.fields["dataset"].empty_label), *listed]
        self.fields["baseline"].offer(organization, also=gate and gate.baseline)

    def fields_of_gate(self):
        given = dict(self.cleaned_data)
        share = given.pop("least_scored_percent") / 100
        expression = given["expression"].replace("\r\n", "\n")
        return given | {"least_scored_share": share, "expression": expression}

    def show_error(self, error):
        """Put a refusal beside the field that it is about."""
        names = {"least_scored_share": "least_scored_percent"}
        name = (error.details or {}).get("field") or ("name" if error.code == "name_taken" else "expression")
        self.add_error(names.get(name, name), error.message)


class CheckForm(forms.Form):
    """What the form of a gate holds so far."""

    dataset = forms.ModelChoiceField(Dataset.objects.none(), required=False)
    expression = forms.CharField(required=False, max_length=MOST_CHARACTERS)

    def __init__(self, data, *, organization):
        super().__init__(data)
        self.fields["dataset"].queryset = Dataset.objects.for_organization(organization)


class DecideForm(forms.Form):
    evaluation = EvaluationField(label=_("Evaluation"), empty_label=_("Choose an evaluation"))

    def __init__(self, data=None, *, gate):
        super().__init__(data)
        self.fields["evaluation"].offer(gate.organization, gate.dataset)
