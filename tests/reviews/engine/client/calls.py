"""The call that tests of the client send."""

from pydantic import BaseModel

from reviews.engine.client.exchange import LLMCall
from tests.demo.provider.provider import prompt


class Judged(BaseModel):
    case_ref: str
    right_justification: str
    right_quotes: list[str]
    right_value: bool
    right_confidence: float


def call(model="simulated-careful", **overrides):
    messages = ({"role": "system", "content": "Judge."}, {"role": "user", "content": prompt()})
    return LLMCall(model, messages, **{"response_format": Judged, "max_tokens": 900, **overrides})
