"""Questions of stages put to the simulation, and their answers read as a run reads them."""

from dataclasses import dataclass

from evalhub.demo.provider import faults
from evalhub.demo.provider.wires.chat import Request, reply_to
from reviews.engine.client.exchange import Outcome
from reviews.scorers.parsers import parser_of
from reviews.scorers.parsers.base import Context
from reviews.scorers.parsers.parsed_scorer import answer_class, read_outcome
from reviews.scorers.prompts.prompt import Messages, fill, load_prompt

STAGES = [
    {"token": "A", "label": "Hardly any", "criteria": ["no act is reported", "nothing changes", "nobody complains"]},
    {"token": "B", "label": "Ambiguous", "criteria": ["mixed acts are seen", "some rules change", "some are heard"]},
    {"token": "C", "label": "Complete", "criteria": ["all of it is closed", "all rules go", "critics are punished"]},
]
MAPPING = {stage["token"]: number for number, stage in enumerate(STAGES, start=1)}
CALM = "The committee approved a draft and invited the public to an open hearing. A pilot was allowed and all was calm."
FORCE = "Police raided two papers, jailed an editor and banned the protest. Troops closed the square in an emergency."


@dataclass(frozen=True)
class Question:
    """A stage prompt with its values filled in, and the name of the parser that reads the answer."""

    messages: Messages
    parser: str
    context: Context = Context()

    def request(self, model="simulated-careful", *, as_json=True):
        schema = answer_class(parser_of(self.parser)).model_json_schema() if as_json else None
        return Request(model, self.messages.system, self.messages.user, schema, max_tokens=8000)

    def text(self, model="simulated-careful", *, seed=0, fault=faults.NONE, **parts):
        return reply_to(self.request(model, **parts), fault, seed).text

    def read(self, text):
        return read_outcome(parser_of(self.parser), self.context, self.messages.marks, Outcome("ok", text=text))

    def answer(self, model="simulated-careful", **parts):
        """The values that a run reads from the answer; fails when it cannot be read."""
        finding = self.read(self.text(model, **parts))
        assert finding.status == "ok", finding.message
        return finding.values


def question(version, parser_name, context=None, identity=1, **values):
    messages = fill(load_prompt(version), values, identity=[version, identity])
    return Question(messages, parser_name, context or Context())


def rubric_gen(size=5, concept="press freedom under pressure", **parts):
    return question("rubric_gen.v1", "rubric_gen", Context(scale_size=size), concept=concept, scale_size=size, **parts)


def rubric_critic(stages, concept="press freedom under pressure"):
    return question("rubric_critic.v1", "rubric_critic", concept=concept, stages=stages)


def score_gen(*evidence, subset=False, abstain_enabled=True, stages=None, **parts):
    context = Context(label_mapping=MAPPING, scale_size=len(MAPPING), abstain_enabled=abstain_enabled)
    return question(
        "score_gen.v1",
        "score_gen_subset" if subset else "score_gen_single",
        context,
        concept="press freedom",
        evidence=list(evidence),
        stages=stages or STAGES,
        subset=subset,
        abstain_enabled=abstain_enabled,
        **parts,
    )


def score_critic(value, *, answer="Refunds are paid within 14 days to you.", found=True, state="answered", **parts):
    said = {
        "state": state,
        "value": value,
        "justification": "It agrees.",
        "confidence": 0.9,
        "quotes": [{"text": "within 14 days", "found": found}],
    }
    asked = {
        "title": "Is the answer correct?",
        "help": "",
        "value_rule": 'one of "correct", "partly", "wrong"',
        "meanings": "correct: Correct\npartly: Partly correct\nwrong: Wrong",
        "answer": said,
    }
    context = "Refunds are paid within 14 days to the card that was used. Shipping costs are not refunded."
    fields = [("input.question", "When are refunds paid?"), ("input.context", context), ("output", answer)]
    return question(
        "score_critic.v1",
        "score_critic",
        instructions="Be fair.",
        questions=[asked | parts],
        fields=[{"name": name, "text": text} for name, text in fields],
    )


def evidence(kind, text, title=""):
    return question(f"evidence_{kind}.v1", "evidence_view", title=title, text=text)
