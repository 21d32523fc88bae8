"""Fits, evaluations and predictions whose data and arguments exclude each other or do not fit."""

from __future__ import annotations

from torture import combined_data
from torture.filled import Filler
from torture.kind import expressions

MODELS = expressions("""
    K.Sequential([K.Input((3,)), L.Dense(2)]); K.Sequential([L.Dense(2)]); (lambda i: K.Model(i,
    L.Dense(2)(i)))(K.Input((3,))); (lambda i, j: K.Model([i, j], L.Dense(2)(i +
    j)))(K.Input((3,)), K.Input((3,))); (lambda i: K.Model({'a': i}, {'y':
    L.Dense(2)(i)}))(K.Input((3,), name='a')); (lambda i: K.Model(i, [L.Dense(2)(i),
    L.Dense(1)(i)]))(K.Input((3,))); type('Own', (K.Model,), {'call': lambda s, x: {value}})();
    type('Own', (K.Model,), {'call': lambda s, x, training=None: x * 1.0})(); K.Sequential();
    K.Sequential([L.Embedding(5, 2), L.LSTM(2)]); K.Sequential([L.TextVectorization(max_tokens=9),
    L.Embedding(9, 2), L.GlobalAveragePooling1D()]); K.Sequential([L.Normalization(), L.Dense(2)])
""")
COMPILED = expressions("""
    'sgd', 'mse'; 'adam', 'mae', metrics=['mse']; 'sgd', {'y': 'mse'}; 'sgd', ['mse', 'mae'],
    loss_weights={value}; 'sgd', 'sparse_categorical_crossentropy'; 'sgd', None; {value}, 'mse';
    'sgd', {value}; 'sgd', 'mse', metrics={value}; 'sgd', 'mse', weighted_metrics={value}; 'sgd',
    'mse', run_eagerly={value}; 'sgd', 'mse', steps_per_execution={size}; 'sgd', 'mse',
    jit_compile={value}; 'sgd', lambda t, p: {value}; 'sgd', 'mse', metrics=[lambda t, p:
    {value}]; 'sgd', 'mse', auto_scale_loss={value}
""")
ROWS = expressions("""
    np.ones((8, 3)); np.ones((8, 2)); np.ones((7, 3)); np.ones((0, 3)); np.ones(8); np.ones((8,
    3), 'int32'); [np.ones((8, 3))] * 2; {'a': np.ones((8, 3))}; {'y': np.ones((8, 2))};
    tf.ones((8, 3)); np.array(['a'] * 8); np.full((8, 3), np.nan); tf.ragged.constant([[1.0]] *
    8); tf.sparse.from_dense(np.ones((8, 3))); D.from_tensor_slices((np.ones((8, 3)), np.ones((8,
    2)))).batch(4); {source}; ((np.ones((2, 3)), np.ones((2, 2))) for _ in range(3)); iter([]);
    [[1.0, 2.0, 3.0]] * 8; (np.ones((8, 3)), np.ones((8, 2))); None; np.ones((8, 2)).tolist();
    {value}
""")
PARTS = {**combined_data.PARTS, "rows": ROWS}
_SIZES = ["2", *combined_data.SIZES]
CALLBACKS = expressions("""
    [K.callbacks.EarlyStopping({value})]; [K.callbacks.ModelCheckpoint({value})]; {value}; [print];
    [K.callbacks.LearningRateScheduler(lambda *a: {value})]; [K.callbacks.CSVLogger({value})];
    [K.callbacks.LambdaCallback(on_epoch_end=lambda *a: {value})]; K.callbacks.History();
    [K.callbacks.ReduceLROnPlateau(patience={value})]; [K.callbacks.BackupAndRestore({value})];
    [K.callbacks.TensorBoard({value})]; [K.callbacks.TerminateOnNaN()]; [K.callbacks.Callback]
""")
ARGUMENTS = {
    **dict.fromkeys(("y", "sample_weight", "validation_data"), ROWS),
    **dict.fromkeys(("batch_size", "epochs", "initial_epoch", "steps_per_epoch"), _SIZES),
    **dict.fromkeys(("validation_steps", "validation_batch_size", "validation_freq"), _SIZES),
    "callbacks": CALLBACKS,
    "validation_split": expressions("0.5; 0.0; 1.0; 2.0; -0.5; 0.01; {value}"),
    "shuffle": expressions("True; False; 'batch'; {value}"),
    "class_weight": expressions("{0: 1.0, 1: 2.0}; {}; {'a': 1}; {0: 'a'}; {7: 1.0}; {value}"),
}
OF = {
    "fit": [*ARGUMENTS],
    "evaluate": ["y", "sample_weight", "batch_size", "steps", "callbacks", "return_dict"],
    "predict": ["batch_size", "steps", "callbacks"],
    "train_on_batch": ["y", "sample_weight", "class_weight", "return_dict"],
    "test_on_batch": ["y", "sample_weight", "return_dict"],
    "predict_on_batch": [],
}


def lines(filler: Filler) -> list[str]:
    """A compiled model and one or two uses."""
    chance = filler.chance
    calls = []
    for _ in range(chance.choice((1, 1, 2))):
        method = chance.choices([*OF], [8, 2, 2, 1, 1, 1])[0]
        names = [one for one in OF[method] if chance.random() < (0.8 if one == "y" else 0.2)]
        given = [f"{one}={filler.one_of(ARGUMENTS.get(one, _SIZES))}" for one in names]
        if method in ("fit", "evaluate", "predict"):
            given.append("verbose=0")
        calls.append(f"m.{method}({', '.join([filler.one_of(ROWS), *given])})")
    made = f"m = {filler.one_of(MODELS)}; m.compile({filler.one_of(COMPILED)})"
    return ["; ".join([made, *calls])]
