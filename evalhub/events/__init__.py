"""What happened, told to other programs: the outbox of events, and the webhooks that deliver them.

`actions.outbox.emit` writes an event in the transaction of what happened, so that both are there or neither is.
`actions.outbox.number` gives committed events their sequence and queues a delivery for each endpoint that wants them.
A type of event is one class of `event_types.EventType`, registered in a module `event_types` of the feature that emits
it; API, forms and docs list the registry.
Tables: OutboxEvent.
"""
