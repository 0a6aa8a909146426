"""Hold a machine's answers against people's, and say from its newest tests what it may do."""

from collections.abc import Iterable
from dataclasses import asdict

from django.db import transaction

from annotations.models import Annotator
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict
from evalhub.lib.ids import uuid7
from evalhub.lib.translation import gettext as _
from reviews.quality.actions.judged_labels import Criterion, read
from reviews.quality.disagreements import disagreements
from reviews.quality.judge_tests import in_order, people_kinds
from reviews.quality.judged_labels import JudgedLabels
from reviews.quality.judges import PEOPLE
from reviews.quality.licence_rules import UNTESTED, Licence, licence_of_tests
from reviews.quality.models import JudgeTest


@transaction.atomic
def measure(*, annotator: Annotator, criterion: Criterion, passing=None, by) -> list[JudgeTest]:
    """A JudgeTest of each kind, measured now; the newest of a kind is the one that counts.

    InvalidInput for `passing` values that the question does not have; Conflict where no person has answered the items.
    """
    labels = read(annotator=annotator, criterion=criterion, passing=passing)
    if not any(each.people for each in labels.answers):
        words = _("People have answered none of the items that the judge has answered to this question.")
        raise Conflict(words, code="no_labels_of_people")
    first, tests = uuid7(), []
    for key, kind in in_order(people_kinds):
        found = kind.measure(labels)
        tests.append(
            JudgeTest(
                pk=uuid7() if tests else first,
                group_id=first,
                organization_id=annotator.organization_id,
                judge=annotator.fingerprint,
                metric=criterion.key,
                kind=key,
                reference=PEOPLE,
                state="done",
                simulated=annotator.simulated,
                data_fingerprint=labels.fingerprint,
                created_by=by,
                passed=not Licence("", tuple(kind.rules(found, kind.details(labels)))).unmet,
                **_stored(kind, found, labels),
            )
        )
    JudgeTest.objects.bulk_create(tests)
    details = {"criterion": criterion.key, "licence": licence_of({test.kind: test for test in tests}).key}
    audit.record(organization=annotator.organization, verb="judge.tested", target=annotator, details=details, by=by)
    return tests


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


def licence_of(tests: dict[str, JudgeTest]) -> Licence:
    return licence_of_tests({kind: (test.figures, test.details) for kind, test in tests.items()})


def licences(organization, annotators: Iterable[Annotator]) -> dict[str, dict[str, Licence]]:
    """{fingerprint: {key of a criterion: Licence}} of those that were tested; one statement for all.

    UNTESTED is what every other criterion of them is: `licence_in` asks for one.
    """
    own = JudgeTest.objects.for_organization(organization).against_people().measured()
    rows = own.filter(judge__in=[each.fingerprint for each in annotators if each.fingerprint])
    rows = rows.order_by("judge", "metric", "kind", "-created_at", "-pk").distinct("judge", "metric", "kind")
    found: dict[str, dict[str, dict[str, JudgeTest]]] = {}
    for test in rows:
        found.setdefault(test.judge, {}).setdefault(test.metric, {})[test.kind] = test
    return {judge: {key: licence_of(tests) for key, tests in each.items()} for judge, each in found.items()}


def licence_in(found: dict[str, dict[str, Licence]], annotator: Annotator, key: str) -> Licence:
    """That of one criterion among `licences`."""
    return found.get(annotator.fingerprint, {}).get(key, Licence(UNTESTED))
