"""Overall scores of a job's models and people."""

from types import SimpleNamespace

from reviews.jobs.charts import ScoresSubject
from reviews.jobs.charts.overall_scores import OverallScores


def member(model, score):
    return SimpleNamespace(
        annotator=SimpleNamespace(model=model), overall=SimpleNamespace(effective_score=score), dimensions=[1, 2]
    )


def chart(members, people=(), confidence=0.65):
    return OverallScores().chart(ScoresSubject(SimpleNamespace(answered=members, confidence=confidence), list(people)))


def test_models_and_people_stand_side_by_side():
    ada = SimpleNamespace(name="Ada", overall=0.4, scores={"a": 0.4})
    undecided = SimpleNamespace(name="Bea", overall=None, scores={})
    drawn = chart([member("careful", 0.8), member("hasty", 0.5)], [ada, undecided])
    assert [(row[0], row[1]) for row in drawn.table.rows] == [("careful", "0.80"), ("hasty", "0.50"), ("Ada", "0.40")]
    assert drawn.finding == "Overall scores range from 0.40 to 0.80. The line is the mean of models, 0.65."

    assert chart([member("careful", 0.8)]) is None
