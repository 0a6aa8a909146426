"""A webhook of the demo organization: the simulated provider takes what it is sent."""

import os

from evalhub.events.actions import webhooks
from evalhub.events.actions.webhooks import EndpointFields
from reviews.engine.client.endpoints import SIMULATED_VARIABLE


def send_to_provider(admin):
    """Have all events sent to the simulated provider, where there is one; before they happen."""
    base = os.environ.get(SIMULATED_VARIABLE, "").rstrip("/")
    if base:
        fields = EndpointFields(url=f"{base}/webhooks", description="Release pipeline of the support assistant")
        webhooks.create(organization=admin.organization, fields=fields, by=admin.user)
