"""How fast auditors decide: a signal that answers may be accepted unread, never a penalty."""

from dataclasses import dataclass

from django.db import connection

FEWEST, TOO_FAST_MS = 20, 1_000


@dataclass(frozen=True)
class Pace:
    """One auditor's decisions in an organization. `median_ms` is None while no decision was timed.

    `is_fast`: at least FEWEST timed decisions, half of them within a second.
    """

    auditor_id: str
    name: str
    decisions: int
    accept_share: float
    timed: int
    median_ms: float | None

    @property
    def median_seconds(self):
        return None if self.median_ms is None else self.median_ms / 1000

    @property
    def is_fast(self):
        return self.timed >= FEWEST and self.median_ms < TOO_FAST_MS


def paces(organization, *, auditor=None):
    """The Pace of each auditor, busiest first, or only of one; one statement over the organization's audits.

    Acceptances of a whole list at once carry no time of their own and are not timed.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT p.id, p.name, count(*), avg((a.verdict = 'accept')::int)::float8, count(a.ms_to_decide),
                   percentile_cont(0.5) WITHIN GROUP (ORDER BY a.ms_to_decide)
            FROM annotations_annotator p JOIN reviews_audit a ON a.auditor_id = p.id
            WHERE p.organization_id = %s AND (%s::uuid IS NULL OR p.id = %s::uuid)
            GROUP BY p.id, p.name ORDER BY count(*) DESC, p.name
            """,
            [organization.pk, auditor and auditor.pk, auditor and auditor.pk],
        )
        return [Pace(*row) for row in cursor.fetchall()]
