"""The forms of experiments on traffic: with fixed shares, and as a bandit."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evalhub.lib.charts import numbers
from experiments.trials.actions.bandit_shares import LEAST_GROWTH, USUAL_FLOOR, USUAL_GROWTH, USUAL_POLICY
from experiments.trials.actions.experiments import USUAL_PLANNED_N, Config, PlannedMetric
from experiments.trials.forms import GUARDRAILS, VARIANTS, PlanForm
from experiments.trials.models.experiment import BANDIT, SEQUENTIAL
from experiments.trials.models.experiment_metric import GUARDRAIL, HIGHER, LOWER, PRIMARY, SECONDARY
from experiments.trials.policies import policies

SECONDARIES = (1, 2, 3)
DIRECTIONS = [(HIGHER, _("higher")), (LOWER, _("lower"))]
NAME_WIDGET = {"autocomplete": "off", "spellcheck": "false", "translate": "no", "dir": "auto"}
ROUNDING = 0.1  # per cent, by which shares may miss 100


class TrafficForm(PlanForm):
    """Units of the customer's own; metrics are names that outcomes are reported under. `choices` {"type", "method"}."""

    type = forms.ChoiceField(label=_("Type"))
    primary = forms.CharField(
        label=_("Primary metric"),
        max_length=200,
        widget=forms.TextInput(NAME_WIDGET),
        help_text=_("It decides. Outcomes are reported under this name, such as resolved."),
    )
    primary_direction = forms.ChoiceField(label=_("Better"), choices=DIRECTIONS, initial=HIGHER)
    method = forms.ChoiceField(label=_("Method"), initial=SEQUENTIAL)
    planned_n = forms.IntegerField(
        label=_("Planned units"), min_value=1, max_value=1_000_000_000, initial=USUAL_PLANNED_N
    )
    minimum = forms.IntegerField(
        label=_("Least units"), min_value=2, max_value=1_000_000_000, initial=100, help_text=_("Fewer decide nothing.")
    )
    minimum_days = forms.IntegerField(
        label=_("Least days"), min_value=0, max_value=3_650, initial=0, help_text=_("A shorter time decides nothing.")
    )
    maximum_duration_days = forms.IntegerField(
        label=_("Most days"),
        min_value=1,
        max_value=3_650,
        required=False,
        help_text=_("Then it ends without a winner."),
    )

    def __init__(self, *args, choices, **options):
        super().__init__(*args, **options)
        for name in choices.keys() & self.fields.keys():
            self.fields[name].choices = choices[name]
        for number in VARIANTS:
            self._add_variant(number)
        for number in GUARDRAILS:
            self._add_metric(f"guardrail_{number}")
            margin = forms.FloatField(
                label=_("Margin"), min_value=0, required=False, widget=forms.NumberInput({"step": "any"})
            )
            self.fields[f"guardrail_{number}_margin"] = margin
        for number in SECONDARIES:
            self._add_metric(f"secondary_{number}")

    def _add_variant(self, number):
        name = forms.CharField(
            label=_("Name"), max_length=200, required=number < 3, widget=forms.TextInput(NAME_WIDGET)
        )
        share = forms.FloatField(
            label=_("Share of units (%)"),
            min_value=0,
            max_value=100,
            required=False,
            widget=forms.NumberInput({"step": "any"}),
        )
        self.fields |= {f"variant_{number}_name": name, f"variant_{number}_share": share}

    def _add_metric(self, prefix):
        metric = forms.CharField(label=_("Metric"), max_length=200, required=False, widget=forms.TextInput(NAME_WIDGET))
        direction = forms.ChoiceField(label=_("Better"), choices=DIRECTIONS, initial=HIGHER, required=False)
        self.fields |= {f"{prefix}_metric": metric, f"{prefix}_direction": direction}

    @property
    def variant_rows(self):
        return self.rows("variant", VARIANTS, ("name", "share"))

    @property
    def guardrail_rows(self):
        return self.rows("guardrail", GUARDRAILS, ("metric", "direction", "margin"))

    @property
    def secondary_rows(self):
        return self.rows("secondary", SECONDARIES, ("metric", "direction"))

    def clean(self):
        data = super().clean()
        self._refuse_twice("variant", VARIANTS, "name", [])
        self._refuse_twice("secondary", SECONDARIES, "metric", self._names("guardrail", GUARDRAILS, "metric"))
        self._refuse_twice("guardrail", GUARDRAILS, "metric", [data.get("primary")])
        self._check_shares()
        return data

    def _names(self, group, places, part):
        return [each[part] for each in self.entered(group, places, (part,)) if each[part]]

    def _refuse_twice(self, group, places, part, taken):
        seen = {*taken, self.cleaned_data.get("primary")} if group != "variant" else set()
        for number, each in zip(places, self.entered(group, places, (part,)), strict=True):
            if each[part] in seen and each[part]:
                self.add_error(f"{group}_{number}_{part}", gettext("This name is used already."))
            seen.add(each[part])

    def _check_shares(self):
        """A share for each variant with a name, or none; all of them 100 %."""
        found = self.entered("variant", VARIANTS, ("name", "share"))
        for number, each in zip(VARIANTS, found, strict=True):
            if each["share"] is not None and not each["name"]:
                self.add_error(f"variant_{number}_name", gettext("Name the variant, or leave its share empty."))
        shares = [each["share"] for each in found if each["name"]]
        if all(share is None for share in shares):
            return
        if None in shares:
            place = next(number for number, each in zip(VARIANTS, found, strict=True) if each["share"] is None)
            self.add_error(f"variant_{place}_share", gettext("Give every variant a share, or none for equal ones."))
        elif abs(sum(shares) - 100) > ROUNDING:
            text = gettext("The shares sum to %(sum)s %%. Valid: 100 %%.")
            self.add_error("variant_1_share", text % {"sum": numbers.short(round(sum(shares), 3))})

    @property
    def variants(self):
        """As `experiments.create` takes them; shares that are entered sum to 1."""
        found = [each for each in self.entered("variant", VARIANTS, ("name", "share")) if each["name"]]
        whole = sum(each["share"] or 0.0 for each in found)
        return [
            {"name": each["name"], "is_control": place == 0}
            | ({} if each["share"] is None else {"traffic_allocation": each["share"] / whole})
            for place, each in enumerate(found)
        ]

    @property
    def metrics(self):
        data = self.cleaned_data
        found = [PlannedMetric(data["primary"], PRIMARY, data["primary_direction"])]
        for each in self.entered("guardrail", GUARDRAILS, ("metric", "direction", "margin")):
            if each["metric"]:
                margin = each["margin"] or 0.0
                found.append(PlannedMetric(each["metric"], GUARDRAIL, each["direction"] or HIGHER, margin))
        for each in self.entered("secondary", SECONDARIES, ("metric", "direction")):
            if each["metric"]:
                found.append(PlannedMetric(each["metric"], SECONDARY, each["direction"] or HIGHER))
        return found

    @property
    def kind(self):
        """The type of the experiment."""
        return self.cleaned_data["type"]

    @property
    def config(self):
        return Config(method=self.cleaned_data["method"], **self._limits)

    @property
    def _limits(self):
        data = self.cleaned_data
        return {
            "significance_level": data["alpha"],
            "minimum_sample_size": data["minimum"],
            "planned_n": data["planned_n"],
            "minimum_days": data["minimum_days"],
            "maximum_duration_days": data["maximum_duration_days"],
            "least_effect": data["least_effect"],
            "is_aa": data["is_aa"],
        }


