"""Holding a machine's answers against people's: what is read, what is kept, and what it may do then."""

import pytest

from annotations.models import Annotation
from datasets.models import System
from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import Conflict, InvalidInput
from reviews.models import JudgeTest
from reviews.quality.actions import judged_labels, people_tests
from reviews.quality.judge_tests import ALONE
from reviews.quality.judged_labels import DEVELOPMENT, TEST
from reviews.quality.licence_rules import UNTESTED
from tests import factories
from tests.reviews.judged_world import make_judged
from tests.reviews.pair_runs import make_pair_task

YES = frozenset({1.0})


def criterion_of(judge):
    (found,) = judged_labels.criteria_of(judge)
    return found


def run(judge, member, **overrides):
    return people_tests.measure(
        annotator=judge, criterion=criterion_of(judge), **{"passing": YES} | overrides, by=member.user
    )


def test_every_kind_is_kept_with_the_fingerprints(bob, django_assert_num_queries):
    task, judge = make_judged(bob, 60)
    criterion = criterion_of(judge)

    with django_assert_num_queries(16):
        tests = people_tests.measure(annotator=judge, criterion=criterion, passing=YES, by=bob.user)

    agreement = next(test for test in tests if test.kind == "people_agreement")
    question = task.schema_version.questions.get()
    assert {test.kind for test in tests} == set(people_tests.newest(judge, criterion.key))
    assert {(test.judge, test.metric) for test in tests} == {(judge.fingerprint, f"question:{question.pk}")}
    assert len({test.data_fingerprint for test in tests}) == 1 == len({test.group_id for test in tests})
    assert agreement.value == 1.0 and 10 < agreement.n < 50
    assert agreement.details["passing"] == [1.0] and agreement.details["answers"] == 60
    told = AuditEvent.objects.get(verb="judge.tested").details
    assert told["licence"] == people_tests.licence_of(people_tests.newest(judge, criterion.key)).key


def test_same_answers_have_the_same_fingerprint_and_new_labels_another(bob):
    task, judge = make_judged(bob)
    first, again = (run(judge, bob)[0].data_fingerprint for _time in range(2))
    late = factories.make_annotator(factories.make_member(bob.organization))
    factories.make_annotation(task.items.first(), late, {"right": "no"})

    assert first == again != run(judge, bob)[0].data_fingerprint


def test_passing_values_come_from_the_metric_and_span_its_tasks_and_only_blind_answers_that_stand_count(bob):
    metric = factories.make_metric(bob.organization)
    _task, judge = make_judged(bob, 30, metric=metric)
    other, _judge = make_judged(bob, 20, metric=metric)
    for annotation in Annotation.objects.filter(task=other, annotator=_judge):
        Annotation.objects.filter(pk=annotation.pk).update(annotator=judge)
    criterion = criterion_of(judge)
    found = judged_labels.read(annotator=judge, criterion=criterion)
    assert criterion.key == f"{metric.key}@1" and found.passing == frozenset({5.0})
    assert len(found.answers) == 50

    task, judge = make_judged(bob)
    first, second, *_rest = task.items.all()
    Annotation.objects.filter(item=first).update(exposure="saw_machine")
    Annotation.objects.filter(item=second, annotator__kind="human").update(flagged=True)
    found = judged_labels.read(annotator=judge, criterion=criterion_of(judge), passing=YES)
    by_item = {each.item: each for each in found.answers}
    assert first.pk not in by_item and by_item[second.pk].people == {}


def test_repetitions_are_read_as_rounds_of_one_answer(bob):
    _task, judge = make_judged(bob, 10, rounds=3)

    found = judged_labels.read(annotator=judge, criterion=criterion_of(judge), passing=YES)

    assert {len(each.again) for each in found.answers} == {2}


