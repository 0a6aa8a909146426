"""The models that this installation can ask, as `reviews.grading` wants them, every prompt a request of the ledger."""

from reviews.engine.client.endpoints import resolve
from reviews.quality.actions import prompt_requests


class LedgerAdapter(prompt_requests.OneModel):
    """One model of an organization by its name, asked in this process; limits, budgets and retries are the ledger's.

    Of `model_params` those that `reviews.engine.client.completion.PARAMETERS` names are sent and the others dropped. A
    budget tracker with a method `charge(cost_usd)` is told of every answer, None where the cost is not known.
    """

    def validate_config(self, config):
        """Whether the model has an address and a key, and takes this temperature and room at all."""
        is_warm_enough = config.temperature is None or config.temperature >= 0
        return not resolve(self.model).blocked_reason and is_warm_enough and (config.max_tokens or 1) > 0

    def execute_prompt(self, prompt, config):
        """The LLMResponse, or an LLMError once the ledger has given up; the same prompt is asked anew each time."""
        request = self._ask(prompt, prompt_requests.parameters_of(config=config))
        return prompt_requests.response_to(request=request, config=config)
