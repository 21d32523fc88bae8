"""Owns ``tf.config.optimizer``: settings of TensorFlow's graph compiler, kept and without an
effect, so that scripts that set them run."""

from __future__ import annotations

_DEFAULTS = {"disable_model_pruning": False, "disable_meta_optimizer": False}
_KNOWN = frozenset(
    "layout_optimizer constant_folding shape_optimization remapping arithmetic_optimization "
    "dependency_optimization loop_optimization function_optimization debug_stripper "
    "disable_model_pruning scoped_allocator_optimization pin_to_host_optimization "
    "implementation_selector auto_mixed_precision disable_meta_optimizer "
    "auto_mixed_precision_onednn_bfloat16 auto_mixed_precision_mkl min_graph_nodes "
    "auto_parallel".split()
)
_options: dict[str, bool] = {}
_jit = ""


def get_jit() -> str:
    """``"autoclustering"`` where it was switched on, else ``""``."""
    return _jit


def set_jit(enabled: bool | str) -> None:
    """Keeps whether functions should be compiled: a bool or ``"autoclustering"``."""
    global _jit
    _jit = "autoclustering" if enabled in (True, "autoclustering") else ""


def get_experimental_options() -> dict[str, bool]:
    """The options that were set, and TensorFlow's two defaults."""
    return {**_DEFAULTS, **_options}


def set_experimental_options(options: dict[str, bool]) -> None:
    """Keeps those of ``options`` that TensorFlow knows."""
    if not isinstance(options, dict):
        raise TypeError(f"options must be a dict, got {options!r}")
    _options.update((key, value) for key, value in options.items() if key in _KNOWN)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
