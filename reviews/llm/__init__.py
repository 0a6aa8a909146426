"""Talking to language models: addresses and keys, one client, prices, failures and the retry policy."""
