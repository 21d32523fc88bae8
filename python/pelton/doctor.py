"""Owns ``python -m pelton.doctor``: what this machine has, what Pelton uses of it, what is wrong
and the line that mends it."""

from __future__ import annotations

import os
import sys
from typing import Any

from pelton._core import runtime as _runtime

# What CUDA kernels can use beside the driver, as pip asks for it. Wanted only by a build with CUDA;
# each has a kernel of Pelton's own to take its place.
LIBRARIES = {
    "libcublasLt.so.13": "nvidia-cublas>=13,<14",
    "libcudnn.so.9": "nvidia-cudnn-cu13>=9.11,<10",
    "libnccl.so.2": "nvidia-nccl-cu13",
}
OLDEST_CUDA = 13000
_INSTALL_AGAIN = "install Pelton again"


def _cuda_runtime() -> tuple[int, str]:
    """Version of the CUDA runtime in this build, 0 without one, and what is wrong with it."""
    try:
        return _runtime.cuda_runtime_version(), ""
    except RuntimeError as error:
        return 0, str(error)


def _error_of(name: str) -> str:
    """Why this build cannot use a library that was found; empty when it can or does not want to."""
    if name not in {known for known, _, _ in _runtime.cuda_libraries()}:
        return ""
    try:
        _runtime.open_cuda_library(name)
    except RuntimeError as error:
        return str(error)
    return ""


def _libraries(is_wanted: bool) -> list[dict[str, str]]:
    """Where the libraries are and, if this machine wants them, what is wrong with each."""
    folders = _runtime.site_packages()
    rows = []
    for name, wanted in LIBRARIES.items():
        path, source = _runtime.find_library(name, folders)
        error = _error_of(name) if path and is_wanted else ""
        row = {"name": name, "path": path, "source": source, "wanted": wanted, "error": error}
        rows.append(row)
    return rows


def _version(cuda: int) -> str:
    return f"{cuda // 1000}.{cuda % 1000 // 10}"


def _problems(driver: dict[str, Any], is_cuda_build: bool) -> list[tuple[str, str]]:
    """What keeps this machine's GPUs from being used, and how to mend each."""
    if not (driver["has_device_file"] or driver["library"] or driver["cards"]):
        return []
    if not driver["library"]:
        return [
            (
                "there is an NVIDIA GPU but no driver library libcuda.so.1",
                "install NVIDIA's driver; in a container start it with `--gpus all`",
            )
        ]
    if driver["error"]:
        return [(f"the driver does not work: {driver['error']}", "reinstall NVIDIA's driver")]
    if not is_cuda_build:
        return [
            (
                "this build of Pelton has no CUDA kernels, so the GPU is not used",
                "install a build with CUDA, or set PELTON_FAKE_GPUS=1 to try scripts",
            )
        ]
    if driver["cuda_version"] < OLDEST_CUDA:
        wanted = _version(OLDEST_CUDA)
        return [
            (
                f"the driver runs CUDA up to {_version(driver['cuda_version'])}, "
                f"and {wanted} is needed",
                f"install a newer driver of NVIDIA, one for CUDA {wanted}",
            )
        ]
    return []


