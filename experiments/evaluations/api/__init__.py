"""The API of evaluations, below /v1/evaluations."""
