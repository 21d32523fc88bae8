"""Callbacks that watch a metric given as a function; a model made again from its config."""

import numpy as np
from keras import backend as K
from keras.callbacks import EarlyStopping, ModelCheckpoint, ReduceLROnPlateau
from keras.layers import Dense
from keras.models import Sequential, model_from_config
from tensorflow.python.keras import backend_config


def within_reach_acc(y_true, y_pred):
    return K.mean(K.cast(K.abs(y_true - y_pred) < 0.5, "float32"))


def mean_miss(y_true, y_pred):
    return K.mean(K.abs(y_true - y_pred))


np.random.seed(0)
x = np.random.normal(size=(32, 3)).astype("float32")
y = x.sum(axis=1, keepdims=True)
model = Sequential([Dense(4, input_dim=3, activation="relu"), Dense(1)])
model.compile(optimizer="adam", loss="mse", metrics=[within_reach_acc, mean_miss])
callbacks = [
    EarlyStopping(monitor="val_within_reach_acc", patience=2),
    ReduceLROnPlateau(monitor="mean_miss", patience=1),
    ModelCheckpoint("best.h5", monitor="val_mean_miss", save_best_only=True),
]
history = model.fit(x, y, epochs=3, validation_split=0.25, callbacks=callbacks, verbose=0)
assert len(history.history["val_mean_miss"]) == 3
assert callbacks[0].monitor_op(2.0, 1.0) and not callbacks[2].monitor_op(2.0, 1.0)

config = {"class_name": model.__class__.__name__, "config": model.get_config()}
again = model_from_config(config)
again.set_weights(model.get_weights())
np.testing.assert_allclose(again.predict(x), model.predict(x), rtol=1e-6)
assert backend_config.epsilon() == K.epsilon() and backend_config.floatx() == "float32"
