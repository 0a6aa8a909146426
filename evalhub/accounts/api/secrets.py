"""Answers that hold a secret: it is in the first one, and never stored."""

from rest_framework.response import Response


def shown_once(answer, row, **secrets):
    """The 201 of a row with its secrets; what an Idempotency-Key keeps of it has null in their place."""
    response = Response(answer.of(row, **secrets), status=201)
    response.kept_data = answer.of(row, **dict.fromkeys(secrets))
    return response
