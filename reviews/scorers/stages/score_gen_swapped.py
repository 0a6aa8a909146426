"""The first of both orders: the form is answered with the outputs of the item in the other order."""

from dataclasses import replace

from evalhub.lib.translation import gettext_noop
from reviews.engine.stages import registry
from reviews.scorers.stages.score_gen import Scores
from reviews.scorers.stages.task_stages import SWAPPED


@registry.register(SWAPPED)
class SwappedScores(Scores):
    """A target, and the result, is the id of the item; the answer is the text of its try in the ledger.

    It leads to no annotation by itself: `score_gen_both` asks in the stored order and puts both together.
    """

    kind = name = SWAPPED
    title = gettext_noop("Answers the form in swapped order")
    may_be_reused = False  # the other order is read from this call

    def shown(self, item):
        return swapped(item)

    def given(self, requests):
        return {pk: {"result": fields["annotation"].item_id} for pk, fields in super().given(requests).items()}

    def store(self, request, finding, outcome):
        return {"result": request.target}

    def store_many(self, answers):
        return [self.store(*answer) for answer in answers]


def swapped(item):
    """The ItemView with its outputs in the other order."""
    return replace(item, outputs=dict(reversed(item.outputs.items())))
