"""Owns ``tf.summary`` of TensorFlow 1: nodes that give summaries as bytes, and FileWriter."""

from __future__ import annotations

import os
import re
import time

from pelton._core import functions as _functions
from pelton.compat.v1 import event_messages, logging
from pelton.compat.v1.graph import GraphKeys, get_default_graph
from pelton.compat.v1.graph_defs.summary_messages import Summary
from pelton.compat.v1.host_value import HostValue
from pelton.compat.v1.variables import RefVariable
from pelton.train.checkpoints import wire

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

__all__ = [
    "FileWriter", "FileWriterCache", "Summary", "audio", "histogram", "image", "merge",
    "merge_all", "scalar", "text",
]  # fmt: skip


def _clean_tag(name: Any) -> Any:
    """The name with "_" for what a tag cannot hold and without slashes before it, which is said."""
    if name is None:
        return None
    cleaned = re.sub(r"[^-/\w.]", "_", name).lstrip("/")
    if cleaned != name:
        logging.info(f"Summary name {name} is illegal; using {cleaned} instead.")
    return cleaned


def _summary(
    name: str, tensor: Any, collections: Any, family: str | None,
    contents: Callable[[Any], Sequence[tuple[str, bytes]]],
) -> HostValue:  # fmt: skip
    """A node whose value has a tag for each of (end of the tag, field) of `contents`."""
    graph = get_default_graph()
    name, family = _clean_tag(name), _clean_tag(family)
    scope = graph.unique_name(f"{family}/{name}" if family else name)
    tag = f"{family}/{scope}" if family else scope  # TensorBoard groups by what stands first
    part = tensor if isinstance(tensor, RefVariable) else _functions.convert(tensor)

    def made_of(arrays: Sequence[Any]) -> bytes:
        found = contents(arrays[0])
        return b"".join(event_messages.value_of(tag + end, field) for end, field in found)

    made = HostValue(scope, [part], made_of)
    graph.add_to_collections([GraphKeys.SUMMARIES] if collections is None else collections, made)
    return made


def scalar(name: str, tensor: Any, collections: Any = None, family: str | None = None) -> HostValue:
    """A summary of one number. A run raises ValueError for a tensor of several elements."""

    def contents(array: Any) -> list[tuple[str, bytes]]:
        if array.size != 1:
            raise ValueError(
                f"summary.scalar {name!r}: a tensor of one element is wanted, got shape "
                f"{array.shape}"
            )
        return [("", event_messages.number(float(array.reshape(-1)[0])))]

    return _summary(name, tensor, collections, family, contents)


def histogram(
    name: str, values: Any, collections: Any = None, family: str | None = None
) -> HostValue:
    """A summary of how values are distributed."""
    return _summary(
        name, values, collections, family,
        lambda array: [("", event_messages.histogram(array))],
    )  # fmt: skip


def _numbered(fields: list[bytes], kind: str) -> list[tuple[str, bytes]]:
    if len(fields) == 1:
        return [(f"/{kind}", fields[0])]
    return [(f"/{kind}/{number}", field) for number, field in enumerate(fields)]


def image(name: str, tensor: Any, max_outputs: int = 3, collections: Any = None,
          family: str | None = None) -> HostValue:  # fmt: skip
    """A summary of up to `max_outputs` images of (batch, height, width, channels): bytes, or
    floats, which are scaled so that the largest of an image is 255, around 127 if some are
    negative."""
    import numpy as np

    def pixels(one: Any) -> Any:
        if one.dtype == np.uint8:
            return one
        largest = np.abs(one).max(initial=0.0)
        if one.min(initial=0.0) < 0:
            one = one * (127.0 / largest) + 128.0
        elif largest > 0:
            one = one * (255.0 / largest)
        return np.clip(one, 0, 255).astype(np.uint8)

    def contents(array: Any) -> list[tuple[str, bytes]]:
        if array.ndim != 4:
            raise ValueError(f"summary.image {name!r}: 4 axes are wanted, got shape {array.shape}")
        made = [event_messages.image(pixels(one)) for one in array[:max_outputs]]
        return _numbered(made, "image")

    return _summary(name, tensor, collections, family, contents)


def audio(name: str, tensor: Any, sample_rate: Any, max_outputs: int = 3, collections: Any = None,
          family: str | None = None) -> HostValue:  # fmt: skip
    """A summary of up to `max_outputs` clips of (batch, samples) or (batch, samples, channels)."""

    def contents(array: Any) -> list[tuple[str, bytes]]:
        clips = array[:max_outputs].reshape(*array.shape[:2][: array.ndim], -1)[:max_outputs]
        made = [event_messages.audio(clip, float(sample_rate)) for clip in clips]
        return _numbered(made, "audio")

    return _summary(name, tensor, collections, family, contents)


