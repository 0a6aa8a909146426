"""Started in place of a child process: drops to its account, ties it to its parent's life, then becomes it.

Run as a file with `python -I -S shim.py PARENT UID GID SIGNAL COMMAND...`; a UID of -1 keeps the account.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main(arguments):
    parent, uid, gid, death_signal = (int(number) for number in arguments[:4])
    command = arguments[4:]
    # The C library is loaded before the account changes: the new one may not be able to read it.
    library = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
    if uid >= 0:
        os.setgroups([gid])
        os.setgid(gid)
        os.setuid(uid)
    if library is not None:
        # After setuid, which would clear it.
        library.prctl(PR_SET_PDEATHSIG, death_signal, 0, 0, 0)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
    try:
        os.execv(command[0], command)
    except OSError as error:
        sys.exit(f"cannot run {command[0]}: {error.strerror}")


if __name__ == "__main__":
    main(sys.argv[1:])
