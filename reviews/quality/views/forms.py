"""What is asked on the pages of quality: the router's policy, a new grading, the filters of the ledger."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from datasets.models import DatasetVersion
from evalhub.lib.errors import InvalidInput
from reviews.quality.actions.gradings import MOST_CASES
from reviews.quality.graders import is_known, title_of
from reviews.quality.judges import pair_judges
from reviews.quality.routing import MIN_OBSERVATIONS
from reviews.quality.views.labels import judges, usual_graders
from reviews.quality.windows import WINDOW_SIZE
from reviews.scorers.actions.annotators import check_model
from reviews.scorers.embedding.embedders import choices
from reviews.scorers.library.actions import versions
from reviews.scorers.library.views.page import label_of
from reviews.scorers.prompts.prompt import name_of
from reviews.scorers.stages.prompt_kinds.scorer_prompts import stored_version

PLAIN = {"autocomplete": "off", "spellcheck": "false"}
MODEL = PLAIN | {"list": "models", "dir": "ltr"}


def number(**parts):
    return forms.FloatField(required=False, widget=forms.NumberInput(attrs={"step": "any", "min": "0"}), **parts)


def _callable(field, model):
    """The model, if a request to it can be sent from here; an empty one is none."""
    try:
        return check_model(model, field=field) if model else model
    except InvalidInput as error:
        raise forms.ValidationError(error.message) from None


class PolicyForm(forms.Form):
    """The policy of one kind of task; whether its numbers are valid is the action's to say."""

    task_type = forms.CharField(max_length=100, widget=forms.HiddenInput())
    preferred = forms.CharField(
        max_length=200,
        label=_("Preferred model"),
        widget=forms.TextInput(attrs=MODEL),
        help_text=_("Used unless a cheaper model qualifies."),
    )
    quality_floor = number(
        label=_("Quality floor"),
        help_text=_(
            "From 0 to 1. The cheapest model whose quality interval starts at or above this value is used. "
            "Default: always the preferred model."
        ),
    )
    window_size = forms.IntegerField(
        label=_("Window size"), initial=WINDOW_SIZE, help_text=_("Number of newest observations per model that count.")
    )
    min_observations = forms.IntegerField(
        label=_("Minimum observations"),
        initial=MIN_OBSERVATIONS,
        help_text=_("Models with fewer observations are not considered."),
    )
    grader = forms.CharField(
        max_length=200,
        required=False,
        label=_("Compared by"),
        widget=forms.Select(),
        help_text=_("Grader whose scores count. Default: the grader with the most observations."),
    )
    max_age_days = forms.IntegerField(
        required=False,
        label=_("Maximum age in days"),
        help_text=_("Older observations do not count. Default: no limit."),
    )
    fallback = forms.CharField(
        max_length=200,
        required=False,
        label=_("Fallback"),
        widget=forms.TextInput(attrs=MODEL),
        help_text=_("Used when the preferred model is above the cap."),
    )
    most_cost_per_1k = number(label=_("Cap in USD per 1,000 tokens"), help_text=_("Default: no cap."))
    shadow_rate = number(
        label=_("Shadow rate"),
        initial=0.0,
        help_text=_(
            "Share of routed prompts (0 to 1) that are also sent to the preferred model for comparison. Adds "
            "the cost of its answers."
        ),
    )

    trusts_imports = forms.BooleanField(
        required=False,
        label=_("Count imported observations"),
        help_text=_("Imported files can name any grader. Enable this only if you trust the files."),
    )

    def __init__(self, *args, graders=(), **kwargs):
        """`graders`: GraderLines of the kind of task, which the field offers beside those that are always there."""
        super().__init__(*args, **kwargs)
        asked = [self.data.get("grader", ""), self.initial.get("grader", "")]
        names = [*usual_graders(), *(line.grader_id for line in graders), *asked]
        known = [(name, title_of(name)) for name in dict.fromkeys(names) if is_known(name)]
        self.fields["grader"].widget.choices = [("", _("Grader with the most observations"))] + known

    def clean_preferred(self):
        return _callable("preferred", self.cleaned_data["preferred"])

    def clean_fallback(self):
        return _callable("fallback", self.cleaned_data["fallback"])

    def clean_shadow_rate(self):
        return self.cleaned_data["shadow_rate"] or 0.0


