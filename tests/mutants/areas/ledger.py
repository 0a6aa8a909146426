"""Calls to models, and what they cost."""

from tests.mutants.mutant import Mutant

MUTANTS = [
    Mutant(
        name="a second accepted answer of a model is not marked late",
        file="reviews/engine/requests/actions/attempts.py",
        old="and (pk in accepted or not _is_in_hands(attempt.request, *held[pk]))",
        new="and not _is_in_hands(attempt.request, *held[pk])",
        tests=("tests/reviews/engine/requests/actions/test_attempts.py",),
    ),
    Mutant(
        name="what a call cost counts twice when the write is repeated",
        file="reviews/engine/requests/actions/attempts.py",
        old="(each.outcome.cost_usd or 0) - (spent or 0)",
        new="each.outcome.cost_usd or 0",
        tests=("tests/reviews/engine/requests/actions/test_attempts.py",),
    ),
    Mutant(
        name="a try that was lost gives no money back",
        file="reviews/engine/requests/actions/attempts.py",
        old=(
            "held = "
            'list(sent.exclude(reserved_usd=None).select_related("request__run").select_for_update(of'
            '=("self",)))'
        ),
        new=('held = sent.exclude(reserved_usd=None).select_related("request__run").select_for_update(of=("self",))'),
        tests=("tests/reviews/engine/requests/actions/test_attempts.py",),
    ),
    Mutant(
        name="unreadable answers from before a retry by people count",
        file="reviews/engine/requests/actions/attempts.py",
        old="flat=True)[: request.attempts])",
        new="flat=True))",
        tests=("tests/reviews/engine/actions/test_request_failures.py",),
    ),
    Mutant(
        name="an answer counts although another worker holds the request",
        file="reviews/engine/requests/actions/attempts.py",
        old="return state == request.state and (state == BATCHED or owner == request.lease_owner)",
        new="return state == request.state",
        tests=("tests/reviews/engine/actions/test_request_races.py",),
    ),
]
