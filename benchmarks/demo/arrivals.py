"""Answers of a chat bot as they arrive in the demo organization, scored by an online evaluation."""

import datetime

from django.db import transaction
from django.utils import timezone

from datasets.actions import arrivals, datasets
from evalhub.demo.dice import Dice
from experiments.evaluations.actions import evaluations

NAME = "Chat bot, live"
DAYS, QUIET_DAYS, PER_DAY, PER_QUIET_DAY = 35, 30, 40, 4
SHARES = (0.92, 0.9)  # of answers that name a help article, day by day
LAST_SHARE = 0.4  # a new prompt came with the last day
TOPICS = ("Returns", "Invoices", "Delivery", "Passwords")
BOT = {"name": "chat-bot", "model": "simulated-hasty"}


@transaction.atomic
def arrive(*, organization, by):
    """An open version, its online evaluation, and five weeks of answers, which a worker scores."""
    dataset = datasets.create(organization=organization, name=NAME, by=by)
    version = datasets.open_version(dataset=dataset, description="Simulated answers of a bot.", by=by)
    evaluations.create_online(
        dataset_version=version,
        name="Chat bot: names the help article (simulated)",
        metrics=[{"metric": "contains", "parameters": {"text": "help article"}}],
        sampling={"rate": 1, "per_day": 38},
        slice_by=["topic"],
        by=by,
    )
    today = timezone.now().astimezone(datetime.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    for day in range(DAYS):
        share = LAST_SHARE if day == DAYS - 1 else SHARES[day % len(SHARES)]
        moment = today - datetime.timedelta(days=DAYS - 1 - day)
        n = PER_QUIET_DAY if day < QUIET_DAYS else PER_DAY
        arrivals.receive(version=version, rows=[_row(day, number, share, moment) for number in range(n)])


def _row(day, number, share, moment):
    dice, topic = Dice("chat-bot", f"{day}-{number}", 1), TOPICS[number % len(TOPICS)]
    names_article = dice.falls("article", share)
    source = f'See the help article "{topic}".' if names_article else "Please write to us again."
    return {
        "external_id": f"chat-{day}-{number}",
        "input": f"I have a question about {topic.lower()} (order {1000 + number}).",
        "metadata": {"topic": topic},
        "system": BOT,
        "text": f"Thank you for your message about {topic.lower()}. {source}",
        "latency_ms": round(300 + 900 * dice.roll("latency")),
        "occurred_at": (moment + datetime.timedelta(minutes=20 * number)).isoformat(),
    }
