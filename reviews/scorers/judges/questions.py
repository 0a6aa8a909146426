"""The judge that answers a task's questions, as a person does on the form."""

from annotations.labels.types import registry as label_types
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.engine.client.exchange import OK, LLMCall
from reviews.engine.stages.base import UNREADABLE, UNREADABLE_CLASSES, Finding
from reviews.scorers.judges.answer_schema import answer_fields, problem_with, response_format, value_rule
from reviews.scorers.judges.reading import AnswerReading, Reading, ReadingError
from reviews.scorers.judges.reasons import CANARY_LEAKED, NO_MODEL_ANSWER, WRONG_CASE
from reviews.scorers.prompts.examples import text_of
from reviews.scorers.prompts.prompt import case_marks, field_name, render_prompt
from reviews.scorers.registry import FORM, MODEL, registry
from reviews.scorers.registry.scorer import Scorer

PARSER_VERSION = "questions-1"
MAX_TOKENS = 16_000
MOST_QUOTES = 20  # per question; each is looked up in all texts of the item


@registry.register("questions")
class QuestionsJudge(Scorer):
    """Asks all questions about one item in one call; `item` is an ItemView, `question` the TaskView of the form."""

    title = gettext_noop("Answers the questions")
    needs = frozenset({FORM, MODEL})
    version = PARSER_VERSION
    default_prompt = "questions.v2"
    reference_prompt = "questions_with_reference.v1"  # of evaluations that compare with the expected output
    is_default = True

    def marks(self, item, question):
        return case_marks(item)

    def prepare(self, item, question):
        prompt, marks = self.asking.prompt, self.marks(item, question)
        texts = item.texts(with_expected_output=prompt.shows_expected_output)
        values = {
            "instructions": question.instructions.strip() or "None.",
            "questions": [_for_prompt(field, prompt.order) for field in answer_fields(question.questions)],
            "fields": [{"name": field_name(path), "text": text} for path, text in texts.items()],
            "marker": marks.marker,
            "case_ref": marks.case_ref,
            "canary": marks.canary,
        }
        system, user = render_prompt(prompt, values)
        user = text_of(prompt.examples) + user
        return LLMCall(
            model=self.asking.model,
            messages=(
                {"role": "system", "content": system},
                {"role": "user", "content": user},
            ),
            response_format=response_format(question.questions, prompt.order),
            parameters=self.asking.chosen,
            timeout_seconds=self.timeout_seconds,
            max_tokens=min(prompt.tokens + prompt.tokens_per_question * len(question.questions), MAX_TOKENS),
        )

    def read(self, answer, item, question):
        """As every scorer; a form that cannot be handed in has the answers that can be used."""
        if answer.status != OK:
            status = UNREADABLE if answer.error_class in UNREADABLE_CLASSES else answer.status
            return Finding(status, {}, answer.error_class or "provider_error", answer.error_message)
        reading = self.reading(answer, item, question)
        if not reading.is_complete:
            first = next(error for error in reading.errors if error.blocking)
            return Finding(UNREADABLE, dict(reading.answers), first.code, reading.reason(), reading.problems)
        return Finding(OK, dict(reading.answers), problems=reading.problems)

    def reading(self, outcome, item, task):
        """The Reading of an Outcome: every question has an answer or an error, never a stand-in value.

        An optional question with an empty value has neither: the model has no answer to it.
        """
        if outcome.status != OK or outcome.parsed is None:
            reason = outcome.error_message or NO_MODEL_ANSWER()
            return Reading(errors=(ReadingError("no_answer", reason),))
        spoiled = _spoiled(outcome, case_marks(item))
        if spoiled:
            return Reading(errors=(spoiled,), recovered=_recovered(outcome))
        answers, errors = {}, []
        fields = answer_fields(task.questions)
        for field in fields:
            result = _read_answer(outcome.parsed, field)
            if isinstance(result, ReadingError):
                errors.append(result)
            elif result is not None:
                answers[field.question.key] = result
        errors.extend(_unknown_fields(outcome.parsed, fields))
        return Reading(answers, tuple(errors), _recovered(outcome))


