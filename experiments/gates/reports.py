"""What a gate said, for other programs: a JUnit file for CI and Markdown for a pull request."""

import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping, Sequence
from typing import Any

from evalhub.lib.reasons import Reason, of_json
from experiments.gates.decision import FAILED, UNDECIDED

MARKS = {"passed": "✅", "failed": "❌", "undecided": "⚪"}


def sentence(condition: Mapping[str, Any]) -> str:
    """One line of English about a condition as `GateResult.conditions` has it."""
    reason = _reason(condition["reason"])
    if reason:
        return f"{condition['text']}: undecided. {reason.english}"
    found = f"{condition['text']}: {condition['state']}. {number(condition['left'])}"
    if condition["difference"] is not None:
        found += f" against {number(condition['right'])}, difference {number(condition['difference'])}"
    if condition["low"] is not None:
        found += f" (95 % CI {number(condition['low'])} to {number(condition['high'])})"
    return f"{found}, n = {condition['n']:,}."


def markdown(title: str, conditions: Sequence[Mapping[str, Any]], state: str) -> str:
    """A table of the conditions, for a comment on a pull request."""
    lines = [
        f"### {MARKS[state]} {_cell(title)}: {state}",
        "",
        "| condition | value | limit | difference (95 % CI) | n | |",
        "|---|--:|--:|--:|--:|---|",
    ]
    for each in conditions:
        interval = "" if each["low"] is None else f" ({number(each['low'])} to {number(each['high'])})"
        gap = number(each["difference"]) if each["difference"] is not None else ""
        reason = _reason(each["reason"])
        said = f"{MARKS[each['state']]} {each['state']}{f': {reason.english}' if reason else ''}"
        cells = (f"`{_cell(each['text'])}`", number(each["left"]), number(each["right"]), f"{gap}{interval}".strip())
        lines.append(f"| {' | '.join(cells)} | {each['n']:,} | {_cell(said)} |")
    return "\n".join(lines) + "\n"


def junit(suite: str, conditions: Sequence[Mapping[str, Any]]) -> str:
    """A JUnit file: one test case a condition; failed is a failure, undecided an error."""
    states = [each["state"] for each in conditions]
    root = ElementTree.Element(
        "testsuite",
        name=_printable(suite),
        tests=str(len(states)),
        failures=str(states.count(FAILED)),
        errors=str(states.count(UNDECIDED)),
    )
    for each in conditions:
        case = ElementTree.SubElement(root, "testcase", classname="gate", name=_printable(each["text"]))
        kind = {FAILED: "failure", UNDECIDED: "error"}.get(each["state"])
        if kind:
            ElementTree.SubElement(case, kind, message=_printable(sentence(each)), type=f"gate_{each['state']}")
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def number(value: float | None) -> str:
    """Four significant digits; a dash for what is not defined."""
    return "–" if value is None else f"{value:.4g}"


def _reason(stored) -> Reason | None:
    return of_json(stored) if stored else None


def _cell(text):
    return " ".join(text.split()).replace("|", "\\|")


def _printable(text):
    """Without the characters that no XML file may hold."""
    return "".join(each for each in text if each in "\t\n" or (each.isprintable() and each not in "\ufffe\uffff"))
