"""Pages about where events are sent: a new address, what was sent there, and what can be changed of it."""

import datetime

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from evalhub.accounts.access import requires
from evalhub.events import tasks
from evalhub.events.actions import deliveries, webhooks
from evalhub.events.forms import SinceForm, WebhookForm
from evalhub.events.models import WebhookEndpoint
from evalhub.events.models.webhook_endpoint import REQUESTS
from evalhub.events.views.lists.deliveries import DeliveryList
from evalhub.events.views.lists.webhooks import address_of
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lists.views import METHODS, answer

TRAIL = [{"label": gettext_lazy("Webhooks"), "href": reverse_lazy("events:webhook_list")}]
SINCE = datetime.timedelta(days=1)


@requires("admin")
@require_http_methods(["GET", "POST"])
def webhook_create(request):
    """The form, then once the secret: it is shown in the answer and never again."""
    form = WebhookForm(request.POST or None)
    if form.is_valid():
        try:
            made = webhooks.create(organization=request.organization, fields=form.endpoint_fields, by=request.user)
        except (InvalidInput, Conflict) as error:
            form.add_error("url", error.message)
        else:
            return _show_secret(request, made)
    context = {"form": form, "trail": TRAIL}
    return render(request, "events/webhook_new.html", context, status=422 if form.is_bound else 200)


@requires("admin")
@require_http_methods(["GET", "POST"])
def webhook_requests(request):
    """The secret for addresses that single requests name: where it is, or how one is made."""
    found = WebhookEndpoint.objects.for_organization(request.organization).filter(kind=REQUESTS).first()
    if found is not None:
        return redirect("events:webhook_settings", found.pk)
    if request.method == "POST":
        made = webhooks.create_for_requests(organization=request.organization, by=request.user)
        return _show_secret(request, made)
    return render(request, "events/webhook_requests.html", {"trail": TRAIL})


@requires("admin")
@require_http_methods(METHODS)
def webhook_detail(request, webhook_id):
    """What was sent there; posts keep views of the list."""
    endpoint = endpoint_of(request, webhook_id)
    has_failed = endpoint.disabled_at is None and endpoint.deliveries.filter(state="failed").exists()
    context = _context(endpoint, "events:webhook_detail") | {"sent_again": _since_form() if has_failed else None}
    return answer(request, DeliveryList(request, parent=endpoint), template="events/webhook.html", context=context)


@requires("admin")
@require_http_methods(["GET", "POST"])
def webhook_settings(request, webhook_id):
    """Address and events of a webhook, its secret, and its end."""
    endpoint = endpoint_of(request, webhook_id)
    if endpoint.kind == REQUESTS:
        form = None
    else:
        fields = ("url", "description", "event_types")
        form = WebhookForm(request.POST or None, initial={name: getattr(endpoint, name) for name in fields})
    if form is not None and form.is_valid():
        try:
            webhooks.change(endpoint=endpoint, fields=form.endpoint_fields, by=request.user)
        except (InvalidInput, Conflict) as error:
            form.add_error("url", error.message)
        else:
            messages.success(request, _("Changes saved."))
            return redirect("events:webhook_settings", endpoint.pk)
    context = _context(endpoint, "events:webhook_settings") | {"form": form}
    status = 422 if form is not None and form.is_bound else 200
    return render(request, "events/webhook_settings.html", context, status=status)


@requires("admin")
@require_POST
def webhook_rotate(request, webhook_id):
    return _show_secret(request, webhooks.rotate(endpoint=endpoint_of(request, webhook_id), by=request.user))


@requires("admin")
@require_POST
def webhook_test(request, webhook_id):
    endpoint = endpoint_of(request, webhook_id)
    try:
        delivery = webhooks.send_test(endpoint=endpoint, by=request.user)
    except Conflict as error:
        messages.error(request, error.message)
        return redirect("events:webhook_detail", endpoint.pk)
    tasks.wake()
    return redirect("events:delivery_detail", endpoint.pk, delivery.pk)


@requires("admin")
@require_POST
def webhook_switch(request, webhook_id):
    """Turn a webhook on that is off, or off that is on, as `to` says."""
    endpoint, to = endpoint_of(request, webhook_id), request.POST.get("to", "")
    if to == "on":
        webhooks.turn_on(endpoint=endpoint, by=request.user)
        messages.success(request, _("The webhook is on. It gets what happens from now on."))
    elif to == "off":
        webhooks.turn_off(endpoint=endpoint, by=request.user)
        messages.success(request, _("The webhook is off. Nothing is sent to it."))
    else:
        raise InvalidInput(_("to is %(value)s. Valid: on, off.") % {"value": repr(to[:40])}, code="bad_option")
    return redirect("events:webhook_detail", endpoint.pk)


@requires("admin")
@require_POST
def webhook_redeliver(request, webhook_id):
    """Send again what failed since a moment."""
    endpoint, form = endpoint_of(request, webhook_id), SinceForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Enter day and time from which failed deliveries are sent again."))
        return redirect("events:webhook_detail", endpoint.pk)
    try:
        count = deliveries.redeliver_failed(endpoint=endpoint, since=form.cleaned_data["since"], by=request.user)
    except Conflict as error:
        messages.error(request, error.message)
    else:
        tasks.wake()
        text = ngettext("%(n)s delivery is sent again.", "%(n)s deliveries are sent again.", count)
        messages.success(request, text % {"n": count})
    return redirect("events:webhook_detail", endpoint.pk)


@requires("admin")
@require_POST
def webhook_delete(request, webhook_id):
    endpoint = endpoint_of(request, webhook_id)
    webhooks.delete(endpoint=endpoint, by=request.user)
    messages.success(request, _("The webhook is deleted, with the log of its deliveries."))
    return redirect("events:webhook_list")


def endpoint_of(request, webhook_id):
    """The endpoint of the reader's organization, or 404."""
    found = WebhookEndpoint.objects.for_organization(request.organization).select_related("organization")
    return get_object_or_404(found, pk=webhook_id)


def _show_secret(request, made):
    context = {"endpoint": made.endpoint, "secret": made.secret, "trail": TRAIL}
    return render(request, "events/webhook_secret.html", context)


def _since_form():
    return SinceForm(initial={"since": (timezone.localtime() - SINCE).replace(second=0, microsecond=0)})


def _context(endpoint, page):
    pages = [(_("Deliveries"), "events:webhook_detail"), (_("Settings"), "events:webhook_settings")]
    tabs = [
        {"label": label, "href": reverse(name, args=[endpoint.pk]), "current": name == page} for label, name in pages
    ]
    return {"endpoint": endpoint, "address": address_of(endpoint), "trail": TRAIL, "tabs": tabs}
