"""Scorers behind a parser, asked about a case and answered with what a test says; no database."""

import json
from dataclasses import dataclass

from reviews.engine.client.exchange import Outcome
from reviews.scorers.prompts.prompt import load_prompt
from reviews.scorers.registry.scorer import Asking, Case, Scorer


@dataclass(frozen=True)
class Asked:
    scorer: Scorer
    item: object
    question: object

    @property
    def system(self):
        return self.scorer.prepare(self.item, self.question).messages[0]["content"]

    @property
    def user(self):
        return self.scorer.prepare(self.item, self.question).messages[1]["content"]

    def read(self, **answer):
        """The Finding of this answer, with the reference of the case."""
        case_ref = self.user.partition("Case reference: ")[2][:12]
        return self.scorer.read(
            Outcome("ok", text=json.dumps(answer | {"case_ref": case_ref})), self.item, self.question
        )


def asked_about(scorer, prompt_version, item, question):
    return Asked(scorer.made(Asking("simulated-careful", load_prompt(prompt_version))), item, question)


def asked(scorer, prompt_version, values, question):
    return asked_about(scorer, prompt_version, Case(("test", 7), values), question)
