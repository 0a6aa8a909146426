"""Hold a machine's answers against people's, and say from its newest tests what it may do."""

from collections.abc import Iterable
from dataclasses import asdict

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy

from annotations.models import Annotator
from evalhub.accounts.actions import audit
from evalhub.lib.ids import uuid7
from evalhub.lib.leases import LeaseLost
from evalhub.lib.reasons import define
from evalhub.lib.translation import gettext_noop
from evalhub.work.sweep import LeasedSweep
from reviews.quality.actions import judged_labels
from reviews.quality.actions.judged_labels import Criterion
from reviews.quality.disagreements import disagreements
from reviews.quality.judge_tests import in_order, people_kinds
from reviews.quality.judged_labels import JudgedLabels
from reviews.quality.judges import PEOPLE
from reviews.quality.licence_rules import UNTESTED, Licence, licence_of_tests
from reviews.quality.models import JudgeTest

RETRY_SECONDS = 60
COMMON = ("organization_id", "judge", "metric", "reference", "simulated", "created_at", "created_by_id")
NO_CRITERION = define("judge_criterion_gone", gettext_noop("The judge has no answers to this question any more."))


@transaction.atomic
def order(*, annotator: Annotator, criterion: Criterion, passing=None, by) -> JudgeTest:
    """A measurement that waits for a worker: the one of this criterion that is under way, if there is one.

    InvalidInput for `passing` values that the question does not have; Conflict where no person has answered the items.
    """
    judged_labels.check(annotator=annotator, criterion=criterion, passing=passing)
    found = _measurements(annotator, criterion.key).under_way().first()
    return found or _first(annotator, criterion, passing, by, "waiting")


@transaction.atomic
def measure(*, annotator: Annotator, criterion: Criterion, passing=None, by) -> list[JudgeTest]:
    """`order` that measures here and now, however long it takes: a JudgeTest of each kind.

    The newest of a kind is the one that counts.
    """
    judged_labels.check(annotator=annotator, criterion=criterion, passing=passing)
    first = _first(annotator, criterion, passing, by, "running")
    _measure(first, annotator, criterion)
    return list(JudgeTest.objects.filter(group=first))


def attempt(annotator: Annotator, key: str) -> JudgeTest | None:
    """The newest measurement of a criterion unless it is done: it waits, runs or has failed; one statement."""
    newest = _measurements(annotator, key).order_by("-created_at", "-pk").first()
    return None if newest is None or newest.state == "done" else newest


def _measurements(annotator, key):
    """The first test of each measurement."""
    own = JudgeTest.objects.for_organization(annotator.organization_id).against_people()
    return own.filter(judge=annotator.fingerprint, metric=key, group=F("pk"))


def _first(annotator, criterion, passing, by, state):
    pk, (kind, _spec) = uuid7(), in_order(people_kinds)[0]
    return JudgeTest.objects.create(
        pk=pk,
        group_id=pk,
        organization_id=annotator.organization_id,
        judge=annotator.fingerprint,
        metric=criterion.key,
        kind=kind,
        reference=PEOPLE,
        state=state,
        simulated=annotator.simulated,
        details={"passing": None if passing is None else sorted(passing)},
        created_by=by,
    )


def _work(measurement, keeper):
    machines = Annotator.objects.for_organization(measurement.organization).machines()
    annotator = machines.select_related("organization").get(fingerprint=measurement.judge)
    found = [each for each in judged_labels.criteria_of(annotator) if each.key == measurement.metric]
    if found:
        _measure(measurement, annotator, found[0])
    else:
        measurement.finish(state="failed", error=NO_CRITERION())


JUDGE_TESTS = LeasedSweep(
    "judge_tests",
    title=gettext_lazy("Judge tests"),
    rows=JudgeTest.objects.against_people,
    work=_work,
    related=("organization", "created_by"),
    retry_seconds=RETRY_SECONDS,
)
work_next = JUDGE_TESTS.next


