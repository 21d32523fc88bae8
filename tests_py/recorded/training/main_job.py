"""The main job as both Keras and Pelton are given it: whoever runs it passes its `keras`."""


def build_cnn(keras):
    """Returns the network, 93,322 parameters."""
    layers = keras.layers
    return keras.Sequential(
        [
            keras.Input((28, 28, 1)),
            layers.Conv2D(32, 3, activation="relu"),
            layers.MaxPooling2D(2),
            layers.Conv2D(64, 3, activation="relu"),
            layers.MaxPooling2D(2),
            layers.Conv2D(64, 3, activation="relu"),
            layers.Flatten(),
            layers.Dense(64, activation="relu"),
            layers.Dense(10),
        ]
    )


def step_losses(keras):
    """Returns a callback that keeps each step's own loss in `losses`: `fit` reports running means,
    which start again at each step here."""

    class StepLosses(keras.callbacks.Callback):
        def __init__(self):
            super().__init__()
            self.losses = []

        def on_train_batch_begin(self, batch, logs=None):
            self.model.reset_metrics()

        def on_train_batch_end(self, batch, logs=None):
            self.losses.append(float(logs["loss"]))

    return StepLosses()
