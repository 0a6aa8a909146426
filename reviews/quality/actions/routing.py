"""Which model an organization's tasks go to: by its policy, and by what its quality ledger says."""

import datetime
import functools
import math
from collections import defaultdict
from dataclasses import dataclass

from django.db import connection, transaction
from django.utils.translation import gettext as _

from evalhub.accounts.actions import audit
from evalhub.lib.errors import InvalidInput, NotFound
from reviews.quality import routing
from reviews.quality.graders import is_known, known_keys
from reviews.quality.judge_tests import ALONE
from reviews.quality.judges import trusted_keys
from reviews.quality.models import JudgeTest, RoutingPolicy
from reviews.quality.routing import MIN_OBSERVATIONS, Choice, Rule
from reviews.quality.windows import WINDOW_SIZE, Record, Window, of_one_grader
from reviews.scorers import model_checks
from reviews.scorers.actions import configured_models

ANY_TASK = "*"  # the policy of every kind of task that has none of its own
MOST_IN_WINDOW = 1000
MOST_DAYS = 3650
# Graders with their systems are found by one step in the index each, however many observations they have; systems of
# one name are one adapter. Only what a trusted grader said counts: people, no language model, or a judge licensed to
# label alone. Whoever wrote a file may call a grader what they like: what was imported counts only where an admin says
# so.
_RECORDS = """
    WITH RECURSIVE pairs AS (
      (SELECT grader_id, system_id FROM reviews_qualityobservation
       WHERE organization_id = %(organization)s AND task_type = %(task_type)s AND simulated = %(simulated)s
       ORDER BY grader_id, system_id LIMIT 1)
      UNION ALL
      SELECT following.grader_id, following.system_id FROM pairs p CROSS JOIN LATERAL (
        SELECT o.grader_id, o.system_id FROM reviews_qualityobservation o
        WHERE o.organization_id = %(organization)s AND o.task_type = %(task_type)s AND o.simulated = %(simulated)s
          AND (o.grader_id, o.system_id) > (p.grader_id, p.system_id)
        ORDER BY o.grader_id, o.system_id LIMIT 1) following
    )
    SELECT o.grader_id, o.name, count(*), avg(o.quality_score), avg(o.cost_usd)::float8, count(o.cost_usd),
           (1000 * sum(o.cost_usd) FILTER (WHERE o.tokens > 0)
            / nullif(sum(o.tokens) FILTER (WHERE o.cost_usd IS NOT NULL), 0))::float8, var_pop(o.quality_score)
    FROM (
      SELECT p.grader_id, s.name, newest.*, row_number() OVER (
        PARTITION BY p.grader_id, s.name ORDER BY newest.recorded_at DESC, newest.id DESC) AS place
      FROM pairs p JOIN datasets_system s ON s.id = p.system_id CROSS JOIN LATERAL (
        SELECT found.id, found.recorded_at, coalesce(j.number, found.own_quality_score) AS quality_score,
               coalesce(m.cost_usd, found.own_cost_usd) AS cost_usd,
               coalesce(m.tokens_in, found.own_tokens_in)::bigint
                 + coalesce(m.tokens_out, found.own_tokens_out) AS tokens
        FROM reviews_qualityobservation found
        LEFT JOIN annotations_judgement j ON j.id = found.judgement_id
        LEFT JOIN datasets_modeloutput m ON m.id = found.output_id
        WHERE found.organization_id = %(organization)s AND found.task_type = %(task_type)s
          AND found.simulated = %(simulated)s AND found.grader_id = p.grader_id AND found.system_id = p.system_id
          AND (%(since)s::timestamptz IS NULL OR found.recorded_at >= %(since)s)
          AND (%(trusts_imports)s OR NOT found.imported)
        ORDER BY found.recorded_at DESC, found.id DESC LIMIT %(window_size)s
      ) newest
      WHERE split_part(p.grader_id, ':', 1) = ANY(%(trusted)s)
         OR p.grader_id = ANY(%(licensed)s)
    ) o
    WHERE o.place <= %(window_size)s
    GROUP BY o.grader_id, o.name
"""


@dataclass(frozen=True)
class Route:
    """Where a task goes, and the policy that says so: its own, or that of any kind."""

    policy: RoutingPolicy
    choice: Choice


def choose(*, organization, task_type) -> Choice:
    """The model for a task of this kind, with the reason; five or six statements. NotFound without a policy for it.

    Only models that are set up here and can be called are taken; the policy's preferred one where none qualifies.

    What simulated models did counts only where nothing else is known of this kind of task.
    """
    return route(organization=organization, task_type=task_type).choice


