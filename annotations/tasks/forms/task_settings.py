"""What a manager decides about a task besides its questions."""

import re

from django import forms
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from annotations.tasks.actions import annotation_tasks, sampling
from annotations.tasks.actions.annotation_tasks import TaskSettings, defaults_of
from annotations.tasks.forms import case_filter
from annotations.tasks.forms.case_filter import FilterField
from annotations.tasks.forms.comma_list import CommaListField
from datasets.actions import cases
from datasets.models import DatasetVersion
from evalhub.accounts.models import Team
from evalhub.lib.errors import InvalidInput

FIXED_ONCE_ACTIVE = (
    "dataset_version",
    "output_name",
    "compared_outputs",
    "required_annotations_per_item",
    "strategy",
    "sample_size",
    "seed",
    "stratify_by",
    "priority_by",
    "metadata_filter",
)
STRATEGIES = {
    "all": _("All cases in file order"),
    "random": _("A random sample"),
    "stratified": _("A sample stratified by a metadata field"),
    "priority": _("By a numeric metadata field, highest first"),
}
AUDIT_MODES = {
    "blind_first": _("Own answer first"),
    "assisted": _("Show everything"),
    "critic_hidden": _("Show everything except the critic"),
}
SKILL_FIELDS = {"expertise_tags": "required_skills", "languages": "required_languages"}
SAMPLING_FIELDS = {"filter": "metadata_filter"}
SAMPLING_ERROR = re.compile(r"sampling_config\.(\w+)")


class VersionField(forms.ModelChoiceField):
    def label_from_instance(self, version):
        return ngettext(
            "%(name)s, version %(number)s (%(rows)s row)",
            "%(name)s, version %(number)s (%(rows)s rows)",
            version.row_count,
        ) % {"name": version.dataset.name, "number": version.version_number, "rows": f"{version.row_count:,}"}


class TeamsField(forms.ModelMultipleChoiceField):
    def label_from_instance(self, team):
        return format_html('<bdi translate="no">{}</bdi>', team.name)


REDRAWS_CASES = {"hx-post": "", "hx-vals": '{"do": "version"}', "hx-target": "#cases", "hx-swap": "outerHTML"}


class OutputNames(forms.Field):
    """Names of outputs, as boxes; whether they exist is the action's to say."""

    widget = forms.CheckboxSelectMultiple

    def clean(self, value):
        return list(value or [])


