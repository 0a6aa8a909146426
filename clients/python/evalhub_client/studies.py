"""A study of a server, and the tables of its bundle, downloaded once."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import httpx
import pandas

from . import frames
from .cache import MANIFEST, Cache
from .errors import BundleChanged, Damaged, Incompatible, NotFound, Refused
from .server import Server

SCHEMA_VERSION = 1
TABLES = ("responses", "response_items", "rubrics", "evidence", "samples")
FORMATS = ("parquet", "csv")
TRIES = 3


class Study:
    """One snapshot of a study, taken when first looked at: all tables are of one moment until `refresh` or `download`.

    The server is asked whether the snapshot that is kept here is still the newest; a table that has not changed is not
    downloaded again.
    """

    def __init__(self, server: Server, study_id: str, cache: Cache) -> None:
        self._server = server
        self._study_id = study_id
        self._cache = cache
        self._manifest: dict[str, Any] | None = None

    @property
    def manifest(self) -> dict[str, Any]:
        """What the snapshot is about: study, run with its status, counts, columns, hashes."""
        return self._manifest or self.refresh()

    def responses(self) -> pandas.DataFrame:
        """A row for each score: a model's or a person's answer about one bundle of evidence."""
        return self.table("responses")

    def response_items(self) -> pandas.DataFrame:
        """A row for each evidence of a score."""
        return self.table("response_items")

    def rubrics(self) -> pandas.DataFrame:
        """A row for each rubric."""
        return self.table("rubrics")

    def evidence(self) -> pandas.DataFrame:
        """A row for each evidence."""
        return self.table("evidence")

    def samples(self) -> pandas.DataFrame:
        """A row for each sample, with or without a rubric."""
        return self.table("samples")

    def table(self, name: str) -> pandas.DataFrame:
        """The DataFrame of a table by its name."""
        manifest = self.manifest
        try:
            return frames.read(self._cache.path(manifest, name, "parquet"), manifest["tables"][name]["columns"])
        except FileNotFoundError:
            raise BundleChanged("Another program has refreshed this study meanwhile. Call refresh().") from None

    def refresh(self) -> dict[str, Any]:
        """Ask for the newest snapshot, download what has changed, and return its manifest."""
        self._manifest = self._fresh("parquet")
        return self._manifest

    def download(self, to: str | Path, suffix: str = "parquet") -> dict[str, Any]:
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

    def _fresh(self, suffix: str) -> dict[str, Any]:
        """The manifest of the newest snapshot, whose files are kept here then."""
        for _ in range(TRIES - 1):
            try:
                return self._newest(suffix)
            except BundleChanged:
                continue
        return self._newest(suffix)

    def _newest(self, suffix: str) -> dict[str, Any]:
        kept = self._cache.newest()
        known = kept["etag"] if kept and not self._missing(kept, suffix) else None
        manifest = self._newest_manifest(known) or kept or {}
        version = manifest.get("export_schema_version")
        if version != SCHEMA_VERSION:
            raise Incompatible(
                f"The bundle has schema version {version!r}, this evalhub-client reads {SCHEMA_VERSION}. "
                "Install the client that comes with the server."
            )
        if manifest is not kept:
            self._fill(manifest, suffix)
        return manifest

    def _missing(self, manifest: dict[str, Any], suffix: str) -> list[str]:
        """The tables that are not kept here, or not whole."""
        files = {table: facts["files"][suffix] for table, facts in manifest["tables"].items()}
        return [table for table in TABLES if not self._cache.has(manifest, table, suffix, files[table]["size_bytes"])]

    def _fill(self, manifest: dict[str, Any], suffix: str) -> None:
        with self._cache.filling(manifest["etag"]) as folder:
            for table in self._missing(manifest, suffix):
                file, target = manifest["tables"][table]["files"][suffix], folder / f"{table}.{suffix}"
                same = self._cache.same_file(file, table, suffix)
                if same is None:
                    self._fetch(manifest, table, suffix, target)
                else:
                    shutil.copyfile(same, target)
            (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
        self._cache.forget_others(manifest["etag"])

    def _newest_manifest(self, known: str | None) -> dict[str, Any] | None:
        """The manifest of the study's bundle; None when it is still the one whose etag is `known`."""
        headers = {"If-None-Match": f'"{known}"'} if known else {}
        # While the server writes the bundle, it says how long to wait.
        response = self._server.request("GET", self._address(), headers=headers, patience=self._server.timeout)
        return None if response.status_code == 304 else _manifest(response)

    def _fetch(self, manifest: dict[str, Any], table: str, suffix: str, target: Path) -> None:
        """Write a table of a manifest to `target`, which must not exist; Damaged on another hash."""
        address, digest = f"{self._address()}/{table}.{suffix}", hashlib.sha256()
        try:
            with self._server.stream(address, snapshot=manifest["etag"]) as response, target.open("xb") as out:
                for chunk in response.iter_bytes():
                    digest.update(chunk)
                    out.write(chunk)
        except Refused as problem:
            if problem.status != 410:
                raise
            raise BundleChanged(f"The study has changed meanwhile. {problem.message}", status=410) from None
        if digest.hexdigest() != manifest["tables"][table]["files"][suffix]["sha256"]:
            raise Damaged(f"{address} arrived with another hash than the manifest gives. Try again.")

    def _address(self) -> str:
        if not self._study_id.isascii() or not self._study_id.replace("-", "").isalnum():
            raise NotFound(
                f"There is no study {self._study_id!r}: its id is 32 digits and letters, as its address shows."
            )
        return f"/v1/studies/{self._study_id}/bundle"


def _manifest(response: httpx.Response) -> dict[str, Any]:
    """The manifest; its etag is safe as a file name."""
    try:
        found = response.json()
        is_manifest = found["etag"].isascii() and found["etag"].isalnum() and found["export_schema_version"]
    except (ValueError, KeyError, TypeError, AttributeError):
        is_manifest, found = False, {}
    if not is_manifest:
        raise Refused(f"{response.url} did not answer with a bundle. Is this the address of an EvalHub server?")
    return found
