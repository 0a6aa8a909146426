"""Programmatic scorers of answers: answers a second, beside bare calls of the libraries they are compared with."""

import json
import random
import time

from benchmarks.figures import Section, median

WORDS = "the a cat dog fox sat jumped over under on lazy quick brown red mat house and then it was".split()
SCHEMA = {
    "type": "object",
    "required": ["name", "tags"],
    "properties": {"name": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}}},
}
PATTERN = r"\b(fox|dog)\b.*\bmat\b"


def run(_site, *, quick):
    from reviews.scorers.metrics import ScoredAnswer, metrics_of_answers

    section = Section("Programmatic scorers", "make bench ARGS='answer_scorers'")
    pairs = texts(50 if quick else 1_000)
    answers = [ScoredAnswer(output, expected) for output, expected in pairs]
    objects = [ScoredAnswer(json.dumps({"name": output, "tags": output.split()})) for output, _expected in pairs]
    parameters = {"regex": {"pattern": PATTERN}, "json_schema": {"schema": SCHEMA}}
    bare, rows = libraries(), []
    for key in ("exact_match", "contains", "numeric_tolerance", "rouge_1", "rouge_2", "rouge_l", *bare):
        metric = metrics_of_answers[key].made(parameters.get(key))
        scored = objects if key == "json_schema" else answers
        own = per_second(lambda metric=metric, scored=scored: metric.read_many(scored), len(scored))
        if key not in bare:
            rows.append([f"`{key}`", f"{own:,.0f}", "", ""])
            continue
        name, call = bare[key]
        calls = per_second(
            lambda call=call, scored=scored: [call(each.output, each.expected) for each in scored], len(scored)
        )
        rows.append([f"`{key}`", f"{own:,.0f}", f"{calls:,.0f} ({name})", f"{own / calls:.0%}"])
        section.at_least(f"`{key}` beside bare calls", 100 * own / calls, 50, "%")
    section.text.append(
        "Answers of about 40 words with one reference, in one process; medians of 5 rounds. ROUGE is our own code."
    )
    section.table(["scorer", "answers a second", "bare library calls a second", "share"], rows)
    return section


def texts(count):
    """(output, expected output): half of the words are the same."""
    chance = random.Random(1)
    found = []
    for _answer in range(count):
        expected = chance.choices(WORDS, k=40)
        found.append(
            (" ".join(word if chance.random() < 0.5 else chance.choice(WORDS) for word in expected), " ".join(expected))
        )
    return found


def libraries():
    """{scorer: (library, a call of output and expected output)}."""
    import jsonschema
    import regex
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF

    bleu, chrf = BLEU(effective_order=True), CHRF()
    plain = BLEU(tokenize="none", smooth_method="none", effective_order=True)
    pattern, schema = regex.compile(PATTERN), jsonschema.Draft202012Validator(SCHEMA)
    return {
        "regex": ("regex with a time limit", lambda output, _expected: pattern.search(output, timeout=1.0)),
        "json_schema": ("jsonschema", lambda output, _expected: schema.is_valid(json.loads(output))),
        "bleu": ("sacrebleu", lambda output, expected: bleu.sentence_score(output, [expected])),
        "bleu_plain": ("sacrebleu", lambda output, expected: plain.sentence_score(output, [expected])),
        "chrf": ("sacrebleu", lambda output, expected: chrf.sentence_score(output, [expected])),
    }


def per_second(work, count):
    """The median of five rounds."""
    seconds = []
    for _round in range(5):
        began = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - began)
    return count / median(seconds)
