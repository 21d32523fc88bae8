"""Owns SummaryWriter: an event file in a folder, through TensorBoard's writer."""

from __future__ import annotations

import contextlib

from pelton.summary.state import state

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def _event_file_writer() -> Any:
    """TensorBoard's class. Raises ImportError with what to install."""
    import sys
    import types

    # Without it TensorBoard looks for TensorFlow, to write its files through it.
    sys.modules.setdefault("tensorboard.compat.notf", types.ModuleType("tensorboard.compat.notf"))
    try:
        from tensorboard.summary.writer.event_file_writer import EventFileWriter
    except ImportError as error:
        raise ImportError(
            "tf.summary writes its files through the package tensorboard: "
            'pip install "pelton[tensorboard]"'
        ) from error
    return EventFileWriter


class SummaryWriter:
    """Where summaries go: ``with writer.as_default(): tf.summary.scalar(...)``."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._is_closed = False

    @property
    def is_open(self) -> bool:
        """Whether it has a file and was not closed."""
        return self._file is not None and not self._is_closed

    def _check_open(self) -> None:
        if self._is_closed:
            raise RuntimeError("SummaryWriter is already closed")

    @contextlib.contextmanager
    def as_default(self, step: Any = None) -> Iterator[SummaryWriter]:
        """Within it the thread's summaries go here, of `step` unless they say another.

        Raises RuntimeError after close."""
        self._check_open()
        outer = state.writer, state.step
        state.writer = self
        if step is not None:
            state.step = step
        try:
            yield self
        finally:
            if step is None:
                outer = outer[0], state.step
            state.writer, state.step = outer
            self.flush()

    def set_as_default(self, step: Any = None) -> None:
        """From now on the thread's summaries go here. Raises RuntimeError after close."""
        self._check_open()
        state.writer = self
        if step is not None:
            state.step = step

    def init(self) -> None:
        """Nothing: the file is there. Raises RuntimeError after close."""
        self._check_open()

    def add_event(self, event: Any) -> None:
        """Hands one event to the file's queue; nothing for a writer without a file."""
        if self.is_open:
            self._file.add_event(event)

    def flush(self) -> None:
        """Waits until all that was added is in the file."""
        if self.is_open:
            self._file.flush()

    def close(self) -> None:
        """Writes what is left and closes the file; closing again does nothing."""
        if self.is_open:
            self._file.close()
        self._is_closed = True


def create_file_writer(
    logdir: Any,
    max_queue: int | None = None,
    flush_millis: int | None = None,
    filename_suffix: str | None = None,
    name: str | None = None,
    experimental_trackable: bool = False,
    experimental_mesh: Any = None,
) -> SummaryWriter:
    """A writer of an event file in the folder `logdir`, which is made.

    The file is flushed after `max_queue` summaries (10) or `flush_millis` milliseconds (120,000).
    Raises ValueError without a folder, ImportError without the package tensorboard."""
    if logdir is None:
        raise ValueError("Argument `logdir` cannot be None")
    import os

    folder = logdir.numpy().decode() if hasattr(logdir, "numpy") else os.fspath(logdir)
    return SummaryWriter(
        _event_file_writer()(
            folder,
            max_queue_size=10 if max_queue is None else int(max_queue),
            flush_secs=120 if flush_millis is None else flush_millis / 1000,
            filename_suffix=filename_suffix or ".v2",
        )
    )


def create_noop_writer() -> SummaryWriter:
    """A writer without a file: no summary is written where it is the default."""
    return SummaryWriter(None)


def flush(writer: SummaryWriter | None = None, name: str | None = None) -> None:
    """Waits until what was added to `writer`, or the default one, is in its file."""
    found = state.writer if writer is None else writer
    if found is not None:
        found.flush()


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
