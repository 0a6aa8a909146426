"""Accept the answers of a filtered list that the auditor has opened: ask first, then do it."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from annotations.tasks.actions import item_content
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict
from reviews.audits.actions import bulk_accept
from reviews.audits.views import filters, in_doubt

LONGEST_TEXT = 120


@requires("audit")
@require_http_methods(["GET", "POST"])
def audit_accept(request):
    """Which can be accepted and what that means; posted with their number, it is done."""
    chosen, problem = filters.chosen_of(request), ""
    if request.method == "POST":
        try:
            # What cannot be read agrees with no list
            text = request.POST.get("count", "")
            expected = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else -1
            accepted = bulk_accept.accept(chosen.rows, auditor=chosen.auditor, expected=expected)
        except Conflict as error:
            problem = error.message
        else:
            words = ngettext("%(count)s answer accepted.", "%(count)s answers accepted.", accepted)
            messages.success(request, words % {"count": accepted})
            return redirect(chosen.list_address)
    rows = _rows(chosen)
    context = {"chosen": chosen, "rows": rows, "acceptable": len(rows), "problem": problem}
    return render(request, "reviews/audits/bulk_accept.html", context, status=409 if problem else 200)


def _rows(chosen):
    """The AuditPicks that can be accepted, with what they show: `text`, `lines`, `href`."""
    ids = bulk_accept.acceptable(chosen.rows, auditor=chosen.auditor)
    found = chosen.rows.filter(pk__in=ids).order_by("place")
    rows = list(found.select_related("annotation__item__test_case"))
    lines = in_doubt.lines_of(rows, chosen.auditor) if rows else {}
    for row in rows:
        row.text = item_content.summary(row.annotation.item.test_case, LONGEST_TEXT)
        row.lines, row.href = lines[row.pk], chosen.address_of(row.pk)
    return rows
