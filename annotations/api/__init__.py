"""The REST API of `annotations`."""
