"""When a model may be asked again."""

from tests.mutants.mutant import Mutant

MUTANTS = [
    Mutant(
        name="an answer to an older call ends a newer hold of its run",
        file="reviews/actions/settling.py",
        old="filter(pk=run.pk, held_until=run.held_until)",
        new="filter(pk=run.pk)",
        tests=("tests/reviews/actions/test_holds.py",),
    ),
    Mutant(
        name="an older refusal shortens a newer hold of its model",
        file="reviews/limits/transitions.py",
        old=(
            "        _say(state, result)\n"
            "        state.blocked_until = max(until, still)"
        ),
        new=(
            "        _say(state, result)\n"
            "        state.blocked_until = until"
        ),
        tests=("tests/reviews/limits/test_transitions.py",),
    ),
    Mutant(
        name="we come back before the provider wants us",
        file="reviews/llm/retry.py",
        old="asked * rng.uniform(1.0, 1.1)",
        new="asked * rng.uniform(0.9, 1.1)",
        tests=("tests/reviews/llm/test_retry.py",),
    ),
    Mutant(
        name="an older refusal shortens a newer hold of its run",
        file="reviews/actions/settling.py",
        old="filter(ends_sooner, pk=run.pk)",
        new="filter(pk=run.pk)",
        tests=("tests/reviews/actions/test_holds.py",),
    ),
]
