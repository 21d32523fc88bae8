"""Owns what a session says and checks of devices: its mapping, and where each operation runs."""

from __future__ import annotations

import sys

from pelton import config as _config
from pelton.errors import InvalidArgumentError

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_JOB = "/job:localhost/replica:0/task:0"


def begin(config: Any) -> None:
    """Prints the devices of a new session where its config asks for it."""
    if not getattr(config, "log_device_placement", False):
        return
    gpus = _config.list_logical_devices("GPU")
    lines = [f"{_JOB}{gpu.name} -> {gpu.name}" for gpu in gpus]
    text = "Device mapping:\n" + "\n".join(lines) if lines else "Device mapping: no known devices."
    print(text, file=sys.stderr)


def _full_name(name: str) -> tuple[str, int]:
    """(kind, number) of a device's name such as "/gpu:1"; ("", 0) for none."""
    last = name.rpartition("/")[2]
    parts = last.replace("device:", "").split(":")
    kind = parts[0].upper()
    return kind, int(parts[1]) if len(parts) > 1 and parts[1].isdigit() else 0


def place(plan: Any, session: Any, config: Any) -> None:
    """Prints, if asked, where what the session has not told of runs: nodes, then calls of ops, then
    constants. Raises InvalidArgumentError for a device that is not there, unless placement is
    soft."""
    is_soft = bool(getattr(config, "allow_soft_placement", False))
    is_logged = bool(getattr(config, "log_device_placement", False))
    known = {kind: len(_config.list_logical_devices(kind)) for kind in ("CPU", "GPU")}
    for name, kind, asked in _untold(plan, session) if is_logged else plan.operations():
        wanted, index = _full_name(asked)
        is_there = index < known.get(wanted, 0)
        if wanted and not is_there and not is_soft:
            raise InvalidArgumentError(_refusal(name, wanted, index, known))
        chosen = f"{wanted}:{index}" if is_there else "GPU:0" if known["GPU"] else "CPU:0"
        if is_logged:
            line = f"{name}: ({kind}): {_JOB}/device:{chosen}"
            print(line)
            print(line, file=sys.stderr)


def _untold(plan: Any, session: Any) -> list[tuple[str, str, str]]:
    nodes = [(one.name, one.type, one.device) for one in session.graph.get_operations()]
    found = dict.fromkeys([*nodes, *plan.operations()])
    new = [row for row in found if row[0] not in session.placed]
    session.placed.update(row[0] for row in new)
    return sorted(new, key=lambda row: row[1] == "Const")


def _refusal(name: str, kind: str, index: int, known: dict[str, int]) -> str:
    there = ", ".join(
        f"{_JOB}/device:{one}:{number}" for one, count in known.items() for number in range(count)
    )
    hint = ""
    if kind == "GPU" and not known["GPU"]:
        hint = " The requested device appears to be a GPU, but CUDA is not enabled."
    return (
        f"Graph execution error:\n\nDetected at node '{name}' defined at (most recent call last):\n"
        f"Node: '{name}'\nCannot assign a device for operation {name}: {{{{node {name}}}}} was "
        f"explicitly assigned to /device:{kind}:{index} but available devices are [ {there} ]. "
        f"Make sure the device specification refers to a valid device.{hint}\n"
        f"\t [[{name}]]"
    )
