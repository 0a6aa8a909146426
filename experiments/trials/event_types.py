"""Events of experiments."""

from evalhub.events.event_types import EventType, register
from evalhub.lib.translation import gettext_noop


@register("experiment.concluded")
class ExperimentConcluded(EventType):
    title = gettext_noop("Experiment concluded")
    example = {
        "experiment_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e45",
        "name": "Help desk v5 against v4",
        "winner": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e46",
        "winner_name": "v5",
        "notes": "Slower at the 95th percentile, which is fine for e-mail.",
    }
