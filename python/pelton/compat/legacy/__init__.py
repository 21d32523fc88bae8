"""Owns what today's TensorFlow and Keras lost and old programs use: ``pelton.run --legacy``."""

from __future__ import annotations

import importlib
import sys

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable

# What `tensorflow` is to a script: Pelton, with Keras 2's names beside today's; compat.v1 with code
# that runs at once; compat.v1 with graphs.
KERAS, EAGER, GRAPH = "keras", "eager", "graph"
VERSION_1 = "1.15.5"  # what tf.__version__ says where `tensorflow` is compat.v1

# Names that only code which builds graphs uses.
_GRAPH_NAMES = frozenset(
    "InteractiveSession Session get_variable global_variables_initializer initialize_all_variables "
    "placeholder variable_scope train.Saver train.MonitoredTrainingSession".split()
)
# Where they are for sessions of Keras's own, which configure GPUs.
_CONFIGURED = ("set_session", "get_session")
# Modules of TensorFlow 1 that this package has, below "tensorflow".
_OWN = ("contrib", "examples")
# Methods of Keras 2 that `--legacy` gives models and metrics.
METHODS = frozenset(
    "evaluate_generator fit_generator predict_classes predict_generator predict_proba "
    "reset_states".split()
)
_KEYWORDS = {  # of Keras 2, by the class or the method that takes them with `--legacy`
    "Model": frozenset(["input", "output"]),
    "ModelCheckpoint": frozenset(["period"]),
    "Optimizer": frozenset(["decay", "lr"]),
    "ReduceLROnPlateau": frozenset(["epsilon"]),
    "TensorBoard": frozenset(["batch_size", "write_grads"]),
    "fit": frozenset(["max_queue_size", "nb_epoch", "use_multiprocessing", "workers"]),
}


def has(name: str) -> bool:
    """Whether `--legacy` has a name of tensorflow or keras that Pelton lacks."""
    from pelton.compat.legacy import keras_names
    from pelton.compat.legacy.keras_backend import __all__ as functions
    from pelton.names.name_lookup import missing_part
    from pelton.scripts.script_names import below

    keras = below(["keras", "tensorflow.keras"], name)
    if keras is None:
        rest = name.partition(".")[2]
        if rest.partition(".")[0] in _OWN:
            return missing_part(__name__, _without_folders(rest)) is None
        return name.startswith("tensorflow.") and _is_of_1(rest)
    if keras.startswith("wrappers") or keras_names.has(keras):
        return True
    return below(["backend"], keras) in functions


def _without_folders(name: str) -> str:
    """A name of tf.contrib without the folders of its sources: "contrib.layers.flatten" of
    "contrib.layers.python.layers.flatten"."""
    parts = name.split(".")
    return ".".join([*parts[:2], *parts[-1:]]) if "python" in parts[2:-1] else name


def has_keyword(value: object, keyword: str) -> bool:
    """Whether with `--legacy` a class or a method of Keras takes the keyword."""
    from pelton.compat.legacy import layer_arguments

    kinds = [one.__name__ for one in getattr(value, "__mro__", ())]
    names = [*kinds, getattr(value, "__name__", "")]
    if any(keyword in _KEYWORDS.get(name, ()) for name in names):
        return True
    return bool(names) and layer_arguments.takes(names[0], keyword)


def builds_graphs(names: Iterable[str]) -> bool:
    """Whether code that uses these names, without ``tensorflow.``, builds graphs."""
    found = set(names)
    if found & {"enable_eager_execution", "enable_v2_behavior"}:
        return False
    used = found & _GRAPH_NAMES
    if used == {"Session"} and any(name.endswith(_CONFIGURED) for name in found):
        return False
    return bool(used)


def _is_of_1(name: str) -> bool:
    """Whether TensorFlow 1 alone has the name."""
    from pelton.names.name_lookup import missing_part

    if name.partition(".")[0] in _OWN:
        return True
    if missing_part("pelton", name) is None:
        return False
    return missing_part("pelton.compat.v1", name) is None


def kind_of(script: str) -> str:
    """What `tensorflow` must be to the script and its own modules."""
    from pelton.scripts.script_names import used_names

    names = used_names(script, ["tensorflow"])
    if not any(_is_of_1(name) for name in names if not name.startswith(("compat.", "keras."))):
        return KERAS
    keras = used_names(script, ["keras"])
    return GRAPH if builds_graphs({*names, *keras}) else EAGER


def install(kind: str) -> None:
    """Gives Keras its old names, arguments and habits; `tensorflow` becomes compat.v1 unless it is
    KERAS, with graphs for GRAPH."""
    from pelton import _core
    from pelton.compat.legacy.keras_arguments import install_arguments
    from pelton.compat.legacy.keras_modules import install_modules

    install_modules(sys.modules)
    install_arguments()
    _core._speak_keras_2()
    if kind == KERAS:
        return
    v1 = importlib.import_module("pelton.compat.v1")
    for name in _OWN:
        setattr(v1, name, importlib.import_module(f"pelton.compat.legacy.{name}"))
    v1.__version__ = VERSION_1
    importlib.import_module("pelton.compat.v1.data")  # which gives datasets their old methods
    if kind == GRAPH:
        v1.disable_v2_behavior()


def owners_of(name: str) -> tuple[str, ...] | None:
    """The modules that have the names of a module below ``tensorflow.contrib``, however deep; None
    for other paths."""
    from pelton.compat.legacy import contrib

    parts = name.split(".")
    if parts[:2] != ["tensorflow", "contrib"] or len(parts) < 3 or parts[2] not in contrib.HERE:
        return None
    return (f"{contrib.__name__}.{parts[2]}",)


def target_of(name: str) -> str | None:
    """The module that ``import tensorflow...`` gives where it is compat.v1; None for other names
    and for those that are where they are today."""
    root, _, rest = name.partition(".")
    if root != "tensorflow":
        return None
    if not rest:
        return "pelton.compat.v1"
    first = rest.partition(".")[0]
    if first in _OWN:
        return f"pelton.compat.legacy.{rest}"
    v1 = importlib.import_module("pelton.compat.v1")
    return f"pelton.compat.v1.{rest}" if first in v1.MODULES else None
