"""What holds for every method that the project ships."""

from reviews.jobs.methods import MethodReviewerRegistry
from tests.reviews.jobs.methods.cases import ARTIFACT, make_payload


def check(name, confidence_range):
    """Its range, its prompt, its knowledge, and a call that shows both beside the artifact."""
    from reviews.jobs.methods.review import ReviewEngine

    reviewer = MethodReviewerRegistry.create(name)
    prompt, knowledge = reviewer.prompt(), reviewer.knowledge()
    call = ReviewEngine(prompt, knowledge, is_shipped=True).prepare(make_payload(model_type=name), model="m")
    system, user = (message["content"] for message in call.messages)

    assert (reviewer.name, reviewer.confidence_range) == (name, confidence_range)
    assert reviewer.title and reviewer.description
    assert prompt.name == f"{name}_review" and prompt.version != "0.0" and len(prompt.dimensions) == 5
    assert len(knowledge.split("\n\n---\n\n")) >= 3 and knowledge in system
    assert all(dimension in system for dimension in prompt.dimensions)
    assert ARTIFACT in user
