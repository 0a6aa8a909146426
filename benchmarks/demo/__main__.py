"""`make demo`: make the demo organization and write the file that it is loaded from, or the file in ARGS."""

import os
import sys
from pathlib import Path

import django

from benchmarks.surroundings import surroundings

# Sets have one order, and sums of numbers too, whatever the processor can do: the same code writes the same rows.
SAME = {
    "PYTHONHASHSEED": "0",
    "OPENBLAS_CORETYPE": "Haswell",
    "NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL AVX512_SPR",
}

if __name__ == "__main__":
    if not os.environ.items() >= SAME.items():
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | SAME)
    with surroundings(throwaway=True):
        django.setup()
        from benchmarks.demo import writing
        from evalhub.demo import rows

        writing.write(Path(sys.argv[1]) if sys.argv[1:] else rows.PATH)
