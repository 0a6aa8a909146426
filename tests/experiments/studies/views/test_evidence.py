"""Evidence over pages: by hand, from files with their mistakes, and read in all its views."""

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from experiments.models import Evidence, EvidenceView
from experiments.studies.views import evidence
from reviews.models import LLMAttempt
from tests.experiments.studies_world import make_study, make_window, stages_of, text, work


def post_file(client, window, name, content):
    address = reverse("experiments:evidence_import", args=[window.pk])
    return client.post(address, {"file": SimpleUploadedFile(name, content.encode())})


def text_page(client, window, position):
    return client.get(reverse("experiments:evidence_detail", args=[window.pk, position]))


def test_text_by_hand_and_file(bob, client_of):
    window, client = make_window(bob, texts=1), client_of(bob)
    address = reverse("experiments:evidence_add", args=[window.pk])
    added = client.post(address, {"title": "Note", "url": "https://example.org/n", "raw_content": " As it is.\n"})
    refused = client.post(address, {"url": "nowhere", "raw_content": "x"})
    assert added.status_code == 302 and Evidence.objects.get(position=2).raw_content == " As it is.\n"
    assert refused.status_code == 422 and "Valid: http" in refused.context["text_form"].errors["url"][0]
    assert Evidence.objects.count() == 2

    window, client = make_window(bob, texts=0), client_of(bob)
    response = post_file(client, window, "found.csv", "id,title,raw_content\n7,One,First\n8,Two,Second\n")
    page = client.get(response.url).content.decode()
    assert response.status_code == 302 and Evidence.objects.filter(window=window).count() == 2
    assert "2 texts added." in page and "Ignored columns: id" in page


def test_mistakes_of_a_file_are_listed_and_other_files_refused(bob, client_of):
    window, client = make_window(bob, texts=0), client_of(bob)
    response = post_file(client, window, "found.csv", "title,raw_content,url\nOne,First,\nTwo,,\nThree,Third,nowhere\n")
    assert response.status_code == 422 and not Evidence.objects.exists()
    found = [(row["row"], row["column"]) for row in response.context["file_form"].rows]
    assert found == [(2, "raw_content"), (3, "url")]
    assert 'id="row-errors"' in response.content.decode()

    window, client = make_window(bob, texts=0), client_of(bob)
    answers = [
        post_file(client, window, "found.pdf", "x"),
        post_file(client, window, "found.csv", ""),
        client.post(reverse("experiments:evidence_import", args=[window.pk])),
    ]
    assert [answer.status_code for answer in answers] == [422] * 3
    assert "Choose a file." in answers[2].content.decode()


def test_views_stand_side_by_side(bob, vera, client_of, monkeypatch):
    monkeypatch.setattr(evidence, "MOST_CHARACTERS", 10)
    window = make_window(bob, texts=["x" * 14, "short"])
    first = Evidence.objects.get(window=window, position=1)
    EvidenceView.objects.create(evidence=first, view="cleaned", text="clean")

    response = text_page(client_of(vera), window, 1)

    shown = [(view.text, view.left_out) for view in response.context["shown"]]
    assert shown == [("x" * 10, 4), ("clean", 0), (None, 0), (None, 0)]
    assert not response.context["before"] and response.context["after"].endswith("/2/")
    assert [text_page(client_of(vera), window, n).status_code for n in (0, 3, 10**30)] == [404, 404, 404]


def test_view_is_simulated_where_its_call_was_whatever_the_environment(bob, client_of, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "a-key")
    study = make_study(bob, texts=["a"], evidence_view="cleaned", evidence_model="openai/gpt-4o")
    (request,) = work(stages_of(study, "evidence_cleaned")[0], text("cleaned({})"))
    attempt = LLMAttempt.objects.create(request=request, number=1, status="ok")
    monkeypatch.delenv("OPENAI_API_KEY")
    client = client_of(bob)
    assert [view.simulated for view in text_page(client, study.window, 1).context["shown"]] == [False] * 4

    LLMAttempt.objects.filter(pk=attempt.pk).update(simulated=True)

    shown = text_page(client, study.window, 1).context["shown"]
    assert [view.simulated for view in shown] == [False, True, False, False]
