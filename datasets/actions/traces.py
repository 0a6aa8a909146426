"""Take in OTLP traces: spans of model calls become outputs of open versions, the others are counted with a reason."""

import uuid
from collections import Counter
from dataclasses import dataclass

from django.db import transaction

from datasets import spans
from datasets.actions import arrivals
from datasets.actions.appending import MOST_ROWS
from datasets.models import DatasetVersion
from datasets.row_errors import shown
from evalhub.lib.errors import InvalidInput, NotFound, TooLarge

VERSION_ATTRIBUTE = "evalhub.dataset_version_id"
MOST_REASONS = 5
LONGEST_REASON = 300


@dataclass(frozen=True)
class ReceivedTraces:
    """How many spans became no output, and why the most of them: reasons with their counts."""

    rejected: int
    problem: str


@transaction.atomic
def receive_traces(*, organization, traces, version_id=None, within=None):
    """ReceivedTraces of an ExportTraceServiceRequest: the spans that can be read are stored, once however often sent.

    Spans go to the open version that their resource names by VERSION_ATTRIBUTE, else to `version_id`. InvalidInput
    where neither is known, NotFound or Conflict where it takes none: then nothing is stored. `within` is the id of the
    only dataset whose versions may be named.
    """
    rows, refused = {}, Counter()
    for each in traces.resource_spans:
        resource = spans.attributes_of(each.resource.attributes)
        found = [span for scope in each.scope_spans for span in scope.spans]
        if found:
            of_version, unread = _rows(found, resource)
            rows.setdefault(_version_id(resource, version_id), []).extend(of_version)
            refused.update(unread)
    if sum(map(len, rows.values())) > MOST_ROWS:
        raise TooLarge(f"The request has more than {MOST_ROWS:,} spans of model calls.")
    versions = DatasetVersion.objects.for_organization(organization).select_related("organization")
    if within is not None:
        versions = versions.filter(dataset=within)
    versions = versions.in_bulk(list(rows))
    if len(versions) < len(rows):
        raise NotFound("There is no such dataset version.")
    for key, of_version in rows.items():
        _stored, reasons = arrivals.receive_good(version=versions[key], rows=of_version)
        refused.update(reasons.values())
    return ReceivedTraces(
        sum(refused.values()),
        " ".join(f"{count} × {reason[:LONGEST_REASON]}" for reason, count in refused.most_common(MOST_REASONS)),
    )


def _rows(found, resource):
    rows, refused = [], Counter()
    for span in found:
        try:
            rows.append(spans.row_of(span, resource))
        except spans.NotReadable as problem:
            refused[str(problem)] += 1
    return rows, refused


def _version_id(resource, default):
    given = resource.get(VERSION_ATTRIBUTE) or default
    if given and not isinstance(given, str):
        text = f"{VERSION_ATTRIBUTE} is {shown(given)}. Valid: the id of an open version, as a text."
        raise InvalidInput(text, code="bad_traces")
    if not given:
        text = f"Name the open version that takes the spans by the resource attribute {VERSION_ATTRIBUTE} or a header."
        raise InvalidInput(text, code="version_missing")
    try:
        return uuid.UUID(given)
    except ValueError:
        raise NotFound("There is no such dataset version.") from None
