"""Own versions of prompts and knowledge for tests of their pages and calls."""

from django.urls import reverse

from reviews.jobs.methods.texts import KIND_OF
from reviews.jobs.stages import method_texts
from reviews.scorers.library.actions import prompts
from tests.reviews.jobs.methods.cases import YAML

BROKEN = YAML.replace("{{ artifact }}", "nothing")
OTHER = YAML.replace("You review trials.", "You review field trials.").replace('"1.2"', '"1.3"')


def draft(member, content=YAML, part="prompt", note=""):
    return prompts.save_draft(
        organization=member.organization,
        kind=KIND_OF[part],
        name="experiment",
        content=content,
        note=note,
        by=member.user,
    )


def published(member, content=YAML, part="prompt", note=""):
    return prompts.publish(prompt=draft(member, content, part, note), by=member.user)


def in_use(member):
    return method_texts.in_use(organization_id=member.organization.pk, model_type="experiment")


def url(page="detail", part="prompt", model_type="experiment"):
    return reverse(f"reviews:prompt_{page}", args=[KIND_OF.get(part, part), model_type])
