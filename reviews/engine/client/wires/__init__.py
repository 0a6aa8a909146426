"""Wires of direct calls: one file writes and reads one provider's HTTP bodies and registers itself by provider."""

from evalhub.lib.registry import Registry

registry = Registry("wire", package="reviews.engine.client.wires", instances=True)
