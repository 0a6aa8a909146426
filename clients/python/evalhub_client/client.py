"""A server, a study of it, and the study's tables."""

import json
import shutil
from pathlib import Path

from . import frames
from .cache import MANIFEST, Cache, usual_folder
from .errors import BundleChanged, Incompatible
from .server import Server

SCHEMA_VERSION = 1
TABLES = ("responses", "response_items", "rubrics", "evidence", "samples")
FORMATS = ("parquet", "csv")
TRIES = 3


class Client:
    """An EvalHub server, as one key may see it. `cache` is a folder; `timeout` counts seconds for one answer."""

    def __init__(self, url, key, *, cache=None, timeout=300.0):
        self._server = Server(url, key, timeout=timeout)
        self._cache = cache or usual_folder()

    def study(self, study_id):
        """The Study; nothing is asked yet."""
        study_id = str(study_id)
        return Study(self._server, study_id, Cache(self._cache, url=self._server.url, study_id=study_id))


class Study:
    """One snapshot of a study, taken when first looked at: all tables are of one moment until `refresh` or `download`.

    The server is asked whether the snapshot that is kept here is still the newest; a table that has not changed is not
    downloaded again.
    """

    def __init__(self, server, study_id, cache):
        self._server = server
        self._study_id = study_id
        self._cache = cache
        self._manifest = None

    @property
    def manifest(self):
        """What the snapshot is about: study, run with its status, counts, columns, hashes."""
        return self._manifest or self.refresh()

    def responses(self):
        """A row for each score: a model's or a person's answer about one bundle of evidence."""
        return self.table("responses")

    def response_items(self):
        """A row for each evidence of a score."""
        return self.table("response_items")

    def rubrics(self):
        """A row for each rubric."""
        return self.table("rubrics")

    def evidence(self):
        """A row for each evidence."""
        return self.table("evidence")

    def samples(self):
        """A row for each sample, with or without a rubric."""
        return self.table("samples")

    def table(self, name):
        """The DataFrame of a table by its name."""
        manifest = self.manifest
        try:
            return frames.read(self._cache.path(manifest, name, "parquet"), manifest["tables"][name]["columns"])
        except FileNotFoundError:
            raise BundleChanged("Another program has refreshed this study meanwhile. Call refresh().") from None

    def refresh(self):
        """Ask for the newest snapshot, download what has changed, and return its manifest."""
        self._manifest = self._fresh("parquet")
        return self._manifest

    def download(self, to, suffix="parquet"):
        """Put the newest snapshot's tables and its manifest into the folder `to`; returns the manifest.

        What this Study tells from then on is of that moment or later.
        """
        manifest, to = self._fresh(suffix), Path(to)
        self._manifest = None
        to.mkdir(parents=True, exist_ok=True)
        paths = [self._cache.path(manifest, table, suffix) for table in TABLES]
        for path in [*paths, paths[0].with_name(MANIFEST)]:
            shutil.copyfile(path, to / path.name)
        return manifest

    def _fresh(self, suffix):
        """The manifest of the newest snapshot, whose files are kept here then."""
        for attempt in range(1, TRIES + 1):
            try:
                with self._server.session() as session:
                    return self._newest(session, suffix)
            except BundleChanged:
                if attempt == TRIES:
                    raise

    def _newest(self, session, suffix):
        kept = self._cache.newest()
        known = kept["etag"] if kept and not self._missing(kept, suffix) else None
        manifest = session.manifest(self._study_id, known=known) or kept
        version = manifest.get("export_schema_version")
        if version != SCHEMA_VERSION:
            raise Incompatible(
                f"The bundle has schema version {version!r}, this evalhub-client reads {SCHEMA_VERSION}. "
                "Install the client that comes with the server."
            )
        if manifest is not kept:
            self._fill(session, manifest, suffix)
        return manifest

    def _missing(self, manifest, suffix):
        """The tables that are not kept here, or not whole."""
        files = {table: facts["files"][suffix] for table, facts in manifest["tables"].items()}
        return [table for table in TABLES if not self._cache.has(manifest, table, suffix, files[table]["size_bytes"])]

    def _fill(self, session, manifest, suffix):
        with self._cache.filling(manifest["etag"]) as folder:
            for table in self._missing(manifest, suffix):
                file, target = manifest["tables"][table]["files"][suffix], folder / f"{table}.{suffix}"
                same = self._cache.same_file(file, table, suffix)
                if same is None:
                    session.fetch(self._study_id, manifest, table, suffix, target)
                else:
                    shutil.copyfile(same, target)
            (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
        self._cache.forget_others(manifest["etag"])
