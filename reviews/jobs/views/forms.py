"""What is asked when a job directory is handed over: by its path, or as an archive."""

import math

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

PLAIN = {"autocomplete": "off", "spellcheck": "false"}


class PanelForm(forms.Form):
    """The models and figures that both ways ask for; whether models are valid is the action's to say."""

    models = forms.CharField(
        max_length=2000,
        required=False,
        label=gettext_lazy("Panel of models"),
        widget=forms.Textarea(attrs=PLAIN | {"rows": 3, "dir": "ltr", "translate": "no"}),
        help_text=gettext_lazy(
            "One per line, at most 7. Each model reviews independently; the confidence is their mean."
        ),
    )
    critic_model = forms.CharField(
        max_length=200,
        required=False,
        label=gettext_lazy("Critic"),
        widget=forms.TextInput(attrs=PLAIN | {"list": "models"}),
        help_text=gettext_lazy(
            "Model that criticizes each review. Default: the default critic or another configured model."
        ),
    )
    cost_to_scale = forms.CharField(
        max_length=60,
        required=False,
        label=gettext_lazy("Cost to scale"),
        widget=forms.TextInput(attrs=PLAIN | {"inputmode": "decimal"}),
        help_text=gettext_lazy("Replaces the value in the results. Default: use the value in the file."),
    )

    def clean_models(self):
        """The names as a list, None for an empty one: then the installation's panel reviews."""
        lines = self.cleaned_data["models"].replace(",", "\n").splitlines()
        return [line.strip() for line in lines if line.strip()] or None

    def clean_critic_model(self):
        return self.cleaned_data["critic_model"].strip() or None

    def clean_cost_to_scale(self):
        text = self.cleaned_data["cost_to_scale"].strip()
        if not text:
            return None
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise forms.ValidationError(
                _("%(met)s is not a number. Valid: a decimal number such as 1200.50.") % {"met": repr(text)}
            )
        return value


class RegisterForm(PanelForm):
    job_dir = forms.CharField(
        max_length=1000,
        strip=False,
        label=gettext_lazy("Directory"),
        widget=forms.TextInput(attrs=PLAIN | {"dir": "ltr"}),
    )
    field_order = ["job_dir"]


class UploadForm(PanelForm):
    file = forms.FileField(
        max_length=1000,
        allow_empty_file=True,
        label=gettext_lazy("Archive"),
        widget=forms.FileInput(attrs={"accept": ".zip,.tar.gz,.tgz,.gz"}),
        help_text=gettext_lazy(
            "A .zip, .tar.gz or .tgz with one job directory: at most 200 files, 20 MB per file, 50 MB in total."
        ),
    )
    field_order = ["file"]
