"""Juries of an evaluation: one score of several members' by a rule, and a reason where there is none."""

import pytest

from annotations.agreement.actions.label_queries import panel_of
from annotations.models import Annotation, Annotator, Judgement
from evalhub.lib.errors import InvalidInput
from experiments.evaluations.actions import (
    case_scores,
    evaluations,
    jury_agreement,
    jury_scores,
    progress,
    retries,
    runs,
    single_answers,
)
from experiments.models import Evaluation
from reviews.engine.client.exchange import FATAL
from tests.experiments.evaluations_world import RIGHT, make_evaluation, make_version, summaries_of, take_steps
from tests.reviews.machine import answer, failing, outcome_of

SOFT, CAREFUL, HARSH = MEMBERS = ("simulated-lenient", "simulated-careful", "simulated-harsh")


def saying(values):
    """A stand-in for models: {model: its value, or None for a call that fails}."""

    def respond(call):
        value = values[call.model]
        return failing(FATAL)(call) if value is None else outcome_of(answer(call, value=value))

    return respond


def by_jury(version, *, rule="median", members=MEMBERS, metric="faithfulness", **settings):
    judge = {"jury": {"members": list(members), "rule": rule} | settings}
    return make_evaluation(version, [metric], judges=[judge])


def decisions(evaluation):
    return Judgement.objects.filter(annotation__annotator__kind="jury", annotation__in=Annotation.objects.current())


@pytest.mark.parametrize(
    ("rule", "values", "value", "number"),
    [("mean", (5, 4, 1), 3, 10 / 3), ("median", (5, 4, 1), 4, 4), ("majority", (5, 5, 1), 5, 5)],
)
def test_the_rule_makes_one_score_beside_those_of_the_members(acme, model, rule, values, value, number):
    model(saying(dict(zip(MEMBERS, values, strict=True))))

    evaluation = take_steps(by_jury(make_version(acme, [RIGHT]), rule=rule))

    found = decisions(evaluation).get()
    assert (found.value, found.number) == (value, pytest.approx(number))
    assert found.details == {"votes": 3, "members": 3}
    by_kind = {each.annotator.name: each.mean for each in evaluation.summaries.filter(slice="")}
    assert len(by_kind) == 4 and by_kind[HARSH] == values[2]
    scores = case_scores.of_metric(evaluation, found.question)  # the jury alone, for gates and comparisons
    assert scores.values.tolist() == pytest.approx([number])
    assert scores.scorers == (found.annotation.annotator_id,)
    # A step that runs twice scores once, and the jury is no further voice in the task.
    assert runs.are_over(evaluation) and jury_scores.score(evaluation=evaluation, is_over=True)
    (jury,) = jury_scores.juries_of(evaluation)
    items = list(evaluation.task.items.values_list("pk", flat=True))
    jury_scores._score_block(evaluation.task, jury, items)  # as a worker that looked before another one stored
    assert decisions(evaluation).count() == 1
    assert sorted(panel_of(evaluation.task).names.values()) == sorted(MEMBERS)
    assert summaries_of(evaluation)["faithfulness"].n_scored == 1


def test_a_tie_is_no_score(acme, model):
    model(saying({SOFT: 5, HARSH: 1}))

    evaluation = take_steps(by_jury(make_version(acme, [RIGHT]), rule="majority", members=(SOFT, HARSH)))

    jury = evaluation.summaries.get(slice="", annotator__kind="jury")
    assert (jury.n_scored, jury.n_total, jury.failed) == (0, 1, {"jury_tied": 1})
    assert decisions(evaluation).filter(abstained=True, number=None).count() == 1


def test_too_few_members_are_no_score_until_more_of_them_answer(acme, model):
    model(saying({SOFT: 5, CAREFUL: None, HARSH: None}))
    evaluation = take_steps(by_jury(make_version(acme, [RIGHT])))

    jury = evaluation.summaries.get(slice="", annotator__kind="jury")
    assert (jury.n_scored, jury.failed) == (0, {"jury_too_few": 1})
    assert decisions(evaluation)[0].details == {"votes": 1, "members": 3}

    model(saying({SOFT: 5, CAREFUL: 4, HARSH: 3}))
    retries.retry_failed(evaluation=evaluation, by=None)
    evaluation = take_steps(Evaluation.objects.get(pk=evaluation.pk))

    jury = evaluation.summaries.get(slice="", annotator__kind="jury")
    assert (jury.n_scored, jury.failed, jury.mean) == (1, {}, 4)


