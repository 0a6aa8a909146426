"""Forms of windows, of their evidence, and of studies with their settings and their run's policy."""

from django import forms
from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from evalhub.lib.errors import InvalidInput
from experiments.models import EvidenceWindow
from experiments.studies.actions import studies, windows
from experiments.studies.evidence_rows import LONGEST_TITLE, LONGEST_URL
from experiments.studies.settings import (
    LARGEST_BUNDLE,
    MOST_PEOPLE,
    MOST_SAMPLES,
    RAW,
    SCALE_SIZES,
    VIEWS,
    StudySettings,
)
from reviews.engine.policy import BEST_EFFORT, EXACT, LARGEST_BATCH, THROUGHPUT, RunPolicy
from reviews.scorers.forms import filled_in_models

PLAIN = {"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off", "translate": "no"}
DEAREST = 10**8 - 1
FIELD_OF_ERROR = {
    "name_taken": "name",
    "bad_dates": "end_date",
    "no_evidence": "window",
    "bundle_too_large": "evidence_bundle_size",
    "study_too_large": "samples_per_model",
}
VIEW_NAMES = {
    RAW: gettext_lazy("Original"),
    "cleaned": gettext_lazy("Cleaned"),
    "neutralized": gettext_lazy("Neutralized"),
    "abstracted": gettext_lazy("Abstracted"),
}
VIEW_WORDS = {
    RAW: gettext_lazy("original"),
    "cleaned": gettext_lazy("cleaned: without page remnants"),
    "neutralized": gettext_lazy("neutralized: cleaned and in neutral wording"),
    "abstracted": gettext_lazy("abstracted: neutralized and without names"),
}
METHOD_WORDS = {
    "single": gettext_lazy("one level"),
    "subset": gettext_lazy("a set of levels"),
}
STRATEGY_WORDS = {
    "window_round_robin": gettext_lazy("in the order of the evidence set"),
    "random_bundle": gettext_lazy("in random order by seed"),
}
MODE_WORDS = {
    THROUGHPUT: gettext_lazy("Throughput: each answer moves to the next step immediately; failures are skipped"),
    BEST_EFFORT: gettext_lazy("Best effort: each step waits for the previous one and continues with the successes"),
    EXACT: gettext_lazy("Exact: like best effort, but the run fails if any request fails"),
}


class PlacedForm(forms.Form):
    """A form that shows an action's refusal beside the field it is about."""

    def place(self, error):
        """Put an EvalHubError where it belongs: by the field or setting that it names, else by its code."""
        details = error.details or {}
        name = details.get("setting") or details.get("field") or FIELD_OF_ERROR.get(error.code)
        self.add_error(name if name in self.fields else None, error.message)


def _day(label):
    return forms.DateField(label=label, required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))


class WindowForm(PlacedForm):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=windows.LONGEST_NAME)
    concept = forms.CharField(
        label=gettext_lazy("Concept"),
        max_length=windows.LONGEST_CONCEPT,
        help_text=gettext_lazy("What the rubrics measure, for example “press freedom under pressure”."),
    )
    start_date = _day(gettext_lazy("First day"))
    end_date = _day(gettext_lazy("Last day"))
    country = forms.CharField(label=gettext_lazy("Country"), required=False, max_length=windows.LONGEST_COUNTRY)


class EvidenceForm(PlacedForm):
    title = forms.CharField(label=gettext_lazy("Title"), required=False, max_length=LONGEST_TITLE)
    url = forms.CharField(
        label=gettext_lazy("Address"),
        required=False,
        max_length=LONGEST_URL,
        widget=forms.TextInput({"inputmode": "url", **PLAIN}),
    )
    raw_content = forms.CharField(
        label=gettext_lazy("Text"), strip=False, widget=forms.Textarea({"rows": 6, "dir": "auto"})
    )


