"""The pytest plug-in of EvalHub: a test holds an evaluation to a gate.

def test_release(assert_evaluation):
    assert_evaluation("0199…", "faithfulness.mean >= 0.8")
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from evalhub_client import Client

SECONDS = 3600.0


@pytest.fixture(scope="session")
def evalhub() -> Iterator[Client]:
    """The Client of EVALHUB_URL with the key EVALHUB_KEY."""
    from evalhub_client import Client

    missing = [name for name in ("EVALHUB_URL", "EVALHUB_KEY") if not os.environ.get(name)]
    if missing:
        pytest.fail(f"{' and '.join(missing)} must be set: the server's address and an API key.", pytrace=False)
    with Client(os.environ["EVALHUB_URL"], os.environ["EVALHUB_KEY"]) as client:
        yield client


@pytest.fixture
def assert_evaluation(evalhub: Client, record_property: Any) -> Any:
    """assert_evaluation(evaluation, expression): the test fails unless the evaluation meets it, once it has ended."""

    def check(
        evaluation: Mapping[str, Any] | str,
        expression: str | None = None,
        baseline: Mapping[str, Any] | str | None = None,
        *,
        gate: str | None = None,
        timeout: float = SECONDS,
        **fields: Any,
    ) -> dict[str, Any]:
        """`gate` is the name of one that is kept, in place of an expression; returns what was decided."""
        result = evalhub.evaluations.gate(
            evaluation, expression, gate=gate, baseline=baseline, timeout=timeout, **fields
        )
        record_property("evalhub_evaluation", result["evaluation_id"])
        record_property("evalhub_state", result["state"])
        for condition in result["conditions"]:
            record_property(f"evalhub: {condition['text']}", condition["sentence"])
        if result["state"] != "passed":
            # What was not met with figure, limit and n, or why nothing can be decided.
            lines = [each["sentence"] for each in result["conditions"] if each["state"] != "passed"]
            head = "The evaluation failed its gate." if result["state"] == "failed" else "The gate is undecided."
            pytest.fail("\n".join([head, *lines]), pytrace=False)
        return result

    return check
