"""Who we are: a name, and where the server wants it the login server's word for it."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from reineke.game import GameError
from reineke.live.showdown.wire import user_id
from reineke.live.web import Busy
from reineke.record.text import one_line

LOGIN = "https://play.pokemonshowdown.com/action.php"
PATIENCE = 20.0
"""Seconds that the login server has."""


@dataclass(frozen=True)
class Account:
    """A name, a password if it is registered, and the login server."""

    name: str
    password: str | None = None
    login: str = LOGIN

    def __post_init__(self) -> None:
        if not user_id(self.name) or len(self.name) > 18 or set(self.name) & set("|,\n"):
            raise GameError(f"{self.name!r} is no name for a user: up to 18 characters, with a letter or digit")

    @property
    def id(self) -> str:
        """What the server tells users apart by."""
        return user_id(self.name)

    def assertion(self, challenge: str, url: str) -> str:
        """What proves to the server at `url` that the name is ours; without a password, one on loopback wants no proof.
        Raises `GameError`, `Busy` if the login server cannot be reached. Blocks."""
        if self.password is not None:
            answer = _post(
                self.login, {"act": "login", "name": self.name, "pass": self.password, "challstr": challenge}
            )
            return self._granted(answer)
        if urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1"):
            return ""
        answer = _post(self.login, {"act": "getassertion", "userid": self.id, "challstr": challenge})
        if answer == ";":
            raise GameError(f"the name {self.name} is registered: a password is needed")
        if answer.startswith(";;"):
            raise GameError(f"the login server refuses {self.name}: {one_line(answer[2:], 120)}")
        return answer

    def _granted(self, answer: str) -> str:
        try:
            found = json.loads(answer.removeprefix("]"))
            granted, assertion = bool(found["actionsuccess"]), str(found.get("assertion", ""))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise GameError(f"{self.login} is no login server: it answers {one_line(answer, 60)!r}") from None
        if granted and assertion and not assertion.startswith(";"):
            return assertion
        why = one_line(assertion.lstrip(";"), 120) or "wrong name or password"
        raise GameError(f"the login server refuses {self.name}: {why}")


def _post(url: str, fields: dict[str, str]) -> str:
    try:
        request = urllib.request.Request(url, urlencode(fields).encode())
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return str(answer.read(1 << 20).decode(errors="replace")).strip()
    except (OSError, ValueError) as error:
        why = error.reason if isinstance(error, urllib.error.URLError) else error
        raise Busy(f"cannot reach the login server at {url}: {one_line(str(why), 120)}") from error
