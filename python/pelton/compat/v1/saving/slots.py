"""Owns SlotOptimizer, how optimizers that a program defines change variables one by one, with
variables beside them."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton.compat.v1.graph import get_default_graph
from pelton.compat.v1.variables import RefVariable

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class SlotOptimizer:
    """Slots by name and variable, and steps made of `_apply_dense(gradient, variable)`."""

    def __init__(self) -> None:
        self._slots: dict[str, dict[Any, Any]] = {}

    # --- what subclasses define

    def _create_slots(self, var_list: Any) -> None:
        """Makes the slots that steps need."""

    def _prepare(self) -> None:
        """Makes tensors of the options before steps."""

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__} does not define _apply_dense")

    def _resource_apply_dense(self, grad: Any, handle: Any) -> Any:
        return self._apply_dense(grad, handle)

    def _finish(self, update_ops: Any, name_scope: str) -> Any:
        from pelton.compat.v1.graph_ops import group

        return group(*update_ops, name=name_scope)

    # --- what they use

    def get_slot(self, var: Any, name: str) -> Any:
        """The variable of this name beside `var`; None where there is none."""
        return self._slots.get(name, {}).get(var)

    def get_slot_names(self) -> list[str]:
        """The names of the slots, sorted."""
        return sorted(self._slots)

    def slots(self) -> list[Any]:
        """All variables beside variables."""
        return [one for found in self._slots.values() for one in found.values()]

    def _get_or_make_slot(self, var: Any, val: Any, slot_name: str, op_name: str) -> Any:
        found = self._slots.setdefault(slot_name, {})
        if var not in found:
            with get_default_graph().control_dependencies(None):
                found[var] = RefVariable(val, trainable=False, name=f"{var.op.name}/{op_name}")
        return found[var]

    def _zeros_slot(self, var: Any, slot_name: str, op_name: str) -> Any:
        from pelton.ops.array.creation import zeros

        sizes = [int(one) for one in var.shape]
        return self._get_or_make_slot(var, zeros(sizes, var.dtype), slot_name, op_name)

    def _call_if_callable(self, param: Any) -> Any:
        return param() if callable(param) else param

    def _apply_slots(self, pairs: list[tuple[Any, Any]], global_step: Any, name: str) -> Any:
        """An operation of the steps of all variables."""
        from pelton.compat.v1.graph_ops import group

        self._create_slots([variable for _, variable in pairs])
        self._prepare()
        has_dense = type(self)._apply_dense is not SlotOptimizer._apply_dense
        apply = self._apply_dense if has_dense else self._resource_apply_dense
        steps = [apply(_functions.convert(gradient), variable) for gradient, variable in pairs]
        done = self._finish(steps, name)
        if global_step is None:
            return done
        with get_default_graph().control_dependencies([done]):
            counted = global_step.assign_add(1)
        return group(done, counted)
