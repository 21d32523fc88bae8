"""What the TensorBoard callback writes of a model itself: its config, weights and embeddings."""

from __future__ import annotations

import os
import warnings
from typing import Any

from pelton import summary


def write_config(model: Any) -> None:
    """The config of a Sequential or functional model as JSON, which TensorBoard draws; a warning
    where it has none."""
    from pelton.keras.models.functional import Functional
    from pelton.summary.state import state
    from pelton.summary.writing import write

    if type(model).__name__ not in ("Sequential", Functional.__name__) or state.writer is None:
        return
    try:
        text = model.to_json()
    except Exception as error:
        warnings.warn(f"Model failed to serialize as JSON. Ignoring... {error}", stacklevel=2)
        return
    from tensorboard.compat.proto.summary_pb2 import SummaryMetadata

    plugin = SummaryMetadata.PluginData(plugin_name="graph_keras_model", content=b"1")
    write("keras", text, step=0, metadata=SummaryMetadata(plugin_data=plugin))


def _planes(weight: Any) -> Any:
    """A weight as images (count, height, width, 1); None for what has no such form."""
    import numpy as np

    array = np.squeeze(weight.numpy())
    if array.ndim == 1:
        return array.reshape(1, -1, 1, 1)
    if array.ndim == 2:
        return (array.T if array.shape[0] > array.shape[1] else array)[None, :, :, None]
    if array.ndim == 3:
        from pelton.keras.config import image_data_format

        planes = array.transpose(2, 0, 1) if image_data_format() == "channels_last" else array
        return planes[..., None]
    return array if array.ndim == 4 and array.shape[-1] in (1, 3, 4) else None


def write_weights(model: Any, step: int, with_images: bool) -> None:
    """A histogram of each weight of the model's layers and, `with_images`, its image."""
    for layer in model.layers:
        for weight in layer.weights:
            name = weight.path.replace(":", "_")
            summary.histogram(f"{name}/histogram", weight, step=step)
            planes = _planes(weight) if with_images else None
            if planes is not None:
                summary.image(f"{name}/image", planes, step=step)


def write_projector(model: Any, metadata: Any, folder: str) -> None:
    """projector_config.pbtxt for the model's Embedding layers; `metadata` is the path of their
    labels, or one for each by the layer's name. Raises ValueError for names of no such layer."""
    from google.protobuf import text_format
    from tensorboard.plugins import projector

    from pelton.keras.layers import Embedding

    waiting = dict(metadata) if isinstance(metadata, dict) else {}
    config = projector.ProjectorConfig()
    for layer in model.layers:
        if isinstance(layer, Embedding):
            entry = config.embeddings.add()
            entry.tensor_name = "layer_with_weights-0/embeddings/.ATTRIBUTES/VARIABLE_VALUE"
            path = metadata if isinstance(metadata, str) else waiting.pop(layer.name, None)
            if path is not None:
                entry.metadata_path = path
    if waiting:
        raise ValueError(
            "Unrecognized `Embedding` layer names passed to `keras.callbacks.TensorBoard` "
            f"`embeddings_metadata` argument: {waiting.keys()}"
        )
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "projector_config.pbtxt"), "w", encoding="utf-8") as file:
        file.write(text_format.MessageToString(config))
