"""Owns ``tf.contrib.tensorboard.plugins.projector``: what TensorBoard shows of embeddings."""

from __future__ import annotations

import os
import types

from pelton.compat.v1.graph_defs.message import Message

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

__all__ = ["EmbeddingInfo", "ProjectorConfig", "SpriteMetadata", "projector"]


class SpriteMetadata(Message):
    """An image of the rows' images."""

    FIELDS = {1: ("image_path", "string", "one"), 2: ("single_image_dim", "int", "many")}


class EmbeddingInfo(Message):
    """A table of embeddings and what its rows are called."""

    FIELDS = {
        1: ("tensor_name", "string", "one"), 2: ("metadata_path", "string", "one"),
        3: ("bookmarks_path", "string", "one"), 4: ("tensor_shape", "int", "many"),
        5: ("sprite", SpriteMetadata, "one"), 6: ("tensor_path", "string", "one"),
    }  # fmt: skip


class ProjectorConfig(Message):
    """The tables that are shown."""

    FIELDS = {
        1: ("model_checkpoint_path", "string", "one"), 2: ("embeddings", EmbeddingInfo, "many"),
    }  # fmt: skip


def visualize_embeddings(summary_writer: Any, config: ProjectorConfig) -> None:
    """Writes the configuration into the folder of a writer, or a folder. ValueError without."""
    if summary_writer is None:
        raise ValueError("Summary writer cannot be None")
    has_folder = hasattr(summary_writer, "get_logdir")
    folder = summary_writer.get_logdir() if has_folder else os.fspath(summary_writer)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "projector_config.pbtxt"), "w", encoding="utf-8") as file:
        file.write(str(config))


projector = types.ModuleType(f"{__name__}.projector")
vars(projector).update(
    EmbeddingInfo=EmbeddingInfo, ProjectorConfig=ProjectorConfig, SpriteMetadata=SpriteMetadata,
    visualize_embeddings=visualize_embeddings,
)  # fmt: skip
plugins = types.ModuleType(f"{__name__}.plugins")
vars(plugins).update(projector=projector)
