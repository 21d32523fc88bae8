"""Owns which functions of ``tensorflow`` itself draw anew in each run of a graph."""

from __future__ import annotations

import importlib
import threading

from pelton.compat.v1.deferred import as_node

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_STREAM = "categorical gamma normal poisson truncated_normal uniform"
_SAMPLERS = (
    "all_candidate_sampler fixed_unigram_candidate_sampler log_uniform_candidate_sampler "
    "uniform_candidate_sampler"
)
_HOMES = {  # modules that are asked for them when they draw
    "pelton.random.stateful": _STREAM,
    "pelton.random": f"{_STREAM} {_SAMPLERS} shuffle",
    "pelton.image": "random_brightness random_contrast random_crop random_flip_left_right "
    "random_flip_up_down random_hue random_jpeg_quality random_saturation "
    "sample_distorted_bounding_box",
    "pelton.nn": "all_candidate_sampler dropout fixed_unigram_candidate_sampler nce_loss "
    "sampled_softmax_loss",
}
_PREFIXED = ("gamma", "normal", "poisson", "uniform", "shuffle")  # whose nodes are "random_..."
_lock = threading.Lock()
_before: list[tuple[Any, str, Any]] = []


def install() -> None:
    """From now on, where code builds graphs, each run draws; elsewhere they draw at once."""
    with _lock:
        if _before:
            return
        for path, names in _HOMES.items():
            module = importlib.import_module(path)
            for name in names.split():
                function = getattr(module, name)
                _before.append((module, name, function))
                is_prefixed = path.startswith("pelton.random") and name in _PREFIXED
                kind = f"random_{name}" if is_prefixed else name
                setattr(module, name, as_node(function, kind))


def remove() -> None:
    """They draw at once everywhere again."""
    with _lock:
        for module, name, function in _before:
            setattr(module, name, function)
        _before.clear()
