"""Extras of a model's request: what `top_k`, `thinking` and `extra_body` may hold, and what they may never replace."""

import json
import math
import re

from evalhub.lib.translation import gettext

NAMES = frozenset({"extra_body", "thinking", "top_k"})
MOST_BYTES = 4000
DEEPEST = 5
MOST_NUMBER = 2**63
MOST_TOP_K = 10_000
LEAST_THINKING, MOST_THINKING = 1024, 1_000_000
THINKING_TYPES = ("adaptive", "disabled", "enabled")
# Where requests go, with whose key, what is added to them and what would stand in for an answer: never taken from a
# configuration or a request.
FOREIGN = re.compile(
    r"(?:^|[_-])(?:api|base|urls?|uri|host|endpoint|proxy|key|keys|token|secret|password|credentials?|headers?|cookies?"
    r"|authorization|callbacks?|webhooks?|mock|client|provider|project|region|location|organization|logger|body|query"
    r"|fallbacks|deployment|litellm)(?:$|[_-])",
    re.IGNORECASE,
)
# What a request decides itself: the model and its route, the texts, how many answers of what length and form, how
# they arrive, tools (a judge has none), what the provider keeps, its price, and parameters with a check of their own.
DECIDED = re.compile(
    r"models?|routes?|presets?|transforms|messages|input|contents?|prompts?|suffix|prefill|documents|system(_\w+)?"
    r"|instructions?|chat_template|continue_final_message|add_generation_prompt|echo"
    r"|n|best_of|candidate_count|num_return_sequences|max_(\w+_)?tokens|max_length|num_predict"
    r"|response_\w+|output_\w+|format|guided_\w+|structured_outputs?|grammar|json_\w+|modalities|audio|stream\w*"
    r"|(\w+_)?tools?|tool_\w+|(\w+_)?tool_calls|functions?|function_\w+|mcp_\w+|plugins?|connectors?|container"
    r"|(\w+_)?search(_\w+)?|background|store|cached_content|cache_control|previous_\w+|conversation"
    r"|context_management|service_tier|speed|inference_geo|timeout|num_retries"
    r"|frequency_penalty|presence_penalty|seed|stop|stop_sequences|temperature|top_p",
)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def mistake(name, value):
    """What would be valid for the extra of this name, or an empty text when the value is."""
    if name == "top_k":
        fits = isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MOST_TOP_K
        return "" if fits else gettext("a whole number from 1 to %(most)s") % {"most": f"{MOST_TOP_K:,}"}
    return _of_thinking(value) if name == "thinking" else _of_body(value)


def added(body, extra):
    """(the body with the extra fields in it, the paths of those that are not).

    Objects that both have become one; whatever else stands in the body already stays as it is.
    """
    whole, dropped = dict(body), []
    for name, value in extra.items():
        if name not in whole:
            whole[name] = value
        elif isinstance(whole[name], dict) and isinstance(value, dict):
            whole[name], inner = added(whole[name], value)
            dropped += [f"{name}.{each}" for each in inner]
        else:
            dropped.append(name)
    return whole, dropped


def sent(parameters, dropped):
    """Those parameters that were sent: without nulls and without what was dropped, down to fields of extra_body."""
    inside = {path.partition(".")[2] for path in dropped if path.startswith("extra_body.")}
    kept = {name: value for name, value in parameters.items() if value is not None and name not in dropped}
    return kept | {"extra_body": _without(kept["extra_body"], inside)} if inside else kept


def _without(value, paths):
    kept = {name: inner for name, inner in value.items() if name not in paths}
    for name in kept:
        below = {path.removeprefix(f"{name}.") for path in paths if path.startswith(f"{name}.")}
        kept[name] = _without(kept[name], below) if below else kept[name]
    return kept


def _of_thinking(value):
    words = gettext(
        'an object with "type": "enabled", "adaptive" or "disabled"; beside enabled, "budget_tokens" from %(least)s to '
        "%(most)s"
    ) % {"least": f"{LEAST_THINKING:,}", "most": f"{MOST_THINKING:,}"}
    if not isinstance(value, dict) or not set(value) <= {"type", "budget_tokens"}:
        return words
    kind, budget = value.get("type"), value.get("budget_tokens")
    is_budget = isinstance(budget, int) and not isinstance(budget, bool) and LEAST_THINKING <= budget <= MOST_THINKING
    fits = is_budget if kind == "enabled" and "budget_tokens" in value else "budget_tokens" not in value
    return "" if isinstance(kind, str) and kind in THINKING_TYPES and fits else words


def _of_body(value):
    if not isinstance(value, dict):
        return gettext("an object of further fields of the provider's request")
    problem = _in_object(value, depth=1)
    if not problem and len(json.dumps(value, ensure_ascii=False).encode(errors="replace")) > MOST_BYTES:
        return gettext("an object of at most %(most)s bytes") % {"most": f"{MOST_BYTES:,}"}
    return problem


def _in_object(value, depth):
    for name, inner in value.items():
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            return gettext("fields of 1 to 60 letters, digits, _ and -")
        plain = _HUMP.sub("_", name).replace("-", "_").lower()
        if FOREIGN.search(plain):
            return gettext(
                "fields other than %(name)s: addresses, keys, headers and callbacks come from the "
                "provider's own variables"
            ) % {"name": name}
        if DECIDED.fullmatch(plain):
            return gettext("fields other than %(name)s: it is set by EvalHub, or has a parameter of its own") % {
                "name": name
            }
        problem = _in_value(inner, depth)
        if problem:
            return problem
    return ""


def _in_value(value, depth):
    """Plain JSON without addresses, and without the unprintable marks of `reviews.engine.client.request_templates`."""
    if isinstance(value, int | float):
        return "" if math.isfinite(value) and abs(value) < MOST_NUMBER else gettext("numbers of 64 bits")
    if value is None:
        return ""
    if isinstance(value, str):
        fits = "://" not in value and all(letter.isprintable() or letter in "\n\t" for letter in value)
        return "" if fits else gettext("printable texts without addresses")
    if not isinstance(value, dict | list):
        return gettext("plain JSON: objects, lists, texts, numbers, true, false and null")
    if depth >= DEEPEST:
        return gettext("at most %(most)s levels") % {"most": DEEPEST}
    if isinstance(value, dict):
        return _in_object(value, depth + 1)
    return next(filter(None, (_in_value(each, depth + 1) for each in value)), "")
