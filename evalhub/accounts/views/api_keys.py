"""Keys for programs: everybody's own, and for admins all of the organization's."""

from dataclasses import dataclass

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from evalhub.accounts.access import MEMBER, requires
from evalhub.accounts.actions import api_keys
from evalhub.accounts.forms import ApiKeyForm, KeyPageForm
from evalhub.accounts.models import ApiKey
from evalhub.lib.errors import InvalidInput

PAGE_SIZE = 50
TRAIL = [{"label": gettext_lazy("API keys"), "href": reverse_lazy("api_key_list")}]


@dataclass(frozen=True)
class KeyPage:
    """Keys from new to old; `older` is the id to continue after, None on the last page."""

    keys: list
    total: int
    is_first: bool
    older: object


@requires(MEMBER)
@require_safe
def api_key_list(request):
    form = KeyPageForm(request.GET)
    if not form.is_valid():
        raise InvalidInput(_("This page of API keys could not be loaded. Open the list again."), code="bad_page")
    return render(request, "people/api_keys.html", {"page": _page(_visible(request), form.cleaned_data["after"])})


@requires(MEMBER)
@require_http_methods(["GET", "POST"])
def api_key_create(request):
    """The form, then once the key: only its hash is stored, so it is shown in the answer and never again."""
    form = ApiKeyForm(request.POST or None, role=request.membership.role)
    if form.is_valid():
        try:
            issued = api_keys.issue(
                membership=request.membership,
                name=form.cleaned_data["name"],
                scopes=form.cleaned_data["scopes"],
                expires_at=form.expires_at(),
                by=request.user,
            )
        except InvalidInput as error:
            form.add_error("name", error.message)
        else:
            made = {"key": issued.key, "secret": issued.secret, "trail": TRAIL}
            return render(request, "people/api_key_created.html", made)
    context = {"form": form, "trail": TRAIL}
    return render(request, "people/api_key_new.html", context, status=422 if form.is_bound else 200)


@requires(MEMBER)
@require_POST
def api_key_revoke(request, key_id):
    key = get_object_or_404(_visible(request), pk=key_id)
    api_keys.revoke(key=key, by=request.user)
    text = _("The key %(name)s is revoked. Requests that use it are now rejected.") % {"name": key.name}
    messages.success(request, text)
    return redirect("api_key_list")


def _visible(request):
    keys = ApiKey.objects.for_organization(request.organization).select_related("membership__user")
    return keys if request.membership.may("manage") else keys.filter(membership=request.membership)


def _page(keys, after):
    """One page of keys by keyset on their time-ordered ids; two queries."""
    total = keys.count()
    if after:
        keys = keys.filter(pk__lt=after)
    rows = list(keys.order_by("-pk")[: PAGE_SIZE + 1])
    shown = rows[:PAGE_SIZE]
    older = shown[-1].pk if len(rows) > PAGE_SIZE else None
    return KeyPage(keys=shown, total=total, is_first=not after, older=older)
