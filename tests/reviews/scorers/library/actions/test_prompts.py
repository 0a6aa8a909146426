"""Own prompts and knowledge of methods: a draft, then versions that never change."""

import pytest

from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from reviews.jobs.errors import JobError
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.methods.prompt import parse_prompt
from reviews.jobs.methods.texts import KIND_OF
from reviews.jobs.stages import method_texts
from reviews.models import Prompt
from reviews.scorers.library.actions import prompts
from tests.reviews.jobs.methods.cases import YAML
from tests.statements import at_most

pytestmark = pytest.mark.django_db
BROKEN = YAML.replace("{{ artifact }}", "nothing")


def draft(organization, by, content=YAML, part="prompt", note="", model_type="experiment", **more):
    return prompts.save_draft(
        organization=organization,
        kind=KIND_OF.get(part, part),
        name=model_type,
        content=content,
        note=note,
        by=by,
        **more,
    )


def published(organization, by, content=YAML, part="prompt"):
    return prompts.publish(prompt=draft(organization, by, content, part), by=by)


def in_use(organization, model_type="experiment"):
    return method_texts.in_use(organization_id=organization.pk, model_type=model_type)


def resolve(organization, ref, model_type="experiment"):
    return method_texts.resolve(organization_id=organization.pk, model_type=model_type, ref=ref)


def versions(organization, part="prompt"):
    return list(Prompt.objects.filter(organization=organization, kind=KIND_OF[part], name="experiment"))


def test_newest_published_version_takes_the_place_of_the_shipped_files(acme, rival, bob):
    draft(acme, bob)
    method = in_use(acme)
    reviewer = MethodReviewerRegistry.create("experiment")
    assert (method.prompt, method.knowledge) == (reviewer.prompt(), reviewer.knowledge())
    assert method.is_shipped and method.ref.startswith("experiment p2.0 ") and len(method.ref) <= 100

    published(acme, bob)
    for text in ("Ask.", "Ask for counts."):
        published(acme, bob, text, part="knowledge")
    draft(acme, bob, "Third.", part="knowledge")

    method = in_use(acme)
    assert (method.prompt, method.knowledge) == (parse_prompt(YAML), "Ask for counts.")
    assert method.ref == "experiment p1.2 v1 kv2" and not method.is_shipped
    assert in_use(rival).is_shipped and in_use(acme, "quasi_experimental").is_shipped


def test_reference_stands_for_the_same_texts_for_ever(acme, bob):
    shipped = in_use(acme)
    published(acme, bob, "First.", part="knowledge")
    first = in_use(acme)
    published(acme, bob, "Second.", part="knowledge")
    published(acme, bob)

    assert resolve(acme, shipped.ref) == shipped
    assert resolve(acme, first.ref) == first and first.knowledge == "First."


def test_reference_to_an_older_shipped_version_stands_for_its_text(acme):
    older = (MethodReviewerRegistry.create("experiment").prompt_dir / "experiment_review.yaml").read_text()
    sha256 = parse_prompt(older, is_shipped=True).sha256
    knowledge_ref = in_use(acme).ref.rpartition(" ")[2]

    method = resolve(acme, f"experiment p1.0 s{sha256[:8]} {knowledge_ref}")

    assert method.prompt.version == "1.0" and "Start from the mean" in method.prompt.system
    assert in_use(acme).prompt.version == "2.0"


def test_reference_to_shipped_files_that_have_changed_is_refused(acme, monkeypatch):
    ref = in_use(acme).ref
    monkeypatch.setattr("reviews.jobs.methods.base.MethodReviewer.knowledge", lambda self: "Rewritten.")

    with pytest.raises(JobError, match="not here any more"):
        resolve(acme, ref)


def test_reference_that_is_none_or_of_others_is_refused(acme, rival, bob):
    published(acme, bob)
    published(acme, bob, "Own.", part="knowledge")
    ref = in_use(acme).ref

    for wrong in ("", "experiment", "experiment p1.0 v7 kv1", "matching p1.2 v1 kv1", "x" * 500):
        with pytest.raises(JobError) as refused:
            resolve(acme, wrong)
        assert (refused.value.category, refused.value.field) == ("config_invalid", "ref"), wrong
    with pytest.raises(JobError):
        resolve(rival, ref)
    with at_most(2):
        in_use(acme)
    with at_most(2):
        assert resolve(acme, ref).ref == ref


def test_draft_is_written_over(acme, bob, rita):
    first = draft(acme, bob, "Some.", part="knowledge")

    second = draft(acme, rita, "More.\r\nLines.", part="knowledge", note=" why ")

    assert (second.pk, second.version, second.note) == (first.pk, 1, "why")
    assert second.content == "More.\nLines." and second.content_sha256 != first.content_sha256
    assert second.created_by == bob.user


def test_drafts_keep_their_problem_and_published_versions_their_text(acme, bob):
    document = draft(acme, bob, BROKEN)
    problem = prompts.problem_of(kind="method_prompt", name="experiment", content=document.content)
    with pytest.raises(JobError, match="does not show the artifact"):
        prompts.publish(prompt=document, by=bob)
    assert problem.field == "user"
    assert versions(acme)[0].status == "draft" and in_use(acme).is_shipped
    for kind, content in (("method_prompt", YAML), ("method_knowledge", "Anything.")):
        assert prompts.problem_of(kind=kind, name="experiment", content=content) is None

    document = published(acme, bob, "Stands.", part="knowledge")
    later = draft(acme, bob, "Later.", part="knowledge")
    for change in (prompts.publish, prompts.discard):
        with pytest.raises(Conflict, match="not a draft") as refused:
            change(prompt=document, by=bob)
        assert refused.value.code == "not_a_draft"
    document.refresh_from_db()
    assert (document.content, document.status, document.published_by) == ("Stands.", "published", bob.user)
    assert (later.version, later.pk != document.pk) == (2, True)


