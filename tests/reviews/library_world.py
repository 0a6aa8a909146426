"""Own prompts of judges and steps for tests: shipped texts with a sentence of the organization in them."""

from reviews.scorers.library.actions import prompts, versions
from reviews.scorers.prompts.prompt import load_prompt, shipped_text, shipped_versions

OURS = "Our own sentence."


def text_of(name="questions", ours=OURS):
    """The newest shipped text with a sentence before its system text."""
    shipped = shipped_text(next(iter(shipped_versions(name).values())))
    return shipped.replace("\nsystem: |\n", f"\nsystem: |\n  {ours}\n")


def draft(member, name="questions", ours=OURS, content=None):
    return prompts.save_draft(
        organization=member.organization,
        kind=kind_of(name),
        name=name,
        content=text_of(name, ours) if content is None else content,
        note="",
        by=member.user,
    )


def published(member, name="questions", ours=OURS):
    return prompts.publish(prompt=draft(member, name, ours), by=member.user)


def shelf(member, name="questions"):
    return versions.versions_of(organization=member.organization, kind=kind_of(name), name=name)


def label(member, label, key, name="questions"):
    version = shelf(member, name).find(key)
    return prompts.set_label(organization=member.organization, version=version, label=label, by=member.user)


def kind_of(name):
    return load_prompt(next(iter(shipped_versions(name).values()))).kind
