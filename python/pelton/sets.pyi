"""Types of pelton.sets. Made by `dev.py stubs`; do not edit."""

from pelton._core import InvalidArgumentError as InvalidArgumentError
from pelton._core import Tensor
from pelton.sparse.sparse_tensor import SparseTensor as SparseTensor
from typing import Any

def difference(
    a: Any,
    b: Any,
    aminusb: bool = True,
    validate_indices: bool = True,
) -> SparseTensor: ...
def intersection(a: Any, b: Any, validate_indices: bool = True) -> SparseTensor: ...
def size(a: Any, validate_indices: bool = True) -> Tensor: ...
def union(a: Any, b: Any, validate_indices: bool = True) -> SparseTensor: ...
