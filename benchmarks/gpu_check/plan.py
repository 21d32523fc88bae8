"""The phases of the check, in order, each with its share of ten minutes."""

import os
import pathlib
import re
import sys

from gpu_check.phase import Phase, last_json

ROOT = pathlib.Path(__file__).resolve().parents[2]
JOBS = pathlib.Path(__file__).parent / "jobs"
TOTAL_SECONDS = 600
# What the op table runs on a device by the device's own default: layers, losses and the rest.
TABLES = ("layers", "losses", "metrics", "optimizers", "activations")
SANITIZER_ERROR_CODE = 99


def read_pytest(output):
    """Counts of pytest's last line; every failure is a problem."""
    counts = {
        kind: int(number)
        for number, kind in re.findall(r"(\d+) (passed|failed|error|skipped)", output)
    }
    failed = re.findall(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
    problems = failed or (["pytest ran nothing"] if not counts.get("passed") else [])
    return {**counts, "problems": problems}


def read_ctest(output):
    """Counts of ctest's summary; every failed test is a problem."""
    summary = re.search(r"tests passed(?:, (\d+) tests? failed)? out of (\d+)", output)
    if summary is None:
        raise ValueError("no summary of ctest")
    failed, run = (int(number or 0) for number in summary.groups())
    listed = output.partition("The following tests FAILED:")[2]
    problems = re.findall(r"^\s*\d+ - (.+)$", listed, re.MULTILINE)
    return {"tests": run, "failed": failed, "problems": problems or [failed] * (failed > 0)}


def read_op_table(output):
    """Rows that ran on the GPU and on the CPU, and those that were wrong."""
    found = last_json(output)
    places = [place for row in found["places"].values() for place in row.values()]
    problems = [text for texts in found["failures"].values() for text in texts]
    if "GPU" not in places:
        problems.append("no row ran on the GPU")
    return {
        "rows": len(found["places"]),
        "on the GPU": places.count("GPU"),
        "on the CPU": places.count("CPU"),
        "problems": problems,
    }


def read_sanitizer(output):
    """Errors that compute-sanitizer counted, and samples of ops that it watched."""
    counts = [int(n) for n in re.findall(r"ERROR SUMMARY: (\d+) error", output)]
    counts += [int(n) for n in re.findall(r"RACECHECK SUMMARY: (\d+) hazard", output)]
    if not counts:
        raise ValueError("no summary of compute-sanitizer")
    errors = re.findall(r"^=+ (?:Error|Warning|Invalid|Race).*", output, re.MULTILINE)
    samples = re.search(r'^\{"samples": (\d+)', output, re.MULTILINE)
    watched = int(samples.group(1)) if samples and "not supported" not in output else 0
    problems = errors if sum(counts) else []
    problems += [] if watched else ["no sample was watched"]
    return {"samples": watched, "errors": sum(counts), "problems": problems}


def sanitizer(tool, seconds):
    """A run of one sample per kernel under one tool of compute-sanitizer."""
    command = ["compute-sanitizer", "--tool", tool, "--error-exitcode", SANITIZER_ERROR_CODE]
    return Phase(
        f"sanitizer {tool}",
        f"compute-sanitizer {tool} over one sample of every op",
        seconds,
        [*command, "--target-processes", "all", sys.executable, JOBS / "one_sample_per_op.py"],
        read=read_sanitizer,
        programs=("compute-sanitizer",),
        statuses=(0, SANITIZER_ERROR_CODE),
    )


def build_phase(folder, seconds=200):
    """Configures and builds extension and C++ tests with CUDA into `folder`, without a network."""
    return Phase(
        "build",
        "CMake, nvcc and ninja, from nothing",
        seconds,
        [sys.executable, JOBS / "build.py", folder],
        programs=("cmake", "ninja", "nvcc"),
        modules=("pybind11", "numpy"),
    )


def phases(folder):
    """Everything after the build."""
    tests = ROOT / "tests_py"

    def job(name, what, seconds, *arguments, **more):
        return Phase(name, what, seconds, [sys.executable, JOBS / f"{name}.py", *arguments], **more)

    return [
        job("doctor_says", "python -m pelton.doctor finds the GPU and its libraries", 15),
        Phase("cpp tests", "the C++ tests on this machine", 60,
              ["ctest", "--test-dir", folder, "-j", os.cpu_count(), "--output-on-failure",
               "-E", "all cases with"],  # other instruction sets of the CPU
              read=read_ctest, statuses=(0, 8), programs=("ctest", folder / "pelton_tests")),
        Phase("op table", "every op on the GPU against NumPy", 110,
              [sys.executable, tests / "fake_gpu_child.py"], read=read_op_table),
        Phase("own kernels", "the same products without cuBLASLt and cuDNN", 30,
              [sys.executable, tests / "fake_gpu_child.py", "matmul", "conv2d",
               "conv2d_input_grad", "conv2d_filter_grad"],
              read=read_op_table, environment={"PELTON_CUDA_LIBRARIES": "0"}),
        Phase("layer tables", "layers, losses, metrics and optimizers on the GPU against Keras", 45,
              [sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=line",
               "-p", "no:cacheprovider", "-p", "gpu_check.full_precision",
               *(tests / "keras" / f"test_{name}.py" for name in TABLES)],
              read=read_pytest, statuses=(0, 1), modules=("pytest",)),
        job("device_rules", "copies, bad indices, captures of errors, the same seed", 25),
        job("cuda_graphs", "MNIST steps as captured graphs: bits and times", 25),
        job("exhaustion", "out of memory and a smaller batch after it, 100 times", 20),
        job("accuracy", "the MNIST CNN to 98.8%", 50),
        sanitizer("memcheck", 50),
        sanitizer("racecheck", 60),
        job("speed", "submit time, matmul 4096 and an MNIST epoch beside torch", 90),
    ]  # fmt: skip
