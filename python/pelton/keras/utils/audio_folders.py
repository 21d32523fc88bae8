"""audio_dataset_from_directory: batches of the WAV files of a folder, with labels."""

from __future__ import annotations

from typing import Any

from pelton.keras.utils.folder_datasets import FolderRequest, checked_count, folder_datasets


def audio_dataset_from_directory(
    directory: Any,
    labels: Any = "inferred",
    label_mode: str | None = "int",
    class_names: Any = None,
    batch_size: int | None = 32,
    sampling_rate: int | None = None,
    output_sequence_length: int | None = None,
    ragged: bool = False,
    shuffle: bool = True,
    seed: int | None = None,
    validation_split: float | None = None,
    subset: str | None = None,
    follow_links: bool = False,
    verbose: bool = True,
) -> Any:
    """A dataset of samples (batch, `output_sequence_length`, channels), without it as many as the
    longest file of a batch has, or `ragged`, with labels unless `label_mode` is None; two of them
    for subset="both". Each has `class_names`.

    Raises ValueError, naming the argument, for bad ones and where no WAV file is found, and
    NotImplementedError for a `sampling_rate`, which needs another library in Keras too."""
    order = (shuffle, seed, validation_split, subset, follow_links, "tf", verbose)
    request = FolderRequest(directory, labels, label_mode, class_names, batch_size, *order)
    request.check("audio")
    if ragged and output_sequence_length is not None:
        raise ValueError("Cannot set both `ragged` and `output_sequence_length`")
    length = checked_count("output_sequence_length", output_sequence_length)
    if sampling_rate is not None:
        raise NotImplementedError("audio_dataset_from_directory: `sampling_rate` is not supported")
    if ragged:
        request.batching = "ragged_batch"
    elif length is None:
        request.batching = "padded_batch"
    made = _datasets(request, length)
    return tuple(made) if subset == "both" else made[0]


def _datasets(request: FolderRequest, length: int | None) -> list[Any]:
    def read(path: Any) -> Any:
        import pelton as tf

        return tf.audio.decode_wav(tf.io.read_file(path), -1, -1 if length is None else length)[0]

    return [dataset for dataset, _ in folder_datasets(request, read, "audio files", (".wav",))]


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
