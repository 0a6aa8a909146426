"""The critic of the simulation: how far a judgement lies from what the material suggests, and the objections to it."""

import re
from dataclasses import dataclass

from evalhub.demo.provider import phrases, tokens
from evalhub.demo.provider.judging import choices, job_reviews
from evalhub.demo.provider.judging.verdicts import Bench, asks_for_fault
from evalhub.demo.provider.material import find_material
from evalhub.demo.provider.studies.strength import rising, strength

_QUESTION = re.compile(r"^(\d+)\. (.*)\n((?:   .*\n|\n(?=   ))*)", re.MULTILINE)
_RANGE = re.compile(r"number from (-?\d+(?:\.\d+)?) to (-?\d+(?:\.\d+)?)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_CHOICE = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ANSWER = re.compile(r"^Answer: (.*)$", re.MULTILINE)
_UNFOUND = re.compile(r"^Quote \(not found in the material\): (.*)$", re.MULTILINE)
_QUALITY = {"type": "number", "minimum": 0, "maximum": 1}
_AGREES, _FALLS = 0.95, 1.15  # an expert's agreement where nothing differs, and how fast it goes with the distance
_UNKNOWN = 0.62  # what cannot be compared, such as a free text
_PER_UNFOUND = 0.12


@dataclass(frozen=True)
class Opinion:
    """One question: how likely an expert gives the same answer, and the answer that the material suggests."""

    agreement: float
    title: str
    said: str
    expected: str


@dataclass(frozen=True)
class _Form:
    """One question as the prompt shows it; `meanings` maps the values of options to their words."""

    title: str
    rule: str
    options: tuple
    meanings: dict

    def option_of(self, said):
        """The value of the option whose words were said, or None."""
        for option in self.options:
            meaning = self.meanings.get(option, "")
            if said == option or meaning == said or meaning.startswith(f"{said} ("):
                return option
        return None

    @property
    def is_rubric(self):
        """Whether every option comes with criteria, as the stages of a rubric do."""
        return len(self.options) > 1 and all(self.meanings.get(option, "").count(";") > 1 for option in self.options)


def critique(ask, system, user, seed):
    """{reasoning, expert_agreement}: the least convincing answer counts as much as all together."""
    material = find_material(system, user)
    bench = Bench(material, ask.model, seed)
    forms = _forms(material.asks)
    opinions = [
        _opinion(bench, material, forms.get(number, _Form("", "", (), {})), number, text)
        for number, text in enumerate(material.judgement, start=1)
    ]
    told = [opinion for opinion in opinions if opinion is not None]
    agreements = [opinion.agreement for opinion in told] or [_UNKNOWN]
    value = 0.5 * min(agreements) + 0.5 * sum(agreements) / len(agreements)
    unfound = [quote for text in material.judgement for quote in _UNFOUND.findall(text)]
    value += 0.6 * bench.personality.bias - _PER_UNFOUND * min(len(unfound), 2)
    value += bench.rng("critic").gauss(0.0, 0.5 * bench.personality.noise)
    return {
        "reasoning": _objections(told, unfound, material, bench),
        "expert_agreement": round(min(max(value, 0.03), 0.97), 2),
    }


def _forms(text):
    """{number: _Form} of the questions in the prompt around the material."""
    forms = {}
    for number, title, rest in _QUESTION.findall(text):
        lines = [line.strip() for line in rest.splitlines() if line.strip()]
        rule = next((line for line in lines if line.startswith("Value: ")), "")
        options = tuple(_CHOICE.findall(rule.partition("one of ")[2]))
        meanings = {}
        for line in lines:
            value, found, meaning = line.partition(": ")
            if found and value in options:
                meanings[value] = meaning
        forms.setdefault(int(number), _Form(title, rule, options, meanings))
    return forms


def _opinion(bench, material, form, number, text):
    """The Opinion on one answer, or None for a question that was not answered."""
    found = _ANSWER.search(text)
    said = found.group(1).strip() if found else ""
    if not said or said.startswith("none. "):
        return None
    about = form.title.lower()
    quality = job_reviews.reported_quality(about, "\n".join((*material.question, *material.context, *material.answer)))
    quality = bench.judge(f"critic.{number}", _QUALITY, about).quality if quality is None else quality
    if said == "the judge abstained.":
        return Opinion(0.7 if not "".join(material.answer).strip() else 0.38, form.title, "nothing", "an answer")
    if form.is_rubric:
        return _by_rubric(material, form, said)
    measured = _RANGE.search(form.rule)
    if measured:
        return _by_number(form, said, quality, *map(float, measured.groups()))
    option = form.option_of(said)
    if option is None:
        return Opinion(_UNKNOWN, form.title, said, "")
    return _by_option(bench, material, form, option, quality)


def _by_rubric(material, form, said):
    """The stages in rising order, and where the evidence lies among them; several stages count by their middle."""
    order = rising({option: form.meanings[option] for option in form.options})
    named = [option for part in said.split(", ") if (option := form.option_of(part)) is not None]
    if not named:
        return Opinion(_UNKNOWN, form.title, said, "")
    place = strength([*material.question, *material.context, *material.answer])
    given = sum(order.index(option) for option in named) / len(named) / (len(order) - 1)
    expected = order[round(place * (len(order) - 1))]
    return Opinion(_agreement(abs(given - place)), form.title, said, form.meanings[expected].partition(" (")[0])


def _by_number(form, said, quality, low, high):
    found = _NUMBER.match(said)
    if found is None or high <= low:
        return Opinion(_UNKNOWN, form.title, said, "")
    given = (float(found.group()) - low) / (high - low)
    expected = round(low + quality * (high - low))
    return Opinion(_agreement(abs(given - quality)), form.title, said, str(expected))


def _by_option(bench, material, form, option, quality):
    polarities = {each: choices.polarity(each) for each in form.options}
    graded = {each: value for each, value in polarities.items() if value is not None}
    if option in graded and len(set(graded.values())) > 1:
        wanted = 1.0 - quality if asks_for_fault(form.options, form.title.lower()) else quality
        expected = min(graded, key=lambda each: abs(graded[each] - wanted))
        return Opinion(_agreement(abs(graded[option] - wanted)), form.title, option, expected)
    about = "\n".join((*material.question, *material.answer))
    expected = choices.choose(list(form.options), quality, form.meanings, about, bench.rng("critic", form.title))
    return Opinion(0.86 if expected == option else 0.3, form.title, option, expected)


def _agreement(distance):
    return _AGREES - _FALLS * max(distance - 0.08, 0.0)


def _objections(told, unfound, material, bench):
    said = []
    worst = min(told, key=lambda opinion: opinion.agreement, default=None)
    if worst is not None:
        reason = _reason(worst, material, bench)
        if worst.agreement >= 0.6 or not worst.expected or worst.expected == worst.said:
            said.append(f"On “{worst.title}” an expert would hardly say anything else than {worst.said}. {reason}")
        else:
            said.append(f"On “{worst.title}” an expert would rather say {worst.expected} than {worst.said}. {reason}")
    if unfound:
        said.append(f"A quote is not in the material: “{' '.join(unfound[0].split()[:12])}”.")
    elif not tokens.count("".join(material.judgement)):
        said.append("There is no judgement to look at.")
    return " ".join(said) or "Nothing was answered, so there is nothing to object to."


def _reason(opinion, material, bench):
    """What in the material speaks for the opinion: where no answer is judged, a sentence of the evidence."""
    if "".join(material.answer).strip():
        verdict = bench.judge("critic.reason", _QUALITY, opinion.title.lower())
        return phrases.justification(verdict, material, bench.rng("critic.reason"))
    sentences = tokens.sentences("\n".join((*material.question, *material.context)))
    if not sentences:
        return "There is next to nothing to judge."
    telling = tokens.most_like(opinion.expected, sentences) or max(sentences, key=len)
    return f"What decides it is “{' '.join(telling.rstrip('.!?').split()[:20])}”."
