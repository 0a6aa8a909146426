"""Tables of agreement, derived from answers."""

from annotations.agreement.models.agreement_snapshot import AgreementSnapshot
from annotations.agreement.models.disagreement import Disagreement

__all__ = ["AgreementSnapshot", "Disagreement"]
