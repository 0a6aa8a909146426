"""A prompt, a job and answers to it, as the tests of method reviews use them."""

import json

from reviews.engine.client.exchange import Outcome
from reviews.engine.client.json_answer import find_object
from reviews.jobs.artifact import ArtifactPayload
from reviews.jobs.methods.prompt import parse_prompt
from reviews.jobs.methods.review import ReviewEngine

YAML = """\
name: trial_review
version: "1.2"
dimensions: [balance, precision]
system: |
  You review trials. {{ knowledge_context }}
user: |
  Method: {{ model_type }}, units: {{ sample_size }}
  {{ artifact }}
"""
ARTIFACT = '=== results (json) ===\n{"effect_estimate": 10.0, "ci_lower": 5.0}'


def make_payload(text=ARTIFACT, **overrides):
    return ArtifactPayload(
        **{"initiative_id": "pilot", "artifact_text": text, "model_type": "trial", "sample_size": 50} | overrides
    )


def make_engine(text=YAML, *, knowledge="Look at the counts.", is_shipped=True):
    return ReviewEngine(parse_prompt(text, is_shipped=is_shipped), knowledge, is_shipped=is_shipped)


def answered(engine, payload, **changes):
    """A proper answer with some properties changed; None takes one away."""
    call = engine.prepare(payload, model="m")
    reference = call.messages[1]["content"].partition("Case reference: ")[2].split()[0]
    answer = {
        "case_ref": reference,
        "overall": 0.6,
        "dimensions": [dimension("balance", 0.7), dimension("precision", 0.5)],
    } | changes
    return said(json.dumps({name: value for name, value in answer.items() if value is not None}))


def dimension(name, score, **changes):
    return {"name": name, "justification": f"About {name}.", "quotes": ["10.0"], "score": score} | changes


def said(text):
    """The Outcome of a model that wrote this text."""
    found = find_object(text)
    return Outcome("ok", text=text, parsed=found.value, parsed_from=found.found)
