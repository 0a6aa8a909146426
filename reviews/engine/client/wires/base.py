"""What every wire takes and gives: a request to write, an answer to read."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from reviews.engine.client import extras
from reviews.engine.client.exchange import Usage
from reviews.engine.client.json_bodies import mapping

STOP, LENGTH, REFUSED = "stop", "length", "content_filter"
SYSTEM = ("system", "developer")
THINKING_TOKENS = {"minimal": 1024, "low": 1024, "medium": 2048, "high": 4096, "xhigh": 8192}
MOST_TOKENS = 100_000_000  # ten times what any model reads
NO_THINKING = ("none", "disable")


@dataclass(frozen=True)
class Request:
    """`path` follows the base address. `dropped` are parameters of the call that this model does not take."""

    path: str
    body: Mapping
    headers: Mapping = field(default_factory=dict)
    dropped: tuple = ()

    def with_extra(self, extra):
        """The Request with these further fields of the provider's, none of which replaces one that is there."""
        if not extra:
            return self
        body, inner = extras.added(self.body, extra)
        return replace(self, body=body, dropped=(*self.dropped, *(f"extra_body.{name}" for name in inner)))


@dataclass(frozen=True)
class Answer:
    """What a provider answered. `finish` is STOP, LENGTH, REFUSED, a word of the provider's, or empty.

    `refusal` are its words on why it refuses. `raw` is the body; of vectors it has OpenAI's form.
    """

    text: str = ""
    finish: str = ""
    refusal: str = ""
    thinking: str = ""
    usage: Usage = Usage()
    model: str = ""
    is_empty: bool = False
    raw: Mapping = field(default_factory=dict)


class Wire:
    """`base` is the provider's own address; `parameters` are those that it has a place for."""

    base = ""
    parameters = frozenset()

    def key_headers(self, key):
        """The headers that every request carries."""
        raise NotImplementedError

    def chat(self, call, model):
        """The Request for a call's messages, whose `parameters` this wire and the model take."""
        raise NotImplementedError

    def embeddings(self, call, model):
        """The Request for the vectors of a call's texts, or None where the provider makes none."""
        return None

    def read(self, body):
        """The Answer in the body of a success."""
        raise NotImplementedError

    def read_vectors(self, body):
        """The Answer whose `raw` holds vectors."""
        raise NotImplementedError


def text(value):
    """The value when it is a text, else an empty one."""
    return value if isinstance(value, str) else ""


def count(value):
    """A count of tokens, or None for what is none or what no call can have taken."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return int(value) if is_number and 0 <= value <= MOST_TOKENS and value == int(value) else None


def first_object(value):
    """The first object of a list, or None."""
    return next((each for each in value if isinstance(each, dict)), None) if isinstance(value, list) else None


def part(value, *path):
    """What stands at `path` inside of objects, or None."""
    for name in path:
        value = mapping(value).get(name)
    return value


def system_and_turns(messages):
    """(the texts of the system messages, the others). A call of system messages alone has them as its one turn."""
    system = [message["content"] for message in messages if message["role"] in SYSTEM]
    turns = [message for message in messages if message["role"] not in SYSTEM]
    if not turns:
        return [], [{"role": "user", "content": each} for each in system]
    return system, turns
