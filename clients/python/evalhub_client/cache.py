"""Snapshots on this machine, one of each study: a folder for each server and study, in it one for the etag."""

import hashlib
import json
import os
import shutil
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

MANIFEST = "manifest.json"
HALF_DONE = "half-"
LEFTOVER_SECONDS = 24 * 3600


def usual_folder():
    """$EVALHUB_CACHE, else evalhub in the folder that this system has for caches of programs."""
    named = os.environ.get("EVALHUB_CACHE")
    return Path(named) if named else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "evalhub"


class Cache:
    """The snapshots of one study of one server."""

    def __init__(self, folder, *, url, study_id):
        self.folder = Path(folder) / hashlib.sha256(f"{url} {study_id.lower()}".encode()).hexdigest()[:32]

    def newest(self):
        """The manifest that is kept, None without one."""
        found = sorted(self.folder.glob(f"*/{MANIFEST}"), key=lambda path: path.stat().st_mtime)
        return json.loads(found[-1].read_bytes()) if found else None

    def path(self, manifest, table, suffix):
        """Where a table of the snapshot is, or would be."""
        return self.folder / manifest["etag"] / f"{table}.{suffix}"

    def has(self, manifest, table, suffix, size_bytes):
        """Whether a table of the snapshot is here as a whole."""
        path = self.path(manifest, table, suffix)
        return path.exists() and path.stat().st_size == size_bytes

    def same_file(self, file, table, suffix):
        """A kept file with the hash of this one: the table has not changed between two snapshots. None without one."""
        kept = self.newest()
        same = kept and kept["tables"][table]["files"][suffix]["sha256"] == file["sha256"]
        return self.path(kept, table, suffix) if same and self.has(kept, table, suffix, file["size_bytes"]) else None

    @contextmanager
    def filling(self, etag):
        """A folder to write into; it takes its place as a whole at the end, or goes without a trace."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        half = Path(tempfile.mkdtemp(prefix=HALF_DONE, dir=self.folder))
        try:
            yield half
            final = self.folder / etag
            final.mkdir(exist_ok=True)
            for file in sorted(half.iterdir(), key=lambda path: path.name == MANIFEST):
                file.replace(final / file.name)
        finally:
            shutil.rmtree(half, ignore_errors=True)

    def forget_others(self, etag):
        """Remove every snapshot but this one, and what killed programs have left."""
        for path in self.folder.glob(f"*/{MANIFEST}"):
            if path.parent.name != etag:
                shutil.rmtree(path.parent, ignore_errors=True)
        for path in self.folder.glob(f"{HALF_DONE}*"):
            if path.stat().st_mtime < time.time() - LEFTOVER_SECONDS:
                shutil.rmtree(path, ignore_errors=True)
