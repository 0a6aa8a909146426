"""The form of a run's policy."""

from django import forms
from django.utils.translation import gettext_lazy as _

from reviews.engine.models import RateLimitProfile
from reviews.engine.policy import LARGEST_BATCH, MOST_ATTEMPTS, MOST_PARALLEL, RunPolicy
from reviews.engine.views.labels import COMPLETION_MODES

STANDARD = _("The standard profile")
DEAREST = 10**8 - 1


class RunPolicyForm(forms.Form):
    """All parts of a RunPolicy; an empty field is None, which takes the rule away."""

    completion_mode = forms.ChoiceField(
        label=_("Completion"),
        widget=forms.RadioSelect,
        choices=[(mode, title) for mode, (title, _why) in COMPLETION_MODES.items()],
    )
    min_batch_size = forms.IntegerField(
        label=_("Send as provider batch from"),
        required=False,
        min_value=1,
        max_value=LARGEST_BATCH,
        help_text=_(
            "Number of waiting requests of one step, where the provider supports batches. Batches cost about "
            "half and can take 24 h. Default: never."
        ),
    )
    max_attempts = forms.IntegerField(
        label=_("Max attempts"),
        min_value=1,
        max_value=MOST_ATTEMPTS,
        help_text=_("Per request. Unreadable answers are requested at most three times."),
    )
    repair_after_failures = forms.IntegerField(
        label=_("Repair after"),
        required=False,
        min_value=1,
        max_value=MOST_ATTEMPTS,
        help_text=_("Number of unreadable answers. The model then sees its answer and the error. Default: never."),
    )
    rate_limit_profile = forms.ChoiceField(label=_("Rate limit profile"), required=False)
    budget_usd = forms.DecimalField(
        label=_("Budget of this run (USD)"),
        required=False,
        min_value=0,
        max_value=DEAREST,
        max_digits=18,
        decimal_places=10,
        help_text=_("The run pauses before it exceeds the budget. Default: no limit."),
    )

    max_parallel = forms.IntegerField(
        label=_("Max parallel calls"),
        required=False,
        min_value=1,
        max_value=MOST_PARALLEL,
        help_text=_("Direct calls of this run at the same time. Default: no limit of its own."),
    )
    reuse = forms.BooleanField(
        label=_("Reuse earlier answers"),
        required=False,
        help_text=_(
            "Takes the answer of an earlier request of the organization to the same question and model, at no cost. "
            "A new repetition and a rerun step always ask again."
        ),
    )

    def __init__(self, *args, run, **kwargs):
        super().__init__(*args, initial=run.rules.as_json(), **kwargs)
        named = RateLimitProfile.objects.for_organization(run.organization).exclude(name="")
        names = set(named.order_by().values_list("name", flat=True)) | {run.rules.rate_limit_profile} - {""}
        self.fields["rate_limit_profile"].choices = [("", STANDARD), *((name, name) for name in sorted(names))]

    @property
    def modes(self):
        """The choices of completion, each with a sentence that explains it."""
        chosen = self["completion_mode"].value()
        return [
            {"value": mode, "title": title, "why": why, "is_chosen": mode == chosen}
            for mode, (title, why) in COMPLETION_MODES.items()
        ]

    def changes(self):
        """What `runs.set_policy` takes, as JSON."""
        budget = self.cleaned_data["budget_usd"]
        return self.cleaned_data | {"budget_usd": None if budget is None else str(budget)}


def changed(run, changes):
    """Those of the changes that differ from the run's policy as it stands."""
    stands = run.rules.as_json()
    wanted = RunPolicy.read({**stands, **changes}).as_json()
    return {name: value for name, value in wanted.items() if value != stands[name]}
