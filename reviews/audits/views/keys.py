"""The switch of single keys, shared with the annotator's page: one preference of the person."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from annotations.queue.actions import preferences
from evalhub.accounts.access import requires
from reviews.audits.views import filters


@requires("audit")
@require_POST
def audit_keys(request):
    """Switch single keys on or off; back to the list, or nothing for the page that asks by script."""
    preferences.change(user=request.user, changes={"keys_on": "keys_on" in request.POST})
    if request.POST.get("stay"):
        return HttpResponse(status=204)
    return redirect(filters.chosen_of(request).list_address)
