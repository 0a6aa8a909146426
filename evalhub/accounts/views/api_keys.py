"""Keys for programs: a new one, shown once, and the end of one."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from evalhub.accounts.access import MEMBER, requires
from evalhub.accounts.actions import api_keys
from evalhub.accounts.forms import ApiKeyForm
from evalhub.accounts.views.lists.api_keys import visible_keys
from evalhub.lib.errors import InvalidInput


@requires(MEMBER)
@require_http_methods(["GET", "POST"])
def api_key_create(request):
    """The form, then once the key: only its hash is stored, so it is shown in the answer and never again."""
    form = ApiKeyForm(request.POST or None, membership=request.membership)
    if form.is_valid():
        try:
            issued = api_keys.issue(
                membership=request.membership,
                name=form.cleaned_data["name"],
                scopes=form.cleaned_data["scopes"],
                expires_at=form.expires_at(),
                bound=form.bound(),
                by=request.user,
            )
        except InvalidInput as error:
            form.add_error("bound_to" if error.code == "bad_binding" else "name", error.message)
        else:
            made = {"key": issued.key, "secret": issued.secret}
            return render(request, "people/api_key_created.html", made)
    context = {"form": form}
    return render(request, "people/api_key_new.html", context, status=422 if form.is_bound else 200)


@requires(MEMBER)
@require_POST
def api_key_revoke(request, key_id):
    key = get_object_or_404(visible_keys(request.membership), pk=key_id)
    api_keys.revoke(key=key, by=request.user)
    text = _("The key %(name)s is revoked. Requests that use it are now rejected.") % {"name": key.name}
    messages.success(request, text)
    return redirect("api_key_list")
