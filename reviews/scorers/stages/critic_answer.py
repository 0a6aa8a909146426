"""The step before a critic: it answers the form by itself."""

from evalhub.lib.translation import gettext_noop
from reviews.engine.stages import registry
from reviews.scorers.stages.judged_material import judged
from reviews.scorers.stages.scorer_stage import FormStage

KIND = "critic_answer"


@registry.register(KIND)
class CriticAnswer(FormStage):
    """A target, and the result, is the id of the machine's annotation; the answer is the text of its try in the ledger.

    It is no annotation: a critic takes no part in agreement or consensus.
    """

    kind = name = KIND
    title = gettext_noop("Critic answers independently")
    is_critic = True

    def follow(self, request):
        return None if request.annotation_id is None else (request.annotation_id, request.item_id)

    def load(self, requests):
        found = judged([request.target for request in requests])
        pairs = {target: (each.item, each.form) for target, each in found.items()}
        return {request.pk: pairs[request.target] for request in requests if request.target in pairs}

    def store(self, request, finding, outcome):
        return {"result": request.target}
