"""`make mutants`: how many of the listed bugs the tests notice.

make mutants                                 all of them
make mutants ARGS='queue ledger'             those of some areas
make mutants ARGS='"closed item"'            those whose name holds these words
make mutants ARGS='--sample 10 --seed 3'     ten drawn by chance, the same for the same seed
make mutants ARGS='--list'                   their names
"""

import argparse
import atexit
import os
import random
import shutil
import signal
import sys
import tempfile
from pathlib import Path

from evalhub.local.paths import Home
from tests import services
from tests.mutants.areas import AREAS
from tests.mutants.runner import KILLED, SLOTS, TestsAreRed, Tree, check_green, try_all

LEAST, OF = 58, 62


def main():
    parser = argparse.ArgumentParser(
        prog="make mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"words of a name, or an area: {', '.join(AREAS)}")
    parser.add_argument("--sample", type=int, metavar="N", help="draw N of them by chance")
    parser.add_argument("--seed", type=int, default=0, help="of the draw; 0 unless given")
    parser.add_argument("--list", action="store_true", help="print the names and do nothing")
    options = parser.parse_args()
    chosen = choose(options.names)
    if not chosen:
        parser.error(f"No mutant is called {' '.join(options.names)!r}. Areas: {', '.join(AREAS)}.")
    if options.sample is not None and not 1 <= options.sample <= len(chosen):
        parser.error(f"--sample is {options.sample}. Valid: 1 to {len(chosen)}.")
    if options.sample is not None:
        chosen = random.Random(options.seed).sample(chosen, options.sample)
    if options.list:
        print("\n".join(f"{area}: {mutant.name}" for area, mutant in chosen))
        return 0
    return try_out(chosen)


def choose(names):
    """[(area, Mutant)] whose area is named or whose name holds one of the texts; all of them without any."""
    return [
        (area, mutant)
        for area, mutants in AREAS.items()
        for mutant in mutants
        if not names or any(name == area or name.lower() in mutant.name.lower() for name in names)
    ]


def least(number):
    """How many of so many mutants must be killed: the same share as of all."""
    return -(-number * LEAST // OF)


def try_out(chosen):
    """The exit status: 0 when enough were killed, 1 when not, 2 when the tests fail without a mutant."""
    areas, mutants = {mutant: area for area, mutant in chosen}, [mutant for _, mutant in chosen]

    def tell(verdict):
        mutant, seconds = verdict.mutant, f"{verdict.seconds:.0f} s"
        print(f"{verdict.result:<13} {areas[mutant]}: {mutant.name} ({seconds})", flush=True)
        if verdict.result != KILLED:
            print("\n".join(f"    {line}" for line in [mutant.file, *verdict.told.splitlines()[-12:]]), flush=True)

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    # Removed after the servers have ended, and by the next run of tests should this one be killed.
    folder = Path(tempfile.mkdtemp(prefix=f"{services.PREFIX}{os.getpid()}-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    home = Home(folder / "home")
    home.create()
    services.start_services(home)
    trees = [Tree(folder, slot) for slot in range(min(SLOTS, len(mutants)))]
    try:
        print(f"Running the tests of {len(mutants)} mutants without any of them.", flush=True)
        check_green(trees, mutants)
        found = try_all(trees, mutants, tell)
    except TestsAreRed as problem:
        print(f"{problem}\nThese tests fail without any mutant, so nothing is counted.", flush=True)
        return 2
    finally:
        for tree in trees:
            tree.stop()
    killed = sum(verdict.result == KILLED for verdict in found)
    print(f"killed {killed} of {len(found)}", flush=True)
    return int(killed < least(len(found)))


if __name__ == "__main__":
    sys.exit(main())
