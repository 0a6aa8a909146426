"""One generator of answers: it fills in a JSON schema or the lines that a prompt asks for, or answers in plain text.

Values follow from what the prompt shows, with an error of the model's own: models agree more often than not, and not
always. Texts are short and say that they are simulated.
"""

import json
import re

from evalhub.demo.provider import known_answers
from evalhub.demo.provider.prompts import Prompt, rng_of

_SHARE = {"type": "number", "minimum": 0, "maximum": 1}
_TEXT = {"type": "string"}
# The keyword of the last lines of an answer, and the values that stand there.
_LINES = {
    "EXPERT_AGREEMENT": {"expert_agreement": _SHARE},
    "QUALITY": {"observability": _SHARE, "discriminability": _SHARE},
    "RUBRIC": {"stages": {"type": "array"}},
    "VERDICT": {"verdict": _TEXT},
    "TEXT": {"text": _TEXT},
}
_KEYWORD = re.compile(rf"^({'|'.join(_LINES)}):", re.MULTILINE)
_PAIR = {"properties": {"notes": _TEXT, "quality_score": _SHARE}}
_NAMES_ROW = re.compile(r"name|dimension|question|criterion|key|id")
_SIGNS = ("reports mention", "officials act on", "rules change over", "people complain about", "courts rule on")
_RARELY = 0.03


def answer_text(request, seed):
    """The answer of the request's model; the same for the same request and seed."""
    prompt = Prompt.read(request)
    generator = _Generator(prompt, request.model, seed)
    keyword = _KEYWORD.search(prompt.rules) if "\nCASE:" in prompt.rules else None
    if request.schema or '"quality_score"' in prompt.rules:
        return json.dumps(generator.filled(request.schema or _PAIR), ensure_ascii=False)
    if keyword is None:
        return generator.plain()
    values = generator.filled({"properties": {"reasoning": _TEXT, **_LINES[keyword[1]]}})
    return f"CASE: {prompt.case_ref}\n{values.pop('reasoning')}\n{_last_lines(keyword[1], values)}"


def _last_lines(keyword, values):
    value = next(iter(values.values()))
    if keyword == "RUBRIC":
        rows = (f"{row['stage_number']}) {row['label']} :: {'; '.join(row['criteria'])}" for row in value)
        return "\n".join(["RUBRIC:", *rows])
    if keyword == "QUALITY":
        value = [f"{name}={number}" for name, number in values.items()]
    value = ", ".join(value) if isinstance(value, list) else value
    return f"TEXT:\n{value}" if keyword == "TEXT" else f"{keyword}: {value}"


