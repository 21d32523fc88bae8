"""What a process holds now: resident pages, live bytes of the C heap, live blocks of Python.

Resident size alone tells little: pages once touched stay, and CPython's cache of attribute look-ups
takes up to 4096 names before it is full, new strings each time where C code spells a name out. So
that cache is emptied first, and what nobody can reach is collected.
"""

import ctypes
import gc
import os
import sys
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")


class _HeapFigures(ctypes.Structure):
    """glibc's `struct mallinfo2`."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks"),
            *("uordblks", "fordblks", "keepcost"),
        )
    ]


def resident_bytes():
    """Returns the resident size of this process now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def heap_bytes():
    """Returns the bytes that malloc has given out and not got back, 0 without glibc 2.33."""
    library = ctypes.CDLL(None)
    if not hasattr(library, "mallinfo2"):
        return 0
    library.mallinfo2.restype = _HeapFigures
    figures = library.mallinfo2()
    return figures.uordblks + figures.hblkhd


def live_memory():
    """Returns {"resident", "heap", "python blocks"} of this process."""
    getattr(sys, "_clear_internal_caches", getattr(sys, "_clear_type_cache", gc.collect))()
    gc.collect()
    return {
        "resident": resident_bytes(),
        "heap": heap_bytes(),
        "python blocks": sys.getallocatedblocks(),
    }
