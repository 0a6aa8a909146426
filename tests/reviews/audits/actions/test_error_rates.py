"""Error rates of machines, estimated from what was drawn by chance and never from what was picked."""

import random

import pytest

from evalhub.lib.statistics import bounded_mean
from reviews.audits.actions import decisions, error_rates
from reviews.audits.actions.decisions import Decision
from reviews.models import Audit, AuditSample
from tests import factories
from tests.reviews.kept import kept, people
from tests.statements import at_most
from tests.undoing import undone

ACCEPT, GAP, WRONG_QUOTE = Decision("accept"), Decision("guideline_gap"), Decision("evidence_wrong")
OVERRIDE = Decision("override", value="wrong", reason_code="wrong_value")


def world():
    made = people()
    made.task = factories.make_task(
        factories.make_version(factories.make_dataset(made.acme), rows=6), audit_sample_mode="assisted"
    )
    machine = factories.make_llm_annotator(made.acme)
    made.said = [factories.make_annotation(item, machine) for item in made.task.items.order_by("position")]
    made.auditor = factories.make_annotator(factories.make_member(made.acme, "rita", role="reviewer"))
    return made


acme, bob, task, said, auditor = map(kept, ("acme", "bob", "task", "said", "auditor"))


def decide(annotation, auditor, decision, *, blind=True):
    own = None
    if decision.verdict == "override":
        mine = factories.make_annotation(annotation.item, auditor, {"verdict": decision.value}, origin="audit")
        own = mine.judgements.get()
    Audit.objects.create(
        judgement=annotation.judgements.get(),
        auditor=auditor,
        verdict=decision.verdict,
        reason_code=decision.reason_code,
        own_judgement=own,
        blind=blind,
    )


def draw(annotation, probability=0.5):
    AuditSample.objects.create(task=annotation.task, annotation=annotation, inclusion_probability=probability)


def only(task):
    (rate,) = error_rates.error_rates(task=task)
    return rate


def test_drawn_but_not_audited_is_undefined(task, said):
    assert error_rates.error_rates(task=task) == ()

    draw(said[0])

    rate = only(task)
    assert (rate.rate, rate.low, rate.high, rate.n, rate.drawn) == (None, None, None, 0, 1)


def test_audits_marked_invalid_do_not_count(task, said, auditor):
    for annotation, decision in zip(said[:3], (ACCEPT, ACCEPT, OVERRIDE), strict=True):
        draw(annotation)
        decide(annotation, auditor, decision)
    error_rates.keep(task=task)
    Audit.objects.filter(judgement__annotation=said[0]).update(invalid_reason="accepted_in_bulk")

    error_rates.keep(task=task)

    (rate,) = error_rates.kept([task])[task.pk].rates
    assert (rate.rate, rate.n, rate.drawn) == (0.5, 2, 3)


def test_risk_picks_never_count(task, said, auditor):
    draw(said[0])
    decide(said[0], auditor, ACCEPT)
    for annotation in said[1:6]:
        decide(annotation, auditor, OVERRIDE)

    rate = only(task)

    assert (rate.rate, rate.n, rate.drawn) == (0.0, 1, 1)


def test_only_what_was_audited_blind_counts(task, said, auditor):
    for annotation, blind in zip(said, (True, False), strict=False):
        draw(annotation)
        decide(annotation, auditor, OVERRIDE if blind else ACCEPT, blind=blind)

    rate = only(task)

    assert (rate.rate, rate.n, rate.drawn) == (1.0, 1, 2)


def test_overall_rate_takes_an_item_as_one_observation(acme, auditor):
    fields = [
        {"key": key, "type": "rating", "title": key, "scale": {"min": 1, "max": 5}} for key in ("first", "second")
    ]
    version = factories.make_version(factories.make_dataset(acme), rows=4)
    task = factories.make_task(version, schema={"fields": fields}, audit_sample_mode="assisted")
    machine = factories.make_llm_annotator(acme)
    wrong = Decision("override", value=2, reason_code="wrong_value")
    for item, verdicts in zip(task.items.order_by("position"), ((wrong, wrong), *[(ACCEPT, ACCEPT)] * 3), strict=True):
        annotation = factories.make_annotation(item, machine, {"first": 4, "second": 4})
        draw(annotation, 0.001)
        made = decisions.decide(
            annotation=annotation,
            decisions=dict(zip(("first", "second"), verdicts, strict=True)),
            auditor=auditor,
            task=task,
        )
        Audit.objects.filter(pk__in=[row.pk for row in made]).update(blind=True)

    (overall,) = error_rates.overall_rates(task=task)
    by_question = error_rates.error_rates(task=task)

    assert (overall.rate, overall.n, overall.drawn, overall.question) == (0.25, 4, 4, None)
    # Values of an item err together: eight of them tell no more than four items do.
    assert {(rate.low, rate.high) for rate in by_question} == {(overall.low, overall.high)}


