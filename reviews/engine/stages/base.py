"""What a stage is: where its targets come from, how they are asked about, and where an accepted answer goes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from evalhub.lib import reasons
from evalhub.lib.reasons import Reason
from reviews.engine.client.exchange import LLMCall, Outcome

OK = "ok"
UNREADABLE = "unreadable"
UNREADABLE_CLASSES = ("unparsable_answer", "empty_answer")  # of Outcomes whose answer is no answer of the stage


@dataclass(frozen=True)
class Finding:
    """What an Outcome came to: `status` of a try, and the stage's own `values` when it is ok.

    Statuses are those of an Outcome, and unreadable: the provider answered, but not in the stage's terms. An answer to
    several questions then has the `values` of those that can be read; `problems` say why others have none, by question.
    A `message` may be given as a text.
    """

    status: str
    values: Mapping = field(default_factory=dict)
    error_class: str = ""
    message: Reason | None = None
    problems: Mapping = field(default_factory=dict)

    def __post_init__(self):
        object.__setattr__(self, "message", reasons.of(self.message))


@dataclass(frozen=True)
class Prepared:
    """A question ready to be sent, with the pure function that reads its answer.

    `marks` are texts in it that only tell this case from others: without them the same question is the same elsewhere.
    `echoed` are properties of a JSON answer that repeat them.
    """

    call: LLMCall
    read: Callable[[Outcome], Finding]
    parser_version: str
    marks: tuple[str, ...] = ()
    echoed: Mapping[str, str] = field(default_factory=dict)


class Stage:
    """One kind of question. Subclasses register themselves by their `kind`; all methods may use the database.

    `name` is the step as people know it, the same for all kinds that do it. A critic's failure never counts against
    its target: `is_critic`. A stage `has_targets` of its own, or gets one from each done request of the stage before:
    the same one where it `keeps_target`.
    Its questions `may_be_batched` when they are chats. Its answers `may_be_reused` where what a call costs and
    how long it takes is no part of the result, and no later stage reads the call itself.
    """

    kind = ""
    name = ""
    title = ""
    default_prompt = ""
    is_critic = False
    has_targets = False
    keeps_target = False
    may_be_batched = True
    may_be_reused = False

    def targets(self, stage, *, limit):
        """The next (target, item id or None) of a RunStage that have no request yet, at most `limit`, in order.

        For a stage that `has_targets`. Called again and again; `stage.filled_to` is the last target that was handed
        out so far (0: none).
        """
        return []

    def left_out(self, stage, targets):
        """Those of the targets of a RunStage, as `targets` gave them, that are not asked about: they count as seen."""
        return set()

    def follow(self, request):
        """(target, item id or None) of the request that follows a done `request` of the stage before, or None."""
        return None

    def fit(self, run, stages):
        """The RunStages of a run that none of them has opened and whose first one is of this kind, as they must be now.

        A stage whose targets decide how they are asked about may replace them.
        """
        return stages

    def consistency(self, run):
        """How often the models of a run gave the same answer twice, None where they were not asked twice."""
        return None

    def prepare(self, requests):
        """{pk: Prepared, or the EvalHubError that says why it cannot be asked} for requests of one RunStage.

        The requests come with `stage` and `run` loaded. A number of statements that does not grow with them.
        """
        raise NotImplementedError

    def awaited(self, requests):
        """Pks of those whose answer another request is about to bring: they wait for it, and it is `given` then."""
        return set()

    def given(self, requests):
        """{pk: fields to finish with} of those whose answer is stored already: they are not asked again."""
        return {}

    def store(self, request, finding, outcome):
        """Write an accepted answer, inside the caller's transaction; returns the fields that end the request.

        `annotation=` or `result=` among them. InvalidInput when the answer does not fit after all (it counts as
        unreadable), Conflict when it cannot be stored now.
        """
        raise NotImplementedError

    def store_part(self, request, finding, outcome):
        """`store` for what can be used of an answer that does not fit as a whole, once no try is left.

        None where there is nothing of that kind, as here. Safe to fail anywhere: it stores all of it or nothing.
        """
        return None

    def store_many(self, answers):
        """`store` for (request, Finding, Outcome) of one RunStage, all or nothing; returns the fields in order.

        A stage that can writes them in a number of statements that does not grow with them.
        """
        return [self.store(*answer) for answer in answers]
