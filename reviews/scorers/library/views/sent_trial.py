"""The page where a version is tried on up to three items: the estimate before, the answers and the cost after."""

from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from evalhub.accounts.access import requires
from evalhub.lib.errors import EvalHubError
from reviews.engine.tasks import request_due
from reviews.engine.views.labels import label_of_run
from reviews.scorers.forms import filled_in_models, offered_models
from reviews.scorers.library.actions import trials
from reviews.scorers.library.views.page import choices_of, frame, place_of
from reviews.scorers.library.views.trial import MOST_ITEMS

TEMPLATE = "reviews/scorers/library/sent_trial.html"


class TrialForm(forms.Form):
    """Which version is tried by which model on which items."""

    version = forms.ChoiceField(label=gettext_lazy("Version"))
    model = forms.CharField(
        max_length=200,
        label=gettext_lazy("Model"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "list": "models"}),
    )
    items = forms.TypedMultipleChoiceField(
        coerce=int,
        label=gettext_lazy("Items"),
        help_text=gettext_lazy("At most three."),
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args, place, found, **kwargs):
        # The newest items that the version to try does not show as examples
        shown = place.kind.among_examples(place.shelf.to_try, [each.target for each in found])
        chosen = {
            "version": place.shelf.to_try.key,
            "model": next(iter(filled_in_models() or place.kind.default_models() or offered_models()), ""),
            "items": [each.target for each in found if each.target not in shown][: trials.MOST_ITEMS],
        }
        super().__init__(*args, initial=chosen, **kwargs)
        self.fields["version"].choices = choices_of(place.shelf)
        self.fields["items"].choices = [(each.target, each.label) for each in found]

    def clean_items(self):
        items = self.cleaned_data["items"]
        if len(items) > trials.MOST_ITEMS:
            words = _("%(met)s items are chosen. Valid: 1 to %(most)s.")
            raise forms.ValidationError(words % {"met": len(items), "most": trials.MOST_ITEMS})
        return items


@requires("manage")
@require_http_methods(["GET", "POST"])
def prompt_trial(request, kind, name):
    """A get with `estimate` says what the trial would cost; a post starts it. The newest trials stand below."""
    place = place_of(request, kind, name)
    found = place.kind.trial_items(request.organization, name, limit=MOST_ITEMS)
    is_asked = request.method == "POST" or "estimate" in request.GET
    form = TrialForm(request.POST or request.GET if is_asked else None, place=place, found=found)
    estimate = None
    if is_asked and form.is_valid():
        asked = {
            "organization": request.organization,
            "version": place.version(form.cleaned_data["version"], default=None),
            "model": form.cleaned_data["model"],
            "targets": form.cleaned_data["items"],
        }
        try:
            if request.method == "POST":
                trials.start(**asked, by=request.user)
                request_due.delay_on_commit()
                messages.success(request, _("Trial started. Answers appear below."))
                return redirect(f"{place.href('trial')}?{urlencode({'started': 1})}")
            estimate = trials.estimate(**asked)
        except EvalHubError as error:
            form.add_error("model" if error.details.get("field") == "model" else None, error.message)
    done = trials.of_prompt(organization=request.organization, kind=kind, name=name)
    context = frame(request, place, "trial") | {
        "trials": [(trial, label_of_run(trial.run, trial.failed, len(trial.answers))) for trial in done],
        "is_live": any(trial.is_live for trial in done),
    }
    context |= {"form": form, "items": found, "estimate": estimate, "suggested": offered_models()}
    status = 422 if form.errors else 200
    return render(request, TEMPLATE + ("#trials" if request.htmx else ""), context, status=status)
