"""Keras 2: a network with advanced_activations, lr=, decay= and the generators' methods."""

import numpy as np
from keras import backend as K
from keras.layers import Activation, Conv2D, Dense, Dropout, Flatten, MaxPooling2D
from keras.layers.advanced_activations import LeakyReLU
from keras.layers.normalization import BatchNormalization
from keras.models import Sequential
from keras.optimizers import SGD, Adam
from keras.utils.np_utils import to_categorical

rng = np.random.RandomState(0)
x = rng.rand(128, 8, 8, 1).astype("float32")
classes = (x.mean((1, 2, 3)) > 0.5).astype(int)
y = to_categorical(classes, 2)


def batches(size=32):
    while True:
        for start in range(0, len(x), size):
            yield x[start : start + size], y[start : start + size]


model = Sequential()
model.add(Conv2D(4, (3, 3), padding="same", input_shape=(8, 8, 1)))
model.add(LeakyReLU(alpha=0.1))
model.add(BatchNormalization())
model.add(MaxPooling2D(pool_size=(2, 2)))
model.add(Flatten())
model.add(Dense(16, kernel_initializer="he_normal"))
model.add(Activation("relu"))
model.add(Dropout(0.1))
model.add(Dense(2, activation="softmax"))
model.compile(
    loss="categorical_crossentropy",
    optimizer=SGD(lr=0.05, decay=1e-4, momentum=0.9, nesterov=True),
    metrics=["acc"],
)
history = model.fit_generator(
    batches(),
    steps_per_epoch=4,
    epochs=3,
    validation_data=batches(),
    validation_steps=2,
    workers=2,
    use_multiprocessing=False,
    max_queue_size=10,
    verbose=0,
)
assert sorted(history.history) == ["acc", "loss", "val_acc", "val_loss"]
assert len(history.history["loss"]) == 3
assert len(model.evaluate_generator(batches(), steps=2)) == 2
assert model.predict_generator(batches(), steps=2).shape == (64, 2)
assert model.predict_classes(x).shape == (128,)
np.testing.assert_allclose(model.predict_proba(x).sum(1), 1.0, rtol=1e-5)
model.compile(Adam(lr=0.002), "categorical_crossentropy")
assert abs(K.get_value(model.optimizer.lr) - 0.002) < 1e-8
model.fit(x, y, nb_epoch=1, verbose=0)
