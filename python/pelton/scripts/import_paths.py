"""Owns the table of older and private import paths of TensorFlow and Keras, and the thin modules
that stand for them under ``pelton.run``, which alone loads it."""

from __future__ import annotations

import functools
import importlib
import importlib.abc
import importlib.machinery
import sys
import types

from pelton.names.loaded import loaded
from pelton.scripts import private_modules, private_paths

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence

# Below each of these paths all of Keras is found; the longest that fits counts.
KERAS_ROOTS = (
    "tensorflow.python.keras.api._v2.keras",
    "tensorflow.python.keras.api._v1.keras",
    "tensorflow.python.keras.api.keras",
    "tensorflow.contrib.keras.api.keras",
    "tensorflow.contrib.keras.python.keras",
    "tensorflow.contrib.keras",
    "tensorflow.python.keras",
    "tensorflow.compat.v1.keras",
    "tensorflow.compat.v2.keras",
    "tensorflow.keras",
    "keras._tf_keras.keras",
    "tf_keras.api._v2.keras",
    "tf_keras.api._v1.keras",
    "tf_keras.api",
    "tf_keras.src",
    "tf_keras",
    "keras.api._v2.keras",
    "keras.api._v1.keras",
    "keras.api",
    "keras.src",
)
# Private ones: a module below one that is known has what that one has, as below Keras's own.
_PRIVATE_ROOTS = (
    "tensorflow.python.keras",
    "keras.src",
    "tf_keras.src",
    "tensorflow.contrib.keras.python.keras",
)
_COUNTING = ("pelton.compat.legacy.layer_utils", "pelton.keras.utils")
# Modules of Keras 2 of which programs take small functions, with the package that has the rest.
_SMALL = "pelton.scripts.internals.keras_parts"
_PARTS = (
    ("utils", "engine.data_adapter"),
    ("utils", "utils.conv_utils"),
    ("utils saving", "utils.generic_utils"),
    ("utils", "utils.tf_utils"),
    ("losses", "utils.losses_utils"),
    ("metrics", "utils.metrics_utils"),
)
# Modules of Keras 3 of which libraries take small functions, likewise.
_OF_KERAS_3 = "pelton.scripts.internals.keras_3"
_PARTS_OF_3 = (
    ("utils", "utils.tracking utils.naming utils.python_utils utils.argument_validation "
     "utils.traceback_utils utils.backend_utils utils.module_utils utils.io_utils "
     "saving.keras_saveable api_export trainers.data_adapters trainers.epoch_iterator "
     "trainers.data_adapters.data_adapter_utils backend.common.global_state"),
    ("ops utils", "ops.operation_utils"),
    ("losses", "losses.loss losses.losses"),
    ("metrics", "metrics.reduction_metrics"),
    ("optimizers", "optimizers.base_optimizer"),
    ("layers", "layers.preprocessing.tf_data_layer layers.preprocessing.data_layer"),
    ("random random.seed_generator", "random.seed_generator"),
    ("config dtype_policies", "dtype_policies.dtype_policy"),
)  # fmt: skip
_BASE_LAYERS = ("keras.engine.base_layer", "keras.engine.base_layer_v1")
_BELOW_PRIVATE = tuple(f"{root}." for root in _PRIVATE_ROOTS)
_TENSORFLOW_ROOTS = (
    "tensorflow._api.v2.v2",
    "tensorflow._api.v2",
    "tensorflow.compat.v2",
    "tensorflow_core",
)

