"""The simulated provider: a local HTTP server that speaks the wires of providers, for machines without keys and tests.

It imports the standard library only and is deterministic from its seed. All it answers is marked as simulated.
"""
