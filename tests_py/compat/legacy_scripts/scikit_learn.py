"""Keras 2: a model as a classifier and a regressor of scikit-learn."""

import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.wrappers.scikit_learn import KerasClassifier, KerasRegressor


def create_model(units=8):
    model = Sequential()
    model.add(Dense(units, input_dim=2, activation="relu"))
    model.add(Dense(1, activation="sigmoid"))
    model.compile(loss="binary_crossentropy", optimizer="adam", metrics=["accuracy"])
    return model


def regression():
    model = Sequential([Dense(1, input_dim=2)])
    model.compile(loss="mean_squared_error", optimizer="sgd")
    return model


x = np.random.RandomState(0).rand(64, 2)
y = np.where(x[:, 0] > x[:, 1], "left", "right")
classifier = KerasClassifier(build_fn=create_model, units=4, nb_epoch=2, batch_size=16, verbose=0)
classifier.fit(x, y)
assert set(classifier.predict(x).ravel()) <= {"left", "right"}
assert classifier.predict_proba(x).shape == (64, 2)
assert 0.0 <= classifier.score(x, y) <= 1.0
assert classifier.get_params()["units"] == 4
regressor = KerasRegressor(build_fn=regression, epochs=2, verbose=0)
regressor.fit(x, x.sum(1))
assert regressor.predict(x).shape == (64,) and regressor.score(x, x.sum(1)) <= 0.0
