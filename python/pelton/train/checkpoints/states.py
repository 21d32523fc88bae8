"""The file `checkpoint` of a folder, which names its checkpoints and the latest of them."""

from __future__ import annotations

import os
import re
from typing import Any

from pelton.host.atomic_file import replacing
from pelton.train.checkpoints import bundle

_LINE = re.compile(r'^\s*([a-z_]+):\s*(?:"((?:[^"\\]|\\.)*)"|([-+.0-9e]+))\s*$')


class CheckpointState:
    """What such a file says: paths, oldest first, with the times at which they were saved."""

    def __init__(self, latest: str, paths: list[str], times: list[float]) -> None:
        self.model_checkpoint_path = latest
        self.all_model_checkpoint_paths = paths
        self.all_model_checkpoint_timestamps = times


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _relative(path: str, folder: str) -> str:
    inside = os.path.dirname(os.path.abspath(path)) == os.path.abspath(folder)
    return os.path.basename(path) if inside else os.path.abspath(path)


def update(
    folder: str, latest: str, paths: list[str] | None = None, times: list[float] | None = None,
    filename: str | None = None,
) -> None:  # fmt: skip
    """Writes the file; paths in the folder are relative to it."""
    every = paths or [latest]
    lines = [f"model_checkpoint_path: {_quoted(_relative(latest, folder))}"]
    lines += [f"all_model_checkpoint_paths: {_quoted(_relative(p, folder))}" for p in every]
    lines += [f"all_model_checkpoint_timestamps: {time!r}" for time in times or []]
    with replacing(os.path.join(folder, filename or "checkpoint")) as file:
        file.write(("\n".join(lines) + "\n").encode("utf-8"))


def get_checkpoint_state(checkpoint_dir: Any, latest_filename: str | None = None) -> Any:
    """What the folder's file `checkpoint` says, None where there is none or it says nothing."""
    folder = os.fspath(checkpoint_dir)
    path = os.path.join(folder, latest_filename or "checkpoint")
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read(1 << 24).splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return None
    found: dict[str, list[str]] = {}
    for line in lines:
        match = _LINE.match(line)
        if match:
            value = match[3] if match[2] is None else re.sub(r"\\(.)", r"\1", match[2])
            found.setdefault(match[1], []).append(value)
    if not found.get("model_checkpoint_path"):
        return None
    latest = os.path.join(folder, found["model_checkpoint_path"][-1])
    paths = [os.path.join(folder, one) for one in found.get("all_model_checkpoint_paths", [])]
    times = [float(one) for one in found.get("all_model_checkpoint_timestamps", [])]
    return CheckpointState(latest, paths or [latest], times)


def latest_checkpoint(checkpoint_dir: Any, latest_filename: str | None = None) -> str | None:
    """The prefix of the folder's latest checkpoint, None where there is none."""
    state = get_checkpoint_state(checkpoint_dir, latest_filename)
    if state is None or not bundle.exists(state.model_checkpoint_path):
        return None
    return str(state.model_checkpoint_path)


def checkpoint_exists(checkpoint_prefix: Any) -> bool:
    """Whether there is a checkpoint under the prefix."""
    return bundle.exists(os.fspath(checkpoint_prefix))
