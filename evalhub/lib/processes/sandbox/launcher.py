"""The program that puts another one into a sandbox: the lines of `_enter` are what it may see and do.

It imports nothing of the project. A line of JSON on stdin says what to start; the end of stdin kills it. What goes
wrong before it runs is a line on stderr.
"""

import ctypes
import json
import os
import platform
import resource
import select
import signal
import sys

NEW_USER = 0x10000000
NAMESPACES = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x20000000 | 0x40000000  # mount cgroup uts ipc pid net
MS_PRIVATE = 0x4000 | 1 << 18  # and all below
READ_ONLY, NO_SUID, NO_DEVICES = 1, 2, 4  # as mount() and mount_setattr() take them
AT_HERE, AT_EMPTY_PATH, AT_RECURSIVE = -100, 0x1000, 0x8000
BY_NUMBER = {"open_tree": 428, "move_mount": 429, "mount_setattr": 442}  # on all machines; no library has them yet
SYSTEM_USERS = range(61184, 65520)  # systemd gives them to services for a while: nobody else has files of theirs
NOBODY = 65534
SCRATCH_BYTES = 16 * 2**20
LIMITS = {
    resource.RLIMIT_AS: 512 * 2**20,
    resource.RLIMIT_NPROC: 16,  # threads count
    resource.RLIMIT_NOFILE: 64,
    resource.RLIMIT_FSIZE: SCRATCH_BYTES,
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_MEMLOCK: 0,
}
# (x86_64, aarch64). What opens a way to other processes, to the kernel, or to memory that no limit counts.
REFUSED_CALLS = {
    "socket": (41, 198),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    "syslog": (103, 116),
    "memfd_create": (319, 279),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
}
MACHINES = {"x86_64": (0, 0xC000003E, 56), "aarch64": (1, 0xC00000B7, 220)}  # column above, audit name, clone()
# From here on the numbers are the same on all machines: io_uring, mounts by descriptor, clone3, what is yet to come.
FIRST_OF_NEW_CALLS = 424

_libc = ctypes.CDLL(None, use_errno=True)


def main() -> None:
    request = json.loads(sys.stdin.buffer.readline())
    _unshare()
    pid = os.fork()  # the first process of its namespace: with it all others in there end
    if pid == 0:
        _enter(request)
    for each in (1, *request["descriptors"]):
        os.close(each)
    select.select([os.pidfd_open(pid), sys.stdin], [], [])
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def _unshare():
    """As root by its rights alone; any other account in a user namespace, in which it is nobody."""
    uid, gid = os.geteuid(), os.getegid()
    _call("unshare", NAMESPACES | (NEW_USER if uid else 0))
    if uid:
        maps = {"setgroups": "deny", "uid_map": f"{NOBODY} {uid} 1", "gid_map": f"{NOBODY} {gid} 1"}
        for name, text in maps.items():
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)


def _enter(request):
    nothing = os.open("/dev/null", os.O_RDONLY)
    _change_root(request["visible"], request["files"])
    _call("sethostname", b"sandbox", 7)
    for kind, most in (LIMITS | {resource.RLIMIT_CPU: request["cpu_seconds"]}).items():
        resource.setrlimit(kind, (most, most))
    if os.geteuid() == 0:
        user = SYSTEM_USERS[int.from_bytes(os.urandom(4)) % len(SYSTEM_USERS)]
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)  # all capabilities end here, those of a user namespace at exec
    _call("prctl", 1, signal.SIGKILL, 0, 0, 0)  # when the launcher dies
    _call("prctl", 38, 1, 0, 0, 0)  # no new privileges
    _refuse_calls()
    os.setsid()
    for each in request["descriptors"]:
        os.set_inheritable(each, True)
    os.dup2(nothing, 0)
    failed_start = os.dup(2)  # closed by exec, as is everything else
    os.dup2(1, 2)
    try:
        program = request["program"]
        os.execve(program, [program, "-I", "-S", "-B", "/main.py", *map(str, request["descriptors"])], {})
    finally:
        os.dup2(failed_start, 2)


