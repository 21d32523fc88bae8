"""Types of pelton.experimental.dlpack. Made by `dev.py stubs`; do not edit."""

from pelton._core import Tensor
from typing import Any

def from_dlpack(dlcapsule: Any) -> Tensor: ...
def to_dlpack(tf_tensor: Tensor) -> Any: ...
