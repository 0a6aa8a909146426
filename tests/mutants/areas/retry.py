"""When a model may be asked again."""

from tests.mutants.mutant import Mutant

MUTANTS = [
    Mutant(
        name="an answer to an older call ends a newer hold of its run",
        file="reviews/engine/requests/actions/results.py",
        old="filter(pk=run.pk, held_until=run.held_until)",
        new="filter(pk=run.pk)",
        tests=("tests/reviews/engine/actions/test_holds.py",),
    ),
    Mutant(
        name="an older refusal shortens a newer hold of its model",
        file="reviews/engine/limits/circuit_breaker.py",
        old=("        _say(state, result)\n        state.blocked_until = max(until, still)"),
        new=("        _say(state, result)\n        state.blocked_until = until"),
        tests=("tests/reviews/engine/limits/test_circuit_breaker.py",),
    ),
    Mutant(
        name="we come back before the provider wants us",
        file="reviews/engine/client/backoff.py",
        old="asked * rng.uniform(1.0, 1.1)",
        new="asked * rng.uniform(0.9, 1.1)",
        tests=("tests/reviews/engine/client/test_backoff.py",),
    ),
    Mutant(
        name="an older refusal shortens a newer hold of its run",
        file="reviews/engine/requests/actions/results.py",
        old="filter(ends_sooner, pk=run.pk)",
        new="filter(pk=run.pk)",
        tests=("tests/reviews/engine/actions/test_holds.py",),
    ),
]
