"""Keras 2: what a filter sees, by K.gradients and K.function."""

import numpy as np
from keras import backend as K
from keras.layers import Conv2D, Dense, Flatten, Input
from keras.models import Model

inputs = Input(shape=(8, 8, 1))
conv = Conv2D(2, 3, name="conv", activation="tanh")(inputs)
outputs = Dense(3, activation="softmax")(Flatten()(conv))
model = Model(inputs=inputs, outputs=outputs)
layer_output = model.get_layer("conv").output
loss = K.mean(layer_output[:, :, :, 1])
grads = K.gradients(loss, model.input)[0]
grads /= K.sqrt(K.mean(K.square(grads))) + 1e-5
iterate = K.function([model.input], [loss, grads])
image = np.random.RandomState(1).rand(1, 8, 8, 1).astype("float32")
before, _ = iterate([image])
for _ in range(10):
    value, direction = iterate([image])
    image += direction * 0.1
assert value > before and direction.shape == (1, 8, 8, 1)
activations = K.function([model.input, K.learning_phase()], [layer_output])
assert activations([image, 0])[0].shape == (1, 6, 6, 2)
