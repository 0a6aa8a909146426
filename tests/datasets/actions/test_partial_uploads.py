"""Large files in parts: nothing that arrived is lost, whoever dies, and nobody goes on with the file of another."""

import datetime
import io
import tracemalloc

import pytest
from django.conf import settings as django_settings
from django.utils import timezone

from datasets.actions import partial_uploads
from datasets.models import DatasetVersion, PartialUpload
from datasets.tasks import import_due, sweep_uploads
from evalhub.lib.errors import Conflict, InvalidInput, TooLarge, UnsupportedMedia
from tests.datasets.files import ROWS, jsonl
from tests.undoing import undone

pytestmark = pytest.mark.django_db

DATA = jsonl(ROWS).encode()
PART, SIZE = 64, len(DATA)


@pytest.fixture(autouse=True)
def small_parts(settings):
    settings.UPLOAD_PART_BYTES = PART


@pytest.fixture
def upload(bob):
    return begun(bob)


def begun(member, *, name="rows.jsonl", size=SIZE, fingerprint="1"):
    return partial_uploads.begin(
        organization=member.organization, name=name, size=size, fingerprint=fingerprint, by=member.user
    )


def send(upload, offset, data=DATA):
    upload.refresh_from_db()
    return partial_uploads.append(upload=upload, offset=offset, stream=io.BytesIO(data[offset : offset + PART]))


def stored(upload):
    return (django_settings.FILES / upload.stored_path).read_bytes()


class Zeros:
    """A sender of so many zeros."""

    def __init__(self, size):
        self.left = size

    def read(self, size):
        found = min(size, self.left)
        self.left -= found
        return bytes(found)


class Broken(io.BytesIO):
    """A sender that is gone after its first bytes."""

    def read(self, size=-1):
        found = super().read(10)
        if not found:
            raise OSError("connection lost")
        return found


def test_parts_make_the_file(upload):
    offset = 0
    while offset < len(DATA):
        offset = send(upload, offset)

    assert stored(upload) == DATA
    assert PartialUpload.objects.complete().get() == upload


def test_the_same_file_is_gone_on_with(bob, upload, mallory):
    send(upload, 0)

    again, other, foreign = begun(bob), begun(bob, fingerprint="2"), begun(mallory)

    assert (again.pk, again.received_bytes) == (upload.pk, PART)
    assert (other.received_bytes, foreign.received_bytes) == (0, 0)
    assert len({upload.pk, other.pk, foreign.pk}) == 3


def test_a_part_at_another_offset_is_told_where_to_go_on(upload):
    send(upload, 0)

    for offset in (0, 1, PART * 2):
        with pytest.raises(Conflict) as refused:
            send(upload, offset)
        assert refused.value.details == {"offset": PART}


def test_two_senders_of_one_part_count_it_once(upload):
    stale = PartialUpload.objects.get()
    send(upload, 0)

    with pytest.raises(Conflict) as refused:
        partial_uploads.append(upload=stale, offset=0, stream=io.BytesIO(DATA[:PART]))

    assert refused.value.details == {"offset": PART}


def test_what_came_before_a_break_stays(upload):
    arrived = partial_uploads.append(upload=upload, offset=0, stream=Broken(DATA[:30]))
    upload.refresh_from_db()

    assert arrived == upload.received_bytes == 30
    assert send(upload, 30) == 30 + PART


def test_a_process_that_died_after_writing_lost_nothing(upload):
    send(upload, 0)
    with (django_settings.FILES / upload.stored_path).open("ab") as file:
        file.write(DATA[PART : PART + 20])  # written, not yet counted

    offset = PART
    while offset < len(DATA):
        offset = send(upload, offset)

    assert stored(upload) == DATA


def test_more_than_a_part_or_the_file_is_refused(bob, upload):
    small = begun(bob, size=10)

    for target, data in ((upload, b"x" * (PART + 1)), (small, b"x" * 11)):
        with pytest.raises(TooLarge):
            partial_uploads.append(upload=target, offset=0, stream=io.BytesIO(data))
        target.refresh_from_db()
        assert target.received_bytes == 0


def test_files_that_will_not_do_are_refused_before_anything_is_sent(bob, settings):
    settings.UPLOAD_MEGABYTES = 1

    for error, options in (
        (UnsupportedMedia, {"name": "rows.exe"}),
        (InvalidInput, {"size": 0}),
        (TooLarge, {"size": 2**20 + 1}),
    ):
        with pytest.raises(error):
            begun(bob, **options)
    assert not PartialUpload.objects.exists()


