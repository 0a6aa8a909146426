"""Provider batches from draft to reconciled; `actions.steps.work` takes the next step of any batch.

`adapters/<provider>.py` speaks one provider's batch wire, registers itself and knows no database.
"""
