"""Bad calls of compile, fit, evaluate and predict whose exception class and text are recorded.

`START` runs before each: a built model `m` that is not compiled, and small fitting arrays.
"""

START = """
L = tf.keras.layers
m = tf.keras.Sequential([tf.keras.Input((4,)), L.Dense(3)])
x = np.ones((10, 4), 'float32')
y = np.zeros((10,), 'int32')
scce = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
"""
_READY = "m.compile('sgd', scce, metrics=['accuracy'])\n"
_MSE = "m.compile('sgd', 'mse')\n"

_CASES = {
    # compile
    "fit_not_compiled": "m.fit(x, y)",
    "evaluate_not_compiled": "m.evaluate(x, y)",
    "train_on_batch_not_compiled": "m.train_on_batch(x, y)",
    "predict_not_compiled": "m.predict(x, verbose=0).shape",
    "optimizer_unknown": "m.compile('adamm', 'mse')",
    "optimizer_number": "m.compile(3, 'mse')",
    "optimizer_class": "m.compile(tf.keras.optimizers.Adam, 'mse')",
    "loss_unknown": "m.compile('sgd', 'nope')\nm.fit(x, y, verbose=0)",
    "loss_number": "m.compile('sgd', 3)\nm.fit(x, y, verbose=0)",
    "loss_class": (
        "m.compile('sgd', tf.keras.losses.MeanSquaredError)\nm.fit(x, x[:, :3], verbose=0)"
    ),
    "loss_list_too_long": "m.compile('sgd', ['mse', 'mae'])\nm.fit(x, x[:, :3], verbose=0)",
    "loss_dictionary": "m.compile('sgd', {'out': 'mse'})\nm.fit(x, x[:, :3], verbose=0)",
    "metric_unknown": "m.compile('sgd', 'mse', metrics=['nope'])\nm.fit(x, x[:, :3], verbose=0)",
    "metrics_text": "m.compile('sgd', 'mse', metrics='mae')\nm.fit(x, x[:, :3], verbose=0)",
    "metrics_number": "m.compile('sgd', 'mse', metrics=[3])\nm.fit(x, x[:, :3], verbose=0)",
    "metric_class": (
        "m.compile('sgd', 'mse', metrics=[tf.keras.metrics.Mean])\nm.fit(x, x[:, :3], verbose=0)"
    ),
    "loss_weights_too_long": (
        "m.compile('sgd', 'mse', loss_weights=[1.0, 2.0])\nm.fit(x, x[:, :3], verbose=0)"
    ),
    "compile_unknown_argument": "m.compile('sgd', losses='mse')",
    "no_loss": "m.compile('sgd')\nm.fit(x, y, verbose=0)",
    # fit
    "lengths_differ": _READY + "m.fit(x, y[:7], verbose=0)",
    "no_targets": _READY + "m.fit(x, verbose=0)",
    "nothing": _READY + "m.fit()",
    "x_none": _READY + "m.fit(None, y, verbose=0)",
    "x_text": _READY + "m.fit('data', y, verbose=0)",
    "x_object_array": _READY + "m.fit(np.array([object()] * 10), y, verbose=0)",
    "y_text_array": _READY + "m.fit(x, np.array(['a'] * 10), verbose=0)",
    "x_wrong_width": _READY + "m.fit(np.ones((10, 5), 'float32'), y, verbose=0)",
    "x_wrong_rank": _READY + "m.fit(np.ones((10, 4, 4), 'float32'), y, verbose=0)",
    "x_rank_1": _READY + "m.fit(np.ones((10,), 'float32'), y, verbose=0)",
    "empty": _READY + "m.fit(x[:0], y[:0], verbose=0)",
    "two_inputs": _READY + "m.fit([x, x], y, verbose=0)",
    "batch_size_0": _READY + "m.fit(x, y, batch_size=0, verbose=0)",
    "batch_size_negative": _READY + "m.fit(x, y, batch_size=-2, verbose=0)",
    "batch_size_float": _READY + "m.fit(x, y, batch_size=2.5, verbose=0)",
    "epochs_0": _READY + "m.fit(x, y, epochs=0, verbose=0).history",
    "epochs_negative": _READY + "m.fit(x, y, epochs=-1, verbose=0).history",
    "epochs_float": _READY + "m.fit(x, y, epochs=1.5, verbose=0).history",
    "initial_epoch_late": _READY + "m.fit(x, y, epochs=1, initial_epoch=3, verbose=0).history",
    "steps_per_epoch_0": _READY + "m.fit(x, y, steps_per_epoch=0, verbose=0)",
    "steps_per_epoch_many": _READY + "m.fit(x, y, steps_per_epoch=9, verbose=0).epoch",
    "validation_split_1": _READY + "m.fit(x, y, validation_split=1.0, verbose=0)",
    "validation_split_over": _READY + "m.fit(x, y, validation_split=1.5, verbose=0)",
    "validation_split_negative": _READY + "m.fit(x, y, validation_split=-0.5, verbose=0)",
    "validation_split_nothing_left": _READY
    + "m.fit(x[:1], y[:1], validation_split=0.5, verbose=0)",
    "validation_data_alone": _READY + "m.fit(x, y, validation_data=x, verbose=0)",
    "validation_data_four": _READY + "m.fit(x, y, validation_data=(x, y, y, y), verbose=0)",
    "validation_data_lengths": _READY + "m.fit(x, y, validation_data=(x, y[:3]), verbose=0)",
    "sample_weight_length": _READY + "m.fit(x, y, sample_weight=np.ones(3), verbose=0)",
    "class_and_sample_weight": (
        _READY + "m.fit(x, y, class_weight={0: 1.0}, sample_weight=np.ones(10), verbose=0)"
    ),
    "class_weight_list": _READY + "m.fit(x, y, class_weight=[1.0, 2.0, 3.0], verbose=0)",
    "class_weight_text_keys": _READY + "m.fit(x, y, class_weight={'a': 1.0}, verbose=0)",
    "class_weight_partial": _READY + "m.fit(x, y, class_weight={1: 2.0}, verbose=0).epoch",
    "verbose_unknown": _READY + "m.fit(x, y, verbose=7).epoch",
    "verbose_text": _READY + "m.fit(x, y, verbose='loud').epoch",
    "callback_number": _READY + "m.fit(x, y, callbacks=[3], verbose=0)",
    "callback_class": _READY + "m.fit(x, y, callbacks=[tf.keras.callbacks.Callback], verbose=0)",
    "unknown_argument": _READY + "m.fit(x, y, epoch=3)",
    "label_too_large": _READY + "m.fit(x, y + 7, verbose=0)",
    "label_negative": _READY + "m.fit(x, y - 1, verbose=0)",
    "labels_one_hot_for_sparse": _READY + "m.fit(x, np.zeros((10, 3)), verbose=0)",
    "labels_for_categorical": (
        "m.compile('sgd', 'categorical_crossentropy')\nm.fit(x, y, verbose=0)"
    ),
    "target_width": _MSE + "m.fit(x, np.ones((10, 2), 'float32'), verbose=0)",
    "target_broadcasts": _MSE + "m.fit(x, np.ones((10, 1), 'float32'), verbose=0).epoch",
    "binary_three_outputs": (
        "m.compile('sgd', 'binary_crossentropy')\nm.fit(x, np.ones((10, 1)), verbose=0).epoch"
    ),
    # evaluate, predict and the batch calls
    "evaluate_lengths": _READY + "m.evaluate(x, y[:3], verbose=0)",
    "evaluate_no_targets": _READY + "m.evaluate(x, verbose=0)",
    "evaluate_unknown_argument": _READY + "m.evaluate(x, y, epochs=1)",
    "evaluate_label": _READY + "m.evaluate(x, y + 3, verbose=0)",
    "predict_wrong_width": _READY + "m.predict(np.ones((2, 5)), verbose=0)",
    "predict_empty": _READY + "m.predict(x[:0], verbose=0)",
    "predict_one_sample": _READY + "m.predict(x[0], verbose=0)",
    "predict_list": _READY + "m.predict([[1.0, 2.0, 3.0, 4.0]], verbose=0)",
    "predict_batch_size_0": _READY + "m.predict(x, batch_size=0, verbose=0)",
    "predict_nothing": _READY + "m.predict()",
    "predict_empty_model": "tf.keras.Sequential().predict(x, verbose=0)",
    "train_on_batch_lengths": _READY + "m.train_on_batch(x, y[:3])",
    "train_on_batch_both_weights": (
        _READY + "m.train_on_batch(x, y, sample_weight=np.ones(10), class_weight={0: 1.0})"
    ),
    "test_on_batch_lengths": _READY + "m.test_on_batch(x, y[:3])",
    "predict_on_batch_width": _READY + "m.predict_on_batch(np.ones((2, 5), 'float32'))",
    # Metrics on their own
    "mean_weight_shape": "tf.keras.metrics.Mean()([1.0, 2.0], [1.0, 2.0, 3.0])",
    "accuracy_shapes": "tf.keras.metrics.Accuracy()([1, 2, 3], [1, 2])",
    "binary_accuracy_shapes": "tf.keras.metrics.BinaryAccuracy()(np.ones((4, 2)), np.ones((4, 3)))",
    "categorical_accuracy_shapes": (
        "tf.keras.metrics.CategoricalAccuracy()(np.ones((4, 2)), np.ones((3, 2)))"
    ),
    "sparse_accuracy_batches": (
        "tf.keras.metrics.SparseCategoricalAccuracy()(np.ones((4,)), np.ones((3, 2)))"
    ),
    "top_k_too_large": ("tf.keras.metrics.SparseTopKCategoricalAccuracy(k=9)([1], [[0.1, 0.9]])"),
    "mean_text": "tf.keras.metrics.Mean()('a')",
    "loss_reduction_unknown": "tf.keras.losses.MeanSquaredError(reduction='avg')",
    "loss_unknown_argument": "tf.keras.losses.MeanSquaredError(from_logits=True)",
    "loss_label_smoothing": (
        "tf.keras.losses.BinaryCrossentropy(label_smoothing=2.0)([1.0], [0.5]).numpy()"
    ),
}
CASES = {name: START + code for name, code in _CASES.items()}
