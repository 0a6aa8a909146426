"""Webhooks over the client."""

import pytest
from evalhub_client import NotFound

from evalhub.events.actions.webhooks import TURNED_OFF
from evalhub.events.models import WebhookDelivery

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def boss(client_of, bob):
    return client_of(bob)


def test_a_webhook_from_its_first_secret_to_its_end(boss, monkeypatch):
    monkeypatch.setenv("EVALHUB_STATIC_HOSTS", "127.0.0.1=127.0.0.1")
    (kind, *_) = boss.webhooks.event_types()
    hook = boss.webhooks.create("http://127.0.0.1:9/hooks", event_types=[kind["type"]])
    assert hook["secret"].startswith("whsec_") != boss.webhooks.rotate(hook)["secret"]
    assert boss.webhooks.change(hook, description="Night")["description"] == "Night"
    assert [each["webhook_id"] for each in boss.webhooks.list(state="active")] == [hook["webhook_id"]]

    sent = boss.webhooks.test(hook)
    WebhookDelivery.objects.update(state="failed", last_error=TURNED_OFF())

    assert [each["delivery_id"] for each in boss.webhooks.deliveries(hook, state="failed")] == [sent["delivery_id"]]
    assert boss.webhooks.delivery(hook, sent)["body"]["data"] == {"webhook_id": hook["webhook_id"]}
    assert boss.webhooks.redeliver_failed(hook, since=sent["created_at"]) == 1
    assert boss.webhooks.redeliver(hook, sent)["state"] == "waiting"
    boss.webhooks.delete(hook)
    with pytest.raises(NotFound):
        boss.webhooks.get(hook)
