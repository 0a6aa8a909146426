"""Questions of the stages of a run: which stage asks, what it shows, and how an answer to it is written."""

import json
import re
from dataclasses import dataclass, field

from evalhub.demo.provider.material import case_reference, fenced

EVIDENCE, RUBRIC, RUBRIC_CRITIC, SCORE, SCORE_CRITIC = "evidence", "rubric", "rubric_critic", "score", "score_critic"
_BY_PROPERTY = (
    ({"expert_agreement"}, SCORE_CRITIC),
    ({"observability", "discriminability"}, RUBRIC_CRITIC),
    ({"stages"}, RUBRIC),
    ({"verdict"}, SCORE),
    ({"text"}, EVIDENCE),
)
_BY_LINE = (
    ("EXPERT_AGREEMENT", SCORE_CRITIC),
    ("QUALITY", RUBRIC_CRITIC),
    ("RUBRIC", RUBRIC),
    ("VERDICT", SCORE),
    ("TEXT", EVIDENCE),
)
_ALWAYS = {"reasoning", "case_ref"}


@dataclass(frozen=True)
class StageAsk:
    """`shown` are the fenced texts by name, `rules` the prompt around them; `several`: a verdict may name several."""

    stage: str
    model: str
    case_ref: str
    shown: dict
    rules: str
    several: bool
    as_json: bool
    everything: str = field(repr=False)

    def texts(self, root):
        """The shown texts of one kind, such as evidence.1 and evidence.2, in order."""
        return [text for name, text in self.shown.items() if name.partition(".")[0] == root]


def stage_ask(ask):
    """The StageAsk of an Ask, told by its schema or by the form the prompt asks for; None for any other question."""
    everything = f"{ask.system}\n{ask.user}"
    shown, rules = fenced(everything)
    properties = (ask.schema or {}).get("properties", {})
    stage = _by_schema(properties) if ask.schema else _by_rules(rules)
    if stage is None:
        return None
    return StageAsk(
        stage=stage,
        model=ask.model,
        case_ref=case_reference(rules),
        shown=dict(shown),
        rules=rules,
        several=_names_several(properties, rules),
        as_json=bool(ask.schema),
        everything=everything,
    )


def written(ask, values, case_ref):
    """The answer in the form that was asked for; `values` has the stage's own properties and reasoning."""
    if ask.as_json:
        return json.dumps({**values, "case_ref": case_ref}, ensure_ascii=False)
    return f"CASE: {case_ref}\n{values['reasoning']}\n{_last_lines(ask, values)}"


def _by_schema(properties):
    own = set(properties) - _ALWAYS
    if len(properties) - len(own) < len(_ALWAYS):
        return None
    return next((stage for names, stage in _BY_PROPERTY if own == names), None)


def _by_rules(text):
    if not re.search(r"^CASE:", text, re.MULTILINE):
        return None
    return next((stage for word, stage in _BY_LINE if re.search(rf"^{word}:", text, re.MULTILINE)), None)


def _names_several(properties, rules):
    wanted = properties.get("verdict", {}).get("type")
    return wanted == "array" if wanted else re.search(r"^VERDICT: the names", rules, re.MULTILINE) is not None


def _last_lines(ask, values):
    if ask.stage == SCORE_CRITIC:
        return f"EXPERT_AGREEMENT: {values['expert_agreement']}"
    if ask.stage == RUBRIC_CRITIC:
        numbers = (f"{name}={values[name]}" for name in ("observability", "discriminability"))
        return f"QUALITY: {', '.join(numbers)}"
    if ask.stage == RUBRIC:
        rows = (f"{row['stage_number']}) {row['label']} :: {'; '.join(row['criteria'])}" for row in values["stages"])
        return "\n".join(["RUBRIC:", *rows])
    if ask.stage == SCORE:
        verdict = values["verdict"]
        return f"VERDICT: {verdict if isinstance(verdict, str) else ', '.join(verdict)}"
    return f"TEXT:\n{values['text']}"
