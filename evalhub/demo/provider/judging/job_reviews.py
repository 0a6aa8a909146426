"""Reviews of jobs in the simulation: scores from what the artifact reports, with passages of it for reasons."""

import json
import re

from evalhub.demo.provider.judging.reported_results import Results
from evalhub.demo.provider.material import case_reference, fenced
from evalhub.demo.provider.personality import personality_of, rng_of

_DIMENSIONS = re.compile(r"^- Dimensions, each scored once, in this order: ([a-z0-9_, ]+)\.$", re.MULTILINE)
_PROPERTIES = {"dimensions", "overall"}
_ASKS_CHECKS = "checks (a list of objects)"
_FACT = re.compile(r"^- (.+): (.+) \[(holds|DOES NOT HOLD|note)\]$", re.MULTILINE)
_PASSED = {"holds": "yes", "DOES NOT HOLD": "no", "note": "cannot_tell"}
# By words in the dimension's name: what would have to be reported, and what (interval, sample, checks) weigh.
_TOPICS = tuple(
    (re.compile(name), re.compile(rf"\b\w*(?:{reported})\w*", re.IGNORECASE), weights)
    for name, reported, weights in (
        (
            r"inferen|precision|uncertain|statist|signific",
            r"p_value|std_err|standard error|cluster|bootstrap|t_stat|f_stat|permutation|confidence|placebo",
            (0.5, 0.3, 0.2),
        ),
        (
            r"plausib|effect|magnitude",
            r"baseline|mean|lift|percent|benchmark|pre_period|unit|elasticity|dose",
            (0.35, 0.2, 0.45),
        ),
        (
            r"random|assign|identif|parallel|overlap|balance|match|donor|fit|series|trend|proxy|causal",
            r"balanc|smd|standardi[sz]ed|randomi[sz]|arm|pre_trend|pretrend|parallel|propensity|overlap|donor|rmspe|cutoff"
            r"|bandwidth|instrument|first_stage|trend|seasonal|correlation|validation",
            (0.1, 0.2, 0.7),
        ),
        (
            r"threat|valid|confound|bias|interfer|sensitiv|assum",
            r"attrition|spillover|complian|contaminat|confound|sensitiv|placebo|dropout|missing|interfer|autocorr|event",
            (0.15, 0.15, 0.7),
        ),
        (
            r"",
            r"formula|covariate|r_squared|specification|fixed_effects|robust|controls|likelihood|aic|bic|model",
            (0.15, 0.2, 0.65),
        ),
    )
)
_HIGH = ("The results bear out {title}: “{said}”.", "“{said}” is the kind of thing {title} should rest on.")
_MIDDLE = ("“{said}” carries {title} part of the way.", "On {title} there is “{said}”, and not much beside it.")
_LOW = ("“{said}” is too little for {title}.", "As for {title}, “{said}” leaves more open than it settles.")
_NOTHING = ("The artifact says nothing that bears on {title}.", "I looked for {title} and found no passage on it.")
_INVENTED = ("All diagnostics were within their limits.", "The assumptions were checked by an outside team.")


def is_review(ask):
    """Whether an Ask is for the review of a job, told by the prompt's rules and the schema where there is one."""
    if ask.schema and not _PROPERTIES <= set(ask.schema.get("properties", {})):
        return False
    return _DIMENSIONS.search(_rules(ask)) is not None


def written(ask, seed):
    """The JSON text of the review."""
    rules = _rules(ask)
    artifact = "\n".join(text for name, text in fenced(ask.user)[0] if name == "artifact")
    names = [name.strip() for name in _DIMENSIONS.findall(rules)[-1].split(",")]  # the engine's own line is the last
    results = Results(artifact)
    mood = rng_of(seed, ask.model, ask.system, ask.user, "mood").gauss(0.0, personality_of(ask.model).noise)
    dimensions = [_dimension(name, results, ask, mood, seed) for name in names]
    mean = sum(dimension["score"] for dimension in dimensions) / len(dimensions)
    rng = rng_of(seed, ask.model, ask.system, ask.user, "overall")
    overall = mean + rng.gauss(0.0, 0.25 * personality_of(ask.model).noise)
    checks = {"checks": _checks(rules)} if _ASKS_CHECKS in rules else {}
    answer = {
        "case_ref": case_reference(rules),
        **checks,
        "dimensions": dimensions,
        "overall": round(min(max(overall, 0.0), 1.0), 2),
    }
    return json.dumps(answer, ensure_ascii=False)


def reported_quality(title, text):
    """What a critic would score the dimension of this title, or None for a text that reports no results."""
    results = Results(text)
    return _weighed(title.lower(), results)[0] if results.has_interval else None


def _rules(ask):
    return f"{ask.system}\n{fenced(ask.user)[1]}"


def _checks(rules):
    """What the message says was computed, as a reviewer goes through it."""
    return [
        {"check": f"Figures of {where}", "finding": f"Computed: {told}.", "passed": _PASSED[word]}
        for where, told, word in _FACT.findall(rules)
    ]


def _dimension(name, results, ask, mood, seed):
    personality, rng = personality_of(ask.model), rng_of(seed, ask.model, ask.system, ask.user, "review", name)
    quality, main, marks = _weighed(name, results)
    drawn = quality + personality.bias + 0.7 * mood + rng.gauss(0.0, 0.5 * personality.noise)
    score = round(min(max(drawn, 0.03), 0.98), 2)
    told = sorted(marks, key=lambda mark: abs(mark.quality - score))
    passages = list(dict.fromkeys(mark.passage for mark in (main, *told) if mark.passage))[:2]
    reason = _justification(name, score, main, marks, passages, rng)
    return {
        "name": name,
        "quotes": [_copied(passage, personality, rng) for passage in passages],
        "justification": reason,
        "score": score,
    }


def _weighed(name, results):
    """(quality from 0 to 1, the Mark that counts most, all Marks) of a dimension."""
    topic, weights = next((reported, weights) for found, reported, weights in _TOPICS if found.search(name))
    marks = [results.interval(), results.sample(), results.diagnostics(topic)]
    quality = sum(weight * mark.quality for weight, mark in zip(weights, marks, strict=True))
    main = max(zip(weights, marks, strict=True), key=lambda pair: pair[0])[1]
    significance = results.significance() if weights[0] >= 0.3 else None
    if significance is None:
        return quality, main, marks
    return 0.8 * quality + 0.2 * significance.quality, main, [*marks, significance]


def _justification(name, score, main, marks, passages, rng):
    """A sentence on the passage that counts most, one on it in words, and what weighs heaviest beside it."""
    title = name.replace("_", " ")
    if not passages:
        first = rng.choice(_NOTHING).format(title=title)
    else:
        bank = _HIGH if score >= 0.66 else _MIDDLE if score >= 0.4 else _LOW
        first = rng.choice(bank).format(title=title, said=passages[0])
    beside = [mark for mark in marks if mark is not main]
    pick = max if score >= 0.66 else min
    other = pick(beside, key=lambda mark: mark.quality)
    return f"{first} {main.words} {other.words}"


def _copied(passage, personality, rng):
    """The passage as the model copies it: exactly, in another writing, with a word put in, or a made-up one."""
    chance = rng.random()
    if chance < personality.exact:
        return passage
    if chance < personality.exact + personality.respaced:
        return passage.replace(" ", "  ") if " " in passage else passage.upper()
    if chance < personality.exact + personality.respaced + personality.reworded:
        return f"{passage} indeed"
    return rng.choice(_INVENTED)
