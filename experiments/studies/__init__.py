"""Rubric studies: models write rubrics from evidence, score the evidence with them, and the scores are pooled.

A study groups texts of an evidence set (`grouping`, `randomization`), lets each model write and criticize a rubric,
and score every group with every rubric (`stages`). Scores are judgements; `pooling` combines those of one text and
`analysis` compares models. Start at `actions.studies` (create, start) and `actions.scores` (read what was scored).

Tables: `EvidenceWindow`, `Evidence`, `EvidenceView`, `Study`, `StudySample`, `ScoreLane`.
Pages are below `/studies/`, the API is in `api.urls`, the bundle for analysis in `exporting`.
"""
