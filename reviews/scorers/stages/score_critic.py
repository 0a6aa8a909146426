"""The critic of scores: how likely an expert would agree with a machine's annotation, and what speaks against it.

It has answered the form by itself in the step before (`critic_answer`), and is shown its own answers and then the
judgement. Runs that were made before there was that step have the first version of the prompt.
"""

import functools
from dataclasses import dataclass, replace

from annotations.labels.types import registry as label_types
from annotations.models import Annotation, AnnotationTask, TaskItem
from annotations.tasks.actions import history
from evalhub.lib.translation import gettext_noop
from reviews.engine.stages import registry
from reviews.engine.stages.base import Prepared
from reviews.engine.stages.previous_answers import answers_before
from reviews.scorers.models import Critique
from reviews.scorers.parsers import parser_of
from reviews.scorers.prompts.prompt import field_name, load_prompt
from reviews.scorers.registry import registry as scorers
from reviews.scorers.stages import critic_answer
from reviews.scorers.stages.judged_material import Judged, judged, question_values
from reviews.scorers.stages.parsed_stage import ParsedStage

WITHOUT_OWN = "score_critic.v1"


@dataclass(frozen=True)
class Criticized:
    """A machine's answers and the critic's own, {question key: AnswerReading}; None where it was not asked for any."""

    judged: Judged
    own: dict | None


@registry.register("score_critic")
class ScoreCritic(ParsedStage):
    """A target is the id of an annotation by a machine, of whatever task; a result the id of a Critique."""

    kind = name = parser = "score_critic"
    title = gettext_noop("Criticizes the answers")
    default_prompt = "score_critic.v2"
    is_critic = True

    def follow(self, request):
        if request.stage.kind == critic_answer.KIND:
            return request.result, request.item_id
        return None if request.annotation_id is None else (request.annotation_id, request.item_id)

    def load(self, requests):
        found = judged([request.target for request in requests])
        is_asked = requests[0].stage.prompt_version != WITHOUT_OWN
        said = answers_before(requests, critic_answer.KIND) if is_asked else {}
        return {
            request.pk: Criticized(
                found[request.target], _own(found[request.target], said.get(request.target)) if is_asked else None
            )
            for request in requests
            if request.target in found
        }

    def values(self, stage, subject):
        machine, own = subject.judged, subject.own
        shown = {
            "instructions": machine.annotation.task.instructions.strip() or "None.",
            "questions": [question_values(each, machine.judgements.get(each.pk)) for each in machine.questions],
            "fields": [{"name": field_name(path), "text": text} for path, text in machine.item.texts().items()],
        }
        return shown if own is None else shown | {"own": [_own_values(each, own) for each in machine.questions]}

    def _prepared(self, request, stage, prompt, parser, subjects):
        """As every ParsedStage; what is read has the critic's own values too."""
        question = super()._prepared(request, stage, prompt, parser, subjects)
        if not isinstance(question, Prepared):
            return question
        own = subjects[request.pk].own or {}
        return replace(question, read=functools.partial(_read_beside, question.read, own))

    def given(self, requests):
        found = Critique.objects.filter(request__in=[request.pk for request in requests])
        return {request_id: {"result": pk} for pk, request_id in found.values_list("pk", "request")}

    def store(self, request, finding, outcome):
        """The Critique, and an event of the item: why an answer deserves an audit is then looked at anew."""
        annotation = Annotation.objects.only("task", "item", "annotator").get(pk=request.target)
        critique = Critique.objects.create(
            request=request,
            annotation=annotation,
            expert_agreement=finding.values["prob"],
            objections=finding.values["reasoning"],
            model=request.stage.model,
            prompt_version=request.stage.prompt_version,
            parser_version=parser_of(self.parser).parser_version,
            own_answers=finding.values.get("own_answers", {}),
            simulated=outcome.simulated,
        )
        history.note(
            task=AnnotationTask(pk=annotation.task_id),
            item=TaskItem(pk=annotation.item_id),
            verb="criticized",
            details={"annotation": annotation.pk, "critique": critique.pk},
        )
        return {"result": critique.pk}


def _own(subject, outcome):
    """The critic's own answers to the form; those that it did not give, or that cannot be read, are left out."""
    if outcome is None:
        return {}
    judge = scorers[load_prompt(critic_answer.CriticAnswer.default_prompt).judge].made()
    return dict(judge.read(outcome, critic_answer.form_of(subject), subject.item).answers)


def _own_values(question, own):
    """The critic's own answer to a question in words, as `question_values` has the judge's."""
    answer = own.get(question.key)
    if answer is None:
        return {"state": "missing", "value": "", "justification": ""}
    value = "" if answer.abstained else label_types[question.label_type].display(question.config, answer.value)
    state = "abstained" if answer.abstained else "answered"
    return {"state": state, "value": value, "justification": answer.justification}


def _read_beside(read, own, outcome):
    finding = read(outcome)
    values = {key: answer.value for key, answer in own.items()}
    return replace(finding, values={**finding.values, "own_answers": values}) if finding.values else finding
