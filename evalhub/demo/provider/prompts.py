"""What a prompt shows: fenced texts, the rules around them, and chance that follows from them."""

import hashlib
import random
import re
from dataclasses import dataclass
from functools import cached_property

_FENCED = re.compile(r"^\[\[([0-9A-Za-z-]{8,}) begin ([^\]\n]*)\]\]\n(.*?)\n?\[\[\1 end \2\]\]", re.M | re.S)
_ANSWER = re.compile(r"output|answer|response")
_NO_MATERIAL = re.compile(r"judgement|own|stages|concept|rubric")
_PASSAGE = re.compile(r"[^\n.!?]+(?:[.!?](?!\s|$)[^\n.!?]+)*[.!?]*")
_STAGE = re.compile(r'^(\S+): (?:"[^\n]*" - )?Criteria: (?:(\d+)|(.+))', re.MULTILINE)
_READ_CHARACTERS = 12_000  # of each text, in bounded time


@dataclass(frozen=True)
class Prompt:
    """`texts` are the fenced (name, text) of a prompt, `rules` is what stands around them."""

    texts: tuple
    rules: str
    everything: str

    @classmethod
    def read(cls, request):
        everything = f"{request.system}\n{request.user}"
        fenced = tuple((name, text[:_READ_CHARACTERS]) for _marker, name, text in _FENCED.findall(everything))
        return cls(fenced or (("prompt", request.user),), _FENCED.sub("", everything), everything)

    @property
    def case_ref(self):
        found = re.search(r"Case reference: ([0-9A-Za-z-]{4,64})", self.rules)
        return found[1] if found else ""

    @property
    def scale_size(self):
        found = re.search(r"Write a rubric of (\d+) stages", self.rules)
        return int(found[1]) if found else 5

    def texts_of(self, kind):
        """Those of one kind, such as evidence.1 and evidence.2, in order."""
        return [text for name, text in self.texts if name.partition(".")[0] == kind]

    @cached_property
    def stages(self):
        """The names of the stages that are shown, the weakest first if their criteria begin with a number."""
        shown = _STAGE.findall("\n".join(self.texts_of("stages")))
        return [name for name, *_ in sorted(shown, key=lambda stage: (int(stage[1] or 0), stage[2]))]

    @cached_property
    def passages(self):
        """Sentences and lines of the material, each an exact part of it; the rules hold a check word."""
        material = [text for name, text in self.texts if not _NO_MATERIAL.match(name)] or [self.texts[0][1]]
        found = (passage.strip() for passage in _PASSAGE.findall("\n".join(material)[:_READ_CHARACTERS]))
        return [passage for passage in found if 8 <= len(passage) <= 200 and not passage.startswith("=")]

    @cached_property
    def quality(self):
        """From 0 to 1: how many words of the answer are in the other texts; of two answers, by how much the first one
        is ahead; by chance where there is no answer to compare."""
        answers = [text for name, text in self.texts if _ANSWER.match(name)]
        others = words("\n".join(text for name, text in self.texts if not _ANSWER.match(name)))
        if not answers or not others:
            return rng_of("quality", self.texts).uniform(0.25, 0.85)
        supported = [len(words(text) & others) / max(len(words(text)), 1) for text in answers]
        if len(answers) == 1:
            return supported[0]
        liked = [rng_of("answer", text).random() for text in answers]
        return 0.5 + 0.5 * (supported[0] + liked[0] - supported[1] - liked[1])


def words(text):
    """The longer words and the numbers of a text, in lower case."""
    return set(re.findall(r"\d+|\w{3,}", text.lower()))


def rng_of(*parts):
    """A random generator that depends on `parts` only, on every machine and in every process."""
    digest = hashlib.sha256("\x1f".join(map(str, parts)).encode("utf-8", "surrogatepass")).digest()
    return random.Random(int.from_bytes(digest[:8], "big"))