def _for_prompt(field, order):
    question = field.question
    meanings = field.schema.get("description") or field.schema.get("items", {}).get("description", "")
    return {
        "properties": ", ".join(f"{field.stem}_{name}" for name in order),
        "title": question.title,
        "help": question.help,
        "required": question.required,
        "value_rule": value_rule(field.schema),
        "meanings": meanings,
    }


def _recovered(outcome):
    return "" if outcome.parsed_from == "json" else outcome.parsed_from


def _spoiled(outcome, marks):
    """What makes a whole answer worthless: it speaks of another case, or the material has steered the model."""
    if outcome.parsed.get("case_ref") != marks.case_ref:
        return ReadingError("wrong_case", WRONG_CASE())
    if marks.canary in outcome.text:
        return ReadingError("canary_leaked", CANARY_LEAKED())
    return None


def _read_answer(parsed, field):
    """The AnswerReading of one question, None for no answer, or the ReadingError that says why there is none."""
    given = {name: parsed.get(f"{field.stem}_{name}") for name in _SHAPES}
    if given["abstained"] is not True and _is_empty(field.question, given["value"]):
        is_left_out = f"{field.stem}_value" not in parsed
        return _error(field, "value", "missing", _("has no value.")) if field.question.required or is_left_out else None
    for name, (fits, expected) in _SHAPES.items():
        if not fits(given[name]):
            met = type(given[name]).__name__
            words = _("has %(name)s of type %(met)s, not %(expected)s.")
            return _error(field, name, "invalid_shape", words % {"name": name, "met": met, "expected": _(expected)})
    confidence = given["confidence"]
    if confidence is not None and not 0 <= confidence <= 1:
        words = _("has confidence %(met)s. Valid: 0 to 1.")
        return _error(field, "confidence", "invalid_confidence", words % {"met": repr(confidence)})
    problem = "" if given["abstained"] else problem_with(field.question.json_schema, given["value"])
    if problem:
        return _error(field, "value", "invalid_value", f"{problem}.")
    quotes = tuple(quote for quote in given["quotes"] or () if quote.strip())
    if len(quotes) > MOST_QUOTES:
        words = _("has %(n)s quotes. Valid: at most %(most)s.")
        return _error(field, "quotes", "too_many_quotes", words % {"n": len(quotes), "most": MOST_QUOTES})
    # A model may give places and keys otherwise than the label type has them.
    from_machine = label_types[field.question.label_type].from_machine
    return AnswerReading(
        value=None if given["abstained"] else from_machine(field.question.config, given["value"]),
        justification=(given["justification"] or "").strip(),
        quotes=quotes,
        confidence=None if confidence is None else float(confidence),
        abstained=bool(given["abstained"]),
    )


def _is_empty(question, value):
    """Whether it says nothing: null, or a list or text of the question's type without anything in it."""
    if value not in (None, [], "", {}):
        return False
    return value is None or label_types[question.label_type].is_empty(question.config, value)


def _error(field, name, code, text):
    """`name` is the property that is wrong: the model knows it by its full name, people know the question."""
    question = field.question
    met = {"name": f"{field.stem}_{name}", "key": repr(question.key), "problem": text}
    words = _("%(name)s: question %(key)s %(problem)s") % met
    return ReadingError(code, words, question.key, blocking=question.required)


def _unknown_fields(parsed, fields):
    known = {"case_ref"} | {f"{field.stem}_{name}" for field in fields for name in _SHAPES}
    unknown = sorted(str(name) for name in parsed if name not in known)
    if unknown:
        shown = ", ".join(repr(name[:40]) for name in unknown[:5])
        yield ReadingError(
            "unknown_field",
            _("The answer has unknown properties: %(names)s.") % {"names": shown},
            blocking=False,
        )


_SHAPES = {
    "justification": (lambda value: value is None or isinstance(value, str), gettext_noop("a text")),
    "quotes": (
        lambda value: value is None or (isinstance(value, list) and all(isinstance(part, str) for part in value)),
        gettext_noop("a list of texts"),
    ),
    "value": (lambda value: True, gettext_noop("a value")),
    "confidence": (
        lambda value: value is None or (isinstance(value, (int, float)) and not isinstance(value, bool)),
        gettext_noop("a number"),
    ),
    "abstained": (lambda value: value is None or isinstance(value, bool), gettext_noop("true or false")),
}
