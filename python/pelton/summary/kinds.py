"""Owns the kinds of summaries: scalars, histograms, images, audio, text and graphs."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton.debugging import assert_rank, assert_scalar
from pelton.summary.encoding import bins_of, png_bytes, wav_bytes
from pelton.summary.state import state
from pelton.summary.writing import message, record
from pelton.variables.scopes import get_current_name_scope

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


def _tag(name: str) -> str:
    """The name below the name scopes around it."""
    outer = get_current_name_scope()
    return f"{outer}/{name}" if outer else name


def _written(kind: str, name: str, data: Any, step: Any, make: Any, metadata: Any) -> Tensor:
    """Writes make(array) of `data`, whose metadata is looked up only if there is a writer."""
    tag = _tag(name)
    return record(
        kind, [data], step, lambda given: message(tag, make(given[0].numpy()), metadata())
    )


def scalar(name: str, data: Any, step: Any = None, description: str | None = None) -> Tensor:
    """Writes a number, as float32. Returns whether it was written.

    Raises ValueError for what has axes, and without a step."""
    if state.writer is None:
        return _functions.convert(False)
    value = assert_scalar(data)

    def metadata() -> Any:
        from tensorboard.plugins.scalar.metadata import create_summary_metadata

        return create_summary_metadata(display_name=None, description=description)

    def make(array: Any) -> Any:
        import numpy as np

        return np.asarray(array, np.float32)

    return _written("WriteScalarSummary", name, value, step, make, metadata)


def histogram(
    name: str,
    data: Any,
    step: Any = None,
    buckets: int | None = None,
    description: str | None = None,
) -> Tensor:
    """Writes how often values occur, in `buckets` (30) ranges of equal width.

    Returns whether it was written. Raises ValueError without a step."""

    def metadata() -> Any:
        from tensorboard.plugins.histogram.metadata import create_summary_metadata

        return create_summary_metadata(display_name=None, description=description)

    count = 30 if buckets is None else buckets
    return _written(
        "WriteHistogramSummary", name, data, step, lambda array: bins_of(array, count), metadata
    )


def image(
    name: str, data: Any, step: Any = None, max_outputs: int = 3, description: str | None = None
) -> Tensor:
    """Writes the first `max_outputs` images of (k, height, width, channels): uint8, or floats in
    [0, 1], of 1, 2, 3 or 4 channels. Returns whether it was written.

    Raises ValueError for another rank, and without a step."""
    if state.writer is None:
        return _functions.convert(False)
    tensor = _functions.convert(data)
    assert_rank(tensor, 4)

    def metadata() -> Any:
        from tensorboard.plugins.image.metadata import create_summary_metadata

        return create_summary_metadata(display_name=None, description=description)

    def make(array: Any) -> Any:
        import numpy as np

        _, height, width, _ = array.shape
        sizes = [str(width).encode(), str(height).encode()]
        return np.array(sizes + [png_bytes(one) for one in array[:max_outputs]], dtype=object)

    return _written("WriteImageSummary", name, tensor, step, make, metadata)


def audio(
    name: str,
    data: Any,
    sample_rate: Any,
    step: Any = None,
    max_outputs: int = 3,
    encoding: str | None = None,
    description: str | None = None,
) -> Tensor:
    """Writes the first `max_outputs` clips of (k, samples, channels), floats in [-1, 1], as WAV.

    Returns whether it was written. Raises ValueError for another rank or encoding, and without a
    step."""
    if encoding not in (None, "wav"):
        raise ValueError(f"Unknown encoding: {encoding!r}")
    if state.writer is None:
        return _functions.convert(False)
    tensor = _functions.convert(data)
    assert_rank(tensor, 3)

    def metadata() -> Any:
        from tensorboard.plugins.audio.metadata import create_summary_metadata
        from tensorboard.plugins.audio.plugin_data_pb2 import AudioPluginData

        return create_summary_metadata(
            display_name=None, description=description, encoding=AudioPluginData.WAV
        )

    def make(array: Any) -> Any:
        import numpy as np

        clips = [wav_bytes(one, int(sample_rate)) for one in array[:max_outputs]]
        return np.array([[clip, b""] for clip in clips], dtype=object)

    return _written("WriteAudioSummary", name, tensor, step, make, metadata)


def text(name: str, data: Any, step: Any = None, description: str | None = None) -> Tensor:
    """Writes a text, or an array of texts, which TensorBoard shows as Markdown.

    Returns whether it was written. Raises ValueError without a step."""
    import numpy as np

    array = np.asarray(data.numpy() if hasattr(data, "numpy") else data, dtype=object)
    encoded = np.vectorize(
        lambda one: one.encode() if isinstance(one, str) else bytes(one), otypes=[object]
    )(array)
    tag = _tag(name)

    def make(_: list[Any]) -> Any:
        from tensorboard.plugins.text.metadata import create_summary_metadata

        metadata = create_summary_metadata(display_name=None, description=description)
        return message(tag, encoded, metadata)

    return record("WriteTextSummary", [], step, make)


def graph(graph_data: Any) -> Tensor:
    """Refuses: there are no graphs of TensorFlow's here; raises NotImplementedError."""
    raise NotImplementedError(
        "tf.summary.graph: a traced function is a program here and no TensorFlow graph; "
        "tf.config.experimental.explain_program shows it"
    )
