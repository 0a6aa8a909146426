"""An EvalHub server, as one key may see it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .cache import Cache, usual_folder
from .resources.annotations import Agreement, Annotations, GroundTruth
from .resources.benchmarks import Benchmarks
from .resources.datasets import Cases, Datasets
from .resources.evaluations import Evaluations
from .resources.experiments import Experiments
from .resources.exports import Exports
from .resources.gates import Gates
from .resources.jobs import Jobs
from .resources.library import Metrics, Prompts
from .resources.organization import ApiKeys, AuditLog, Invitations, Limits, Members, Teams
from .resources.outputs import Outputs
from .resources.runs import Annotators, Runs
from .resources.studies import EvidenceSets, Studies
from .resources.tasks import Submissions, Tasks
from .resources.webhooks import Webhooks
from .server import Server, path
from .studies import Study


class Client:
    """An EvalHub server, as one key may see it: each resource is an attribute.

    `timeout` counts seconds for one answer; `retries` how often a request is sent again when the server is away, busy
    or limits the key; `cache` is the folder of study bundles. Safe to share between threads; `close()` it, or use it in
    a `with` block, to end its connections early.
    """

    def __init__(
        self, url: str, key: str, *, cache: str | Path | None = None, timeout: float = 300.0, retries: int = 5
    ) -> None:
        self._server = Server(url, key, timeout=timeout, retries=retries)
        self._cache = cache or usual_folder()
        self.datasets = Datasets(self._server)
        self.cases = Cases(self._server)
        self.outputs = Outputs(self._server)
        self.tasks = Tasks(self._server)
        self.submissions = Submissions(self._server)
        self.annotations = Annotations(self._server)
        self.ground_truth = GroundTruth(self._server)
        self.agreement = Agreement(self._server)
        self.annotators = Annotators(self._server)
        self.runs = Runs(self._server)
        self.exports = Exports(self._server)
        self.evaluations = Evaluations(self._server)
        self.experiments = Experiments(self._server)
        self.gates = Gates(self._server)
        self.benchmarks = Benchmarks(self._server)
        self.jobs = Jobs(self._server)
        self.prompts = Prompts(self._server)
        self.metrics = Metrics(self._server)
        self.studies = Studies(self._server)
        self.evidence_sets = EvidenceSets(self._server)
        self.members = Members(self._server)
        self.invitations = Invitations(self._server)
        self.teams = Teams(self._server)
        self.api_keys = ApiKeys(self._server)
        self.limits = Limits(self._server)
        self.audit_log = AuditLog(self._server)
        self.webhooks = Webhooks(self._server)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def close(self) -> None:
        """End the connections; the client cannot be used afterwards."""
        self._server.close()

    def me(self) -> dict[str, Any]:
        """Who the key acts as: user, organization, role, scopes and limits."""
        return self._server.get(path("me"))

    def study(self, study_id: str) -> Study:
        """The Study; nothing is asked yet."""
        study_id = str(study_id)
        return Study(self._server, study_id, Cache(self._cache, url=self._server.url, study_id=study_id))
