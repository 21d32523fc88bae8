"""text_dataset_from_directory: batches of the texts of a folder, with labels."""

from __future__ import annotations

from typing import Any

from pelton.keras.utils.folder_datasets import FolderRequest, folder_datasets


def text_dataset_from_directory(
    directory: Any,
    labels: Any = "inferred",
    label_mode: str | None = "int",
    class_names: Any = None,
    batch_size: int | None = 32,
    max_length: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    validation_split: float | None = None,
    subset: str | None = None,
    follow_links: bool = False,
    format: str = "tf",
    verbose: bool = True,
) -> Any:
    """A dataset of texts (batch,), of at most `max_length` bytes, with labels unless `label_mode`
    is None; a list of two for subset="both". Each has `class_names`.

    Raises ValueError, naming the argument, for bad ones and where no text is found."""
    request = FolderRequest(
        directory,
        labels,
        label_mode,
        class_names,
        batch_size,
        shuffle,
        seed,
        validation_split,
        subset,
        follow_links,
        format,
        verbose,
    )
    request.check("text")
    length = _checked_length(max_length)

    def read(path: Any) -> Any:
        import pelton as tf

        text = tf.io.read_file(path)
        return text if length is None else tf.strings.substr(text, 0, length)

    made = [dataset for dataset, _ in folder_datasets(request, read, "text files", (".txt",))]
    return made if subset == "both" else made[0]


def _checked_length(max_length: Any) -> int | None:
    import operator

    if max_length is None:
        return None
    try:
        length = operator.index(max_length)
    except TypeError:
        length = -1
    if length < 0:
        raise ValueError(
            "`max_length` must be an integer that is not negative, or None. "
            f"Received: max_length={max_length!r}"
        )
    return length


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