def test_equal_chances_give_the_plain_share_and_its_exact_interval(task, said, auditor):
    for annotation, decision in zip(said, [OVERRIDE, *[ACCEPT] * 4], strict=False):
        draw(annotation)
        decide(annotation, auditor, decision)

    rate = only(task)

    # Clopper and Pearson (1934) for 1 of 5, of about 10 that there are: half of the variance is left.
    left = 0.5**0.5
    assert rate.rate == pytest.approx(0.2)
    assert 0.2 - rate.low == pytest.approx(left * (0.2 - 0.00505076), abs=1e-7)
    assert rate.high - 0.2 == pytest.approx(left * (0.71641794 - 0.2), abs=1e-7)


def test_once_every_answer_is_audited_nothing_is_left_to_be_unsure_of(task, said, auditor):
    for annotation, _decision in zip(said, [OVERRIDE, *[ACCEPT] * 5], strict=True):
        draw(annotation, 1.0)
    for annotation, decision in zip(said, [OVERRIDE, *[ACCEPT] * 5], strict=True):
        assert only(task).n == 0 or only(task).low < only(task).high
        decide(annotation, auditor, decision)

    rate = only(task)

    assert (rate.low, rate.rate, rate.high) == pytest.approx((1 / 6, 1 / 6, 1 / 6))


def test_rate_of_a_sample_without_errors_leaves_room_for_some(task, said, auditor):
    for annotation in said:
        draw(annotation, 0.5)
        decide(annotation, auditor, ACCEPT)

    with at_most(4):
        rate = only(task)

    assert (rate.rate, rate.low) == (0.0, 0.0) and 0.2 < rate.high < 0.46


def test_rarely_drawn_answers_weigh_more(task, said, auditor):
    draw(said[0], 0.1)
    decide(said[0], auditor, OVERRIDE)
    draw(said[1], 0.5)
    decide(said[1], auditor, ACCEPT)

    assert only(task).rate == pytest.approx(10 / 12)


def test_words_that_say_nothing_on_the_value(task, said, auditor):
    draw(said[0])
    for decision, n in [(GAP, 0), (Decision("cannot_judge"), 0), (WRONG_QUOTE, 1)]:
        with undone():
            decide(said[0], auditor, decision)

            assert (only(task).n, only(task).rate) == (n, 0.0 if n else None), decision


def test_two_auditors_of_one_answer_share_its_weight(task, said, auditor, bob):
    draw(said[0])
    decide(said[0], auditor, ACCEPT)
    decide(said[0], factories.make_annotator(bob), OVERRIDE)

    rate = only(task)

    assert (rate.rate, rate.n) == (0.5, 1)


def test_machines_are_told_apart(task, said, auditor):
    other = factories.make_llm_annotator(task.organization, name="Zebra")
    theirs = factories.make_annotation(task.items.first(), other)
    for annotation, decision in ((said[0], ACCEPT), (theirs, OVERRIDE)):
        draw(annotation)
        decide(annotation, auditor, decision)

    rates = {rate.annotator.name: rate.rate for rate in error_rates.error_rates(task=task)}

    assert rates == {said[0].annotator.name: 0.0, "Zebra": 1.0}


def test_uneven_weights_widen_the_interval(task, said, auditor):
    found = []
    for chances in ([0.5] * 6, [0.9, 0.1] * 3):
        AuditSample.objects.all().delete()
        for annotation, chance, decision in zip(said, chances, [OVERRIDE] * 2 + [ACCEPT] * 4, strict=True):
            draw(annotation, chance)
            if len(found) == 0:
                decide(annotation, auditor, decision)
        found.append(only(task))

    even, uneven = found
    assert uneven.high - uneven.low > even.high - even.low


def test_estimate_is_unbiased_and_its_interval_covers():
    """Draws of a known population whose errors are more likely among what is drawn more often."""
    dice = random.Random(7)
    population = [(chance, dice.random() < (0.5 if chance > 0.3 else 0.1)) for chance in [0.1, 0.2, 0.4] * 700]
    truth = sum(error for _, error in population) / len(population)
    estimates, covered = [], 0

    for _ in range(200):
        drawn = [(1 / chance, error) for chance, error in population if dice.random() < chance]
        weights = [weight for weight, _ in drawn]
        rate = sum(weight for weight, error in drawn if error) / sum(weights)
        size = bounded_mean.effective_size(weights)
        found = bounded_mean.share(rate, size, drawn_share=len(drawn) / sum(weights))
        estimates.append(rate)
        covered += found.low <= truth <= found.high

    assert sum(estimates) / len(estimates) == pytest.approx(truth, abs=0.005)
    assert covered >= 181  # 95 % of 200, less three standard deviations


def test_kept_estimate_follows_the_audits(task, said, auditor):
    draw(said[0])
    error_rates.keep(task=task)
    assert error_rates.kept([task])[task.pk].rates[0].n == 0
    first = error_rates.kept([task])[task.pk].at
    error_rates.keep(task=task)
    assert error_rates.kept([task])[task.pk].at == first

    decide(said[0], auditor, ACCEPT)
    error_rates.keep(task=task)

    assert error_rates.kept([task])[task.pk].rates[0].n == 1
