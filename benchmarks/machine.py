"""What a figure was measured on: CPU, instruction sets, FMA peak, and whether it was busy.

Standard library and a C++ compiler only; knows nothing of Pelton and its peers.
"""

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PEAK_SOURCE = Path(__file__).with_name("fma_peak.cc")
BUSY_SHARE = 0.95
ISA_FLAGS = ("avx2", "fma", "avx512f", "avx512_bf16", "amx_bf16", "asimd", "sve")


def describe():
    """Returns CPU name, usable cores, caches, memory, instruction sets, system and Python."""
    facts = _proc_cpuinfo()
    return {
        "cpu": facts.get("model name") or platform.processor() or platform.machine(),
        "cores": usable_cores(),
        "isa": [flag for flag in ISA_FLAGS if flag in facts.get("flags", "").split()],
        "caches": _caches(),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 2),
    }


def usable_cores():
    """Returns how many CPUs this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def fma_peak(threads=1, isa=None):
    """Returns {"isa", "threads", "peak_gflops", "median_gflops", "wall_gflops"}, or None.

    The peak goes by the threads' CPU time; `wall_gflops` is what there was to be had while other
    processes ran. None where no C++ compiler is found or the CPU lacks `isa`.
    """
    program = _built_peak()
    if program is None:
        return None
    arguments = [str(program), str(threads)] + ([isa] if isa else [])
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else None


def fma_processes(count):
    """Returns the GFLOP/s by wall time of `count` one-threaded processes at once, or None.

    They share nothing but the machine: what more of them bring is the most that threads can."""
    program = _built_peak()
    if program is None:
        return None
    command = [str(program), "1"]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(count)]
    return sum(json.loads(process.communicate()[0])["wall_gflops"] for process in running)


def busy_warning(peak):
    """Returns a sentence if other processes took more than 5% of the peak, else None."""
    if peak is None:
        return "The machine's FMA peak could not be measured (no C++ compiler)."
    share = peak["wall_gflops"] / peak["peak_gflops"]
    if share >= BUSY_SHARE:
        return None
    return (
        f"BUSY MACHINE: only {share:.0%} of the FMA peak was to be had on {peak['threads']} "
        "threads. Times are too long; read the ratios, not the seconds."
    )


def _proc_cpuinfo():
    path = Path("/proc/cpuinfo")
    facts = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        name, _, value = line.partition(":")
        facts.setdefault("flags" if name.strip() == "Features" else name.strip(), value.strip())
    return facts


def _caches():
    found = []
    for folder in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        level, kind, size = (
            (folder / name).read_text().strip() for name in ("level", "type", "size")
        )
        if kind != "Instruction":
            found.append(f"L{level} {size}")
    return found


def _built_peak():
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")
    if compiler is None:
        return None
    text = PEAK_SOURCE.read_bytes()
    name = f"fma_peak-{platform.machine()}-{hashlib.sha256(text).hexdigest()[:12]}"
    program = ROOT / "build" / "benchmarks" / name
    if not program.exists():
        program.parent.mkdir(parents=True, exist_ok=True)
        command = [compiler, "-O2", "-std=c++20", "-pthread", str(PEAK_SOURCE), "-o", str(program)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(f"fma_peak.cc does not compile:\n{done.stderr}", file=sys.stderr)
            return None
    return program


if __name__ == "__main__":
    print(json.dumps({**describe(), "peaks": [fma_peak(1), fma_peak(usable_cores())]}, indent=2))
