"""The simulated provider: a local HTTP server that speaks three chat wires and judges with simple word counts.

It is for machines without keys and for tests. It imports the standard library only, is deterministic from its seed,
and is imperfect on purpose. Everything it says is marked as simulated.
"""