# Of Keras: the packages that have now what these modules had or have.
_KERAS = {
    "layers layers.base_classes": "layers.merge layers.merging layers.merging.base_merge "
    "layers.convolutional layers.convolutional.base_conv "
    "layers.convolutional.base_conv_transpose layers.convolutional.base_depthwise_conv "
    "layers.convolutional.base_separable_conv layers.pooling.base_pooling "
    "layers.pooling.base_global_pooling",
    "layers": "layers.advanced_activations layers.convolutional_recurrent "
    "layers.core layers.cudnn_recurrent layers.dense_attention layers.einsum_dense "
    "layers.embeddings layers.experimental layers.experimental.preprocessing layers.input_layer "
    "layers.kernelized layers.layer layers.local "
    "layers.multi_head_attention layers.noise layers.normalization_v2 layers.preprocessing "
    "layers.recurrent layers.recurrent_v2 layers.rnn layers.rnn_cell_wrapper_v2 layers.wrappers "
    "layers.activation layers.attention layers.normalization layers.pooling layers.regularization "
    "layers.reshaping engine.input_spec "
    "legacy legacy.layers legacy_tf_layers",
    "layers models": "engine engine.topology engine.network engine.input_layer",
    "models": "engine.sequential engine.training models.cloning "
    "models.model models.sequential trainers trainers.trainer",
    "models.functional models": "engine.functional models.functional",
    "optimizers": "optimizer optimizers.experimental optimizer_experimental optimizer_v1 "
    "optimizer_v2 optimizer_v2.adadelta "
    "optimizer_v2.adagrad optimizer_v2.adam optimizer_v2.adamax optimizer_v2.ftrl "
    "optimizer_v2.gradient_descent optimizer_v2.nadam optimizer_v2.optimizer_v2 "
    "optimizer_v2.rmsprop optimizers.adadelta optimizers.adafactor optimizers.adagrad "
    "optimizers.adam optimizers.adamax optimizers.adamw optimizers.base_optimizer optimizers.ftrl "
    "optimizers.lamb optimizers.lion optimizers.nadam optimizers.optimizer optimizers.optimizer_v2 "
    "optimizers.rmsprop optimizers.sgd",
    "optimizers.schedules": "optimizer_v2.learning_rate_schedule "
    "optimizers.learning_rate_schedule optimizers.schedules.learning_rate_schedule",
    "utils": "utils.all_utils utils.data_utils utils.dataset_utils "
    "utils.file_utils utils.image_dataset utils.image_dataset_utils utils.image_utils "
    "utils.io_utils utils.model_visualization utils.np_utils "
    "utils.numerical_utils utils.sequence_utils utils.text_dataset "
    "utils.text_dataset_utils utils.timeseries_dataset utils.vis_utils "
    "utils.rng_utils",
    "utils.legacy": "legacy.saving legacy.saving.serialization",
    "saving models": "saving.hdf5_format saving.model_config saving.object_registration "
    "saving.save saving.saved_model saving.saving_api saving.saving_lib saving.serialization_lib",
    "metrics": "metrics.metric metrics.metrics engine.compile_utils",
    "losses": "objectives losses.loss losses.losses",
    "initializers": "initializers.initializers_v1 initializers.initializers_v2 "
    "initializers.random_initializers initializers.constant_initializers",
    "backend": "backend.common backend.tensorflow_backend legacy.backend",
    "mixed_precision": "mixed_precision.experimental mixed_precision.policy "
    "mixed_precision.loss_scale_optimizer",
    "callbacks": "callback callbacks_v1 callbacks.callbacks",
    "config": "backend_config backend.config",
    "dtype_policies.policy_map": "dtype_policies.dtype_policy_map",
    "operation": "ops.operation",
    "function": "ops.function",
    "": "api._v1 api._v2 engine.keras_tensor backend.common.keras_tensor",
}


def _entries(table: dict[str, str], under: str, home: str) -> dict[str, tuple[str, ...]]:
    """{full path: the modules that have its names}."""
    found = {}
    for owners, paths in table.items():
        modules = tuple(f"{home}.{one}" if one else home for one in owners.split(" "))
        found.update({f"{under}.{path}": modules for path in paths.split()})
    return found


