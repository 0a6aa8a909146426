"""Runs of machine annotators, the ledger of what was asked, and audits of what they said."""

from .audit import Audit
from .audit_lease import AuditLease
from .audit_opening import AuditOpening
from .audit_pick import AuditPick, AuditPickMark
from .audit_sample import AuditDraw, AuditSample
from .evaluation_run import EvaluationRun
from .llm_attempt import LLMAttempt
from .llm_request import LLMRequest

__all__ = [
    "Audit", "AuditDraw", "AuditLease", "AuditOpening", "AuditPick", "AuditPickMark", "AuditSample", "EvaluationRun",
    "LLMAttempt", "LLMRequest",
]
