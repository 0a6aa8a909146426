"""A version of a prompt tried on something real: what a model would read, and what it would cost. Nothing is sent."""

from dataclasses import dataclass
from decimal import Decimal

from django import forms
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from evalhub.lib.errors import EvalHubError, InvalidInput, NotFound
from reviews.engine.client.endpoints import is_simulated
from reviews.engine.limits.actions import cost_estimates, rate_limiter
from reviews.scorers import model_checks
from reviews.scorers.forms import SUGGESTED_MODELS
from reviews.scorers.library.views.page import choices_of, frame, label_of, place_of


@dataclass(frozen=True)
class CostLine:
    """One model. Without a known price both amounts are None; a simulated one costs nothing and has none either."""

    model: str
    is_simulated: bool
    usual_usd: Decimal | None
    most_usd: Decimal | None

    @property
    def is_unpriced(self):
        return self.most_usd is None and not self.is_simulated


@dataclass(frozen=True)
class Costs:
    """The lines in the order of the models, with the tokens that all of them were counted with."""

    lines: list
    input_tokens: int
    usual_output_tokens: int
    most_output_tokens: int


def costs_of(models, input_tokens, usual_output_tokens, most_output_tokens):
    """The Costs of one review; one statement."""
    rates = cost_estimates.rates_of(models)
    lines = []
    for model in models:
        found = rates.get(model)
        amounts = [
            found.usd(input_tokens, tokens) if found else None for tokens in (usual_output_tokens, most_output_tokens)
        ]
        lines.append(CostLine(model, is_simulated(model), *amounts))
    return Costs(lines, input_tokens, usual_output_tokens, most_output_tokens)


MOST_ITEMS = 20
MOST_MODELS = 20
LONGEST_SHOWN = 200_000
ROLES = {"system": gettext_lazy("System text"), "user": gettext_lazy("User text")}


class ModelsForm(forms.Form):
    """The models whose cost is asked for, one a line; `usual` are those of an empty field."""

    models = forms.CharField(
        max_length=4_000,
        required=False,
        label=gettext_lazy("Models"),
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false", "dir": "ltr"}),
        help_text=gettext_lazy("One per line, at most 20. Default: the usual and the suggested models."),
    )

    def __init__(self, *args, usual, **kwargs):
        super().__init__(*args, **kwargs)
        self.usual = usual

    def clean_models(self):
        """The names, each once; those that are usually asked for an empty field."""
        lines = [line.strip() for line in self.cleaned_data["models"].replace(",", "\n").splitlines()]
        names = list(dict.fromkeys(line for line in lines if line)) or self.usual
        if len(names) > MOST_MODELS:
            words = _("%(met)s models are listed. Valid: at most %(most)s.")
            raise forms.ValidationError(words % {"met": len(names), "most": MOST_MODELS})
        try:
            return [model_checks.check_name(name) for name in names]
        except InvalidInput as error:
            raise forms.ValidationError(error.message) from error


@dataclass(frozen=True)
class Message:
    """One text of the call as the model reads it; `left_out` characters are not shown on the page."""

    role: str
    title: str
    text: str
    length: int

    @property
    def left_out(self):
        return max(self.length - LONGEST_SHOWN, 0)


@requires("read")
@require_safe
def prompt_preview(request, kind, name):
    """The system and the user text exactly as the engine sends them about an item."""
    context = _tried(request, place_of(request, kind, name), "preview")
    if context["call"] is not None:
        context["texts"] = [_message(message) for message in context["call"].messages]
    return render(request, "reviews/scorers/library/preview.html", context)


@requires("read")
@require_safe
def prompt_dry_run(request, kind, name):
    """How many tokens a call about an item would take, and what they would cost with each model. Nothing is sent."""
    place = place_of(request, kind, name)
    context, usual = _tried(request, place, "dry_run"), default_models(place.kind)
    form = ModelsForm(request.GET, usual=usual)
    is_valid = form.is_valid()
    call = context["call"]
    if call is not None and is_valid:
        tokens_in, tokens_out = rate_limiter.estimate(call)
        context["costs"] = costs_of(form.cleaned_data["models"], tokens_in, tokens_out, call.max_tokens)
    context |= {"form": form, "models": usual, "problem": context["problem"] or place.kind.setup_problem()}
    return render(request, "reviews/scorers/library/dry_run.html", context, status=200 if is_valid else 422)


def default_models(kind):
    """Those of the kind, then the suggested models."""
    return list(dict.fromkeys([*kind.default_models(), *SUGGESTED_MODELS]))[:MOST_MODELS]


def _tried(request, place, page):
    """The page's frame with the chosen version and item; `call` is None without an item, or with a `problem`."""
    shelf = place.shelf
    version = place.version(request.GET.get("version"), default=shelf.to_try)
    items = place.kind.trial_items(request.organization, place.name, limit=MOST_ITEMS)
    target = _target(request.GET.get("item"), items)
    context = frame(request, place, page) | {
        "version": version,
        "label": label_of(version),
        "choices": choices_of(shelf),
        "items": items,
        "target": target,
        "is_older": target is not None and target not in {each.target for each in items},
        "call": None,
        "problem": None,
    }
    if target is None:
        return context
    try:
        found = place.kind.prepared(request.organization.pk, place.name, version, [target], model="preview")
    except EvalHubError as error:
        return context | {"problem": error}
    if target not in found:
        raise NotFound(_("Nothing of this id can be tried with this prompt."))
    question = found[target]
    return context | ({"problem": question} if isinstance(question, EvalHubError) else {"call": question.call})


def _target(key, items):
    """The id of the item that is asked for, else that of the newest one; NotFound for what is no id."""
    if not key:
        return items[0].target if items else None
    if not key.isdecimal() or len(key) > 18:
        raise NotFound(_("Nothing of this id can be tried with this prompt."))
    return int(key)


def _message(message):
    text = message["content"]
    return Message(message["role"], ROLES[message["role"]], text[:LONGEST_SHOWN], len(text))
