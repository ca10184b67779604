"""Where a server listens, and who may call it."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from pathlib import Path

from sensei.core.errors import UsageError


@dataclass(frozen=True, slots=True)
class Bind:
    """Where to listen, and who may call.

    Args:
        host: an address in figures, or ``localhost``.
        port: 0 takes a free one.
        token: what callers must send.
        own_token: whether the user gave the token; one that was made up is for the loopback only.
        certificate, key: PEM files for TLS; both or none.
        http_port: of the HTTP side; 0 takes a free one, None is without.
        http_names: what a Host header may name besides the address.
    """

    host: str = "127.0.0.1"
    port: int = 0
    token: str = ""
    own_token: bool = False
    certificate: Path | None = None
    key: Path | None = None
    http_port: int | None = None
    http_names: tuple[str, ...] = ()

    def check(self) -> None:
        """Refuses what would let strangers in.

        Raises:
            UsageError: with the reason.
        """
        if (self.certificate is None) != (self.key is None):
            raise UsageError("a certificate without its key, or a key alone", "give both or none")
        if self.loopback:
            return
        missing = [] if self.own_token else ["a token of your own (--token-file FILE)"]
        missing += [] if self.certificate else ["TLS (--tls-certificate FILE --tls-key FILE)"]
        if self.http_port is not None and not self.http_names:
            missing.append("the names it is called by (--http-name NAME)")
        if missing:
            raise UsageError(
                f"{self.host} can be reached from other machines, and whoever reaches this server "
                f"runs code on this one; that needs {' and '.join(missing)}",
                "leave --host out for this machine only",
            )

    @property
    def target(self) -> str:
        """``host:port``."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def loopback(self) -> bool:
        """Whether only this machine can call.

        Raises:
            UsageError: the host is no address.
        """
        try:
            return ipaddress.ip_address(self.address).is_loopback
        except ValueError:
            raise UsageError(
                f"'{self.host}' is no address in figures", "as 127.0.0.1, or ::1"
            ) from None

    @property
    def address(self) -> str:
        """The host in figures."""
        return "127.0.0.1" if self.host == "localhost" else self.host