@transaction.atomic
def _measure(measurement, annotator, criterion):
    """Measure and end a measurement that is ours, a row for each kind."""
    passing = measurement.details["passing"]
    passing = None if passing is None else frozenset(passing)
    labels = judged_labels.read(annotator=annotator, criterion=criterion, passing=passing)
    found = [(key, kind, kind.measure(labels)) for key, kind in in_order(people_kinds)]
    first, *others = [
        {"kind": key, "passed": not Licence("", tuple(kind.rules(figures, kind.details(labels)))).unmet}
        | {"data_fingerprint": labels.fingerprint}
        | _stored(kind, figures, labels)
        for key, kind, figures in found
    ]
    if not measurement.finish(**first):
        raise LeaseLost
    common = {name: getattr(measurement, name) for name in COMMON}
    tests = [JudgeTest(group=measurement, state="done", **common, **fields) for fields in others]
    JudgeTest.objects.bulk_create(tests)
    tests = {test.kind: test for test in JudgeTest.objects.filter(group=measurement)}
    details = {"criterion": criterion.key, "licence": licence_of(tests).key}
    by = measurement.created_by
    audit.record(organization=annotator.organization, verb="judge.tested", target=annotator, details=details, by=by)


def _stored(kind, found, labels: JudgedLabels):
    main = found[kind.main]
    details = kind.details(labels)
    if kind.main == "agreement":
        details |= {
            "disagreements": disagreements(labels),
            "passing": sorted(labels.passing) if labels.passing is not None else None,
            "answers": len(labels.answers),
        }
    return {
        "value": main.value,
        "low": main.low,
        "high": main.high,
        "n": main.n,
        "details": details
        | {
            "undefined": main.reason,
            "figures": {key: asdict(each) for key, each in found.items() if key != kind.main},
        },
    }


def newest(annotator: Annotator, key: str) -> dict[str, JudgeTest]:
    """{kind: the newest JudgeTest} of a machine and a criterion, in the order of pages; one statement."""
    own = JudgeTest.objects.for_organization(annotator.organization_id).against_people().measured()
    rows = own.filter(judge=annotator.fingerprint, metric=key).order_by("kind", "-created_at", "-pk").distinct("kind")
    found = {test.kind: test for test in rows}
    return {kind: found[kind] for kind, _spec in in_order(people_kinds) if kind in found}


def tested_last(annotator: Annotator) -> str:
    """The key of the criterion of its newest test, "" without one; one statement."""
    own = JudgeTest.objects.for_organization(annotator.organization_id).against_people().measured()
    own = own.filter(judge=annotator.fingerprint).order_by("-created_at", "-pk")
    return own.values_list("metric", flat=True).first() or ""


def licence_of(tests: dict[str, JudgeTest]) -> Licence:
    return licence_of_tests({kind: (test.figures, test.details) for kind, test in tests.items()})


def newest_of(organization, annotators: Iterable[Annotator]) -> dict[str, dict[str, dict[str, JudgeTest]]]:
    """{fingerprint: {key of a criterion: {kind: the newest JudgeTest}}} of those that were tested; one statement."""
    own = JudgeTest.objects.for_organization(organization).against_people().measured()
    rows = own.filter(judge__in=[each.fingerprint for each in annotators if each.fingerprint])
    rows = rows.order_by("judge", "metric", "kind", "-created_at", "-pk").distinct("judge", "metric", "kind")
    found: dict[str, dict[str, dict[str, JudgeTest]]] = {}
    for test in rows:
        found.setdefault(test.judge, {}).setdefault(test.metric, {})[test.kind] = test
    return found


def licences(organization, annotators: Iterable[Annotator]) -> dict[str, dict[str, Licence]]:
    """{fingerprint: {key of a criterion: Licence}} of those that were tested; one statement for all.

    UNTESTED is what every other criterion of them is: `licence_in` asks for one.
    """
    found = newest_of(organization, annotators)
    return {judge: {key: licence_of(tests) for key, tests in each.items()} for judge, each in found.items()}


def licence_in(found: dict[str, dict[str, Licence]], annotator: Annotator, key: str) -> Licence:
    """That of one criterion among `licences`."""
    return found.get(annotator.fingerprint, {}).get(key, Licence(UNTESTED))
