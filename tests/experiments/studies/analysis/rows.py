"""Scores of a study as plain rows, for tests of the analysis."""

from experiments.studies.analysis.scores import ABSTAINED, MISSING, SCORED, Bundle, Lane, Rubric, Score, StudyScores


def lane(
    key, model="m", *, sample=1, lengths=(10, 10, 10), observability=None, discriminability=None, rubric_model="r",
    ordinal=1, name="A person"
):  # fmt: skip
    rubric = Rubric(
        sample=sample,
        model=rubric_model,
        ordinal=ordinal,
        lengths=lengths,
        observability=observability,
        discriminability=discriminability,
    )
    return Lane(key=key, name=model or name, model=model, rubric=rubric)


def score(said, *, agreement=None):
    """A number or a set is scored, None abstains, a text is the reason why it is missing."""
    if isinstance(said, str):
        return Score(MISSING, reason=said)
    if said is None:
        return Score(ABSTAINED, agreement=agreement)
    return Score(SCORED, stages=frozenset({said} if isinstance(said, int) else said), agreement=agreement)


def study(rows, lanes, *, n=3):
    """StudyScores of rows, one for each bundle, with a place for each lane; a Score may stand for what was said."""
    bundles = tuple(Bundle(number=number, name=f"E{number + 1}") for number in range(len(rows)))
    scores = {
        (lanes[place].key, number): said if isinstance(said, Score) else score(said)
        for number, row in enumerate(rows)
        for place, said in enumerate(row)
    }
    return StudyScores(scale_size=n, bundles=bundles, lanes=tuple(lanes), scores=scores)
