"""Writes of events and webhooks."""
