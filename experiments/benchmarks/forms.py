"""What is asked for a suite and for a run of it; whether it is valid is the action's to say."""

from decimal import Decimal

from django import forms
from django.utils.translation import gettext_lazy as _

from experiments.benchmarks.actions.suite_runs import CALLS, WORKERS
from experiments.benchmarks.models.suite_run import MOST_CALLS, MOST_WORKERS
from experiments.benchmarks.suite_file import MOST_CHARACTERS

PLAIN = {"autocomplete": "off", "spellcheck": "false"}


class SuiteForm(forms.Form):
    definition = forms.CharField(
        max_length=MOST_CHARACTERS,
        label=_("Suite file (YAML)"),
        widget=forms.Textarea(attrs=PLAIN | {"rows": 14, "dir": "ltr", "translate": "no", "class": "mono"}),
        help_text=_(
            "name, version and tasks, each with key, needs, estimated_seconds, calls, dataset, metrics and prompt. "
            "A dataset is the name of one with a published version."
        ),
    )


class LogForm(forms.Form):
    file = forms.FileField(
        label=_("Log file"),
        help_text=_(
            "Inspect: .eval or .json. lm-evaluation-harness: a .zip of its output folder, written with --log_samples."
        ),
    )


class SuiteRunForm(forms.Form):
    model = forms.CharField(
        max_length=200,
        label=_("Model"),
        widget=forms.TextInput(attrs=PLAIN | {"list": "models", "dir": "ltr"}),
        help_text=_("It answers the cases of every task, with the prompt of the task."),
    )
    temperature = forms.FloatField(
        required=False, min_value=0, max_value=2, label=_("Temperature"), help_text=_("Default: as the model has it.")
    )
    parallelism = forms.IntegerField(min_value=1, max_value=MOST_WORKERS, initial=WORKERS, label=_("Tasks at once"))
    calls = forms.IntegerField(
        min_value=1,
        max_value=MOST_CALLS,
        initial=CALLS,
        label=_("Concurrent calls"),
        help_text=_("All tasks together make at most so many calls of the model at once."),
    )
    cost_cap_usd = forms.DecimalField(
        required=False,
        min_value=Decimal("0.0001"),
        max_digits=12,
        decimal_places=4,
        label=_("Cost cap (USD)"),
        help_text=_("No task starts once the run has cost that much. Default: no cap."),
    )

    def chosen(self):
        """As `suite_runs.start` takes it."""
        data = dict(self.cleaned_data)
        temperature = data.pop("temperature")
        config = {} if temperature is None else {"temperature": temperature}
        return data | {"model": {"name": data["model"], "config": config}}
