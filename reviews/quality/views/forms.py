"""What is asked on the pages of quality: the router's policy, a new grading, the filters of the ledger."""

from django import forms
from django.utils.translation import gettext_lazy as _

from datasets.models import DatasetVersion
from evalhub.lib.errors import InvalidInput
from reviews.quality.actions.gradings import MOST_CASES
from reviews.quality.embedders import choices
from reviews.quality.graders import is_known, title_of
from reviews.quality.routing import MIN_OBSERVATIONS
from reviews.quality.views.labels import judges, usual_graders
from reviews.quality.windows import WINDOW_SIZE
from reviews.scorers.actions.annotators import check_model

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
        help_text=_("Answers while nothing speaks for a cheaper one."),
    )
    quality_floor = number(
        label=_("Quality floor"),
        help_text=_(
            "From 0 to 1. The cheapest model whose interval of quality starts at or above it is taken. "
            "Empty: always the preferred one."
        ),
    )
    window_size = forms.IntegerField(
        label=_("Window"), initial=WINDOW_SIZE, help_text=_("How many of a model's newest observations count.")
    )
    min_observations = forms.IntegerField(
        label=_("Minimum observations"),
        initial=MIN_OBSERVATIONS,
        help_text=_("A model with fewer of them is not considered."),
    )
    grader = forms.CharField(
        max_length=200,
        required=False,
        label=_("Compared by"),
        widget=forms.Select(),
        help_text=_("Whose scores count: scores of unlike graders cannot be compared. Empty: whoever graded most."),
    )
    max_age_days = forms.IntegerField(
        required=False, label=_("Maximum age in days"), help_text=_("Older observations do not count. Empty: no limit.")
    )
    fallback = forms.CharField(
        max_length=200,
        required=False,
        label=_("Fallback"),
        widget=forms.TextInput(attrs=MODEL),
        help_text=_("Answers in place of the preferred model where that is above the cap."),
    )
    most_cost_per_1k = number(label=_("Cap in USD per 1,000 tokens"), help_text=_("Empty: no cap."))
    shadow_rate = number(
        label=_("Shadow rate"),
        initial=0.0,
        help_text=_(
            "Share of routed prompts, 0 to 1, that the preferred model answers too, to be "
            "compared. Each costs that model's answer besides."
        ),
    )

    trusts_imports = forms.BooleanField(
        required=False,
        label=_("Imported observations count"),
        help_text=_("Whoever wrote a file may name any grader in it. Tick this only if you trust the files."),
    )

    def __init__(self, *args, graders=(), **kwargs):
        """`graders`: GraderLines of the kind of task, which the field offers beside those that are always there."""
        super().__init__(*args, **kwargs)
        asked = [self.data.get("grader", ""), self.initial.get("grader", "")]
        names = [*usual_graders(), *(line.grader_id for line in graders), *asked]
        known = [(name, title_of(name)) for name in dict.fromkeys(names) if is_known(name)]
        self.fields["grader"].widget.choices = [("", _("Whoever graded most"))] + known

    def clean_preferred(self):
        return _callable("preferred", self.cleaned_data["preferred"])

    def clean_fallback(self):
        return _callable("fallback", self.cleaned_data["fallback"])

    def clean_shadow_rate(self):
        return self.cleaned_data["shadow_rate"] or 0.0


class GradingForm(forms.Form):
    """A new grading; whether models and judge are valid is the action's to say."""

    name = forms.CharField(max_length=200, label=_("Name"), widget=forms.TextInput(attrs=PLAIN))
    version = forms.ModelChoiceField(
        queryset=DatasetVersion.objects.none(),
        label=_("Dataset version"),
        widget=forms.Select(attrs={"dir": "auto"}),
        help_text=_("A published version of a dataset; each of its cases is a prompt."),
    )
    most_cases = forms.IntegerField(
        min_value=1,
        max_value=MOST_CASES,
        initial=100,
        label=_("Number of prompts"),
        help_text=_("From the first one on."),
    )
    task_type = forms.CharField(
        max_length=100,
        label=_("Kind of task"),
        widget=forms.TextInput(attrs=PLAIN | {"list": "tasks"}),
        help_text=_("Under this name the router finds what is measured here, such as support."),
    )
    baseline_model = forms.CharField(
        max_length=200,
        label=_("Baseline"),
        widget=forms.TextInput(attrs=MODEL),
        help_text=_("The model whose answers are the measure."),
    )
    candidate_models = forms.CharField(
        max_length=3000,
        label=_("Candidates"),
        widget=forms.Textarea(attrs=PLAIN | {"rows": 3, "dir": "ltr", "translate": "no"}),
        help_text=_("One a line, at most ten."),
    )
    judge = forms.ChoiceField(label=_("Judge"), widget=forms.RadioSelect())
    embedder = forms.ChoiceField(required=False, label=_("Embedder"), help_text=_("For the similarity of embeddings."))
    judge_model = forms.CharField(
        max_length=200,
        required=False,
        label=_("Model of the judge"),
        widget=forms.TextInput(attrs=MODEL),
        help_text=_(
            "The language model that judges; or, for the similarity of embeddings, a provider's embedding "
            "model in place of the embedder above."
        ),
    )
    asks_twice = forms.BooleanField(
        required=False,
        initial=True,
        label=_("Ask the model in both orders"),
        help_text=_(
            "For a language model as a judge: each pair is shown both ways round, which a calibration needs. "
            "It doubles what the judge costs."
        ),
    )

    def __init__(self, *args, organization, **kwargs):
        super().__init__(*args, **kwargs)
        found = DatasetVersion.objects.for_organization(organization).filter(status="PUBLISHED")
        version = self.fields["version"]
        version.queryset = found.select_related("dataset").order_by("dataset__name", "-version_number")
        version.label_from_instance = _named
        self.fields["judge"].choices = [(key, f"{title}: {needs}") for key, title, needs in judges()]
        self.initial.setdefault("judge", self.fields["judge"].choices[0][0])
        self.fields["embedder"].choices = choices()

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
            "One observation a line, as the export writes them. All of it or nothing is taken in. What it "
            "says about its graders is believed."
        ),
    )


class PruneForm(forms.Form):
    before = forms.DateField(label=_("Recorded before"), widget=forms.DateInput(attrs={"type": "date"}))


def _named(version):
    return f"{version.dataset.name}, v{version.version_number} ({version.row_count:,})"
