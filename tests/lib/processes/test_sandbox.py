"""What a program in a sandbox can see and do, and that all of it ends with the sandbox."""

import contextlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps

from evalhub.lib.processes.sandbox import probe, programs

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has namespaces.")

PACKAGE = Path(programs.__file__).parent
SECONDS = 60
OTHER_USER = 12345
# Each is an attack; the program writes the number of those that go through.
ATTACKS = r"""
import ctypes, json, os, resource, socket, sys

given, libc = json.load(open("/given.json")), ctypes.CDLL(None, use_errno=True)

def connect(family, address):
    socket.socket(family).connect(address)

def call(name, *arguments):
    if getattr(libc, name)(*arguments) == -1:
        raise OSError(ctypes.get_errno(), name)

def fill(path):
    with open(path, "wb") as file:
        for _ in range(40):
            file.write(bytes(2**20))
            file.flush()

def fork_without_end():
    for _ in range(100):
        if os.fork() == 0:
            libc.pause()

def raise_limit():
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

ATTACKS = {
    "environment": lambda: os.environ["SECRET_KEY"],
    "file": lambda: open(given["file"]),
    "account": lambda: open("/etc/passwd"),
    "processes": lambda: os.listdir("/proc/1"),
    "signal": lambda: os.kill(given["pid"], 0),
    "signal to all": lambda: os.kill(-1, 9),
    "socket of a file": lambda: connect(socket.AF_UNIX, given["unix"]),
    "abstract socket": lambda: connect(socket.AF_UNIX, given["abstract"]),
    "network": lambda: connect(socket.AF_INET, tuple(given["tcp"])),
    "write to the library": lambda: open(os.__file__, "a"),
    "write beside itself": lambda: open("/main.py", "a"),
    "write to the root": lambda: os.mkdir("/new"),
    "become root": lambda: os.setuid(0),
    "new namespace": lambda: call("unshare", 0x10000000),
    "new namespace by clone": lambda: call("syscall", given["clone"], 0x10000000 | 17, 0, 0, 0, 0),
    "new namespace by clone3": lambda: call("syscall", 435, 0, 0),
    "mount": lambda: call("mount", b"tmpfs", b"/tmp", b"tmpfs", 0, None),
    "trace": lambda: call("ptrace", 0, 0, 0, 0),
    "memory without a limit": lambda: call("memfd_create", b"x", 0),
    "io_uring": lambda: call("syscall", 425, 8, ctypes.create_string_buffer(200)),
    "a shell": lambda: os.execv("/bin/sh", ["sh", "-c", "true"]),
    "much memory": lambda: bytearray(2**30),
    "raise a limit": raise_limit,
    "large file": lambda: fill("/tmp/large"),
    "processes without end": fork_without_end,
}
done = []
for name, attack in ATTACKS.items():
    try:
        attack()
        done.append(name)
    except (OSError, KeyError, ValueError, MemoryError):
        pass
os.write(int(sys.argv[1]), json.dumps([len(ATTACKS), done]).encode())
"""
LEAVES_MUCH_BEHIND = """
import os, signal, time
for number in (signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.setsid()
        time.sleep(10_000)
print("started", flush=True)
time.sleep(WAIT)
"""


@pytest.fixture(autouse=True)
def allowed(monkeypatch):
    monkeypatch.setattr(programs, "_hidden", None)
    programs.allow(hidden=[])


@contextlib.contextmanager
def pipe():
    ours, theirs = os.pipe()
    with open(ours, "rb", 0) as reading, open(theirs, "wb", 0) as writing:
        yield reading, writing


def read_all(file):
    data = b""
    while select.select([file], [], [], SECONDS)[0] and (block := file.read(2**16)):
        data += block
    return data.decode()