def test_disagreements_are_those_of_the_development_half_by_what_they_share(bob):
    wrong = tuple(range(1, 200, 5))
    _task, judge = make_judged(bob, 200, wrong=wrong)
    labels = judged_labels.read(annotator=judge, criterion=criterion_of(judge), passing=YES)

    (agreement,) = [test for test in run(judge, bob) if test.kind == "people_agreement"]

    found = agreement.details["disagreements"]
    development = {each.item for each in labels.labelled(DEVELOPMENT)}
    assert found["n"] == len(development) and found["count"] == len(labels.pairs(DEVELOPMENT)) - sum(
        own == said for _each, own, said in labels.pairs(DEVELOPMENT)
    )
    assert {item for group in found["groups"] for item in group["items"]} <= development
    assert not development & {each.item for each in labels.labelled(TEST)}
    assert ("topic", "prices") in {(group["trait"], group["value"]) for group in found["groups"]}


def test_good_judge_may_label_alone_and_another_prompt_is_untested(bob):
    _task, judge = make_judged(bob, 400, rounds=2)
    run(judge, bob)
    other = factories.make_llm_annotator(bob.organization)
    key = criterion_of(judge).key

    found = people_tests.licences(bob.organization, [judge, other])

    assert people_tests.licence_in(found, judge, key).key == ALONE
    assert people_tests.licence_in(found, other, key).key == UNTESTED
    assert people_tests.newest(other, key) == {}


def test_newest_test_counts(bob):
    task, judge = make_judged(bob, 60)
    run(judge, bob)
    Annotation.objects.filter(task=task, annotator=judge, item__in=task.items.all()[:50]).update(flagged=True)
    run(judge, bob)

    newest = people_tests.newest(judge, criterion_of(judge).key)

    assert newest["people_agreement"].details["answers"] == 10
    assert JudgeTest.objects.against_people().count() == 2 * len(newest)


def test_passing_values_must_be_some_of_the_question_s_and_people_have_answered(bob):
    _task, judge = make_judged(bob, 4, people=0)
    for passing in (frozenset({7.0}), frozenset(), frozenset({0.0, 1.0})):
        with pytest.raises(InvalidInput, match="some, not all, of 0, 1"):
            run(judge, bob, passing=passing)

    with pytest.raises(Conflict, match="People have answered none"):
        run(judge, bob)
    assert not JudgeTest.objects.exists()


def test_pairs_tell_both_orders_and_whose_output_won(bob):
    form = {"fields": [{"key": "better", "type": "pairwise", "title": "Which answer is better?"}]}
    task = make_pair_task(bob, rows=3, form=form)
    for name, model in (("model-a", "openai/simulated-large"), ("model-b", "anthropic/other")):
        System.objects.filter(name=name, organization=bob.organization).update(model=model)
    judge, person = factories.make_llm_annotator(bob.organization), factories.make_annotator(bob)
    orders = [{"is_consistent": True, "place": ""}, {"is_consistent": False, "place": "second"}, None]
    for item, told in zip(task.items.order_by("position"), orders, strict=True):
        made = factories.make_annotation(item, judge, {"better": "first"})
        made.judgements.update(details={"orders": told} if told else {})
        factories.make_annotation(item, person, {"better": "second"})

    found = judged_labels.read(annotator=judge, criterion=criterion_of(judge))

    answers = sorted(found.answers, key=lambda each: each.item)
    assert [each.orders for each in answers] == ["same", "second", ""]
    assert {each.own for each in answers} == {"first"}
    assert sorted(found.winners.values()) == ["first", "second"]
    assert [found.winners[each.value] for each in answers] == ["first"] * 3
    tests = {test.kind: test for test in run(judge, bob, passing=None)}
    assert (tests["position"].value, tests["position"].n) == (0.5, 2)
    assert tests["self_preference"].details["undefined"] == "TOO_FEW_PAIRS"


def test_a_test_that_cannot_be_made_has_failed_with_the_reason_and_leaves_the_figures_before(bob, monkeypatch):
    _task, judge = make_judged(bob, 60)
    before = run(judge, bob)
    ordered = people_tests.order(annotator=judge, criterion=criterion_of(judge), by=bob.user)
    monkeypatch.setattr(judged_labels, "MOST_ANSWERS", 2)

    assert people_tests.work_next()

    found = people_tests.attempt(judge, ordered.metric)
    assert (found, found.state) == (ordered, "failed") and "more than 2 answers" in str(found.last_error)
    assert set(people_tests.newest(judge, ordered.metric).values()) == set(before)
