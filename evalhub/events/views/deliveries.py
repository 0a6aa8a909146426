"""One delivery: what was sent, each try with its answer, and sending it again."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from evalhub.accounts.access import requires
from evalhub.events import tasks
from evalhub.events.actions import deliveries
from evalhub.events.models.webhook_delivery import UNFINISHED
from evalhub.events.views.lists.deliveries import title_of
from evalhub.events.views.lists.webhooks import address_of
from evalhub.events.views.webhooks import TRAIL, endpoint_of
from evalhub.lib.errors import Conflict
from evalhub.lib.strict_json import loads


@requires("admin")
@require_safe
def delivery_detail(request, webhook_id, delivery_id):
    """The page; its part alone for htmx while the delivery waits for its first try."""
    delivery = _delivery(request, webhook_id, delivery_id)
    context = {
        "delivery": delivery,
        "endpoint": delivery.endpoint,
        "title": title_of(delivery.event.type),
        "body": loads(deliveries.body_of(delivery.event)),
        "tries": delivery.tries_made.all(),
        "is_moving": delivery.state in UNFINISHED and not delivery.tries,
        "trail": [
            *TRAIL,
            {
                "label": address_of(delivery.endpoint),
                "href": reverse("events:webhook_detail", args=[delivery.endpoint_id]),
            },
        ],
    }
    return render(request, "events/delivery.html#delivery" if request.htmx else "events/delivery.html", context)


@requires("admin")
@require_POST
def delivery_redeliver(request, webhook_id, delivery_id):
    delivery = _delivery(request, webhook_id, delivery_id)
    try:
        deliveries.redeliver(delivery=delivery, by=request.user)
    except Conflict as error:
        messages.error(request, error.message)
    else:
        tasks.wake()
        messages.success(request, _("The event is sent again."))
    return redirect("events:delivery_detail", webhook_id, delivery_id)


def _delivery(request, webhook_id, delivery_id):
    endpoint = endpoint_of(request, webhook_id)
    delivery = get_object_or_404(endpoint.deliveries.select_related("event"), pk=delivery_id)
    delivery.endpoint = endpoint
    return delivery
