"""The router as an adapter of `reviews.grading`: each prompt goes to the model that is taken at that moment."""

from dataclasses import replace

from reviews.quality.actions import prompt_requests, routed_prompts, routing
from reviews.quality.actions.prompt_adapter import LedgerAdapter


class RoutedAdapter:
    """Asks whichever model the organization's router takes for this kind of task, in this process.

    A share of the answers, the policy's `shadow_rate`, is compared with the baseline's by workers later: nobody waits
    for that, its failure is nobody's but its own, and a budget tracker is told of the answer alone.
    """

    def __init__(self, task_type, *, organization, by=None):
        self.task_type = task_type
        self._organization = organization
        self._by = by

    def validate_config(self, config):
        """Whether the model that would be taken now has an address and a key, and takes these settings."""
        choice = routing.choose(organization=self._organization, task_type=self.task_type)
        return LedgerAdapter(choice.adapter_id, organization=self._organization).validate_config(config)

    def execute_prompt(self, prompt, config):
        """The LLMResponse, whose metadata tells the `route`: how and why its model was taken."""
        routed = routed_prompts.ask(
            organization=self._organization, task_type=self.task_type, prompt=prompt, config=config, by=self._by
        )
        response = prompt_requests.response_to(request=routed.request, config=config)
        route = {"routed_prompt": str(routed.pk), "how": routed.how, "why": routed.why.english, "shadow": routed.shadow}
        return replace(response, metadata={**response.metadata, "route": route})
