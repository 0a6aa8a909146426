"""A provider's embedding model as `reviews.grading` wants it, every batch of texts a request of the ledger."""

from evalhub.lib import strict_json
from reviews.engine.client import vectors
from reviews.quality.actions import prompt_requests
from reviews.quality.stages.prompt import EMBEDS, answer_to


class LedgerEmbedder(prompt_requests.OneModel):
    """One embedding model of an organization, asked in this process; limits, budgets and retries are the ledger's."""

    title = "Embeddings by"

    @property
    def name(self):
        return self.model

    def embed(self, texts):
        """A vector for each text, in order, or an LLMError once the ledger has given up."""
        request = self._ask(strict_json.dumps(list(texts)), {EMBEDS: True})
        prompt_requests.await_answer(request=request)
        return vectors.found_in(answer_to(request).raw_response)
