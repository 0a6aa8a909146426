"""Whether the output calls the tools that it should, with the arguments that it should."""

from collections import Counter
from dataclasses import dataclass

from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.scorers.metrics.base import parameters, reasons, texts
from reviews.scorers.metrics.base.answer_metric import AnswerMetric, not_scored, scored
from reviews.scorers.metrics.base.json_values import canonical
from reviews.scorers.metrics.base.rouge import common_subsequence
from reviews.scorers.registry import OUTPUT, REFERENCE, registry


@registry.register("tool_call_correctness")
class ToolCallCorrectness(AnswerMetric):
    """F1 of the calls: twice the right ones by those that were made and those that were expected; 1 for none and none.

    Both are JSON, as OpenAI or Anthropic write them or as {"name", "arguments"}. Other text is no call."""

    title = gettext_noop("Tool calls")
    description = gettext_noop(
        "How many tool calls are the expected ones, by name and arguments: from 0 to 1, wrong and missing ones count."
    )
    version = "1"
    needs = frozenset({OUTPUT, REFERENCE})
    pass_at = 1

    @dataclass(frozen=True)
    class Parameters(parameters.Parameters):
        order: str = parameters.choice("any", "same")
        arguments: str = parameters.choice("exact", "ignored")

    def score(self, item):
        try:
            expected = [self._keys(calls_of(strict_json.loads(text))) for text in item.references]
        except (InvalidInput, BadCalls) as error:
            return not_scored(reasons.BAD_TOOL_CALLS(problem=str(error).rstrip(".")))
        try:
            made = self._keys(_calls_in(item.output))
        except BadCalls as error:
            return scored(0, _("A tool call cannot be read: %(problem)s.") % {"problem": str(error)})
        share, right, wanted = max(self._share(made, calls) for calls in expected)
        words = {"right": right, "expected": wanted, "made": len(made)}
        return scored(share, "" if share == 1 else _("%(right)s right; %(expected)s expected, %(made)s made.") % words)

    def _share(self, made, expected):
        if self.parameters.order == "same":
            right = common_subsequence(made, expected)
        else:
            right = (Counter(made) & Counter(expected)).total()
        total = len(made) + len(expected)
        return 2 * right / total if total else 1.0, right, len(expected)

    def _keys(self, calls):
        with_arguments = self.parameters.arguments == "exact"
        return [canonical([name, arguments if with_arguments else None]) for name, arguments in calls]


class BadCalls(ValueError):
    """The text says what is no tool call."""


def calls_of(found: object) -> list[tuple[str, object]]:
    """(name, arguments) of each call in JSON: a list of calls, a single one, or a message with `tool_calls` or blocks
    of `content`. BadCalls for what is none."""
    if isinstance(found, dict):
        if not found.keys() & {"tool_calls", "content"}:
            return [_call(found)]
        inner = found.get("tool_calls") or found.get("content")
        return calls_of(inner) if isinstance(inner, list) else []
    if isinstance(found, list):
        return [
            _call(each) for each in found if not (isinstance(each, dict) and each.get("type") in ("text", "thinking"))
        ]
    raise BadCalls(_("it is neither a list nor an object"))


def _call(found):
    call = found.get("function", found) if isinstance(found, dict) else None
    if not isinstance(call, dict) or not isinstance(call.get("name"), str):
        raise BadCalls(_("a call has no name"))
    arguments = call.get("arguments", call.get("input"))
    if isinstance(arguments, str):
        try:
            arguments = strict_json.loads(arguments or "{}")
        except InvalidInput as error:
            raise BadCalls(_("the arguments of %(name)s are not JSON") % {"name": call["name"][:80]}) from error
    return call["name"], arguments or {}


def _calls_in(output):
    """What is no JSON, or an object of another kind, is an answer without a call."""
    try:
        found = strict_json.loads(texts.unfenced(output))
    except InvalidInput:
        return []
    if isinstance(found, dict) and not found.keys() & {"name", "function", "tool_calls", "content"}:
        return []
    return calls_of(found) if isinstance(found, dict | list) else []
