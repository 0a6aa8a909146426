"""Addresses of the API about events and webhooks, below /v1/."""

from django.urls import path

from evalhub.events.api import deliveries, webhooks

urlpatterns = [
    path("event-types", webhooks.EventTypes.as_view(), name="api_event_type_list"),
    path("webhooks", webhooks.WebhookList.as_view(), name="api_webhook_list"),
    path("webhooks/<str:webhook_id>", webhooks.WebhookDetail.as_view(), name="api_webhook"),
    path("webhooks/<str:webhook_id>/rotate", webhooks.WebhookSecret.as_view(), name="api_webhook_rotate"),
    path("webhooks/<str:webhook_id>/test", deliveries.WebhookTest.as_view(), name="api_webhook_test"),
    path("webhooks/<str:webhook_id>/redeliver", deliveries.RedeliveryOfAll.as_view(), name="api_webhook_redeliver"),
    path("webhooks/<str:webhook_id>/deliveries", deliveries.DeliveryList.as_view(), name="api_delivery_list"),
    path(
        "webhooks/<str:webhook_id>/deliveries/<str:delivery_id>",
        deliveries.DeliveryDetail.as_view(),
        name="api_delivery",
    ),
    path(
        "webhooks/<str:webhook_id>/deliveries/<str:delivery_id>/redeliver",
        deliveries.Redelivery.as_view(),
        name="api_delivery_redeliver",
    ),
]
