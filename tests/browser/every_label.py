"""A task with a question of each kind that takes more than one tick: compared, ranked, in a grid, by turns."""

from tests.annotations.labels.types.beside import CONVERSATION
from tests.browser.workbench import keep_order, make_task

POINTS = ["Poor", "Fair", "Good"]
FORM = [
    {"key": "better", "type": "pairwise", "title": "Which answer is better?", "graded": True, "both_bad": True},
    {
        "key": "order",
        "type": "ranking",
        "title": "Rank what matters",
        "options": [
            {"value": "speed", "label": "Speed"},
            {"value": "cost", "label": "Cost"},
            {"value": "care", "label": "Care"},
        ],
    },
    {
        "key": "scores",
        "type": "rubric_grid",
        "title": "Score the style",
        "points": POINTS,
        "criteria": [
            {"value": "tone", "label": "Tone", "description": "As a friend would."},
            {"value": "facts", "label": "Facts"},
        ],
    },
    {"key": "each", "type": "turns", "title": "How helpful is each turn?", "ask": {"type": "likert", "points": POINTS}},
    {"key": "agree", "type": "likert", "title": "The guideline was clear", "points": POINTS, "required": False},
]


def make_labels_task(organization):
    """One item with a conversation and two answers."""
    rows = [{"input": {"chat": CONVERSATION}, "outputs": {"model-a": "It rains.", "model-b": "The sun shines."}}]
    task = make_task(organization, *FORM, rows=rows, compared_outputs=["model-b"])
    keep_order(task)
    return task
