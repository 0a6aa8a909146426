"""Tables of the engine."""

from reviews.engine.models.evaluation_run import EvaluationRun
from reviews.engine.models.llm_attempt import LLMAttempt
from reviews.engine.models.llm_batch import LLMBatch, LLMBatchItem
from reviews.engine.models.llm_message import LLMMessage
from reviews.engine.models.llm_price import LLMPrice
from reviews.engine.models.llm_prompt import LLMPrompt
from reviews.engine.models.llm_request import LLMRequest
from reviews.engine.models.provider_key import ProviderKey
from reviews.engine.models.provider_state import ProviderState
from reviews.engine.models.rate_limit_profile import RateLimitProfile
from reviews.engine.models.run_stage import RunStage
from reviews.engine.models.spending import Budget, Spending