def _change_root(visible, files):
    """A root of `visible`, which nobody can write to, of `files`, {name: text}, and of a /tmp of limited size."""
    os.umask(0o022)
    _call("mount", None, b"/", None, MS_PRIVATE, None)
    trees = [(path, os.path.isdir(path), _tree(path)) for path in visible]
    _mount_memory("/tmp", "mode=755")  # nobody sees it but this process
    os.chdir("/tmp")
    for path, is_folder, tree in trees:
        os.makedirs(f".{path}" if is_folder else f".{os.path.dirname(path)}", exist_ok=True)
        if not is_folder:
            open(f".{path}", "x").close()
        _call("move_mount", tree, b"", AT_HERE, f".{path}".encode(), 4)  # 4: of the empty path, the tree itself
    for name, text in files.items():
        with open(name, "x", encoding="utf-8", errors="surrogatepass") as file:
            file.write(text)
    os.mkdir("tmp")
    _mount_memory("tmp", f"mode=1777,nr_inodes=1000,size={SCRATCH_BYTES}")
    _call("pivot_root", b".", b".")
    _call("umount2", b".", 2)  # 2: as soon as nobody uses it
    os.chdir("/")
    _set_attributes(AT_HERE, b"/", 0, READ_ONLY)


def _tree(path):
    """A copy of the mounts from this path on, to be put elsewhere."""
    tree = _call("open_tree", AT_HERE, path.encode(), 1 | os.O_CLOEXEC | AT_RECURSIVE)
    _set_attributes(tree, b"", AT_EMPTY_PATH | AT_RECURSIVE, READ_ONLY | NO_SUID | NO_DEVICES)
    return tree


def _mount_memory(target, options):
    _call("mount", b"tmpfs", target.encode(), b"tmpfs", NO_SUID | NO_DEVICES, options.encode())


def _set_attributes(folder, path, flags, attributes):
    given = (ctypes.c_uint64 * 4)(attributes)
    _call("mount_setattr", folder, path, flags, given, ctypes.sizeof(given))


def _refuse_calls():
    """A filter that answers EPERM to REFUSED_CALLS and new namespaces, ENOSYS to new calls, and ends other machines."""
    column, machine, clone = MACHINES[platform.machine()]
    load, equal, at_least, any_bit, end = 0x20, 0x15, 0x35, 0x45, 0x06
    allow, kill, refuse = 0x7FFF0000, 0x80000000, 0x00050000
    lines = [(load, 0, 0, 4), (equal, 1, 0, machine), (end, 0, 0, kill), (load, 0, 0, 0)]
    lines += [(at_least, 0, 1, FIRST_OF_NEW_CALLS), (end, 0, 0, refuse | 38)]
    for numbers in REFUSED_CALLS.values():
        lines += [(equal, 0, 1, numbers[column]), (end, 0, 0, refuse | 1)]
    lines += [(equal, 0, 3, clone), (load, 0, 0, 16), (any_bit, 0, 1, NAMESPACES | NEW_USER), (end, 0, 0, refuse | 1)]
    lines += [(end, 0, 0, allow)]
    code = b"".join(
        each.to_bytes(size, sys.byteorder) for line in lines for each, size in zip(line, (2, 1, 1, 4), strict=True)
    )

    class Filter(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]

    _call("prctl", 22, 2, ctypes.byref(Filter(len(lines), code)), 0, 0)


def _call(name, *arguments):
    if name in BY_NUMBER:
        function, arguments = _libc.syscall, (BY_NUMBER[name], *arguments)
    else:
        function = getattr(_libc, name)
    result = function(*(ctypes.c_long(each) if isinstance(each, int) else each for each in arguments))
    if result == -1:
        raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")
    return result


if __name__ == "__main__":
    try:
        main()
    except (OSError, KeyError, ValueError) as error:
        sys.exit(str(getattr(error, "strerror", error)))
