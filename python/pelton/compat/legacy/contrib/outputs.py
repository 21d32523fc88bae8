"""Owns what ``tf.contrib.layers`` does with outputs and losses: collections, summaries, steps."""

from __future__ import annotations

from pelton.compat.legacy.contrib.output_aliases import note_alias
from pelton.compat.v1 import summary as _summary
from pelton.compat.v1.graph import GraphKeys, get_default_graph
from pelton.compat.v1.variable_scopes import get_variable_scope

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def collected(collections: Any, outputs: Any, alias: str | None = None) -> Any:
    """The outputs, which go into the collections under the alias, or the variable scope's name."""
    if collections:
        note_alias(outputs, alias or get_variable_scope().name)
        get_default_graph().add_to_collections(collections, outputs)
    return outputs


def summarize_tensor(tensor: Any, tag: str | None = None) -> Any:
    """A summary of a tensor: a scalar, or a histogram."""
    name = tag or tensor.op.name
    if len(tensor.shape) == 0:
        return _summary.scalar(name, tensor)
    return _summary.histogram(name, tensor)


summarize_activation = summarize_tensor


def summarize_tensors(tensors: Any, summarizer: Any = summarize_tensor) -> list[Any]:
    """A summary of each tensor."""
    return [summarizer(one) for one in tensors]


def summarize_activations(
    name_filter: Any = None, summarizer: Any = summarize_activation
) -> list[Any]:
    """A summary of each tensor of the collection ACTIVATIONS."""
    found = get_default_graph().get_collection(GraphKeys.ACTIVATIONS, name_filter)
    return summarize_tensors(found, summarizer)


def optimize_loss(
    loss: Any, global_step: Any, learning_rate: Any, optimizer: Any,
    gradient_noise_scale: Any = None, gradient_multipliers: Any = None,
    clip_gradients: Any = None, learning_rate_decay_fn: Any = None, update_ops: Any = None,
    variables: Any = None, name: str | None = None, summaries: Any = None,
    colocate_gradients_with_ops: bool = False, increment_global_step: bool = True,
) -> Any:  # fmt: skip
    """The loss after a step of the optimizer, a name, a class, a function of the rate or an object.

    Raises ValueError for an unknown name."""
    from pelton.compat.v1 import clip_by_global_norm, control_dependencies, identity, train

    step = train.get_global_step() if global_step is None else global_step
    if learning_rate is not None and learning_rate_decay_fn is not None:
        learning_rate = learning_rate_decay_fn(learning_rate, step)
    made = _optimizer(optimizer, learning_rate)
    graph = get_default_graph()
    updates = graph.get_collection(GraphKeys.UPDATE_OPS) if update_ops is None else update_ops
    with control_dependencies(list(updates)):
        loss = identity(loss) if updates else loss
    pairs = [pair for pair in made.compute_gradients(loss, variables) if pair[0] is not None]
    if callable(clip_gradients):
        pairs = clip_gradients(pairs)
    elif clip_gradients is not None:
        found, _ = clip_by_global_norm([gradient for gradient, _ in pairs], clip_gradients)
        pairs = list(zip(found, [variable for _, variable in pairs], strict=True))
    taken = made.apply_gradients(pairs, step if increment_global_step else None)
    with control_dependencies([taken]):
        return identity(loss)


def _optimizer(given: Any, rate: Any) -> Any:
    from pelton.compat.v1 import train

    names = {
        "Adagrad": train.AdagradOptimizer, "Adam": train.AdamOptimizer,
        "Ftrl": train.FtrlOptimizer, "RMSProp": train.RMSPropOptimizer,
        "SGD": train.GradientDescentOptimizer,
        "Momentum": lambda learning_rate: train.MomentumOptimizer(learning_rate, 0.9),
    }  # fmt: skip
    if isinstance(given, str):
        if given not in names:
            raise ValueError(f"Optimizer name should be one of [{', '.join(names)}], got {given}.")
        return names[given](learning_rate=rate)
    return given(rate) if callable(given) else given
