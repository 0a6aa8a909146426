"""Batch adapters: one file speaks one provider's batch wire, knows no database, and registers itself by provider."""

from evalhub.lib.registry import Registry

registry = Registry("batch adapter", package="reviews.engine.batches.adapters")