class BanditForm(TrafficForm):
    """A bandit has one type, is decided by its posterior, and shares out units by a policy."""

    type = method = None
    kind = BANDIT
    policy = forms.ChoiceField(label=_("Policy"), initial=USUAL_POLICY, widget=forms.RadioSelect)
    floor = forms.FloatField(
        label=_("Least share of a variant (%)"),
        min_value=0.1,
        max_value=50,
        initial=round(100 * USUAL_FLOOR),
        widget=forms.NumberInput({"step": "any"}),
        help_text=_("Keeps every mean defined. At most an equal share."),
    )
    growth = forms.FloatField(
        label=_("Shares change after (% more outcomes)"),
        min_value=100 * LEAST_GROWTH,
        max_value=100,
        initial=round(100 * USUAL_GROWTH),
        widget=forms.NumberInput({"step": "any"}),
        help_text=_("From 100 outcomes of every variant on."),
    )

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.fields["policy"].choices = [
            (key, f"{gettext(policy.title)}: {gettext(policy.about)}") for key, policy in policies.items()
        ]

    def clean(self):
        data = super().clean()
        n, floor = len(self._names("variant", VARIANTS, "name")), data.get("floor")
        if floor is not None and n and floor * n > 100:
            text = gettext("At most %(most)s %% for %(n)s variants.")
            self.add_error("floor", text % {"most": numbers.short(round(100 / n, 2)), "n": n})
        return data

    @property
    def config(self):
        data = self.cleaned_data
        policy = {"policy": data["policy"], "floor": data["floor"] / 100, "growth": data["growth"] / 100}
        return Config(**self._limits, allocation_policy=policy)
