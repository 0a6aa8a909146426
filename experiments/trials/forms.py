"""The forms of experiments: plan one, set one up, decide one."""

from django import forms
from django.utils.translation import gettext_lazy as _

from experiments.evaluations.actions.people import MOST_PEOPLE
from experiments.evaluations.forms import RepetitionsForm
from experiments.trials.actions.experiments import NO_WINNER, Config, PlannedMetric
from experiments.trials.analysis.sample_plan import Wish
from experiments.trials.analysis.verdict import SHIP, UNHEALTHY
from experiments.trials.models.experiment import SEQUENTIAL
from experiments.trials.models.experiment_metric import GUARDRAIL, MACHINES, PRIMARY, SECONDARY

VARIANTS, GUARDRAILS = (1, 2, 3, 4), (1, 2, 3)
DATA = {"translate": "no", "dir": "auto"}  # of a choice of names that people gave
MODEL_WIDGET = {"list": "models", "autocomplete": "off", "spellcheck": "false", "translate": "no"}


class PlannerForm(forms.Form):
    """All of it has a start, so that the page shows a plan at once; `wish` is what was asked for."""

    metric = forms.ChoiceField(label=_("Metric"), widget=forms.Select(DATA))
    effect = forms.FloatField(
        label=_("Smallest effect that matters"),
        min_value=0.0001,
        max_value=1_000_000,
        initial=0.1,
        widget=forms.NumberInput({"step": "any"}),
        help_text=_("A difference of the means, on the scale of the metric."),
    )
    chance = forms.FloatField(
        label=_("Power"), min_value=0.5, max_value=0.999, initial=0.8, widget=forms.NumberInput({"step": "any"})
    )
    alpha = forms.FloatField(
        label=_("Alpha"), min_value=0.0001, max_value=0.5, initial=0.05, widget=forms.NumberInput({"step": "any"})
    )
    share = forms.FloatField(
        label=_("Labelled share"),
        min_value=0,
        max_value=1,
        initial=0.0,
        widget=forms.NumberInput({"step": "any"}),
        help_text=_("Of the pairs, by people. 0: scores of machines alone."),
    )
    people = forms.IntegerField(label=_("People per output"), min_value=1, max_value=MOST_PEOPLE, initial=1)
    label_usd = forms.DecimalField(
        label=_("Price of a label (USD)"), min_value=0, max_digits=8, decimal_places=4, required=False
    )
    looks = forms.BooleanField(
        label=_("I want to look while it runs"),
        required=False,
        initial=True,
        help_text=_("A confidence sequence needs more pairs and protects every look."),
    )
    pilot = forms.ChoiceField(label=_("Pilot"), required=False, widget=forms.Select(DATA))
    version = forms.ModelChoiceField(
        None, label=_("Dataset"), required=False, empty_label=_("None yet"), widget=forms.Select(DATA)
    )
    daily = forms.IntegerField(
        label=_("Units a day"),
        min_value=1,
        max_value=1_000_000_000,
        required=False,
        help_text=_("Of traffic, for all variants: says how many days an experiment on it takes."),
    )

    def __init__(self, *args, metrics, pilots, versions, **options):
        super().__init__(*args, **options)
        self.fields["metric"].choices = metrics
        self.fields["pilot"].choices = [("", _("Newest")), *pilots, ("none", _("None: assume a spread"))]
        self.fields["version"].queryset = versions

    @property
    def wish(self):
        data = self.cleaned_data
        return Wish(data["effect"], data["chance"], data["alpha"], data["share"], data["looks"])


class PlanForm(forms.Form):
    """What all experiments have, whatever their units are: what it is for, and when it is decided."""

    name = forms.CharField(label=_("Name"), max_length=255)
    hypothesis = forms.CharField(
        label=_("Hypothesis"), required=False, max_length=5_000, widget=forms.Textarea({"rows": 2, "dir": "auto"})
    )
    alpha = forms.FloatField(
        label=_("Alpha"), min_value=0.0001, max_value=0.5, initial=0.05, widget=forms.NumberInput({"step": "any"})
    )
    least_effect = forms.FloatField(
        label=_("Least gain"),
        min_value=0,
        initial=0.0,
        widget=forms.NumberInput({"step": "any"}),
        help_text=_("A smaller one is not worth it."),
    )
    is_aa = forms.BooleanField(
        label=_("A/A test: all variants are the same"),
        required=False,
        help_text=_("A difference is then a fault of the data or of the scorers."),
    )

    def rows(self, name, numbers, parts):
        """[{part: bound field}] of the fields called NAME_NUMBER_PART."""
        return [{part: self[f"{name}_{number}_{part}"] for part in parts} for number in numbers]

    def entered(self, name, numbers, parts):
        """[{part: value}] of these fields, of a valid form."""
        return [{part: self.cleaned_data.get(f"{name}_{number}_{part}") for part in parts} for number in numbers]