@functools.cache
def table() -> dict[str, tuple[str, ...]]:
    """For each known path, ``keras...`` or ``tensorflow.python...``, Pelton's modules for it."""
    return {
        **_entries(_KERAS, "keras", "pelton.keras"),
        **_entries(private_paths.PYTHON, "tensorflow.python", "pelton"),
        **{
            f"keras.{path}": (*(f"pelton.keras.{home}" for home in homes.split()), small)
            for small, parts in ((_SMALL, _PARTS), (_OF_KERAS_3, _PARTS_OF_3))
            for homes, paths in parts
            for path in paths.split()
        },
        **dict.fromkeys(
            ("keras.src.backend", "pelton.keras.src.backend"),
            (f"{_OF_KERAS_3}_backend", "pelton.keras.backend"),
        ),
        "keras.src": ("pelton.keras",),
        **dict.fromkeys(
            ("keras.src.distribution", "keras.src.distribution.distribution_lib"),
            (f"{_OF_KERAS_3}_distribution",),
        ),
        **dict.fromkeys(_BASE_LAYERS, ("pelton.keras.layers", "pelton.scripts.internals.absent")),
        "keras.saving.saved_model.load_context": ("pelton.scripts.internals.loading",),
        "tensorflow.contrib": ("pelton",),
        "tensorflow.contrib.keras.api": ("pelton.keras",),
        "tensorflow.contrib.keras.python": ("pelton.keras",),
        "tensorflow.python.keras.api": ("pelton.keras",),
        "tensorflow.python.keras.api._v1": ("pelton.keras",),
        "tensorflow.python.keras.api._v2": ("pelton.keras",),
        "tensorflow._api": ("pelton",),
        **private_paths.outside_python(),
        "keras._tf_keras": ("pelton.keras",),
        "keras.__internal__": ("pelton.keras",),
        "keras.__internal__.losses": ("pelton.keras.losses.function_wrapper",),
        "keras.__internal__.legacy": ("pelton.compat.v1",),
        "keras.__internal__.legacy.layers": ("pelton.compat.v1.layers",),
        **dict.fromkeys(("keras.utils.layer_utils", "keras.utils.summary_utils"), _COUNTING),
        "keras.wrappers": ("pelton.compat.legacy.wrappers", "pelton.keras.wrappers"),
        "keras.wrappers.scikit_learn": ("pelton.compat.legacy.scikit_learn",),
    }


def canonical(name: str) -> str:
    """The path with the root that Keras and TensorFlow have now: "keras.layers.convolutional" of
    "tensorflow.python.keras.layers.convolutional"."""
    for now, roots in (("tensorflow", _TENSORFLOW_ROOTS), ("keras", KERAS_ROOTS)):
        for root in roots:
            if name == root or name.startswith(f"{root}."):
                name = now + name[len(root) :]
                break
    return name


def owners_of(name: str) -> tuple[str, ...] | None:
    """Pelton's modules that have the names of the module `name`; None for what is in no table."""
    if name in table():
        return table()[name]
    now = canonical(name)
    found = table().get(now)
    if found is None and (now.startswith("keras.") or name.startswith(_BELOW_PRIVATE)):
        while found is None and now.count(".") > 2:
            now = now.rpartition(".")[0]
            found = table().get(now)
    if found is None and name.startswith("tensorflow.python."):
        found = private_modules.owners_of(name.removeprefix("tensorflow.python."))
    return found


def _home(owners: Sequence[str], rest: Sequence[str]) -> str:
    """The owner that has the name: functions of Keras's own modules before others."""
    if len(owners) == 1 or not rest:
        return owners[0]
    small = [one for one in (_SMALL, _OF_KERAS_3) if one in owners]
    for owner in (*small, *owners):
        if hasattr(_module(owner), rest[0]):
            return owner
    return owners[0]


