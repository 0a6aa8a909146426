"""What a manager decides about a task besides its questions."""

import re

from django import forms

from annotations.actions import sampling
from annotations.actions.tasks import TaskSettings
from datasets.models import DatasetVersion
from evalhub.lib import strict_json
from evalhub.lib.errors import EvalHubError, InvalidInput

FIXED_ONCE_ACTIVE = (
    "dataset_version", "output_name", "required_annotations_per_item", "strategy", "sample_size", "seed",
    "stratify_by", "priority_by", "metadata_filter",
)
STRATEGIES = {
    "all": "All cases, in file order",
    "random": "A random sample",
    "stratified": "A sample in proportion to a metadata field",
    "priority": "By a numeric metadata field, highest first",
}
SAMPLING_FIELDS = {"filter": "metadata_filter"}
SAMPLING_ERROR = re.compile(r"sampling_config\.(\w+)")


class VersionField(forms.ModelChoiceField):
    def label_from_instance(self, version):
        return f"{version.dataset.name}, version {version.version_number} ({version.row_count:,} rows)"


class TaskForm(forms.Form):
    """`settings()` is what `tasks.create` takes, `changes(task)` what `tasks.change` takes."""

    dataset_version = VersionField(queryset=DatasetVersion.objects.none(), empty_label="Choose a published version")
    name = forms.CharField(max_length=255)
    description = forms.CharField(
        max_length=10_000, required=False, widget=forms.Textarea(attrs={"rows": 2}),
        help_text="One or two sentences for the list of tasks.",
    )
    instructions = forms.CharField(
        max_length=100_000, strip=False, widget=forms.Textarea(attrs={"rows": 8}), label="Guideline",
        help_text="Markdown. Annotators read it beside every item.",
    )
    output_name = forms.CharField(
        max_length=200, required=False, label="Judged output",
        help_text="The name of a model output in the dataset. Empty: the first one.",
    )
    strategy = forms.ChoiceField(choices=STRATEGIES.items(), initial="all", label="Which cases")
    sample_size = forms.IntegerField(min_value=1, required=False, help_text="Empty: all of them.")
    seed = forms.IntegerField(min_value=0, max_value=2**31 - 1, initial=0, help_text="The same seed draws the same.")
    stratify_by = forms.CharField(max_length=200, required=False, help_text="For a sample in proportion.")
    priority_by = forms.CharField(max_length=200, required=False, help_text="For an order by priority.")
    metadata_filter = forms.CharField(
        required=False, label="Only cases where", widget=forms.Textarea(attrs={"rows": 2}),
        help_text='A filter over metadata as JSON, such as {"category": "billing"}. Empty: every case.',
    )
    required_annotations_per_item = forms.IntegerField(
        min_value=1, max_value=100, initial=3, label="Answers per item", help_text="By people; models come on top."
    )
    consensus_percent = forms.IntegerField(
        min_value=0, max_value=100, initial=66, label="Consensus from (%)",
        help_text="The share of votes that makes ground truth; two of three are 66.7 %.",
    )
    lease_minutes = forms.FloatField(
        min_value=1 / 60, max_value=10_080, initial=30, label="Lease (minutes)",
        help_text="How long an item stays reserved while its page is not open.",
    )
    blind_mode = forms.BooleanField(
        required=False, initial=True, label="Blind", help_text="Nobody sees other answers before their own."
    )
    allow_skip = forms.BooleanField(required=False, initial=True, label="Annotators may skip items")
    allow_flag = forms.BooleanField(required=False, initial=True, label="Annotators may flag items")

    def __init__(self, *args, organization, task=None, **options):
        super().__init__(*args, **options)
        self.task = task
        published = DatasetVersion.objects.for_organization(organization).filter(status="PUBLISHED")
        self.fields["dataset_version"].queryset = published.select_related("dataset").order_by("-published_at")
        if task is not None:
            del self.fields["dataset_version"]
        for name in FIXED_ONCE_ACTIVE if task is not None and task.status != "DRAFT" else ():
            self.fields.pop(name, None)

    @classmethod
    def unsent(cls, post, **options):
        """The form with what was typed so far and no complaints yet."""
        blank = cls(**options)
        typed = {name: field.widget.value_from_datadict(post, {}, name) for name, field in blank.fields.items()}
        return cls(initial=typed, **options)

    def clean_metadata_filter(self):
        text = self.cleaned_data["metadata_filter"].strip()
        if not text:
            return {}
        try:
            value = strict_json.loads(text)
        except EvalHubError as error:
            raise forms.ValidationError(f"This is not JSON. {error.message}") from error
        if not isinstance(value, dict):
            raise forms.ValidationError('Give an object such as {"category": "billing"}.')
        return value

    def settings(self):
        data = self.cleaned_data
        direct = {name: data[name] for name in DIRECT if name in data}
        return TaskSettings(
            **direct, lease_seconds=self._lease_seconds(), consensus_threshold=data["consensus_percent"] / 100,
            sampling_config=self._sampling(),
        )

    def changes(self, task):
        """Only what differs from `task`, so that nothing is drawn anew without need."""
        data = self.cleaned_data
        wanted = {name: data[name] for name in DIRECT if name in data}
        wanted["lease_seconds"] = self._lease_seconds()
        if data["consensus_percent"] != percent(task.consensus_threshold):
            wanted["consensus_threshold"] = data["consensus_percent"] / 100
        if "strategy" in data:
            wanted["sampling_config"] = sampling.clean_config(self._sampling(), task.dataset_version)
        return {name: value for name, value in wanted.items() if getattr(task, name) != value}

    def place(self, error):
        """Put an action's InvalidInput beside the field it is about."""
        found = SAMPLING_ERROR.match(error.message)
        if found:
            name = SAMPLING_FIELDS.get(found.group(1), found.group(1))
            self.add_error(name if name in self.fields else None, error.message.removeprefix("sampling_config."))
        elif error.code == "bad_output":
            self.add_error("output_name", error.message)
        elif isinstance(error, InvalidInput) and "filter" in error.code:
            self.add_error("metadata_filter", error.message)
        else:
            self.add_error(None, error.message)

    def _lease_seconds(self):
        return max(1, round(self.cleaned_data["lease_minutes"] * 60))

    def _sampling(self):
        data = self.cleaned_data
        config = {"strategy": data["strategy"], "sample_size": data["sample_size"], "seed": data["seed"],
                  "filter": data["metadata_filter"]}
        named = {"stratified": "stratify_by", "priority": "priority_by"}.get(data["strategy"])
        return config | ({named: data[named]} if named else {})


DIRECT = (
    "name", "description", "instructions", "output_name", "required_annotations_per_item", "blind_mode", "allow_skip",
    "allow_flag",
)


def initial_of(task):
    """The form's values for a task that exists."""
    config = task.sampling_config
    return {name: getattr(task, name) for name in DIRECT} | {
        "lease_minutes": float(f"{task.lease_seconds / 60:.4g}"),
        "consensus_percent": percent(task.consensus_threshold),
        "strategy": config.get("strategy", "all"),
        "sample_size": config.get("sample_size"),
        "seed": config.get("seed", 0),
        "stratify_by": config.get("stratify_by", ""),
        "priority_by": config.get("priority_by", ""),
        "metadata_filter": strict_json.dumps(config["filter"]) if config.get("filter") else "",
    }


def percent(share):
    """The whole percentage at or below a share: two thirds are 66."""
    return int(share * 100 + 1e-9)
