"""Forms of evaluations: set one up, send outputs to people."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evalhub.lib.charts.numbers import count
from experiments.evaluations.actions import people
from experiments.evaluations.models.evaluation import MOST_REPETITIONS
from experiments.evaluations.reducers import MAJORITY, MEAN
from reviews.scorers.actions import juries
from reviews.scorers.registry import default_form_scorer, form_scorers

# {what an action names, or the code of its refusal: the field it is entered in}
FIELDS = {"system": "system_model", "sampling": "share", "reducer": "reduce_by", "bad_output": "output_name"}
JURY_FIELDS = {"members": "judges", "rule": "jury_rule", "minimum": "jury_minimum"}
PASS_AT = "pass@"
REDUCERS = [
    (MEAN, gettext_lazy("Mean")),
    (MAJORITY, gettext_lazy("Majority")),
    (PASS_AT, gettext_lazy("pass@k: one of k passes")),
]


class SendForm(forms.Form):
    """A new task, or one of `tasks` that takes more outputs."""

    task = forms.ModelChoiceField(
        None,
        required=False,
        label=gettext_lazy("Annotation task"),
        empty_label=gettext_lazy("New task"),
        help_text=gettext_lazy("A task that has some of the outputs gets the others alone."),
    )
    name = forms.CharField(label=gettext_lazy("Name of the new task"), max_length=255, required=False)
    people = forms.IntegerField(
        label=gettext_lazy("Labels per output"), min_value=1, max_value=people.MOST_PEOPLE, initial=1, required=False
    )

    def __init__(self, *args, tasks, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["task"].queryset = tasks
        self.fields["task"].label_from_instance = lambda task: task.name


class RepetitionsForm(forms.Form):
    """How often each case is answered, and what becomes of the scores of its repetitions."""

    repetitions = forms.IntegerField(
        label=gettext_lazy("Repetitions"), min_value=1, max_value=MOST_REPETITIONS, initial=1
    )
    reduce_by = forms.ChoiceField(
        label=gettext_lazy("Repetitions become"),
        choices=REDUCERS,
        initial=MEAN,
        required=False,
        help_text=gettext_lazy(
            "The value of a case. All but the mean need metrics with a threshold, or with few values."
        ),
    )
    pass_k = forms.IntegerField(
        label=gettext_lazy("k of pass@k"), min_value=1, max_value=MOST_REPETITIONS, required=False
    )

    @property
    def reducer(self):
        """mean, majority or pass@k, by itself with all repetitions as k."""
        chosen = self.cleaned_data.get("reduce_by") or MEAN
        if chosen != PASS_AT:
            return chosen
        return f"{PASS_AT}{self.cleaned_data.get('pass_k') or self.cleaned_data['repetitions']}"


class EvaluationForm(RepetitionsForm):
    """A new evaluation in three parts: what is scored, by which metrics and models, and at which price at most."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=255, required=False)
    version = forms.ModelChoiceField(None, label=gettext_lazy("Dataset"), empty_label=gettext_lazy("Choose a dataset"))
    output_name = forms.CharField(
        label=gettext_lazy("Existing outputs"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("The name of outputs in the data. Default: the first name of the dataset."),
    )
    system_model = forms.CharField(
        label=gettext_lazy("Or a model that answers now"),
        max_length=200,
        required=False,
        widget=forms.TextInput({"list": "models", "autocomplete": "off", "spellcheck": "false", "translate": "no"}),
    )
    system_prompt = forms.CharField(
        label=gettext_lazy("Prompt of that model"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea({"rows": 3, "dir": "auto"}),
        help_text=gettext_lazy("{input} stands for the text of the case. Default: the text alone."),
    )
    share = forms.IntegerField(
        label=gettext_lazy("Cases (%)"),
        min_value=1,
        max_value=100,
        initial=100,
        help_text=gettext_lazy("A random sample."),
    )
    baseline = forms.ModelChoiceField(
        None, label=gettext_lazy("Baseline"), required=False, empty_label=gettext_lazy("None")
    )
    metrics = forms.MultipleChoiceField(
        label=gettext_lazy("Metrics"), error_messages={"required": gettext_lazy("Choose at least one metric.")}
    )
    judges = forms.MultipleChoiceField(label=gettext_lazy("Models as judges"), required=False)
    other_judge = forms.CharField(
        label=gettext_lazy("Another model as judge"),
        max_length=200,
        required=False,
        widget=forms.TextInput({"list": "models", "autocomplete": "off", "spellcheck": "false", "translate": "no"}),
    )
    method = forms.ChoiceField(
        label=gettext_lazy("How models score"),
        required=False,
        help_text=gettext_lazy(
            "G-Eval weights the points of a scale by the model's own probabilities, where it tells them."
        ),
    )
    jury_rule = forms.ChoiceField(
        label=gettext_lazy("Jury"),
        required=False,
        choices=[
            ("", gettext_lazy("None: each model for itself")),
            ("median", gettext_lazy("Median of the models")),
            ("mean", gettext_lazy("Mean of the models")),
            ("majority", gettext_lazy("Majority of the models")),
        ],
        help_text=gettext_lazy("Scores each output by all chosen models together. A tied majority gives none."),
    )
    jury_minimum = forms.IntegerField(
        label=gettext_lazy("Models that must have a score"),
        min_value=1,
        max_value=juries.MOST_MEMBERS,
        required=False,
        help_text=gettext_lazy("Of a jury. Default: more than half of them."),
    )
    cost_cap_usd = forms.DecimalField(
        label=gettext_lazy("Stop at a cost of (USD)"),
        min_value=0.0001,
        max_digits=12,
        decimal_places=4,
        required=False,
        help_text=gettext_lazy("Finished outputs are kept."),
    )
    parallelism = forms.IntegerField(
        label=gettext_lazy("Concurrent calls"), min_value=1, max_value=1000, required=False
    )
    reuse = forms.BooleanField(label=gettext_lazy("Reuse answers of judges to the same content"), required=False)

    def __init__(self, *args, versions, baselines, metrics, models, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["version"].queryset = versions
        self.fields["version"].label_from_instance = version_label
        self.fields["baseline"].queryset = baselines
        self.fields["baseline"].label_from_instance = lambda evaluation: evaluation.name
        self.fields["metrics"].choices = metrics
        self.fields["judges"].choices = [(model, model) for model in models]
        self.fields["method"].choices = [(key, _(scorer.title)) for key, scorer in form_scorers.items()]
        self.fields["method"].initial = default_form_scorer()

    @property
    def all_judges(self):
        """Names of models, each once."""
        chosen = [*self.cleaned_data.get("judges", ()), self.cleaned_data.get("other_judge", "").strip()]
        return list(dict.fromkeys(filter(None, chosen)))

    @property
    def judge_settings(self):
        """The same, as `evaluations.create_batch` takes judges: by themselves, or as a jury."""
        method = self.cleaned_data.get("method") or default_form_scorer()
        models = [{"model": model, "method": method} for model in self.all_judges]
        if not self.cleaned_data.get("jury_rule"):
            return models
        jury = {"members": models, "rule": self.cleaned_data["jury_rule"]}
        return [{"jury": jury | {"minimum": self.cleaned_data.get("jury_minimum")}}]

    @property
    def system(self):
        """What `evaluations.create_batch` takes as the system; None for outputs that are there."""
        model = self.cleaned_data.get("system_model", "").strip()
        if not model:
            return None
        prompt = self.cleaned_data.get("system_prompt", "").strip()
        return {"model": model} | ({"prompt": prompt} if prompt else {})

    def place(self, error):
        """Put an EvalHubError by the field that it names."""
        details = error.details or {}
        named = str(details.get("path") or details.get("field") or "").partition(".")[0].partition("[")[0]
        of_jury = JURY_FIELDS.get(str(details.get("path")).rpartition(".")[2]) if named == "judges" else None
        name = of_jury or FIELDS.get(named) or FIELDS.get(error.code) or named
        self.add_error(name if name in self.fields else None, error.message)


def version_label(version):
    words = {"name": version.dataset.name, "n": version.version_number, "cases": count(version.row_count)}
    return _("%(name)s, version %(n)s (%(cases)s cases)") % words
