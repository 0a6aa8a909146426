"""Lists of webhooks and of what was sent to them."""
