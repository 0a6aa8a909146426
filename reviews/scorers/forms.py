"""Forms of the review pages."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput
from reviews.engine.client.endpoints import is_simulated, resolve
from reviews.scorers.registry import default_form_scorer, form_scorers
from reviews.scorers.stages import prompt_versions

SUGGESTED_MODELS = [
    "simulated-careful",
    "simulated-hasty",
    "openai/gpt-4o-mini",
    "anthropic/claude-haiku-4-5",
    "gemini/gemini-2.5-flash",
]


def offered_models():
    """The suggested models that this installation can ask, real ones first."""
    callable_ = [model for model in SUGGESTED_MODELS if not resolve(model).blocked_reason]
    return sorted(callable_, key=is_simulated)


def filled_in_models():
    """What a form begins with where no provider's key is set: simulated models, by their own names; else nothing."""
    found = offered_models()
    return found if found and is_simulated(found[0]) else []


class AnnotatorForm(forms.Form):
    """A model to add to a task; whether its settings are valid is the action's to say."""

    model = forms.CharField(
        max_length=200,
        label=gettext_lazy("Model"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "list": "models"}),
        help_text=gettext_lazy(
            "Any provider/model with a provider key, such as openai/gpt-4o-mini. Names that start with simulated- "
            "need no key; their answers are labelled as simulated."
        ),
    )
    name = forms.CharField(
        max_length=200,
        required=False,
        label=gettext_lazy("Display name"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    method = forms.ChoiceField(required=False, label=gettext_lazy("Method"))
    prompt_version = forms.ChoiceField(required=False, label=gettext_lazy("Prompt"))
    parameters = forms.CharField(
        max_length=2000,
        required=False,
        label=gettext_lazy("Parameters"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy('As JSON, for example {"temperature": 0.7, "seed": 1}. Default: what the prompt sets.'),
    )

    def __init__(self, *args, organization, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["model"].initial = organization.default_model or next(iter(filled_in_models()), "")
        known = {"organization_id": organization.pk}
        prompts = [
            (version, _("%(title)s (%(version)s)") % {"title": title, "version": version})
            for version, title in prompt_versions.judge_titles(**known)
        ]
        self.fields["method"].initial = default_form_scorer()
        self.fields["method"].choices = [(key, _(scorer.title)) for key, scorer in form_scorers.items()]
        self.fields["prompt_version"].choices = [("", _("The method's own")), *prompts]

    def clean_parameters(self):
        text = self.cleaned_data["parameters"].strip()
        try:
            value = strict_json.loads(text) if text else {}
        except InvalidInput as error:
            raise forms.ValidationError(error.message) from error
        if not isinstance(value, dict):
            raise forms.ValidationError(_("Not a JSON object. Valid: names and values in braces."))
        return value
