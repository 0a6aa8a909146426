"""What a stage does with a scorer that fails."""

from evalhub.lib.errors import InvalidInput
from reviews.scorers.registry.scorer import Scorer
from reviews.scorers.stages.scorer_stage import prepared


class Fails(Scorer):
    """`at`: whether preparing or reading raises, and what."""

    version = "1"

    def __init__(self, at, error):
        super().__init__()
        self.at, self.error = at, error

    def prepare(self, item, question):
        if self.at == "prepare":
            raise self.error
        return None

    def read(self, answer, item, question):
        raise self.error


def test_a_scorer_that_fails_costs_one_request(caplog):
    refused = InvalidInput("The case has no text.")

    assert prepared(Fails("prepare", refused), "case", None) is refused
    assert prepared(Fails("prepare", KeyError("a")), "case", None).code == "scorer_failed"
    found = prepared(Fails("read", ZeroDivisionError()), "case", None).read(None)
    assert (found.status, found.error_class, found.message.params) == (
        "unreadable",
        "scorer_failed",
        {"kind": "ZeroDivisionError"},
    )
    assert "KeyError" in caplog.text and "ZeroDivisionError" in caplog.text