def test_enough_members_decide_once_no_more_is_to_come(acme, model):
    model(saying({SOFT: 5, CAREFUL: 2, HARSH: None}))

    evaluation = take_steps(by_jury(make_version(acme, [RIGHT]), rule="mean", minimum=2))

    found = decisions(evaluation).get()
    assert (found.number, found.details) == (3.5, {"votes": 2, "members": 3})
    assert found.justification == "5, 2 (mean)" or found.justification == "2, 5 (mean)"


def test_members_rule_and_minimum_are_the_fingerprint(acme):
    version = make_version(acme)
    first, same, other = (
        by_jury(version, members=members, rule=rule).scorers.get(annotator__kind="jury").annotator
        for members, rule in ((MEMBERS, "median"), (MEMBERS[::-1], "median"), (MEMBERS, "mean"))
    )

    assert first == same and first.fingerprint != other.fingerprint
    assert first.parameters["minimum"] == 2 and len(first.parameters["members"]) == 3
    assert Annotator.objects.filter(kind="jury").count() == 2


def test_what_is_wrong_with_a_jury_is_named(acme):
    version = make_version(acme)
    mistakes = [
        ({"members": [SOFT], "rule": "mean"}, "judges[0].jury.members"),
        ({"members": [SOFT, SOFT], "rule": "mean"}, "judges[0].jury.members"),
        ({"members": "all", "rule": "mean"}, "judges[0].jury.members"),
        ({"members": [SOFT, HARSH], "rule": "loudest"}, "judges[0].jury.rule"),
        ({"members": [SOFT, HARSH], "rule": "mean", "minimum": 3}, "judges[0].jury.minimum"),
        ({"members": [SOFT, {"jury": {"members": [HARSH, CAREFUL]}}]}, "judges[0].jury.members[1]"),
        ({"members": [SOFT, HARSH], "size": 2}, "judges[0].jury"),
        ("all", "judges[0].jury"),
    ]

    for jury, path in mistakes:
        with pytest.raises(InvalidInput) as refused:
            make_evaluation(version, ["faithfulness"], judges=[{"jury": jury}])
        assert refused.value.details["path"] == path, jury
    assert not Evaluation.objects.exists()


def test_members_agree_by_alpha_without_the_jury(acme, model):
    model(lambda call: saying({SOFT: 4, CAREFUL: 4, HARSH: 4 if "1th" in call.messages[1]["content"] else 2})(call))
    evaluation = take_steps(by_jury(make_version(acme)))
    jury = evaluation.scorers.select_related("question", "annotator").get(annotator__kind="jury")

    found = jury_agreement.agreement_of(task=evaluation.task, question=jury.question, jury=jury.annotator)

    assert (found.n_annotators, found.n_items, found.value) == (3, 3, pytest.approx(-1 / 7))


def test_a_single_output_has_a_score_of_the_jury_and_of_each_member(acme, model):
    model(saying({SOFT: 5, CAREFUL: 4, HARSH: 1}))
    judge = {"jury": {"members": list(MEMBERS), "rule": "median"}}

    made = evaluations.create_single(
        organization=acme, input="2 plus 2?", output="4", metrics=["faithfulness"], judges=[judge]
    )

    made = take_steps(made)
    keys = progress.progress_of(evaluations=[made])[made.pk].by_key
    jury = "faithfulness:Jury (median, at least 2): "
    assert [keys[key].mean for key in keys if key.startswith(jury)] == [4] and len(keys) == 4
    (said,) = (each for each in single_answers.answers_of(evaluation=made) if each.key.startswith(jury))
    assert said.justification.endswith("(median)") and not said.failure