class EvidenceFileForm(PlacedForm):
    """`rows` are the mistakes of a file that was refused: [{"row", "column", "reason"}]."""

    rows, more = (), 0
    file = forms.FileField(
        label=gettext_lazy("File"),
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ".csv,.tsv,.jsonl,.ndjson"}),
        error_messages={"required": gettext_lazy("Choose a file.")},
    )

    def place(self, error):
        self.add_error("file", error.message)
        found = error.details or {}
        self.rows = found.get("errors", ())
        self.more = found.get("error_count", 0) - len(self.rows)


class WindowChoice(forms.ModelChoiceField):
    def label_from_instance(self, window):
        texts = ngettext("%(n)s text", "%(n)s texts", window.texts) % {"n": window.texts}
        return _("%(name)s: %(concept)s (%(texts)s)") % {"name": window.name, "concept": window.concept, "texts": texts}


def _models(label, help_text, *, required=False):
    return forms.CharField(
        label=label, help_text=help_text, required=required, widget=forms.Textarea({"rows": 3, **PLAIN})
    )


def _model(label, help_text):
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=False,
        max_length=200,
        widget=forms.TextInput({"list": "models", **PLAIN}),
    )


def _count(label, help_text, low, high):
    return forms.IntegerField(label=label, help_text=help_text, min_value=low, max_value=high)


def _switch(label, help_text):
    return forms.BooleanField(label=label, help_text=help_text, required=False)


