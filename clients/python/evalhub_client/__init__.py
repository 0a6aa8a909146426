"""An EvalHub server from Python: datasets, tasks, answers and agreement as pandas DataFrames.

from evalhub_client import Client

client = Client("https://evalhub.example", "eval_…")
version = client.datasets.from_frame("Sums", frame, columns={"input": "question", "external_id": "id"})
"""

from .client import Client
from .errors import (
    BundleChanged,
    Conflict,
    Damaged,
    EvalHubClientError,
    Failed,
    Incompatible,
    InvalidRequest,
    NotAllowed,
    NotFound,
    RateLimited,
    Refused,
    ServerAway,
    TimedOut,
)
from .results import PushResult, RowsRefused
from .studies import Study

__all__ = [
    "BundleChanged",
    "Client",
    "Conflict",
    "Damaged",
    "EvalHubClientError",
    "Failed",
    "Incompatible",
    "InvalidRequest",
    "NotAllowed",
    "NotFound",
    "PushResult",
    "RateLimited",
    "Refused",
    "RowsRefused",
    "ServerAway",
    "Study",
    "TimedOut",
]