def test_no_attack_goes_through(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "k" * 40)
    (tmp_path / "secret-key").write_text("k" * 40)
    with contextlib.ExitStack() as stack:
        for_file, abstract, tcp = (
            stack.enter_context(socket.socket(family)) for family in (socket.AF_UNIX, socket.AF_UNIX, socket.AF_INET)
        )
        for_file.bind(str(tmp_path / "valkey"))
        abstract.bind(f"\0evalhub-{os.getpid()}")
        tcp.bind(("127.0.0.1", 0))
        for each in (for_file, abstract, tcp):
            each.listen()
        given = {
            "file": str(tmp_path / "secret-key"),
            "pid": os.getpid(),
            "unix": for_file.getsockname(),
            "abstract": abstract.getsockname().decode(),
            "tcp": tcp.getsockname(),
            "clone": {"x86_64": 56, "aarch64": 220}[os.uname().machine],
        }
        answer, channel = stack.enter_context(pipe())
        files = {"main.py": ATTACKS, "given.json": json.dumps(given)}
        with programs.started(files, output=subprocess.DEVNULL, channels=[channel]):
            n_attacks, done = json.loads(read_all(answer))

    assert n_attacks == 25 and done == []


@pytest.mark.parametrize("seconds, is_killed", [(0, False), (10_000, True)])
def test_nothing_outlives_its_sandbox(seconds, is_killed):
    program = LEAVES_MUCH_BEHIND.replace("WAIT", str(seconds))
    with pipe() as (printed, output), pipe() as (held, channel):
        with programs.started({"main.py": program}, output=output.fileno(), channels=[channel]) as process:
            output.close()
            assert read_all(printed) == "started\n" if not is_killed else printed.read(100) == b"started\n"
            assert (process.poll() is None) == is_killed or process.wait(SECONDS) is not None

        assert read_all(held) == ""  # nobody has the other end any more


def test_sandbox_ends_with_whoever_started_it():
    """The launcher is the only process that knows of it: not even its own end leaves the program behind."""
    with pipe() as (printed, output), pipe() as (held, channel):
        program = LEAVES_MUCH_BEHIND.replace("WAIT", "10_000")
        with programs.started({"main.py": program}, output=output.fileno(), channels=[channel]) as process:
            assert printed.read(100) == b"started\n"
            os.kill(process.pid, signal.SIGKILL)

            assert read_all(held) == ""


def test_probe_sees_nothing_in_a_sandbox_but_what_lies_in_the_library():
    programs.allow(hidden=[__file__, "/run", str(Path.home() / ".ssh")])
    assert programs.seen_by_probe() == []
    programs.allow(hidden=[os.__file__])
    assert programs.seen_by_probe() == ["files"]


def test_probe_sees_everything_outside(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["", "1023"])
    given = {"hidden": [], "visible": []}

    assert [name for name, sees in probe.CHECKS.items() if sees(given)] == list(probe.CHECKS)


@pytest.mark.skipif(os.geteuid() != 0, reason="All other tests run as another account than root already.")
def test_another_account_than_root_has_sandboxes_too(tmp_path):
    """With an interpreter and modules that this account can read, which is the system's own where root has its own."""
    folder = Path("/tmp", tmp_path.parent.name + tmp_path.name)
    copy = folder.joinpath(*programs.__name__.split(".")[:-1])
    code = f"import sys; sys.path.insert(0, {str(folder)!r}); from {programs.__name__} import seen_by_probe as seen"
    account = {"user": OTHER_USER, "group": OTHER_USER, "extra_groups": [], "env": {}, "cwd": "/"}
    try:
        shutil.copytree(PACKAGE, copy)
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o755)
        found = subprocess.run(
            ["/usr/bin/python3", "-I", "-B", "-c", f"{code}; print(seen())"],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            **account,
        )
    finally:
        shutil.rmtree(folder)

    assert (found.stdout, found.stderr) == ("[]\n", "")


def test_why_there_can_be_no_sandbox(monkeypatch):
    monkeypatch.setattr(programs, "_visible", lambda: ("/nowhere",))

    with pytest.raises(programs.SandboxFailed, match="No such file or directory"):
        programs.seen_by_probe()


def test_switch_is_off_by_default_and_hides_what_is_secret(settings, monkeypatch):
    monkeypatch.setattr(programs, "_hidden", None)
    config = apps.get_app_config("evalhub")
    config.ready()
    assert not programs.is_allowed()

    settings.SANDBOX = True
    settings.HOME = Path(os.__file__).parent
    config.ready()

    assert programs.is_allowed() and programs.seen_by_probe() == ["files"]


def test_web_process_starts_no_program(monkeypatch):
    monkeypatch.setattr(programs, "_is_web", False)
    programs.forbid()

    with pytest.raises(programs.SandboxFailed, match="web process"):
        with programs.started({"main.py": ""}, output=subprocess.DEVNULL):
            pass
