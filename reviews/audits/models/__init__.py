"""Tables of audits."""

from reviews.audits.models.audit import Audit
from reviews.audits.models.lease import AuditLease
from reviews.audits.models.opening import AuditOpening
from reviews.audits.models.pick import AuditPick, AuditPickMark
from reviews.audits.models.sample import AuditDraw, AuditSample
