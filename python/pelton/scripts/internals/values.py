"""Owns small functions of TensorFlow's own modules, which programs take from there: of tensors,
variables, shapes and names."""

from __future__ import annotations

import itertools
import re

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

_UIDS = itertools.count(1)


def with_dependencies(dependencies: Any, output_tensor: Any, name: Any = None) -> Any:
    """`output_tensor`, computed after the tensors and operations given."""
    import pelton

    with pelton.control_dependencies(dependencies):
        return pelton.identity(output_tensor)


def is_resource_variable(var: Any) -> bool:
    """Whether `var` is a variable."""
    import pelton

    return isinstance(var, pelton.Variable)


def assign_moving_average(
    variable: Any, value: Any, decay: Any, zero_debias: bool = True, name: Any = None
) -> Any:
    """The variable, moved towards `value` by the share 1 - `decay`. With `zero_debias` it is the
    mean without the part of its first value, 0, as far as `biased` and `local_step`, kept on the
    variable, tell."""
    import pelton

    share = pelton.cast(1.0 - decay, variable.dtype)
    change = pelton.cast(value, variable.dtype)
    if not zero_debias:
        return variable.assign_sub((variable - change) * share)
    if not hasattr(variable, "_biased"):
        variable._biased = pelton.Variable(pelton.zeros_like(variable), trainable=False)
        variable._local_step = pelton.Variable(pelton.zeros([], variable.dtype), trainable=False)
    biased, step = variable._biased, variable._local_step
    biased.assign_sub((biased - change) * share)
    step.assign_add(pelton.ones([], variable.dtype))
    return variable.assign(biased / (1 - pelton.pow(1 - share, step)))


def smart_case(
    pred_fn_pairs: Any, default: Any = None, exclusive: bool = False, name: Any = "smart_case"
) -> Any:
    """The result of the first function whose predicate holds."""
    from pelton.scripts.internals.control import _case_helper, smart_cond

    return _case_helper(smart_cond, pred_fn_pairs, default, exclusive, name)


def convert_n_to_tensor(
    values: Iterable[Any], dtype: Any = None, name: Any = None, preferred_dtype: Any = None
) -> list[Any]:
    """Each of the values as a tensor."""
    import pelton

    return [pelton.convert_to_tensor(one, dtype=dtype) for one in values]


def uid() -> int:
    """A number that was not given before."""
    return next(_UIDS)


def get_name_scope() -> str:
    """The names of the scopes that code runs in, with / between them."""
    import pelton

    with pelton.name_scope("x") as scope:
        return str(scope).rstrip("/").rpartition("/")[0]


def name_from_scope_name(name: str) -> str:
    """The name of a scope without the / at its end."""
    return name.removesuffix("/")


def get_positive_axis(
    axis: int, ndims: int | None, axis_name: str = "axis", ndims_name: str = "ndims"
) -> int:
    """`axis`, counted from the front. TypeError for no integer, ValueError for one outside."""
    if not isinstance(axis, int):
        raise TypeError(f"{axis_name} must be an int; got {type(axis).__name__}")
    if ndims is None:
        if axis < 0:
            raise ValueError(f"{axis_name}={axis} may only be negative if {ndims_name} is known.")
        return axis
    if not -ndims <= axis < ndims:
        raise ValueError(
            f"{axis_name}={axis} out of bounds: expected {-ndims}<={axis_name}<{ndims}"
        )
    return axis % ndims if ndims else axis


def _compute_fans(shape: Any) -> tuple[int, int]:
    """The number of inputs and outputs of a unit of a layer whose weight has this shape."""
    sizes = [int(size) for size in shape]
    if len(sizes) < 2:
        one = sizes[0] if sizes else 1
        return one, one
    field = 1
    for size in sizes[:-2]:
        field *= size
    return sizes[-2] * field, sizes[-1] * field


def num_gpus() -> int:
    """How many GPUs there are."""
    from pelton.scripts.internals.control import context

    return context().num_gpus()


def camel_to_snake(value: str) -> str:
    """`value` in small letters, with _ where words begin."""
    return re.sub(r"((?<=[a-z0-9])[A-Z]|(?!^)[A-Z](?=[a-z]))", r"_\1", value).lower()


def valid_identifier(name: str) -> bool:
    """Whether a variable of Python may have that name."""
    return bool(re.match(r"^[a-zA-Z_]([a-zA-Z0-9_])*$", name))


def list_to_tuple(structure: Any) -> Any:
    """The nest with tuples for its lists."""
    if isinstance(structure, list):
        return tuple(list_to_tuple(one) for one in structure)
    if isinstance(structure, tuple) and not hasattr(structure, "_fields"):
        return tuple(list_to_tuple(one) for one in structure)
    if isinstance(structure, dict):
        return {key: list_to_tuple(one) for key, one in structure.items()}
    return structure


def flatten_dict_items(dictionary: dict[Any, Any]) -> dict[Any, Any]:
    """{leaf of a key: leaf of its value}, for keys and values that are nested alike."""
    from pelton.nest import flatten

    found: dict[Any, Any] = {}
    for key, value in dictionary.items():
        names, leaves = (
            (flatten(key), flatten(value)) if isinstance(key, tuple) else ([key], [value])
        )
        for name, leaf in zip(names, leaves, strict=True):
            if name in found:
                raise ValueError(f"flatten_dict_items: the key {name!r} is there twice")
            found[name] = leaf
    return found


def rewrap(decorator: Any, previous: Any, target: Any) -> Callable[..., Any]:
    """`target` itself: decorators keep no chain."""
    return target  # type: ignore[no-any-return]
