"""The page of one job: result, panel, people, change of its directory, audit, sign-off, another review."""

from django.urls import reverse

from annotations.models import Judgement
from reviews.jobs.actions import review_runs, sign_off, validation
from reviews.jobs.errors import JobError
from reviews.models import Audit, Job
from tests import factories
from tests.reviews.jobs_directories import KEYS
from tests.reviews.jobs_world import (
    DIMENSIONS,
    QUOTE,
    audit_all,
    make_failed_job,
    make_job,
    make_score_job,
    write_folder,
)
from tests.statements import at_most

PAIR = {"models": ("simulated-careful", "openai/gpt-4o-mini"), "overall": (0.8, 0.5)}


def url(job, name="job_detail"):
    return reverse(f"reviews:{name}", args=[job.pk])


def read(client, job):
    return client.get(url(job)).content.decode()


def test_page_has_eight_figures_and_pictures_with_their_numbers(bob, client_of):
    job = make_job(bob)
    answer = client_of(bob).get(url(job))
    figures, page = answer.context["figures"], answer.content.decode()
    assert [key for key, _, _ in figures] == KEYS
    assert {key: value for key, value, _ in figures}["return_worst"] == "5"
    assert "Randomization integrity" in page and "The arms look alike." in page and QUOTE in page
    assert f"{url(job, 'job_file')}?path=notes.md&amp;view=source#e" in page
    assert "No critic for this answer" in page and "No quotes" in page

    page = read(client_of(bob), make_job(bob, **PAIR))
    assert "Estimated effect: 10 (interval 5 to 15), n = 50." in page
    assert "Overall scores range from 0.50 to 0.80. The line is the mean of models, 0.65." in page
    assert page.count("<title>") >= 3 and page.count("<desc>") == 2 and page.count("Show as table") == 2


def test_intervals_over_zero_and_overall_scores_far_off_are_said(bob, client_of):
    job, client = make_job(bob), client_of(bob)
    Job.objects.update(event=job.event | {"ci_upper": 0.002, "effect_estimate": 0.0005, "ci_lower": -0.001})
    page = read(client, job)
    assert "(interval −0.001 to 0.002)" in page and "The interval includes zero: inconclusive." in page
    for size in (1e-12, 1e300):
        Job.objects.update(event=job.event | {"ci_upper": size, "effect_estimate": size / 2, "ci_lower": 0.0})

        assert "These values cannot be plotted." in read(client, job), size
    assert "1e+300" in client.get(url(job, "job_report")).content.decode()

    near, far = make_job(bob, overall=(0.8,)), make_job(bob, overall=(0.6,))
    assert "differ by more than 0.05" not in read(client_of(bob), near)
    assert "differ by more than 0.05" in read(client_of(bob), far)


def test_overridden_score_stands_beside_the_machine_s(bob, rita, client_of):
    job = make_job(bob)
    audit_all(job, rita)
    judgement = Judgement.objects.get(annotation__item=job.item, question__key=DIMENSIONS[0])
    own = factories.make_annotation(job.item, factories.make_annotator(rita), {DIMENSIONS[0]: 0.4}, origin="audit")
    Audit.objects.filter(judgement=judgement).update(
        verdict="override", own_judgement=own.judgements.get(), note="Arms differ."
    )

    page = read(client_of(bob), job)

    assert "<del>0.90</del> 0.40" in page and "Auditor: Arms differ." in page and "Overridden" in page
    assert "Answers of people" not in page  # an auditor's own answer is no review by a person


def test_people_on_the_same_form_are_named_to_managers_only(bob, alice, vera, client_of):
    job, other = make_job(bob), make_job(bob, location="/srv/jobs/other")
    again = make_job(bob)
    labels = dict.fromkeys(DIMENSIONS, 0.5) | {"overall": 0.55}
    factories.make_annotation(job.item, factories.make_annotator(alice), labels, justification="Too few cases.")

    managed, shown = read(client_of(bob), job), read(client_of(vera), job)

    assert "Alice" in managed and "overall 0.55" in managed and "Too few cases." in managed
    assert "Alice" not in shown and "Person 1" in shown
    assert url(again) in managed and url(other) not in managed  # jobs of the same place


