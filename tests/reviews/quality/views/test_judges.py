"""The page of a judge: its licence in a sentence, rules, figures, disagreements, and the button that tests it."""

from html import unescape

from django.urls import reverse

from annotations.models import Annotation
from reviews.models import EvaluationRun, JudgeTest
from reviews.quality.actions import judged_labels, people_tests
from tests import factories
from tests.reviews.judged_world import YES_NO, make_judged


def url(judge, name="judge_detail"):
    return reverse(f"reviews:{name}", args=[judge.pk])


def hold(member, judge, passing=frozenset({1.0})):
    for criterion in judged_labels.criteria_of(judge):
        people_tests.measure(annotator=judge, criterion=criterion, passing=passing, by=member.user)


def text(response):
    return unescape(response.content.decode())


def test_untested_judge_is_tested_by_a_button(bob, client_of):
    _task, judge = make_judged(bob, 400, rounds=2)
    client = client_of(bob)
    page = client.get(url(judge))
    (criterion,) = page.context["criteria"]

    during = client.post(url(judge, "judge_test"), {"criterion": criterion.key, "passing": ["1"]}, follow=True)
    assert "Running" in text(during) and "every 3s" in text(during) and "Test the judge" not in text(during)
    assert people_tests.work_next() and not people_tests.work_next()
    after = client.get(url(judge))

    assert "every 3s" not in text(after)
    assert "Untested" in text(page) and "Ask people for 120 random answers" in text(page)
    assert "May label alone" in text(after) and "Passes:" in text(after) and "Confusion matrix" in text(after)
    assert after.context["licence"].key == "alone"


def test_what_is_not_kept_is_said_with_what_was_found(bob, vera, client_of, django_assert_max_num_queries):
    _task, judge = make_judged(bob, 200, wrong=tuple(range(0, 200, 5)))
    hold(bob, judge)
    client = client_of(vera)
    client.get(url(judge))

    with django_assert_max_num_queries(13):
        page = text(client.get(url(judge)))

    assert "Not fit to label" in page and "Its answers must not replace people's." in page
    assert "Disagreements:" in page and "topic: prices" in page
    assert "Retest" not in page  # a viewer may not test


def test_judge_no_better_than_chance_has_no_corrected_rate(bob, client_of):
    _task, judge = make_judged(bob, 200, wrong=tuple(range(0, 200, 4)))
    hold(bob, judge)

    assert "No corrected rate: the judge is not better than chance." in text(client_of(bob).get(url(judge)))


def test_without_passing_values_or_a_second_person_the_rates_say_why(bob, client_of):
    _task, judge = make_judged(bob, 100, people=1)
    hold(bob, judge, passing=None)

    page = text(client_of(bob).get(url(judge)))

    assert "no passing values are set" in page and "Set which values pass" in page
    assert "two people must have answered the same items" in page


def test_other_prompt_is_untested_and_shows_the_tested_one(bob, client_of):
    task, judge = make_judged(bob, 60)
    hold(bob, judge)
    other = factories.make_llm_annotator(bob.organization, prompt_version="questions.v2")
    factories.make_annotation(task.items.first(), other, {"right": "yes"})

    page = client_of(bob).get(url(other))

    assert page.context["is_untested"] and [each for each, _look in page.context["versions"]] == [judge]
    assert "Tests of another prompt" in text(page)


def test_no_labels_of_people_is_a_conflict_on_the_page(bob, client_of):
    _task, judge = make_judged(bob, 4, people=0)
    (criterion,) = judged_labels.criteria_of(judge)

    page = client_of(bob).post(url(judge, "judge_test"), {"criterion": criterion.key})

    assert page.status_code == 409 and "Nothing was tested." in text(page)
    assert not JudgeTest.objects.exists()


def test_judge_without_answers_says_what_to_do(bob, client_of):
    judge, client = factories.make_llm_annotator(bob.organization), client_of(bob)

    assert "It has answered no question yet" in text(client.get(url(judge)))
    assert client.post(url(judge, "judge_test"), {"criterion": "x"}).status_code == 302


def test_question_that_can_be_compared_is_preselected_and_only_answered_ones_are_offered(bob, client_of):
    task, judge = make_judged(bob, 8)
    schema = {"fields": [YES_NO["fields"][0] | {"key": key} for key in ("newer", "unanswered")]}
    alone = factories.make_task(task.dataset_version, schema=schema)
    factories.make_annotation(alone.items.first(), judge, {"newer": "yes"})
    client = client_of(bob)

    page = client.get(url(judge))
    newer, shared = page.context["criteria"]
    other = client.get(url(judge), {"criterion": newer.key})

    assert page.context["criterion"] == shared and "To compare: 8 items" in text(page)
    assert newer.question.key == "newer" and "Nothing to compare yet" in text(other)


def test_page_of_a_model_shows_its_runs_and_leads_to_the_rest(bob, client_of):
    task, judge = make_judged(bob, 4)
    run = EvaluationRun.objects.create(organization=bob.organization, kind="scoring", task=task, annotator=judge)

    page = text(client_of(bob).get(url(judge)))

    for href in (f"/runs/{run.pk}/", f"/tasks/{task.pk}/agreement/", "/ledger/?model=", "/costs/?model="):
        assert href in page


def test_people_are_not_found(bob, client_of):
    _task, judge = make_judged(bob, 4)
    person = Annotation.objects.exclude(annotator=judge).first().annotator

    assert client_of(bob).get(url(person)).status_code == 404
