"""The page of an organization's keys for providers of models: set, test, remove. A key is never shown again."""

from collections import defaultdict

from django import forms
from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from evalhub.accounts.access import requires
from evalhub.lib.errors import InvalidInput
from reviews.engine.actions import provider_keys
from reviews.engine.client.endpoints import KEYED
from reviews.engine.limits.views import provider_rows
from reviews.engine.models import ProviderKey
from reviews.engine.models.provider_key import WAITING
from reviews.engine.tasks import test_keys

PAGE = "reviews/engine/provider_keys.html"


class ProviderKeyForm(forms.Form):
    provider = forms.ChoiceField(
        choices=[(name, name) for name in sorted(KEYED)],
        initial="openai",
        label=gettext_lazy("Provider"),
        widget=forms.Select(attrs={"translate": "no"}),
    )
    key = forms.CharField(
        max_length=provider_keys.LONGEST_KEY,
        label=gettext_lazy("Key"),
        widget=forms.PasswordInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("Stored encrypted, and not shown again."),
    )


@requires("admin")
@require_http_methods(["GET", "POST"])
def provider_key_list(request):
    """Each provider with a key, or with a model that runs use; a POST sets a key, in place of the one before. Six
    statements, and one for each rate limit profile."""
    form = ProviderKeyForm(request.POST or None)
    if form.is_valid():
        try:
            key = provider_keys.set_key(organization=request.organization, by=request.user, **form.cleaned_data)
        except InvalidInput as error:
            form.add_error("key" if error.code == "invalid_key" else "provider", error.message)
        else:
            messages.success(request, _("The key for %(provider)s is stored.") % {"provider": key.provider})
            return redirect("reviews:provider_keys")
    keys = list(ProviderKey.objects.for_organization(request.organization).select_related("set_by"))
    for key in keys:
        key.is_readable = provider_keys.readable(key) is not None
        key.suggested_model = key.test_model or provider_keys.TEST_MODELS.get(key.provider, f"{key.provider}/")
    models = defaultdict(list)
    for line in provider_rows.of_organization(request.organization):
        if line.provider in KEYED and not line.simulated:
            models[line.provider].append(line)
    held = {key.provider: key for key in keys}
    rows = [(provider, held.get(provider), models[provider]) for provider in sorted({*held, *models})]
    context = {"rows": rows, "form": form, "is_testing": any(key.test_state == WAITING for key in keys)}
    part = "#keys" if request.htmx and request.method == "GET" else ""
    return render(request, f"{PAGE}{part}", context, status=(422 if form.is_bound else 200))


@requires("admin")
@require_POST
def provider_key_test(request, provider_key_id):
    """Have a worker send one short request; the page shows what came back."""
    key = _key(request, provider_key_id)
    try:
        provider_keys.ask_for_test(key=key, model=request.POST.get("model", ""), by=request.user)
    except InvalidInput as error:
        messages.error(request, error.message)
    else:
        test_keys.delay_on_commit()
    return redirect("reviews:provider_keys")


@requires("admin")
@require_POST
def provider_key_remove(request, provider_key_id):
    key = _key(request, provider_key_id)
    provider_keys.remove(key=key, by=request.user)
    messages.success(request, _("The key for %(provider)s is removed.") % {"provider": key.provider})
    return redirect("reviews:provider_keys")


def _key(request, pk):
    keys = ProviderKey.objects.for_organization(request.organization).select_related("organization")
    return get_object_or_404(keys, pk=pk)
