"""What the built libraries must be as files: small, hardened, no foreign library, one export.

Used by the tests on what lies in the source tree, and by check_wheel.py on a wheel's content."""

import functools
import pathlib
import re
import subprocess

SIZE_LIMIT = 18 << 20
MOST_STATIC_TLS = 1024  # of the 1,664 bytes that glibc keeps for libraries opened later
ALLOWED = re.compile(r"^(lib(c|m|stdc\+\+|gcc_s|pthread|dl)|ld-linux-[\w-]+)\.so\.\d+$")
FAKE_GPU, CUDA = "libpelton_fake_gpu.so", "libpelton_cuda.so"
SIZE_LIMITS = {CUDA: 44 << 20}
ENTRIES = {FAKE_GPU: "pelton_gpu_kernels", CUDA: "pelton_cuda_plugin"}
RUNTIMES = re.compile(r"libgomp|libomp|libiomp|libcu|libnv|libmkl|blas", re.IGNORECASE)


@functools.cache
def readelf(file: pathlib.Path, option: str) -> str:
    """What readelf says about the file."""
    command = ["readelf", "--wide", option, str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def size(file: pathlib.Path) -> list[str]:
    """The file is at most as large as its kind may be."""
    taken = file.stat().st_size
    limit = SIZE_LIMITS.get(file.name, SIZE_LIMIT)
    return [] if taken <= limit else [f"{taken:,} bytes, at most {limit:,} are allowed"]


def system_libraries_only(file: pathlib.Path) -> list[str]:
    """Nothing beside the C and C++ libraries is needed: no OpenMP, BLAS or NVIDIA library."""
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", readelf(file, "--dynamic"))
    foreign = [name for name in needed if RUNTIMES.search(name) or not ALLOWED.match(name)]
    return [f"needs {name}" for name in foreign] if needed else ["names no library at all"]


def no_search_path(file: pathlib.Path) -> list[str]:
    """No RPATH that could load other libraries."""
    found = re.findall(r"\((RPATH|RUNPATH)\)", readelf(file, "--dynamic"))
    return [f"has a {kind}" for kind in found]


def position_independent(file: pathlib.Path) -> list[str]:
    """A shared object without relocations in its code."""
    is_shared = re.search(r"Type:\s+DYN", readelf(file, "--file-header"))
    has_text = "TEXTREL" in readelf(file, "--dynamic")
    return [] if is_shared and not has_text else ["is not position independent"]


def bound_at_once(file: pathlib.Path) -> list[str]:
    """Symbols are bound at loading (BIND_NOW) and their table is read-only afterwards (RELRO)."""
    found = []
    if "BIND_NOW" not in readelf(file, "--dynamic"):
        found.append("lacks BIND_NOW")
    if "GNU_RELRO" not in readelf(file, "--program-headers"):
        found.append("lacks RELRO")
    return found


def nothing_writable_and_executable(file: pathlib.Path) -> list[str]:
    """Neither a segment nor the stack is both writable and executable."""
    headers = readelf(file, "--program-headers")
    flags = re.findall(r"^\s+(LOAD|GNU_STACK)\s.*?\s([RWE ]{3})\s+0x\w+$", headers, re.MULTILINE)
    if {kind for kind, _ in flags} != {"LOAD", "GNU_STACK"}:
        return [f"has unknown program headers: {flags}"]
    bad = [kind for kind, mode in flags if "E" in mode and ("W" in mode or kind == "GNU_STACK")]
    return [f"{kind} is writable and executable" for kind in bad]


def no_static_thread_storage(file: pathlib.Path) -> list[str]:
    """Where thread-local storage must be there at loading, it is little: others need it too."""
    found = re.search(r"^\s+TLS\s+(?:\S+\s+){4}(0x\w+)", readelf(file, "--program-headers"), re.M)
    taken = int(found.group(1), 16) if found else 0
    is_static = "STATIC_TLS" in readelf(file, "--dynamic")
    return [f"takes {taken} bytes of static TLS"] if is_static and taken > MOST_STATIC_TLS else []


def exports_its_entry_point_only(file: pathlib.Path) -> list[str]:
    """The function that Python, or the extension, asks for is all that others can see of ours."""
    entry = ENTRIES.get(file.name, "PyInit__core")
    exported = set()
    for line in readelf(file, "--dyn-syms").splitlines():
        fields = line.split()
        if len(fields) == 8 and fields[4] in ("GLOBAL", "WEAK") and fields[6] != "UND":
            exported.add(fields[7].partition("@")[0])
    # Weak symbols of the C++ library's templates are merged by the loader, not offered by us.
    ours = {name for name in exported if "pelton" in name or not name.startswith("_Z")}
    return [] if ours == {entry} else [f"exports {sorted(ours)}"]


def stack_protector_and_fortified_calls(file: pathlib.Path) -> list[str]:
    """Stack canaries and checked library calls are compiled in."""
    symbols = readelf(file, "--dyn-syms")
    found = [] if "__stack_chk_fail" in symbols else ["lacks the stack protector"]
    return found if re.search(r"__\w+_chk@", symbols) else [*found, "lacks fortified calls"]


CHECKS = (
    no_static_thread_storage,
    size,
    system_libraries_only,
    no_search_path,
    position_independent,
    bound_at_once,
    nothing_writable_and_executable,
    exports_its_entry_point_only,
    stack_protector_and_fortified_calls,
)


def problems_of(file: pathlib.Path) -> list[str]:
    """A sentence for everything that is wrong with the file."""
    return [problem for check in CHECKS for problem in check(file)]
