"""Accept the answers of a filtered list that the auditor has opened: ask first, then do it."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict
from reviews.audits.actions import bulk_accept
from reviews.audits.views import filters


@requires("audit")
@require_http_methods(["GET", "POST"])
def audit_accept(request):
    """How many can be accepted and what that means; posted with that number, it is done."""
    chosen, problem = filters.chosen_of(request), ""
    if request.method == "POST":
        try:
            expected = _number(request.POST.get("count", ""))
            accepted = bulk_accept.accept(chosen.rows, auditor=chosen.auditor, expected=expected)
        except Conflict as error:
            problem = error.message
        else:
            words = ngettext("%(count)s answer accepted.", "%(count)s answers accepted.", accepted)
            messages.success(request, words % {"count": accepted})
            return redirect(chosen.list_address)
    count = len(bulk_accept.acceptable(chosen.rows, auditor=chosen.auditor))
    context = {"chosen": chosen, "acceptable": count, "problem": problem}
    return render(request, "reviews/audits/bulk_accept.html", context, status=409 if problem else 200)


def _number(text):
    """The number that was shown; what cannot be read agrees with no list."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else -1
