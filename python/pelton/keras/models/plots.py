"""Draws models: plot_model and model_to_dot, without any other program."""

from __future__ import annotations

import os
from typing import Any

from pelton.keras.models.plotting.diagram import Shown, diagram_of
from pelton.keras.models.plotting.drawing import Drawing

_RANKDIRS = ("TB", "BT", "LR", "RL")


def _check(rankdir: Any, dpi: Any, splines: Any, unknown: dict[str, Any]) -> None:
    if unknown.pop("layer_range", None) is not None:
        raise ValueError("Argument `layer_range` is no longer supported.")
    if unknown:
        raise ValueError(f"Unrecognized keyword arguments: {unknown}")
    if not isinstance(rankdir, str) or rankdir not in _RANKDIRS:
        raise ValueError(f"`rankdir` must be one of {_RANKDIRS}. Received: rankdir={rankdir!r}")
    if not isinstance(dpi, (int, float)) or not 0 < dpi < float("inf"):
        raise ValueError(f"`dpi` must be a positive number. Received: dpi={dpi!r}")
    if not isinstance(splines, str):
        raise ValueError(f"`splines` must be a string. Received: splines={splines!r}")


def model_to_dot(
    model: Any,
    show_shapes: bool = False,
    show_dtype: bool = False,
    show_layer_names: bool = True,
    rankdir: str = "TB",
    expand_nested: bool = False,
    dpi: float = 200,
    subgraph: bool = False,
    show_layer_activations: bool = False,
    show_trainable: bool = False,
    splines: str = "ortho",
    **kwargs: Any,
) -> Drawing:
    """The graph of a built model, which writes itself as SVG, PNG or text of Graphviz.

    Raises ValueError for a model that is not built and for unknown arguments."""
    _check(rankdir, dpi, splines, kwargs)
    if subgraph:
        raise NotImplementedError("model_to_dot: `subgraph` is not supported, a Drawing is whole")
    shown = Shown(
        shapes=bool(show_shapes),
        dtype=bool(show_dtype),
        names=bool(show_layer_names),
        activations=bool(show_layer_activations),
        trainable=bool(show_trainable),
        nested=bool(expand_nested),
    )
    return Drawing(diagram_of(model, shown), model.name, rankdir, dpi, splines)


def plot_model(
    model: Any,
    to_file: str | os.PathLike[str] = "model.png",
    show_shapes: bool = False,
    show_dtype: bool = False,
    show_layer_names: bool = False,
    rankdir: str = "TB",
    expand_nested: bool = False,
    dpi: float = 200,
    show_layer_activations: bool = False,
    show_trainable: bool = False,
    splines: str = "ortho",
    **kwargs: Any,
) -> Any:
    """Draws a built model into a file: .svg, or .png and the like by Pillow; .dot for Graphviz.

    Returns IPython's image of the file where IPython is installed, else None. Raises ValueError
    for a model that is not built, an unknown ending and unknown arguments."""
    if not isinstance(to_file, (str, os.PathLike)):
        raise ValueError(f"`to_file` must be a path. Received: to_file={to_file!r}")
    dot = model_to_dot(
        model,
        show_shapes=show_shapes,
        show_dtype=show_dtype,
        show_layer_names=show_layer_names,
        rankdir=rankdir,
        expand_nested=expand_nested,
        dpi=dpi,
        show_layer_activations=show_layer_activations,
        show_trainable=show_trainable,
        splines=splines,
        **kwargs,
    )
    path = os.fspath(to_file)
    extension = os.path.splitext(path)[1][1:].lower() or "png"
    dot.write(path, format=extension)
    return _shown_in_notebook(path, extension)


def _shown_in_notebook(path: str, extension: str) -> Any:
    if extension in ("dot", "pdf"):
        return None
    try:
        from IPython import display
    except ImportError:
        return None
    return display.SVG(filename=path) if extension == "svg" else display.Image(filename=path)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