def name_now(name: str) -> str:
    """Where the dotted `name` is now: "keras.layers.Dense" of "keras.layers.core.Dense"."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        path = ".".join(parts[:count])
        if path in KERAS_ROOTS or (path == "tensorflow.contrib" and count < len(parts)):
            break
        owners = table().get(path) or table().get(canonical(path))
        if owners is not None:
            rest = parts[count:]
            home = "tensorflow" + _home(owners, rest).removeprefix("pelton")
            while len(rest) > 1 and rest[0].islower() and path.startswith("keras."):
                rest = rest[1:]  # a module below the one that is known
            return canonical(".".join([home, *rest]))
    return canonical(name)


def _module(path: str) -> object:
    """The module of a path; one that its package makes where it is no file. AttributeError where
    there is none."""
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError:
        parent, _, name = path.rpartition(".")
        if not parent:
            raise AttributeError(f"there is no module {path!r}") from None
        return getattr(_module(parent), name)


class ThinModule(types.ModuleType):
    """A module by an older name: what it is asked for is looked up in the modules that have it."""

    def __init__(self, name: str, owners: Sequence[str]) -> None:
        super().__init__(name, f"What {', '.join(owners)} have, under an older name.")
        self._owners = owners

    def __getattr__(self, name: str) -> object:
        if name == "__all__":  # what `from it import *` takes
            return [one for one in dir(self) if not one.startswith("_")]
        if not name.startswith("__") or name == "__internal__":
            if f"{self.__name__}.{name}" in table():
                return importlib.import_module(f"{self.__name__}.{name}")
            for owner in self._homes():
                if owner == self.__name__:
                    continue
                try:
                    return getattr(_module(owner), name)
                except AttributeError:
                    continue
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")

    def _homes(self) -> list[str]:
        """The owners; where code builds graphs, those of compat.v1 before them."""
        is_active = loaded("pelton.compat.v1.graph", "is_active")
        if is_active is None or not self.__name__.startswith("tensorflow.python"):
            return list(self._owners)
        old = [
            one.replace("pelton", "pelton.compat.v1", 1)
            for one in self._owners
            if not one.startswith(("pelton.compat", "pelton.keras"))
        ]
        return [*old, *self._owners] if is_active() else [*self._owners, *old]

    def __dir__(self) -> list[str]:
        return sorted({name for owner in self._owners for name in dir(_module(owner))})


class ThinLoader(importlib.abc.Loader):
    """Makes the thin module of a path."""

    def __init__(self, owners: Sequence[str]) -> None:
        self.owners = owners

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return ThinModule(spec.name, self.owners)

    def exec_module(self, module: types.ModuleType) -> None:
        return None


def thin_spec(
    name: str, keras: str, asked: str | None = None
) -> importlib.machinery.ModuleSpec | None:
    """The spec of a thin module for the path `asked`, under `name`; None for an unknown one.
    `keras`: the module that Keras is, Pelton's own or the installed one."""
    owners = owners_of(name if asked is None else asked)
    if owners is None:
        return None
    owners = tuple(keras + one[12:] if one.startswith("pelton.keras") else one for one in owners)
    return importlib.machinery.ModuleSpec(name, ThinLoader(owners), is_package=True)


def older_module(module: str, name: str) -> types.ModuleType | None:
    """Where older names are found, `module.name` by one; None for what is none."""
    if not any(isinstance(finder, OlderNames) for finder in sys.meta_path):
        return None
    if (module, name) == ("pelton.keras", "distribution"):
        # What libraries ask; a script that names it is run on stock Keras.
        return importlib.import_module(f"{_OF_KERAS_3}_distribution")
    try:
        return importlib.import_module(f"{module}.{name}")
    except ModuleNotFoundError:
        return None


class OlderNames(importlib.abc.MetaPathFinder):
    """Finds older names below Pelton's own modules, where nothing else did: what
    ``from keras.utils import np_utils`` asks for, as `keras.utils` is `pelton.keras.utils`. With
    an installed Keras, whose module is `keras`, those below it too."""

    def __init__(self, keras: str) -> None:
        self.keras = keras

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: types.ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname.startswith("pelton."):
            asked = canonical("tensorflow" + fullname.removeprefix("pelton"))
        elif self.keras == "keras" and fullname.startswith("keras."):
            asked = fullname
        else:
            return None
        return thin_spec(fullname, self.keras, asked)