def _idle_cards(driver: dict[str, Any], devices: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """That CUDA shows Pelton none of the driver's cards, though nothing else is wrong."""
    if not driver["cards"] or any(row["device"].startswith("GPU") for row in devices):
        return []
    shown = os.environ.get("CUDA_VISIBLE_DEVICES")
    if shown is None:
        text = f"the driver has {len(driver['cards'])} GPU(s), and CUDA can use none of them"
        return [(text, "restart the machine, then see what `nvidia-smi` says")]
    return [
        (
            f"CUDA_VISIBLE_DEVICES={shown!r} shows none of the {len(driver['cards'])} GPU(s)",
            "unset CUDA_VISIBLE_DEVICES",
        )
    ]


def _devices() -> tuple[list[dict[str, Any]], list[tuple[str, str]]]:
    """The physical devices that Pelton sees; why they cannot be listed, and how to mend that."""
    found: list[dict[str, Any]] = []
    try:
        for kind in ("CPU", "GPU"):
            for index in range(_runtime.physical_device_count(kind)):
                card = _runtime.physical_device_properties(kind, index)
                found.append({"device": f"{kind}:{index}", **card})
    except (RuntimeError, ValueError) as error:
        is_damaged = _INSTALL_AGAIN in str(error)
        mended_by = "change the environment variable that the message names"
        return found, [(str(error), _INSTALL_AGAIN if is_damaged else mended_by)]
    return found, []


def examine() -> dict[str, Any]:
    """All that the report says: ``pelton``, ``driver``, ``libraries``, ``devices``, ``problems``,
    ``remedies`` (one per problem) and ``usable``."""
    from pelton import __version__

    driver = _runtime.inspect_driver()
    is_cuda_build = bool(_runtime.is_cuda_build)
    cuda_runtime, damage = _cuda_runtime()
    libraries = _libraries(is_wanted=bool(driver["library"] and cuda_runtime))
    devices, failures = _devices()
    problems = [(damage, _INSTALL_AGAIN)] if damage else _problems(driver, is_cuda_build)
    problems += [failure for failure in failures if failure not in problems]
    problems = problems or _idle_cards(driver, devices)
    for row in libraries:
        if row["error"]:
            problems.append((row["error"], f'pip install "{row["wanted"]}"'))
    return {
        "pelton": {
            "version": __version__,
            "cuda_build": is_cuda_build,
            "cuda_runtime": cuda_runtime,
            "cpu_isa": _runtime.cpu_isa(),
            "threads": _runtime.num_threads(),
        },
        "driver": driver,
        "libraries": libraries,
        "devices": devices,
        "problems": [problem for problem, _ in problems],
        "remedies": [remedy for _, remedy in problems],
        "usable": not problems,
    }


def _driver_lines(driver: dict[str, Any]) -> list[str]:
    if not driver["library"] and not driver["has_device_file"]:
        return ["driver     none: this machine has no NVIDIA GPU"]
    version = driver["version"] or "of unknown version"
    lines = [f"driver     {version}, {driver['library'] or 'libcuda.so.1 not found'}"]
    if driver["cuda_version"]:
        lines.append(f"           runs CUDA up to {_version(driver['cuda_version'])}")
    for card in driver["cards"]:
        major, minor = card["compute_capability"]
        lines.append(
            f"card       {card['name']}, {card['total_memory'] >> 20} MB "
            f"({card['free_memory'] >> 20} free), compute capability {major}.{minor}, "
            f"{card['pci_bus_id']}"
        )
    return lines


def report(found: dict[str, Any]) -> str:
    """``examine``'s result as text for people."""
    about = found["pelton"]
    cuda = "with CUDA" if about["cuda_build"] else "without CUDA"
    lines = [f"pelton     {about['version']}, {cuda}", *_driver_lines(found["driver"])]
    if about["cuda_runtime"]:
        lines.append(f"runtime    CUDA {_version(about['cuda_runtime'])}, within Pelton")
    for row in found["libraries"]:
        where = f"{row['path']} ({row['source']})" if row["path"] else "not found"
        lines.append(f"library    {row['name']}: {where}, wanted: {row['wanted']}")
    for device in found["devices"]:
        if device["device"].startswith("CPU"):
            text = f"{about['threads']} threads, {about['cpu_isa']}"
        else:
            text = f"{device['name']}, {device['total_memory'] >> 20} MB"
        lines.append(f"device     {device['device']}: {text}")
    for problem, remedy in zip(found["problems"], found["remedies"], strict=True):
        lines += [f"problem    {problem}", f"  mend it: {remedy}"]
    if not found["problems"]:
        lines.append("result     everything that this machine has is usable")
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """The command line; 0 only when what the machine has is usable, 2 for a wrong argument."""
    if arguments not in ([], ["--json"]):
        print("usage: python -m pelton.doctor [--json]", file=sys.stderr)
        return 2
    found = examine()
    if arguments:
        import json

        print(json.dumps(found, indent=2))
    else:
        print(report(found))
    return 0 if found["usable"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
