"""The client of language models: endpoints and keys, wires, prices, failures. Only `completion` imports litellm.

`completion.acomplete(call)` sends one LLMCall and always returns an Outcome (`exchange`). Knows no database.
"""