def _rubrics(organization):
    """[(stored version, words)] of the published rubrics of model judges; nothing names the one in use."""
    prompts = {judge.default_prompt for _key, judge in pair_judges.items() if judge.default_prompt}
    found = [("", gettext("The one in use"))]
    for name in sorted(map(name_of, prompts)):
        shelf = versions.versions_of(organization=organization, kind="grading", name=name)
        published = [(stored_version(name, each), label_of(each)) for each in shelf.versions if not each.is_draft]
        found += [(stored, f"{words} · {stored}") for stored, words in published]
    return found


class GradingForm(forms.Form):
    """A new grading; whether models and judge are valid is the action's to say."""

    name = forms.CharField(max_length=200, label=_("Name"), widget=forms.TextInput(attrs=PLAIN))
    version = forms.ModelChoiceField(
        queryset=DatasetVersion.objects.none(),
        label=_("Dataset version"),
        empty_label=_("Choose a published version"),
        widget=forms.Select(attrs={"dir": "auto"}),
        help_text=_("Each case of the published dataset version is a prompt."),
    )
    most_cases = forms.IntegerField(
        min_value=1,
        max_value=MOST_CASES,
        initial=100,
        label=_("Number of prompts"),
        help_text=_("Starting with the first case."),
    )
    task_type = forms.CharField(
        max_length=100,
        label=_("Kind of task"),
        widget=forms.TextInput(attrs=PLAIN | {"list": "tasks"}),
        help_text=_("The router uses this name, such as support."),
    )
    baseline_model = forms.CharField(
        max_length=200,
        label=_("Baseline"),
        widget=forms.TextInput(attrs=MODEL),
        help_text=_("The reference model."),
    )
    candidate_models = forms.CharField(
        max_length=3000,
        label=_("Candidates"),
        widget=forms.Textarea(attrs=PLAIN | {"rows": 3, "dir": "ltr", "translate": "no"}),
        help_text=_("One per line, at most 10."),
    )
    judge = forms.ChoiceField(label=_("Judge"), widget=forms.RadioSelect())
    embedder = forms.ChoiceField(required=False, label=_("Embedder"), help_text=_("For embedding similarity."))
    judge_model = forms.CharField(
        max_length=200,
        required=False,
        label=_("Model of the judge"),
        widget=forms.TextInput(attrs=MODEL),
        help_text=_(
            "The language model that judges. For embedding similarity: a provider embedding model that "
            "overrides the embedder above."
        ),
    )
    judge_prompt = forms.ChoiceField(
        required=False,
        label=_("Rubric version"),
        help_text=_("For language model judges: what the judge is asked by. Another version is another judge."),
    )
    asks_twice = forms.BooleanField(
        required=False,
        initial=True,
        label=_("Judge in both orders"),
        help_text=_(
            "For language model judges: each pair is judged in both orders. Required for calibration; "
            "doubles the cost of the judge."
        ),
    )

    def __init__(self, *args, organization, **kwargs):
        super().__init__(*args, **kwargs)
        found = DatasetVersion.objects.for_organization(organization).filter(status="PUBLISHED")
        version = self.fields["version"]
        version.queryset = found.select_related("dataset").order_by("dataset__name", "-version_number")
        version.label_from_instance = lambda version: (
            f"{version.dataset.name}, v{version.version_number} ({version.row_count:,})"
        )
        self.fields["judge"].choices = [(key, f"{title}: {needs}") for key, title, needs in judges()]
        self.initial.setdefault("judge", self.fields["judge"].choices[0][0])
        self.fields["embedder"].choices = choices()
        self.fields["judge_prompt"].choices = _rubrics(organization)

    def clean_candidate_models(self):
        lines = self.cleaned_data["candidate_models"].replace(",", "\n").splitlines()
        return [line.strip() for line in lines if line.strip()]


class ImportForm(forms.Form):
    file = forms.FileField(
        max_length=1000,
        allow_empty_file=True,
        label=_("File of JSON Lines"),
        widget=forms.FileInput(attrs={"accept": ".jsonl,.ndjson,.json,application/jsonl"}),
        help_text=_(
            "One observation per line, in the export format. Either all rows are imported, or none. Grader "
            "names are not verified."
        ),
    )


class PruneForm(forms.Form):
    before = forms.DateField(label=_("Recorded before"), widget=forms.DateInput(attrs={"type": "date"}))