class ExperimentForm(PlanForm, RepetitionsForm):
    """An experiment on cases: its variants, the first one the control, its metrics, and how it is decided.

    `choices` {"type", "method", "scores"} are what these may be.
    """

    type = forms.ChoiceField(label=_("Type"))
    version = forms.ModelChoiceField(
        None, label=_("Dataset"), empty_label=_("Choose a dataset"), widget=forms.Select(DATA)
    )
    primary = forms.ChoiceField(label=_("Primary metric"), help_text=_("It decides."), widget=forms.Select(DATA))
    primary_scores = forms.ChoiceField(label=_("Whose scores count"))
    secondary = forms.MultipleChoiceField(
        label=_("Secondary metrics"), required=False, widget=forms.SelectMultiple(DATA)
    )
    secondary_scores = forms.ChoiceField(label=_("Whose scores count"), initial=MACHINES, required=False)
    judges = forms.MultipleChoiceField(label=_("Models as judges"), required=False)
    method = forms.ChoiceField(label=_("Method"), initial=SEQUENTIAL)
    planned_n = forms.IntegerField(
        label=_("Planned pairs"),
        min_value=1,
        max_value=1_000_000_000,
        required=False,
        help_text=_("Default: all cases of the dataset. Where people's labels count, as many as they are to label."),
    )
    minimum = forms.IntegerField(
        label=_("Least pairs"), min_value=2, max_value=1_000_000_000, initial=30, help_text=_("Fewer decide nothing.")
    )
    cost_cap_usd = forms.DecimalField(
        label=_("Stop at a cost of (USD)"), min_value=0.0001, max_digits=12, decimal_places=4, required=False
    )

    def __init__(self, *args, versions, evaluations, metrics, models, choices, **options):
        super().__init__(*args, **options)
        for name in ("type", "method", "primary_scores", "secondary_scores"):
            self.fields[name].choices = choices[name.removeprefix("primary_").removeprefix("secondary_")]
        self.fields["version"].queryset = versions
        self.fields["primary"].choices = [("", _("Choose a metric")), *metrics]
        self.fields["secondary"].choices = metrics
        self.fields["judges"].choices = [(model, model) for model in models]
        for number in VARIANTS:
            self._add_variant(number, evaluations)
        for number in GUARDRAILS:
            self._add_guardrail(number, metrics, choices["scores"])

    def _add_variant(self, number, evaluations):
        add = self.fields.setdefault
        add(f"variant_{number}_name", forms.CharField(label=_("Name"), max_length=200, required=number < 3))
        add(
            f"variant_{number}_output",
            forms.CharField(
                label=_("Outputs of the dataset named"),
                max_length=200,
                required=False,
                widget=forms.TextInput(MODEL_WIDGET | {"list": "outputs", "dir": "auto"}),
            ),
        )
        evaluation = forms.ModelChoiceField(
            evaluations, label=_("Or an evaluation"), required=False, empty_label=_("None"), widget=forms.Select(DATA)
        )
        evaluation.label_from_instance = lambda found: found.name
        add(f"variant_{number}_evaluation", evaluation)
        add(
            f"variant_{number}_model",
            forms.CharField(
                label=_("Or a model that answers now"),
                max_length=200,
                required=False,
                widget=forms.TextInput(MODEL_WIDGET),
            ),
        )
        prompt = forms.CharField(
            label=_("Prompt of that model"),
            required=False,
            max_length=20_000,
            widget=forms.Textarea({"rows": 2, "dir": "auto"}),
        )
        add(f"variant_{number}_prompt", prompt)

    def _add_guardrail(self, number, metrics, whose):
        metric = forms.ChoiceField(
            label=_("Metric"), required=False, choices=[("", _("None")), *metrics], widget=forms.Select(DATA)
        )
        margin = forms.FloatField(
            label=_("Margin"), min_value=0, required=False, widget=forms.NumberInput({"step": "any"})
        )
        scores = forms.ChoiceField(label=_("Whose scores count"), choices=whose, initial=MACHINES, required=False)
        self.fields |= {
            f"guardrail_{number}_metric": metric,
            f"guardrail_{number}_margin": margin,
            f"guardrail_{number}_scores": scores,
        }

    @property
    def variant_rows(self):
        return self.rows("variant", VARIANTS, ("name", "output", "evaluation", "model", "prompt"))

    @property
    def guardrail_rows(self):
        return self.rows("guardrail", GUARDRAILS, ("metric", "margin", "scores"))

    @property
    def variants(self):
        """As `experiments.create` takes them."""
        found = self.entered("variant", VARIANTS, ("name", "output", "evaluation", "model", "prompt"))
        return [
            {"name": each["name"], "is_control": place == 0, "config": _config(each)}
            for place, each in enumerate(found)
            if each["name"]
        ]

    @property
    def metrics(self):
        data = self.cleaned_data
        found = [PlannedMetric(data["primary"], PRIMARY, scores=data["primary_scores"])]
        for each in self.entered("guardrail", GUARDRAILS, ("metric", "margin", "scores")):
            if each["metric"]:
                margin, scores = each["margin"] or 0.0, each["scores"] or MACHINES
                found.append(PlannedMetric(each["metric"], GUARDRAIL, margin=margin, scores=scores))
        scores = data["secondary_scores"] or MACHINES
        return [*found, *(PlannedMetric(key, SECONDARY, scores=scores) for key in data["secondary"])]

    @property
    def scoring(self):
        """As `experiments.create` takes it."""
        data = self.cleaned_data
        found = {"judges": data["judges"]} if data["judges"] else {}
        if data["repetitions"] > 1:
            found |= {"repetitions": data["repetitions"], "reducer": self.reducer}
        return found

    @property
    def config(self):
        data = self.cleaned_data
        return Config(
            method=data["method"],
            significance_level=data["alpha"],
            minimum_sample_size=data["minimum"],
            planned_n=data["planned_n"],
            least_effect=data["least_effect"],
            is_aa=data["is_aa"],
        )


