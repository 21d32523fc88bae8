"""`python3 dev.py gpu-check`: builds Pelton and proves it on this machine's GPU in ten minutes.

Needs a GPU and no network. Results are written to docs/gpu/ after every phase."""

import argparse
import os
import pathlib
import subprocess
import sys
import time

from gpu_check import plan
from gpu_check.report import CheckReport

ROOT = plan.ROOT


def find_device():
    """Name, driver, memory and compute capability of the first GPU by nvidia-smi; None: none."""
    fields = "name,driver_version,memory.total,compute_cap"
    try:
        done = subprocess.run(
            ["nvidia-smi", f"--query-gpu={fields}", "--format=csv,noheader"],
            capture_output=True, text=True, check=False, timeout=30,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return None
    line = done.stdout.strip().splitlines()[:1]
    if done.returncode != 0 or not line:
        return None
    names = ("name", "driver", "memory", "compute capability")
    return dict(zip(names, [part.strip() for part in line[0].split(",")], strict=True))


def fake_device():
    """What stands for the device when the phases themselves are tried, on fake GPUs."""
    os.environ["PELTON_FAKE_GPUS"] = "1"
    return {"name": "fake", "note": "NO GPU: the phases themselves were tried on a fake one"}


def run(phases, report, seconds, out=sys.stdout):
    """Runs the phases within `seconds`, the report written after each; returns those not passed."""
    end = time.monotonic() + seconds
    for phase in phases:
        print(f"gpu-check: {phase.name}: {phase.what}", file=out, flush=True)
        result = phase.run(end - time.monotonic())
        report.add(result)
        print(f"gpu-check:   {result['status']} in {result['seconds']} s", file=out, flush=True)
        if result["text"]:
            print(result["text"], file=out)
    return report.finish()


def chosen(phases, names):
    """The phases of these names, in their order; all without names. Raises for an unknown one."""
    known = {phase.name for phase in phases}
    if unknown := set(names) - known:
        sys.exit(f"gpu-check: no phase {sorted(unknown)}; there are {sorted(known)}")
    return [phase for phase in phases if not names or phase.name in names]


def main():
    """Parses the command line and runs the check; exit code 0 only when every phase passed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", default=[], metavar="PHASE")
    parser.add_argument("--no-build", action="store_true", help="use the extension that is there")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs" / "gpu")
    parser.add_argument("--seconds", type=float, default=plan.TOTAL_SECONDS)
    parser.add_argument("--commit", help="what is checked, where git does not say it")
    parser.add_argument("--fake", action="store_true", help="try the phases on a fake GPU")
    options = parser.parse_args()
    device = fake_device() if options.fake else find_device()
    if device is None:
        sys.exit("gpu-check: this machine has no NVIDIA GPU that nvidia-smi lists; nothing was run")
    paths = [ROOT / "python", ROOT / "tests_py", ROOT / "benchmarks"]
    os.environ["PYTHONPATH"] = os.pathsep.join(map(str, paths))
    folder = ROOT / "build-gpu"
    phases = chosen([plan.build_phase(folder), *plan.phases(folder)], options.only)
    if options.no_build:
        phases = [phase for phase in phases if phase.name != "build"]
    report = CheckReport(options.out, device, ROOT, commit=options.commit)
    failed = run(phases, report, options.seconds)
    print(f"gpu-check: written to {report.path}")
    sys.exit(f"gpu-check: not passed: {', '.join(p['name'] for p in failed)}" if failed else 0)


if __name__ == "__main__":
    main()
