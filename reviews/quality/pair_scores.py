"""A pair of answers judged in this process: whoever has a judge says who answers what it asks."""

from reviews.engine.client.exchange import OK, Outcome
from reviews.quality.errors import InvalidGrading


def score(judge, pair, task, *, ask=None):
    """The `value` and `reason` of an AnswerPair; InvalidGrading where there are none.

    `ask(call)` is the Outcome of the judge's LLMCall; a judge that asks nothing needs none.
    """
    call = judge.prepare(pair, task)
    answer = ask(call) if call is not None else None
    finding = judge.read(answer, pair, task)
    if finding.status != OK:
        details = {"answer": answer.text[:2000]} if answer is not None and answer.text else {}
        raise InvalidGrading(finding.message, details=details)
    return finding.values


def embedded_by(embedder):
    """`ask` for `score` of a judge that needs an embedder: the vectors come from this one."""

    def ask(call):
        vectors = embedder.embed([message["content"] for message in call.messages])
        rows = [{"index": index, "embedding": vector} for index, vector in enumerate(vectors)]
        return Outcome(OK, raw={"data": rows})

    return ask
