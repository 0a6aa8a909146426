"""The limits of one call to a language model: no call may hold its slot longer, or its answer fill the memory."""

from evalhub.lib.env import env_float, env_int

SECONDS = env_float("EVALHUB_LLM_CALL_SECONDS", 180.0, 0.05, 3600)
BYTES = env_int("EVALHUB_LLM_CALL_BYTES", 10_000_000, 1000, 1_000_000_000)
