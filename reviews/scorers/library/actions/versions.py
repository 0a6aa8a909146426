"""Prompts as they stand: the versions of one, which of them is in use, and all prompts of the library at a glance."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from evalhub.lib.errors import NotFound
from reviews.scorers.models import Prompt, PromptLabel
from reviews.scorers.models.prompt_label import PRODUCTION, STAGING
from reviews.scorers.stages import prompt_versions
from reviews.scorers.stages.prompt_kinds import registry as kinds
from reviews.scorers.stages.prompt_kinds.base import Version

MOST_VERSIONS = 300


@dataclass(frozen=True)
class VersionList:
    """The Versions of one prompt: the own ones newest first, then the shipped ones newest first."""

    kind: str
    name: str
    versions: tuple
    total: int

    @property
    def in_use(self):
        return next(version for version in self.versions if version.is_in_use)

    @property
    def draft(self):
        return next((version for version in self.versions if version.is_draft), None)

    @property
    def to_try(self):
        """The draft, else the Version with the label of staging, else the one in use."""
        return self.draft or self.labelled(STAGING) or self.in_use

    def labelled(self, label):
        """The Version with a label, None without."""
        return next((version for version in self.versions if label in version.labels), None)

    def find(self, key):
        """The Version of this key, None for one that there is not."""
        return next((version for version in self.versions if version.key == key), None)


@dataclass
class PromptLine:
    """A prompt of the library with the Version in use; `place` orders kinds."""

    kind: str
    name: str
    title: str
    in_use: Version
    has_draft: bool
    place: str

    @property
    def pk(self):
        return f"{self.kind}/{self.name}"

    @property
    def published_at(self):
        return self.in_use.prompt and self.in_use.prompt.published_at


def kind_of(*, kind, name):
    """The PromptKind of a prompt that there is; else NotFound."""
    if kind not in kinds or name not in kinds[kind].names():
        raise NotFound(_("Prompt not found."))
    return kinds[kind]


def versions_of(*, organization, kind, name):
    """The VersionList of a prompt; two statements, three beyond MOST_VERSIONS. Texts are loaded later."""
    shipped = kind_of(kind=kind, name=name).shipped(name)
    own = Prompt.objects.filter(organization=organization, kind=kind, name=name).order_by("-version")
    rows = list(own.select_related("created_by", "published_by").defer("content")[: MOST_VERSIONS + 1])
    labels = list(PromptLabel.objects.filter(organization=organization, kind=kind, name=name).order_by("label"))
    of_own, of_shipped = {}, {}
    for row in labels:
        of_own.setdefault(row.prompt_id, []).append(row.label)
        of_shipped.setdefault(row.shipped, []).append(row.label)
    chosen = next((row for row in labels if row.label == PRODUCTION), None)
    used, used_shipped = _used(rows, chosen, shipped)
    versions = [
        Version(kind, name, prompt=row, is_in_use=row.pk == used, labels=tuple(of_own.get(row.pk, ())))
        for row in _kept(rows, used, own)
    ]
    versions += [
        Version(
            kind,
            name,
            shipped=number,
            is_newest_shipped=number == next(iter(shipped)),
            is_in_use=used is None and number == used_shipped,
            labels=tuple(of_shipped.get(number, ())),
        )
        for number in shipped
    ]
    total = own.count() if len(rows) > MOST_VERSIONS else len(rows)
    return VersionList(kind, name, tuple(versions), total)


def library(*, organization):
    """A PromptLine for every prompt; three statements."""
    in_use = prompt_versions.in_use_of(organization_id=organization.pk)
    drafts = set(Prompt.objects.drafts().filter(organization=organization).values_list("kind", "name"))
    return [
        PromptLine(
            kind=key,
            name=name,
            title=str(each.title_of(name)),
            in_use=version_in_use(kind=key, name=name, in_use=in_use),
            has_draft=(key, name) in drafts,
            place=f"{each.place:03} {key}",
        )
        for key, each in kinds.items()
        for name in each.names()
    ]


def version_in_use(*, kind, name, in_use):
    """The Version in use of a prompt, by what `prompt_versions.in_use_of` found."""
    chosen = in_use.get((kind, name), prompt_versions.InUse())
    if chosen.prompt is not None:
        return Version(kind, name, prompt=chosen.prompt, is_in_use=True)
    newest = next(iter(kinds[kind].shipped(name)))
    number = chosen.shipped if chosen.shipped in kinds[kind].shipped(name) else newest
    return Version(kind, name, shipped=number, is_newest_shipped=number == newest, is_in_use=True)


def _used(rows, chosen, shipped):
    """(key of the own version in use or None, number of the shipped one)."""
    if chosen is not None:
        return chosen.prompt_id, chosen.shipped if chosen.shipped in shipped else next(iter(shipped))
    newest = next((row for row in rows if row.status == "published"), None)
    return (newest.pk if newest else None), next(iter(shipped))


def _kept(rows, used, own):
    """The newest rows, and the one in use where it is an older one."""
    kept = rows[:MOST_VERSIONS]
    if used is None or any(row.pk == used for row in kept):
        return kept
    return [*kept, own.select_related("created_by", "published_by").defer("content").get(pk=used)]
