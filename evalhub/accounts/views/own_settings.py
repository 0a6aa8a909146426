"""The person's own settings: name, password, organization at hand, theme, language."""

from django.conf import settings
from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from evalhub.accounts.access import MEMBER, requires
from evalhub.accounts.actions import people
from evalhub.accounts.forms import LanguageForm, NameForm, OrganizationForm, ThemeForm
from evalhub.accounts.middleware import SESSION_KEY
from evalhub.accounts.models import Membership
from evalhub.lib.errors import InvalidInput

COOKIE_SECONDS = 31_536_000


@requires(MEMBER)
@require_http_methods(["GET", "POST"])
def account_settings(request):
    """The page of all settings; a POST changes the name."""
    form = NameForm(request.POST or None, initial={"name": request.user.name})
    if form.is_valid():
        people.rename(user=request.user, name=form.cleaned_data["name"])
        messages.success(request, _("Name saved."))
        return redirect("account_settings")
    memberships = Membership.objects.filter(user=request.user).select_related("organization")
    context = {
        "form": form,
        "theme_form": ThemeForm(initial={"theme": request.COOKIES.get("theme", "")}),
        "language_form": LanguageForm(initial={"language": request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")}),
        "memberships": memberships.order_by("organization__name"),
    }
    return render(request, "people/settings.html", context, status=422 if form.is_bound else 200)


@requires(MEMBER)
@require_POST
def organization_switch(request):
    """Act for another of the person's organizations from now on, in this session."""
    form = OrganizationForm(request.POST)
    wanted = form.cleaned_data["organization"] if form.is_valid() else None
    found = Membership.objects.filter(user=request.user).select_related("organization")
    membership = get_object_or_404(found, organization_id=wanted)
    request.session[SESSION_KEY] = str(membership.organization_id)
    text = _("Switched to %(organization)s.") % {"organization": membership.organization}
    messages.success(request, text)
    return redirect("dashboard")


@requires(MEMBER)
@require_POST
def theme_choose(request):
    """What the script of the theme switch does, for browsers without scripts."""
    form = ThemeForm(request.POST)
    if not form.is_valid():
        text = _("Choose a theme. Valid: light, dark, or empty for the system theme.")
        raise InvalidInput(text, code="bad_theme")
    return _keep("theme", form.cleaned_data["theme"])


@requires(MEMBER)
@require_POST
def language_choose(request):
    """The language of all pages in this browser."""
    form = LanguageForm(request.POST)
    if not form.is_valid():
        valid = ", ".join(code for code, _name in settings.LANGUAGES)
        text = _("Choose a language. Valid: %(valid)s, or empty for the language of the browser.") % {"valid": valid}
        raise InvalidInput(text, code="bad_language")
    return _keep(settings.LANGUAGE_COOKIE_NAME, form.cleaned_data["language"])


def _keep(cookie, value):
    """Back to the settings with a choice kept in a cookie of this browser, or forgotten when it is empty."""
    response = redirect("account_settings")
    if value:
        response.set_cookie(cookie, value, max_age=COOKIE_SECONDS, samesite="Lax", secure=settings.IS_SECURE)
    else:
        response.delete_cookie(cookie, samesite="Lax")
    return response
