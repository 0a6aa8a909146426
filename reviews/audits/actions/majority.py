"""How a model's answer to each question relates to what most people gave: one rule for flags, reasons and counts."""

from django.db import connection

from annotations.labels.base import LabelType
from annotations.labels.types import registry as label_types
from evalhub.lib.definitions import define
from evalhub.lib.translation import gettext_noop as _

define(
    "differs_from_people",
    _(
        "Model answers with a value other than the one that most people gave. Where people are tied, the model "
        "abstained or the answer is free text, there is no such value."
    ),
)

# Answers on a number line are compared by their number, those to other questions that have a measure by their value.
_MEASURED = ", ".join(
    f"'{key}'" for key, label_type in label_types.items() if type(label_type).level is not LabelType.level
)
_VALUE = f"coalesce(to_jsonb({{0}}.number), CASE WHEN q.label_type IN ({_MEASURED}) THEN {{0}}.value END)"
# Of the answers `base` (id, item_id): differs, split where as many people gave another value, dissent where only some
# gave another one, or "" where all agree with the model.
STANDS = f"""
    SELECT id, question_id,
           CASE WHEN count(*) FILTER (WHERE n = most) > 1 THEN 'split'
                WHEN NOT bool_or(is_same AND n = most) THEN 'differs'
                WHEN count(*) > 1 THEN 'dissent' ELSE '' END AS stand
    FROM (
        SELECT given.*, max(n) OVER (PARTITION BY id, question_id) AS most
        FROM (
            SELECT base.id, j.question_id, {_VALUE.format("k")} = {_VALUE.format("j")} AS is_same, count(*) AS n
            FROM base
            JOIN annotations_annotation h ON h.item_id = base.item_id AND h.origin <> 'audit'
                AND h.round = 1 AND h.withdrawn_at IS NULL AND h.superseded_at IS NULL
            JOIN annotations_annotator p ON p.id = h.annotator_id AND p.kind = 'human'
            JOIN annotations_judgement j ON j.annotation_id = base.id AND NOT j.abstained
            JOIN annotations_judgement k ON k.annotation_id = h.id AND k.question_id = j.question_id AND NOT k.abstained
            JOIN annotations_question q ON q.id = j.question_id
            WHERE {_VALUE.format("j")} IS NOT NULL AND {_VALUE.format("k")} IS NOT NULL
            GROUP BY base.id, j.question_id, is_same, {_VALUE.format("k")}
        ) given
    ) counted
    GROUP BY id, question_id
"""


def stands_of(annotations):
    """{(annotation id, question id): how it relates to people, as in STANDS}; one statement."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH base AS (SELECT id, item_id FROM annotations_annotation WHERE id = ANY (%s)) {STANDS}",
            [list(annotations)],
        )
        return {(annotation, question): stand for annotation, question, stand in cursor.fetchall()}
