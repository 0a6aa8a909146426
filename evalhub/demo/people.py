"""The people of the demo organization, and how its three annotators judge support answers, each in their own way."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from evalhub.accounts.published import PUBLISHED_PASSWORD
from evalhub.demo.dice import Dice
from evalhub.demo.schema import ISSUES, VERDICTS

CONTENT = Path(__file__).parent / "content"
DEMO_PASSWORD = PUBLISHED_PASSWORD  # printed at start-up: it opens invented data only
BORDERLINE = 1.5  # times as many changes of mind on a case whose true verdict lies in the middle

# The helpfulness that a verdict leaves room for, as lowest and highest point.
HELPFULNESS_BY_VERDICT = {"correct": (3, 5), "partly": (2, 4), "incorrect": (1, 2)}


@dataclass(frozen=True)
class DemoOrganization:
    name: str
    slug: str


@dataclass(frozen=True)
class DemoPerson:
    email: str
    name: str
    role: str


@dataclass(frozen=True)
class Temperament:
    """How an annotator departs from the true judgement; every number is a chance from 0 to 1.

    `lowers` and `raises`: verdict one step harsher or kinder. `wavers`: helpfulness one point off.
    `overlooks`: a true issue goes unticked. `comments` and `skips`: per case. `tone`: which comments, full or brief.
    """

    lowers: float
    raises: float
    wavers: float
    overlooks: float
    comments: float
    skips: float
    tone: str


@dataclass(frozen=True)
class DemoAnnotator(DemoPerson):
    temperament: Temperament

    def answer(self, case_id, latent, seed):
        """Answers to the demo questions by name, or None for a case this person skips.

        `latent` is the case's true judgement: {"verdict", "helpfulness", "issues"}. The same arguments give the
        same answers on every machine. No key `comment` means none was written.
        """
        dice = Dice(person=self.email, case_id=case_id, seed=seed)
        if dice.falls("skip", self.temperament.skips):
            return None
        verdict = self._verdict(latent, dice)
        # The true issues that were noticed, as far as they fit the verdict given, in the declared order.
        seen = {issue for issue in latent["issues"] if not dice.falls(issue, self.temperament.overlooks)}
        if verdict == "correct":
            seen &= {"too_long"}
        elif latent["verdict"] == "correct":
            seen.add(dice.pick("invented issue", ("incomplete", "incomplete", "unsupported_claim")))
        issues = [issue for issue in ISSUES if issue in seen]
        moved = VERDICTS.index(latent["verdict"]) - VERDICTS.index(verdict)
        points = latent["helpfulness"] + moved
        if dice.falls("waver", self.temperament.wavers):
            points += dice.pick("waver direction", (-1, 1))
        low, high = HELPFULNESS_BY_VERDICT[verdict]
        answers = {"verdict": verdict, "helpfulness": min(max(points, low), high), "issues": issues}
        if dice.falls("comment", self._urge_to_comment(verdict, issues)):
            subject = issues[0] if issues else "none"
            answers["comment"] = dice.pick("comment text", comments_about(subject, self.temperament.tone))
        return answers

    def _verdict(self, latent, dice):
        if "off_topic" in latent["issues"]:
            return latent["verdict"]  # nobody takes a refusal for half an answer
        place = VERDICTS.index(latent["verdict"])
        doubt = BORDERLINE if latent["verdict"] == "partly" else 1
        roll, lowers = dice.roll("verdict"), self.temperament.lowers * doubt
        if roll < lowers:
            place += 1
        elif roll < lowers + self.temperament.raises * doubt:
            place -= 1
        return VERDICTS[min(max(place, 0), len(VERDICTS) - 1)]

    def _urge_to_comment(self, verdict, issues):
        """People explain a complaint more often than they praise, and do not praise what they marked down."""
        if issues:
            return self.temperament.comments
        return self.temperament.comments / 4 if verdict == "correct" else 0


@cache
def comments_about(about, tone):
    """The comments on an issue ("none" for a good answer) in one tone, in the order of the file."""
    lines = (CONTENT / "comments.jsonl").read_text(encoding="utf-8").splitlines()
    comments = [json.loads(line) for line in lines]
    return tuple(each["text"] for each in comments if each["about"] == about and each["tone"] == tone)


ORGANIZATION = DemoOrganization(name="Lumen & Oak Quality Team", slug="demo")

ADMIN = DemoPerson(email="ada@demo.example", name="Ada Lindqvist", role="admin")
REVIEWER = DemoPerson(email="rui@demo.example", name="Rui Tavares", role="reviewer")
VIEWER = DemoPerson(email="vera@demo.example", name="Vera Brandt", role="viewer")

CAREFUL = Temperament(lowers=0.06, raises=0.06, wavers=0.15, overlooks=0.04, comments=0.35, skips=0.0, tone="full")
STRICT = Temperament(lowers=0.2, raises=0.02, wavers=0.2, overlooks=0.06, comments=0.25, skips=0.0, tone="full")
QUICK = Temperament(lowers=0.07, raises=0.19, wavers=0.4, overlooks=0.35, comments=0.12, skips=0.04, tone="brief")

AMARA = DemoAnnotator(email="amara@demo.example", name="Amara Okafor", role="annotator", temperament=CAREFUL)
BELA = DemoAnnotator(email="bela@demo.example", name="Béla Horváth", role="annotator", temperament=STRICT)
CHIDI = DemoAnnotator(email="chidi@demo.example", name="Chidi Nwosu", role="annotator", temperament=QUICK)

ANNOTATORS = (AMARA, BELA, CHIDI)
PEOPLE = (ADMIN, REVIEWER, *ANNOTATORS, VIEWER)
