"""Experiments over the API."""
