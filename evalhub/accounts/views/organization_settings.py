"""The page of what an organization sets for all of its members."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from evalhub.accounts.access import requires
from evalhub.accounts.actions import organization_settings as settings
from evalhub.accounts.forms import OrganizationSettingsForm
from evalhub.lib.errors import InvalidInput


@requires("admin")
@require_http_methods(["GET", "POST"])
def organization_settings(request):
    form = OrganizationSettingsForm(request.POST or None, initial=_initial(request.organization))
    if form.is_valid():
        try:
            settings.change(organization=request.organization, changes=form.changes(), by=request.user)
        except InvalidInput as error:
            name = error.details["field"]
            form.add_error(name if name in form.fields else None, error.message)
        else:
            messages.success(request, _("Saved."))
            return redirect("organization_settings")
    return render(request, "people/organization.html", {"form": form}, status=422 if form.is_bound else 200)


def _initial(organization):
    def percent(share):
        return None if share is None else float(f"{share * 100:.6g}")

    return {name: getattr(organization, name) for name in settings.FIELDS} | {
        "consensus_percent": percent(organization.consensus_threshold),
        "audit_sample_percent": percent(organization.audit_sample_share),
    }
