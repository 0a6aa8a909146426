"""Studies for tests, and models that answer their stages in plain text: what a test says, in the words of a stage."""

import json
import re

from django.utils import timezone

from evalhub.lib.errors import EvalHubError
from evalhub.lib.reasons import TEXT
from experiments.models import Evidence
from experiments.studies.actions import studies, windows
from reviews.engine.client.exchange import OK, Outcome
from reviews.engine.client.json_answer import find_object
from reviews.engine.requests.actions import next_stages
from reviews.engine.stages import registry
from reviews.models import LLMRequest
from tests.factories import NUMBERS

MODEL = "simulated-careful"


def make_window(member, *, texts=3, **overrides):
    """A window with evidence; `texts` is a number or a list of texts."""
    fields = {"name": f"Window {next(NUMBERS)}", "concept": "press freedom under pressure"} | overrides
    window = windows.create(organization=member.organization, **fields, by=member.user)
    texts = (
        [f"Report {place}: an editor was summoned." for place in range(1, texts + 1)]
        if isinstance(texts, int)
        else texts
    )
    Evidence.objects.bulk_create(
        Evidence(
            window=window, position=place, title=f"Title {place}", raw_content=text, url=f"https://example.org/{place}"
        )
        for place, text in enumerate(texts, 1)
    )
    return window


def make_study(member, *, window=None, texts=3, policy=None, start=True, name=None, **settings):
    """A study of a new window by one model with a scale of three, unless the settings say otherwise."""
    window = window or make_window(member, texts=texts)
    chosen = {"rubric_models": [MODEL], "scale_size": 3} | settings
    return studies.create(
        organization=member.organization,
        name=name or f"Study {next(NUMBERS)}",
        window=window,
        settings=chosen,
        policy=policy,
        start=start,
        by=member.user,
    )


def stages_of(study, name):
    """The RunStages of a step in the order of their lanes."""
    return list(study.run.stages.filter(name=name).order_by("lane"))


def asked(stage):
    """The stage's waiting requests, as workers load them; its targets are made requests first."""
    next_stages.fill(stage)
    waiting = LLMRequest.objects.filter(stage=stage, state="waiting", request_version=stage.request_version)
    return list(waiting.select_related("stage__annotator", "run__task", "run__annotator", "item").order_by("pk"))


def questions(stage):
    """[(request, Prepared or EvalHubError)] of what the stage has to ask."""
    requests = asked(stage)
    found = registry[stage.kind].prepare(requests) if requests else {}
    return [(request, found[request.pk]) for request in requests]


def work(stage, says, *, simulated=False):
    """Ask all that the stage has to ask and store what comes of it; returns the requests as they then are.

    `says` gives the text of an answer to a call; what cannot be asked or read ends its request as failed.
    """
    ended = []
    for request, question in questions(stage):
        if isinstance(question, EvalHubError):
            ended.append(end(request, state="failed", error_class=question.code, last_error=TEXT(question.message)))
            continue
        said = says(question.call)
        outcome = Outcome(OK, text=said, parsed=find_object(said).value, simulated=simulated)
        finding = question.read(outcome)
        if finding.status == OK:
            ended.append(end(request, **registry[stage.kind].store(request, finding, outcome)))
        else:
            ended.append(
                end(request, state="failed", error_class=finding.error_class, last_error=TEXT(finding.message))
            )
    return ended


def end(request, *, state="done", **fields):
    for name, value in ({"state": state, "finished_at": timezone.now()} | fields).items():
        setattr(request, name, value)
    request.save()
    return request


def work_rubrics(study, says=None):
    """Write the rubrics of all samples."""
    for stage in stages_of(study, "rubric_gen"):
        work(stage, says or rubric(study.design.scale_size))


def ready(member, **settings):
    """A study whose rubrics are written."""
    study = make_study(member, **settings)
    work_rubrics(study)
    return study


def scores_of(study, lane=0):
    """The RunStage of one lane of scores."""
    return stages_of(study, "score_gen")[lane]


def reference(call):
    return re.search(r"Case reference: (\w+)", call.messages[1]["content"])[1]


def answer(call, *lines):
    return "\n".join([f"CASE: {reference(call)}", "Because of what it says.", *lines])


def rubric(size, word="Stage"):
    """Says a rubric whose criteria carry the numbers of their stages."""
    rows = [f"{n}) {word} {n} :: sign {n} one; sign {n} two; sign {n} three" for n in range(1, size + 1)]
    return lambda call: answer(call, "RUBRIC:", *rows)


def verdict(*stages):
    """Says these stages of such a rubric under the names that the call shows; none: it abstains."""

    def says(call):
        shown = call.messages[1]["content"]
        tokens = [re.search(rf"^(\w+): .*Criteria: sign {n} one;", shown, re.MULTILINE)[1] for n in stages]
        return answer(call, f"VERDICT: {', '.join(tokens) or 'ABSTAIN'}")

    return says


def quality(observability, discriminability):
    return lambda call: answer(call, f"QUALITY: observability={observability}, discriminability={discriminability}")


def agreement(probability):
    return lambda call: answer(call, f"EXPERT_AGREEMENT: {probability}")


def criticize(study, probability, lane=0):
    """The critic of a lane answers by itself, with the first value that there is, and then agrees so far."""
    work(stages_of(study, "critic_answer")[lane], own_answer)
    return work(stages_of(study, "score_critic")[lane], agreement(probability))


def own_answer(call):
    """Says an answer to the form of a call, as a critic gives it before it sees the judgement."""
    said = {"case_ref": reference(call)}
    for name, part in call.response_format.model_json_schema()["properties"].items():
        if name != "case_ref":
            kind, items = name.rpartition("_")[2], part.get("items", {})
            value = items["enum"][:1] if "enum" in items else part.get("enum", [0])[0]
            said[name] = {
                "justification": "Because.",
                "quotes": [],
                "value": value,
                "confidence": 0.5,
                "abstained": False,
            }[kind]
    return json.dumps(said)


def text(words):
    """Says a text made of the one in the call: `words` has a place for it."""

    def says(call):
        found = re.search(r"begin text\]\]\n(.*?)\n\[\[", call.messages[1]["content"], re.DOTALL)[1]
        return answer(call, "TEXT:", words.format(found))

    return says
