"""Owns ``kernels.get_registered_kernels_for_op``: which devices and dtypes an op has kernels for,
by TensorFlow's op names."""

from __future__ import annotations

from typing import NamedTuple

from pelton import _core

# What TensorFlow does by ops on a variable's handle and Pelton without one.
_VARIABLE_OPS = frozenset("VarHandleOp ReadVariableOp AssignVariableOp".split())


class AttrConstraint(NamedTuple):
    """The dtypes that a kernel's attribute may have."""

    name: str
    allowed_types: tuple[str, ...]

    def __repr__(self) -> str:
        types = "".join(f"        type: DT_{name.upper()}\n" for name in self.allowed_types)
        return (
            f'  constraint {{\n    name: "{self.name}"\n    allowed_values {{\n      list {{\n'
            f"{types}      }}\n    }}\n  }}\n"
        )


class KernelDef(NamedTuple):
    """One kernel: its op, device type and dtypes."""

    op: str
    device_type: str
    constraint: tuple[AttrConstraint, ...]

    def __repr__(self) -> str:
        body = "".join(map(repr, self.constraint))
        return f'kernel {{\n  op: "{self.op}"\n  device_type: "{self.device_type}"\n{body}}}\n'


class KernelList(NamedTuple):
    """Kernels, as ``.kernel``."""

    kernel: tuple[KernelDef, ...]

    def __repr__(self) -> str:
        return "".join(map(repr, self.kernel))


_NAMES = {"float32": "float", "float64": "double", "float16": "half", "boolean": "bool"}


def _kernels_of(info: dict[str, object]) -> list[KernelDef]:
    dtypes = tuple(_NAMES.get(str(name), str(name)) for name in info["dtypes"])  # type: ignore[attr-defined]
    constraint = (AttrConstraint("T", dtypes),)
    return [
        KernelDef(str(info["tf_name"]), device, constraint)
        for device in info["devices"]  # type: ignore[attr-defined]
    ]


def get_all_registered_kernels() -> KernelList:
    """The kernels of all ops."""
    found = {k for name in _core.op_names() for k in _kernels_of(_core.op_info(name))}
    found |= {KernelDef(op, kind, ()) for op in _VARIABLE_OPS for kind in ("CPU", "GPU")}
    return KernelList(tuple(sorted(found)))


def get_registered_kernels_for_op(name: str) -> KernelList:
    """The kernels of the op that TensorFlow calls ``name``; none for an unknown one."""
    return KernelList(tuple(k for k in get_all_registered_kernels().kernel if k.op == name))
