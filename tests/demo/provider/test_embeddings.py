"""The simulated embedding model: vectors on OpenAI's wire, near for texts that share words, with the faults of all."""

import base64
import struct

import pytest

from evalhub.demo.provider.wires.embeddings import SIZE, vector
from tests.demo.provider.provider import running

PATH = "/v1/embeddings"


@pytest.fixture(scope="module")
def provider():
    with running(seed=3) as started:
        yield started


@pytest.fixture(autouse=True)
def no_faults(provider):
    provider.fail()


def body(*texts, **more):
    return {"model": "text-embedding-3-small", "input": list(texts), **more}


def vectors_of(answer):
    return [row["embedding"] for row in answer.body["data"]]


def cosine(one, other):
    return sum(first * second for first, second in zip(one, other, strict=True))


def test_one_vector_for_each_text_labelled_simulated(provider):
    answer = provider.post(PATH, body("Refunds are paid within 14 days.", "Shipping is free."))

    assert answer.status == 200 and answer.headers["x-evalhub-simulated"] == "1"
    assert answer.body["model"] == "text-embedding-3-small-simulated"
    assert [row["index"] for row in answer.body["data"]] == [0, 1]
    assert [len(each) for each in vectors_of(answer)] == [SIZE, SIZE]
    assert answer.body["usage"] == {"prompt_tokens": 13, "total_tokens": 13}


def test_same_text_has_the_same_vector_whoever_asks(provider):
    with running(seed=9) as other:
        found = [vectors_of(each.post(PATH, body("Refunds are paid."))) for each in (provider, other)]

    assert found[0] == found[1] == [vector("Refunds are paid.")]


def test_texts_with_the_same_words_are_nearer_than_others():
    refund = vector("Refunds are paid within 14 days to your card.")

    assert cosine(refund, refund) == pytest.approx(1, abs=1e-5)
    assert cosine(refund, vector("We pay refunds to the card.")) > 0.3 > cosine(refund, vector("Parrots like noise."))


def test_text_without_words_has_a_vector():
    assert cosine(vector("?!"), vector("?!")) == pytest.approx(1, abs=1e-5)


def test_clients_may_ask_for_base64(provider):
    (found,) = vectors_of(provider.post(PATH, body("Refunds are paid.", encoding_format="base64")))

    unpacked = struct.unpack(f"<{SIZE}f", base64.b64decode(found))
    assert unpacked == pytest.approx(vector("Refunds are paid."), abs=1e-6)


@pytest.mark.parametrize(
    "wrong",
    [
        {"input": []},
        {"input": [""]},
        {"input": [3]},
        {"input": "x", "model": ""},
        {"model": "m"},
        {"input": {"a": 1}},
    ],
)
def test_what_is_wrong_is_refused(provider, wrong):
    answer = provider.post(PATH, {"model": "m"} | wrong)

    assert answer.status == 400 and answer.body["error"]["type"] == "invalid_request_error"


def test_faults_strike_here_too(provider):
    provider.fail({"status": 429, "retry_after": 2, "path": "embeddings"}, {"empty": True}, {"truncate": True})

    refused, empty, short = (provider.post(PATH, body("one", "two")) for _ in range(3))

    assert refused.status == 429 and refused.headers["retry-after"] == "2"
    assert vectors_of(empty) == []
    assert [len(each) for each in vectors_of(short)] == [SIZE, SIZE // 2]
    assert provider.post(PATH, body("one", model="simulated-fault-500")).status == 500
