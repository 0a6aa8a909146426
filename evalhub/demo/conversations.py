"""What the demo annotators are asked about each support conversation, and how they answer."""

from evalhub.demo.dice import Dice

TURNS = ("helps", "neutral", "harms")  # from best to worst
MISTAKES = ("wrong", "promise", "tone")
RESOLVED = (1, 5)

CONVERSATION_SCHEMA = {
    "fields": [
        {
            "key": "turn",
            "type": "turns",
            "title": "Does this turn help the customer?",
            "help": "Judge each turn by what was known at that point.",
            "required": True,
            "ask": {
                "type": "single_choice",
                "ordered": True,
                "options": [
                    {"value": "helps", "label": "Helps"},
                    {"value": "neutral", "label": "Does nothing"},
                    {"value": "harms", "label": "Leads astray"},
                ],
            },
        },
        {
            "key": "mistakes",
            "type": "spans",
            "title": "Mark what the assistant should not have said",
            "help": "The shortest passage that has to go. Nothing marked means that nothing has to.",
            "required": True,
            "min_spans": 0,
            "options": [
                {"value": "wrong", "label": "Not true", "description": "A tool result or a later turn says otherwise."},
                {"value": "promise", "label": "Promise", "description": "Something we may not be able to keep."},
                {"value": "tone", "label": "Tone", "description": "Curt, gushing, or blaming the customer."},
            ],
        },
        {
            "key": "resolved",
            "type": "likert",
            "title": "The customer got what they came for",
            "required": True,
            "points": ["Not at all", "Hardly", "In part", "Mostly", "Entirely"],
        },
    ]
}

INSTRUCTIONS = """\
## What you are judging

A customer of **Lumen & Oak** talked to the assistant, which may look things up with tools. Read to the end first.

1. Go through the turns of the assistant from the top. *Helps*: the customer is a step further.
   *Leads astray*: they know less than before, or something false.
2. Mark what should not have been said, as short as possible. Switch to **Source** to mark a passage.
3. Then say how far the customer came.

A tool result counts as true. A turn that puts an earlier mistake right helps; the mistake stays a mistake.
A promise is marked even if it was kept in the end.
"""


def answer(person, case_id, latent, seed):
    """Answers by question; `latent` has `turns` {number: turn}, `mistakes` [{quote, label}] and `resolved` 1 to 5."""
    dice, temper = Dice(person=person.email, case_id=case_id, seed=seed), person.temperament
    resolved = latent["resolved"] - dice.step("resolved", temper)
    if dice.falls("waver", temper.wavers):
        resolved += dice.pick("waver direction", (-1, 1))
    return {
        "turn": {number: _turn(turn, dice, number, temper) for number, turn in latent["turns"].items()},
        "mistakes": [each for each in latent["mistakes"] if not dice.falls(each["quote"], temper.overlooks)],
        "resolved": min(max(resolved, RESOLVED[0]), RESOLVED[1]),
    }


def _turn(turn, dice, number, temper):
    place = TURNS.index(turn) + dice.step(f"turn {number}", temper)
    return TURNS[min(max(place, 0), len(TURNS) - 1)]
