"""A second scorer that answers forms, registered for as long as a test needs it."""

from contextlib import contextmanager

from reviews.scorers.judges.questions import QuestionsJudge
from reviews.scorers.registry import registry
from tests import api_contract


class TwiceReadJudge(QuestionsJudge):
    """Asks like the first one, under a key and a version of its own."""

    title = "Reads twice"
    is_default = False


@contextmanager
def registered(key="twice_read"):
    registry.keys()
    registry.register(key)(TwiceReadJudge)
    try:
        with api_contract.changed():
            yield TwiceReadJudge
    finally:
        for known in (registry._things, registry._sources, registry._modules):
            known.pop(key)