def route(*, organization, task_type) -> Route:
    """`choose` with the policy that was asked."""
    names = [task_type, ANY_TASK]
    found = RoutingPolicy.objects.for_organization(organization).filter(task_type__in=names)
    policies = {policy.task_type: policy for policy in found}
    if not policies:
        raise NotFound(
            _("No routing policy is set for %(kind)s. Set one for it, or one for every kind of task (%(any)s).")
            % {"kind": repr(task_type)[:100], "any": ANY_TASK},
            code="no_routing_policy",
        )
    own = policies.get(task_type)
    policy = own or policies[ANY_TASK]
    seen = window(
        organization=organization,
        task_type=task_type,
        grader=policy.grader,
        window_size=policy.window_size,
        max_age_days=policy.max_age_days,
        trusts_imports=policy.trusts_imports,
    )
    known = {*configured_models.configured(organization), policy.preferred, policy.fallback}
    return Route(
        policy,
        routing.choose(
            task_type=task_type,
            rules=[Rule(own.task_type, own.preferred, own.fallback, own.most_cost_per_1k)] if own else [],
            default=policy.preferred,
            records=seen.records,
            floor=policy.quality_floor,
            min_observations=policy.min_observations,
            grader_id=seen.grader_id,
            is_available=functools.cache(
                lambda adapter_id: adapter_id in known and configured_models.is_callable(adapter_id)
            ),
        ),
    )


def window(
    *, organization, task_type, grader="", window_size=WINDOW_SIZE, max_age_days=None, trusts_imports=False
) -> Window:
    """What the newest observations of one grader say of each adapter; two statements, three if nothing real counts.

    Without a `grader` it is the one that counts and has most observations here.
    """
    since = None
    if max_age_days is not None:
        since = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=max_age_days)
    values = {
        "organization": organization.pk,
        "task_type": task_type,
        "window_size": window_size,
        "since": since,
        "trusted": trusted_keys(),
        "trusts_imports": trusts_imports,
    }
    licences = JudgeTest.objects.for_organization(organization).licences()
    found = _found(values, licences, simulated=False) or _found(values, licences, simulated=True)
    return of_one_grader(found, grader=grader)


@transaction.atomic
def set_policy(
    *,
    organization,
    task_type,
    preferred,
    fallback="",
    most_cost_per_1k=None,
    quality_floor=None,
    window_size=WINDOW_SIZE,
    max_age_days=None,
    min_observations=MIN_OBSERVATIONS,
    grader="",
    shadow_rate=0.0,
    trusts_imports=False,
    by,
):
    """Set the policy of a kind of task (ANY_TASK: of those without their own) in place of the one before."""
    routing.check_floor(quality_floor)
    _check_number("shadow_rate", shadow_rate, most=1)
    if most_cost_per_1k is not None:
        _check_number("most_cost_per_1k", most_cost_per_1k, most=1e6)
    _check_whole("window_size", window_size, MOST_IN_WINDOW)
    _check_whole("min_observations", min_observations, window_size)
    if max_age_days is not None:
        _check_whole("max_age_days", max_age_days, MOST_DAYS)
    values = {
        "preferred": _model("preferred", preferred),
        "fallback": _model("fallback", fallback) if fallback else "",
        "most_cost_per_1k": most_cost_per_1k,
        "quality_floor": quality_floor,
        "window_size": window_size,
        "max_age_days": max_age_days,
        "min_observations": min_observations,
        "shadow_rate": shadow_rate,
        "grader": _grader(grader) if grader else "",
        "trusts_imports": _flag("trusts_imports", trusts_imports),
    }
    policy, _is_new = RoutingPolicy.objects.update_or_create(
        organization=organization, task_type=_name("task_type", task_type), defaults=values
    )
    audit.record(
        organization=organization,
        verb="routing.set",
        target=policy,
        details={"task_type": policy.task_type, **values},
        by=by,
    )
    return policy


def _found(values, licences, *, simulated):
    """{grader_id: the Records of its window}."""
    licensed = [
        judge for (judge, is_simulated), found in licences.items() if (found, is_simulated) == (ALONE, simulated)
    ]
    by_grader = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(_RECORDS, values | {"simulated": simulated, "licensed": licensed})
        for grader_id, *record in cursor.fetchall():
            by_grader[grader_id].append(Record(*record))
    return by_grader


def _name(field, value):
    most = RoutingPolicy._meta.get_field(field).max_length
    if not isinstance(value, str) or not value.strip() or len(value.strip()) > most or not value.isprintable():
        raise _wrong(field, value, _("a name of at most %(most)s characters in one line") % {"most": most})
    return value.strip()


def _model(field, value):
    return model_checks.check_name(_name(field, value), field=field)


def _grader(value):
    name = _name("grader", value)
    if not is_known(name):
        valid = _("a grader_id that starts with one of %(keys)s, or empty")
        raise _wrong("grader", value, valid % {"keys": ", ".join(known_keys())})
    return name


def _flag(field, value):
    if not isinstance(value, bool):
        raise _wrong(field, value, _("true or false"))
    return value


def _check_number(field, value, *, most):
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or not 0 <= value <= most:
        raise _wrong(field, value, _("a number from 0 to %(most)s") % {"most": f"{most:g}"})


def _check_whole(field, value, most):
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise _wrong(field, value, _("a whole number from 1 to %(most)s") % {"most": most})


def _wrong(field, met, valid):
    text = _("%(field)s is %(met)s. Valid: %(valid)s.")
    return InvalidInput(
        text % {"field": field, "met": repr(met)[:80], "valid": valid}, code="invalid_policy", details={"field": field}
    )