def test_live_part_is_polled_until_the_review_has_ended(bob, client_of):
    job = make_job(bob, state="reviewing")
    client = client_of(bob)
    fragment = client.get(url(job), headers={"HX-Request": "true"}).content.decode()
    assert "every 3s" in fragment and "<html" not in fragment
    assert "0 of 1" in fragment and read(client, job).count("Open run") == 1

    Job.objects.update(state="reviewed", confidence=0.5)

    assert client.get(url(job), headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"
    assert "every 3s" not in read(client, job)


def test_failures_say_what_to_do_and_score_jobs_that_nobody_read_them(bob, client_of):
    early, late = make_failed_job(bob), make_job(bob, state="failed")
    first, second = read(client_of(bob), early), read(client_of(bob), late)
    assert "No manifest" in first and "Add a manifest.json" in first and "Rerun review" not in first
    assert "No model answered" in second and "Rerun review" in second and "The provider refused." in second

    page = read(client_of(bob), make_score_job(bob))
    assert "drawn from the range of the method" in page and "score_result.json" in page and ">0.92<" in page


def test_change_of_the_directory_is_told(bob, client_of, tmp_path, settings):
    settings.JOB_ROOTS = [("acme", tmp_path)]
    job, client = taken_in(bob, tmp_path), client_of(bob)

    def standing():
        response = client.get(url(job))
        return response.context["standing"].words, "Register again" in response.content.decode()

    assert standing() == ("", False)
    (tmp_path / "job-impact-engine-0001" / "notes.md").write_text("Other.")
    words, can_be_taken_again = standing()
    assert "its files" in words and can_be_taken_again
    Job.objects.update(location=str(tmp_path / "gone"))
    words, can_be_taken_again = standing()
    assert "no longer exists" in words and not can_be_taken_again


def test_sign_off_waits_for_every_audit_and_is_the_last_word(bob, rita, client_of, tmp_path):
    job, client = taken_in(bob, tmp_path), client_of(rita)
    page = client.get(url(job))
    assert "Audit all model answers first" in page.content.decode()
    assert page.context["step"].href == page.context["board"].cards[0].audit_href

    for is_audited, given, status, words in [
        (False, {"verdict": "trust"}, 409, "Some answers are not audited"),
        (True, {"verdict": "reject"}, 422, "Enter a note"),
        (True, {}, 422, "Valid: trust, caution, reject"),
    ]:
        if is_audited and not Audit.objects.exists():
            audit_all(job, rita)
        response = client.post(url(job, "job_sign_off"), given)

        refused = response.content.decode()
        assert response.status_code == status and words in refused and Job.objects.get().state == "reviewed"
        assert ('value="reject" required checked' in refused) == (given.get("verdict") == "reject")
        assert ("Sign off" in refused) or not is_audited

    response = client.post(url(job, "job_sign_off"), {"verdict": "caution", "note": "Few cases."}, follow=True)

    job.refresh_from_db()
    assert (job.state, job.sign_off_note, job.signed_off_by) == ("signed_off", "Few cases.", rita.user)
    assert "signed off." in response.content.decode() and "Few cases." in response.content.decode()


def test_directory_that_cannot_be_written_is_told(bob, rita, client_of, monkeypatch):
    def refuse(**_given):
        raise JobError("The disk is full.", category="directory_invalid")

    monkeypatch.setattr(sign_off, "sign_off", refuse)

    response = client_of(rita).post(url(make_job(bob), "job_sign_off"), {"verdict": "trust"})

    assert response.status_code == 422 and "The disk is full." in response.content.decode()


def test_review_again_asks_the_panel_anew_unless_it_is_under_review(bob, client_of, monkeypatch):
    refused = client_of(bob).post(url(make_job(bob, state="reviewing"), "job_again"))
    assert refused.status_code == 409 and "Nothing was changed." in refused.content.decode()

    asked = []
    monkeypatch.setattr(review_runs, "review_again", lambda *, job, by: asked.append((job.pk, by)))
    job = make_job(bob)

    assert client_of(bob).post(url(job, "job_again")).status_code == 302
    assert asked == [(job.pk, bob.user)]


def test_page_takes_no_more_statements_for_many_models(bob, client_of, rita):
    jobs = [make_job(bob), make_job(bob, models=[f"simulated-{n}" for n in range(4)], overall=(0.1, 0.9))]
    audit_all(jobs[1], rita)
    client = client_of(bob)
    client.get(url(jobs[0]))

    for job in jobs:
        with at_most(22):
            client.get(url(job))


def taken_in(bob, above):
    """A reviewed job whose directory is on disk and unchanged."""
    folder = write_folder(above)
    found = validation.read(folder)
    return make_job(
        bob,
        location=str(folder),
        manifest=found.manifest.raw,
        event=found.event.as_json(),
        content_sha256=found.payload.content_sha256,
        initiative_id="tutoring-pilot",
    )
