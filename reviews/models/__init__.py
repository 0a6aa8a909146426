"""Runs of machine annotators, the ledger of what was asked and what it cost, audits, jobs under review, gradings."""

from reviews.audits.models.audit import Audit
from reviews.audits.models.lease import AuditLease
from reviews.audits.models.opening import AuditOpening
from reviews.audits.models.pick import AuditPick, AuditPickMark
from reviews.audits.models.sample import AuditDraw, AuditSample
from reviews.costs.models import DailyTotal, DailyTotalMark
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
from reviews.jobs.models.job import Job
from reviews.jobs.models.method_task import MethodTask
from reviews.quality.models.grading_run import GradingCandidate, GradingRun
from reviews.quality.models.judge_test import JudgeTest
from reviews.quality.models.quality_observation import QualityObservation
from reviews.quality.models.routed_prompt import RoutedPrompt
from reviews.quality.models.routed_prompt_set import RoutedPromptSet
from reviews.quality.models.routing_policy import RoutingPolicy
from reviews.scorers.models.critique import Critique
from reviews.scorers.models.prompt import Prompt
from reviews.scorers.models.prompt_label import PromptLabel
