"""The three annotation tasks of the demo organization: their data, their forms, and how much of each was done."""

from collections.abc import Callable
from dataclasses import dataclass

from evalhub.demo import comparisons, conversations, schema
from evalhub.demo.people import AMARA, BELA, CHIDI

SEED = 7


@dataclass(frozen=True)
class DemoTask:
    """`file` holds the cases and `latent` their true judgement; `shares` is the part of the items that each did.

    `answer(person, case id, latent judgement, seed)` gives answers by question, None for a case that is skipped.
    `settings` are those of annotations.tasks.actions.annotation_tasks.TaskSettings; `model` names the machine that
    judges it, if any.
    """

    dataset: str
    about: str
    file: str
    latent: str
    schema: dict
    settings: dict
    answer: Callable
    shares: dict
    mapping: dict | None = None
    model: str = ""


CONVERSATIONS = DemoTask(
    dataset="Support conversations",
    about="Customers and the assistant of the shop, with what its tools returned.",
    file="conversations.jsonl",
    latent="conversations_latent.json",
    schema=conversations.CONVERSATION_SCHEMA,
    answer=conversations.answer,
    settings={
        "name": "Does the assistant help?",
        "instructions": conversations.INSTRUCTIONS,
        "description": "Each turn of the assistant, the passages it should have left out, and how it ended.",
        "required_annotations_per_item": 2,
        "sampling_config": {"strategy": "random", "seed": SEED},
    },
    shares={AMARA.email: 0.75, BELA.email: 0.6, CHIDI.email: 0.25},
)

COMPARISONS = DemoTask(
    dataset="Two models, one question",
    about="Short questions of customers, each answered by a small and by a large model.",
    file="comparisons.jsonl",
    latent="comparisons_latent.json",
    mapping={
        "input": "question",
        "external_id": "id",
        "outputs": {"oak-small": "oak_small", "oak-large": "oak_large"},
    },
    schema=comparisons.COMPARISON_SCHEMA,
    answer=comparisons.answer,
    settings={
        "name": "Which answer would you rather get?",
        "instructions": comparisons.INSTRUCTIONS,
        "description": "Two answers side by side; nobody sees which model wrote which.",
        "output_name": "oak-small",
        "compared_outputs": ["oak-large"],
        "sampling_config": {"strategy": "random", "seed": SEED},
    },
    shares={AMARA.email: 0.9, BELA.email: 0.7, CHIDI.email: 0.5},
    model="simulated-careful",
)

SUPPORT = DemoTask(
    dataset="Support answers",
    about="Questions of shop customers, the help article that answers them, and what a model wrote.",
    file="support_answers.jsonl",
    latent="latent.json",
    schema=schema.DEMO_SCHEMA,
    answer=lambda person, case_id, latent, seed: person.answer(case_id, latent, seed),
    settings={
        "name": "Are the support answers right?",
        "instructions": schema.INSTRUCTIONS,
        "description": "Three people and one model judge each answer against the help article.",
        "sampling_config": {"strategy": "random", "seed": SEED},
    },
    shares={AMARA.email: 0.88, BELA.email: 0.8, CHIDI.email: 0.7},
    model="simulated-careful",
)
