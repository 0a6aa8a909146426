"""Pages of webhooks."""

from django.urls import path

from evalhub.events.views import deliveries, webhooks
from evalhub.lists.views import list_page

app_name = "events"
urlpatterns = [
    path("", list_page("webhooks"), name="webhook_list"),
    path("new/", webhooks.webhook_create, name="webhook_create"),
    path("requests/", webhooks.webhook_requests, name="webhook_requests"),
    path("<uuid:webhook_id>/", webhooks.webhook_detail, name="webhook_detail"),
    path("<uuid:webhook_id>/settings/", webhooks.webhook_settings, name="webhook_settings"),
    path("<uuid:webhook_id>/rotate/", webhooks.webhook_rotate, name="webhook_rotate"),
    path("<uuid:webhook_id>/test/", webhooks.webhook_test, name="webhook_test"),
    path("<uuid:webhook_id>/switch/", webhooks.webhook_switch, name="webhook_switch"),
    path("<uuid:webhook_id>/redeliver/", webhooks.webhook_redeliver, name="webhook_redeliver"),
    path("<uuid:webhook_id>/delete/", webhooks.webhook_delete, name="webhook_delete"),
    path("<uuid:webhook_id>/deliveries/<int:delivery_id>/", deliveries.delivery_detail, name="delivery_detail"),
    path(
        "<uuid:webhook_id>/deliveries/<int:delivery_id>/redeliver/",
        deliveries.delivery_redeliver,
        name="delivery_redeliver",
    ),
]
