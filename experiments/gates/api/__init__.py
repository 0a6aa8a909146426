"""Gates over the API."""
