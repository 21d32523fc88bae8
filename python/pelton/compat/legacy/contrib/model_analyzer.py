"""Owns ``slim.model_analyzer``: how large variables are."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def tensor_description(var: Any) -> str:
    """The dtype and the sizes of a variable, as a text."""
    sizes = "x".join(map(str, var.shape.as_list()))
    return f"({var.dtype.base_dtype.name} {sizes})"


def analyze_vars(variables: Any, print_info: bool = False) -> tuple[int, int]:
    """(how many elements the variables have, how many bytes); a line for each if `print_info`."""
    if print_info:
        print("---------\nVariables: name (type shape) [size]\n---------")
    total, bytes_of_all = 0, 0
    for one in variables:
        count = one.shape.num_elements() or 0
        size = count * one.dtype.base_dtype.size
        total, bytes_of_all = total + count, bytes_of_all + size
        if print_info:
            print(one.name, tensor_description(one), f"[{count}, bytes: {size}]")
    if print_info:
        print(f"Total size of variables: {total}\nTotal bytes of variables: {bytes_of_all}")
    return total, bytes_of_all
