"""Owns TensorFlow 1's readers: records of the files whose names a queue gives, one by one."""

from __future__ import annotations

import struct
import threading

from pelton._core import functions as _functions
from pelton.compat.v1.graph import at_once, check_active, get_default_graph
from pelton.compat.v1.operation import Operation

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_STRING = [("string", [])]


class _Progress:
    """How far a session's reader is."""

    def __init__(self) -> None:
        self.lock = threading.Lock()  # of threads that read with the same reader
        self.reset()

    def reset(self) -> None:
        """Begins anew."""
        self.records: Iterator[tuple[str, bytes]] | None = None
        self.produced = self.finished = 0


class ReaderBase:
    """Reads records of the work (names of files) that a queue of strings gives. Each session has
    its own progress."""

    _title = "ReaderV2"

    def __init__(self, name: str | None = None, supports_serialize: bool = False) -> None:
        check_active("Readers")
        self._graph = get_default_graph()
        self._name = self._graph.unique_name(name or self._title)
        self.supports_serialize = supports_serialize

    @property
    def reader_ref(self) -> ReaderBase:
        """The reader itself."""
        return self

    def _records(self, work: str) -> Iterator[tuple[str, bytes]]:
        """(key, record) of one piece of work."""
        raise NotImplementedError

    def _next(self, progress: _Progress, queue: Any) -> tuple[str, bytes]:
        while True:
            if progress.records is None:
                work = queue.queue_ref.take(1)[0][0].numpy()
                progress.records = self._records(work.decode())
            found = next(progress.records, None)
            if found is not None:
                progress.produced += 1
                return found
            progress.records = None
            progress.finished += 1

    def _rows(self, progress: _Progress, queue: Any, count: int) -> list[tuple[str, bytes]]:
        rows = [self._next(progress, queue)]
        while len(rows) < count and progress.records is not None:
            found = next(progress.records, None)
            if found is None:
                break
            progress.produced += 1
            rows.append(found)
        return rows

    def _progress(self, session: Any) -> _Progress:
        found: _Progress = session.resource(self, _Progress)
        return found

    def _node(self, suffix: str, name: str | None, make: Callable[..., Any]) -> Operation:
        def run(run: Any, *values: Any) -> Any:
            with at_once():
                return make(run.session, *values)

        title = name or f"{self._name}{suffix}"
        return Operation(self._graph, self._title, title, run, (), takes_run=True)

    def read(self, queue: Any, name: str | None = None) -> tuple[Any, Any]:
        """(key, value) of the next record, as string scalars; runs raise OutOfRangeError once the
        queue is closed and all is read."""

        def make(session: Any) -> Any:
            progress, source = self._progress(session), queue.of(session)

            def take(_: Any) -> list[Any]:
                with progress.lock:
                    key, value = self._next(progress, source)
                return [_functions.convert(key), _functions.convert(value)]

            return _functions.compute("ReaderReadV2", [], take, _STRING * 2)

        node = self._node("Read", name, make)
        key, value = node.give([_functions.symbolic([], "string") for _ in range(2)])
        return key, value

    def read_up_to(self, queue: Any, num_records: int, name: str | None = None) -> tuple[Any, Any]:
        """(keys, values) of up to `num_records` records, of one piece of work at most."""
        import numpy as np

        def make(session: Any) -> Any:
            progress, source = self._progress(session), queue.of(session)

            def take(_: Any) -> list[Any]:
                with progress.lock:
                    rows = self._rows(progress, source, num_records)
                return [
                    _functions.convert(np.array(one, object)) for one in zip(*rows, strict=True)
                ]

            return _functions.compute("ReaderReadUpToV2", [], take, [("string", [None])] * 2)

        node = self._node("ReadUpTo", name, make)
        keys, values = node.give([_functions.symbolic([None], "string") for _ in range(2)])
        return keys, values

    def _count(self, suffix: str, name: str | None, attribute: str) -> Any:
        def make(session: Any) -> Any:
            progress = self._progress(session)

            def count(_: Any) -> list[Any]:
                return [_functions.convert(getattr(progress, attribute), "int64")]

            return _functions.compute(suffix, [], count, [("int64", [])])[0]

        return self._node(suffix, name, make).give(_functions.symbolic([], "int64"))

    def num_records_produced(self, name: str | None = None) -> Any:
        """The number of records that were read."""
        return self._count("NumRecordsProduced", name, "produced")

    def num_work_units_completed(self, name: str | None = None) -> Any:
        """The number of files that were read to their ends."""
        return self._count("NumWorkUnitsCompleted", name, "finished")

    def reset(self, name: str | None = None) -> Operation:
        """An operation that begins anew with the queue's next work."""

        def make(session: Any) -> None:
            progress = self._progress(session)
            _functions.perform("ReaderResetV2", [], lambda _: progress.reset())

        return self._node("Reset", name, make)