def _config(row):
    found = {}
    if row["output"].strip():
        found["output_name"] = row["output"].strip()
    if row["evaluation"] is not None:
        found["evaluation_id"] = str(row["evaluation"].pk)
    if row["model"].strip():
        found["model"] = {"name": row["model"].strip()}
        if row["prompt"].strip():
            found["prompt_version"] = row["prompt"].strip()
    return found


class RepeatForm(forms.Form):
    """`versions` may be chosen, the first one by itself; without any the experiment is on traffic."""

    version = forms.ModelChoiceField(None, label=_("Dataset"), empty_label=None, widget=forms.Select(DATA))
    only_new = forms.BooleanField(
        label=_("Only new cases"),
        required=False,
        initial=True,
        help_text=_("Cases of the first experiment's version are left out, so that both can be pooled."),
    )
    name = forms.CharField(
        label=_("Name"), required=False, max_length=255, help_text=_("Default: that of the first one, with a number.")
    )

    def __init__(self, *args, versions, **options):
        super().__init__(*args, **options)
        if versions is None:
            del self.fields["version"], self.fields["only_new"]
        else:
            self.fields["version"].queryset = versions


class ConcludeForm(forms.Form):
    """`winner` is one of the variants, or None; none where data are not healthy, or in an A/A test."""

    winner = forms.ChoiceField(label=_("Winner"), widget=forms.RadioSelect)
    notes = forms.CharField(
        label=_("Notes"),
        required=False,
        max_length=10_000,
        widget=forms.Textarea({"rows": 3, "dir": "auto"}),
        help_text=_("Why, for everyone who reads this later."),
    )

    def __init__(self, *args, variants, look, **options):
        super().__init__(*args, **options)
        is_healthy = look is not None and look.verdict != UNHEALTHY
        has_winner = is_healthy and not look.experiment.is_aa
        self._variants = {str(each.pk): each for each in variants} if has_winner else {}
        names = [(pk, each.name) for pk, each in self._variants.items()]
        self.fields["winner"].choices = [*names, (NO_WINNER, _("No winner"))]
        if has_winner and look.verdict == SHIP:
            shipped = look.figures["treatment"]
            self.initial["winner"] = next(pk for pk, each in self._variants.items() if each.name == shipped)

    def clean_winner(self):
        return self._variants.get(self.cleaned_data["winner"])
