"""The REST API of `datasets`."""
