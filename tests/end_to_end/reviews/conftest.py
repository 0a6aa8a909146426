"""Journeys of reviews share the fixtures of its other tests."""

from tests.reviews.conftest import model, no_broker, no_keys, openai_key

__all__ = ["model", "no_broker", "no_keys", "openai_key"]
