"""`make mutants`: how many bugs the tests notice, of those listed and of some that nobody chose.

make mutants                                 all of both
make mutants ARGS='--listed'                 those of the list alone
make mutants ARGS='--drawn'                  those that nobody chose alone
make mutants ARGS='--drawn --seed 3'         others that nobody chose
make mutants ARGS='queue ledger'             those of some areas
make mutants ARGS='"closed item"'            those whose name holds these words
make mutants ARGS='--sample 10 --seed 3'     ten drawn by chance, the same for the same seed
make mutants ARGS='--list'                   their names
"""

import argparse
import atexit
import random
import shutil
import signal
import sys
from dataclasses import replace

from evalhub.local.paths import ROOT, Home
from tests import services
from tests.mutants.areas import AREAS
from tests.mutants.drawn import LEAST_PERCENT, draw
from tests.mutants.runner import KILLED, SLOTS, Forks, TestsAreRed, Tree, check_green, find_tests, try_all

LEAST, OF = 60, 64


def main():
    parser = argparse.ArgumentParser(
        prog="make mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"words of a name, or an area: {', '.join(AREAS)}")
    parser.add_argument("--sample", type=int, metavar="N", help="draw N of them by chance")
    parser.add_argument("--listed", action="store_true", help="only those of the list")
    parser.add_argument("--drawn", action="store_true", help="only those that nobody chose")
    parser.add_argument("--seed", type=int, default=0, help="of the draws; 0 unless given")
    parser.add_argument("--list", action="store_true", help="print the names and do nothing")
    options = parser.parse_args()
    chosen = choose(options.names)
    if not chosen:
        parser.error(f"No mutant is called {' '.join(options.names)!r}. Areas: {', '.join(AREAS)}.")
    if options.sample is not None and not 1 <= options.sample <= len(chosen):
        parser.error(f"--sample is {options.sample}. Valid: 1 to {len(chosen)}.")
    if options.sample is not None:
        chosen = random.Random(options.seed).sample(chosen, options.sample)
    is_part = options.names or options.sample is not None or options.listed
    listed = [] if options.drawn else [replace(mutant, name=f"{area}: {mutant.name}") for area, mutant in chosen]
    drawn = draw(ROOT, seed=options.seed) if options.drawn or not is_part else []
    if options.list:
        print("\n".join(mutant.name for mutant in [*listed, *drawn]))
        return 0
    return try_out(listed, drawn)


def choose(names):
    """[(area, Mutant)] whose area is named or whose name holds one of the texts; all of them without any."""
    return [
        (area, mutant)
        for area, mutants in AREAS.items()
        for mutant in mutants
        if not names or any(name == area or name.lower() in mutant.name.lower() for name in names)
    ]


def least(number):
    """How many of so many listed mutants must be killed: the same share as of all."""
    return -(-number * LEAST // OF)


def try_out(listed, drawn):
    """The exit status: 0 when enough of both were killed, 1 when not, 2 when the tests fail without a mutant."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    # Removed after the servers have ended, and by the next run of tests should this one be killed.
    folder = services.new_folder()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    home = Home(folder / "home")
    home.create()
    services.start_services(home)
    trees, forks = ([kind(folder, slot) for slot in range(SLOTS)] for kind in (Tree, Forks))
    shares = []
    try:
        if listed:
            shares.append(_share(trees, listed, least(len(listed)), check_green, "listed"))
        if drawn:
            fewest = -(-len(drawn) * LEAST_PERCENT // 100)
            shares.append(_share(forks, drawn, fewest, find_tests, "drawn"))
    except TestsAreRed as problem:
        print(f"{problem}\nThese tests fail without any mutant, so nothing is counted.", flush=True)
        return 2
    finally:
        for tree in (*trees, *forks):
            tree.stop()
    print("\n".join(told for told, _ in shares), flush=True)
    return int(not all(is_enough for _, is_enough in shares))


def _share(trees, mutants, fewest, prepare, kind):
    """("killed … of …", whether these were enough); `prepare` runs the tests without any mutant."""
    print(f"Running the tests of {len(mutants)} {kind} mutants without any of them.", flush=True)
    prepare(trees, mutants)
    found = try_all(trees, mutants, _tell)
    killed = sum(verdict.result == KILLED for verdict in found)
    return f"killed {killed} of {len(found)} {kind}", killed >= fewest


def _tell(verdict):
    print(f"{verdict.result:<13} {verdict.mutant.name} ({verdict.seconds:.0f} s)", flush=True)
    if verdict.result != KILLED:
        lines = [verdict.mutant.file, *verdict.told.splitlines()[-12:]]
        print("\n".join(f"    {line}" for line in lines), flush=True)


if __name__ == "__main__":
    sys.exit(main())
