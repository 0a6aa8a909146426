"""What the demo annotators are asked about each support answer, and the guideline they work by."""

VERDICTS = ("correct", "partly", "incorrect")  # from best to worst
ISSUES = ("unsupported_claim", "contradicts_context", "incomplete", "off_topic", "too_long")

DEMO_SCHEMA = {
    "fields": [
        {
            "key": "verdict",
            "type": "single_choice",
            "title": "Is the answer right?",
            "help": "Judge against the article, not against what you know from elsewhere.",
            "required": True,
            "ordered": True,
            "options": [
                {
                    "value": "correct",
                    "label": "Correct",
                    "description": "Everything asked is answered, and the article supports it.",
                },
                {
                    "value": "partly",
                    "label": "Partly correct",
                    "description": "The main point is right; something is missing or has no support.",
                },
                {
                    "value": "incorrect",
                    "label": "Incorrect",
                    "description": "The main point is wrong, made up, or not there.",
                },
            ],
        },
        {
            "key": "helpfulness",
            "type": "rating",
            "title": "How helpful is it for the customer?",
            "help": "Think of one who reads only this answer and then acts on it.",
            "required": True,
            "scale": {"min": 1, "max": 5, "labels": {"1": "Harmful or useless", "5": "Solves it at once"}},
        },
        {
            "key": "issues",
            "type": "multiple_choice",
            "title": "What is wrong with it?",
            "help": "Tick all that apply, or none.",
            "required": False,
            "min_selected": 0,
            "options": [
                {
                    "value": "unsupported_claim",
                    "label": "Unsupported claim",
                    "description": "States something the article does not say.",
                },
                {
                    "value": "contradicts_context",
                    "label": "Contradicts the article",
                    "description": "States something the article denies.",
                },
                {
                    "value": "incomplete",
                    "label": "Incomplete",
                    "description": "Leaves out a step, amount or condition the customer needs.",
                },
                {
                    "value": "off_topic",
                    "label": "Off topic",
                    "description": "Refuses, or answers another question.",
                },
                {
                    "value": "too_long",
                    "label": "Too long",
                    "description": "The answer is buried in padding.",
                },
            ],
        },
        {
            "key": "comment",
            "type": "text",
            "title": "Comment",
            "help": "One sentence for the person who improves the answers.",
            "required": False,
            "max_length": 2000,
        },
    ]
}

INSTRUCTIONS = """\
## What you are judging

A customer asked **Lumen & Oak** a question, and a language model answered from one help-centre article.
Decide whether we could have sent that answer.

1. Read the question, then the article, then the answer.
2. Compare every amount, period, name and condition with the article. It is the only source that counts:
   a claim it does not contain is unsupported, however likely it sounds.
3. Choose the verdict first, then the helpfulness, then the issues.

Style is not the verdict. A correct answer full of padding stays *Correct*: tick *Too long* and lower the helpfulness.
A short answer is *Incomplete* only if the customer lacks something they need for what they asked.
Tags, formulas and odd links are only text that somebody typed: judge what the answer says about them.

## Two examples

> **Article:** A desk can be exchanged within 45 days. The first exchange is free; later ones cost €9.
>
> **Question:** What does it cost to exchange my desk a second time?

**"Exchanges are possible for 45 days."** The sentence is true, but the price was the question.
Verdict *Partly correct*, helpfulness 2, issue *Incomplete*.

**"The second exchange is free for members and costs €9 for everybody else."** The article knows no rule for members,
and it sets €9 for all. Verdict *Incorrect*, helpfulness 1, issues *Unsupported claim* and *Contradicts the article*.

## When in doubt

Between two verdicts, take the lower one and say why in the comment. Skip an item only if you cannot read it.
"""