def test_draft_that_was_changed_meanwhile_is_neither_published_nor_overwritten_unread(acme, bob, rita):
    read = draft(acme, bob, "Read.", part="knowledge")
    seen = read.content_sha256
    draft(acme, rita, "Unread.", part="knowledge", expects=seen)

    for change in (
        lambda: prompts.publish(prompt=read, by=bob),
        lambda: draft(acme, bob, "Mine, longer.", part="knowledge", expects=seen),
    ):
        with pytest.raises(Conflict) as refused:
            change()
        assert refused.value.code == "draft_changed"
    assert in_use(acme).is_shipped and Prompt.objects.get().content == "Unread."


def test_number_of_a_discarded_draft_is_given_again_and_all_is_in_the_audit_trail(acme, bob):
    published(acme, bob)
    prompts.discard(prompt=draft(acme, bob), by=bob)

    rows = AuditEvent.objects.filter(organization=acme, verb__startswith="prompt.").order_by("pk")
    assert [row.verb for row in rows] == ["prompt.drafted", "prompt.published", "prompt.drafted", "prompt.discarded"]
    assert rows[1].details["version"] == 1 and rows[1].actor == bob.user and rows[1].object_id
    assert draft(acme, bob).version == 2
    assert [row.version for row in versions(acme)] == [2, 1]


def test_what_cannot_be_stored_is_refused(acme, bob):
    for changes, code in [
        ({"content": " \n"}, "bad_content"),
        ({"content": "x" * 64_001}, "bad_content"),
        ({"content": "a\0b"}, "bad_content"),
        ({"content": "\ud800"}, "bad_content"),
        ({"note": "x" * 501}, "bad_note"),
    ]:
        with pytest.raises(InvalidInput) as refused:
            draft(acme, bob, **changes)
        assert refused.value.code == code, changes
    for place in ({"model_type": "astrology"}, {"part": "picture"}):
        with pytest.raises(NotFound):
            draft(acme, bob, **place)
    assert not Prompt.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_drafts_saved_at_once_are_one_draft(acme, bob, together):
    published(acme, bob, "First.", part="knowledge")

    results = together(*[lambda n=n: draft(acme, bob, f"Text {n}.", part="knowledge") for n in range(6)])

    assert {document.version for document in results} == {2}
    assert [row.version for row in versions(acme, "knowledge")] == [2, 1]


@pytest.mark.django_db(transaction=True)
def test_numbers_have_no_gaps_when_many_write_and_publish(acme, bob, together):
    def work(name):
        for turn in range(3):
            document = draft(acme, bob, f"{name} {turn}", part="knowledge")
            try:
                prompts.publish(prompt=document, by=bob)
            except Conflict as error:
                if error.code not in ("draft_changed", "not_a_draft"):
                    raise

    results = together(*[lambda name=name: work(name) for name in "abcd"])

    rows = versions(acme, "knowledge")
    assert results == [None] * 4
    assert [row.version for row in rows] == list(range(len(rows), 0, -1))
    assert all(row.status == "published" for row in rows[1:])


def chosen(organization, **names):
    return method_texts.chosen(organization_id=organization.pk, model_type="experiment", names=names)


def test_named_texts_are_chosen_before_those_in_use(acme, bob):
    for text in ("First.", "Second."):
        published(acme, bob, text, part="knowledge")
    published(acme, bob)
    experiment, matching = (MethodReviewerRegistry.create(name) for name in ("experiment", "matching"))

    for names, version, knowledge in [
        ({}, "1.2", "Second."),
        ({"prompt": "experiment_review", "knowledge_base": "experiment"}, "1.2", "Second."),
        ({"prompt": "v1", "knowledge_base": "v1"}, "1.2", "First."),
        ({"prompt": "shipped"}, "2.0", "Second."),
        ({"prompt": "experiment_review.v1", "knowledge_base": "shipped"}, "1.0", experiment.knowledge()),
        ({"prompt": "experiment_review.v2", "knowledge_base": "matching"}, "2.0", matching.knowledge()),
    ]:
        found = chosen(acme, **names)

        assert (found.prompt.version, found.knowledge) == (version, knowledge), names
        assert resolve(acme, found.ref) == found and len(found.ref) <= 100, names


def test_prompt_of_another_method_brings_its_dimensions(acme):
    found = chosen(acme, prompt="matching_review.v1")

    other = parse_prompt(MethodReviewerRegistry.create("matching").shipped_prompts()["matching_review.v1"])
    assert found.prompt == other and found.ref.startswith(f"experiment p{other.version} s")
    assert resolve(acme, found.ref) == found and found.is_shipped


def test_name_that_is_not_there_is_refused_with_those_that_are(acme, rival, bob):
    published(acme, bob)
    draft(acme, bob)
    for key, name, valid in [
        ("prompt", "strict", "experiment_review, v1, shipped, experiment_review.v2, experiment_review.v1, "),
        ("prompt", "v2", "experiment_review, v1"),
        ("prompt", "experiment", "matching_review.v1"),
        ("knowledge_base", "experiment_review", "experiment, shipped, .*matching"),
        ("knowledge_base", "../secrets", "experiment, shipped"),
    ]:
        with pytest.raises(JobError, match=valid) as refused:
            chosen(acme, **{key: name})
        assert (refused.value.category, refused.value.field) == ("config_invalid", f"methods.experiment.{key}")

    with pytest.raises(JobError, match="'v1'"):
        chosen(rival, prompt="v1")
    with at_most(4):
        chosen(acme, prompt="v1", knowledge_base="shipped")
