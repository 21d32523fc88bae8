"""A network with the layers' arguments of Keras 1, and its weights in a file of Keras 2."""

import numpy as np
from keras import backend as K
from keras.constraints import maxnorm
from keras.layers import LSTM, Convolution2D, Input, MaxPooling2D, merge
from keras.layers.core import Dense, Dropout, Flatten
from keras.models import Model, Sequential
from keras.regularizers import l2

x, y = np.random.rand(16, 8, 8, 1), np.eye(2)[np.arange(16) % 2]
model = Sequential()
model.add(Convolution2D(4, 3, 2, border_mode="same", init="normal", input_shape=(8, 8, 1)))
model.add(Convolution2D(3, 3, 3, subsample=(2, 2), dim_ordering="tf"))
model.add(MaxPooling2D(pool_size=(2, 2), border_mode="same"))
model.add(Flatten())
model.add(Dropout(p=0.5))
model.add(Dense(output_dim=2, W_regularizer=l2(0.01), W_constraint=maxnorm(3), bias=True))
assert model.layers[0].kernel_size == (3, 2) and model.output_shape == (None, 2)
model.compile("sgd", "mse", metrics=[lambda true, guess: K.mean(true - guess)])
model.fit(x, y.astype("int32"), nb_epoch=1, verbose=0)
model.save_weights("some.h5")
before = model.predict(x)
model.layers[-1].set_weights([w * 0 for w in model.layers[-1].get_weights()])
model.load_weights("some.h5")
assert np.array_equal(model.predict(x), before)
K.set_value(model.optimizer.lr, 0.25)
assert K.get_value(model.optimizer.lr) == 0.25

steps = Sequential()
steps.add(LSTM(output_dim=4, input_dim=3, input_length=5, inner_init="orthogonal"))
assert steps.input_shape == (None, 5, 3)
states = Sequential([LSTM(4, batch_input_shape=(2, 3, 1), stateful=True)])
assert states.predict(np.ones((2, 3, 1))).shape == (2, 4)

a, b = Input((3,)), Input((3,))
shapes = [merge([a, b], mode=mode).shape[-1] for mode in ("sum", "mul", "concat", "dot")]
assert shapes == [3, 3, 6, 1]
both = Model(input=[a, b], output=merge([a, b], mode="ave"))
assert both.predict([np.ones((1, 3)), np.zeros((1, 3))]).tolist() == [[0.5] * 3]
