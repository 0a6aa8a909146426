"""Exports run to their end."""

from django.conf import settings

from annotations.exports.actions import jobs


def made(task, **options):
    """The finished job and the bytes of its file."""
    job = jobs.request(task=task, by=None, **options)
    jobs.run_next()
    job.refresh_from_db()
    assert job.state == "done", str(job.last_error)
    return job, (settings.FILES / job.stored_path).read_bytes()


def files():
    return sorted(path.name for path in (settings.FILES / "exports").glob("*"))
