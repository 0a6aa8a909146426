"""Study bundles of an EvalHub server as pandas DataFrames, downloaded once.

from evalhub_client import Client

responses = Client("https://evalhub.example", "eval_…").study("0190…").responses()
"""

from .client import Client, Study
from .errors import BundleChanged, Damaged, EvalHubClientError, Incompatible, NotAllowed, NotFound, Refused, ServerAway

__all__ = [
    "BundleChanged",
    "Client",
    "Damaged",
    "EvalHubClientError",
    "Incompatible",
    "NotAllowed",
    "NotFound",
    "Refused",
    "ServerAway",
    "Study",
]
