"""Which machine annotations wait for an auditor, in which order, and why."""

from dataclasses import dataclass

from django.db import connection
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from annotations.models import Annotation, Annotator, Judgement
from reviews.actions import audit_leases, audit_modes
from reviews.actions.audit_reasons import REASONS, SAMPLE, SAMPLE_WEIGHT, WHY
from reviews.models import Audit

QUEUE, ALL = "", "any"
STATES = {"open": _("Not audited"), "mine": _("Not audited by me"), "audited": _("Audited"), "all": _("All")}
BASE = ("id", "task_id", "item_id", "annotator_id", "sampled", "hidden")
FURTHEST = 1_000  # more than all weights together: an answer's place is (FURTHEST - weight) * PLACES + id
PLACES = 2**44
SIZE = 50


@dataclass(frozen=True)
class Pick:
    """One answer of the queue: its reasons (keys, heaviest first), its place, and whether it may be shown yet."""

    annotation_id: int
    hidden: bool
    why: tuple
    place: int


@dataclass(frozen=True)
class Page:
    """Some Picks in order, how many there are in all, and whether there are more on either side."""

    picks: list
    total: int
    more_above: bool
    more_below: bool


def machine_annotations(organization):
    """Current annotations by machines of the organization."""
    machines = Annotator.objects.for_organization(organization).machines()
    return Annotation.objects.current().filter(task__organization=organization, annotator__in=machines)


def page(annotations, *, auditor, why=QUEUE, state="open", above=None, below=None, size=SIZE):
    """A Page of the answers that wait, heaviest reasons first; one statement.

    `why`: QUEUE (drawn or picked for any reason), ALL (whether or not there is a reason), SAMPLE or a key of REASONS;
    what is hidden from the auditor is not found by its reasons. `above` and `below` are places: what lies beyond them.
    """
    upward = above is not None
    edge = above if upward else (-1 if below is None else below)
    rows = _rows(_in_state(annotations, state, auditor), auditor, why, upward, edge, size + 1)
    picks = [Pick(row[0], row[1], tuple(row[2]), row[3]) for row in rows[:size]]
    more = len(rows) > size
    return Page(
        picks=picks[::-1] if upward else picks, total=rows[0][4] if rows else 0,
        more_above=more if upward else below is not None, more_below=upward or more,
    )


def following(annotations, *, after, auditor, why=QUEUE, state="open"):
    """The Pick that comes after the annotation `after`, from the top again at the end; None when nothing is left.

    Answers in other auditors' hands are passed over. Two statements, three at the end of the queue.
    """
    others = audit_leases.live().filter(annotation=OuterRef("pk")).exclude(auditor=auditor)
    free = annotations.filter(~Exists(others)).exclude(pk=after.pk)
    here = pick_of(after, auditor=auditor)
    found = page(free, auditor=auditor, why=why, state=state, below=here.place, size=1).picks
    found = found or page(free, auditor=auditor, why=why, state=state, size=1).picks
    return found[0] if found else None


def pick_of(annotation, *, auditor):
    """The Pick of one annotation, whether it waits or not; one statement."""
    rows = _rows(Annotation.objects.filter(pk=annotation.pk), auditor, ALL, False, -1, 1)
    return Pick(rows[0][0], rows[0][1], tuple(rows[0][2]), rows[0][3])


def count(annotations, *, auditor, why=QUEUE, state="open"):
    """How many answers wait; one statement that looks for no other reason than the one that was asked for."""
    rows = _rows(_in_state(annotations, state, auditor), auditor, why, False, -1, 1, is_ordered=False)
    return rows[0][4] if rows else 0


def _in_state(annotations, state, auditor):
    """Narrow by a key of STATES: what nobody audited in full, what this auditor did not, what somebody did, or all."""
    audits = Audit.objects.filter(judgement=OuterRef("pk"))
    if state == "audited":
        return annotations.filter(Exists(Audit.objects.filter(judgement__annotation=OuterRef("pk"))))
    if state not in ("open", "mine"):
        return annotations
    said = audits.filter(auditor=auditor) if state == "mine" else audits
    return annotations.filter(Exists(Judgement.objects.filter(~Exists(said), annotation=OuterRef("pk"))))


def _rows(annotations, auditor, why, upward, edge, limit, *, is_ordered=True):
    """Rows (id, hidden, reasons, place, total) beyond the place `edge`."""
    viewed = audit_modes.with_view(annotations, auditor).values(*BASE).order_by()
    waiting, values = viewed.query.sql_with_params()
    picked = "".join(
        f" UNION ALL SELECT DISTINCT said.id, {reason.weight} AS weight, '{reason.key}' AS key"
        f" FROM ({reason.sql}) AS said"
        for reason in REASONS.values() if is_ordered or why in (QUEUE, reason.key)
    )
    order, beyond = ("DESC", "<") if upward else ("ASC", ">")
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            WITH waiting ({', '.join(BASE)}) AS MATERIALIZED ({waiting}), base AS (
                -- A hidden answer that was drawn stands where chance put it: its place must not tell what was said.
                SELECT * FROM waiting WHERE NOT (hidden AND sampled)
            ), picked AS (
                SELECT id, sum(weight) AS weight, array_agg(key ORDER BY weight DESC, key) AS why FROM (
                    SELECT id, {SAMPLE_WEIGHT} AS weight, '{SAMPLE}' AS key FROM waiting WHERE sampled
                    {picked}
                ) AS said GROUP BY id
            ), placed AS (
                SELECT waiting.id, waiting.hidden, coalesce(picked.why, '{{}}') AS why, count(*) OVER () AS total,
                       ({FURTHEST} - coalesce(picked.weight, 0)) * {PLACES}::bigint + waiting.id AS place
                FROM waiting LEFT JOIN picked ON picked.id = waiting.id WHERE {_which(why)}
            )
            SELECT id, hidden, why, place::bigint, total FROM placed WHERE place {beyond} %s
            ORDER BY placed.place {order} LIMIT %s
            """,
            [*values, edge, limit],
        )
        return cursor.fetchall()


def _which(why):
    if why == ALL:
        return "true"
    if why == SAMPLE:
        return "waiting.sampled"
    if why in WHY:
        return f"NOT waiting.hidden AND '{why}' = ANY (picked.why)"
    return "picked.id IS NOT NULL"
