"""Lists of requests to language models and of their attempts."""
