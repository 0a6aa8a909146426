"""People, organizations and what they may do."""

from .api_key import ApiKey
from .audit_event import AuditEvent
from .idempotent_answer import IdempotentAnswer
from .invitation import Invitation
from .membership import Membership, Role
from .organization import Organization
from .password_reset import PasswordReset
from .saved_view import SavedView
from .sign_in_throttle import SignInThrottle
from .team import Team, TeamMember
from .user import User

__all__ = [
    "ApiKey",
    "AuditEvent",
    "IdempotentAnswer",
    "Invitation",
    "Membership",
    "Organization",
    "PasswordReset",
    "Role",
    "SavedView",
    "SignInThrottle",
    "Team",
    "TeamMember",
    "User",
]
