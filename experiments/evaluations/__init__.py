"""Evaluations: programs, language models and people score the outputs of a system over a dataset version.

A score is a judgement, a scorer an annotator, a metric a question; an evaluation is an unlisted annotation task with
an item for each output, and the runs of the models that score it. Start at `actions.evaluations` (create_batch,
create_single); `actions.summaries` sums the scores up, `actions.results` lists them by case.

Tables: `Evaluation`, `EvaluationScorer`, `ScoreSummary`.
"""