class TaskForm(forms.Form):
    """`settings()` is what `tasks.create` takes, `changes(task)` what `tasks.change` takes."""

    dataset_version = VersionField(
        queryset=DatasetVersion.objects.none(), label=_("Dataset version"), empty_label=_("Choose a published version")
    )
    name = forms.CharField(max_length=255, label=_("Name"), widget=forms.TextInput(attrs={"dir": "auto"}))
    description = forms.CharField(
        max_length=10_000,
        required=False,
        label=_("Description"),
        widget=forms.Textarea(attrs={"rows": 2, "dir": "auto"}),
        help_text=_("One or two sentences, shown in the task list."),
    )
    instructions = forms.CharField(
        max_length=100_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "dir": "auto"}),
        label=_("Guideline"),
        help_text=_("Markdown, shown next to every item."),
    )
    output_name = forms.CharField(
        max_length=200,
        required=False,
        label=_("Judged output"),
        widget=forms.Select,
        help_text=_("A model output of the dataset."),
    )
    compared_outputs = OutputNames(
        required=False,
        label=_("Compared with"),
        help_text=_("For questions that compare answers. Cases without all outputs are excluded."),
    )
    strategy = forms.ChoiceField(choices=STRATEGIES.items(), initial="all", label=_("Which cases"))
    sample_size = forms.IntegerField(
        min_value=1,
        max_value=sampling.MOST_SAMPLED,
        required=False,
        label=_("Sample size"),
        help_text=_("Default: all of them."),
    )
    seed = forms.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        initial=0,
        label=_("Seed"),
        help_text=_("The same seed gives the same sample."),
    )
    stratify_by = forms.CharField(
        max_length=200,
        required=False,
        label=_("Stratify by"),
        widget=forms.Select,
        help_text=_("For a stratified sample."),
    )
    priority_by = forms.CharField(
        max_length=200,
        required=False,
        label=_("Priority by"),
        widget=forms.Select,
        help_text=_("For sampling by priority."),
    )
    metadata_filter = FilterField(required=False, label=_("Only cases where"))
    required_annotations_per_item = forms.IntegerField(
        min_value=1,
        max_value=100,
        initial=3,
        label=_("Answers per item"),
        help_text=_("Answers by people. Model answers are extra."),
    )
    consensus_percent = forms.FloatField(
        min_value=0,
        max_value=100,
        step_size=0.1,
        initial=66.7,
        label=_("Consensus threshold (%)"),
        help_text=_("Share of votes needed for ground truth. Two of three = 66.7 %."),
    )
    lease_minutes = forms.FloatField(
        min_value=1 / 60,
        max_value=10_080,
        initial=30,
        label=_("Lease (minutes)"),
        help_text=_("How long an item stays reserved after its page is closed."),
    )
    time_limit_minutes = forms.FloatField(
        min_value=1 / 60,
        max_value=1440,
        required=False,
        label=_("Time per item (minutes)"),
        help_text=_("A reminder for annotators, not a limit. Default: none."),
    )
    blind_mode = forms.BooleanField(
        required=False,
        initial=True,
        label=_("Blind"),
        help_text=_("Annotators see other answers only after their own."),
    )
    allow_skip = forms.BooleanField(required=False, initial=True, label=_("Allow skipping"))
    allow_flag = forms.BooleanField(required=False, initial=True, label=_("Allow flagging"))
    audit_sample_percent = forms.FloatField(
        min_value=0,
        max_value=100,
        initial=10,
        label=_("Random audit sample (%)"),
        help_text=_("Share of model answers. A random sample gives an unbiased error rate."),
    )
    audit_sample_mode = forms.ChoiceField(
        choices=AUDIT_MODES.items(), initial="blind_first", label=_("Random sample view")
    )
    audit_risk_mode = forms.ChoiceField(
        choices=AUDIT_MODES.items(),
        initial="assisted",
        label=_("Risk queue view"),
        help_text=_("What an auditor sees before deciding."),
    )

    teams = TeamsField(
        queryset=Team.objects.none(),
        required=False,
        label=_("Teams"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Only their members are given items. None: all who annotate."),
    )
    required_skills = CommaListField(
        required=False,
        max_length=2_000,
        label=_("Required expertise"),
        widget=forms.TextInput(attrs={"dir": "auto"}),
        help_text=_("Tags of a person's profile, all of them. Separate with commas, such as medicine, law."),
    )
    required_languages = CommaListField(
        required=False,
        max_length=1_000,
        label=_("Required languages"),
        widget=forms.TextInput(attrs={"translate": "no"}),
        help_text=_("Codes such as en, de or pt-BR, all of them. Separate with commas."),
    )
    max_items_per_person = forms.IntegerField(
        min_value=1,
        max_value=1_000_000,
        required=False,
        label=_("Items per person"),
        help_text=_("At most. Default: as many as there are."),
    )
    due_on = forms.DateField(
        required=False,
        label=_("Due date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Compared with the forecast. Answers are accepted after it too."),
    )

    def __init__(self, *args, organization, task=None, **options):
        super().__init__(*args, **options)
        self.task = task
        self.fields["teams"].queryset = Team.objects.for_organization(organization)
        published = DatasetVersion.objects.for_organization(organization).filter(status="PUBLISHED")
        self.fields["dataset_version"].queryset = published.select_related("dataset").order_by("-published_at")
        if task is not None:
            del self.fields["dataset_version"]
        else:
            usual = defaults_of(organization)
            self.fields["consensus_percent"].initial = consensus_percent(usual["consensus_threshold"])
            self.fields["audit_sample_percent"].initial = shown_percent(usual["audit_sample_share"])
        for name in FIXED_ONCE_ACTIVE if task is not None and task.status != "DRAFT" else ():
            self.fields.pop(name, None)
        if "strategy" in self.fields:
            self._offer_data()
        if "dataset_version" in self.fields:
            self.fields["dataset_version"].widget.attrs |= REDRAWS_CASES

    @cached_property
    def version(self):
        """The dataset version, as chosen so far; None before one is."""
        if self.task is not None:
            return self.task.dataset_version
        try:
            return self.fields["dataset_version"].clean(self["dataset_version"].value())
        except forms.ValidationError:
            return None

    @property
    def case_filter(self):
        """The filter as it is chosen, None for one that cannot be read."""
        if "metadata_filter" not in self.fields:
            return self.task.sampling_config.get("filter") or {}
        try:
            field = self.fields["metadata_filter"]
            return field.clean(self["metadata_filter"].value() or case_filter.of_filter({}))
        except forms.ValidationError:
            return None

    @property
    def outputs(self):
        """The names of the outputs that are shown, in order; () before any is chosen."""
        if "output_name" not in self.fields:
            return [self.task.output_name, *self.task.compared_outputs]
        return [name for name in (self["output_name"].value(), *(self["compared_outputs"].value() or ())) if name]

    def _offer_data(self):
        """Fill the choices that stand for columns and outputs of the version; what was chosen stays among them."""
        version = self.version
        columns = cases.metadata_fields(version) if version else {}
        numbers = [name for name, kind in columns.items() if kind in sampling.NUMBER_TYPES]
        outputs = annotation_tasks.named_outputs(version) if version else []
        self.fields["metadata_filter"].columns = columns
        offered = {"stratify_by": list(columns), "priority_by": numbers, "output_name": outputs}
        empty = {"output_name": gettext("The first one")}
        for name, values in offered.items():
            chosen = [text for text in [self[name].value()] if text and text not in values]
            choices = [("", empty.get(name, gettext("None"))), *((value, value) for value in [*values, *chosen])]
            self.fields[name].widget.choices = choices
        compared = self["compared_outputs"].value() or []
        names = [*compared, *(name for name in outputs if name not in compared)]
        self.fields["compared_outputs"].widget.choices = [(name, name) for name in names]

    @classmethod
    def unsent(cls, post, **options):
        """The form with what was typed so far and no complaints yet."""
        blank = cls(**options)
        typed = {name: field.widget.value_from_datadict(post, {}, name) for name, field in blank.fields.items()}
        return cls(initial=typed, **options)

    def settings(self):
        data = self.cleaned_data
        direct = {name: data[name] for name in DIRECT if name in data}
        return TaskSettings(
            **direct,
            **self._converted(),
            consensus_threshold=data["consensus_percent"] / 100,
            sampling_config=self._sampling(),
            teams=list(data["teams"]),
        )

    def changes(self, task):
        """Only what differs from `task`, so that nothing is drawn anew without need."""
        data = self.cleaned_data
        wanted = {name: data[name] for name in DIRECT if name in data} | self._converted()
        if data["consensus_percent"] != consensus_percent(task.consensus_threshold):
            wanted["consensus_threshold"] = data["consensus_percent"] / 100
        if data["audit_sample_percent"] == shown_percent(task.audit_sample_share):
            del wanted["audit_sample_share"]
        if "strategy" in data:
            wanted["sampling_config"] = sampling.clean_config(self._sampling(), task.dataset_version)
        changes = {name: value for name, value in wanted.items() if getattr(task, name) != value}
        return changes | ({"teams": list(data["teams"])} if set(data["teams"]) != set(task.teams.all()) else {})

    def show_error(self, error):
        """Put an action's InvalidInput beside the field it is about."""
        found = SAMPLING_ERROR.match(error.message)
        if found:
            name = SAMPLING_FIELDS.get(found.group(1), found.group(1))
            self.add_error(name if name in self.fields else None, error.message.removeprefix("sampling_config."))
        elif error.code in ("bad_output", "bad_compared"):
            self.add_error({"bad_output": "output_name"}.get(error.code, "compared_outputs"), error.message)
        elif error.details.get("path") in SKILL_FIELDS:
            self.add_error(SKILL_FIELDS[error.details["path"]], error.details.get("problem", error.message))
        elif isinstance(error, InvalidInput) and "filter" in error.code:
            self.add_error("metadata_filter", error.message)
        else:
            self.add_error(None, error.message)

    def _converted(self):
        """What people give in minutes and percent, as it is stored."""
        data = self.cleaned_data
        limit = data["time_limit_minutes"]
        return {
            "lease_seconds": max(1, round(data["lease_minutes"] * 60)),
            "time_limit_seconds": max(1, round(limit * 60)) if limit else None,
            "audit_sample_share": data["audit_sample_percent"] / 100,
        }

    def _sampling(self):
        data = self.cleaned_data
        config = {
            "strategy": data["strategy"],
            "sample_size": data["sample_size"],
            "seed": data["seed"],
            "filter": data["metadata_filter"],
        }
        named = {"stratified": "stratify_by", "priority": "priority_by"}.get(data["strategy"])
        return config | ({named: data[named]} if named else {})


DIRECT = (
    "name",
    "description",
    "instructions",
    "output_name",
    "compared_outputs",
    "required_annotations_per_item",
    "blind_mode",
    "allow_skip",
    "allow_flag",
    "audit_sample_mode",
    "audit_risk_mode",
    "required_skills",
    "required_languages",
    "max_items_per_person",
    "due_on",
)


def initial_of(task):
    """The form's values for a task that exists."""
    config = task.sampling_config
    limit = task.time_limit_seconds
    return {name: getattr(task, name) for name in DIRECT} | {
        "teams": list(task.teams.values_list("pk", flat=True)),
        "lease_minutes": float(f"{task.lease_seconds / 60:.4g}"),
        "time_limit_minutes": float(f"{limit / 60:.4g}") if limit else None,
        "audit_sample_percent": shown_percent(task.audit_sample_share),
        "consensus_percent": consensus_percent(task.consensus_threshold),
        "strategy": config.get("strategy", "all"),
        "sample_size": config.get("sample_size"),
        "seed": config.get("seed", 0),
        "stratify_by": config.get("stratify_by", ""),
        "priority_by": config.get("priority_by", ""),
        "metadata_filter": case_filter.of_filter(config.get("filter")),
    }


def shown_percent(share, digits=4):
    """A share in percent, short enough to be typed."""
    percent = round(share * 100, digits)
    return int(percent) if percent.is_integer() else percent


def consensus_percent(share):
    """A threshold with the one digit that consensus looks at: 66.7 for two thirds."""
    return shown_percent(share, 1)