class StudyForm(PlacedForm):
    """All settings of a study but the providers' parameters; `study` is the one to clone, whose window stays."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=studies.LONGEST_NAME)
    window = WindowChoice(
        None,
        label=gettext_lazy("Evidence set"),
        empty_label=gettext_lazy("Choose an evidence set"),
        help_text=gettext_lazy("The study uses the current texts. Texts added later are not included."),
    )
    rubric_models = _models(
        gettext_lazy("Models that write rubrics"),
        gettext_lazy(
            "One per line as provider/name, such as openai/gpt-4o-mini. Names that start with simulated- "
            "need no key; their answers are labelled as simulated."
        ),
        required=True,
    )
    samples_per_model = _count(
        gettext_lazy("Rubrics of each model"),
        gettext_lazy(
            "Each rubric is written independently with its own seed. Several rubrics show the random variation."
        ),
        1,
        MOST_SAMPLES,
    )
    scoring_models = _models(
        gettext_lazy("Models that score"),
        gettext_lazy(
            "One per line. Each model scores with every rubric. Default: each model scores with its own rubrics."
        ),
    )
    critic_model = _model(
        gettext_lazy("Critic"),
        gettext_lazy(
            "Rates the observability of rubrics and the probability that an expert agrees with a score. "
            "Default: another configured model if available, to avoid self-preference."
        ),
    )
    evidence_model = _model(
        gettext_lazy("Model that prepares the evidence"),
        gettext_lazy("Creates the view that scorers use. Default: the first model that writes rubrics."),
    )
    scale_size = _count(
        gettext_lazy("Levels of the scale"), gettext_lazy("2 to 9; the first is the weakest."), *SCALE_SIZES
    )
    method = forms.ChoiceField(label=gettext_lazy("A score is"), choices=METHOD_WORDS.items())
    abstain_enabled = _switch(
        gettext_lazy("Allow abstention"),
        gettext_lazy("Scorers can abstain when the evidence is not sufficient. Otherwise they must choose a level."),
    )
    evidence_view = forms.ChoiceField(
        label=gettext_lazy("Evidence view"),
        choices=VIEW_WORDS.items(),
        help_text=gettext_lazy("Each view is created from the previous one. Existing views are reused."),
    )
    evidence_bundle_size = _count(
        gettext_lazy("Texts per evidence group"),
        gettext_lazy("Scored together, up to about 20,000 tokens."),
        1,
        LARGEST_BUNDLE,
    )
    bundle_strategy = forms.ChoiceField(label=gettext_lazy("Grouping"), choices=STRATEGY_WORDS.items())
    people_per_bundle = _count(
        gettext_lazy("People per evidence group and rubric"),
        gettext_lazy("Number of people who can score in addition to the models."),
        1,
        MOST_PEOPLE,
    )
    seed = _count(
        gettext_lazy("Seed"),
        gettext_lazy("The same seed gives the same level names, order and groups."),
        0,
        2**31 - 1,
    )
    anonymize_stages = _switch(
        gettext_lazy("Random level names"),
        gettext_lazy("Six random characters, so that names do not suggest weak or strong. Otherwise A, B, C."),
    )
    shuffle_rubric_order = _switch(
        gettext_lazy("Random level order"),
        gettext_lazy("Otherwise weakest first."),
    )
    hide_label_text = _switch(gettext_lazy("Hide level labels"), gettext_lazy("Scorers see only the criteria."))
    completion_mode = forms.ChoiceField(label=gettext_lazy("Completion"), choices=MODE_WORDS.items())
    min_batch_size = forms.IntegerField(
        label=gettext_lazy("Send as provider batch from"),
        required=False,
        min_value=1,
        max_value=LARGEST_BATCH,
        help_text=gettext_lazy(
            "Number of waiting requests of one step. Batches cost about half and can take 24 h. Default: never."
        ),
    )
    budget_usd = forms.DecimalField(
        label=gettext_lazy("Budget (USD)"),
        required=False,
        min_value=0,
        max_value=DEAREST,
        max_digits=18,
        decimal_places=10,
        help_text=gettext_lazy("The run pauses before it exceeds the budget. Default: no limit."),
    )
    start = _switch(gettext_lazy("Start immediately"), gettext_lazy("Otherwise it is paused until you resume its run."))

    POLICY = ("completion_mode", "min_batch_size", "budget_usd")
    RARE = (
        "abstain_enabled",
        "evidence_model",
        "bundle_strategy",
        "seed",
        "anonymize_stages",
        "shuffle_rubric_order",
        "hide_label_text",
        "completion_mode",
        "min_batch_size",
    )  # folded on the page

    def __init__(self, *args, organization, study=None, window=None, **kwargs):
        super().__init__(*args, initial=_initial(study, window), **kwargs)
        if study is not None:
            del self.fields["window"]
        else:
            found = EvidenceWindow.objects.for_organization(organization).listed().annotate(texts=Count("evidence"))
            self.fields["window"].queryset = found.filter(texts__gt=0)

    @property
    def rare_fields(self):
        return [self[name] for name in self.RARE]

    @property
    def has_rare_errors(self):
        return any(name in self.errors for name in self.RARE)

    def clean_budget_usd(self):
        amount = self.cleaned_data["budget_usd"]
        if amount == 0:
            raise forms.ValidationError(_("The budget is 0. Valid: an amount above 0, or empty for no limit."))
        return amount

    def clean(self):
        found = super().clean()
        if not self.errors:
            try:
                StudySettings.read(self.settings())
            except InvalidInput as error:
                self.place(error)
        return found

    def settings(self):
        """What StudySettings.read takes."""
        found = {name: value for name, value in self.cleaned_data.items() if name in StudySettings.__dataclass_fields__}
        return found | {name: found[name].split() for name in ("rubric_models", "scoring_models")}

    def policy(self):
        """What RunPolicy.read takes."""
        found = {name: self.cleaned_data[name] for name in self.POLICY}
        return found | {"budget_usd": None if found["budget_usd"] is None else str(found["budget_usd"])}


def _initial(study, window):
    """The settings of the study to clone, or the standard ones."""
    if study is None:
        return (
            StudySettings(rubric_models=()).as_json()
            | RunPolicy().as_json()
            | {"rubric_models": "\n".join(filled_in_models()), "scoring_models": "", "start": True, "window": window}
        )
    lists = {name: "\n".join(study.settings[name]) for name in ("rubric_models", "scoring_models")}
    name = _("%(name)s (copy)") % {"name": study.name[: studies.LONGEST_NAME - 20]}
    return study.design.as_json() | study.run.rules.as_json() | lists | {"name": name, "start": True}


VIEW_ORDER = (RAW, *VIEWS)
