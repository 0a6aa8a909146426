"""Runs of machine annotators, the ledger of what was asked and what it cost, audits, jobs under review, gradings."""

from .audit import Audit
from .audit_lease import AuditLease
from .audit_opening import AuditOpening
from .audit_pick import AuditPick, AuditPickMark
from .audit_sample import AuditDraw, AuditSample
from .critique import Critique
from .evaluation_run import EvaluationRun
from .grading_run import GradingRun, ModelAnswer
from .job import Job
from .judge_calibration import JudgeCalibration
from .llm_attempt import LLMAttempt
from .llm_batch import LLMBatch, LLMBatchItem
from .llm_message import LLMMessage
from .llm_price import LLMPrice
from .llm_prompt import LLMPrompt
from .llm_request import LLMRequest
from .method_document import MethodDocument
from .method_task import MethodTask
from .position_check import PositionCheck
from .provider_state import ProviderState
from .quality_observation import QualityObservation
from .rate_limit_profile import RateLimitProfile
from .routed_prompt import RoutedPrompt
from .routing_policy import RoutingPolicy
from .run_stage import RunStage
from .spending import Budget, Spending

__all__ = [
    "Audit", "AuditDraw", "AuditLease", "AuditOpening", "AuditPick", "AuditPickMark", "AuditSample", "Budget",
    "Critique", "EvaluationRun", "GradingRun", "Job", "JudgeCalibration", "LLMAttempt", "LLMBatch", "LLMBatchItem",
    "LLMMessage", "LLMPrice", "LLMPrompt", "LLMRequest", "MethodDocument", "MethodTask", "ModelAnswer",
    "PositionCheck", "ProviderState", "QualityObservation", "RateLimitProfile", "RoutedPrompt", "RoutingPolicy",
    "RunStage", "Spending",
]