def _lines(path: str) -> Iterator[bytes]:
    from pelton.io.gfile import GFile

    with GFile(path, "rb") as file:
        while True:
            line = file.readline()
            if not line:
                return
            yield line.rstrip(b"\n").rstrip(b"\r")


def _bytes_of(path: str) -> bytes:
    from pelton.io.gfile import GFile

    with GFile(path, "rb") as file:
        found: bytes = file.read()
    return found


class TextLineReader(ReaderBase):
    """Lines of files, without those at the beginning that `skip_header_lines` counts; keys are
    "file:number"."""

    _title = "TextLineReaderV2"

    def __init__(self, skip_header_lines: int | None = None, name: str | None = None) -> None:
        super().__init__(name)
        self._skipped = skip_header_lines or 0

    def _records(self, work: str) -> Iterator[tuple[str, bytes]]:
        for number, line in enumerate(_lines(work), 1):
            if number > self._skipped:
                yield f"{work}:{number}", line


class TFRecordReader(ReaderBase):
    """Records of TFRecord files; keys are "file:place"."""

    _title = "TFRecordReaderV2"

    def __init__(self, name: str | None = None, options: Any = None) -> None:
        super().__init__(name)
        self._options = options

    def _records(self, work: str) -> Iterator[tuple[str, bytes]]:
        from pelton.compat.v1.python_io import tf_record_iterator

        place = 0
        for record in tf_record_iterator(work, self._options):
            yield f"{work}:{place}", record
            place += len(record) + struct.calcsize("<QII")


class FixedLengthRecordReader(ReaderBase):
    """Records of `record_bytes` bytes, between headers and footers; keys are "file:number"."""

    _title = "FixedLengthRecordReaderV2"

    def __init__(
        self, record_bytes: int, header_bytes: int | None = None, footer_bytes: int | None = None,
        hop_bytes: int | None = None, name: str | None = None, encoding: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__(name)
        self._size, self._header, self._footer = record_bytes, header_bytes or 0, footer_bytes or 0
        self._hop = hop_bytes or record_bytes

    def _records(self, work: str) -> Iterator[tuple[str, bytes]]:
        data = _bytes_of(work)
        end = len(data) - self._footer
        starts = range(self._header, end - self._size + 1, self._hop)
        for number, start in enumerate(starts):
            yield f"{work}:{number}", data[start : start + self._size]


class WholeFileReader(ReaderBase):
    """Whole files; keys are their names."""

    _title = "WholeFileReaderV2"

    def __init__(self, name: str | None = None) -> None:
        super().__init__(name)

    def _records(self, work: str) -> Iterator[tuple[str, bytes]]:
        yield work, _bytes_of(work)


class IdentityReader(ReaderBase):
    """The queue's texts themselves, as keys and as values."""

    _title = "IdentityReaderV2"

    def __init__(self, name: str | None = None) -> None:
        super().__init__(name)

    def _records(self, work: str) -> Iterator[tuple[str, bytes]]:
        yield work, work.encode()
