"""The organization itself: members, invitations, teams, API keys, limits, and the audit log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ..server import Resource, id_of, path

Member = Mapping[str, Any] | int | str


class Members(Resource):
    """People of the organization with their role, and what they may annotate."""

    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Members by e-mail; filters are q, role, team, tag, language and blocked."""
        return self._server.rows(path("people"), "people", **filters)

    def get(self, member: Member) -> dict[str, Any]:
        return self._server.get(_member(member))

    def change(self, member: Member, **fields: Any) -> dict[str, Any]:
        """`fields` are role, expertise_tags and languages."""
        return self._server.patch(_member(member), fields)

    def block(self, member: Member, reason: str) -> dict[str, Any]:
        """Give no new item to a person; what they answered is kept."""
        return self._server.patch(_member(member), {"blocked": True, "reason": reason})

    def unblock(self, member: Member, reason: str) -> dict[str, Any]:
        return self._server.patch(_member(member), {"blocked": False, "reason": reason})

    def remove(self, member: Member) -> None:
        """End the membership and its API keys; what the person answered still counts."""
        self._server.delete(_member(member))


class Invitations(Resource):
    """People that the organization waits for."""

    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Invitations, newest first; filters are state, role and q."""
        return self._server.rows(path("invitations"), "invitations", **filters)

    def get(self, invitation: Mapping[str, Any] | str) -> dict[str, Any]:
        return self._server.get(path("invitations", id_of(invitation, "invitation_id")))

    def create(self, email: str, role: str) -> dict[str, Any]:
        """Invite a person; `link` of the answer is to be sent to them, and shown this once."""
        return self._server.post(path("invitations"), {"email": email, "role": role})

    def resend(self, invitation: Mapping[str, Any] | str) -> dict[str, Any]:
        """Another link in place of the one before."""
        return self._server.post(path("invitations", id_of(invitation, "invitation_id"), "resend"))

    def withdraw(self, invitation: Mapping[str, Any] | str) -> None:
        self._server.delete(path("invitations", id_of(invitation, "invitation_id")))


class Teams(Resource):
    """Named groups of members."""

    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Teams, newest first; filters are name and since."""
        return self._server.rows(path("teams"), "teams", **filters)

    def get(self, team: Mapping[str, Any] | str) -> dict[str, Any]:
        """A team with its members."""
        return self._server.get(path("teams", id_of(team, "team_id")))

    def create(self, name: str, members: Iterable[Member] = ()) -> dict[str, Any]:
        return self._server.post(path("teams"), {"name": name, "members": _numbers(members)})

    def change(
        self,
        team: Mapping[str, Any] | str,
        *,
        name: str | None = None,
        add: Iterable[Member] = (),
        remove: Iterable[Member] = (),
    ) -> dict[str, Any]:
        """Rename a team, add members and take members out; all of it or nothing."""
        body: dict[str, Any] = {"add": _numbers(add), "remove": _numbers(remove)}
        return self._server.patch(
            path("teams", id_of(team, "team_id")), body if name is None else body | {"name": name}
        )

    def delete(self, team: Mapping[str, Any] | str) -> None:
        """Delete a team; its members stay in the organization."""
        self._server.delete(path("teams", id_of(team, "team_id")))


class ApiKeys(Resource):
    """Keys by which programs act as a member."""

    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Keys, newest first: one's own, for admins all; filters are state, person and q."""
        return self._server.rows(path("api-keys"), "api_keys", **filters)

    def get(self, key: Mapping[str, Any] | str) -> dict[str, Any]:
        return self._server.get(path("api-keys", id_of(key, "key_id")))

    def create(self, name: str, **fields: Any) -> dict[str, Any]:
        """A key that acts as the caller; `secret` of the answer is shown this once.

        `fields`: scopes, expires_at, and dataset_id, task_id or experiment_id of the only object it may call about.
        """
        return self._server.post(path("api-keys"), {"name": name, **fields})

    def revoke(self, key: Mapping[str, Any] | str) -> None:
        """Refuse the key from now on."""
        self._server.delete(path("api-keys", id_of(key, "key_id")))


class Limits(Resource):
    """What the organization may spend, and how often its keys and models may be asked."""

    def budget(self) -> dict[str, Any]:
        """The monthly budget, with what is spent and reserved."""
        return self._server.get(path("budget"))

    def set_budget(self, monthly_usd: float | None) -> dict[str, Any]:
        """The most that all runs spend in a calendar month (UTC); None: no limit."""
        return self._server.put(path("budget"), {"monthly_usd": monthly_usd})

    def requests(self) -> dict[str, Any]:
        """Requests a minute of API keys: sync, batch, query, organization."""
        return self._server.get(path("request-limits"))

    def set_requests(self, **limits: int | None) -> dict[str, Any]:
        """`limits` are sync, batch, query and organization; None: those of the server."""
        return self._server.patch(path("request-limits"), limits)

    def models(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Profiles of rate limits of models in all versions, newest first; filters are current and profile."""
        return self._server.rows(path("rate-limits"), "profiles", **filters)

    def set_models(self, rows: Iterable[Mapping[str, Any]], profile: str = "") -> dict[str, Any]:
        """The next version of a profile; a row is about a provider or one of its models."""
        return self._server.post(path("rate-limits"), {"profile": profile, "rows": [dict(row) for row in rows]})


class AuditLog(Resource):
    """Who did what."""

    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Events, newest first; filters are action, person, since and until."""
        return self._server.rows(path("audit-log"), "events", **filters)

    def download(self, to: str | Path, *, format: str = "csv", **filters: Any) -> Path:
        """Write all events that fit to a file, as csv or jsonl; the log notes that."""
        return self._server.save(path("audit-log", f"events.{format}"), to, **filters)


def _member(member: Member) -> str:
    return path("people", _number(member))


def _number(member: Member) -> Any:
    return member["membership_id"] if isinstance(member, Mapping) else member


def _numbers(members: Iterable[Member]) -> list[int]:
    return [int(_number(member)) for member in members]
