"""Owns the small functions around graphs: collections, templates, seeds, partitioners, names."""

from __future__ import annotations

import contextlib
import functools

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.graph import Graph, GraphKeys, at_once, get_default_graph, is_active
from pelton.compat.v1.graph_ops import group, local_variables_initializer
from pelton.compat.v1.operation import Operation
from pelton.compat.v1.variable_scopes import get_variable, variable_scope
from pelton.compat.v1.variables import ResourceSwitch
from pelton.ops.array.sizes import product, sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


def add_to_collections(names: Any, value: Any) -> None:
    """Appends `value` to each of the default graph's collections."""
    get_default_graph().add_to_collections(names, value)


def get_collection_ref(key: Any) -> list[Any]:
    """The default graph's collection itself."""
    return get_default_graph().get_collection_ref(key)


def get_local_variable(name: str, *args: Any, **kwargs: Any) -> Any:
    """``get_variable`` of a local variable, which is not trained."""
    kwargs["collections"] = [*(kwargs.get("collections") or ()), GraphKeys.LOCAL_VARIABLES]
    kwargs["trainable"] = False
    return get_variable(name, *args, **kwargs)


def model_variables(scope: str | None = None) -> list[Any]:
    """The default graph's variables of models."""
    return get_default_graph().get_collection(GraphKeys.MODEL_VARIABLES, scope)


def moving_average_variables(scope: str | None = None) -> list[Any]:
    """The default graph's variables that have moving averages."""
    return get_default_graph().get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, scope)


def initialize_local_variables() -> Any:
    """The old name of local_variables_initializer."""
    return local_variables_initializer()


def assert_variables_initialized(var_list: Any = None) -> Any:
    """An operation that fails unless the variables have values."""
    from pelton.compat.v1.graph_ops import global_variables

    found = global_variables() if var_list is None else list(var_list)
    return group(*(one.value() for one in found), name="assert_variables_initialized")


def get_seed(op_seed: int | None) -> tuple[int | None, int | None]:
    """(the graph's seed, the op's) as an op is given them."""
    seed = get_default_graph().seed
    if seed is None and op_seed is None:
        return None, None
    return (87654321 if seed is None else seed), (0 if op_seed is None else op_seed)


@contextlib.contextmanager
def colocate_with(op: Any, ignore_existing: bool = False) -> Iterator[None]:
    """Nodes that are made within it run where `op` runs: on this process's devices they do."""
    yield


@contextlib.contextmanager
def container(container_name: str) -> Iterator[str]:
    """Names the container of what nodes keep; here each session keeps its own."""
    yield container_name


def op_scope(values: Any, name: str | None, default_name: str | None = None) -> Any:
    """The old name of ``name_scope``."""
    return get_default_graph().name_scope(name or default_name)


def variable_op_scope(values: Any, name_or_scope: Any, default_name: str | None = None,
                      **options: Any) -> Any:  # fmt: skip
    """The old name of ``variable_scope``."""
    return variable_scope(name_or_scope, default_name=default_name, **options)


class Template:
    """A function whose variables its first call makes and later calls share."""

    def __init__(self, name: str, function: Callable[..., Any], unique_name: str | None) -> None:
        self._name, self._function, self._unique = name, function, unique_name
        self._scope: Any = None
        self._has_variables = False

    def _entered(self) -> Any:
        if self._scope is None:
            return variable_scope(self._unique, default_name=self._name)
        return variable_scope(self._scope, reuse=True if self._has_variables else None)

    def begin(self) -> None:
        """Makes the scope before the first call."""
        with self._entered() as scope:
            self._scope = scope

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        with self._entered() as scope:
            self._scope = self._scope or scope
            made = self._function(*args, **kwargs)
            self._has_variables = True
        return made

    @property
    def name(self) -> str:
        """The name that it was made with."""
        return self._name

    @property
    def func(self) -> Callable[..., Any]:
        """The function."""
        return self._function

    @property
    def variable_scope(self) -> Any:
        """The scope of its variables; None before the first call."""
        return self._scope

    var_scope = variable_scope

    @property
    def variable_scope_name(self) -> str | None:
        """The scope's name; None before the first call."""
        return None if self._scope is None else self._scope.name

    def _of(self, key: str) -> list[Any]:
        name = self.variable_scope_name
        return [] if name is None else get_default_graph().get_collection(key, f"{name}/")

    @property
    def variables(self) -> list[Any]:
        """Its variables, of which those that are trained come first."""
        trained = self.trainable_variables
        rest = [one for one in self.global_variables if not any(one is two for two in trained)]
        return trained + rest

    weights = variables

    @property
    def trainable_variables(self) -> list[Any]:
        """Those that optimizers change."""
        return self._of(GraphKeys.TRAINABLE_VARIABLES)

    trainable_weights = trainable_variables

    @property
    def global_variables(self) -> list[Any]:
        """All but local ones."""
        return self._of(GraphKeys.GLOBAL_VARIABLES)

    @property
    def local_variables(self) -> list[Any]:
        """Those of the collection LOCAL_VARIABLES."""
        return self._of(GraphKeys.LOCAL_VARIABLES)


def make_template(
    name_: str, func_: Callable[..., Any], create_scope_now_: bool = False,
    unique_name_: str | None = None, custom_getter_: Any = None, **kwargs: Any,
) -> Template:  # fmt: skip
    """`func_` with `kwargs`, whose variables its first call makes and later calls share."""
    made = Template(name_, functools.partial(func_, **kwargs) if kwargs else func_, unique_name_)
    if create_scope_now_:
        made.begin()
    return made