def test_a_person_and_an_organization_begin_only_so_much(bob, rita, mallory, monkeypatch, settings):
    settings.UPLOAD_MEGABYTES = 1
    limits = {"MOST_OF_PERSON": 2, "LARGEST_OF_PERSON": 2, "MOST_OF_ORGANIZATION": 3, "LARGEST_OF_ORGANIZATION": 3}
    for name, most in limits.items():
        monkeypatch.setattr(partial_uploads, name, most)
    first = begun(bob, fingerprint="1")

    with undone():
        begun(bob, fingerprint="2")
        with pytest.raises(
            Conflict, match="2 uploads with 0 MB together are not finished. Valid: at most 2 with 2 MB."
        ):
            begun(bob, fingerprint="3")
        assert begun(bob, fingerprint="1").pk == first.pk
        begun(rita)
        with pytest.raises(Conflict, match="^3 uploads .* at most 3 with 3 MB"):
            begun(rita, fingerprint="2")
        begun(mallory)
    begun(bob, size=2**20)
    with pytest.raises(Conflict, match="^2 uploads with 1 MB"):
        begun(bob, size=2**20, fingerprint="3")
    partial_uploads.discard(upload=first)
    begun(bob, size=2**20, fingerprint="3")


def test_memory_stays_flat(bob, settings):
    size = 24 * 2**20
    settings.UPLOAD_PART_BYTES = size
    upload = begun(bob, size=size)

    tracemalloc.start()
    partial_uploads.append(upload=upload, offset=0, stream=Zeros(size))
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert (django_settings.FILES / upload.stored_path).stat().st_size == size
    assert peak < 4 * 2**20


def test_a_form_takes_the_complete_upload_in_place_of_a_file(bob, client_of, upload):
    client = client_of(bob)
    for part in range(0, len(DATA), PART):
        answer = client.put(f"/datasets/uploads/{upload.pk}/?offset={part}", DATA[part : part + PART], "text/plain")
        assert answer.json() == {"offset": min(part + PART, len(DATA))}

    answer = client.post("/datasets/new/", {"upload": str(upload.pk), "type": "EVALUATION"})
    import_due()

    version = DatasetVersion.objects.select_related("dataset").get()
    assert answer.url == version.get_absolute_url()
    assert (version.dataset.name, version.row_count, version.size_bytes) == ("rows", 3, len(DATA))
    assert not PartialUpload.objects.exists()
    assert not (django_settings.FILES / upload.stored_path).exists()


def test_half_a_file_is_no_file_and_is_shown_to_go_on_with(bob, client_of, upload):
    client = client_of(bob)
    begin = {"name": "rows.jsonl", "size": len(DATA), "fingerprint": "1"}
    client.put(f"/datasets/uploads/{upload.pk}/?offset=0", DATA[:PART], "text/plain")

    refused = client.post("/datasets/new/", {"upload": str(upload.pk), "type": "EVALUATION", "name": "Half"})

    assert refused.status_code == 422 and "Choose a file." in refused.content.decode()
    assert "Choose the same file to continue." in client.get("/datasets/new/").content.decode()
    assert client.post("/datasets/uploads/", begin).json() == {
        "id": str(upload.pk), "offset": PART, "part_bytes": PART,
    }  # fmt: skip
    assert client.get(f"/datasets/uploads/{upload.pk}/").json() == {"offset": PART, "size": len(DATA)}
    client.post(f"/datasets/uploads/{upload.pk}/discard/")
    assert not PartialUpload.objects.exists()


def test_answers_to_wrong_requests(bob, client_of, rita, upload):
    client, path = client_of(bob), f"/datasets/uploads/{upload.pk}/"
    other = begun(rita, fingerprint="other")

    conflict = client.put(f"{path}?offset=5", b"x", "text/plain")

    assert (conflict.status_code, conflict.json()["offset"]) == (409, 0)
    assert client.put(f"{path}?offset=-1", b"x", "text/plain").status_code == 400
    assert client.post("/datasets/uploads/", {"name": "a.exe", "size": "1"}).status_code == 415
    assert client.post("/datasets/uploads/", {"name": "a.csv", "size": "many"}).status_code == 400
    for field in ("name", "fingerprint"):
        refused = client.post("/datasets/uploads/", {"name": "a.csv", "size": "1"} | {field: "a\0.csv"})
        assert (refused.status_code, f"The field '{field}'" in refused.json()["error"]) == (400, True)
    assert client_of(rita).put(f"{path}?offset=0", b"x", "text/plain").status_code == 403
    assert client.get(f"/datasets/uploads/{other.pk}/").status_code == 404


def test_uploads_of_a_week_ago_are_removed(upload, bob):
    young = begun(bob, fingerprint="2")
    PartialUpload.objects.filter(pk=upload.pk).update(updated_at=timezone.now() - datetime.timedelta(days=8))

    sweep_uploads()

    assert PartialUpload.objects.get() == young
    assert not (django_settings.FILES / upload.stored_path).exists()
