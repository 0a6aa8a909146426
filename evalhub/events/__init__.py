"""What happened, told to other programs: the outbox of events, and the webhooks that deliver them.

`actions.outbox.emit` writes an event in the transaction of what happened, so that both are there or neither is;
`actions.outbox.queue` gives committed events their sequence and queues a delivery for each endpoint that wants them.
`actions.webhooks` sets up endpoints and queues an event for the address of a single request (`once`);
`actions.deliveries` sends what is queued, tries again and sends again. `sending` is one try, `signatures` its headers.
A type of event is one class of `event_types.EventType`, registered in a module `event_types` of the feature that emits
it; API, forms and docs list the registry.
Celery: deliver_due, deliver_again_due, sweep_events.
Tables: OutboxEvent, WebhookEndpoint, WebhookDelivery, WebhookAttempt.
"""