def no_regularizer(_: Any) -> None:
    """A regularizer that penalizes nothing, whatever the scopes around it say."""
    return None


def _whole(shape: Any, *_: Any, **__: Any) -> list[int]:
    return [1] * len(list(shape))


def fixed_size_partitioner(num_shards: int, axis: int = 0) -> Callable[..., list[int]]:
    """How a variable is cut into parts; here variables are whole."""
    return _whole


def min_max_variable_partitioner(
    max_partitions: int = 1, axis: int = 0, min_slice_size: int = 262144,
    bytes_per_string_element: int = 16,
) -> Callable[..., list[int]]:  # fmt: skip
    """How a variable is cut into parts; here variables are whole."""
    return _whole


def variable_axis_size_partitioner(
    max_shard_bytes: int, axis: int = 0, bytes_per_string_element: int = 16,
    max_shards: int | None = None,
) -> Callable[..., list[int]]:  # fmt: skip
    """How a variable is cut into parts; here variables are whole."""
    return _whole


def clip_by_average_norm(t: Any, clip_norm: Any, name: str | None = None) -> Any:
    """`t` scaled down so that its norm divided by the number of its elements is `clip_norm` at
    most."""
    tensor = _functions.convert(t)
    count = _ops.cast(product(sizes_of(tensor)), tensor.dtype)
    norm = _ops.sqrt(_ops.reduce_sum(_ops.square(tensor)))
    limit = _functions.convert_like(clip_norm, tensor.dtype)
    return tensor * (limit * _ops.minimum(count / norm, 1.0 / limit))


def convert_to_tensor_or_sparse_tensor(value: Any, dtype: Any = None, name: Any = None) -> Any:
    """A sparse tensor as it is; anything else as a tensor."""
    from pelton.compat.v1 import convert_to_tensor

    return value if hasattr(value, "dense_shape") else convert_to_tensor(value, dtype)


convert_to_tensor_or_indexed_slices = convert_to_tensor_or_sparse_tensor


def add_check_numerics_ops() -> Any:
    """An operation that fails where a floating tensor of the graph has NaNs or infinities."""
    from pelton.compat.v1 import debugging

    graph: Graph = get_default_graph()
    checks = [
        debugging.check_numerics(output, message=f"{operation.name}:{index}")
        for operation in list(graph.get_operations())
        for index, output in enumerate(operation.outputs)
        if _is_checked(operation, output)
    ]
    return group(*checks, name="add_check_numerics_ops")


def _is_checked(operation: Any, output: Any) -> bool:
    kinds = ("Placeholder", "PlaceholderWithDefault", "Argument")
    return operation.type not in kinds and output.dtype.is_floating and _has_value(output)


def _has_value(output: Any) -> bool:
    """Whether a run can compute it: it does not follow from the arguments of a loop's functions."""
    from pelton.compat.v1.evaluation import Plan

    if not _functions.is_symbolic(output):
        return False
    steps = Plan([output], []).steps
    return all(getattr(maker, "type", "") != "Argument" for _, maker, _ in steps)


def _switch(*args: Any, **kwargs: Any) -> None:
    """Without effect: there is one kind of control flow and of tensor equality."""


enable_control_flow_v2 = disable_control_flow_v2 = _switch
enable_tensor_equality = disable_tensor_equality = _switch


def enable_resource_variables() -> None:
    """From now on variables are shown as TensorFlow 2's; there is one kind of them."""
    ResourceSwitch.is_on = True


def disable_resource_variables() -> None:
    """From now on variables are shown as TensorFlow 1's: "float32_ref"."""
    ResourceSwitch.is_on = False


def resource_variables_enabled() -> bool:
    """Whether variables are shown as those of TensorFlow 2."""
    return ResourceSwitch.is_on


def control_flow_v2_enabled() -> bool:
    """Whether branches and loops are those of TensorFlow 2: no."""
    return False


def executing_eagerly_outside_functions() -> bool:
    """Whether code outside of functions runs at once."""
    return not is_active()


def _of_files(kind: str, function: Callable[..., Any], pattern: Any, sizes: Any, name: Any) -> Any:
    """What a node gives that looks at files in each run: strings of the sizes."""

    def found(given: Any) -> Any:
        with at_once():
            return function(given)

    made = Operation(get_default_graph(), kind, name or kind, found, (pattern,))
    return made.give(_functions.symbolic(sizes, "string"))


def read_file(filename: Any, name: str | None = None) -> Any:
    """The bytes of a file; in graphs those that each run finds."""
    from pelton.io.whole_files import read_file as read

    if not is_active():
        return read(filename)
    return _of_files("ReadFile", read, filename, [], name)


def matching_files(pattern: Any, name: str | None = None) -> Any:
    """The names of the files that match a pattern; in graphs those that each run finds."""
    from pelton.io.whole_files import matching_files as match

    if not is_active():
        return match(pattern)
    return _of_files("MatchingFiles", match, pattern, [None], name)


def write_file(filename: Any, contents: Any, name: str | None = None) -> Any:
    """Writes a file; in graphs an operation that does so in each run."""
    from pelton.io.whole_files import write_file as write

    if not is_active():
        return write(filename, contents)

    def written(*given: Any) -> None:
        with at_once():
            write(*given)

    return Operation(get_default_graph(), "WriteFile", name or "WriteFile", written,
                     (filename, contents))  # fmt: skip