class _Generator:
    """One model before one prompt."""

    def __init__(self, prompt, model, seed):
        self._prompt, self._model = prompt, model
        self._identity = (seed, model, prompt.everything)
        self._error = rng_of("model", model).uniform(-0.08, 0.08) + rng_of(*self._identity).gauss(0.0, 0.1)

    def filled(self, schema):
        """A JSON value that fits the schema."""
        self._definitions = schema.get("$defs") or {}
        return self._value("", schema, "")

    def plain(self):
        """The answer to a case of a suite; else some sentences of the prompt, the usual number for it, or another."""
        known = known_answers.answer(self._model, self._prompt.everything, self._identity[0])
        if known is not None:
            return known
        rng = rng_of(*self._identity, "plain")
        statements = [each for each in self._prompt.passages if not each.endswith((":", "?"))]
        kept = [each for each in statements if rng.random() < 0.75][:3] or statements[:1]
        usual = rng_of(self._prompt.everything).randint(1, 60)
        return " ".join(["Simulated:", *(kept or [f"{usual if rng.random() < 0.8 else usual + 1}."])])

    def _value(self, name, schema, path):
        schema, rng = self._resolved(schema), rng_of(*self._identity, path)
        quality = min(max(self._prompt.quality + self._error + rng.gauss(0.0, 0.06), 0.0), 1.0)
        if "properties" in schema:
            return {each: self._value(each, part, f"{path}.{each}") for each, part in schema["properties"].items()}
        if name == "case_ref":
            return self._prompt.case_ref
        if name == "stages":
            return self._rubric(rng)
        if name == "verdict" and self._prompt.stages:
            return self._verdict(schema, rng)
        if name == "text" and self._prompt.texts_of("text"):
            return "\n".join(line.strip() for line in self._prompt.texts_of("text")[0].splitlines() if line.strip())
        if schema.get("enum"):
            # Numbers rise with the quality; other options are listed from the best to the worst.
            options = schema["enum"]
            ordered = options if str(options[0]).isdigit() else options[::-1]
            return ordered[min(int(quality * len(ordered)), len(ordered) - 1)]
        match schema.get("type"):
            case "boolean":
                return rng.random() < _RARELY if name.endswith("abstained") else quality >= 0.5
            case "integer" | "number":
                return _number(schema, quality)
            case "array":
                return self._list(schema, path, quality, rng)
        about = rng.choice(self._prompt.passages or ["nothing"])[:80].rstrip(".!?")
        return f"Simulated by {self._model}: what counted is “{about}”."[: schema.get("maxLength")]

    def _list(self, schema, path, quality, rng):
        """Some of the choices, fewer for what is good; a row for each name of a table; else a passage to quote."""
        items = self._resolved(schema.get("items", _TEXT))
        if "enum" in items:
            chosen = [option for option in items["enum"] if rng.random() < 0.6 * (1.0 - quality)]
            spare = [option for option in items["enum"] if option not in chosen]
            return [*chosen, *spare[: max(schema.get("minItems", 0) - len(chosen), 0)]][: schema.get("maxItems")]
        if items.get("type") == "string":
            quote = rng.choice(self._prompt.passages or [""])
            return [quote if rng.random() < 0.85 else f"{quote} (reworded)"] if quote else []
        for name, part in items.get("properties", {}).items():
            if _NAMES_ROW.fullmatch(name):
                names = self._resolved(part).get("enum", [])
                return [{**self._value("", items, f"{path}.{each}"), name: each} for each in names]
        return [self._value("", items, f"{path}.1")]

    def _rubric(self, rng):
        size = self._prompt.scale_size
        topic = re.sub(r"[;:\s]+", " ", " ".join(self._prompt.texts_of("concept"))).strip()[:80] or "the concept"
        signs = rng.sample(_SIGNS, 3)
        stages = []
        for number in range(1, size + 1):
            label = "Ambiguous / Mixed Evidence" if 2 * number == size + 1 else f"Level {number} of {topic}"
            criteria = [f"{number} of {size} {sign} {topic}" for sign in signs]
            stages.append({"stage_number": number, "label": label, "criteria": criteria})
        return stages

    def _verdict(self, schema, rng):
        """The stage where the evidence lies, the same for all models but for their errors; two where it is between."""
        evidence, stages = "\n".join(self._prompt.texts_of("evidence")), self._prompt.stages
        exact = min(max(rng_of("evidence", evidence).random() + self._error, 0.0), 1.0) * (len(stages) - 1)
        several = schema.get("type") == "array" or "\nVERDICT: the names" in self._prompt.rules
        chosen = [stages[round(exact)]]
        if "ABSTAIN" in self._prompt.rules and (len(evidence.split()) < 5 or rng.random() < _RARELY):
            chosen = ["ABSTAIN"]
        elif several and 0.35 < exact % 1 < 0.65:
            chosen = stages[int(exact) : int(exact) + 2]
        return chosen if several else chosen[0]

    def _resolved(self, schema):
        """The schema behind references (`#/$defs/X`, and `/$defs/X` as one client writes it) and unions."""
        while "$ref" in schema:
            schema = self._definitions[schema["$ref"].rsplit("/", 1)[-1]]
        if "const" in schema:
            return {"enum": [schema["const"]]}
        parts = schema.get("anyOf") or schema.get("oneOf")
        if not parts:
            return schema
        if all("const" in part for part in parts):
            return {"enum": [part["const"] for part in parts]}
        return self._resolved(next(part for part in parts if part.get("type") != "null"))


def _number(schema, quality):
    """On the schema's steps and within its limits; without limits a share, or a whole number up to ten."""
    is_whole, low = schema["type"] == "integer", schema.get("minimum", 0)
    high = schema.get("maximum", low + (10 if is_whole else 1))
    step = schema.get("multipleOf") or (1 if is_whole else (high - low) / 100)
    return round(low + int(quality * (high - low) / step + 0.5) * step, None if is_whole else 4)
