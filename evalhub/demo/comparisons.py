"""What the demo annotators are asked about two answers to one question, and how they answer."""

from evalhub.demo.dice import Dice

BETTER = ("first_much", "first", "tie", "second", "second_much")
REASONS = ("truth", "complete", "clear", "tone")

COMPARISON_SCHEMA = {
    "fields": [
        {
            "key": "better",
            "type": "pairwise",
            "title": "Which answer is better?",
            "help": "The one you would rather have received.",
            "required": True,
            "graded": True,
            "tie": True,
        },
        {
            "key": "because",
            "type": "multiple_choice",
            "title": "What decided it?",
            "required": False,
            "options": [
                {"value": "truth", "label": "It is right"},
                {"value": "complete", "label": "It leaves nothing out"},
                {"value": "clear", "label": "It is easier to follow"},
                {"value": "tone", "label": "Its tone fits"},
            ],
        },
    ]
}

INSTRUCTIONS = """\
## What you are judging

Two models answered the same question of a **Lumen & Oak** customer. Read both to the end before you choose.

- Length alone is no merit. An answer may be short and leave nothing out.
- *Much better*: you would not send the other one. *Better*: you would send both, this one rather.
- *Equally good* is an answer, not a way out: say so when a customer would be served equally well.

Which model wrote which is not shown, and the order changes from person to person.
"""


def answer(person, case_id, latent, seed):
    """Answers by question; `latent` is {"better": one of BETTER, "because": [reasons]}."""
    dice, temper = Dice(person=person.email, case_id=case_id, seed=seed), person.temperament
    step = dice.step("better", temper)
    better = BETTER[min(max(BETTER.index(latent["better"]) + step, 0), len(BETTER) - 1)]
    answers = {"better": better}
    because = [reason for reason in latent["because"] if not dice.falls(reason, temper.overlooks)]
    if because and better != "tie":
        answers["because"] = because
    return answers
