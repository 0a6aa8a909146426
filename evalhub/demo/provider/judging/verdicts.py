"""What the simulation thinks of one question: a quality, and the value, list or number that follows from it."""

import math
import re
from dataclasses import asdict, dataclass

from evalhub.demo.provider import phrases
from evalhub.demo.provider.judging import choices
from evalhub.demo.provider.judging.quality import measure
from evalhub.demo.provider.personality import personality_of, rng_of

_ASPECTS = (
    ("safety", r"\bsafe|harm|toxic|danger"),
    ("tone", r"\btone\b|polite|friendl|empath|courte|rude"),
    ("brevity", r"\bbrief|\bbrevity|concise|\blong\b|length"),
    ("clarity", r"\bclear|clarity|readab|fluen|understandable|well written"),
    ("grounding", r"ground|support(?!\s+(team|agent))|faithful|hallucinat|invent|made up|attribut"),
    ("completeness", r"complet|cover|thorough|missing|leave.* out"),
    ("relevance", r"relevan|on topic|off topic"),
    ("correctness", r"correct|accura|\bright\b|\btrue|factual|wrong|error|mistake"),
)
# "Is it harmful?" is answered yes when the quality is low; "How many errors?" is a number that falls with it.
_ASKS_FOR_FAULT = re.compile(r"\b(wrong|errors?|mistakes?|harmful|toxic|unsafe|rude|hallucinat\w*|made up|invented)\b")
_COUNTS_FAULTS = re.compile(r"\b(how many|number of|severity|how (wrong|harmful|toxic|rude|unsafe))\b")
_PLAIN_ANSWERS = {"yes", "no", "partly", "true", "false", "unclear"}
_NO_FAULT = re.compile(r"none.*|no[ _](issues?|problems?|faults?)", re.IGNORECASE)
_SPREAD_LOW, _SPREAD_WIDTH = 0.26, 0.64


@dataclass
class Verdict:
    """`quality` from 0 to 1 on `aspect`, and the value for the question; `topical` if the value is a kind, no grade."""

    aspect: str
    quality: float
    value: object = None
    shown: str = ""
    flaws: tuple[str, ...] = ()
    topical: bool = False
    abstained: bool = False


class Bench:
    """One model before one material: hands out verdicts, the same ones whenever it is asked again."""

    def __init__(self, material, model, seed):
        self.material = material
        self.personality = personality_of(model)
        self._identity = (seed, model, material.everything)
        self._quality = asdict(measured := measure(material)) | {"overall": measured.overall}
        self._mood = self.rng("mood").gauss(0.0, self.personality.noise)
        self._about = "\n".join((*material.question, *material.answer))

    def rng(self, *parts):
        return rng_of(*self._identity, *parts)

    def judge(self, group, schema, about):
        """The Verdict on the question `about`, with a value that fits `schema` (references already resolved)."""
        rng = self.rng(group)
        aspect = next((name for name, pattern in _ASPECTS if re.search(pattern, about)), "overall")
        noise = 0.75 * self._mood + 0.5 * rng.gauss(0.0, self.personality.noise)
        quality = (self._quality[aspect] + self.personality.bias + noise - _SPREAD_LOW) / _SPREAD_WIDTH
        verdict = Verdict(aspect, min(max(quality, 0.0), 1.0), abstained=rng.random() < self.personality.abstains)
        verdict.value = self._value(schema, verdict, about, rng)
        verdict.shown = str(verdict.value).replace("_", " ")
        return verdict

    def _value(self, schema, verdict, about, rng):
        if "const" in schema:
            return schema["const"]
        if schema.get("enum"):
            return self._choice(schema["enum"], verdict, about, rng)
        match schema.get("type"):
            case "boolean":
                return (verdict.quality >= 0.5) != bool(_ASKS_FOR_FAULT.search(about))
            case "integer" | "number":
                quality = 1.0 - verdict.quality if _COUNTS_FAULTS.search(about) else verdict.quality
                return _number(schema, quality, about)
            case "array":
                return self._several(schema, verdict, rng)
            case "null":
                return None
        return phrases.comment(verdict, self.material, rng)[: schema.get("maxLength", 2000)]

    def _choice(self, options, verdict, about, rng):
        if not all(isinstance(option, str) for option in options):
            return options[min(int(verdict.quality * len(options)), len(options) - 1)]
        graded = sum(choices.polarity(option) is not None for option in options) >= 2
        verdict.topical = not graded and not all(option.strip().isdigit() for option in options)
        quality = 1.0 - verdict.quality if asks_for_fault(options, about) else verdict.quality
        return choices.choose(options, quality, self._meanings(options), self._about, rng)

    def _several(self, schema, verdict, rng):
        options = schema.get("items", {}).get("enum")
        if not options:
            return phrases.quotes(verdict, self.material, self.personality, rng)
        low, high = schema.get("minItems", 0), schema.get("maxItems", len(options))
        if any(choices.flaw(str(option)) for option in options):
            chosen = [option for option in options if self._has_flaw(option, rng)][:high]
            verdict.flaws = tuple(str(option) for option in chosen)
            # The reason given for a list of flaws is that of its first one.
            verdict.aspect, verdict.quality = (choices.flaw(str(chosen[0]))[0], 0.2) if chosen else ("overall", 0.9)
        else:
            chosen = [choices.choose(options, verdict.quality, self._meanings(options), self._about, rng)]
        chosen = chosen or [option for option in options if _NO_FAULT.fullmatch(str(option))][:1]
        spare = [option for option in options if option not in chosen]
        return chosen + spare[: max(low - len(chosen), 0)]

    def _has_flaw(self, option, rng):
        slips = rng.random() < self.personality.slips * 0.3
        noise = 0.5 * rng.gauss(0.0, self.personality.noise)
        known = choices.flaw(str(option))
        if known is None:
            return False
        aspect, threshold = known
        return (self._quality[aspect] + noise < threshold) != slips

    def _meanings(self, options):
        """What the prompt says each option means, from lines such as `refund: Asks for money back`."""
        found = {}
        for option in options:
            line = re.search(rf"^\s*{re.escape(str(option))}: (.+)$", self.material.asks, re.MULTILINE)
            found[option] = line.group(1) if line else ""
        return found


def asks_for_fault(options, about):
    """Whether a yes to the question, as "Is it harmful?", speaks against what is judged."""
    is_plain = {option.strip().lower() for option in options} <= _PLAIN_ANSWERS
    return is_plain and _ASKS_FOR_FAULT.search(about) is not None


def _number(schema, quality, about):
    """A number within the schema's limits and on its steps; without an upper limit ten more than the lower one."""
    low = schema.get("minimum", schema.get("exclusiveMinimum", 0))
    high = schema.get("maximum", schema.get("exclusiveMaximum"))
    if high is None:
        high = low + (100 if "percent" in about or "%" in about else 10)
    is_whole = schema.get("type") == "integer"
    step = schema.get("multipleOf") or (1 if is_whole else (high - low) / 100)
    value = low + round(quality * math.floor((high - low) / step + 1e-9)) * step
    return int(value) if is_whole else round(value, 4)
