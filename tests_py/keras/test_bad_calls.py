"""Every layer, loss, metric, optimizer, initializer, regularizer and training method refuses bad
calls: the right class, a message that names everything, and nothing changed."""

import bad_initializer_calls
import bad_layer_calls
import bad_loss_calls
import bad_metric_calls
import bad_optimizer_calls
import bad_training_calls
import pytest
from bad_call import check_refused

import pelton as tf
from pelton.keras import initializers, layers, losses, metrics, optimizers, regularizers

TABLES = {
    "layers": (layers, bad_layer_calls.ROWS),
    "losses": (losses, bad_loss_calls.ROWS),
    "metrics": (metrics, bad_metric_calls.ROWS),
    "optimizers": (optimizers, bad_optimizer_calls.ROWS),
    "initializers": (initializers, bad_initializer_calls.ROWS),
    "regularizers": (regularizers, bad_initializer_calls.REGULARIZER_ROWS),
}
ROWS = {row.name + kind: row for kind, (_, rows) in TABLES.items() for row in rows}
CALLS = [
    (row, index)
    for row in [*ROWS.values(), *bad_training_calls.ROWS]
    for index in range(len(row.calls))
]


@pytest.fixture(autouse=True)
def fresh_names():
    tf.keras.backend.clear_session()


@pytest.mark.parametrize("kind", TABLES)
def test_every_class_has_a_row_with_five_bad_calls(kind):
    module, rows = TABLES[kind]
    classes = {
        value.__name__
        for value in vars(module).values()
        if isinstance(value, type) and hasattr(value, "_fields")
    }
    counts = {row.name: len(row.calls) for row in rows}
    assert classes and classes <= set(counts)
    few = {name: counts[name] for name in classes if counts[name] < 5}
    assert not few, "rows with fewer than five bad calls"


def test_every_training_method_has_a_row_with_five_bad_calls():
    counts = {row.name: len(row.calls) for row in bad_training_calls.ROWS}
    methods = {
        name
        for name in vars(tf.keras.Model)
        if name in ("compile", "fit", "evaluate", "predict") or name.endswith("_on_batch")
    }
    assert methods == set(counts) and min(counts.values()) >= 5


@pytest.mark.parametrize(("row", "index"), CALLS, ids=str)
def test_bad_call_is_refused(row, index):
    check_refused(row, row.calls[index])