def text(name: str, tensor: Any, collections: Any = None) -> HostValue:
    """A summary of one text."""

    def contents(array: Any) -> list[tuple[str, bytes]]:
        words = array.item() if hasattr(array, "item") else array
        return [("", event_messages.text(words if isinstance(words, bytes) else words.encode()))]

    return _summary(name, tensor, collections, None, contents)


def merge(inputs: Sequence[Any], collections: Any = None, name: str | None = None) -> HostValue:
    """One summary of several. Raises TypeError for what is none."""
    merged = list(inputs)
    for one in merged:
        if not isinstance(one, HostValue):
            raise TypeError(f"summary.merge: `inputs` must be summaries, got {one!r}")
    counts = [len(one.parts) for one in merged]

    def made_of(arrays: Sequence[Any]) -> bytes:
        ahead = iter(arrays)
        groups = [[next(ahead) for _ in range(count)] for count in counts]
        return b"".join(one.made_of(group) for one, group in zip(merged, groups, strict=True))

    graph = get_default_graph()
    made = HostValue(
        graph.unique_name(name or "Merge/MergeSummary"),
        [part for one in merged for part in one.parts], made_of,
    )  # fmt: skip
    graph.add_to_collections(collections or (), made)
    return made


def merge_all(key: str = GraphKeys.SUMMARIES, scope: str | None = None,
              name: str | None = None) -> HostValue | None:  # fmt: skip
    """One summary of all in the collection; None where there is none."""
    found = get_default_graph().get_collection(key, scope)
    return merge(found, name=name) if found else None


class FileWriter:
    """Writes summaries as events of a file in the folder `logdir`, which is made.

    Graphs have no protobuf form here: `graph` is taken and not written."""

    def __init__(
        self, logdir: Any, graph: Any = None, max_queue: int = 10, flush_secs: int = 120,
        graph_def: Any = None, filename_suffix: str | None = None, session: Any = None,
    ) -> None:  # fmt: skip
        self._logdir = os.fspath(logdir)
        self._suffix = filename_suffix or ""
        self._file: Any = None
        self.reopen()

    def reopen(self) -> None:
        """Begins a new file; nothing where one is open."""
        if self._file is not None:
            return
        import socket

        from pelton.io.record_writer import TFRecordWriter

        os.makedirs(self._logdir, exist_ok=True)
        now = time.time()
        name = f"events.out.tfevents.{int(now)}.{socket.gethostname()}{self._suffix}"
        path = os.path.join(self._logdir, name)
        number = 0
        while os.path.exists(path):  # of another writer in the same second
            number += 1
            path = os.path.join(self._logdir, f"{name}.{number}")
        self._file = TFRecordWriter(path)
        self._file.write(event_messages.event(now))
        self._file.flush()

    def get_logdir(self) -> str:
        """The folder."""
        return self._logdir

    def add_summary(self, summary: Any, global_step: Any = None) -> None:
        """Writes what a summary's node gave, or a Summary. Raises TypeError for anything else,
        DataLossError for bytes that are no message."""
        if isinstance(summary, Summary):
            summary = summary.SerializeToString()
        if not isinstance(summary, bytes):
            raise TypeError(f"add_summary: `summary` must be bytes or a Summary, got {summary!r}")
        wire.fields(summary)
        self.reopen()
        step = None if global_step is None else int(global_step)
        self._file.write(event_messages.event(time.time(), step, summary))

    def add_graph(self, graph: Any, global_step: Any = None, graph_def: Any = None) -> None:
        """Nothing: graphs have no protobuf form here."""

    def add_run_metadata(self, run_metadata: Any, tag: str, global_step: Any = None) -> None:
        """Nothing: runs tell nothing of themselves."""

    def flush(self) -> None:
        """Hands over to the file what was written."""
        if self._file is not None:
            self._file.flush()

    def close(self) -> None:
        """Ends the file; a summary after it begins another."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> FileWriter:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class FileWriterCache:
    """One FileWriter for each folder."""

    _writers: dict[str, FileWriter] = {}

    @staticmethod
    def get(logdir: Any) -> FileWriter:
        """The folder's writer, made where there is none, and open."""
        path = os.path.abspath(os.fspath(logdir))
        writer = FileWriterCache._writers.get(path)
        if writer is None:
            return FileWriterCache._writers.setdefault(path, FileWriter(path))
        writer.reopen()
        return writer

    @staticmethod
    def clear() -> None:
        """Closes and forgets all writers."""
        for writer in FileWriterCache._writers.values():
            writer.close()
        FileWriterCache._writers.clear()


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
