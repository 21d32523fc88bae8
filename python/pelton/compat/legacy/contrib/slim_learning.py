"""Owns ``slim.learning``: a training operation with its updates, and a loop around it."""

from __future__ import annotations

import time

from pelton.compat.v1.graph import GraphKeys, get_default_graph

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_NOT_GIVEN = object()


def create_train_op(
    total_loss: Any, optimizer: Any, global_step: Any = _NOT_GIVEN, update_ops: Any = None,
    variables_to_train: Any = None, clip_gradient_norm: float = 0.0,
    summarize_gradients: bool = False, gate_gradients: int = 1, aggregation_method: Any = None,
    colocate_gradients_with_ops: bool = False, gradient_multipliers: Any = None,
    check_numerics: bool = True,
) -> Any:  # fmt: skip
    """The loss after a step of the optimizer and the updates of the collection UPDATE_OPS."""
    from pelton.compat.v1 import control_dependencies, identity, train

    graph = get_default_graph()
    step = train.get_or_create_global_step() if global_step is _NOT_GIVEN else global_step
    updates = graph.get_collection(GraphKeys.UPDATE_OPS) if update_ops is None else update_ops
    with control_dependencies(list(updates)):
        loss = identity(total_loss) if updates else total_loss
    pairs = optimizer.compute_gradients(loss, variables_to_train)
    if gradient_multipliers:
        pairs = multiply_gradients(pairs, gradient_multipliers)
    if clip_gradient_norm > 0:
        pairs = clip_gradient_norms(pairs, clip_gradient_norm)
    taken = optimizer.apply_gradients(pairs, step)
    with control_dependencies([taken]):
        made = identity(loss, name="train_op")
    graph.add_to_collection(GraphKeys.TRAIN_OP, made)
    return made


def clip_gradient_norms(gradients_to_variables: Any, max_norm: float) -> list[tuple[Any, Any]]:
    """The pairs with gradients of this norm at most."""
    from pelton.compat.v1 import clip_by_norm

    return [
        (gradient if gradient is None else clip_by_norm(gradient, max_norm), variable)
        for gradient, variable in gradients_to_variables
    ]


def multiply_gradients(grads_and_vars: Any, gradient_multipliers: Any) -> list[tuple[Any, Any]]:
    """The pairs with gradients times what their variables, or these's names, are given."""
    made = []
    for gradient, variable in grads_and_vars:
        factor = gradient_multipliers.get(variable, gradient_multipliers.get(variable.op.name))
        is_changed = gradient is not None and factor is not None
        made.append((gradient * factor if is_changed else gradient, variable))
    return made


def train(
    train_op: Any, logdir: str | None, train_step_fn: Any = None, train_step_kwargs: Any = None,
    log_every_n_steps: int = 1, graph: Any = None, master: str = "", is_chief: bool = True,
    global_step: Any = None, number_of_steps: int | None = None, init_op: Any = None,
    init_feed_dict: Any = None, local_init_op: Any = None, init_fn: Any = None,
    ready_op: Any = None, summary_op: Any = None, save_summaries_secs: float = 600,
    summary_writer: Any = None, startup_delay_steps: int = 0, saver: Any = None,
    save_interval_secs: float = 600, session_config: Any = None, **options: Any,
) -> Any:  # fmt: skip
    """Runs the operation so many steps, with queues and a checkpoint at the end; the last loss.

    A checkpoint in `logdir` is taken up again."""
    from pelton.compat.v1 import (
        global_variables_initializer,
        group,
        local_variables_initializer,
        tables_initializer,
    )
    from pelton.compat.v1 import train as trains
    from pelton.compat.v1.session import Session

    step = trains.get_or_create_global_step() if global_step is None else global_step
    saver = saver or trains.Saver()
    init = init_op or global_variables_initializer()
    local = local_init_op or group(local_variables_initializer(), tables_initializer())
    with Session(config=session_config) as session:
        session.run([init, local], init_feed_dict)
        found = trains.latest_checkpoint(logdir) if logdir else None
        if found:
            saver.restore(session, found)
        elif init_fn is not None:
            init_fn(session)
        loss = _steps(session, train_op, step, number_of_steps, log_every_n_steps)
        if logdir:
            import os

            os.makedirs(logdir, exist_ok=True)
            saver.save(session, os.path.join(logdir, "model.ckpt"), global_step=step)
    return loss


def _steps(session: Any, train_op: Any, step: Any, most: int | None, every: int) -> Any:
    """Runs the operation until the step is `most`; the last loss."""
    from pelton.compat.v1 import train as trains

    coordinator, loss, begun = trains.Coordinator(), None, time.time()
    threads = trains.start_queue_runners(session, coordinator)
    try:
        count = int(session.run(step))
        while not coordinator.should_stop() and not _is_done(count, most):
            loss, count = session.run([train_op, step])
            if every and count % every == 0:
                _log(count, loss, time.time() - begun)
    finally:
        coordinator.request_stop()
    coordinator.join(threads)
    return loss


def _is_done(count: int, number_of_steps: int | None) -> bool:
    return number_of_steps is not None and count >= number_of_steps


def _log(count: int, loss: Any, seconds: float) -> None:
    from pelton.compat.v1 import logging

    logging.info("global step %d: loss = %.4f (%.2f sec)", count, loss, seconds)
